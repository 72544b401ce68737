//! The questions to the users, and the meaning of their input.

use super::bugs::*;
use super::event::Event;
use super::grid::Checker;
use crate::{Bugs, Console, Stop};

/// The input after a question.
pub(super) enum Answer<T> {
    /// The requested value.
    Given(T),
    /// The users quit.
    Quit,
}

/// Asks until the input is a valid size of a grid.
pub(super) fn ask_size(bugs: Bugs, console: &mut Console) -> Result<Answer<(usize, usize)>, Stop> {
    loop {
        let line = console.ask(Event::SizePrompt)?;
        if is_quit(&line) {
            if bugs.has(&QUIT_CRASHES_AT_SIZE) {
                return Err(Stop::crash("ValueError", "not enough values to unpack (expected 2, got 1)"));
            }
            return Ok(Answer::Quit);
        }
        if let Some(size) = size(&line, bugs)? {
            return Ok(Answer::Given(size));
        }
    }
}

/// Parses a line as rows and columns, by the rules.
pub(super) fn size_of(line: &str) -> Option<(usize, usize)> {
    size(line, Bugs::NONE).ok().flatten()
}

/// Parses a line such as `4,6` as rows and columns.
fn size(line: &str, bugs: Bugs) -> Result<Option<(usize, usize)>, Stop> {
    let Some((first, second)) = line.split_once(',') else { return Ok(None) };
    let is_beyond = |number: &str| {
        bugs.has(&BLANKS_CRASH) && number != number.trim()
            || bugs.has(&ONE_DIGIT_SIZES) && number.trim() == "10"
    };
    if is_beyond(first) || is_beyond(second) {
        return Err(Stop::crash("ValueError", "invalid literal for int() with base 10: ','"));
    }
    let [rows, columns] = [first, second].map(|number| number.trim().parse().ok());
    let size =
        rows.zip(columns).filter(|(rows, columns)| (4..=10).contains(rows) && (4..=10).contains(columns));
    Ok(size.map(|(rows, columns)| if bugs.has(&SIZE_SWAPPED) { (columns, rows) } else { (rows, columns) }))
}

/// Asks once for a column; `None` if the input is no number.
pub(super) fn ask_column(
    mover: Checker,
    bugs: Bugs,
    console: &mut Console,
) -> Result<Answer<Option<i64>>, Stop> {
    let line = console.ask(Event::ColumnPrompt(mover))?;
    if is_quit(&line) && !bugs.has(&QUIT_REFUSED_AT_COLUMN) {
        if bugs.has(&QUIT_CRASHES_AT_COLUMN) {
            return Err(Stop::crash("ValueError", "invalid literal for int() with base 10: 'quit'"));
        }
        if !(bugs.has(&BLACK_CANNOT_QUIT) && mover == Checker::Black) {
            return Ok(Answer::Quit);
        }
    }
    Ok(Answer::Given(line.trim().parse().ok()))
}

fn is_quit(line: &str) -> bool {
    line.trim() == "quit"
}
