//! Makes a program of handed-in files, which can be run any number of times.

mod question;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::sighting::Built;
use super::surroundings::Surroundings;
use super::tools::{self, Found};
use super::warm::{self, Compiled, Script};
use super::{Driver, Error, Language, ToolError, complaint, thread_dump};
use crate::resource::Resource;
use crate::sandbox::{
    self, Claim, Command, Execution, Exit, Files, Goal, Input, KeptFolder, Limits, Sandbox, Warm,
};
use crate::submission::{File, Snapshot, TakeError};
use crate::untrusted::Untrusted;

pub(crate) use question::Question;

/// The folders in which compilers search for their tools.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A program that is ready to be run.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    sandbox: Sandbox,
    files: Snapshot,
    image: Arc<Files>,
    program: PathBuf,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    tools: Vec<PathBuf>,
    /// The origin of the file that is executed, if it is the submission's own.
    own: Option<ExecutableOrigin>,
    /// Whether the program needs no terminal to flush its output.
    flushes: bool,
    /// Whether its interpreter can be kept warm.
    can_be_warm: bool,
    /// Whether it can be looked at from inside, to find out that it is endless.
    can_be_proved: bool,
    /// Its files with those that look at it, for an interpreter that is not kept warm.
    with_prover: Option<Arc<Files>>,
    /// The same program with its entry compiled, and how a warm interpreter runs it.
    warm: Option<(Arc<Files>, Warm)>,
}

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
        let builder = build.assemble(&language.build, files)?;
        let (execution, folder) =
            sandbox.run_and_keep_folder(&builder.command(&[]), &Input::default(), &Limits::for_tools())?;
        if execution.exit != Exit::Code(0) {
            return Ok(not_prepared(&execution));
        }
        files = match Snapshot::of_folder(&folder.path()) {
            Ok(built) => built,
            Err(TakeError::Problem(problem)) => return Ok(Prepared::Broken(problem.sentence())),
            Err(TakeError::Fault(unreadable)) => return Err(Error::Folder(unreadable.source)),
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

impl Program {
    /// Runs the program in a fresh folder that contains its files and those of the run, and returns also the folder as
    /// the program left it, if somebody asks for files in it.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub(crate) fn run(
        &self,
        args: &[String],
        input: &Input,
        surroundings: &Surroundings,
        limits: &Limits,
    ) -> Result<(Execution, Option<KeptFolder>), Error> {
        if !surroundings.is_usual() {
            let own = Surroundings { asked: surroundings.asked.clone(), ..Surroundings::default() };
            return self.surrounded_by(surroundings)?.run(args, input, &own, limits);
        }
        let command = self.observed_command(args);
        let input = &Input { terminal: input.terminal && !self.flushes, ..input.clone() };
        let ran = match surroundings.asked.as_slice() {
            [] => self.sandbox.run(&command, input, limits).map(|execution| (execution, None)),
            _ => self
                .sandbox
                .run_and_keep_folder(&command, input, limits)
                .map(|(execution, folder)| (execution, Some(folder))),
        };
        let (execution, folder) = ran.map_err(|error| self.not_run(error))?;
        Ok((self.told(execution), folder))
    }

    /// Returns the command of a run that is looked at from inside, by a warm interpreter if there can be one.
    fn observed_command(&self, args: &[String]) -> Command {
        let mut command = Command { prove: self.can_be_proved, ..self.command(args) };
        if let Some((files, warm)) = &self.warm {
            command.files = files.clone();
            command.warm = Some(warm.clone());
        } else if let Some(files) = &self.with_prover {
            command.files = files.clone();
            command.env.push(warm::PROVER_VARIABLE.map(OsString::from).into());
        }
        command
    }

    /// Returns an execution with what the program, or somebody for it, tells about its end.
    fn told(&self, mut execution: Execution) -> Execution {
        if let (Some(seen), None, Some(ExecutableOrigin::Built)) =
            (&execution.seen, &execution.claim, self.own)
        {
            execution.claim = self.built().claim(seen).map(Claim::Heard);
        }
        if matches!(execution.exit, Exit::Exceeded(Resource::Cpu | Resource::Wall))
            && self.program.file_name().is_some_and(|name| name == "java")
        {
            execution.claim = thread_dump::take(&mut execution.stderr, &self.files).map(Claim::Heard);
        }
        execution.stderr = complaint::without_folder(&execution.stderr, &execution.folder);
        execution
    }

    /// Returns the sandbox in which it runs.
    pub(crate) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Returns the same program with what surrounds one run. No interpreter is kept warm for one run.
    fn surrounded_by(&self, surroundings: &Surroundings) -> Result<Self, Error> {
        let mut program = Self { warm: None, with_prover: None, ..self.clone() };
        for (path, file) in surroundings.given.iter() {
            program.files.supply(path.to_path_buf(), file.clone());
        }
        program
            .env
            .retain(|(name, _)| !name.to_str().is_some_and(|name| surroundings.env.contains_key(name)));
        program.env.extend(surroundings.env.iter().map(|(name, value)| (name.into(), value.into())));
        program.image = image(&program.files)?;
        if program.can_be_proved {
            program.with_prover = Some(image(&warm::with_prover(&program.files))?);
        }
        Ok(program)
    }

    fn built(&self) -> Built<'_> {
        let Self { sandbox, files, image, program, env, .. } = self;
        Built { sandbox, files, image, program: program.strip_prefix(".").unwrap_or(program), env }
    }

    /// Decides whose fault it is that nothing was run.
    fn not_run(&self, error: sandbox::Error) -> Error {
        let sandbox::Error::Start { source, .. } = &error else { return error.into() };
        match self.own {
            Some(own) if source.raw_os_error().is_some_and(|errno| own.is_refused_by(errno)) => {
                let name = self.program.strip_prefix(".").unwrap_or(&self.program).display();
                Error::NoProgram(format!("`{name}` is not a program that can be started here: {source}"))
            }
            _ => error.into(),
        }
    }

    /// Returns the size of its files in the file system of a run, in bytes.
    pub(crate) fn room(&self) -> u64 {
        self.files.room()
    }

    /// Returns the same program with one file added or replaced.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub(crate) fn with_file(&self, path: &Path, file: File) -> Result<Self, Error> {
        let mut program = Self { warm: None, with_prover: None, ..self.clone() };
        program.files.supply(path.to_path_buf(), file);
        program.image = image(&program.files)?;
        Ok(program)
    }

    /// Runs a script of ours with the program's interpreter, in a fresh folder with the program's files.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub(crate) fn run_script(
        &self,
        script: &Script,
        args: &[String],
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        let source = if self.can_be_warm { script.start() } else { script.source.to_owned() };
        let args = ["-c".to_owned(), source].into_iter().chain(args.iter().cloned()).collect::<Vec<_>>();
        let warm = self.can_be_warm.then(|| script.warm());
        let mut command = Command { channel: script.channel, warm, ..self.command(&args) };
        command.args.drain(..self.args.len());
        Ok(self.sandbox.run(&command, input, limits)?)
    }

    /// Returns the same program with the file of a driver.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub(crate) fn with_driver(&self, driver: &Driver) -> Result<Self, Error> {
        self.with_file(Path::new(driver.path), File { content: driver.source.into(), executable: false })
    }

    /// Returns the same program with more files.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub(crate) fn with_files<'f>(
        &self,
        files: impl Iterator<Item = &'f (String, File)>,
    ) -> Result<Self, Error> {
        let mut program = Self { warm: None, with_prover: None, ..self.clone() };
        for (path, file) in files {
            program.files.insert(path.into(), file.clone());
        }
        program.image = image(&program.files)?;
        Ok(program)
    }

    /// Runs a driver with the program's interpreter, in a fresh folder with the files of the program, which has the
    /// driver's file.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub(crate) fn run_driver(
        &self,
        driver: &Driver,
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        // The last argument of the program's own command is its name.
        let own = self.args.split_last().map_or(&[][..], |(_, own)| own);
        let args = own.iter().cloned().chain(driver.args.iter().map(OsString::from)).collect();
        let command = Command { args, channel: true, ..self.command(&[]) };
        Ok(self.sandbox.run(&command, input, limits)?)
    }

    fn command(&self, args: &[String]) -> Command {
        Command {
            program: self.program.clone(),
            args: self.args.iter().cloned().chain(args.iter().map(OsString::from)).collect(),
            env: self.env.clone(),
            files: self.image.clone(),
            tools: self.tools.clone(),
            channel: false,
            prove: false,
            warm: None,
        }
    }
}

/// The origin of a file that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExecutableOrigin {
    /// It was handed in.
    HandedIn,
    /// A compiler made it.
    Built,
    /// It does not exist.
    Absent,
}

impl ExecutableOrigin {
    /// Tells whether the error of execve(2) means that the file itself cannot be executed.
    fn is_refused_by(self, errno: i32) -> bool {
        let is_none = [libc::ENOEXEC, libc::EINVAL, libc::ELIBBAD].contains(&errno);
        // A script names its interpreter.
        let has_no_interpreter =
            [libc::ENOENT, libc::EACCES, libc::ELOOP, libc::ENOTDIR, libc::EISDIR, libc::ENAMETOOLONG]
                .contains(&errno);
        match self {
            Self::HandedIn => is_none || has_no_interpreter,
            Self::Built => is_none,
            Self::Absent => false,
        }
    }
}

fn image(files: &Snapshot) -> Result<Arc<Files>, Error> {
    let each = files.iter().map(|(path, file)| (path, file.content.as_slice(), file.executable));
    Files::new(each).map(Arc::new).map_err(Error::Folder)
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
