//! The output of the program. The handout fixes the board and leaves the other wording open.

use std::fmt;

use super::board::{Board, Disc};
use super::search::is_in_line;
use crate::lines::Cell;

/// An event that the program prints.
pub(super) enum Event<'a> {
    /// The prompt for a column.
    Prompt(Disc),
    /// The input was no column with an empty spot.
    Refused,
    /// A row of the board.
    Row {
        /// The whole board.
        board: &'a Board,
        /// The index of the row.
        row: usize,
    },
    /// The line between two rows.
    Separator { ncols: usize },
    /// A board as `print` shows its list, which is a bug.
    List(&'a Board),
    /// The empty line that a bug prints after the board.
    Blank,
    /// The last move has won.
    Congratulations,
    /// Who has won.
    Won(Disc),
    /// Nobody has won.
    Tie,
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Prompt(_) => "prompt",
            Self::Refused => "refused",
            Self::Row { .. } => "row",
            Self::Separator { .. } => "separator",
            Self::List(_) => "list",
            Self::Blank => "blank",
            Self::Congratulations => "congratulations",
            Self::Won(_) => "won",
            Self::Tie => "tie",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        let Self::Row { board, row } = *self else { return Vec::new() };
        let spots = (0..board.ncols()).filter(|&column| is_in_line(board, Cell { row, column }));
        // A spot is three characters wide, with its letter in the middle, and a bar follows.
        spots.map(|column| 4 * column + 1).collect()
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Prompt(disc) => write!(f, "Player {disc}, enter the column index: "),
            Self::Refused => writeln!(f, "Invalid move"),
            Self::Row { board, row } => {
                let spots: Vec<&str> = board.spots[*row].iter().map(spot).collect();
                writeln!(f, "{}", spots.join("|"))
            }
            Self::Separator { ncols } => writeln!(f, "{}", vec!["---"; *ncols].join("+")),
            Self::List(board) => {
                let rows: Vec<_> = board.rows().map(|row| format!("'{}'", letters(row))).collect();
                writeln!(f, "[{}]", rows.join(", "))
            }
            Self::Blank => writeln!(f),
            Self::Congratulations => writeln!(f, "Congratulations!"),
            Self::Won(disc) => writeln!(f, "The winner is {disc}"),
            Self::Tie => writeln!(f, "The game is a tie"),
        }
    }
}

/// Returns a spot as the board shows it, three characters wide.
fn spot(spot: &Option<Disc>) -> &'static str {
    match spot {
        Some(Disc::X) => " X ",
        Some(Disc::O) => " O ",
        None => "   ",
    }
}

/// Returns the letters of a row.
pub(super) fn letters(row: &[Option<Disc>]) -> String {
    let letter = |spot: &Option<Disc>| match spot {
        Some(Disc::X) => 'X',
        Some(Disc::O) => 'O',
        None => '.',
    };
    row.iter().map(letter).collect()
}
