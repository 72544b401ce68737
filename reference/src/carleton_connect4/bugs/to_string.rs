//! Grids that are shown with missing, extra or wrong characters.

use super::search;
use crate::bug::bugs;

bugs! {
    after search::BUGS;
    family "to-string":

    COLOURS_EXCHANGED {
        id: "colours-exchanged", common: 2,
        about: "Shows red as O and black as X.",
        hints: [
            "Which letter stands for red in the handout's example?",
            "What `toString` makes of one location.",
            "Red is X, and black is O.",
        ],
    }

    EMPTY_SHOWN_AS_DOT {
        id: "empty-shown-as-dot", common: 1,
        about: "Shows empty locations as dots.",
        hints: [
            "What does an empty location look like in the handout's example?",
            "What `toString` makes of one location.",
            "An empty location is a blank.",
        ],
    }

    ROWS_NOT_NUMBERED {
        id: "rows-not-numbered", common: 2,
        about: "Leaves out the numbers of the rows.",
        hints: [
            "What follows the `|` at the end of a row?",
            "The line that `toString` makes of a row.",
            "A row ends with its number.",
        ],
    }

    ROWS_NUMBERED_FROM_1 {
        id: "rows-numbered-from-1", common: 2,
        about: "Numbers the rows from 1.",
        hints: [
            "Which number has the top row in the handout's example?",
            "The number that `toString` puts behind a row.",
            "Rows are numbered from 0, as indices are.",
        ],
    }

    BORDER_ONE_TOO_LONG {
        id: "border-one-too-long", common: 1,
        about: "Draws the border with one dash too many.",
        hints: [
            "How many dashes stand below five columns?",
            "The line that `toString` puts below the last row.",
            "There is one dash for each column, between two `+`.",
        ],
    }

    BORDER_AS_LONG_AS_HIGH {
        id: "border-as-long-as-high", common: 3,
        about: "Draws the border with one dash for each row.",
        hints: [
            "What does your function return for a grid with more columns than rows?",
            "The line that `toString` puts below the last row.",
            "There is one dash for each column: `len(grid[0])`, not `len(grid)`.",
        ],
    }

    FOOTER_MISSING {
        id: "footer-missing", common: 2,
        about: "Leaves out the numbers of the columns.",
        hints: [
            "What is the last line of the handout's example?",
            "The end of `toString`.",
            "The numbers of the columns follow the border.",
        ],
    }

    FOOTER_WITHOUT_BLANK {
        id: "footer-without-blank", common: 2,
        about: "Does not begin the last line with a blank.",
        hints: [
            "Which character stands above the 0 of the first column?",
            "The last line that `toString` makes.",
            "A blank below the border's `+` moves each number below its column.",
        ],
    }

    COLUMNS_NUMBERED_LIKE_ROWS {
        id: "columns-numbered-like-rows", common: 2,
        about: "Writes as many numbers of columns as there are rows.",
        hints: [
            "What does your function return for a grid with more columns than rows?",
            "The last line that `toString` makes.",
            "There is one number for each column: `len(grid[0])`, not `len(grid)`.",
        ],
    }

    COLUMNS_NUMBERED_FROM_1 {
        id: "columns-numbered-from-1", common: 1,
        about: "Numbers the columns from 1.",
        hints: [
            "Which number has the first column in the handout's example?",
            "The last line that `toString` makes.",
            "Columns are numbered from 0, as indices are.",
        ],
    }

    GRID_PRINTED_NOT_RETURNED {
        id: "grid-printed-not-returned", common: 3,
        about: "Prints the picture of the grid instead of returning it.",
        hints: [
            "What is the difference between printing a text and returning it?",
            "The last line of `toString`.",
            "The text must be returned; whoever calls the function prints it.",
        ],
    }
}
