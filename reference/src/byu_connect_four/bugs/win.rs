//! Lines that are overlooked, and lines that are none.

use crate::bug::bugs;

bugs! {
    family "win":

    NO_VERTICAL {
        id: "no-vertical", common: 2,
        about: "Never notices a vertical win.",
        hints: [
            "Which cells are the same in four markers on top of each other, and which change?",
            "The search for vertical lines.",
            "Four equal cells of one column, in rows that follow each other, must end the game.",
        ],
    }
}
