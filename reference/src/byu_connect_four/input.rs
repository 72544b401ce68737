//! Parses an input line as a column, correctly or with bugs.

use std::ops::RangeInclusive;

use super::bugs::*;
use crate::{Bugs, Stop, python};

/// Returns the column of a line that is exactly one digit of an existing column.
pub(super) fn column(line: &str, columns: usize, bugs: Bugs) -> Result<Option<usize>, Stop> {
    crash(line, bugs)?;
    if bugs.has(&IN_DIGITS) && "0123456789"[..columns].contains(line) {
        return unchecked(line, columns).map(Some);
    }
    let number = match digit(line) {
        Some(digit) => Some(digit),
        None => other_number(line, bugs)?,
    };
    match number.map(|number| if bugs.has(&ONE_BASED) { number - 1 } else { number }) {
        Some(number) if range(columns, bugs).contains(&number) => python::index(number, columns).map(Some),
        _ => Ok(None),
    }
}

/// Returns the number if the line is exactly one digit.
fn digit(line: &str) -> Option<i64> {
    let &[digit @ b'0'..=b'9'] = line.as_bytes() else { return None };
    Some(i64::from(digit - b'0'))
}

/// Returns the column of a line without checking whether it exists.
pub(super) fn unchecked(line: &str, columns: usize) -> Result<usize, Stop> {
    python::index(python::int(line)?, columns)
}

/// Returns the range of the existing columns.
fn range(columns: usize, bugs: Bugs) -> RangeInclusive<i64> {
    let mut last = columns as i64 - 1;
    if bugs.has(&REFUSES_LAST) {
        last -= 1;
    }
    if bugs.has(&ACCEPTS_EIGHT) {
        last += 1;
    }
    if bugs.has(&NO_UPPER_LIMIT) {
        last = i64::MAX;
    }
    let mut first = 0;
    if bugs.has(&REFUSES_ZERO) {
        first = 1;
    }
    if bugs.has(&ACCEPTS_NEGATIVE) {
        first = i64::MIN;
    }
    first..=last
}

/// Returns the number that a bug reads from a line which is not exactly one digit.
fn other_number(line: &str, bugs: Bugs) -> Result<Option<i64>, Stop> {
    if bugs.has(&STRIPS_BLANKS)
        && let Some(digit) = digit(line.trim())
    {
        return Ok(Some(digit));
    }
    if bugs.has(&INT_PARSE)
        && let Ok(number) = python::int(line)
    {
        return Ok(Some(number));
    }
    if bugs.has(&FLOAT_PARSE)
        && let Ok(number) = python::int_of_float(line)
    {
        return Ok(Some(number));
    }
    if bugs.has(&ISDIGIT_PARSE) && python::is_digit(line) {
        return python::int(line).map(Some);
    }
    if bugs.has(&ACCEPTS_NEGATIVE)
        && let Some(digit) = line.strip_prefix('-').and_then(digit)
    {
        return Ok(Some(-digit));
    }
    if bugs.has(&FIRST_CHARACTER) {
        return first_character(line).map(|first| digit(&first.to_string()));
    }
    Ok(None)
}

/// Returns `line[0]`.
fn first_character(line: &str) -> Result<char, Stop> {
    line.chars().next().ok_or_else(|| Stop::crash("IndexError", "string index out of range"))
}

/// Crashes on lines that a program with bugs cannot handle.
fn crash(line: &str, bugs: Bugs) -> Result<(), Stop> {
    if bugs.has(&EMPTY_CRASH) {
        first_character(line)?;
    }
    if bugs.has(&INT_CRASH) {
        python::int(line)?;
    }
    Ok(())
}
