//! Wrong parsing of input, and crashes on it.

use super::imagined;
use crate::bug::bugs;

bugs! {
    after imagined::BUGS;
    family "input":

    LETTERS_CRASH {
        id: "letters-crash", common: 3,
        about: "Crashes on an answer that is no number.",
        hints: [
            "What does `int` do with a letter?",
            "The line of `__playBoard` where the answer becomes a number.",
            "`int` raises ValueError for all that is no number: test the text before, or catch the exception.",
        ],
    }
    EMPTY_LINE_CRASHES {
        id: "empty-line-crashes", common: 2,
        about: "Crashes on an empty answer.",
        hints: [
            "What is the first character of an empty string?",
            "The test for a leading zero.",
            "`answer[0]` raises IndexError if there is no character: look at the length first.",
        ],
    }
    LEADING_ZEROS_ACCEPTED {
        id: "leading-zeros-accepted", common: 3,
        about: "Takes `00` for 0 and `01` for 1.",
        hints: [
            "Is `01` a column number?",
            "The test of the answer before it becomes a number.",
            "A number of several digits must not begin with 0; `int` does not mind, so test the text.",
        ],
    }
    INT_ACCEPTED {
        id: "int-accepted", common: 3,
        about: "Takes all that `int` accepts for a number: blanks around it, signs, leading zeros.",
        hints: [
            "Which texts does `int` accept that are not only digits?",
            "The `try` around `int` in `__playBoard`.",
            "Test that the text is made of digits, without a leading zero, before you call `int`.",
        ],
    }
    FULL_LOSES_TURN {
        id: "full-loses-turn", common: 3,
        about: "Ends the turn after a full column, although no mark was placed.",
        hints: [
            "What does `placeMark` return, and who looks at it?",
            "The loop of `__playBoard`.",
            "Ask again until `placeMark` has returned True.",
        ],
    }
    REFUSAL_LOSES_TURN {
        id: "refusal-loses-turn", common: 2,
        about: "Ends the turn after an answer that is no column number.",
        hints: [
            "How often is a player asked who answers with a letter?",
            "The loop of `__playBoard`.",
            "Ask again until a mark was placed.",
        ],
    }
    ARGUMENT_IGNORED {
        id: "argument-ignored", common: 2,
        about: "Places the mark of the current player, whoever is passed to `__playBoard`.",
        hints: [
            "What is `curPlayer` in `__playBoard`?",
            "The mark that `__playBoard` passes on to `placeMark`.",
            "It is the notation of the player who was passed in, not that of `self.__curPlayer`.",
        ],
    }
}
