//! What the program prints. The handout fixes the board; the rest of the wording is free.

use std::fmt;

use super::board::{Board, Disc};

/// Something that the program prints.
pub(super) enum Event<'a> {
    /// The question for a column.
    Prompt(Disc),
    /// The answer was no column that has room.
    Refused,
    /// A row of the board.
    Row(&'a [Option<Disc>]),
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
            Self::Row(_) => "row",
            Self::Separator { .. } => "separator",
            Self::List(_) => "list",
            Self::Blank => "blank",
            Self::Congratulations => "congratulations",
            Self::Won(_) => "won",
            Self::Tie => "tie",
        }
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Prompt(disc) => write!(f, "Player {disc}, enter the column index: "),
            Self::Refused => writeln!(f, "Invalid move"),
            Self::Row(spots) => writeln!(f, "{}", spots.iter().map(spot).collect::<Vec<_>>().join("|")),
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

/// A spot as the board shows it, three characters wide.
fn spot(spot: &Option<Disc>) -> &'static str {
    match spot {
        Some(Disc::X) => " X ",
        Some(Disc::O) => " O ",
        None => "   ",
    }
}

/// A row as it stands in a board.
pub(super) fn letters(row: &[Option<Disc>]) -> String {
    let letter = |spot: &Option<Disc>| match spot {
        Some(Disc::X) => 'X',
        Some(Disc::O) => 'O',
        None => '.',
    };
    row.iter().map(letter).collect()
}
