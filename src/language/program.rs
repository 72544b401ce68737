//! Turns handed-in files into a program that can be run any number of times.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Error, Language, tools};
use crate::sandbox::{self, Command, Execution, Exit, Input, Limits, WorkFolder};
use crate::submission::{File, Snapshot, TakeError};

/// The folders in which compilers look for their helpers.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A program that is ready to be run.
#[derive(Clone, Debug)]
pub struct Program {
    files: Snapshot,
    program: PathBuf,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
}

/// What came of preparing a submission.
#[derive(Debug)]
pub enum Prepared {
    /// It can be run.
    Ready(Program),
    /// It does not parse or compile; this is what the language says about it.
    Broken(String),
}

/// Checks and builds a program, in a folder of its own.
///
/// `sources` are the files that the assignment names; those of the entry's language are checked or
/// built with it.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub fn prepare(
    language: &Language,
    files: Snapshot,
    entry: &str,
    sources: &[String],
) -> Result<Prepared, Error> {
    let mut files = files;
    for step in [&language.check, &language.build] {
        if step.is_empty() {
            continue;
        }
        let program = assemble(language, step, files.clone(), entry, sources)?;
        let folder = program.lay_out()?;
        let execution = program.run_in(&folder, &[], &Input::default(), &preparation_limits())?;
        if execution.exit != Exit::Code(0) {
            return Ok(Prepared::Broken(complaint(&execution)));
        }
        if step == &language.build {
            files = match Snapshot::of_folder(folder.path()) {
                Ok(built) => built,
                Err(TakeError::Problem(problem)) => return Ok(Prepared::Broken(problem.to_string())),
                Err(TakeError::Fault(fault)) => return Err(Error::Folder(std::io::Error::other(fault))),
            };
        }
    }
    Ok(Prepared::Ready(assemble(language, &language.run, files, entry, sources)?))
}

impl Program {
    /// Runs the program in a fresh folder with nothing but its files.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written or the sandbox fails.
    pub fn run(&self, args: &[String], input: &Input, limits: &Limits) -> Result<Execution, Error> {
        let folder = self.lay_out()?;
        self.run_in(&folder, args, input, limits)
    }

    /// The same program with one file more, or with another file in the place of one.
    #[must_use]
    pub fn with_file(&self, path: &Path, file: File) -> Self {
        let mut program = self.clone();
        program.files.insert(path.to_path_buf(), file);
        program
    }

    /// The file at a path.
    pub fn file(&self, path: &Path) -> Option<&File> {
        self.files.get(path)
    }

    /// Runs the program's interpreter with other arguments, in a fresh folder with the program's files, and
    /// with a way back to us on descriptor 3.
    ///
    /// # Errors
    ///
    /// As for [`Program::run`].
    pub fn run_interpreter(
        &self,
        args: &[String],
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        let folder = self.lay_out()?;
        let mut command = self.command(&folder, args);
        command.args.drain(..self.args.len());
        command.channel = true;
        Ok(sandbox::run(&command, input, limits)?)
    }

    fn lay_out(&self) -> Result<WorkFolder, Error> {
        let folder = WorkFolder::new().map_err(Error::Folder)?;
        for (path, file) in self.files.iter() {
            folder.write(path, &file.content, file.executable).map_err(Error::Folder)?;
        }
        Ok(folder)
    }

    fn run_in(
        &self,
        folder: &WorkFolder,
        args: &[String],
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        let command = self.command(folder, args);
        let mut execution = sandbox::run(&command, input, limits)?;
        execution.stderr = without_folder(&execution.stderr, folder.path());
        Ok(execution)
    }

    fn command(&self, folder: &WorkFolder, args: &[String]) -> Command {
        Command {
            program: folder.path().join(&self.program),
            args: self.args.iter().cloned().chain(args.iter().map(OsString::from)).collect(),
            env: [("HOME", folder.path().as_os_str()), ("TMPDIR", folder.path().as_os_str())]
                .map(|(name, value)| (OsString::from(name), value.to_owned()))
                .into_iter()
                .chain(self.env.iter().cloned())
                .collect(),
            folder: folder.path().to_path_buf(),
            channel: false,
        }
    }
}

/// Fills in the words in braces of one command of a profile.
fn assemble(
    language: &Language,
    command: &[String],
    files: Snapshot,
    entry: &str,
    sources: &[String],
) -> Result<Program, Error> {
    let goes_along = |name: &&String| {
        let path = Path::new(name);
        *name != entry && path.extension() == Path::new(entry).extension() && files.get(path).is_some()
    };
    let mut words = Vec::new();
    for word in command {
        match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
            Some("sources") => {
                words.push(OsString::from(entry));
                words.extend(sources.iter().filter(goes_along).map(OsString::from));
            }
            Some("class") => words.push(Path::new(entry).file_stem().unwrap_or_default().to_owned()),
            Some(name) if language.tools.contains_key(name) => {
                words.push(tools::find(name, &language.tools[name], &language.title)?.into_os_string());
            }
            _ => words.push(word.replace("{entry}", entry).into()),
        }
    }
    let program = PathBuf::from(words.remove(0));
    let mut files = files;
    if program == Path::new(".").join(entry)
        && let Some(file) = files.get(Path::new(entry)).cloned()
    {
        // Zip files and browsers lose the permission.
        files.insert(entry.into(), File { executable: true, ..file });
    }
    let fixed = [("PATH", SEARCH_PATH), ("LANG", "C.UTF-8"), ("TZ", "UTC")];
    let env =
        fixed.into_iter().chain(language.env.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let env = env.map(|(name, value)| (name.into(), value.into())).collect();
    Ok(Program { files, program, args: words, env })
}

/// Compilers work harder than the programs they make.
fn preparation_limits() -> Limits {
    Limits {
        cpu: Duration::from_secs(30),
        wall: Duration::from_secs(120),
        memory: 2 << 30,
        output: 1 << 20,
        processes: 64,
    }
}

/// What a failed check or build said, or else how it ended.
fn complaint(execution: &Execution) -> String {
    let said =
        [&execution.stderr, &execution.stdout].into_iter().find(|stream| !stream.trim_ascii().is_empty());
    said.map_or_else(
        || format!("checking or building it ended with {}", execution.exit),
        |said| String::from_utf8_lossy(said).trim_end().to_owned(),
    )
}

/// Tracebacks name files by the folder of the run, which is another each time.
fn without_folder(stderr: &[u8], folder: &Path) -> Vec<u8> {
    let mut prefix = folder.as_os_str().as_encoded_bytes().to_vec();
    prefix.push(b'/');
    let mut rest = stderr;
    let mut kept = Vec::with_capacity(stderr.len());
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(prefix.as_slice()) {
            rest = after;
        } else {
            kept.push(byte);
            rest = &rest[1..];
        }
    }
    kept
}
