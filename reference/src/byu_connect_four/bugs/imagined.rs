//! False lines that win.

use super::overlooked;
use crate::bug::bugs;

bugs! {
    after overlooked::BUGS;
    family "win":

    HORIZONTAL_WRAPS {
        id: "horizontal-wraps", common: 2,
        about: "Takes the last column for a neighbour of column 0 in a row.",
        hints: [
            "What does Python give for `grid[row][-1]`?",
            "The column indices in the search for horizontal lines.",
            "A negative column counts from the right end: make sure that no index goes below 0.",
        ],
    }

    VERTICAL_WRAPS {
        id: "vertical-wraps", common: 1,
        about: "Takes the bottom row for the one above the top row.",
        hints: [
            "What does Python give for `grid[-1]`?",
            "The row indices in the search for vertical lines.",
            "A negative row counts from the bottom: make sure that no index goes below 0.",
        ],
    }

    DIAGONALS_WRAP_SIDES {
        id: "diagonals-wrap-sides", common: 2,
        about: "Lets diagonals leave the grid at one side and come in at the other.",
        hints: [
            "What does Python give for `grid[row][-1]`?",
            "The column indices in the search for diagonals.",
            "A negative column counts from the right end: make sure that no index goes below 0.",
        ],
    }

    DIAGONALS_WRAP_TOP {
        id: "diagonals-wrap-top", common: 2,
        about: "Lets diagonals leave the grid at the top and come in at the bottom.",
        hints: [
            "What does Python give for `grid[-1]`?",
            "The row indices in the search for diagonals.",
            "A negative row counts from the bottom: make sure that no index goes below 0.",
        ],
    }

    ROWS_RUN_ON {
        id: "rows-run-on", common: 1,
        about: "Searches all cells as one long row, so that a line can go on in the next row.",
        hints: [
            "Which cell comes after the last one of a row in your search?",
            "Where the rows are joined to one list or string before they are searched.",
            "The end of a row and the beginning of the next are side by side there: search each row alone.",
        ],
    }

    BROKEN_ROW_WINS {
        id: "broken-row-wins", common: 2,
        about: "Counts the markers of a row, whether they are side by side or not.",
        hints: [
            "Must the four markers of a row be neighbours?",
            "The count of markers in the search for horizontal lines.",
            "The count goes on after a gap or a marker of the opponent; it must begin anew.",
        ],
    }

    BROKEN_STACK_WINS {
        id: "broken-stack-wins", common: 2,
        about: "Counts the markers of a column, whether they are on top of each other or not.",
        hints: [
            "Must the four markers of a column be neighbours?",
            "The count of markers in the search for vertical lines.",
            "The count goes on after a marker of the opponent; it must begin anew.",
        ],
    }

    EMPTY_CELLS_WIN {
        id: "empty-cells-win", common: 2,
        about: "Takes four empty cells in a row for a win.",
        hints: [
            "Four cells are equal. Is that always a win?",
            "The comparison of cells in the search for lines.",
            "Four dots are equal too: the first cell must hold a marker.",
        ],
    }

    THREE_WIN {
        id: "three-win", common: 1,
        about: "Ends the game at three in a row.",
        hints: [
            "How many markers in a row win?",
            "The length of a line in the win check.",
            "Three are enough there; it takes four.",
        ],
    }
}
