//! Finds out whether it is the machine, or what the spec adds to a compiler's command, that keeps a program from being checked or
//! built: then nobody's program can be, and it is no student's fault.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::super::{Aids, BuildOptions, Error, Language, Runtime, Surroundings, makefile};
use super::build::BuildSettings;
use super::failure::said;
use super::prepare::{Prepared, prepare, with_files_of};
use crate::digest::Digest;
use crate::sandbox::{Exit, Input, Limits, Sandbox};
use crate::submission::{File, Snapshot};

/// What came of trials, by the command and what it was tried with: the complaint of the compiler, if there was one.
static TRIED: Mutex<Option<HashMap<Digest, Option<String>>>> = Mutex::new(None);

/// Tries a command with the smallest program there is, where flags, libraries and sanitizers are added also without these, and then the
/// instructor's files alone.
///
/// # Errors
///
/// When that cannot be built either, or the sandbox fails.
pub(super) fn of(build: &BuildSettings, command: &[String]) -> Result<(), Error> {
    if build.options.make.is_some() {
        return of_makefile(build, command);
    }
    let Some(smallest) = &build.language.smallest else { return Ok(()) };
    // What is defined is of the submission alone, and so are its files.
    let not_returneds =
        BuildOptions { define: BTreeMap::new(), files: Snapshot::default(), ..build.options.clone() };
    if let Some(complaint) = tried(build, command, &not_returneds, smallest)? {
        if let Some(complaint) = tried(build, command, BuildOptions::usual(), smallest)? {
            return Err(unable(build.language, &complaint));
        }
        let help = help(build, &complaint);
        return Err(Error::Options { language: build.language.title.clone(), complaint, help });
    }
    if build.options.files.iter().next().is_none() {
        return Ok(());
    }
    // Functions of a submission are missing then, which only the linker says.
    let complaint = tried(build, command, build.options, "")?.unwrap_or_default();
    match complaint.lines().find(|line| is_about(line, &build.options.files)) {
        None => Ok(()),
        Some(line) => {
            let help = "correct this file: it cannot be compiled, whatever is handed in".to_owned();
            let (language, complaint) = (build.language.title.clone(), line.to_owned());
            Err(Error::Options { language, complaint, help })
        }
    }
}

pub(super) fn unable(language: &Language, complaint: &str) -> Error {
    let complaint = complaint.lines().next().unwrap_or_default().to_owned();
    Error::Unable { language: language.title.clone(), complaint }
}

impl Language {
    /// Checks or builds the smallest program, and runs it.
    ///
    /// # Errors
    ///
    /// When one of these is not possible, or the sandbox fails.
    pub fn try_smallest(&self, sandbox: &Sandbox) -> Result<(), Error> {
        let Some(smallest) = &self.smallest else { return Ok(()) };
        let (entry, files) = smallest_files(self, smallest);
        match prepare(sandbox, self, files, &entry, &[], BuildOptions::usual())? {
            Prepared::Broken(_) | Prepared::Stopped(_) => Err(unable(self, "they refuse the smallest one")),
            Prepared::Ready(program) => {
                let surroundings = Surroundings::default();
                let (execution, _) =
                    program.run(&[], &Input::default(), &surroundings, &Limits::for_tools())?;
                match execution.exit {
                    Exit::Code(0) => Ok(()),
                    _ => Err(unable(self, &said(&execution))),
                }
            }
        }
    }
}

/// The smallest program in a file of its language.
fn smallest_files(language: &Language, source: &str) -> (String, Snapshot) {
    let entry = format!("Smallest.{}", language.extensions.first().map_or("", String::as_str));
    let mut files = with_files_of(language, Snapshot::default());
    files.insert((&entry).into(), File { content: source.into(), executable: false });
    (entry, files)
}

/// Tries whether `make` can read the instructor's Makefile, if there is one.
fn of_makefile(build: &BuildSettings, command: &[String]) -> Result<(), Error> {
    let files = &build.options.files;
    if files.iter().next().is_none() {
        return Ok(());
    }
    let complaint = tried(build, command, build.options, "")?.unwrap_or_default();
    match complaint.lines().find(|line| makefile::is_unreadable(line, files)) {
        None => Ok(()),
        Some(line) => {
            let help = "correct this file: `make` cannot read it, whatever is handed in".to_owned();
            let (language, complaint) = (build.language.title.clone(), line.to_owned());
            Err(Error::Options { language, complaint, help })
        }
    }
}

/// Tells whether a line is an error in one of these files that another file would not mend.
fn is_about(line: &str, files: &Snapshot) -> bool {
    let is_error = line.contains(": error: ") || line.contains(": fatal error: ");
    // It may be a header of the submission.
    let is_missing = line.ends_with(": No such file or directory");
    let file = line.split(':').next().unwrap_or_default();
    is_error && !is_missing && files.get(Path::new(file)).is_some()
}

/// Builds a source with these options, unless that was tried before, and returns the complaint.
fn tried(
    build: &BuildSettings,
    command: &[String],
    options: &BuildOptions,
    source: &str,
) -> Result<Option<String>, Error> {
    let language = build.language;
    let key = Digest::of_values(&[&language.name, &command, &options.digest(), &source]);
    let mut known = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    if let Some(complaint) = known.get(&key) {
        return Ok(complaint.clone());
    }
    let (entry, mut files) = smallest_files(language, source);
    options.supply(language, &mut files);
    // With an aid it would be the aid's complaint: another linker words it in another way.
    let tools = build.tools.clone();
    let smallest = BuildSettings { entry: &entry, sources: &[], options, tools, aids: Aids::None, ..*build };
    let assembled = smallest.assemble(command, files)?.command(&[]);
    let (execution, _) =
        build.sandbox.run_and_keep_folder(&assembled, &Input::default(), &Limits::for_tools())?;
    let complaint = (execution.exit != Exit::Code(0)).then(|| said(&execution));
    // What stopped it otherwise may pass.
    if let Exit::Code(_) = execution.exit {
        known.insert(key, complaint.clone());
    }
    Ok(complaint)
}

/// Returns what to do about a complaint.
fn help(build: &BuildSettings, complaint: &str) -> String {
    let missing = build.options.libraries.iter().find(|library| {
        let flag = format!("-l{library}");
        complaint
            .lines()
            .any(|line| line.contains("cannot find") && line.split([' ', ':']).any(|word| word == flag))
    });
    if let Some(library) = missing {
        let package = build.language.package_of(library);
        return format!(
            "install the library `{library}` for every machine that grades (probably the package `{package}`), or correct \
             its name under `libraries`"
        );
    }
    let lacks_sanitizers = ["libasan", "libubsan", "-lasan", "-lubsan", "fsanitize"];
    if build.options.runtime == Runtime::Sanitized
        && lacks_sanitizers.iter().any(|word| complaint.contains(word))
    {
        return "install the sanitizers of the compiler (with Ubuntu's `gcc` they come along, elsewhere they are `libasan` and \
                `libubsan`), or leave out `runtime: sanitized`"
            .to_owned();
    }
    "correct `build` in the spec, or install what is missing".to_owned()
}
