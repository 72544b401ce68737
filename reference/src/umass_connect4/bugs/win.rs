//! Lines that are missed, and false lines that are found.

use super::update;
use crate::bug::bugs;

bugs! {
    after update::BUGS;
    family "has-won":

    NO_HORIZONTAL {
        id: "no-horizontal", common: 1,
        about: "Never finds a line along a row.",
        hints: [
            "Which index is the same for all discs of a row, and which changes?",
            "The search along the row.",
            "Four equal discs next to each other in one row win.",
        ],
    }

    NO_VERTICAL {
        id: "no-vertical", common: 1,
        about: "Never finds a line along a column.",
        hints: [
            "Which index is the same for all discs of a column, and which changes?",
            "The search along the column.",
            "The disc and the three below it win when they are equal.",
        ],
    }

    NO_RISING {
        id: "no-rising", common: 2,
        about: "Never finds a line that rises to the right.",
        hints: [
            "How do the two indices change from one disc of a `/` to the next?",
            "The search along the rising diagonal.",
            "On a rising diagonal the row goes down by one as the column goes up by one.",
        ],
    }

    NO_FALLING {
        id: "no-falling", common: 2,
        about: "Never finds a line that falls to the right.",
        hints: [
            "How do the two indices change from one disc of a `\\` to the next?",
            "The search along the falling diagonal.",
            "On a falling diagonal both indices go up by one.",
        ],
    }

    THREE_ARE_ENOUGH {
        id: "three-are-enough", common: 2,
        about: "Takes three discs in a line for a win.",
        hints: [
            "Do you count the disc itself?",
            "The comparison of the count with the length of a line.",
            "The disc and three neighbours make four.",
        ],
    }

    EXACTLY_FOUR {
        id: "exactly-four", common: 2,
        about: "Does not take five or more discs in a line for a win.",
        hints: [
            "How long can a line become when a disc joins two shorter ones?",
            "The comparison of the count with the length of a line.",
            "Four or more win: the comparison is `>= 4`.",
        ],
    }

    ANY_FOUR_OF_THE_ROW {
        id: "any-four-of-the-row", common: 2,
        about: "Takes four equal discs in a row for a win, also when there is something between them.",
        hints: [
            "What ends a line?",
            "The count of equal discs along the row.",
            "Counting must stop at the first spot that is empty or has the other disc.",
        ],
    }

    ROW_WRAPS {
        id: "row-wraps", common: 2,
        about: "Goes on at the right end of the row when it has passed the left end.",
        hints: [
            "Which spot does index -1 of a row mean?",
            "The search to the left in a row.",
            "The search must stop at column 0: Python takes a negative index from the end.",
        ],
    }

    RISING_WRAPS {
        id: "rising-wraps", common: 1,
        about: "Goes on at the right edge when a rising diagonal has passed the left edge.",
        hints: [
            "Which spot does index -1 of a row mean?",
            "The search down to the left.",
            "The search must stop at column 0: Python takes a negative index from the end.",
        ],
    }

    FALLING_WRAPS {
        id: "falling-wraps", common: 1,
        about: "Goes on in the last row when a falling diagonal has passed row 0.",
        hints: [
            "Which row does index -1 of the board mean?",
            "The search up to the left.",
            "The search must stop at row 0: Python takes a negative index from the end.",
        ],
    }

    ROW_MISSES_COLUMN_0 {
        id: "row-misses-column-0", common: 2,
        about: "Does not look at column 0 when it searches a row.",
        hints: [
            "How far to the left can a line reach?",
            "The condition of the search to the left in a row.",
            "Column 0 belongs to the row: `> 0` stops before it.",
        ],
    }

    ROW_MISSES_LAST_COLUMN {
        id: "row-misses-last-column", common: 2,
        about: "Does not look at the last column when it searches a row.",
        hints: [
            "How far to the right can a line reach?",
            "The condition of the search to the right in a row.",
            "The last column is `ncols - 1`: `< ncols - 1` stops before it.",
        ],
    }

    FALLING_MISSES_EDGE {
        id: "falling-misses-edge", common: 2,
        about: "Does not look at row 0 and column 0 when it searches a falling diagonal.",
        hints: [
            "How far up and to the left can a line reach?",
            "The condition of the search up to the left.",
            "Row 0 and column 0 belong to the board: `> 0` stops before them.",
        ],
    }

    RISING_MISSES_EDGE {
        id: "rising-misses-edge", common: 2,
        about: "Does not look at row 0 and the last column when it searches a rising diagonal.",
        hints: [
            "How far up and to the right can a line reach?",
            "The condition of the search up to the right.",
            "Row 0 and column `ncols - 1` belong to the board.",
        ],
    }

    CLASSIC_SIZE_SEARCHED {
        id: "classic-size-searched", common: 2,
        about: "Searches 6 rows and 7 columns, whatever size the board has.",
        hints: [
            "How many rows and columns can a board have?",
            "The bounds of the searches in `has_won`.",
            "The number of rows is `len(board)`, and that of columns is `len(board[0])`.",
        ],
    }

    SEARCH_BOUNDS_SWAPPED {
        id: "search-bounds-swapped", common: 2,
        about: "Stops searches at the number of rows to the right, and at the number of columns downwards.",
        hints: [
            "What is `len(board)`: the number of rows or of columns?",
            "The bounds of the searches in `has_won`.",
            "A row is less than `len(board)`, and a column is less than `len(board[0])`.",
        ],
    }

    LEFT_HALF_ONLY {
        id: "left-half-only", common: 2,
        about: "Looks only to the left of the disc when it searches a row.",
        hints: [
            "Where in its line can the disc lie that was played last?",
            "The search along the row.",
            "A row must be searched to both sides of the disc.",
        ],
    }

    HALVES_COUNTED_APART {
        id: "halves-counted-apart", common: 2,
        about: "Finds lines only if the disc is at one of their ends.",
        hints: [
            "What if the disc that was played last lies in the middle of its line?",
            "The counts on the two sides of the disc.",
            "The discs on both sides belong to one line: their counts must be added.",
        ],
    }

    DIAGONALS_ONLY_DOWNWARDS {
        id: "diagonals-only-downwards", common: 2,
        about: "Follows diagonals from the disc downwards only.",
        hints: [
            "Must the disc that was played last be the highest one of a diagonal?",
            "The searches along the diagonals.",
            "A diagonal must be searched upwards too: neighbouring columns may be higher.",
        ],
    }

    COUNT_NEVER_RESET {
        id: "count-never-reset", common: 2,
        about: "Goes on counting from one direction to the next.",
        hints: [
            "With which number does the count for each direction begin?",
            "The counter in `has_won`.",
            "The counter must be set back before the next direction is searched.",
        ],
    }

    EARLY_FALSE_NEAR_THE_BOTTOM {
        id: "early-false-near-the-bottom", common: 2,
        about: "Returns False when there are fewer than three rows below the disc, without looking sideways.",
        hints: [
            "Can a disc in the last row be part of a line?",
            "What `has_won` does before it searches the column.",
            "A disc near the bottom has no line below it, but it may have one along its row or a diagonal.",
        ],
    }

    COUNTS_BELOW_LAST_ROW {
        id: "counts-below-last-row", common: 2,
        about: "Crashes when the equal discs of a column reach down to the last row.",
        hints: [
            "What ends your count when all discs of the column are equal?",
            "The condition of the search along the column.",
            "The search down must also stop when it has passed the last row.",
        ],
    }

    SHORT_COLUMN_CRASHES {
        id: "short-column-crashes", common: 2,
        about: "Crashes when there are fewer than three rows below the disc.",
        hints: [
            "How many rows are there below the last but one?",
            "The search along the column.",
            "`row + 3` must be a row of the board before it is used as an index.",
        ],
    }

    LOWEST_DISC_TAKEN {
        id: "lowest-disc-taken", common: 1,
        about: "Looks at the lowest disc of the column instead of the topmost.",
        hints: [
            "Which disc of a column was played last?",
            "The search for the disc in the column.",
            "It is the topmost disc: the search must go from row 0 downwards.",
        ],
    }

    WON_ANYWHERE {
        id: "won-anywhere", common: 1,
        about: "Returns True when there is a line anywhere on the board.",
        hints: [
            "What is the parameter `column` for?",
            "The spots that `has_won` begins its search at.",
            "Only lines with the topmost disc of the given column count.",
        ],
    }

    WON_GIVES_NONE {
        id: "won-gives-none", common: 2,
        about: "Returns None instead of False when nobody has won.",
        hints: [
            "What does a function return that ends without `return`?",
            "The last line of `has_won`.",
            "False has to be returned after all directions were searched.",
        ],
    }
}
