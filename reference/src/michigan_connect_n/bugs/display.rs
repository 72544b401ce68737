//! Boards that are shown in another form.

use super::placing;
use crate::bug::bugs;

bugs! {
    after placing::BUGS;
    family "display":

    TITLE_MISSING {
        id: "title-missing", common: 1,
        about: "Shows the board without the words `Current Board is`.",
        hints: [
            "What stands above the board in the handout?",
            "The beginning of `Board.display`.",
            "`Current Board is` comes before the rows.",
        ],
    }
    BOARD_UPSIDE_DOWN {
        id: "board-upside-down", common: 2,
        about: "Shows the bottom row first.",
        hints: [
            "In which line of the screen is the first mark?",
            "The loop over the rows in `Board.display`.",
            "Row 0 is the top and is shown first.",
        ],
    }
    BLANKS_BETWEEN {
        id: "blanks-between", common: 2,
        about: "Puts blanks between the letters of a row.",
        hints: [
            "How many characters has a row of five cells in the handout?",
            "The place where `Board.display` puts the letters together.",
            "The letters follow each other without anything in between.",
        ],
    }
    ZERO_FOR_EMPTY {
        id: "zero-for-empty", common: 2,
        about: "Shows an empty cell as the digit 0 instead of the letter O.",
        hints: [
            "Which character stands for an empty cell?",
            "The letters in `Board.display`.",
            "It is the capital letter O, not a zero.",
        ],
    }
    COLOURS_SWAPPED {
        id: "colours-swapped", common: 1,
        about: "Shows the marks of player 1 as Y and those of player 2 as R.",
        hints: [
            "Which letter belongs to which player?",
            "The letters in `Board.display`.",
            "R is PLAYER1, Y is PLAYER2.",
        ],
    }
}
