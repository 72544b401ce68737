//! Lines that are missed, and false lines that are found.

use super::win;
use crate::bug::bugs;

bugs! {
    after win::BUGS;
    family "line":

    NO_HORIZONTAL {
        id: "no-horizontal", common: 1,
        about: "Never finds a line along a row.",
        hints: [
            "Which index is the same for all checkers of a row, and which changes?",
            "The search along the row.",
            "Four equal checkers next to each other in one row win.",
        ],
    }

    NO_VERTICAL {
        id: "no-vertical", common: 1,
        about: "Never finds a line along a column.",
        hints: [
            "Which index is the same for all checkers of a column, and which changes?",
            "The search along the column.",
            "The last checker and the three below it win when they are equal.",
        ],
    }

    NO_RISING {
        id: "no-rising", common: 2,
        about: "Never finds a line that rises to the right.",
        hints: [
            "How do the two indices change from one checker of a `/` to the next?",
            "The search along the rising diagonal.",
            "On a rising diagonal the row goes down by one as the column goes up by one.",
        ],
    }

    NO_FALLING {
        id: "no-falling", common: 2,
        about: "Never finds a line that falls to the right.",
        hints: [
            "How do the two indices change from one checker of a `\\` to the next?",
            "The search along the falling diagonal.",
            "On a falling diagonal both indices go up by one.",
        ],
    }

    THREE_ARE_ENOUGH {
        id: "three-are-enough", common: 2,
        about: "Takes three checkers in a line for a win.",
        hints: [
            "Do you count the last checker itself?",
            "The comparison of the count with the length of a line.",
            "The last checker and three neighbours make four.",
        ],
    }

    EXACTLY_FOUR {
        id: "exactly-four", common: 2,
        about: "Does not take five or more checkers in a line for a win.",
        hints: [
            "How long can a line become when a checker joins two shorter ones?",
            "The comparison of the count with the length of a line.",
            "Four or more win: the comparison is `>= 4`.",
        ],
    }

    ROW_MISSES_LAST_COLUMN {
        id: "row-misses-last-column", common: 2,
        about: "Never finds a line of a row that ends in the last column.",
        hints: [
            "In which column can a line of a row end?",
            "The bound of the columns in the search along the row.",
            "The last column is `nCols - 1`, and a line that ends there begins in column `nCols - 4`.",
        ],
    }

    COLUMN_MISSES_BOTTOM {
        id: "column-misses-bottom", common: 2,
        about: "Never finds a line of a column that stands on the bottom row.",
        hints: [
            "In which row can a line of a column end?",
            "The bound of the rows in the search along the column.",
            "The bottom row is `nRows - 1`, and a line that ends there begins in row `nRows - 4`.",
        ],
    }

    DIAGONALS_MISS_TOP {
        id: "diagonals-miss-top", common: 2,
        about: "Never finds a diagonal line that reaches row 0.",
        hints: [
            "How far up can a line reach?",
            "The condition under which the searches along the diagonals go up.",
            "Row 0 belongs to the grid: `> 0` stops before it.",
        ],
    }

    DIAGONALS_ONLY_DOWNWARDS {
        id: "diagonals-only-downwards", common: 2,
        about: "Follows diagonals from the last checker downwards only.",
        hints: [
            "Must the last checker be the highest one of a diagonal?",
            "The searches along the diagonals.",
            "A diagonal must be searched upwards too: neighbouring columns may be higher.",
        ],
    }

    HALVES_COUNTED_APART {
        id: "halves-counted-apart", common: 3,
        about: "Finds lines only if the last checker is at one of their ends.",
        hints: [
            "What if the last checker lies in the middle of its line?",
            "The counts on the two sides of the last checker.",
            "The checkers on both sides belong to one line: their counts must be added.",
        ],
    }

    COUNTS_THE_ROW {
        id: "counts-the-row", common: 2,
        about: "Takes four equal checkers in a row for a win, also when there is something between them.",
        hints: [
            "What ends a line?",
            "The count of equal checkers along the row.",
            "The count must begin again after a location that is empty or has the other colour.",
        ],
    }

    ROW_WRAPS {
        id: "row-wraps", common: 2,
        about: "Goes on at the right end of the row when it has passed the left end.",
        hints: [
            "Which location does index -1 of a row mean?",
            "The search to the left in a row.",
            "The search must stop at column 0: Python takes a negative index from the end.",
        ],
    }

    LINE_ACROSS_TWO_ROWS {
        id: "line-across-two-rows", common: 1,
        about: "Takes the end of a row and the beginning of the next one for neighbours.",
        hints: [
            "What is right of the last column?",
            "The place where the rows are joined to search them.",
            "Each row must be searched by itself.",
        ],
    }

    FALLING_OVER_THE_TOP {
        id: "falling-over-the-top", common: 2,
        about: "Goes on in the bottom row when a falling diagonal has passed row 0.",
        hints: [
            "Which row does index -1 of the grid mean?",
            "The search up to the left.",
            "The search must stop at row 0: Python takes a negative index from the end.",
        ],
    }

    RISING_OVER_THE_TOP {
        id: "rising-over-the-top", common: 2,
        about: "Goes on in the bottom row when a rising diagonal has passed row 0.",
        hints: [
            "Which row does index -1 of the grid mean?",
            "The search up to the right.",
            "The search must stop at row 0: Python takes a negative index from the end.",
        ],
    }
}
