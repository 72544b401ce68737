//! Games that end too early, with the wrong words or not at all, and state that the next game keeps.

use super::turn;
use crate::bug::bugs;

bugs! {
    after turn::BUGS;
    family "end":

    TIE_NEVER_NOTICED {
        id: "tie-never-noticed", common: 3,
        about: "Asks for columns for ever when the grid is full.",
        hints: [
            "Which column can be played when the grid is full?",
            "What happens before each turn.",
            "A full grid is a tie, and ends the game.",
        ],
    }

    TIE_ONLY_BEFORE_RED {
        id: "tie-only-before-red", common: 2,
        about: "Notices a full grid only when it is red's turn.",
        hints: [
            "Who makes the last move on a grid of 5 rows and 5 columns?",
            "The place of the test for a full grid.",
            "The test comes before each turn, black's too.",
        ],
    }

    TIE_BEFORE_WIN {
        id: "tie-before-win", common: 2,
        about: "Takes a full grid for a tie although the last move has won.",
        hints: [
            "Can the move that fills the grid win?",
            "The order of the tests after a move.",
            "The test for a win comes first.",
        ],
    }

    ONLY_WINNERS_MOVES_COUNTED {
        id: "only-winners-moves-counted", common: 2,
        about: "Counts the moves of the winner only.",
        hints: [
            "How many checkers are on the grid when the game is won?",
            "The place where the moves are counted.",
            "The moves of both players are counted.",
        ],
    }

    MOVES_ONE_TOO_FEW {
        id: "moves-one-too-few", common: 2,
        about: "Does not count the winning move.",
        hints: [
            "How many checkers are on the grid when the game is won?",
            "The place where the moves are counted.",
            "A move must be counted before the test for a win.",
        ],
    }

    MOVES_NOT_RESET {
        id: "moves-not-reset", common: 2,
        about: "Goes on counting moves from one game to the next.",
        hints: [
            "With which number does the count begin in the second game?",
            "The beginning of a new game.",
            "The count of moves must be set back to 0 for each game.",
        ],
    }

    GRID_KEPT {
        id: "grid-kept", common: 1,
        about: "Plays the next game on the grid of the one before.",
        hints: [
            "What is on the grid when the second game begins?",
            "The beginning of a new game.",
            "A new grid must be made for each game.",
        ],
    }

    WINNER_BEGINS_NEXT_GAME {
        id: "winner-begins-next-game", common: 2,
        about: "Lets the winner make the first move of the next game.",
        hints: [
            "Who makes the first move of the second game?",
            "The beginning of a new game.",
            "Red starts every game: the player must be set back.",
        ],
    }

    ENDS_AFTER_ONE_GAME {
        id: "ends-after-one-game", common: 3,
        about: "Ends after one game, without asking for another size.",
        hints: [
            "What happens after a game?",
            "The loop around a game.",
            "After a game the users are asked for a size again, until they quit.",
        ],
    }
}
