//! Runs a tool of a language on files of ours.

use std::iter;
use std::path::{Path, PathBuf};

use super::super::{Aids, BuildOptions, Error, Language};
use super::build::BuildSettings;
use super::prepare::tools_of;
use crate::digest::Digest;
use crate::sandbox::{Execution, Exit, Input, Limits, Sandbox};
use crate::submission::{Snapshot, TakeError};

/// Runs a tool of a language on files of ours, and returns also the files that are there then. A word in braces is a tool.
/// `shelf` is a folder of what was [made once](make_once), if the tool needs one.
///
/// # Errors
///
/// When a tool is missing or the sandbox fails.
pub fn make(
    sandbox: &Sandbox,
    language: &Language,
    command: &[String],
    files: Snapshot,
    shelf: Option<&Path>,
) -> Result<(Execution, Snapshot), Error> {
    let options = &BuildOptions::default();
    let mut command = settings(sandbox, language, options)?.assemble(command, files)?.command(&[]);
    command.tools.extend(shelf.map(Path::to_path_buf));
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

/// Returns the path of the first of some files that a tool makes of files of ours when they are needed often; until then, and if it
/// cannot make them, there are none.
///
/// # Errors
///
/// As for [`make`].
pub fn make_once(
    sandbox: &Sandbox,
    language: &Language,
    command: &[String],
    files: Snapshot,
    names: &[&str],
) -> Result<Option<PathBuf>, Error> {
    made_once(&settings(sandbox, language, &BuildOptions::default())?, command, files, names, false)
}

/// Does the same with what a build has; `is_now` makes them even if they are needed for the first time.
pub(super) fn made_once(
    build: &BuildSettings,
    command: &[String],
    files: Snapshot,
    names: &[&str],
    is_now: bool,
) -> Result<Option<PathBuf>, Error> {
    let digest = files.digest();
    let command = build.assemble(command, files)?.command(&[]);
    let words = command.args.iter().map(|word| word.as_encoded_bytes());
    let key = Digest::of_parts(iter::once(digest.as_bytes()).chain(words));
    build.sandbox.find_on_shelf(key, names, is_now, || {
        let (execution, folder) =
            build.sandbox.run_and_keep_folder(&command, &Input::default(), &Limits::for_tools())?;
        Ok((execution.exit == Exit::Code(0)).then_some(folder))
    })
}

/// What a tool of a language is run with where there is no submission.
///
/// # Errors
///
/// When a tool is missing.
pub(in crate::language) fn settings<'a>(
    sandbox: &'a Sandbox,
    language: &'a Language,
    options: &'a BuildOptions,
) -> Result<BuildSettings<'a>, Error> {
    let tools = tools_of(sandbox, language)?;
    Ok(BuildSettings { sandbox, language, tools, entry: "", sources: &[], options, aids: Aids::None })
}
