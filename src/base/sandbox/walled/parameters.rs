//! The parameters of one run, and the request to a launcher that is made from them.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::handle::LauncherHandle;
use super::launcher::{FOLDER, TEMPORARY};
use super::message::{Canary, CommandLine, Request};
use super::{Command, Error, Goal, Limits};

/// The purpose of a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// Run the program.
    Run,
    /// Run the program, and keep its folder.
    Keep,
    /// Run canaries in place of the program.
    Try(&'a [Canary]),
}

/// The place of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place<'a> {
    /// The folder that the grader made, if the program has no file system of its own.
    pub(super) folder: Option<&'a Path>,
    /// The processor on which the program starts, if it is pinned.
    pub(super) processor: Option<usize>,
}

/// The parameters of one run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunParameters<'a> {
    /// The program to run.
    pub(super) command: &'a Command,
    pub(super) place: Place<'a>,
    pub(super) limits: &'a Limits,
    pub(super) purpose: Purpose<'a>,
}

/// Asks a launcher to start the warm interpreter for a program.
pub(super) fn ask_ahead(launcher: &LauncherHandle, command: &Command) -> Result<(), Error> {
    let (place, limits) = (Place::default(), Limits::default());
    let request =
        request(launcher, &RunParameters { command, place, limits: &limits, purpose: Purpose::Run });
    let ahead = Request { ahead: true, files: None, ..request };
    launcher.ask(&ahead, &[]).map_err(|source| Error::System { what: "ask for an interpreter", source })
}

pub(super) fn request(launcher: &LauncherHandle, parameters: &RunParameters) -> Request {
    let RunParameters { command, place: Place { folder, processor }, limits, purpose } = *parameters;
    let bytes = |text: &std::ffi::OsString| text.as_bytes().to_vec();
    let variable = |name: &[u8], value: &[u8]| [name, b"=", value].concat();
    let home = folder.unwrap_or(Path::new(FOLDER)).as_os_str().as_bytes();
    let temporary = folder.unwrap_or(Path::new(TEMPORARY)).as_os_str().as_bytes();
    let mut env = vec![variable(b"HOME", home), variable(b"TMPDIR", temporary)];
    env.extend(command.env.iter().map(|(name, value)| variable(name.as_bytes(), value.as_bytes())));
    let command_line = CommandLine {
        program: command.program.as_os_str().as_bytes().to_vec(),
        args: command.args.iter().map(bytes).collect(),
        env,
        settings: command.warm.as_ref().map(|warm| warm.settings.clone()),
    };
    Request {
        command_line: launcher.message_for(command_line),
        folder: folder.map(Path::to_path_buf),
        files: folder.is_none().then(|| command.files.0.listing()),
        limits: limits.clone(),
        keep: matches!(purpose, Purpose::Keep),
        channel: command.channel,
        reserves: command.reserves,
        goal: command.warm.as_ref().map_or(Goal::Run, |warm| warm.goal),
        processor,
        ahead: false,
        canaries: match purpose {
            Purpose::Try(canaries) => canaries.to_vec(),
            Purpose::Run | Purpose::Keep => Vec::new(),
        },
    }
}
