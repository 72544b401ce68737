//! Where is printed, and how much room there is.

use std::io::{self, IsTerminal, StderrLock, StdoutLock};

use anstream::AutoStream;

use super::harmless::Harmless;

/// Standard output: in colour where that is wanted, and never a command of a service that reads it.
pub(super) fn out() -> Harmless<AutoStream<StdoutLock<'static>>> {
    Harmless::new(commands())
}

/// Standard output for what may hold commands of ours.
pub(super) fn commands() -> AutoStream<StdoutLock<'static>> {
    AutoStream::auto(io::stdout().lock())
}

/// Standard error, like [`out`].
pub(super) fn err() -> Harmless<AutoStream<StderrLock<'static>>> {
    Harmless::new(AutoStream::auto(io::stderr().lock()))
}

/// The columns of the terminal, or what COLUMNS says, or 100.
pub(super) fn width() -> usize {
    columns().unwrap_or(100)
}

/// What COLUMNS says, or else the columns of the terminal; nothing where output goes to a file or another program
/// and nobody says how wide it is.
pub(super) fn columns() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col));
    told.or_else(terminal).filter(|columns| *columns > 0)
}

/// Takes away what stands on the terminal; a file or another program keeps everything.
pub(super) fn clear() -> io::Result<()> {
    use io::Write;
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        out.write_all(b"\x1b[2J\x1b[H")?;
    }
    out.flush()
}
