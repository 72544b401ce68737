//! Wrong return values of methods, which no game shows.

use super::end;
use crate::bug::bugs;

bugs! {
    after end::BUGS;
    family "results":

    SCORE_RETURNED {
        id: "score-returned", common: 1,
        about: "Returns the new score from `addScoreByOne`.",
        hints: [
            "What does `addScoreByOne` return in the handout?",
            "The `return` of `addScoreByOne`.",
            "It returns nothing; `getScore` is there to ask.",
        ],
    }
    NOTATION_AS_NUMBER {
        id: "notation-as-number", common: 2,
        about: "Returns a number from `getNotation`.",
        hints: [
            "Is `Notation.PLAYER1` the same as 1?",
            "The `return` of `getNotation`.",
            "The notation itself is returned, not its value.",
        ],
    }
    ROWS_FOR_COLUMNS {
        id: "rows-for-columns", common: 1,
        about: "Returns the number of rows from `getColNum`.",
        hints: [
            "How many columns has a board with 2 rows and 5 columns?",
            "The `return` of `getColNum`.",
            "It returns `self.__colNum`.",
        ],
    }
    NONE_FOR_REFUSED {
        id: "none-for-refused", common: 3,
        about: "Returns None from `placeMark` when the mark is refused.",
        hints: [
            "What does a function return that ends without `return`?",
            "The branches of `placeMark` that print a message.",
            "After the message, return False.",
        ],
    }
    NONE_FOR_NOT_FULL {
        id: "none-for-not-full", common: 2,
        about: "Returns None from `checkFull` when there is room.",
        hints: [
            "What does a function return that ends without `return`?",
            "The end of `checkFull`.",
            "The result is True or False.",
        ],
    }
    BOARD_TEXT_RETURNED {
        id: "board-text-returned", common: 2,
        about: "Returns the text of the board from `Board.display` as well.",
        hints: [
            "What does `Board.display` return in the handout?",
            "The end of `Board.display`.",
            "It prints the board and returns None.",
        ],
    }
    TRUE_FOR_WINNER {
        id: "true-for-winner", common: 3,
        about: "Returns True from `checkWin` instead of the winner's notation.",
        hints: [
            "How does the caller of `checkWin` know who has won?",
            "The `return` statements of the searches.",
            "The notation of the line is returned.",
        ],
    }
    FALSE_FOR_NO_WIN {
        id: "false-for-no-win", common: 3,
        about: "Returns False from `checkWin` when nobody has won.",
        hints: [
            "What does `checkWin` return while the round goes on?",
            "The end of `checkWin`.",
            "Without a line the result is None.",
        ],
    }
}
