//! Wins that are searched in the wrong place, and wrong return values of `win`.

use super::play;
use crate::bug::bugs;

bugs! {
    after play::BUGS;
    family "win":

    WIN_CRASHES_BEYOND_LAST_COLUMN {
        id: "win-crashes-beyond-last-column", common: 3,
        about: "Crashes when `win` is asked for a column that is too large.",
        hints: [
            "What does `win` return for a column that does not exist?",
            "The first index that `win` uses.",
            "Nobody has won in a column that is out of range: return `'empty'` before it is used as an index.",
        ],
    }

    WIN_LOOKS_AT_NEGATIVE_COLUMN {
        id: "win-looks-at-negative-column", common: 2,
        about: "Looks at the last column when `win` is asked for column -1.",
        hints: [
            "What does index -1 mean in Python?",
            "The first index that `win` uses.",
            "Nobody has won in a column below 0: return `'empty'` before it is used as an index.",
        ],
    }

    WIN_CRASHES_ON_EMPTY_COLUMN {
        id: "win-crashes-on-empty-column", common: 3,
        about: "Crashes when `win` is asked for a column without a checker.",
        hints: [
            "Where does your search for the last checker end in an empty column?",
            "The search for the topmost checker of the column.",
            "The search must stop at the last row; in an empty column nobody has won.",
        ],
    }

    LOWEST_CHECKER_TAKEN {
        id: "lowest-checker-taken", common: 1,
        about: "Looks at the lowest checker of the column instead of the topmost.",
        hints: [
            "Which checker of a column was played last?",
            "The search for the checker in the column.",
            "It is the topmost checker: the search must go from row 0 downwards.",
        ],
    }

    ONLY_RED_WINS {
        id: "only-red-wins", common: 2,
        about: "Never finds a win of black.",
        hints: [
            "Who can have a line?",
            "The colour that `win` compares with.",
            "The search is for the colour of the last checker, whichever it is.",
        ],
    }

    OTHER_COLOUR_WINS {
        id: "other-colour-wins", common: 1,
        about: "Returns the colour of the loser.",
        hints: [
            "Whose checker was played last when the game is won?",
            "What `win` returns when it has found a line.",
            "The winner is the colour of the checkers in the line.",
        ],
    }

    WIN_GIVES_TRUE {
        id: "win-gives-true", common: 2,
        about: "Returns True instead of the colour that has won.",
        hints: [
            "Which three strings can `win` return?",
            "What `win` returns when it has found a line.",
            "The winner's colour must be returned: `'red'` or `'black'`.",
        ],
    }

    NOBODY_IS_NONE {
        id: "nobody-is-none", common: 3,
        about: "Returns None instead of `'empty'` when nobody has won.",
        hints: [
            "What does a function return that ends without `return`?",
            "The last line of `win`.",
            "`'empty'` has to be returned when no line was found.",
        ],
    }
}
