//! The plain backend: a child process with pipes, which every system has.
//!
//! It shuts nothing in: a program can do what its author can, who runs it. All input is given at once. A limit is what the
//! system has for it, and what is seen from outside now and then (`usage/`), so a program that wants to can get around it.

mod asks;
mod beside;
mod child;
mod end;
mod hearing;
mod streams;
mod usage;

use std::time::{Duration, Instant};

use super::alarm::Alarm;
use super::channel::Channel;
use super::files::{KeptFolder, KeptFolderPlace};
use super::folder::WorkFolder;
use super::{
    Asks, Claim, Command, Error, Execution, Exit, Given, Isolation, Limits, Usage, claim, interrupted,
};
use crate::resource::Resource;
use crate::system::with_plain_lines;
use beside::Beside;
use child::Child;
use end::{Stopped, exceeded, exit};
use streams::Streams;

/// How often it is looked at what a program has used. The first looks come sooner, so that a short run is not made longer.
const TICK: Duration = Duration::from_millis(10);
const FIRST_TICK: Duration = Duration::from_micros(500);

/// How long the output is waited for that processes may print which a program has left behind. On a busy machine it may also take
/// some time until what the program itself has printed is read.
const LEFT_BEHIND: Duration = Duration::from_secs(2);

/// The plain backend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    channel: Channel,
}

impl Plain {
    /// The walls around its programs.
    pub(super) const ISOLATION: Isolation = Isolation::PLAIN;

    /// Returns the plain backend of this system.
    pub(super) fn of_system() -> Self {
        Self { channel: Channel::of_system() }
    }

    /// Tells whether a driver of ours can fork, and write to us on a descriptor.
    pub(super) fn has_forks(self) -> bool {
        self.channel == Channel::Descriptor
    }

    /// Runs a program until it ends or reaches a limit. The folder is that of the program.
    pub(super) fn execute(
        self,
        command: &Command,
        given: Given,
        limits: &Limits,
        alarm: Option<&Alarm>,
    ) -> Result<(Execution, KeptFolder), Error> {
        if matches!(given, Given::Lines(input) if input.terminal) {
            return Err(Error::NoTerminal);
        }
        let failed = |source| Error::System { what: "write the files of a run", source };
        let folder = WorkFolder::new().map_err(failed)?;
        command.files.lay_out(&folder).map_err(failed)?;
        let beside = Beside::of(command, given, self.channel).map_err(failed)?;
        let (mut child, pipes) = Child::start(command, folder.path(), limits, &beside)?;
        let started = Instant::now();
        let mut streams = Streams::begin(pipes, given, limits);
        let is_stopped = || interrupted() || alarm.is_some_and(Alarm::is_raised);
        let mut stopped = None;
        let mut tick = FIRST_TICK;
        let have_overflowed = |streams: &Streams| streams.have_overflowed() || beside.has_overflowed();
        while stopped.is_none() && !child.has_ended()? && !have_overflowed(&streams) {
            streams.pass_on();
            streams.wait(tick);
            tick = (tick * 2).min(TICK);
            stopped = match exceeded(&child.used(), started.elapsed(), limits) {
                Some(resource) => Some(Stopped::By(resource)),
                None => is_stopped().then_some(Stopped::Interrupted),
            };
        }
        let wall = started.elapsed();
        let had_overflowed = have_overflowed(&streams);
        if let Some(Stopped::By(Resource::Cpu | Resource::Wall)) = stopped {
            hearing::hear(&mut child)?;
        }
        let ended = child.end()?;
        streams.finish(LEFT_BEHIND);
        if stopped == Some(Stopped::Interrupted) {
            return Err(Error::Interrupted);
        }
        // What a program prints after it was stopped does not count.
        let has_overflowed = if stopped.is_some() { had_overflowed } else { have_overflowed(&streams) };
        let exit = exit(&ended, stopped, has_overflowed, limits);
        let [stdout, stderr, channel] = streams.into_bytes();
        // The hook of Python has it print lines as it does elsewhere, and tells where they were typed.
        let stdout = if beside.has_hook() { stdout } else { with_plain_lines(stdout) };
        let mut stderr = with_plain_lines(stderr);
        let claim = command.prove.then(|| claim::take(exit, &mut stderr)).flatten();
        let exit = if matches!(claim, Some(Claim::Endless(_))) { Exit::Endless } else { exit };
        let asks = match given {
            Given::Lines(input) => beside.asks(input.lines.len(), stdout.len()),
            Given::Bytes(_) | Given::Other(_) => Asks::Unknown,
        };
        let execution = Execution {
            exit,
            stdout,
            stderr,
            channel: beside.answers().unwrap_or(channel),
            claim,
            seen: None,
            asks,
            usage: Usage { cpu: ended.used.cpu, wall, memory: ended.used.memory },
            folder: folder.path().to_path_buf(),
            isolation: Self::ISOLATION,
        };
        Ok((execution, KeptFolder(KeptFolderPlace::Folder(folder))))
    }
}
