//! Wrong behaviour when the users quit.

use super::size;
use crate::bug::bugs;

bugs! {
    after size::BUGS;
    family "quit":

    QUIT_CRASHES_AT_SIZE {
        id: "quit-crashes-at-size", common: 2,
        about: "Crashes when the users quit at the question for the size.",
        hints: [
            "What does your program make of `quit` when it expects two numbers?",
            "What happens to the answer before it is split.",
            "`quit` must be recognized before the numbers are read.",
        ],
    }

    QUIT_CRASHES_AT_COLUMN {
        id: "quit-crashes-at-column", common: 3,
        about: "Crashes when the users quit at the question for a column.",
        hints: [
            "What does `int` do with `quit`?",
            "What happens to the answer before it becomes a number.",
            "`quit` must be recognized before `int` is called.",
        ],
    }

    QUIT_REFUSED_AT_COLUMN {
        id: "quit-refused-at-column", common: 2,
        about: "Takes `quit` for an invalid move.",
        hints: [
            "What can be typed instead of a column?",
            "The test of the answer to the question for a column.",
            "`quit` is no move: it ends the program at any question.",
        ],
    }

    BLACK_CANNOT_QUIT {
        id: "black-cannot-quit", common: 2,
        about: "Takes `quit` for an invalid move when it is black's turn.",
        hints: [
            "Who may quit?",
            "The question for black's column.",
            "Both players can quit: ask both in the same way.",
        ],
    }

    PARTING_MISSING {
        id: "parting-missing", common: 2,
        about: "Ends without a parting message.",
        hints: [
            "What does the program say at its end?",
            "What happens after `quit`.",
            "A message such as `Thanks for playing` ends the program, whoever quits and when.",
        ],
    }
}
