//! The messages of `a1_support.py`, the file that students are given.

pub(super) const PLAYER_1_MOVE_MESSAGE: &str = "Player 1 to move";
pub(super) const PLAYER_2_MOVE_MESSAGE: &str = "Player 2 to move";
pub(super) const PLAYER_1_VICTORY_MESSAGE: &str = "Player 1 wins!";
pub(super) const PLAYER_2_VICTORY_MESSAGE: &str = "Player 2 wins!";
pub(super) const DRAW_MESSAGE: &str = "Its a Draw!";
pub(super) const ENTER_COMMAND_MESSAGE: &str = "Please enter action (h to see valid commands): ";
pub(super) const INVALID_FORMAT_MESSAGE: &str = "Invalid command. Enter 'h' for valid command format";
pub(super) const INVALID_COLUMN_MESSAGE: &str =
    "Invalid column, please enter a number between 1 and 8 inclusive";
pub(super) const FULL_COLUMN_MESSAGE: &str = "You can't add a piece to a full column!";
pub(super) const EMPTY_COLUMN_MESSAGE: &str = "You can't remove a piece from an empty column!";
pub(super) const CONTINUE_MESSAGE: &str = "Would you like to play again? (y/n): ";
pub(super) const HELP_MESSAGE: &str = "\
Valid commands:\x20
- aX: Add piece to top of column X (X must be a valid integer)
- rX: Remove a piece from bottom of column X (X must be a valid integer)
- h: Display help text
- q: Quit current game
";
