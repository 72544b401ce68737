//! Wrong creation and reset of the grid, and wrong tests for a full board.

use super::player;
use crate::bug::bugs;

bugs! {
    after player::BUGS;
    family "board":

    ROWS_ALIASED {
        id: "rows-aliased", common: 3,
        about: "Makes all rows one list, so that a mark shows in every row.",
        hints: [
            "How many marks does the board show after one move?",
            "The line that makes the grid.",
            "`[row] * n` holds the same list n times: make each row in a loop of its own.",
        ],
    }
    DIMENSIONS_SWAPPED {
        id: "dimensions-swapped", common: 2,
        about: "Makes as many rows as there should be columns, and the other way round.",
        hints: [
            "How many lists are in the grid of a board with 2 rows and 5 columns?",
            "The two loops that make the grid.",
            "The grid is a list of `rowNum` rows with `colNum` cells each.",
        ],
    }
    BOARD_KEPT {
        id: "board-kept", common: 3,
        about: "Leaves the marks on the board in `initGrid`.",
        hints: [
            "What is on the board when the second round begins?",
            "The method `initGrid`, and where it is called.",
            "`initGrid` makes every cell EMPTY, and `playRound` calls it first.",
        ],
    }
    FULL_BY_ONE_COLUMN {
        id: "full-by-one-column", common: 2,
        about: "Calls the board full when one column is.",
        hints: [
            "Which cells must be taken on a full board?",
            "The `return` inside the loop of `checkFull`.",
            "One EMPTY cell anywhere means False; True comes after the last cell.",
        ],
    }
    FULL_BY_FIRST_CELL {
        id: "full-by-first-cell", common: 2,
        about: "Looks only at the first cell of the board to decide whether it is full.",
        hints: [
            "After how many cells does your loop return?",
            "The `else` inside the loop of `checkFull`.",
            "One taken cell decides nothing: go on to the next.",
        ],
    }
    BOARD_PUBLIC {
        id: "board-public", common: 2,
        about: "Names the attributes of the board without the two underscores.",
        hints: [
            "How does Python know that an attribute is private?",
            "The names after `self.` in the class Board.",
            "The handout's names begin with two underscores, as in `self.__grid`.",
        ],
    }
}
