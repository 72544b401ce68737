//! A terminal in place of pipes, for programs that buffer their output when it goes into a pipe.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize, tcgetattr, tcsetattr,
    tcsetwinsize,
};

/// The character that ends the input (termios(3), VEOF), or passes on an unfinished line.
pub(super) const END_OF_FILE: u8 = 4;

/// The two ends of a terminal.
pub(super) struct Terminal {
    /// The end that the grader writes to and reads from.
    pub(super) ours: OwnedFd,
    /// The end that is the standard input and output of the program.
    pub(super) theirs: OwnedFd,
}

impl Terminal {
    /// Opens a terminal that does not echo the input and does not change the output: the bytes are the same as in
    /// pipes.
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

    /// Returns the number of typed bytes that the program has not read yet.
    pub(super) fn unread(&self) -> rustix::io::Result<u64> {
        rustix::io::ioctl_fionread(self.theirs.as_fd())
    }
}
