//! False lines that the search finds.

use super::overlooked;
use crate::bug::bugs;

bugs! {
    after overlooked::BUGS;
    family "imagined":

    ALWAYS_FOUR {
        id: "always-four", common: 2,
        about: "Looks for four marks in a line, whatever N is.",
        hints: [
            "What does `checkWin` do with its argument?",
            "Every 3 and 4 in the searches.",
            "The length of a line is `target`.",
        ],
    }
    ONE_FEWER_WINS {
        id: "one-fewer-wins", common: 2,
        about: "Takes one mark less than N for a line.",
        hints: [
            "What is the value of your counter after the first mark of a line?",
            "The start of the counter, and the comparison with `target`.",
            "A counter of equal neighbours is one less than the number of marks.",
        ],
    }
    EMPTY_WINS {
        id: "empty-wins", common: 3,
        about: "Takes empty cells in a line for a win.",
        hints: [
            "Are equal cells always marks?",
            "The comparison of a cell with its neighbour.",
            "EMPTY cells are equal too: leave them out.",
        ],
    }
    MARKS_OF_ROW_COUNTED {
        id: "marks-of-row-counted", common: 2,
        about: "Counts the marks of a row, whatever is between them.",
        hints: [
            "What happens to your counter when another cell comes in between?",
            "The counter in `__checkWinHorizontal`.",
            "The counter begins anew at every cell that differs from the one before.",
        ],
    }
    ROWS_JOINED {
        id: "rows-joined", common: 2,
        about: "Lets a horizontal line go on in the next row.",
        hints: [
            "What is the value of your counter at the beginning of a row?",
            "The place where the counter of `__checkWinHorizontal` is set to 0.",
            "A line ends at the edge: begin anew with every row.",
        ],
    }
    COLUMNS_JOINED {
        id: "columns-joined", common: 2,
        about: "Lets a vertical line go on in the next column.",
        hints: [
            "What is the value of your counter at the beginning of a column?",
            "The place where the counter of `__checkWinVertical` is set to 0.",
            "A line ends at the edge: begin anew with every column.",
        ],
    }
    RISING_WRAPS {
        id: "rising-wraps", common: 3,
        about: "Lets a rising line go on at the bottom when it leaves the board at the top.",
        hints: [
            "Which item has the index -1?",
            "The row of the search for rising lines.",
            "Negative indices count from the end: a rising line must stop at row 0.",
        ],
    }
    LARGE_TARGET_CRASHES {
        id: "large-target-crashes", common: 2,
        about: "Crashes if N is larger than the board and a whole row is one player's.",
        hints: [
            "What does your search do if the line is longer than a row?",
            "The range of `__checkWinHorizontal`.",
            "If there is no room for a line, no beginning may be tried at all.",
        ],
    }
}
