//! Wrong parsing of input, and crashes on it.

use super::tie;
use crate::bug::bugs;

bugs! {
    after tie::BUGS;
    family "input":

    INT_PARSE {
        id: "int-parse", common: 3,
        about: "Accepts all that `int` takes for a column, such as `00` and `+3`.",
        hints: [
            "Is `00` a single digit between 0 and 7?",
            "The test of what was typed.",
            "`int` is too generous: test the text itself before you make a number of it.",
        ],
    }

    ISDIGIT_PARSE {
        id: "isdigit-parse", common: 2,
        about: "Accepts several digits such as `00`, because it only asks for `isdigit()`.",
        hints: [
            "Is `00` a single digit between 0 and 7?",
            "The call of `isdigit`.",
            "`isdigit` is true of several digits, and of `²`, for which `int` then crashes.",
        ],
    }

    FLOAT_PARSE {
        id: "float-parse", common: 1,
        about: "Accepts numbers with a decimal point, such as `3.7`.",
        hints: [
            "Is `3.0` a single digit between 0 and 7?",
            "The test of what was typed.",
            "It goes through `float`, which takes much more than one digit.",
        ],
    }

    STRIPS_BLANKS {
        id: "strips-blanks", common: 2,
        about: "Accepts a digit with blanks around it.",
        hints: [
            "Is ` 3` exactly one character?",
            "Where the line is read.",
            "`strip` is called before the test; by the handout the line is invalid.",
        ],
    }

    IN_DIGITS {
        id: "in-digits", common: 2,
        about: "Accepts an empty line and pieces of `01234567`, such as `12`.",
        hints: [
            "What is `\"\" in \"01234567\"`, and what is `\"12\" in \"01234567\"`?",
            "The test with `in`.",
            "`in` looks for a piece of a string: ask for the length too, or look in a list.",
        ],
    }

    FIRST_CHARACTER {
        id: "first-character", common: 2,
        about: "Looks at the first character only: `12` plays column 1, and an empty line crashes.",
        hints: [
            "What happens with `12`?",
            "Where the first character of the line is picked.",
            "The rest of the line is ignored, and an empty line has no first character.",
        ],
    }

    ACCEPTS_NEGATIVE {
        id: "accepts-negative", common: 2,
        about: "Accepts negative numbers, which count columns from the right.",
        hints: [
            "What does Python give for `row[-1]`?",
            "The bounds that the number is compared with.",
            "Only the upper bound is tested; -1 is the last column for Python.",
        ],
    }

    ACCEPTS_EIGHT {
        id: "accepts-eight", common: 2,
        about: "Accepts column 8 and crashes on it.",
        hints: [
            "What is the number of the last column?",
            "The upper bound that the number is compared with.",
            "It is off by one: eight columns have the numbers 0 to 7.",
        ],
    }

    NO_UPPER_LIMIT {
        id: "no-upper-limit", common: 2,
        about: "Accepts every digit and crashes on 8 and 9.",
        hints: [
            "Which digits are no columns?",
            "The test of what was typed.",
            "It asks whether there is a number, and not whether there is such a column.",
        ],
    }

    REFUSES_LAST {
        id: "refuses-last", common: 2,
        about: "Refuses column 7.",
        hints: [
            "What is the number of the last column?",
            "The upper bound that the number is compared with.",
            "It is off by one: 7 is a column.",
        ],
    }

    REFUSES_ZERO {
        id: "refuses-zero", common: 2,
        about: "Refuses column 0.",
        hints: [
            "What is the number of the first column?",
            "The lower bound that the number is compared with, or a test such as `if column:`.",
            "0 is a column; and `if column:` is false for it.",
        ],
    }

    ONE_BASED {
        id: "one-based", common: 1,
        about: "Takes the numbers 1 to 8 for the columns.",
        hints: [
            "What is the number of the first column?",
            "Where the number that was typed becomes an index.",
            "One is subtracted there; the columns of the handout count from 0.",
        ],
    }

    INT_CRASH {
        id: "int-crash", common: 3,
        about: "Crashes on a line that is no number.",
        hints: [
            "What does `int` do with a letter?",
            "The line where what was typed becomes a number.",
            "`int` raises ValueError for it: test the text before, or catch the exception.",
        ],
    }

    EMPTY_CRASH {
        id: "empty-crash", common: 2,
        about: "Crashes on an empty line.",
        hints: [
            "What is `line[0]` of an empty line?",
            "Where the first character of the line is picked.",
            "There is none, which raises IndexError: ask for the length first.",
        ],
    }
}
