//! Wrong winners, and lines that are searched after the wrong moves.

use super::win;
use crate::bug::bugs;

bugs! {
    after win::BUGS;
    family "outcome":

    DRAW_OVERLOOKED {
        id: "draw-overlooked", common: 3,
        about: "Names player 1 as the winner when both players have a line.",
        hints: [
            "Can one move make lines of both players?",
            "The `elif` or early `return` in `check_win`.",
            "Look for the lines of both players first, then decide who has won.",
        ],
    }
    FULL_BOARD_IS_DRAW {
        id: "full-board-is-draw", common: 3,
        about: "Calls a full board without a line a draw.",
        hints: [
            "Can a player do nothing more when the board is full?",
            "The draw in `check_win`.",
            "A piece can still be removed: only a line of both players is a draw.",
        ],
    }
    TWO_LINES_ARE_DRAW {
        id: "two-lines-are-draw", common: 1,
        about: "Takes two lines of one player for a draw.",
        hints: [
            "What do you count to find a draw: lines, or players that have one?",
            "The condition for a draw in `check_win`.",
            "It is a draw if both players have a line, however many there are.",
        ],
    }
    MORE_LINES_WIN {
        id: "more-lines-win", common: 1,
        about: "Lets the player win who has more lines.",
        hints: [
            "Does it matter how many lines a player has?",
            "The condition for a draw in `check_win`.",
            "One line of each player is enough for a draw; a second one changes nothing.",
        ],
    }
    ONLY_MOVER_WINS {
        id: "only-mover-wins", common: 3,
        about: "Looks only for a line of the player who made the move.",
        hints: [
            "Whose line can come into being when a piece is removed?",
            "The test for a win in `play_game`.",
            "A removal can complete a line of the opponent, or of both: ask `check_win` for its whole answer.",
        ],
    }
    ONLY_ADDING_WINS {
        id: "only-adding-wins", common: 2,
        about: "Looks for a line only after a piece was added.",
        hints: [
            "Which moves can complete a line?",
            "The branch for `r` in `play_game`.",
            "What falls after a removal can make a line too: look for one after every move.",
        ],
    }
}
