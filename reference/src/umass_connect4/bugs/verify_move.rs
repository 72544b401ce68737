//! Columns that are wrongly accepted or refused.

use super::verify_board;
use crate::bug::bugs;

bugs! {
    after verify_board::BUGS;
    family "verify-move":

    NEGATIVE_COLUMN_ACCEPTED {
        id: "negative-column-accepted", common: 3,
        about: "Accepts a column below 0, as an index that counts from the end.",
        hints: [
            "What does index -1 mean in Python?",
            "The test whether the column exists.",
            "A column below 0 must be refused before it is used as an index.",
        ],
    }

    COLUMN_BOUND_ONE_TOO_LARGE {
        id: "column-bound-one-too-large", common: 3,
        about: "Crashes on the column right of the last one.",
        hints: [
            "What is the index of the last column?",
            "The comparison of the column with the number of columns.",
            "The number of columns is no column: `<=` must be `<`.",
        ],
    }

    COLUMN_BOUND_MISSING {
        id: "column-bound-missing", common: 2,
        about: "Crashes on any column that is too large.",
        hints: [
            "What happens to an index that is larger than the string is long?",
            "The test whether the column exists.",
            "A column at or beyond the number of columns must be refused before it is used as an index.",
        ],
    }

    LAST_COLUMN_REFUSED {
        id: "last-column-refused", common: 2,
        about: "Refuses the last column.",
        hints: [
            "What is the index of the last column?",
            "The comparison of the column with the number of columns.",
            "Column `ncols - 1` exists.",
        ],
    }

    ROWS_BOUND_THE_COLUMN {
        id: "rows-bound-the-column", common: 2,
        about: "Compares the column with the number of rows.",
        hints: [
            "What is `len(board)`: the number of rows or of columns?",
            "The comparison of the column with the size of the board.",
            "The number of columns is `len(board[0])`.",
        ],
    }

    MOVES_CHECKED_FROM_1 {
        id: "moves-checked-from-1", common: 1,
        about: "Counts columns from 1 when it checks a move.",
        hints: [
            "What is the first column of a board?",
            "The bounds of the column in `verify_move`.",
            "Columns are counted from 0, as indices are.",
        ],
    }

    ROW_1_DECIDES {
        id: "row-1-decides", common: 1,
        about: "Takes a column for full when one spot is left.",
        hints: [
            "Which spot of a column is filled last?",
            "The row that `verify_move` looks at.",
            "It is row 0 that tells whether a column is full.",
        ],
    }

    ANY_DISC_FILLS_THE_COLUMN {
        id: "any-disc-fills-the-column", common: 2,
        about: "Takes a column for full when there is a disc in it.",
        hints: [
            "Which spot of a column is filled last?",
            "The rows that `verify_move` looks at.",
            "A column has room as long as its row 0 is empty, whatever lies below.",
        ],
    }

    FULL_COLUMN_ACCEPTED {
        id: "full-column-accepted", common: 1,
        about: "Accepts a move in a full column.",
        hints: [
            "When is a column that exists no valid move?",
            "The second rule in `verify_move`.",
            "A column is full when its row 0 has a disc.",
        ],
    }

    MOVE_CHECK_GIVES_NONE {
        id: "move-check-gives-none", common: 2,
        about: "Returns None instead of False for a bad move.",
        hints: [
            "What does a function return that ends without `return`?",
            "The paths through `verify_move` on which the move is bad.",
            "False has to be returned on each of them.",
        ],
    }
}
