//! What the program prints: the board and the messages of `a1_support.py`.

use std::fmt;

use super::board::{Outcome, Player, Refusal, SIZE};
use super::command::Invalid;

/// Something that the program prints.
pub(super) enum Event {
    /// A row of the board.
    Row([char; SIZE]),
    /// The line below the board.
    Numbers,
    /// Whose move it is.
    Turn(Player),
    /// The question for a command.
    Prompt,
    /// The valid commands.
    Help,
    /// The answer was no command.
    Invalid(Invalid),
    /// The command cannot be carried out.
    Refused(Refusal),
    /// The game is over.
    Over(Outcome),
    /// The question for another game.
    Again,
}

impl crate::Event for Event {
    fn name(&self) -> &'static str {
        match self {
            Self::Row(_) => "row",
            Self::Numbers => "numbers",
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
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Row(cells) => {
                for cell in cells {
                    write!(f, "|{cell}")?;
                }
                writeln!(f, "|")
            }
            Self::Numbers => {
                for number in 1..=SIZE {
                    write!(f, " {number}")?;
                }
                writeln!(f, " ")
            }
            Self::Prompt => write!(f, "Please enter action (h to see valid commands): "),
            Self::Again => write!(f, "Would you like to play again? (y/n): "),
            Self::Help => writeln!(f, "{HELP_MESSAGE}"),
            Self::Turn(player) => writeln!(f, "Player {} to move", number(*player)),
            Self::Invalid(invalid) => writeln!(f, "{}", invalid_message(*invalid)),
            Self::Refused(Refusal::FullColumn) => writeln!(f, "You can't add a piece to a full column!"),
            Self::Refused(Refusal::EmptyColumn) => {
                writeln!(f, "You can't remove a piece from an empty column!")
            }
            Self::Over(Outcome::Victory(player)) => writeln!(f, "Player {} wins!", number(*player)),
            Self::Over(Outcome::Draw) => writeln!(f, "Its a Draw!"),
        }
    }
}

/// It ends with a newline of its own, so that printing it leaves an empty line.
const HELP_MESSAGE: &str = "\
Valid commands:\x20
- aX: Add piece to top of column X (X must be a valid integer)
- rX: Remove a piece from bottom of column X (X must be a valid integer)
- h: Display help text
- q: Quit current game
";

fn invalid_message(invalid: Invalid) -> &'static str {
    match invalid {
        Invalid::Format | Invalid::Letter => "Invalid command. Enter 'h' for valid command format",
        Invalid::Column => "Invalid column, please enter a number between 1 and 8 inclusive",
    }
}

fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}
