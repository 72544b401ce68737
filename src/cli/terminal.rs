//! The streams that commands print to, and the width of the terminal.

use std::io::{self, IsTerminal, StderrLock, StdoutLock};

use anstream::AutoStream;

use super::harmless::Harmless;
use crate::system::terminal_columns;

/// Standard output: with colours if they are wanted, and without commands for a service that reads it.
pub(super) fn out() -> Harmless<AutoStream<StdoutLock<'static>>> {
    Harmless::new(commands())
}

/// Standard output for a format that contains commands of ours.
pub(super) fn commands() -> AutoStream<StdoutLock<'static>> {
    AutoStream::auto(io::stdout().lock())
}

/// Standard error, with the same rules as [`out`].
pub(super) fn err() -> Harmless<AutoStream<StderrLock<'static>>> {
    Harmless::new(AutoStream::auto(io::stderr().lock()))
}

/// The number of columns, or 100 if nobody knows it.
pub(super) fn width() -> usize {
    columns().unwrap_or(100)
}

/// The number of columns: the value of `COLUMNS`, or else that of the terminal; `None` if neither is known, because output
/// goes to a file or to another program.
pub(super) fn columns() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(terminal_columns).filter(|columns| *columns > 0)
}

/// Clears the screen if standard output is a terminal.
pub(super) fn clear() -> io::Result<()> {
    use io::Write;
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        out.write_all(b"\x1b[2J\x1b[H")?;
    }
    out.flush()
}
