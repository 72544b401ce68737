//! Boards that are shown with missing, extra or wrong characters.

use super::make;
use crate::bug::bugs;

bugs! {
    after make::BUGS;
    family "print-board":

    TRAILING_BAR {
        id: "trailing-bar", common: 3,
        about: "Prints a `|` after the last spot of a row.",
        hints: [
            "How many `|` are there in a row of seven spots?",
            "What `print_board` does after each spot of a row.",
            "There is a `|` between two spots, and none after the last one.",
        ],
    }

    TRAILING_BLANKS_REMOVED {
        id: "trailing-blanks-removed", common: 2,
        about: "Leaves out the blanks at the end of a row.",
        hints: [
            "How many characters has a printed row of four empty spots?",
            "The end of a printed row.",
            "The last spot is three characters wide like all others, even when they are blanks.",
        ],
    }

    DOTS_SHOWN {
        id: "dots-shown", common: 2,
        about: "Prints empty spots as dots.",
        hints: [
            "What does an empty spot look like in the handout's printout?",
            "What `print_board` makes of one character of the board.",
            "A dot of the board is printed as three blanks.",
        ],
    }

    SMALL_LETTERS {
        id: "small-letters", common: 1,
        about: "Prints the discs in small letters.",
        hints: [
            "Which letters are the discs in the handout's printout?",
            "What `print_board` makes of one character of the board.",
            "The discs are the capital letters X and O.",
        ],
    }

    SEPARATOR_AFTER_LAST_ROW {
        id: "separator-after-last-row", common: 3,
        about: "Prints a separator after the last row too.",
        hints: [
            "How many lines of dashes stand between six rows?",
            "What `print_board` does after each row.",
            "A separator stands between two rows, and none follows the last row.",
        ],
    }

    SEPARATOR_ENDS_WITH_PLUS {
        id: "separator-ends-with-plus", common: 2,
        about: "Prints a `+` at the end of each separator.",
        hints: [
            "How many `+` are there in the separator of a board with seven columns?",
            "The line that `print_board` prints between two rows.",
            "There is a `+` between two groups of dashes, and none after the last one.",
        ],
    }

    SEPARATOR_FOR_SEVEN_COLUMNS {
        id: "separator-for-seven-columns", common: 2,
        about: "Prints the separator of a board with seven columns, whatever the board is.",
        hints: [
            "What does your function print for a board of four columns?",
            "The line that `print_board` prints between two rows.",
            "The separator has one group of dashes for each column of the board.",
        ],
    }

    LAST_NEWLINE_MISSING {
        id: "last-newline-missing", common: 1,
        about: "Does not end the last row with a newline.",
        hints: [
            "Where does the next text appear that is printed after the board?",
            "The end of `print_board`.",
            "The last row is a line like the others, and ends with a newline.",
        ],
    }

    BLANK_LINE_AFTER_BOARD {
        id: "blank-line-after-board", common: 2,
        about: "Prints an empty line after the board.",
        hints: [
            "What is the last line that your function prints?",
            "The end of `print_board`.",
            "Nothing follows the last row: no empty line either.",
        ],
    }

    PRINT_GIVES_THE_BOARD {
        id: "print-gives-the-board", common: 1,
        about: "Prints the board as it should, but returns it too.",
        hints: [
            "What does `print(print_board(board))` print after the board?",
            "The last line of `print_board`.",
            "The function returns nothing.",
        ],
    }

    BOARD_RETURNED_NOT_PRINTED {
        id: "board-returned-not-printed", common: 1,
        about: "Returns the picture of the board instead of printing it.",
        hints: [
            "What do you see when you call `print_board` in a file and do nothing with what it returns?",
            "The last line of `print_board`.",
            "The board must be printed inside the function, which returns nothing.",
        ],
    }
}
