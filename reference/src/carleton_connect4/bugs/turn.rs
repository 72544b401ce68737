//! Turns that do not follow the rules.

use super::quit;
use crate::bug::bugs;

bugs! {
    after quit::BUGS;
    family "turn":

    BLACK_STARTS {
        id: "black-starts", common: 1,
        about: "Lets black make the first move.",
        hints: [
            "Who makes the first move?",
            "Where the game decides whose turn it is.",
            "Red starts every game.",
        ],
    }

    NO_MESSAGE_FOR_REFUSED_MOVE {
        id: "no-message-for-refused-move", common: 2,
        about: "Says nothing when a move is refused.",
        hints: [
            "How do the players learn that a move was invalid?",
            "What the game does when `play` returns False.",
            "A message must say that the move was invalid.",
        ],
    }

    REFUSED_MOVE_COSTS_TURN {
        id: "refused-move-costs-turn", common: 3,
        about: "Lets the other player move after a refusal.",
        hints: [
            "Whose turn is it after an invalid move?",
            "What the game does when `play` returns False.",
            "The same player must be asked again.",
        ],
    }

    REFUSED_MOVE_COUNTED {
        id: "refused-move-counted", common: 2,
        about: "Counts refused moves.",
        hints: [
            "Is an invalid move one of the moves that it took to win?",
            "The place where the moves are counted.",
            "A move is counted when `play` has returned True.",
        ],
    }

    GRID_SHOWN_TWICE {
        id: "grid-shown-twice", common: 1,
        about: "Shows the grid twice after a move.",
        hints: [
            "How often do the players see the grid between two moves?",
            "The places where the game shows the grid.",
            "The grid is shown once after each move.",
        ],
    }

    LAST_GRID_NOT_SHOWN {
        id: "last-grid-not-shown", common: 2,
        about: "Does not show the grid after the winning move.",
        hints: [
            "What do the players see of the last move?",
            "The order of the steps of a turn.",
            "The grid is shown before the test for a win, which may end the game.",
        ],
    }
}
