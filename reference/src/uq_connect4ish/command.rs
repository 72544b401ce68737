//! The commands that a player can enter, and what is wrong with all others.

use super::board::SIZE;

/// A well formed command; columns count from 0.
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

/// What is wrong with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invalid {
    /// It has not the form of a command.
    Format,
    /// In place of the digit stands something else, as in `ab`; this too is a matter of the format,
    /// but the handout can be read otherwise.
    Letter,
    /// Its digit is no column of the board.
    Column,
}

impl Action {
    /// The action that a line of input asks for.
    pub(super) fn from_command(command: &str) -> Result<Self, Invalid> {
        let mut characters = command.chars();
        match (characters.next(), characters.next(), characters.next()) {
            (Some('h' | 'H'), None, _) => Ok(Self::Help),
            (Some('q' | 'Q'), None, _) => Ok(Self::Quit),
            (Some('a' | 'A'), Some(column), None) => column_index(column).map(Self::Add),
            (Some('r' | 'R'), Some(column), None) => column_index(column).map(Self::Remove),
            _ => Err(Invalid::Format),
        }
    }
}

/// The column with this number; players count from 1.
fn column_index(number: char) -> Result<usize, Invalid> {
    let number = number.to_digit(10).ok_or(Invalid::Letter)? as usize;
    number.checked_sub(1).filter(|&index| index < SIZE).ok_or(Invalid::Column)
}
