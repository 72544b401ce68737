//! Games without a winner that end at the wrong time.

use super::imagined;
use crate::bug::bugs;

bugs! {
    after imagined::BUGS;
    family "tie":

    NEVER_TIED {
        id: "never-tied", common: 3,
        about: "Asks for moves for ever when the grid is full.",
        hints: [
            "What should happen when no column is open any more?",
            "The condition of the loop over the turns.",
            "Nothing ends the game on a full grid.",
        ],
    }

    TIE_OVER_WIN {
        id: "tie-over-win", common: 1,
        about: "Takes a win with the very last marker for a tie.",
        hints: [
            "The last marker fills the grid and completes a line. Who has won?",
            "The order of the win check and the tie check.",
            "The tie check comes first; a line wins on a full grid too.",
        ],
    }

    TIED_ONE_EARLY {
        id: "tied-one-early", common: 2,
        about: "Ends the game when one cell is still empty.",
        hints: [
            "How many markers are on a full grid of 5 rows and 8 columns?",
            "The number of moves that the tie check compares with.",
            "It is off by one: the game may end after 40 moves, not after 39.",
        ],
    }

    TIE_IGNORES_LAST_COLUMN {
        id: "tie-ignores-last-column", common: 1,
        about: "Ends the game when all columns but the last are full.",
        hints: [
            "Which columns must be full in a tie?",
            "The end of the loop over the columns in the tie check.",
            "The loop leaves out column 7.",
        ],
    }

    TIED_BY_ONE_COLUMN {
        id: "tied-by-one-column", common: 1,
        about: "Ends the game as soon as one column is full.",
        hints: [
            "Must any column be full in a tie, or all of them?",
            "The tie check.",
            "One full column is enough there: `any` in place of `all`, or a `return` too early in the loop.",
        ],
    }

    TIED_BY_BOTTOM_ROW {
        id: "tied-by-bottom-row", common: 1,
        about: "Ends the game as soon as the bottom row is full.",
        hints: [
            "Which row is the last to fill up?",
            "The row that the tie check looks at.",
            "It looks at the bottom row; the grid is full when the top row is.",
        ],
    }

    REFUSALS_ARE_TURNS {
        id: "refusals-are-turns", common: 2,
        about: "Ends the game after 40 lines of input, invalid ones included.",
        hints: [
            "Does an invalid entry count as one of the 40 moves?",
            "The loop that counts the turns.",
            "Each line of input uses up a turn; only a marker that was placed should.",
        ],
    }
}
