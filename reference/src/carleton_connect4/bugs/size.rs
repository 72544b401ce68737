//! Sizes that are parsed or used wrongly.

use super::to_string;
use crate::bug::bugs;

bugs! {
    after to_string::BUGS;
    family "size":

    BLANKS_CRASH {
        id: "blanks-crash", common: 2,
        about: "Crashes when there are blanks around a number of the size.",
        hints: [
            "Does your program understand `4, 6` as it understands `4,6`?",
            "The line that takes the size apart.",
            "There may be any blanks around the numbers and the comma: `strip` removes them.",
        ],
    }

    ONE_DIGIT_SIZES {
        id: "one-digit-sizes", common: 2,
        about: "Crashes on a size of 10.",
        hints: [
            "How many digits can a number of rows have?",
            "The line that takes the size apart.",
            "The numbers must be split at the comma: they have no fixed place in the text.",
        ],
    }

    SIZE_SWAPPED {
        id: "size-swapped", common: 2,
        about: "Takes the first number for the columns and the second for the rows.",
        hints: [
            "Which of the two numbers is that of the rows?",
            "The call of `makeGrid` in the game.",
            "The first number is that of the rows.",
        ],
    }

    SIZE_NOT_RESET {
        id: "size-not-reset", common: 2,
        about: "Plays every game on a grid of the size of the first.",
        hints: [
            "What becomes of the second answer to the question for the size?",
            "The beginning of a new game.",
            "The size must be taken from the answer again for each game.",
        ],
    }
}
