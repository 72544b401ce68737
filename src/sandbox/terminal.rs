//! A terminal in the place of pipes, for programs that keep back what they print into a pipe.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize, tcgetattr, tcsetattr,
    tcsetwinsize,
};

/// What one types to end the input (termios(3), VEOF), or to have an unfinished line read.
pub(super) const END_OF_FILE: u8 = 4;

/// Both ends of a terminal.
pub(super) struct Terminal {
    /// Where we type and read.
    pub(super) ours: OwnedFd,
    /// What the program has as standard input and output.
    pub(super) theirs: OwnedFd,
}

impl Terminal {
    /// A terminal that shows nothing of what is typed and changes nothing of what is printed: bytes are as
    /// they would be in pipes.
    pub(super) fn open() -> io::Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let theirs = File::options().read(true).write(true).open(name.to_str().map_err(io::Error::other)?)?;
        let mut modes = tcgetattr(&theirs)?;
        modes.input_modes = InputModes::empty();
        modes.output_modes.remove(OutputModes::OPOST);
        modes.local_modes = LocalModes::ICANON;
        modes.special_codes[SpecialCodeIndex::VEOF] = END_OF_FILE;
        tcsetattr(&theirs, OptionalActions::Now, &modes)?;
        tcsetwinsize(&theirs, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 })?;
        rustix::io::ioctl_fionbio(&ours, true)?;
        Ok(Self { ours, theirs: theirs.into() })
    }

    /// How many bytes were typed that the program has not read.
    pub(super) fn unread(&self) -> rustix::io::Result<u64> {
        rustix::io::ioctl_fionread(self.theirs.as_fd())
    }
}
