//! Checks and builds the files of a submission, so that they are a program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};

use super::super::tools::{self, Found};
use super::super::warm::{self, Compiled};
use super::super::{Error, Language, ToolError, complaint};
use super::{ExecutableOrigin, Program, image};
use crate::sandbox::{Command, Execution, Exit, Goal, Input, Limits, Sandbox, Warm};
use crate::submission::{File, Snapshot, TakeError};
use crate::untrusted::Untrusted;

/// The folders in which compilers search for their tools.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The result of preparing a submission.
#[derive(Debug)]
pub(crate) enum Prepared {
    /// It can be run.
    Ready(Program),
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
pub(crate) fn prepare(
    sandbox: &Sandbox,
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
) -> Result<Prepared, Error> {
    let mut files = files;
    let mut compiled = None;
    let build = BuildSettings { sandbox, language, tools: tools_of(language)?, entry, sources };
    if !language.check.is_empty() {
        let command = build.check(files.clone())?;
        let execution = sandbox.run(&command, &Input::default(), &Limits::for_tools())?;
        if execution.exit != Exit::Code(0) {
            return Ok(not_prepared(&execution));
        }
        compiled = Compiled::from_check(language, &execution);
    }
    if !language.build.is_empty() {
        files = match build.built(&language.build, files)? {
            Ok(built) => built,
            Err(not_prepared) => return Ok(not_prepared),
        };
    }
    let mut program = build.assemble(&language.run, files)?;
    if program.own == Some(ExecutableOrigin::Absent) {
        return Ok(Prepared::Broken("the compiler ended well, and made no program".into()));
    }
    if let (Some(compiled), true) = (compiled, program.can_be_warm) {
        let (files, goal) = compiled.in_place_of(&program.files, entry);
        program.warm = Some((image(&files)?, Warm { settings: settings(entry, sources), goal }));
    }
    if program.warm.is_none() && program.can_be_proved {
        program.with_prover = Some(image(&warm::with_prover(&program.files))?);
    }
    Ok(Prepared::Ready(program))
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
pub(crate) fn prepare_library(
    sandbox: &Sandbox,
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
) -> Result<Prepared, Error> {
    let build = BuildSettings { sandbox, language, tools: tools_of(language)?, entry, sources };
    let files = match build.units(&files).is_empty() {
        true => files,
        false => match build.built(&language.library, files)? {
            Ok(built) => built,
            Err(not_prepared) => return Ok(not_prepared),
        },
    };
    Ok(Prepared::Ready(build.assemble(&[ANSWERER.to_owned()], files)?))
}

/// Runs a tool of a language on files of ours, and returns also the files that are there then. A word in braces is a tool.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub(crate) fn make(
    sandbox: &Sandbox,
    language: &Language,
    command: &[String],
    files: Snapshot,
) -> Result<(Execution, Snapshot), Error> {
    let build = BuildSettings { sandbox, language, tools: tools_of(language)?, entry: "", sources: &[] };
    let command = build.assemble(command, files)?.command(&[]);
    let (execution, folder) =
        sandbox.run_and_keep_folder(&command, &Input::default(), &Limits::for_tools())?;
    match Snapshot::of_folder(&folder.path()) {
        Ok(made) => Ok((execution, made)),
        Err(TakeError::Problem(_)) => {
            Err(Error::NotMade("it left too many files, or too large ones".to_owned()))
        }
        Err(TakeError::Fault(unreadable)) => Err(Error::Folder(unreadable.source)),
    }
}

/// The settings for building a program, which do not depend on its files.
struct BuildSettings<'a> {
    sandbox: &'a Sandbox,
    language: &'a Language,
    tools: Tools,
    /// The file that is run.
    entry: &'a str,
    /// The files that the assignment names.
    sources: &'a [String],
}

/// Starts the slow tools for a program of this language before the program is known.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub(crate) fn prepare_ahead(
    sandbox: &Sandbox,
    language: &Language,
    entry: &str,
    sources: &[String],
) -> Result<(), Error> {
    let at_once = |name: &String| Some((name.clone(), tools::at_once(name)?));
    let tools = language.tools.keys().map(at_once).collect::<Option<Tools>>();
    let tools = tools.map_or_else(|| tools_of(language), Ok)?;
    let build = BuildSettings { sandbox, language, tools, entry, sources };
    if build.can_be_warm() {
        sandbox.start_ahead(&build.check(Snapshot::default())?)?;
    }
    Ok(())
}

/// Returns the settings of a warm interpreter for a program.
fn settings(entry: &str, sources: &[String]) -> String {
    let others = sources.iter().filter(|name| goes_along(name, entry));
    let files: Vec<&str> = iter::once(entry).chain(others.map(String::as_str)).collect();
    warm::settings_of(&files)
}

/// Returns the name of a file as an argument that cannot be taken for an option.
fn no_option(file: &str) -> Cow<'_, str> {
    if file.starts_with('-') { format!("./{file}").into() } else { file.into() }
}

/// Tells whether a file is checked or built together with the entry, if it exists.
fn goes_along(name: &str, entry: &str) -> bool {
    name != entry && Path::new(name).extension() == Path::new(entry).extension()
}

/// The tools of a language by name, as they were found.
type Tools = BTreeMap<String, Found>;

fn tools_of(language: &Language) -> Result<Tools, ToolError> {
    let find = |(name, tool): (&String, _)| Ok((name.clone(), tools::find(name, tool, &language.title)?));
    language.tools.iter().map(find).collect()
}

impl BuildSettings<'_> {
    /// Tells whether the interpreter of the language can be kept warm, if the sandbox allows warm interpreters.
    fn can_be_warm(&self) -> bool {
        self.can_be_proved() && self.sandbox.is_warm()
    }

    /// Tells whether the interpreter of the language can load a module of ours.
    fn can_be_proved(&self) -> bool {
        self.language.warm && !self.tools.values().any(|tool| tool.cold)
    }

    /// Returns the command that checks a program: the warm interpreter that will run it, if there can be one.
    fn check(&self, files: Snapshot) -> Result<Command, Error> {
        if !self.can_be_warm() {
            return Ok(self.assemble(&self.language.check, files)?.command(&[]));
        }
        let program = self.assemble(&self.language.run, files)?;
        let warm = Warm { settings: settings(self.entry, self.sources), goal: Goal::Check };
        Ok(Command { warm: Some(warm), ..program.command(&[]) })
    }

    /// Runs the command that builds files, and returns what is there then.
    fn built(&self, command: &[String], files: Snapshot) -> Result<Result<Snapshot, Prepared>, Error> {
        let command = self.assemble(command, files)?.command(&[]);
        let (execution, folder) =
            self.sandbox.run_and_keep_folder(&command, &Input::default(), &Limits::for_tools())?;
        if execution.exit != Exit::Code(0) {
            return Ok(Err(not_prepared(&execution)));
        }
        match Snapshot::of_folder(&folder.path()) {
            Ok(built) => Ok(Ok(built)),
            Err(TakeError::Problem(problem)) => Ok(Err(Prepared::Broken(problem.sentence()))),
            Err(TakeError::Fault(unreadable)) => Err(Error::Folder(unreadable.source)),
        }
    }

    /// Returns the sources of the language that are there, without headers.
    fn units(&self, files: &Snapshot) -> Vec<&str> {
        let is_unit = |name: &&str| {
            let ending = Path::new(name).extension();
            let is_source = ending.is_some_and(|ending| {
                self.language.extensions.iter().any(|known| ending.eq_ignore_ascii_case(known))
            });
            is_source && !self.language.is_header(name) && files.get(Path::new(name)).is_some()
        };
        let others = self.sources.iter().map(String::as_str).filter(|name| *name != self.entry);
        iter::once(self.entry).chain(others).filter(is_unit).collect()
    }

    /// Fills in the words in braces of one command of a profile.
    fn assemble(&self, command: &[String], files: Snapshot) -> Result<Program, Error> {
        let Self { sandbox, language, ref tools, entry, sources } = *self;
        let is_there = |name: &&String| goes_along(name, entry) && files.get(Path::new(name)).is_some();
        let sources: Vec<&String> = sources.iter().filter(is_there).collect();
        let mut files = files;
        let mut words = Vec::new();
        let mut folders = Vec::new();
        let can_be_warm = self.can_be_warm();
        for word in command {
            match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some("sources") => {
                    let names = iter::once(entry).chain(sources.iter().map(|name| name.as_str()));
                    words.extend(names.map(|name| OsString::from(&*no_option(name))));
                }
                Some("units") => {
                    words
                        .extend(self.units(&files).into_iter().map(|name| OsString::from(&*no_option(name))));
                }
                Some("class") => words.push(Path::new(entry).file_stem().unwrap_or_default().to_owned()),
                Some("compile") => {
                    let script = File { content: warm::COMPILE.into(), executable: false };
                    files.insert(warm::COMPILE_PATH.into(), script);
                    words.push(warm::COMPILE_PATH.into());
                }
                Some(name) if tools.contains_key(name) => {
                    words.push(tools[name].program.clone().into_os_string());
                    folders.extend(tools[name].folders.iter().cloned());
                }
                _ => words.push(word.replace("{entry}", &no_option(entry)).into()),
            }
        }
        let program = PathBuf::from(words.remove(0));
        let own = program.strip_prefix(".").ok().map(|name| match files.get(name).cloned() {
            None => ExecutableOrigin::Absent,
            Some(file) => {
                // Zip files and browsers lose the permission, and an isolated linker may not be able to set it.
                files.insert(name.to_path_buf(), File { executable: true, ..file });
                if language.build.is_empty() { ExecutableOrigin::HandedIn } else { ExecutableOrigin::Built }
            }
        });
        let fixed = [("PATH", SEARCH_PATH), ("LANG", "C.UTF-8"), ("TZ", "UTC")];
        let env =
            fixed.into_iter().chain(language.env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let env = env.map(|(name, value)| (name.into(), value.into())).collect();
        let image = image(&files)?;
        Ok(Program {
            sandbox: sandbox.clone(),
            files,
            image,
            program,
            args: words,
            env,
            tools: folders,
            own,
            flushes: language.flushes,
            seeding: self.language.seeding,
            can_be_warm,
            can_be_proved: self.can_be_proved(),
            with_prover: None,
            warm: None,
        })
    }
}

/// Returns the message of a failed check or build; without one, how it ended.
fn not_prepared(execution: &Execution) -> Prepared {
    match execution.exit {
        Exit::Code(_) => Prepared::Broken(complaint(execution)),
        _ => Prepared::Stopped(complaint(execution)),
    }
}

fn complaint(execution: &Execution) -> Untrusted {
    let stderr = complaint::without_folder(&execution.stderr, &execution.folder);
    let said = [&stderr, &execution.stdout].into_iter().find(|stream| !stream.trim_ascii().is_empty());
    said.map_or_else(
        || format!("checking or building it ended with {}", execution.exit).into(),
        |said| complaint::bounded(String::from_utf8_lossy(said).trim_end()).into(),
    )
}
