//! Empty boards of a wrong form.

use crate::bug::bugs;

bugs! {
    family "empty-board":

    EMPTY_BOARD_TRANSPOSED {
        id: "empty-board-transposed", common: 2,
        about: "Makes `ncols` strings of `nrows` dots.",
        hints: [
            "What does your function return for 6 rows and 4 columns?",
            "The two numbers in `make_empty_board`.",
            "The number of strings is `nrows`, and each of them has `ncols` dots.",
        ],
    }

    EMPTY_BOARD_OF_LISTS {
        id: "empty-board-of-lists", common: 2,
        about: "Makes a list of lists of dots, not a list of strings.",
        hints: [
            "What type does a row of your empty board have?",
            "The expression in `make_empty_board` that makes one row.",
            "A row is a string such as `'....'`, not a list such as `['.', '.', '.', '.']`.",
        ],
    }

    EMPTY_BOARD_OF_BLANKS {
        id: "empty-board-of-blanks", common: 1,
        about: "Makes empty spots of blanks instead of dots.",
        hints: [
            "Which character stands for an empty spot in a board?",
            "The character that `make_empty_board` repeats.",
            "A board has dots; the blanks belong to what `print_board` prints.",
        ],
    }

    EMPTY_BOARD_PRINTED {
        id: "empty-board-printed", common: 2,
        about: "Prints the empty board besides returning it.",
        hints: [
            "What appears on the screen when you call your function and do nothing with what it returns?",
            "The last lines of `make_empty_board`.",
            "Nothing is printed in this function.",
        ],
    }

    EMPTY_BOARD_NOT_RETURNED {
        id: "empty-board-not-returned", common: 2,
        about: "Prints the empty board instead of returning it.",
        hints: [
            "What is the difference between printing a value and returning it?",
            "The last line of `make_empty_board`.",
            "The board must be returned; nothing is printed in this function.",
        ],
    }
}
