//! The output of the program. The handout fixes the grid and the contents of the messages.

use std::fmt;

use super::grid::Checker;
use super::picture::Picture;

/// An event that the program prints.
pub(super) enum Event<'a> {
    /// The prompt for the size of a game.
    SizePrompt,
    /// The prompt for a column.
    ColumnPrompt(Checker),
    /// The input was no column with an empty location.
    Refused,
    /// The grid after a move.
    Grid(Picture<'a>),
    /// The text that `print` shows for a function that returns nothing.
    Nothing,
    /// The last move has won.
    Won { winner: Checker, moves: usize },
    /// The grid is full, and nobody has won.
    Tie,
    /// The farewell after the users have quit.
    Parting,
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::SizePrompt | Self::ColumnPrompt(_) => "prompt",
            Self::Refused => "refused",
            Self::Grid(_) => "grid",
            Self::Nothing => "nothing",
            Self::Won { .. } => "won",
            Self::Tie => "tie",
            Self::Parting => "parting",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        match self {
            Self::Grid(picture) => picture.checkers_in_lines(),
            Self::SizePrompt
            | Self::ColumnPrompt(_)
            | Self::Refused
            | Self::Nothing
            | Self::Won { .. }
            | Self::Tie
            | Self::Parting => Vec::new(),
        }
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::SizePrompt => write!(f, "What size of game do you want to play? "),
            Self::ColumnPrompt(checker) => write!(f, "{}, which column to play? ", player(*checker)),
            Self::Refused => writeln!(f, "That was an invalid move"),
            Self::Grid(picture) => writeln!(f, "{picture}"),
            Self::Nothing => writeln!(f, "None"),
            Self::Won { winner, moves } => {
                writeln!(f, "{} wins the game after {moves} moves", player(*winner))
            }
            Self::Tie => writeln!(f, "The game is a tie"),
            Self::Parting => writeln!(f, "Thanks for playing"),
        }
    }
}

fn player(checker: Checker) -> &'static str {
    match checker {
        Checker::Red => "Red",
        Checker::Black => "Black",
    }
}
