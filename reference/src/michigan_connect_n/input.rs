//! Parses an input line as a column number, correctly or with bugs.

use super::bugs::*;
use crate::{Bugs, Stop, python};

/// Returns the number of a line that consists of digits without a leading zero.
pub(super) fn column_number(line: &str, bugs: Bugs) -> Result<Option<i64>, Stop> {
    crash(line, bugs)?;
    let is_number = line.bytes().all(|byte| byte.is_ascii_digit());
    let has_leading_zero = line.len() > 1 && line.starts_with('0');
    if is_number && (!has_leading_zero || bugs.has(&LEADING_ZEROS_ACCEPTED)) {
        return Ok(line.parse().ok());
    }
    Ok(if bugs.has(&INT_ACCEPTED) { python::int(line).ok() } else { None })
}

/// Crashes on lines that a program with bugs cannot handle.
fn crash(line: &str, bugs: Bugs) -> Result<(), Stop> {
    if bugs.has(&EMPTY_LINE_CRASHES) && line.is_empty() {
        return Err(Stop::crash("IndexError", "string index out of range"));
    }
    if bugs.has(&LETTERS_CRASH) {
        python::int(line)?;
    }
    Ok(())
}
