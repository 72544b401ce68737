//! The output of the program that differs from the plain game.

use std::fmt;

use crate::byu_connect_four::Player;

/// An event that the program prints.
pub(super) enum Event<'a> {
    /// A row of the grid.
    Row {
        /// The cells, from the left.
        cells: &'a [Option<Player>],
        /// The columns whose markers belong to a winning line.
        upper_case: Vec<usize>,
    },
    /// A player has won.
    Won(Player),
    /// The grid is full, and nobody has won.
    Tie,
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Row { .. } => "row",
            Self::Won(_) => "won",
            Self::Tie => "tie",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        match self {
            Self::Row { upper_case, .. } => upper_case.clone(),
            Self::Won(_) | Self::Tie => Vec::new(),
        }
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Row { cells, upper_case } => {
                for (column, cell) in cells.iter().enumerate() {
                    match cell {
                        None => write!(f, ".")?,
                        Some(player) if upper_case.contains(&column) => write!(f, "{player}")?,
                        Some(player) => write!(f, "{}", player.to_string().to_lowercase())?,
                    }
                }
                writeln!(f)
            }
            Self::Won(player) => writeln!(f, "{player} wins!"),
            Self::Tie => writeln!(f, "Tie game!"),
        }
    }
}
