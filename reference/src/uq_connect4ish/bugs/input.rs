//! Commands that are wrongly accepted or refused, and wrong messages about them.

use super::display;
use crate::bug::bugs;

bugs! {
    after display::BUGS;
    family "input":

    EMPTY_COMMAND_CRASH {
        id: "empty-command-crash", common: 2,
        about: "Crashes on an empty command.",
        hints: [
            "What is the first character of an empty string?",
            "The first test in `check_input`.",
            "`command[0]` raises IndexError if there is no character: look at the length first.",
        ],
    }
    LONE_LETTER_CRASH {
        id: "lone-letter-crash", common: 3,
        about: "Crashes on `a` or `r` without a column.",
        hints: [
            "How many characters has the command `a`?",
            "The place where `check_input` looks at the second character.",
            "`command[1]` raises IndexError if there is only a letter: look at the length first.",
        ],
    }
    LETTER_CRASH {
        id: "letter-crash", common: 3,
        about: "Crashes if a letter stands in place of the column.",
        hints: [
            "What does `int` do with a letter?",
            "The line of `check_input` where the second character becomes a number.",
            "`int` raises ValueError for all that is no number: ask `isdigit` before, or look for it in a text.",
        ],
    }
    SUPERSCRIPT_CRASH {
        id: "superscript-crash", common: 1,
        about: "Crashes on a superscript such as `a²`, which `isdigit` takes for a digit.",
        hints: [
            "Is all that `isdigit` accepts a number for `int`?",
            "The test before `int` in `check_input`.",
            "`'²'.isdigit()` is True, and `int('²')` raises ValueError: look for the character in \"12345678\".",
        ],
    }
    COLUMN_ZERO_ACCEPTED {
        id: "column-zero-accepted", common: 3,
        about: "Takes `a0` for the last column.",
        hints: [
            "Which index has column 0, if column 1 has index 0?",
            "The lower bound of the column in `check_input`.",
            "Index -1 is the last item of a list; columns smaller than 1 must be refused.",
        ],
    }
    COLUMN_NINE_ACCEPTED {
        id: "column-nine-accepted", common: 2,
        about: "Accepts `a9` and crashes when the move is made.",
        hints: [
            "Which columns does a board of 8 columns have?",
            "The upper bound of the column in `check_input`.",
            "The last column is 8, so 9 must be refused: a `<=` or a `+ 1` is too many.",
        ],
    }
    COLUMN_EIGHT_REFUSED {
        id: "column-eight-refused", common: 2,
        about: "Calls column 8 invalid.",
        hints: [
            "Is the end of a `range` part of it?",
            "The upper bound of the column in `check_input`.",
            "Column 8 exists: the bound must include BOARD_SIZE.",
        ],
    }
    FIRST_DIGIT_ONLY {
        id: "first-digit-only", common: 2,
        about: "Reads `a10` and `a1 ` as `a1`: looks at the first two characters only.",
        hints: [
            "What does your program do with a command that is too long?",
            "The test of the length in `check_input`.",
            "A command with a column has exactly two characters, not at least two.",
        ],
    }
    NUMBER_OF_ANY_LENGTH {
        id: "number-of-any-length", common: 2,
        about: "Takes all digits after the letter for one number: `a01` is `a1`, and `a10` an invalid column.",
        hints: [
            "Is `a10` a wrong format or a wrong column?",
            "The slice that `check_input` makes a number of.",
            "The column is a single digit: whatever is longer has a wrong format.",
        ],
    }
    COMMAND_STRIPPED {
        id: "command-stripped", common: 3,
        about: "Removes blanks around a command before looking at it.",
        hints: [
            "Is ` a3` a command of the given form?",
            "The calls of `strip`.",
            "A command with a blank has a wrong format; nothing of what was typed may be removed.",
        ],
    }
    CAPITALS_REFUSED {
        id: "capitals-refused", common: 2,
        about: "Calls `A3` and `R3` badly formed.",
        hints: [
            "Which letters may a command begin with?",
            "The comparison of the first character in `check_input`.",
            "Capital letters are as good as small ones, for all four commands.",
        ],
    }
    LONG_HELP_ACCEPTED {
        id: "long-help-accepted", common: 2,
        about: "Takes every command that begins with h or q for help or quit.",
        hints: [
            "What does your program do with `hello`?",
            "The place where `check_input` recognizes help and quit.",
            "Only the single letters are commands: compare the whole text, not its first character.",
        ],
    }
    COLUMN_BEFORE_FORMAT {
        id: "column-before-format", common: 2,
        about: "Answers `x9` with the message about columns.",
        hints: [
            "Which of two mistakes in one command is reported?",
            "The order of the tests in `check_input`.",
            "The format is checked first; a column is only looked at in a command that begins with a or r.",
        ],
    }
    TWO_MESSAGES {
        id: "two-messages", common: 2,
        about: "Gives a wrong letter with a wrong column both messages.",
        hints: [
            "How many messages are there for `x9`?",
            "The end of the branch that prints the message about the format.",
            "Exactly one message is printed: after the first, return False.",
        ],
    }
    NO_MESSAGE {
        id: "no-message", common: 1,
        about: "Refuses a badly formed command without a word.",
        hints: [
            "What does a player see who types `x`?",
            "The branches of `check_input` that return False.",
            "INVALID_FORMAT_MESSAGE or INVALID_COLUMN_MESSAGE is printed before False is returned.",
        ],
    }
    MESSAGE_TWICE {
        id: "message-twice", common: 1,
        about: "Prints a message in `check_input` and one of its own in `get_action`.",
        hints: [
            "Who tells the player that a command is badly formed?",
            "The loop of `get_action`.",
            "`check_input` prints the message; `get_action` only asks again.",
        ],
    }
}
