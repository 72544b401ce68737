//! What the program prints. The handout fixes `Current Board is`, the rows, `column is full`,
//! `invalid marker` and `Game Over`; the rest of the wording keeps close to its sentences.

use std::fmt;

use super::Player;
use super::board::{Notation, Refusal};

/// Something that the program prints.
pub(super) enum Event<'a> {
    /// A round begins.
    Round,
    /// A player's details.
    Player(&'a Player),
    /// The line above the board.
    Title,
    /// A row of the board.
    Row(&'a [Notation]),
    /// The question for a column.
    Prompt,
    /// The answer was no column number.
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
            Self::Player(_) => "player",
            Self::Title => "title",
            Self::Row(_) => "row",
            Self::Prompt => "prompt",
            Self::InvalidInput | Self::Refused(_) => "refused",
            Self::Won { .. } => "won",
            Self::Full => "full",
            Self::Over => "over",
        }
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Round => writeln!(f, "Starting a new round"),
            Self::Player(Player { name, notation, score }) => {
                writeln!(f, "Player name: {name}, current score: {score}, player notation: {notation}")
            }
            Self::Title => writeln!(f, "Current Board is"),
            Self::Row(cells) => {
                let letters: String = cells.iter().copied().map(letter).collect();
                writeln!(f, "{letters}")
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

/// A cell as the board shows it; an empty one is a capital letter, not a zero.
fn letter(notation: Notation) -> char {
    match notation {
        Notation::Empty => 'O',
        Notation::Player1 => 'R',
        Notation::Player2 => 'Y',
    }
}
