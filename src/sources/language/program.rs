//! Makes a program of handed-in files, which can be run any number of times.

mod aided;
mod assemble;
mod build;
mod failure;
mod make;
mod prepare;
mod question;
mod standard;
mod trial;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::sighting::Built;
use super::surroundings::Surroundings;
use super::symbols::Symbols;
use super::warm::{self, Script};
use super::{
    Driver, Error, Meaning, Seeding, Warning, clock, complaint, interpreter, interrupted, sanitizer,
    thread_dump,
};
use crate::resource::Resource;
use crate::sandbox::{
    self, Claim, Command, Execution, Exit, Files, Input, KeptFolder, Limits, Sandbox, Warm, WarmSettings,
};
use crate::submission::{File, Snapshot};
use crate::system::{NO_FILE, NO_INTERPRETER, NO_PROGRAM, is_program};

pub use failure::STOPPED;
pub(super) use make::settings;
pub use make::{make, make_once};
pub(super) use prepare::prepare_believing;
pub use prepare::{Prepared, prepare, prepare_ahead, prepare_library};
pub use question::Question;

/// A program that is ready to be run.
#[derive(Clone, Debug)]
pub struct Program {
    sandbox: Sandbox,
    /// The file that is run, as the submission has it.
    entry: String,
    files: Snapshot,
    image: Arc<Files>,
    program: PathBuf,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    tools: Vec<PathBuf>,
    /// The origin of the file that is executed, if it is the submission's own.
    own: Option<ExecutableOrigin>,
    /// How its random numbers are fixed.
    seeding: Option<Seeding>,
    /// Whether its clock can be set.
    has_clock: bool,
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
    /// What the compiler warned of.
    warnings: Vec<Warning>,
    /// Whether sanitizers look at it while it runs.
    is_sanitized: bool,
    /// Whether it may have another program run in its place.
    may_be_replaced: bool,
    /// What decides what a line of its sources means.
    meaning: Arc<Meaning>,
}

impl Program {
    /// Runs the program in a fresh folder that contains its files and those of the run, and returns also the folder as
    /// the program left it, if somebody asks for files in it.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub fn run(
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
        let input = &Input { terminal: input.terminal && !self.flushes, ..input.clone() };
        let mut command = self.observed_command(args);
        command.warm = command.warm.filter(|warm| warm.settings != WarmSettings::Node || !input.terminal);
        let ran = match surroundings.asked.as_slice() {
            [] => self.sandbox.run(&command, input, limits).map(|execution| (execution, None)),
            _ => self
                .sandbox
                .run_and_keep_folder(&command, input, limits)
                .map(|(execution, folder)| (execution, Some(folder))),
        };
        if warm::is_doubtful(&command, ran.as_ref().ok().map(|(execution, _)| execution)) {
            return Self { warm: None, ..self.clone() }.run(args, input, surroundings, limits);
        }
        let (execution, folder) = ran.map_err(|error| self.not_run(error))?;
        Ok((self.told(execution), folder))
    }

    /// Returns the command of a run that is looked at from inside, by a warm interpreter if there can be one.
    fn observed_command(&self, args: &[String]) -> Command {
        let mut command = Command { prove: self.can_be_proved, ..self.command(args) };
        // A warm Node with arguments would serve one scenario.
        let is_kept = |warm: &Warm| warm.settings != WarmSettings::Node || args.is_empty();
        if let Some((files, warm)) = self.warm.as_ref().filter(|(_, warm)| is_kept(warm)) {
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
        if matches!(execution.exit, Exit::Exceeded(Resource::Cpu | Resource::Wall)) {
            let stderr = &mut execution.stderr;
            let claim = match self.program.file_name().and_then(OsStr::to_str) {
                Some("java") => thread_dump::take(stderr, &self.files),
                Some("node") => interrupted::take(stderr, &self.files, &execution.folder),
                _ => None,
            };
            execution.claim = claim.map(Claim::Heard).or(execution.claim);
        }
        if self.is_sanitized
            && let Some(claim) = sanitizer::claim(&execution.channel, &self.files).or_else(|| {
                let is_unseen = execution.exit == Exit::Code(0) && !self.may_be_replaced;
                is_unseen.then(|| sanitizer::unseen(&execution.channel)).flatten()
            })
        {
            execution.claim = Some(Claim::Misuse(claim));
            execution.stderr = sanitizer::without_signal(&execution.stderr);
        }
        execution.stderr = complaint::without_folder(&execution.stderr, &execution.folder);
        execution
    }

    /// Returns the file that is executed, if it is one of its own.
    fn executed(&self) -> Option<&File> {
        self.files.get(self.program.strip_prefix(".").unwrap_or(&self.program))
    }

    /// Returns the names in the file that was built.
    fn symbols(&self) -> Symbols {
        self.executed().map(|file| Symbols::of(&file.content)).unwrap_or_default()
    }

    /// Returns the file that is run, as the submission has it.
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// Returns what decides what a line of its sources means.
    pub fn meaning(&self) -> &Meaning {
        &self.meaning
    }

    /// Returns the sandbox in which it runs.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Returns the program in whose place sessions with these surroundings are answered.
    ///
    /// # Errors
    ///
    /// When the system has no memory left, or the surroundings are none for its language.
    pub fn in_place(&self, surroundings: &Surroundings) -> Result<Cow<'_, Self>, Error> {
        match surroundings.is_usual() {
            true => Ok(Cow::Borrowed(self)),
            false => self.surrounded_by(surroundings).map(Cow::Owned),
        }
    }

    /// Tells whether its clock is set.
    pub fn has_own_time(&self) -> bool {
        self.files.get(Path::new(clock::PATH)).is_some()
    }

    /// Returns the same program with what surrounds one run. No interpreter is kept warm for one run.
    fn surrounded_by(&self, surroundings: &Surroundings) -> Result<Self, Error> {
        let mut program = Self { warm: None, with_prover: None, can_be_warm: false, ..self.clone() };
        for (path, file) in surroundings.given.iter() {
            program.files.supply(path.to_path_buf(), file.clone());
        }
        program
            .env
            .retain(|(name, _)| !name.to_str().is_some_and(|name| surroundings.env.contains_key(name)));
        program.env.extend(surroundings.env.iter().map(|(name, value)| (name.into(), value.into())));
        if let Some(seed) = surroundings.seed {
            let seeding =
                self.seeding.ok_or(Error::Unseeded("the random numbers of this language cannot be fixed"))?;
            let set = |name: &str, value: String| program.env.push((name.into(), value.into()));
            seeding.plant(seed, self.can_be_proved, &mut program.files, set)?;
        }
        if let Some(instant) = surroundings.clock {
            if !self.has_clock {
                return Err(Error::Unset);
            }
            let set = |name: &str, value: String| program.env.push((name.into(), value.into()));
            if !clock::plant(instant, &mut program.files, set) {
                return Err(Error::Unset);
            }
        }
        program.image = image(&program.files)?;
        if program.can_be_proved {
            program.with_prover = Some(image(&warm::with_prover(&program.files))?);
        }
        Ok(program)
    }

    /// Returns the path of what is executed: of an interpreter, or of the program itself.
    pub fn interpreter(&self) -> &Path {
        &self.program
    }

    /// Returns the same program as whoever starts it without us has it: nothing looks at it from inside.
    pub(super) fn started_anew(&self) -> Self {
        Self { warm: None, with_prover: None, can_be_warm: false, can_be_proved: false, ..self.clone() }
    }

    /// Returns the same interpreter without any file of the program.
    pub fn not_returneds(&self) -> Self {
        Self { files: Snapshot::default(), warm: None, with_prover: None, ..self.clone() }
    }

    fn built(&self) -> Built<'_> {
        let Self { sandbox, files, image, program, env, .. } = self;
        Built { sandbox, files, image, program: program.strip_prefix(".").unwrap_or(program), env }
    }

    /// Decides whose fault it is that nothing was run.
    fn not_run(&self, error: sandbox::Error) -> Error {
        let sandbox::Error::Start { source, .. } = &error else { return error.into() };
        let path = self.program.strip_prefix(".").unwrap_or(&self.program);
        let content = self.files.get(path).map_or([].as_slice(), |file| &file.content);
        let named = interpreter::named_by(content);
        match self.own {
            Some(own)
                if source.raw_os_error().is_some_and(|errno| own.is_refused_by(errno, named.as_deref())) =>
            {
                let name = path.display();
                let named =
                    named.map(|named| format!("; it is to be started by `{named}`")).unwrap_or_default();
                Error::NoProgram(format!(
                    "`{name}` is not a program that can be started here: {source}{named}"
                ))
            }
            _ => error.into(),
        }
    }

    /// Returns the size of its files in the file system of a run, in bytes.
    pub fn room(&self) -> u64 {
        self.files.room()
    }

    /// Returns the same program with one file added or replaced.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub fn with_file(&self, path: &Path, file: File) -> Result<Self, Error> {
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
    pub fn run_script(
        &self,
        script: &Script,
        args: &[String],
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        let (program, own) = match (self.can_be_warm, self.sandbox.has_forks()) {
            (true, _) => (Cow::Borrowed(self), vec!["-c".to_owned(), script.start()]),
            (false, true) => (Cow::Borrowed(self), vec!["-c".to_owned(), script.source.to_owned()]),
            // On Windows a command has not enough room for the text.
            (false, false) => {
                let file = File { content: script.source.into(), executable: false };
                let program = self.with_file(Path::new(warm::SCRIPT), file)?;
                (Cow::Owned(program), vec!["-c".to_owned(), warm::START_FROM_FILE.to_owned()])
            }
        };
        let args: Vec<String> = own.into_iter().chain(args.iter().cloned()).collect();
        let warm = self.can_be_warm.then(|| script.warm());
        let mut command = Command { channel: script.channel, warm, ..program.command(&args) };
        command.args.drain(..self.args.len());
        Ok(self.sandbox.run(&command, input, limits)?)
    }

    /// Returns the same program with the file of a driver.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub fn with_driver(&self, driver: &Driver) -> Result<Self, Error> {
        self.with_file(Path::new(driver.path), File { content: driver.source.into(), executable: false })
    }

    /// Returns the same program with more files.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub fn with_files<'f>(&self, files: impl Iterator<Item = &'f (String, File)>) -> Result<Self, Error> {
        let mut program = Self { warm: None, with_prover: None, ..self.clone() };
        for (path, file) in files {
            program.files.insert(path.into(), file.clone());
        }
        program.image = image(&program.files)?;
        Ok(program)
    }

    /// Runs another file of the program with its interpreter.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub fn run_file(&self, file: &str, limits: &Limits) -> Result<Execution, Error> {
        // The last argument of the program's own command is its name.
        let own = self.args.split_last().map_or(&[][..], |(_, own)| own);
        let args = own.iter().cloned().chain([OsString::from(file)]).collect();
        let command = Command { args, ..self.command(&[]) };
        Ok(self.sandbox.run(&command, &Input::default(), limits)?)
    }

    /// Runs a driver with the program's interpreter, in a fresh folder with the files of the program, which has the
    /// driver's file.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub fn run_driver(&self, driver: &Driver, input: &Input, limits: &Limits) -> Result<Execution, Error> {
        // The last argument of the program's own command is its name.
        let own = self.args.split_last().map_or(&[][..], |(_, own)| own);
        let args = own.iter().cloned().chain(driver.args.iter().map(OsString::from)).collect();
        let command = Command { args, channel: true, ..self.command(&[]) };
        Ok(self.sandbox.run(&command, input, limits)?)
    }

    /// Runs the program, which answers on descriptor 3, in a fresh folder with its files.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub fn run_to_answer(&self, args: &[String], input: &Input, limits: &Limits) -> Result<Execution, Error> {
        let command = Command { channel: true, ..self.command(args) };
        Ok(self.sandbox.run(&command, input, limits)?)
    }

    /// Returns its files.
    pub fn files(&self) -> &Snapshot {
        &self.files
    }

    /// Returns what the compiler warned of.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn command(&self, args: &[String]) -> Command {
        Command {
            program: self.program.clone(),
            args: self.args.iter().cloned().chain(args.iter().map(OsString::from)).collect(),
            env: self.env.clone(),
            files: self.image.clone(),
            tools: self.tools.clone(),
            channel: self.is_sanitized,
            reserves: self.is_sanitized,
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
    /// Tells whether the error of execve(2) means that the file itself cannot be executed. `named` is what it names to be
    /// started by.
    fn is_refused_by(self, errno: i32, named: Option<&str>) -> bool {
        let is_none = NO_PROGRAM.contains(&errno);
        let has_no_interpreter = NO_FILE.contains(&errno);
        match self {
            Self::HandedIn => is_none || has_no_interpreter,
            // The file itself is there, so what is missing is what it names. That something must not be executed may be
            // a fault of this machine, such as a folder without programs, unless it names something odd.
            Self::Built => {
                let is_odd = |named: &str| !is_program(Path::new(named));
                is_none
                    || named.is_some_and(|named| {
                        NO_INTERPRETER.contains(&errno) || has_no_interpreter && is_odd(named)
                    })
            }
            Self::Absent => false,
        }
    }
}

fn image(files: &Snapshot) -> Result<Arc<Files>, Error> {
    let each = files.iter().map(|(path, file)| (path, file.content.as_slice(), file.executable));
    Files::new(each).map(Arc::new).map_err(Error::Folder)
}
