//! Checkers that are played in wrong places, and wrong return values of `play`.

use super::make_grid;
use crate::bug::bugs;

bugs! {
    after make_grid::BUGS;
    family "play":

    NEGATIVE_COLUMN_PLAYED {
        id: "negative-column-played", common: 3,
        about: "Plays a column below 0, as an index that counts from the end.",
        hints: [
            "What does index -1 mean in Python?",
            "The test whether the column exists.",
            "A column below 0 must be refused before it is used as an index.",
        ],
    }

    COLUMN_BOUND_ONE_TOO_LARGE {
        id: "column-bound-one-too-large", common: 2,
        about: "Crashes on the column right of the last one.",
        hints: [
            "What is the index of the last column?",
            "The comparison of the column with the number of columns.",
            "The number of columns is no column: `>` must be `>=`.",
        ],
    }

    COLUMN_BOUND_MISSING {
        id: "column-bound-missing", common: 3,
        about: "Crashes on any column that is too large.",
        hints: [
            "What happens to an index that is larger than the list is long?",
            "The test whether the column exists.",
            "A column at or beyond the number of columns must be refused before it is used as an index.",
        ],
    }

    ROWS_BOUND_THE_COLUMN {
        id: "rows-bound-the-column", common: 3,
        about: "Compares the column with the number of rows.",
        hints: [
            "What is `len(grid)`: the number of rows or of columns?",
            "The comparison of the column with the size of the grid.",
            "The number of columns is `len(grid[0])`.",
        ],
    }

    LAST_COLUMN_REFUSED {
        id: "last-column-refused", common: 2,
        about: "Refuses the last column.",
        hints: [
            "What is the index of the last column?",
            "The comparison of the column with the number of columns.",
            "Column `nCols - 1` exists.",
        ],
    }

    FULL_COLUMN_OVERWRITTEN {
        id: "full-column-overwritten", common: 2,
        about: "Replaces the topmost checker of a full column.",
        hints: [
            "What does your search give when no location of the column is empty?",
            "What `play` does after the search for an empty location.",
            "A play in a full column must leave the grid as it is and return False.",
        ],
    }

    FULL_COLUMN_ACCEPTED {
        id: "full-column-accepted", common: 2,
        about: "Returns True for a full column, although nothing was played.",
        hints: [
            "What does your function return when its search finds nothing?",
            "The last line of `play`.",
            "A play in a full column must return False.",
        ],
    }

    TOP_ROW_NEVER_PLAYED {
        id: "top-row-never-played", common: 2,
        about: "Never plays a checker in row 0.",
        hints: [
            "What happens to the last checker that fits in a column?",
            "The range of rows in the search for the lowest empty location.",
            "The search must go up to row 0: `range(nRows - 1, 0, -1)` ends before it.",
        ],
    }

    CHECKER_STAYS_ON_TOP {
        id: "checker-stays-on-top", common: 2,
        about: "Plays the checker in the topmost empty location of the column.",
        hints: [
            "Which row is the lowest: row 0 or the last one?",
            "The order in which `play` looks at the rows.",
            "The search for an empty location must go from the last row upwards.",
        ],
    }

    FULL_COLUMN_GIVES_NONE {
        id: "full-column-gives-none", common: 3,
        about: "Returns None instead of False for a full column.",
        hints: [
            "What does a function return that ends without `return`?",
            "The end of `play`, after the search for an empty location.",
            "False has to be returned when the search finds nothing.",
        ],
    }

    PLAY_GIVES_NOTHING {
        id: "play-gives-nothing", common: 2,
        about: "Plays the checker, but does not return True.",
        hints: [
            "What does `print(play(grid, 0, 'red'))` print?",
            "What `play` does after it has changed the grid.",
            "True has to be returned after the checker was played.",
        ],
    }

    PLAY_GIVES_THE_GRID {
        id: "play-gives-the-grid", common: 1,
        about: "Returns the grid instead of True.",
        hints: [
            "What must `play` return, and what does it change?",
            "What `play` does after it has changed the grid.",
            "The grid that was passed in is changed; what is returned is True.",
        ],
    }
}
