//! Lines that the search does not find.

use super::display;
use crate::bug::bugs;

bugs! {
    after display::BUGS;
    family "overlooked":

    NO_RISING {
        id: "no-rising", common: 3,
        about: "Searches falling diagonals twice, and rising ones never.",
        hints: [
            "In what do the two searches for diagonals differ?",
            "The method for the other diagonal.",
            "On a rising line the row becomes smaller as the column becomes larger.",
        ],
    }
    NO_FALLING {
        id: "no-falling", common: 2,
        about: "Never notices a line that falls to the right.",
        hints: [
            "How many diagonals go through a cell?",
            "The search for diagonals.",
            "On a falling line row and column become larger together.",
        ],
    }
    ONLY_HORIZONTAL {
        id: "only-horizontal", common: 2,
        about: "Returns what the first of the three searches found, even if that is nothing.",
        hints: [
            "What happens in `checkWin` when no row has a line?",
            "The `return` statements of `checkWin`.",
            "Go on to the next search if the last one found None.",
        ],
    }
    DIAGONALS_FROM_FIRST_COLUMN {
        id: "diagonals-from-first-column", common: 3,
        about: "Searches diagonals only from the first column.",
        hints: [
            "In which columns can a diagonal begin?",
            "The loops over the first cell of a diagonal.",
            "A diagonal can begin in every column that leaves room for it: two loops are needed.",
        ],
    }
    DIAGONALS_COMPARED_WITH_ROWS {
        id: "diagonals-compared-with-rows", common: 2,
        about: "Stops diagonals at the number of rows instead of the number of columns.",
        hints: [
            "What does your program do on a board that is wider than high?",
            "The bound of the column in the search for diagonals.",
            "Columns are compared with `colNum`, rows with `rowNum`.",
        ],
    }
    ROW_MISSES_LAST_COLUMN {
        id: "row-misses-last-column", common: 3,
        about: "Overlooks a horizontal line that ends in the last column.",
        hints: [
            "In which columns can a horizontal line begin?",
            "The range in `__checkWinHorizontal`.",
            "The last beginning is `colNum - target`, so that the range ends one later.",
        ],
    }
    COLUMN_MISSES_TOP_ROW {
        id: "column-misses-top-row", common: 2,
        about: "Overlooks a vertical line that reaches the top row.",
        hints: [
            "In which rows can a vertical line begin?",
            "The range in `__checkWinVertical`.",
            "Row 0 belongs to the board: a line may begin or end there.",
        ],
    }
    ONLY_PLAYER_1_WINS {
        id: "only-player-1-wins", common: 1,
        about: "Looks for lines of player 1 only.",
        hints: [
            "Whose lines does `checkWin` look for?",
            "The notation that cells are compared with.",
            "A line of either player counts, and its notation is returned.",
        ],
    }
    ONLY_EXACTLY_N {
        id: "only-exactly-n", common: 2,
        about: "Does not count a line of more than N marks.",
        hints: [
            "Does one mark more spoil a line?",
            "The comparison with `target`.",
            "A line wins with `target` marks or more: `>=`, not `==` after the whole line was counted.",
        ],
    }
    ONE_MORE_NEEDED {
        id: "one-more-needed", common: 2,
        about: "Asks for one mark more than N.",
        hints: [
            "What is the value of your counter after the first mark of a line?",
            "The start of the counter, and the comparison with `target`.",
            "The first mark counts too.",
        ],
    }
}
