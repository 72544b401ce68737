//! The commands of a player, and the reasons why other input is invalid.

use super::board::SIZE;
use super::bugs::*;
use crate::{Bugs, Stop, python};

/// A valid command; columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Add a piece to the top of a column.
    Add(usize),
    /// Remove the piece at the bottom of a column.
    Remove(usize),
    /// Show the valid commands.
    Help,
    /// End this game.
    Quit,
}

/// The reason why a command is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invalid {
    /// It does not have the form of a command.
    Format,
    /// Another character is in place of the digit, as in `ab`. This is a wrong format, but the handout has a second
    /// reading.
    Letter,
    /// The digit is no column of the board.
    Column,
}

impl Action {
    /// Returns the action of an input line.
    pub(super) fn from_command(command: &str, bugs: Bugs) -> Result<Result<Self, Invalid>, Stop> {
        let command = looked_at(command, bugs);
        crash_on(command, bugs)?;
        let mut characters = command.chars();
        let action = match (characters.next(), characters.as_str()) {
            (Some('h' | 'H'), "") => Ok(Self::Help),
            (Some('q' | 'Q'), "") => Ok(Self::Quit),
            (Some('A' | 'R'), _) if bugs.has(&CAPITALS_REFUSED) => Err(Invalid::Format),
            (Some('a' | 'A'), number) => column_index(number, bugs).map(Self::Add),
            (Some('r' | 'R'), number) => column_index(number, bugs).map(Self::Remove),
            _ if bugs.has(&COLUMN_BEFORE_FORMAT) && names_no_column(command) => Err(Invalid::Column),
            _ => Err(Invalid::Format),
        };
        Ok(action)
    }
}

/// Returns the column with this number; players count from 1.
fn column_index(number: &str, bugs: Bugs) -> Result<usize, Invalid> {
    let number = match one_character(number) {
        Some(digit) => digit.to_digit(10).ok_or(Invalid::Letter)?,
        None if bugs.has(&NUMBER_OF_ANY_LENGTH) => long_number(number)?,
        None => return Err(Invalid::Format),
    };
    match number as usize {
        0 if bugs.has(&COLUMN_ZERO_ACCEPTED) => Ok(SIZE - 1),
        SIZE if bugs.has(&COLUMN_EIGHT_REFUSED) => Err(Invalid::Column),
        9 if bugs.has(&COLUMN_NINE_ACCEPTED) => Ok(SIZE),
        number @ 1..=SIZE => Ok(number - 1),
        _ => Err(Invalid::Column),
    }
}

/// Returns the number of several digits.
fn long_number(digits: &str) -> Result<u32, Invalid> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number that is too large for us is no column either.
    if is_number { Ok(digits.parse().unwrap_or(u32::MAX)) } else { Err(Invalid::Format) }
}

/// Returns the part of a command that is read: all of it, without bugs.
fn looked_at(command: &str, bugs: Bugs) -> &str {
    let command = if bugs.has(&COMMAND_STRIPPED) { command.trim() } else { command };
    let characters = match command.chars().next() {
        Some('h' | 'H' | 'q' | 'Q') if bugs.has(&LONG_HELP_ACCEPTED) => 1,
        Some('a' | 'A' | 'r' | 'R') if bugs.has(&FIRST_DIGIT_ONLY) => 2,
        _ => return command,
    };
    command.char_indices().nth(characters).map_or(command, |(end, _)| &command[..end])
}

/// Crashes if a program reads missing characters, or converts one that is no number.
fn crash_on(command: &str, bugs: Bugs) -> Result<(), Stop> {
    let mut characters = command.chars();
    let (first, number) = (characters.next(), characters.as_str());
    let takes_column = matches!(first, Some('a' | 'A' | 'r' | 'R'));
    let is_missing = bugs.has(&EMPTY_COMMAND_CRASH) && first.is_none()
        || bugs.has(&LONE_LETTER_CRASH) && takes_column && number.is_empty();
    if is_missing {
        return Err(Stop::crash("IndexError", "string index out of range"));
    }
    let is_trusted = bugs.has(&LETTER_CRASH) || bugs.has(&SUPERSCRIPT_CRASH) && python::is_digit(number);
    if is_trusted && takes_column && one_character(number).is_some() {
        python::int(number)?;
    }
    Ok(())
}

/// Tells whether the second character is a digit that is no column, whatever the first one is.
fn names_no_column(command: &str) -> bool {
    matches!(second(command), Some('0' | '9'))
}

/// Tells whether the second character is no column, whatever the first one is.
pub(super) fn has_no_column(command: &str) -> bool {
    second(command).is_some_and(|second| !matches!(second, '1'..='8'))
}

/// Returns the second character, if it is the last.
fn second(command: &str) -> Option<char> {
    one_character(&command[command.chars().next()?.len_utf8()..])
}

fn one_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
