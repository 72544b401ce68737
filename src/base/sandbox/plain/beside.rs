//! What a process writes for us beside its streams: into files of which only its environment tells.

use std::io;
use std::path::Path;

use super::super::channel::{Channel, SideFile};
use super::super::{Asks, Command, Given};
use super::asks::{self, AskLog};

/// The files of one run, as far as it needs them.
#[derive(Default)]
pub(super) struct Beside {
    asked: Option<AskLog>,
    side: Option<SideFile>,
}

impl Beside {
    pub(super) fn of(command: &Command, given: Given, channel: Channel) -> io::Result<Self> {
        let asked = (command.prove && matches!(given, Given::Lines(_))).then(AskLog::new).transpose()?;
        let has_side = command.channel && channel == Channel::SideFile;
        Ok(Self { asked, side: has_side.then(SideFile::new).transpose()? })
    }

    /// Tells whether a hook is in the program.
    pub(super) fn has_hook(&self) -> bool {
        self.asked.is_some()
    }

    /// Tells whether a driver writes to a file, and not on a descriptor.
    #[cfg(unix)]
    pub(super) fn has_side_file(&self) -> bool {
        self.side.is_some()
    }

    /// Returns the variables of the environment that name the files.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let asked = self.asked.as_ref().map(|log| (asks::VARIABLE, log.path()));
        asked.into_iter().chain(self.side.as_ref().map(|side| (SideFile::VARIABLE, side.path())))
    }

    /// Returns the moments at which a program asked that was given this number of lines and printed this number of bytes.
    pub(super) fn asks(&self, lines: usize, printed: usize) -> Asks {
        self.asked.as_ref().map_or(Asks::Unknown, |log| log.read(lines, printed))
    }

    /// Tells whether a driver wrote too much.
    pub(super) fn has_overflowed(&self) -> bool {
        self.side.as_ref().is_some_and(SideFile::has_overflowed)
    }

    /// Returns what a driver wrote, if it had a side file.
    pub(super) fn answers(&self) -> Option<Vec<u8>> {
        self.side.as_ref().map(SideFile::read)
    }
}
