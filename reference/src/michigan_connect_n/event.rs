//! The output of the program. The handout fixes `Current Board is`, the rows, `column is full`, `invalid marker` and
//! `Game Over`; the other text stays close to its sentences.

use std::fmt;

use super::Player;
use super::board::{Notation, Refusal};
use super::bugs::*;
use crate::Bugs;

/// An event that the program prints.
pub(super) enum Event<'a> {
    /// A round begins.
    Round,
    /// The details of a player.
    Player { player: &'a Player, bugs: Bugs },
    /// The text that a program with a bug prints for a function that returns nothing.
    None,
    /// The line above the board.
    Title,
    /// A row of the board.
    Row {
        /// The cells, from the left.
        cells: &'a [Notation],
        /// The columns whose marks belong to a winning line.
        winning: Vec<usize>,
        /// The bugs of the program.
        bugs: Bugs,
    },
    /// The prompt for a column.
    Prompt,
    /// The input was no column number.
    InvalidInput,
    /// The board refused the mark.
    Refused(Refusal),
    /// A player has won the round.
    Won { name: &'a str },
    /// Nobody has won the round.
    Full,
    /// A player has reached the target score.
    Over,
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Player { .. } => "player",
            Self::None => "none",
            Self::Title => "title",
            Self::Row { .. } => "row",
            Self::Prompt => "prompt",
            Self::InvalidInput | Self::Refused(_) => "refused",
            Self::Won { .. } => "won",
            Self::Full => "full",
            Self::Over => "over",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        let Self::Row { winning, bugs, .. } = self else { return Vec::new() };
        let width = if bugs.has(&BLANKS_BETWEEN) { 2 } else { 1 };
        winning.iter().map(|column| width * column).collect()
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Round => writeln!(f, "Starting a new round"),
            Self::Player { player, bugs } => writeln!(f, "{}", details(player, *bugs)),
            Self::None => writeln!(f, "None"),
            Self::Title => writeln!(f, "Current Board is"),
            Self::Row { cells, bugs, .. } => {
                let letters: Vec<String> =
                    cells.iter().map(|&cell| letter(cell, *bugs).to_string()).collect();
                writeln!(f, "{}", letters.join(if bugs.has(&BLANKS_BETWEEN) { " " } else { "" }))
            }
            Self::Prompt => write!(f, "Please input a column number: "),
            Self::InvalidInput | Self::Refused(Refusal::InvalidColumn) => {
                writeln!(f, "invalid column number")
            }
            Self::Refused(Refusal::ColumnFull) => writeln!(f, "column is full"),
            Self::Refused(Refusal::InvalidMarker) => writeln!(f, "invalid marker"),
            Self::Won { name } => writeln!(f, "The winner of this round is {name}"),
            Self::Full => writeln!(f, "The board is full, there is no winner for this round"),
            Self::Over => writeln!(f, "Game Over"),
        }
    }
}

/// Returns the details of a player in one line.
pub(super) fn details(player: &Player, bugs: Bugs) -> String {
    let Player { name, notation, score } = player;
    let mut text = format!("Player name: {name}");
    if !bugs.has(&DETAILS_WITHOUT_SCORE) {
        text += &format!(", current score: {score}");
    }
    if !bugs.has(&DETAILS_WITHOUT_NOTATION) {
        text += &format!(", player notation: {notation}");
    }
    text
}

/// Returns a cell as the board shows it; an empty one is the capital letter O, not a zero.
fn letter(notation: Notation, bugs: Bugs) -> char {
    match notation {
        Notation::Empty if bugs.has(&ZERO_FOR_EMPTY) => '0',
        Notation::Player1 if bugs.has(&COLOURS_SWAPPED) => 'Y',
        Notation::Player2 if bugs.has(&COLOURS_SWAPPED) => 'R',
        Notation::Empty => 'O',
        Notation::Player1 => 'R',
        Notation::Player2 => 'Y',
    }
}
