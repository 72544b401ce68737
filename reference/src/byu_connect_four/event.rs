//! The output of the program.

use std::fmt::{self, Write};

use super::Player;

/// An event that the program prints.
pub(crate) enum Event<'a> {
    /// The empty line above a grid.
    Blank,
    /// The numbers of the columns.
    Header { columns: usize },
    /// A row of the grid.
    Row {
        /// The cells, from the left.
        cells: &'a [Option<Player>],
        /// The columns whose markers belong to a winning line.
        winning: Vec<usize>,
    },
    /// The player whose turn it is.
    Turn(Player),
    /// The prompt for a column.
    Prompt,
    /// The input was no column that can be played.
    Refused { columns: usize },
    /// The game is over.
    Finished { full_stop: bool },
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Header { .. } => "header",
            Self::Row { .. } => "row",
            Self::Turn(_) => "turn",
            Self::Prompt => "prompt",
            Self::Refused { .. } => "refused",
            Self::Finished { .. } => "finished",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        match self {
            Self::Row { winning, .. } => winning.clone(),
            Self::Blank
            | Self::Header { .. }
            | Self::Turn(_)
            | Self::Prompt
            | Self::Refused { .. }
            | Self::Finished { .. } => Vec::new(),
        }
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Blank => writeln!(f),
            Self::Header { columns } => writeln!(f, "{}", &"0123456789"[..*columns]),
            Self::Row { cells, .. } => {
                cells.iter().try_for_each(|cell| f.write_char(cell.map_or('.', Player::letter)))?;
                writeln!(f)
            }
            Self::Turn(player) => writeln!(f, "{player}'s turn"),
            Self::Prompt => write!(f, "Enter a column: "),
            Self::Refused { columns } => {
                writeln!(f, "Invalid move. Enter a column number (0-{}).", columns - 1)
            }
            Self::Finished { full_stop: false } => writeln!(f, "Game finished"),
            Self::Finished { full_stop: true } => writeln!(f, "Game finished."),
        }
    }
}
