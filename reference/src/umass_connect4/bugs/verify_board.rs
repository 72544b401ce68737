//! Boards that are judged wrongly.

use super::print;
use crate::bug::bugs;

bugs! {
    after print::BUGS;
    family "verify-board":

    ONLY_X_TOO_MANY {
        id: "only-x-too-many", common: 3,
        about: "Notices when there are too many X, but not when there are too many O.",
        hints: [
            "Which player can be two discs ahead?",
            "The comparison of the two counts.",
            "The difference matters either way: take its absolute value.",
        ],
    }

    TWO_TOO_MANY_ALLOWED {
        id: "two-too-many-allowed", common: 2,
        about: "Takes a board for valid where a player is two discs ahead.",
        hints: [
            "What is the largest difference between the counts that a valid board has?",
            "The comparison of the two counts.",
            "The counts must not differ by 2 or more: `> 2` is one too late.",
        ],
    }

    EQUAL_COUNTS_WANTED {
        id: "equal-counts-wanted", common: 1,
        about: "Takes a board for invalid when one player has moved once more than the other.",
        hints: [
            "How many discs are on the board after the very first move?",
            "The comparison of the two counts.",
            "A difference of 1 is valid, for either player.",
        ],
    }

    O_NEVER_AHEAD {
        id: "o-never-ahead", common: 2,
        about: "Takes a board for invalid when there is one O more than there are X.",
        hints: [
            "Does the handout's rule about the counts say who moves first?",
            "The comparison of the two counts.",
            "O may be one disc ahead just as X may; only a difference of 2 or more is invalid.",
        ],
    }

    COUNTS_NOT_COMPARED {
        id: "counts-not-compared", common: 2,
        about: "Accepts any number of discs of either player.",
        hints: [
            "What does your function return for a board of two X and no O?",
            "The comparison of the two counts.",
            "`x - o < 2 or o - x < 2` is true of all numbers; both parts have to hold.",
        ],
    }

    ONE_RULE_IS_ENOUGH {
        id: "one-rule-is-enough", common: 2,
        about: "Takes a board for valid when it obeys one of the two rules.",
        hints: [
            "What if the counts are right, but a disc hangs in the air?",
            "Where the results of the two rules come together.",
            "Both rules must hold: they are joined by `and`, not by `or`.",
        ],
    }

    GRAVITY_NOT_CHECKED {
        id: "gravity-not-checked", common: 2,
        about: "Never looks for hanging discs.",
        hints: [
            "Which two rules does the handout give for a valid board?",
            "The second rule in `verify_board`.",
            "A disc with an empty spot right underneath makes the board invalid.",
        ],
    }

    LOOKS_BELOW_LAST_ROW {
        id: "looks-below-last-row", common: 2,
        about: "Crashes on a disc in the last row, because it looks underneath.",
        hints: [
            "What is underneath the last row?",
            "The index of the row underneath a disc.",
            "In the last row `row + 1` is no row of the board: the search must end one row earlier.",
        ],
    }

    ROW_ABOVE_LAST_MAY_HANG {
        id: "row-above-last-may-hang", common: 2,
        about: "Does not check whether the discs in the last row but one hang.",
        hints: [
            "Which rows have a row underneath?",
            "The range of rows in the search for hanging discs.",
            "The last row but one has a row underneath too; a range that ends with `nrows - 2` leaves it out.",
        ],
    }

    TOP_ROW_MAY_HANG {
        id: "top-row-may-hang", common: 1,
        about: "Does not check whether the discs in row 0 hang.",
        hints: [
            "Which rows have a row underneath?",
            "The range of rows in the search for hanging discs.",
            "The search must begin with row 0.",
        ],
    }

    FIRST_COLUMN_MAY_HANG {
        id: "first-column-may-hang", common: 1,
        about: "Does not check whether the discs in column 0 hang.",
        hints: [
            "What is the first column?",
            "The range of columns in the search for hanging discs.",
            "The search must begin with column 0.",
        ],
    }

    LAST_COLUMN_MAY_HANG {
        id: "last-column-may-hang", common: 2,
        about: "Does not check whether the discs in the last column hang.",
        hints: [
            "Which columns have to be looked at?",
            "The range of columns in the search for hanging discs.",
            "`range(ncols - 1)` leaves out the last column.",
        ],
    }

    ONLY_X_FALLS {
        id: "only-x-falls", common: 1,
        about: "Checks whether X hangs, but not whether O does.",
        hints: [
            "Which discs fall to the lowest spot?",
            "The test whether a spot has a disc, in the search for hanging discs.",
            "An O must not hang either.",
        ],
    }

    ANY_DISC_FURTHER_DOWN_SUPPORTS {
        id: "any-disc-further-down-supports", common: 2,
        about: "Takes a disc for supported when there is some disc further down in its column.",
        hints: [
            "What if a column has a hole between two discs?",
            "The test for what is underneath a disc.",
            "The spot right underneath must have a disc; one further down does not support it.",
        ],
    }

    FIRST_SPOT_DECIDES {
        id: "first-spot-decides", common: 3,
        about: "Returns after it has looked at the very first spot.",
        hints: [
            "When can you be sure that no disc hangs?",
            "The places where `verify_board` returns inside of its loops.",
            "False may be returned at the first hanging disc, but True only after the last spot was looked at.",
        ],
    }

    FLAG_NEVER_RESET {
        id: "flag-never-reset", common: 2,
        about: "Takes an empty spot for one with a disc above it, once a column further left has a disc.",
        hints: [
            "What does your program know about a column when it begins with the next one?",
            "The variable that remembers whether there was a disc above.",
            "The variable must be set back at the top of each column.",
        ],
    }

    EVERY_SPOT_COUNTED_AS_X {
        id: "every-spot-counted-as-x", common: 2,
        about: "Counts every spot of the board as an X.",
        hints: [
            "What is the value of `'.' == 'X' or 'x'` in Python?",
            "The condition under which X is counted.",
            "A text that is not empty is true: each part of an `or` needs a comparison of its own.",
        ],
    }

    CLASSIC_SIZE_VERIFIED {
        id: "classic-size-verified", common: 2,
        about: "Looks at 6 rows and 7 columns, whatever size the board has.",
        hints: [
            "How many rows and columns can a board have?",
            "The ranges of the loops in `verify_board`.",
            "The number of rows is `len(board)`, and that of columns is `len(board[0])`.",
        ],
    }

    WIN_IS_INVALID {
        id: "win-is-invalid", common: 1,
        about: "Takes a board with four in a line for invalid.",
        hints: [
            "Do the two rules speak of lines?",
            "What else `verify_board` tests besides the two rules.",
            "A board that somebody has won is valid.",
        ],
    }
}
