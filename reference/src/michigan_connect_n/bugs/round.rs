//! The turns of a round: who begins, and who comes next.

use super::input;
use crate::bug::bugs;

bugs! {
    after input::BUGS;
    family "round":

    ROUND_UNTOLD {
        id: "round-untold", common: 1,
        about: "Begins a round without a message.",
        hints: [
            "How do the players know that a new round has begun?",
            "The beginning of `playRound`.",
            "Print a message such as `Starting a new round`.",
        ],
    }
    STARTER_KEPT {
        id: "starter-kept", common: 3,
        about: "Begins a round with the player whose turn it was last.",
        hints: [
            "Who begins the second round?",
            "The beginning of `playRound`.",
            "Every round begins with player 1: set `__curPlayer` first.",
        ],
    }
    TURN_NEVER_BACK {
        id: "turn-never-back", common: 1,
        about: "Changes from player 1 to player 2, but never back.",
        hints: [
            "Whose turn is it after player 2?",
            "The method `__changeTurn`.",
            "Player 1 follows player 2 again: `__changeTurn` must know both ways.",
        ],
    }
    TIE_OVERLOOKED {
        id: "tie-overlooked", common: 2,
        about: "Goes on asking when the board is full.",
        hints: [
            "When does a round end that nobody wins?",
            "The calls of `checkFull` in `playRound`.",
            "After every mark, look for a win, then for a full board.",
        ],
    }
    TIE_ENDLESS {
        id: "tie-endless", common: 1,
        about: "Announces for ever that the board is full.",
        hints: [
            "What ends the loop of a round?",
            "The branch of `playRound` for a full board.",
            "After the message the round is over: leave the loop.",
        ],
    }
    TIE_BEFORE_WIN {
        id: "tie-before-win", common: 2,
        about: "Calls it a tie when the last cell completes a line.",
        hints: [
            "Can the last cell of the board win?",
            "The order of `checkWin` and `checkFull` in `playRound`.",
            "Look for a line first, and for a full board only if there is none.",
        ],
    }
    TIE_UNTOLD {
        id: "tie-untold", common: 2,
        about: "Ends a round on a full board without a word.",
        hints: [
            "How do the players know that nobody has won?",
            "The branch of `playRound` for a full board.",
            "Announce that the board is full.",
        ],
    }
    TIE_SCORES {
        id: "tie-scores", common: 2,
        about: "Gives the last player a point when the board is full.",
        hints: [
            "Who gets a point when nobody has won?",
            "The calls of `addScoreByOne` in `playRound`.",
            "A full board changes no score.",
        ],
    }
}
