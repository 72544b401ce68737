//! Wrong tests for full and empty columns.

use super::input;
use crate::bug::bugs;

bugs! {
    after input::BUGS;
    family "columns":

    FULL_WITH_ONE_FREE {
        id: "full-with-one-free", common: 2,
        about: "Calls a column full when one cell is left.",
        hints: [
            "Which cell is the last to be filled?",
            "The index in `is_column_full`.",
            "The top of a column is character 0, not 1.",
        ],
    }
    FULL_WITH_ANY_PIECE {
        id: "full-with-any-piece", common: 1,
        about: "Calls a column full as soon as there is a piece in it.",
        hints: [
            "Which end of a column is its bottom?",
            "The index in `is_column_full`.",
            "The last character is the bottom, which is filled first; the top is character 0.",
        ],
    }
    EMPTY_TOLD_BY_TOP {
        id: "empty-told-by-top", common: 2,
        about: "Calls a column empty when its top cell is blank.",
        hints: [
            "Which cell of a column is filled first?",
            "The index in `is_column_empty`.",
            "A column is empty if its bottom cell, the last character, is blank.",
        ],
    }
    ONLY_X_COUNTS {
        id: "only-x-counts", common: 1,
        about: "Calls a column empty that holds pieces of player 2 alone.",
        hints: [
            "Whose pieces make a column not empty?",
            "The condition in `is_column_empty`.",
            "A column is empty if every cell is blank, not if there is no X.",
        ],
    }
}
