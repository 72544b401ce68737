//! Lines that are missed, and false lines that are found.

use super::pieces;
use crate::bug::bugs;

bugs! {
    after pieces::BUGS;
    family "win":

    NO_HORIZONTAL {
        id: "no-horizontal", common: 2,
        about: "Never notices a horizontal line.",
        hints: [
            "Which index stays the same in four pieces side by side?",
            "The search for horizontal lines in `check_win`.",
            "The same character of four strings that follow each other must be compared.",
        ],
    }
    NO_VERTICAL {
        id: "no-vertical", common: 1,
        about: "Never notices a vertical line.",
        hints: [
            "Which index stays the same in four pieces on top of each other?",
            "The search for vertical lines in `check_win`.",
            "A column is one string: four equal characters that follow each other in it are a line.",
        ],
    }
    NO_RISING {
        id: "no-rising", common: 3,
        about: "Never notices a line that rises to the right.",
        hints: [
            "How many diagonals go through a cell?",
            "The search for diagonals in `check_win`.",
            "One step to the right is one row up on a rising line, so its row index becomes smaller.",
        ],
    }
    NO_FALLING {
        id: "no-falling", common: 2,
        about: "Never notices a line that falls to the right.",
        hints: [
            "How many diagonals go through a cell?",
            "The search for diagonals in `check_win`.",
            "One step to the right is one row down on a falling line, so both indices become larger.",
        ],
    }
    HORIZONTAL_MISSES_RIGHT {
        id: "horizontal-misses-right", common: 3,
        about: "Overlooks a horizontal line that ends in column 8.",
        hints: [
            "In which columns can a horizontal line begin?",
            "The range of the first column in the search for horizontal lines.",
            "The last line begins at index 4, so that the range must end at 5.",
        ],
    }
    VERTICAL_MISSES_TOP {
        id: "vertical-misses-top", common: 2,
        about: "Overlooks a vertical line that reaches the top row.",
        hints: [
            "In which rows can the top of a vertical line be?",
            "The range of rows in the search for vertical lines.",
            "Row 0 belongs to the board: a line may begin there.",
        ],
    }
    RISING_MISSES_BOTTOM {
        id: "rising-misses-bottom", common: 3,
        about: "Overlooks a rising line that begins in the bottom row.",
        hints: [
            "In which rows can the lowest piece of a rising line be?",
            "The range of rows in the search for rising lines.",
            "The bottom row has index 7, so that the range must end at 8.",
        ],
    }
    FALLING_MISSES_RIGHT {
        id: "falling-misses-right", common: 2,
        about: "Overlooks a falling line that ends in column 8.",
        hints: [
            "In which columns can the lowest piece of a falling line be?",
            "The range of columns in the search for falling lines.",
            "The last falling line begins at index 4, so that the range must end at 5.",
        ],
    }
    DIAGONALS_FROM_LEFT_EDGE {
        id: "diagonals-from-left-edge", common: 3,
        about: "Searches only the diagonals that begin at the left edge of the board.",
        hints: [
            "Where does a diagonal begin that does not go through the first column?",
            "The loop over the diagonals of the board.",
            "Diagonals begin at the left edge, and also in the top row or in the bottom row.",
        ],
    }
    NO_FALLING_FOR_O {
        id: "no-falling-for-o", common: 1,
        about: "Looks for falling lines of player 1 only.",
        hints: [
            "Is every direction searched for both players?",
            "The search for diagonals of player 2.",
            "What is written twice is easily forgotten once: let one function search for a given piece.",
        ],
    }
    EXACTLY_FOUR {
        id: "exactly-four", common: 2,
        about: "Does not count a line of five or more pieces.",
        hints: [
            "Does a fifth piece spoil a line?",
            "The comparison with REQUIRED_WIN_LENGTH.",
            "A line wins with four pieces or more: `>=`, not `==`.",
        ],
    }
    THREE_WIN {
        id: "three-win", common: 1,
        about: "Takes three pieces in a line for a win.",
        hints: [
            "After how many equal neighbours is a line complete?",
            "The number that the counter of pieces is compared with.",
            "The first piece counts too: four pieces have three equal neighbours.",
        ],
    }
    GAPS_OVERLOOKED {
        id: "gaps-overlooked", common: 2,
        about: "Counts the pieces of a row or column, whatever is between them.",
        hints: [
            "What happens to your counter when another piece comes in between?",
            "The counters in the search for horizontal and vertical lines.",
            "The counter goes back to 0 at every cell that holds something else.",
        ],
    }
    ROWS_JOINED {
        id: "rows-joined", common: 1,
        about: "Lets a horizontal line go on in the next row.",
        hints: [
            "What comes after the last cell of a row in your search?",
            "The text or counter that runs through all rows.",
            "A line ends at the edge: begin anew with every row.",
        ],
    }
    COLUMNS_JOINED {
        id: "columns-joined", common: 2,
        about: "Lets a vertical line go on at the top of the next column.",
        hints: [
            "What comes after the last cell of a column in your search?",
            "The text or counter that runs through all columns.",
            "A line ends at the edge: begin anew with every column.",
        ],
    }
    SIDES_JOINED {
        id: "sides-joined", common: 2,
        about: "Lets a horizontal line go on at the other side of the board.",
        hints: [
            "Which item has the index -1?",
            "The columns to the left in the search for horizontal lines.",
            "A negative index counts from the end: stop at column index 0.",
        ],
    }
    TOP_JOINED {
        id: "top-joined", common: 3,
        about: "Lets a rising line go on at the bottom when it leaves the board at the top.",
        hints: [
            "Which item has the index -1?",
            "The range of rows in the search for rising lines.",
            "A rising line of four begins in row index 3 or below; above, its last row would be negative.",
        ],
    }
}
