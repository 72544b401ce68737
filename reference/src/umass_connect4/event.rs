//! What the program prints. The handout fixes the board; the rest of the wording is free.

use std::fmt;

use super::board::Disc;

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
