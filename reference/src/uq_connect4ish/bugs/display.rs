//! Boards that are shown in another form.

use crate::bug::bugs;

bugs! {
    family "display":

    BOARD_TRANSPOSED {
        id: "board-transposed", common: 3,
        about: "Shows each string of the board as a row, although it is a column.",
        hints: [
            "Where on the screen is the piece that `a1` adds to the empty board?",
            "The two loops of `display_board`, one over rows and one over columns.",
            "A string is a column: the first row shown is the first character of every string.",
        ],
    }
    UPSIDE_DOWN {
        id: "upside-down", common: 2,
        about: "Shows the bottom row first.",
        hints: [
            "Which character of a column is its top?",
            "The loop over the rows in `display_board`.",
            "Character 0 of a column is its top and must be shown in the first line.",
        ],
    }
    NO_LAST_BAR {
        id: "no-last-bar", common: 2,
        about: "Puts no bar at the end of a row.",
        hints: [
            "How many bars has a row of eight cells?",
            "The line that is printed for a row.",
            "There is a bar before the first cell, between two cells and after the last one: nine in all.",
        ],
    }
    NUMBERS_MISSING {
        id: "numbers-missing", common: 1,
        about: "Prints no column numbers below the board.",
        hints: [
            "What stands below the board in the handout?",
            "The end of `display_board`.",
            "The numbers of the columns, with blanks between them, are the last line of every board.",
        ],
    }
    NUMBERS_FROM_ZERO {
        id: "numbers-from-zero", common: 2,
        about: "Numbers the columns from 0 to 7.",
        hints: [
            "Which number has the first column for a player?",
            "The range of the column numbers below the board.",
            "The columns are shown as 1 to 8, although their indices are 0 to 7.",
        ],
    }
    NUMBERS_WITHOUT_FIRST_BLANK {
        id: "numbers-without-first-blank", common: 2,
        about: "Begins the line of column numbers with a digit.",
        hints: [
            "In which place of the line is the 1, and in which is the first piece of a row?",
            "The beginning of the line of numbers.",
            "The line begins with a blank, so that each number is below its column.",
        ],
    }
    NUMBERS_WITHOUT_LAST_BLANK {
        id: "numbers-without-last-blank", common: 3,
        about: "Ends the line of column numbers with a digit.",
        hints: [
            "How long is the line of numbers, and how long is a row of the board?",
            "The end of the line of numbers.",
            "The line ends with a blank, as a row ends with a bar.",
        ],
    }
    OTHERS_SHOWN_AS_BLANKS {
        id: "others-shown-as-blanks", common: 1,
        about: "Shows X and O, and every other character as a blank cell.",
        hints: [
            "What is shown of a column that holds other letters than X and O?",
            "The part of `display_board` that decides what is shown of a cell.",
            "The cells are shown as they are; `display_board` has to know neither players nor pieces.",
        ],
    }
    BOARD_TWICE {
        id: "board-twice", common: 2,
        about: "Shows the board at the end of a turn and again at the beginning of the next.",
        hints: [
            "How many boards are there between two move messages?",
            "The calls of `display_board` in `play_game`.",
            "The board after a move is the one of the next turn too: show it once.",
        ],
    }
}
