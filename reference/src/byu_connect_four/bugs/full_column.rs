//! Wrong behaviour with full columns.

use super::input;
use crate::bug::bugs;

bugs! {
    after input::BUGS;
    family "full-column":

    FULL_OVERWRITES_TOP {
        id: "full-overwrites-top", common: 2,
        about: "Lets a marker overwrite the top one of a full column.",
        hints: [
            "What happens to the sixth marker in a column?",
            "The test whether a column can be played.",
            "Nothing asks whether the column has room; the move is invalid.",
        ],
    }

    FULL_OVERWRITES_BOTTOM {
        id: "full-overwrites-bottom", common: 2,
        about: "Lets a marker overwrite the bottom one of a full column.",
        hints: [
            "What happens to the sixth marker in a column?",
            "The search for the lowest open cell.",
            "It ends at row -1, which is the bottom row for Python; the move is invalid.",
        ],
    }

    FULL_CRASHES {
        id: "full-crashes", common: 3,
        about: "Crashes when a full column is played.",
        hints: [
            "What happens to the sixth marker in a column?",
            "The search for the lowest open cell.",
            "It finds none and runs out of the grid; the move is invalid.",
        ],
    }

    FULL_VANISHES {
        id: "full-vanishes", common: 2,
        about: "Lets a marker vanish that is played in a full column, and the turn is over.",
        hints: [
            "What happens to the sixth marker in a column?",
            "What follows when the search for an open cell finds none.",
            "The turn ends as if the marker were placed; the move is invalid.",
        ],
    }

    FULL_LOSES_TURN {
        id: "full-loses-turn", common: 2,
        about: "Refuses a full column, but then it is the turn of the other player.",
        hints: [
            "Whose turn is it after an invalid move?",
            "Where the players are switched.",
            "The player changes even though no marker was placed.",
        ],
    }

    FULL_IS_SILENT {
        id: "full-is-silent", common: 1,
        about: "Asks again after a full column without a message.",
        hints: [
            "Is a full column an invalid move like the others?",
            "What is printed when a column is full.",
            "The message about invalid moves is missing.",
        ],
    }

    FULL_OTHER_MESSAGE {
        id: "full-other-message", common: 2,
        about: "Has a message of its own for full columns.",
        hints: [
            "Is a full column an invalid move like the others?",
            "What is printed when a column is full.",
            "All invalid moves get the same message.",
        ],
    }

    FULL_HANGS {
        id: "full-hangs", common: 1,
        about: "Prints the message for ever when a column is full.",
        hints: [
            "Which line of the loop asks for another column?",
            "The loop that goes on while the column is full.",
            "It prints the message and never asks for another column.",
        ],
    }

    FULL_ONE_EARLY {
        id: "full-one-early", common: 2,
        about: "Takes a column for full that has four markers.",
        hints: [
            "How many markers does a column hold?",
            "The row that is looked at to see whether a column is full.",
            "It is off by one: a column is full when its cell in row 0 is taken.",
        ],
    }

    FULL_UNCHECKED_AFTER_BAD {
        id: "full-unchecked-after-bad", common: 1,
        about: "No longer asks whether a column is full after an invalid line in the same turn.",
        hints: [
            "Which tests does the second entry of a turn go through?",
            "The loops around `input`.",
            "After a line that is no column, the next is not tested for room: it needs both tests.",
        ],
    }

    FORMAT_UNCHECKED_AFTER_FULL {
        id: "format-unchecked-after-full", common: 1,
        about: "No longer asks whether a line is a column after a full one in the same turn.",
        hints: [
            "Which tests does the second entry of a turn go through?",
            "The loops around `input`.",
            "After a full column, the next line is not tested for its form: it needs both tests.",
        ],
    }
}
