//! Checks and builds the files of a submission, so that they are a program.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::claimed::{self, Compiled as CompiledApart};
use super::super::fidelity;
use super::super::java_release;
use super::super::symbols::Symbols;
use super::super::tools::{self, Found};
use super::super::warm::{self, Compiled};
use super::super::{
    Aids, BuildOptions, Error, Language, MakeGoal, OutOfReach, Runtime, Warning, class_of, complaint,
    makefiles, warnings, watched,
};
use super::failure::{is_about_one_of, not_prepared};
use super::trial;
use super::{ExecutableOrigin, Program, image};
use crate::sandbox::{Command, Exit, Goal, Input, Limits, Sandbox, Warm, WarmSettings};
use crate::submission::{File, Snapshot, TakeError};
use crate::system::{names_of_built, search_path};
use crate::untrusted::Untrusted;

/// The result of preparing a submission.
#[derive(Debug)]
pub(crate) enum Prepared {
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
pub(crate) fn prepare(
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
    if program.own == Some(ExecutableOrigin::Absent) {
        let made_none = match &options.make {
            None => "the compiler ended well, and made no program".to_owned(),
            Some(MakeGoal { target, program }) => {
                format!("`make {target}` ended well, and made no file `{program}`")
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

/// Where a source is written with all that it includes.
const PREPROCESSED: &str = ".yardstick-preprocessed";

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

/// The settings for building a program, which do not depend on its files.
pub(in crate::language) struct BuildSettings<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) language: &'a Language,
    pub(super) tools: Tools,
    /// The file that is run.
    pub(super) entry: &'a str,
    /// The files that the assignment names.
    pub(super) sources: &'a [String],
    /// What the spec adds.
    pub(super) options: &'a BuildOptions,
    /// What may make it faster.
    pub(super) aids: Aids,
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
    let tools = tools.map_or_else(|| tools_of(sandbox, language), Ok)?;
    let options = &BuildOptions::default();
    let build = BuildSettings { sandbox, language, tools, entry, sources, options, aids: Aids::None };
    if build.can_be_warm() {
        sandbox.start_ahead(&build.check(Snapshot::default())?)?;
    }
    Ok(())
}

/// Returns the file of a program among others.
fn file_of_program(name: &Path, files: &Snapshot) -> Option<(PathBuf, File)> {
    let names = names_of_built(name.to_str()?).into_iter().map(PathBuf::from);
    names.into_iter().find_map(|name| files.get(&name).cloned().map(|file| (name, file)))
}

fn names_in(files: &Snapshot) -> BTreeSet<PathBuf> {
    files.iter().map(|(path, _)| path.to_path_buf()).collect()
}

/// Returns a copy of a file and its path.
fn owned((path, file): (&Path, &File)) -> (PathBuf, File) {
    (path.to_path_buf(), file.clone())
}

/// Returns the settings of a warm interpreter for a program.
fn settings(entry: &str, sources: &[String]) -> WarmSettings {
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
    for (name, text) in &language.files {
        if files.get(Path::new(name)).is_none() {
            files.insert(name.into(), File { content: text.clone().into_bytes(), executable: false });
        }
    }
    files
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

impl BuildSettings<'_> {
    /// Tells whether the interpreter of the language can be kept warm, if the sandbox allows warm interpreters.
    fn can_be_warm(&self) -> bool {
        self.can_be_proved() && self.sandbox.is_warm() && !self.is_distrusted()
    }

    /// Returns the interpreter that runs programs by forks, if it is one.
    pub(in crate::language) fn interpreter_to_fork(&self) -> Option<PathBuf> {
        let can_be_forked = self.can_be_proved() || self.language.warm == Some(warm::Kind::Node);
        let tool = self.tools.values().next().filter(|_| can_be_forked && self.sandbox.is_warm());
        tool.map(|tool| tool.program.clone())
    }

    /// Returns the program that builds, if there is one.
    pub(in crate::language) fn compiler(&self) -> Option<PathBuf> {
        let name = self.language.build.first()?.strip_prefix('{')?.strip_suffix('}')?;
        self.tools.get(name).map(|tool| tool.program.clone())
    }

    fn is_distrusted(&self) -> bool {
        self.tools.values().next().is_some_and(|tool| fidelity::is_distrusted(self.sandbox, &tool.program))
    }

    /// Tells whether programs can be run by forks of a Node that has started.
    fn is_run_by_node(&self) -> bool {
        self.language.warm == Some(warm::Kind::Node) && self.sandbox.is_warm() && !self.is_distrusted()
    }

    /// Tells whether the interpreter of the language can load a module of ours.
    fn can_be_proved(&self) -> bool {
        self.language.warm == Some(warm::Kind::Python) && !self.tools.values().any(|tool| tool.cold)
    }

    /// Returns the command that checks a program: the warm interpreter that will run it, if there can be one.
    fn check(&self, files: Snapshot) -> Result<Command, Error> {
        if !self.can_be_warm() {
            let warm = self.is_run_by_node().then_some(warm::BY_NODE);
            return Ok(Command { warm, ..self.assemble(&self.language.check, files)?.command(&[]) });
        }
        let program = self.assemble(&self.language.run, files)?;
        let warm = Warm { settings: settings(self.entry, self.sources), goal: Goal::Check };
        Ok(Command { warm: Some(warm), ..program.command(&[]) })
    }

    /// Runs the command that builds files, and returns what is there then.
    pub(super) fn built(
        &self,
        command: &[String],
        files: Snapshot,
    ) -> Result<Result<(Snapshot, Vec<Warning>), Prepared>, Error> {
        let mut files = files;
        let is_theirs = names_in(&files);
        let their_classes =
            files.iter().filter(|(path, _)| java_release::is_class(path)).map(owned).collect();
        self.options.supply(self.language, &mut files);
        let assembled = self.assemble(command, files)?.command(&[]);
        let (execution, folder) =
            self.sandbox.run_and_keep_folder(&assembled, &Input::default(), &Limits::for_tools())?;
        if execution.exit != Exit::Code(0) {
            let refused = not_prepared(&execution);
            if !self.options.is_usual() || !is_about_one_of(&refused, &is_theirs) {
                trial::of(self, command)?;
            }
            return Ok(Err(refused));
        }
        match Snapshot::of_folder(&folder.path()) {
            Ok(built) => {
                let java = self.tools.get("java");
                if let Some(reason) =
                    java.and_then(|java| java_release::refusal(&java.program, &their_classes, &built))
                {
                    return Err(trial::unable(self.language, &reason));
                }
                let stderr = complaint::without_folder(&execution.stderr, &execution.folder);
                let is_asked =
                    |file: &Path| is_theirs.contains(file) && self.options.files.get(file).is_none();
                let warnings = warnings::all(&String::from_utf8_lossy(&stderr), is_asked);
                let built = self.options.withdraw(self.language, &built);
                Ok(Ok((self.without_leftovers(&built), warnings)))
            }
            Err(TakeError::Problem(problem)) => Ok(Err(Prepared::Broken(problem.sentence()))),
            // A recipe of a Makefile can take the right away to read what it leaves. No compiler does that.
            Err(TakeError::Fault(unreadable))
                if self.options.make.is_some() && unreadable.source.kind() == ErrorKind::PermissionDenied =>
            {
                Ok(Err(Prepared::Broken("`make` left a file or a folder that may not be read".into())))
            }
            Err(TakeError::Fault(unreadable)) => Err(Error::Folder(unreadable.source)),
        }
    }

    /// Refuses a submission that claims names which the instructor's sources use, and are none of its own. Returns what is told of
    /// other such names.
    fn claims(
        &self,
        program: &Program,
        handed_in: &Snapshot,
    ) -> Result<Result<Vec<Warning>, Prepared>, Error> {
        let Self { language, options, .. } = *self;
        let Some(library) = claimed::library_of(&program.symbols()) else { return Ok(Ok(Vec::new())) };
        if language.objects.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let compiled = match self.built_with_aids(&language.objects, handed_in.clone())? {
            Ok((files, _)) => files,
            Err(not_prepared) => return Ok(Err(not_prepared)),
        };
        let symbols = |unit: &str| {
            let object = Path::new(Path::new(unit).file_name()?).with_extension("o");
            compiled.get(&object).map(|file| Symbols::of(&file.content))
        };
        let found = CompiledApart {
            theirs: self.units(handed_in).into_iter().filter_map(symbols).collect(),
            own: options.units_of_harness(language).filter_map(|unit| symbols(&unit)).collect(),
            library: &library,
            asked: &options.asked,
            files: &options.files,
        };
        if let Some(reason) = found.refusal() {
            return Ok(Err(Prepared::Broken(reason)));
        }
        if claimed::includes_others(&options.files) {
            for unit in options.units_of_harness(language) {
                let alone = BuildSettings { entry: &unit, sources: &[], tools: self.tools.clone(), ..*self };
                let Ok((files, _)) = alone.built(&language.preprocessed, handed_in.clone())? else {
                    continue;
                };
                let Some(text) = files.get(Path::new(PREPROCESSED)) else { continue };
                let text = String::from_utf8_lossy(&text.content);
                if let Some(reason) = claimed::refused_header(&text, &options.files, &library) {
                    return Ok(Err(Prepared::Broken(reason)));
                }
            }
        }
        Ok(Ok(found.remarks(handed_in)))
    }

    /// Returns the files without those that the build has left and no run needs.
    fn without_leftovers(&self, built: &Snapshot) -> Snapshot {
        let is_left = |path: &Path| self.language.leftovers.iter().any(|folder| path.starts_with(folder));
        let kept = built.iter().filter(|(path, _)| !is_left(path));
        kept.map(owned).collect()
    }

    /// Returns the sources of the language that are there, without headers and parts of the entry.
    pub(super) fn units(&self, files: &Snapshot) -> Vec<&str> {
        let is_unit = |name: &&str| {
            let is_unit = self.language.is_source(name) && !self.language.is_header(name);
            is_unit && !self.is_part(files, name) && files.get(Path::new(name)).is_some()
        };
        let others = self.sources.iter().map(String::as_str).filter(|name| *name != self.entry);
        iter::once(self.entry).chain(others).filter(is_unit).collect()
    }

    /// Tells whether the entry includes a source, which is then no unit of its own.
    fn is_part(&self, files: &Snapshot, name: &str) -> bool {
        let entry = files.get(Path::new(self.entry)).map_or(&[][..], |file| &file.content);
        name != self.entry && !self.language.headers.is_empty() && super::super::includes(entry, name)
    }

    /// Fills in the words in braces of one command of a profile.
    pub(super) fn assemble(&self, command: &[String], files: Snapshot) -> Result<Program, Error> {
        let Self { sandbox, language, ref tools, entry, sources, options, .. } = *self;
        let is_there = |name: &&String| {
            goes_along(name, entry) && !self.is_part(&files, name) && files.get(Path::new(name)).is_some()
        };
        let sources: Vec<&String> = sources.iter().filter(is_there).collect();
        let mut files = files;
        let mut words = Vec::new();
        let mut folders = Vec::new();
        let can_be_warm = self.can_be_warm();
        let class = |files: &Snapshot| {
            let content = files.get(Path::new(entry)).map(|file| file.content.as_slice());
            class_of(Path::new(entry), content.unwrap_or_default())
        };
        for word in command {
            match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some("sources") => {
                    let names = iter::once(entry).chain(sources.iter().map(|name| name.as_str()));
                    words.extend(names.map(|name| OsString::from(&*no_option(name))));
                    words.extend(options.own_units(language).into_iter().map(OsString::from));
                }
                Some("units") => {
                    let names = self.units(&files).into_iter();
                    words.extend(names.map(|name| OsString::from(&*no_option(name))));
                    words.extend(options.own_units(language).into_iter().map(OsString::from));
                }
                // One source at a time is preprocessed.
                Some("own") => words.push(entry.into()),
                Some("class") => words.push(class(&files).into()),
                Some("compile") => {
                    let script = File { content: warm::COMPILE.into(), executable: false };
                    files.insert(warm::COMPILE_PATH.into(), script);
                    words.push(warm::COMPILE_PATH.into());
                }
                Some(name) if let Some(aid) = language.aids.get(name) => {
                    match self.found_aid(aid, &files)? {
                        Some(found) => {
                            words.extend(found.words);
                            folders.extend(found.folder);
                        }
                        None => words.extend(aid.instead.iter().map(OsString::from)),
                    }
                }
                Some(name) if tools.contains_key(name) => {
                    words.push(tools[name].program.clone().into_os_string());
                    folders.extend(tools[name].folders.iter().cloned());
                }
                Some(name) if let Some(added) = options.words(language, name) => {
                    words.extend(added.into_iter().map(OsString::from));
                }
                _ => {
                    let word = word.replace("{entry}", &no_option(entry));
                    words.push(match word.contains("{class}") {
                        true => word.replace("{class}", &class(&files)).into(),
                        false => word.into(),
                    });
                }
            }
        }
        if options.make.is_some() {
            // Its recipes call them.
            folders.extend(tools.values().flat_map(|tool| tool.folders.iter().cloned()));
        }
        let program = PathBuf::from(words.remove(0));
        let own = program.strip_prefix(".").ok().map(|name| match file_of_program(name, &files) {
            None => ExecutableOrigin::Absent,
            Some((path, file)) => {
                // Zip files and browsers lose the permission, and an isolated linker may not be able to set it.
                files.insert(path, File { executable: true, ..file });
                if language.build.is_empty() { ExecutableOrigin::HandedIn } else { ExecutableOrigin::Built }
            }
        });
        let search_path = search_path();
        let fixed = [("PATH", search_path.as_str()), ("LANG", "C.UTF-8"), ("TZ", "UTC")];
        let env =
            fixed.into_iter().chain(language.env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let env = env.chain(options.env(language));
        let env = env.map(|(name, value)| (name.into(), value.into())).collect();
        let image = image(&files)?;
        Ok(Program {
            sandbox: sandbox.clone(),
            entry: self.entry.to_owned(),
            files,
            image,
            program,
            args: words,
            env,
            tools: folders,
            own,
            flushes: language.flushes,
            seeding: language.seeding,
            has_clock: language.clock,
            can_be_warm,
            can_be_proved: self.can_be_proved(),
            with_prover: None,
            warm: None,
            warnings: Vec::new(),
            is_sanitized: options.runtime == Runtime::Sanitized,
            may_be_replaced: false,
            meaning: Arc::new(options.meaning()),
        })
    }
}
