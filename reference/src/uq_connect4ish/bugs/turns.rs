//! Wrong order of events in a game.

use super::outcome;
use crate::bug::bugs;

bugs! {
    after outcome::BUGS;
    family "turns":

    PLAYER_TWO_STARTS {
        id: "player-two-starts", common: 1,
        about: "Lets player 2 make the first move.",
        hints: [
            "Who moves first?",
            "The beginning of `play_game`.",
            "Player 1 begins; change players after a move, not before it.",
        ],
    }
    HELP_ENDS_TURN {
        id: "help-ends-turn", common: 2,
        about: "Hands the turn to the other player after help.",
        hints: [
            "Whose turn is it after a look at the help text?",
            "The line that changes players in `play_game`.",
            "Only a move that was made changes the player.",
        ],
    }
    HELP_FORGETS_BOARD {
        id: "help-forgets-board", common: 2,
        about: "Shows the move message after help, but not the board.",
        hints: [
            "What is shown again after the help text?",
            "The branch for `h` in `play_game`.",
            "After help the turn begins anew: the board, then whose move it is, then the prompt.",
        ],
    }
    REFUSAL_ENDS_TURN {
        id: "refusal-ends-turn", common: 3,
        about: "Counts a refused move as a turn.",
        hints: [
            "What do `add_piece` and `remove_piece` return, and who looks at it?",
            "The line that changes players in `play_game`.",
            "If the column was full or empty, the same player is asked again.",
        ],
    }
    REFUSAL_SHOWS_BOARD {
        id: "refusal-shows-board", common: 3,
        about: "Shows the board and the move message again after a refused move.",
        hints: [
            "What has changed on the board after a refused move?",
            "What `play_game` does when `add_piece` or `remove_piece` returns False.",
            "After the message only the prompt follows.",
        ],
    }
    LAST_BOARD_UNSHOWN {
        id: "last-board-unshown", common: 2,
        about: "Announces the end of a game without showing the last board.",
        hints: [
            "Can the players see the line that has won?",
            "The order of showing the board and looking for a line in `play_game`.",
            "The board is shown after every move, then the outcome is announced.",
        ],
    }
}
