//! The output of the program: the board and the messages of `a1_support.py`.

use std::fmt;

use super::board::{Board, Outcome, Player, Refusal, SIZE};
use super::bugs::*;
use super::command::Invalid;
use super::display::shown_piece;
use super::search::is_in_line;
use super::support;
use crate::Bugs;
use crate::lines::Cell;

/// An event that the program prints.
pub(super) enum Event<'a> {
    /// A row of the board.
    Row {
        /// The whole board.
        board: &'a Board,
        /// The cells of the row, from the left.
        cells: [Cell; SIZE],
        /// The bugs of the program.
        bugs: Bugs,
    },
    /// The line below the board.
    Numbers { bugs: Bugs },
    /// The player whose move it is.
    Turn(Player),
    /// The prompt for a command.
    Prompt,
    /// The valid commands.
    Help,
    /// The input was no valid command.
    Invalid(Invalid),
    /// The command cannot be carried out.
    Refused(Refusal),
    /// The game is over.
    Over(Outcome),
    /// The prompt for another game.
    Again,
}

impl crate::Event for Event<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Row { .. } => "row",
            Self::Numbers { .. } => "numbers",
            Self::Turn(_) => "turn",
            Self::Prompt => "prompt",
            Self::Help => "help",
            Self::Invalid(_) => "invalid",
            Self::Refused(_) => "refused",
            Self::Over(Outcome::Victory(_)) => "won",
            Self::Over(Outcome::Draw) => "draw",
            Self::Again => "again",
        }
    }

    fn decisive(&self) -> Vec<usize> {
        let Self::Row { board, cells, .. } = self else { return Vec::new() };
        let places = cells.iter().enumerate().filter(|(_, cell)| is_in_line(board, **cell));
        // A bar comes before each piece.
        places.map(|(place, _)| 2 * place + 1).collect()
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Row { board, cells, bugs } => {
                for cell in cells {
                    write!(f, "|{}", shown_piece(board, *cell, *bugs))?;
                }
                writeln!(f, "{}", if bugs.has(&NO_LAST_BAR) { "" } else { "|" })
            }
            Self::Numbers { bugs } => writeln!(f, "{}", numbers(*bugs)),
            Self::Prompt => write!(f, "{}", support::ENTER_COMMAND_MESSAGE),
            Self::Again => write!(f, "{}", support::CONTINUE_MESSAGE),
            // The message ends with a newline of its own, so printing it leaves an empty line.
            Self::Help => writeln!(f, "{}", support::HELP_MESSAGE),
            Self::Turn(Player::One) => writeln!(f, "{}", support::PLAYER_1_MOVE_MESSAGE),
            Self::Turn(Player::Two) => writeln!(f, "{}", support::PLAYER_2_MOVE_MESSAGE),
            Self::Invalid(Invalid::Format | Invalid::Letter) => {
                writeln!(f, "{}", support::INVALID_FORMAT_MESSAGE)
            }
            Self::Invalid(Invalid::Column) => writeln!(f, "{}", support::INVALID_COLUMN_MESSAGE),
            Self::Refused(Refusal::FullColumn) => writeln!(f, "{}", support::FULL_COLUMN_MESSAGE),
            Self::Refused(Refusal::EmptyColumn) => writeln!(f, "{}", support::EMPTY_COLUMN_MESSAGE),
            Self::Over(Outcome::Victory(Player::One)) => writeln!(f, "{}", support::PLAYER_1_VICTORY_MESSAGE),
            Self::Over(Outcome::Victory(Player::Two)) => writeln!(f, "{}", support::PLAYER_2_VICTORY_MESSAGE),
            Self::Over(Outcome::Draw) => writeln!(f, "{}", support::DRAW_MESSAGE),
        }
    }
}

/// Returns the column numbers, with a blank before, between and after them.
fn numbers(bugs: Bugs) -> String {
    let first = usize::from(!bugs.has(&NUMBERS_FROM_ZERO));
    let numbers: Vec<String> = (first..first + SIZE).map(|number| number.to_string()).collect();
    let before = if bugs.has(&NUMBERS_WITHOUT_FIRST_BLANK) { "" } else { " " };
    let after = if bugs.has(&NUMBERS_WITHOUT_LAST_BLANK) { "" } else { " " };
    format!("{before}{}{after}", numbers.join(" "))
}
