//! Checks and builds the files of a submission, so that they are a program.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::path::{Path, PathBuf};

use super::super::recode::to_utf_8;
use super::super::tools::{self, Found};
use super::super::warm::{self, Compiled};
use super::super::{
    Aids, BuildOptions, Error, Language, MakeGoal, OutOfReach, Runtime, is_compiled, makefiles, watched,
};
use super::assemble::goes_along;
use super::build::BuildSettings;
use super::failure::{is_about_one_of, not_prepared};
use super::{ExecutableOrigin, Program, image, trial};
use crate::sandbox::{Command, Exit, Input, Limits, Sandbox, Warm, WarmSettings};
use crate::submission::{File, Snapshot};
use crate::system::{line_ends, names_of_built};
use crate::untrusted::Untrusted;

/// The result of preparing a submission.
#[derive(Debug)]
pub enum Prepared {
    /// It can be run.
    Ready(Box<Program>),
    /// It does not parse or compile; this is the message of the language.
    Broken(Untrusted),
    /// The check or the build was stopped; this is the message. The cause may be outside: another process can send
    /// signals, and machines are busy.
    Stopped(Untrusted),
}

/// Checks and builds a program, in a folder of its own.
///
/// `sources` are the files that the assignment names; those in the entry's language are checked or built with it.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub fn prepare(
    sandbox: &Sandbox,
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
    options: &BuildOptions,
) -> Result<Prepared, Error> {
    language.fidelity_of_forks(sandbox)?;
    prepare_believing(sandbox, language, files, entry, sources, options, Aids::Proved)
}

/// Does the same without trying what forks of the interpreter do.
pub(in crate::language) fn prepare_believing(
    sandbox: &Sandbox,
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
    options: &BuildOptions,
    aids: Aids,
) -> Result<Prepared, Error> {
    if cfg!(windows) && options.runtime == Runtime::Sanitized {
        return Err(Error::NotSanitized(language.title.clone()));
    }
    let mut files = with_files_of(language, files);
    let mut compiled = None;
    let mut tools = tools_of(sandbox, language)?;
    let (mut command, mut run) = (Cow::Borrowed(&language.build), Cow::Borrowed(&language.run));
    if let Some(goal) = &options.make {
        tools.extend(tools_of(sandbox, makefiles())?);
        command = Cow::Owned(goal.command(&options.files, sources));
        run = Cow::Owned(goal.run());
        // What was handed in under the name of the program is none that was built.
        let names = names_of_built(&goal.program);
        let is_program = |path: &Path| names.iter().any(|name| path == Path::new(name));
        files = files.iter().filter(|(path, _)| !is_program(path)).map(owned).collect();
    }
    let build = BuildSettings { sandbox, language, tools, entry, sources, options, aids };
    if !language.check.is_empty() {
        let command = build.check(files.clone())?;
        let check = |command: &Command| sandbox.run(command, &Input::default(), &Limits::for_tools());
        let mut checked = check(&command);
        if warm::is_doubtful(&command, checked.as_ref().ok()) {
            checked = check(&Command { warm: None, ..command });
        }
        let execution = checked?;
        if execution.exit != Exit::Code(0) {
            let refused = not_prepared(&execution);
            if !is_about_one_of(&refused, &names_in(&files)) {
                trial::of(&build, &language.check)?;
            }
            return Ok(refused);
        }
        compiled = Compiled::from_check(language, &execution);
    }
    let mut warnings = Vec::new();
    if options.runtime == Runtime::Sanitized
        && let Some(reason) = watched::refused_source(&files)
    {
        return Ok(Prepared::Broken(reason));
    }
    let handed_in = options.has_harness(language).then(|| files.clone());
    if !command.is_empty() {
        (files, warnings) = match build.built_with_aids(&command, files)? {
            Ok(built) => built,
            Err(not_prepared) => return Ok(not_prepared),
        };
    }
    let mut program = Program { warnings, ..build.assemble(&run, files)? };
    let is_library = |file: &File| file.content.starts_with(b"!<arch>");
    if program.own == Some(ExecutableOrigin::Built) && program.executed().is_some_and(is_library) {
        let reason = "it makes a library and no program: in Go, a program begins with `package main`";
        return Ok(Prepared::Broken(reason.into()));
    }
    if program.own == Some(ExecutableOrigin::Absent) {
        let made_none = match &options.make {
            None => "the compiler ended well, and made no program".to_owned(),
            Some(MakeGoal { target, program: wanted }) => {
                let is_program = |file: &File| file.executable && is_compiled(&file.content);
                let mut others = program.files.iter().filter(|(_, file)| is_program(file));
                let other = others.next().map(|(path, _)| format!(", but `{}`", path.display()));
                format!(
                    "`make {target}` ended well, and made no file `{wanted}`{}",
                    other.unwrap_or_default()
                )
            }
        };
        return Ok(Prepared::Broken(made_none.into()));
    }
    if let Some(handed_in) = handed_in {
        match build.claims(&program, &handed_in)? {
            Ok(remarks) => program.warnings.extend(remarks),
            Err(not_prepared) => return Ok(not_prepared),
        }
    }
    if options.runtime == Runtime::Sanitized {
        let symbols = program.symbols();
        if let Some(reason) = watched::refused_program(&symbols) {
            return Ok(Prepared::Broken(reason));
        }
        program.may_be_replaced = watched::may_be_replaced(&symbols);
    }
    if let (Some(compiled), true) = (compiled, program.can_be_warm) {
        let (files, goal) = compiled.in_place_of(&program.files, entry);
        program.warm = Some((image(&files)?, Warm { settings: settings(entry, sources), goal }));
    }
    if build.is_run_by_node() {
        program.warm = Some((program.image.clone(), warm::BY_NODE));
    }
    if program.warm.is_none() && program.can_be_proved {
        program.with_prover = Some(image(&warm::with_prover(&program.files))?);
    }
    Ok(Prepared::Ready(Box::new(program)))
}

/// The program that loads a library and answers a session. It is put beside the library later.
const ANSWERER: &str = "./.yardstick-session";

/// Builds the library whose functions sessions call, in a folder of its own.
///
/// `sources` are the files that the assignment names. Where all of them are headers there is nothing to build.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub fn prepare_library(
    sandbox: &Sandbox,
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
    options: &BuildOptions,
) -> Result<Prepared, Error> {
    if !cfg!(target_os = "linux") || !sandbox.has_forks() {
        return Err(Error::OnLinuxOnly(language.title.clone()));
    }
    let tools = tools_of(sandbox, language)?;
    let build = BuildSettings { sandbox, language, tools, entry, sources, options, aids: Aids::Proved };
    let (files, warnings) = match build.units(&files).is_empty() {
        true => (files, Vec::new()),
        false => match build.built_with_aids(&language.library, files)? {
            Ok(built) => built,
            Err(not_prepared) => return Ok(not_prepared),
        },
    };
    let program = Program { warnings, ..build.assemble(&[ANSWERER.to_owned()], files)? };
    Ok(Prepared::Ready(Box::new(program)))
}

/// Starts the slow tools for a program of this language before the program is known.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub fn prepare_ahead(
    sandbox: &Sandbox,
    language: &Language,
    entry: &str,
    sources: &[String],
) -> Result<(), Error> {
    let at_once = |name: &String| Some((name.clone(), tools::at_once(name)?));
    let tools = language.tools.keys().map(at_once).collect::<Option<Tools>>();
    let tools = tools.map_or_else(|| tools_of(sandbox, language), Ok)?;
    let options = &BuildOptions::default();
    let build = BuildSettings { sandbox, language, tools, entry, sources, options, aids: Aids::None };
    if build.can_be_warm() {
        sandbox.start_ahead(&build.check(Snapshot::default())?)?;
    }
    Ok(())
}

pub(super) fn names_in(files: &Snapshot) -> BTreeSet<PathBuf> {
    files.iter().map(|(path, _)| path.to_path_buf()).collect()
}

/// Returns a copy of a file and its path.
pub(super) fn owned((path, file): (&Path, &File)) -> (PathBuf, File) {
    (path.to_path_buf(), file.clone())
}

/// Returns the settings of a warm interpreter for a program.
pub(super) fn settings(entry: &str, sources: &[String]) -> WarmSettings {
    let others = sources.iter().filter(|name| goes_along(name, entry));
    let files: Vec<&str> = iter::once(entry).chain(others.map(String::as_str)).collect();
    warm::settings_of(&files)
}

/// Returns the files of a program with those that its language lays beside it, where nothing has that name, and without those
/// that are settings for other tools.
pub(super) fn with_files_of(language: &Language, mut files: Snapshot) -> Snapshot {
    let is_setting = |path: &Path| language.without.iter().any(|name| path == Path::new(name));
    if files.iter().any(|(path, _)| is_setting(path)) {
        files = files.iter().filter(|(path, _)| !is_setting(path)).map(owned).collect();
    }
    if language.recodes || language.needs_plain_lines {
        let ending = |path: &Path| path.extension().and_then(|ending| ending.to_str()).map(str::to_owned);
        let is_source = |path: &Path| ending(path).is_some_and(|ending| language.owns(&ending));
        let rewritten = |content: &[u8]| match language.recodes {
            true => to_utf_8(content).map(Cow::into_owned),
            false => {
                let text = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
                let is_plain = text.len() == content.len() && !text.contains(&b'\r');
                (!is_plain).then(|| line_ends::plain(text.to_vec()))
            }
        };
        let sources = files.iter().filter(|(path, _)| is_source(path));
        let sources =
            sources.filter_map(|(path, file)| Some((path.to_path_buf(), rewritten(&file.content)?)));
        for (path, content) in sources.collect::<Vec<_>>() {
            files.insert(path, File { content, executable: false });
        }
    }
    for (name, text) in &language.files {
        if files.get(Path::new(name)).is_none() {
            files.insert(name.into(), File { content: text.clone().into_bytes(), executable: false });
        }
    }
    files
}

/// The tools of a language by name, as they were found.
pub(super) type Tools = BTreeMap<String, Found>;

pub(super) fn tools_of(sandbox: &Sandbox, language: &Language) -> Result<Tools, Error> {
    let find = |(name, tool): (&String, _)| {
        let found = tools::find(name, tool, language)?;
        match OutOfReach::of(sandbox, &found) {
            Some(tool) => Err(tool.into()),
            None => Ok((name.clone(), found)),
        }
    };
    language.tools.iter().map(find).collect()
}
