//! Discs in wrong spots, and boards that do not change as they should.

use super::verify_move;
use crate::bug::bugs;

bugs! {
    after verify_move::BUGS;
    family "update-board":

    ROW_0_NEVER_FILLED {
        id: "row-0-never-filled", common: 2,
        about: "Never puts a disc in row 0.",
        hints: [
            "What happens to the last disc that fits in a column?",
            "The range of rows in the search for the lowest empty spot.",
            "The search must go up to row 0: `range(nrows - 1, 0, -1)` ends before it.",
        ],
    }

    LAST_ROW_NEVER_FILLED {
        id: "last-row-never-filled", common: 1,
        about: "Never puts a disc in the last row.",
        hints: [
            "Where does the first disc of a column come to lie?",
            "The range of rows in the search for the lowest empty spot.",
            "The search must begin with row `nrows - 1`.",
        ],
    }

    DISC_STAYS_ON_TOP {
        id: "disc-stays-on-top", common: 2,
        about: "Puts the disc in the topmost empty spot of the column.",
        hints: [
            "Which row is the lowest: row 0 or the last one?",
            "The order in which `update_board` looks at the rows.",
            "The search for an empty spot must go from the last row upwards.",
        ],
    }

    ALWAYS_X {
        id: "always-x", common: 1,
        about: "Puts an X on the board, whatever disc it is given.",
        hints: [
            "What is the third parameter for?",
            "The character that `update_board` puts in the row.",
            "The disc that was passed in must be put on the board.",
        ],
    }

    WHOLE_COLUMN_FILLED {
        id: "whole-column-filled", common: 1,
        about: "Puts a disc in every empty spot of the column.",
        hints: [
            "What does your loop do after it has found an empty spot?",
            "The loop over the rows in `update_board`.",
            "The loop must end with the first disc that was put down.",
        ],
    }

    COPY_UPDATED {
        id: "copy-updated", common: 3,
        about: "Returns a changed copy and leaves the board that was passed in as it was.",
        hints: [
            "Does the list that was passed in change, or another one?",
            "The list that `update_board` assigns to.",
            "The rows of the list that was passed in must be replaced, and that list returned.",
        ],
    }

    UPDATE_GIVES_NOTHING {
        id: "update-gives-nothing", common: 3,
        about: "Changes the board, but returns nothing.",
        hints: [
            "What does `print(update_board(board, 0, 'X'))` print?",
            "The last line of `update_board`.",
            "The board must be returned after it was changed.",
        ],
    }

    ROWS_BECOME_LISTS {
        id: "rows-become-lists", common: 1,
        about: "Leaves the changed row behind as a list of characters.",
        hints: [
            "What type does the changed row have afterwards?",
            "Where `update_board` makes a list of a row to change it.",
            "The characters must be joined to a string again.",
        ],
    }
}
