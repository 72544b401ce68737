//! Wrong behaviour after an invalid line.

use super::full_column;
use crate::bug::bugs;

bugs! {
    after full_column::BUGS;
    family "re-prompt":

    CHECKS_ONCE {
        id: "checks-once", common: 2,
        about: "Tests only the first line of a turn, and takes the second as it is.",
        hints: [
            "What happens when the second entry is invalid too?",
            "The `if` around the message.",
            "It is asked once: with `while`, each entry is tested.",
        ],
    }

    REFUSAL_LOSES_TURN {
        id: "refusal-loses-turn", common: 2,
        about: "Passes the turn to the other player after an invalid line.",
        hints: [
            "Whose turn is it after an invalid move?",
            "Where the players are switched.",
            "The player changes even though no marker was placed.",
        ],
    }

    REFUSAL_REPRINTS_GRID {
        id: "refusal-reprints-grid", common: 3,
        about: "Prints the grid and the turn again after an invalid line.",
        hints: [
            "What is printed between the message and the second prompt?",
            "The loop that the program goes back to after an invalid move.",
            "Only the prompt is repeated, not the grid and not the line with the turn.",
        ],
    }

    REFUSAL_REPRINTS_TURN {
        id: "refusal-reprints-turn", common: 2,
        about: "Prints the turn again after an invalid line.",
        hints: [
            "What is printed between the message and the second prompt?",
            "The loop that the program goes back to after an invalid move.",
            "Only the prompt is repeated, not the line with the turn.",
        ],
    }

    NO_SECOND_PROMPT {
        id: "no-second-prompt", common: 2,
        about: "Does not prompt again after an invalid line.",
        hints: [
            "How does the player know that another column is wanted?",
            "The call of `input` after the message.",
            "It has no prompt: `Enter a column: ` is printed each time.",
        ],
    }

    REFUSAL_WITHOUT_FULL_STOP {
        id: "refusal-without-full-stop", common: 2,
        about: "Leaves out the full stop of the message about invalid moves.",
        hints: [
            "How does the message about invalid moves end?",
            "The text of the message.",
            "It ends with a full stop.",
        ],
    }

    REFUSAL_FROM_ONE {
        id: "refusal-from-one", common: 1,
        about: "Says `(1-7)` in the message about invalid moves.",
        hints: [
            "What is the number of the first column?",
            "The text of the message.",
            "The columns are 0 to 7: `(0-7)`.",
        ],
    }
}
