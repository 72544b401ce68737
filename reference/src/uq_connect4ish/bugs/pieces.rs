//! Pieces that are added or removed wrongly.

use super::columns;
use crate::bug::bugs;

bugs! {
    after columns::BUGS;
    family "pieces":

    COLUMN_OFF_BY_ONE {
        id: "column-off-by-one", common: 2,
        about: "Adds and removes one column too far to the right, and crashes at column 8.",
        hints: [
            "Which index has column 1?",
            "The place where `play_game` takes the column out of a command.",
            "Players count from 1, lists from 0: subtract 1.",
        ],
    }
    FIRST_EQUAL_COLUMN {
        id: "first-equal-column", common: 1,
        about: "Changes the first column that looks like the one that was meant.",
        hints: [
            "What does `index` find if several columns are the same?",
            "The assignment to the board in `add_piece` and `remove_piece`.",
            "`board.index(column)` gives the first equal column; the index is known already.",
        ],
    }
    ADDED_TO_A_COPY {
        id: "added-to-a-copy", common: 2,
        about: "Adds the piece to a copy, so that the board stays as it was.",
        hints: [
            "Does the list that was passed in change?",
            "The end of `add_piece`.",
            "Strings do not change: the new string must be assigned to `board[column_index]`.",
        ],
    }
    REMOVED_FROM_A_COPY {
        id: "removed-from-a-copy", common: 2,
        about: "Removes the piece from a copy, so that the board stays as it was.",
        hints: [
            "Does the list that was passed in change?",
            "The end of `remove_piece`.",
            "Strings do not change: the new string must be assigned to `board[column_index]`.",
        ],
    }
    FULL_OVERWRITES {
        id: "full-overwrites", common: 2,
        about: "Replaces the top piece of a full column.",
        hints: [
            "What happens if a column is full?",
            "The beginning of `add_piece`.",
            "A full column does not change: print the message and return False.",
        ],
    }
    FULL_PUSHES_DOWN {
        id: "full-pushes-down", common: 1,
        about: "Pushes the pieces of a full column down, so that the bottom one falls out.",
        hints: [
            "What happens if a column is full?",
            "The slices of `add_piece`.",
            "A full column does not change: print the message and return False.",
        ],
    }
    ONLY_TWO_PIECES {
        id: "only-two-pieces", common: 1,
        about: "Adds an O for every piece that is no X.",
        hints: [
            "Which characters may be a piece for `add_piece`?",
            "The use of `piece` in `add_piece`.",
            "The piece that was passed in is added, whatever it is; `add_piece` knows no players.",
        ],
    }
    POP_LEAVES_A_HOLE {
        id: "pop-leaves-a-hole", common: 3,
        about: "Blanks the bottom cell and lets nothing fall.",
        hints: [
            "Where are the pieces above after the bottom one is gone?",
            "The new column in `remove_piece`.",
            "Every piece moves one down, and a blank comes in at the top.",
        ],
    }
    POP_FROM_TOP {
        id: "pop-from-top", common: 2,
        about: "Removes the top piece of a column.",
        hints: [
            "Which piece of a column does `r` take?",
            "The index of the piece in `remove_piece`.",
            "The bottom piece, the last character, goes.",
        ],
    }
    POP_NOTHING {
        id: "pop-nothing", common: 2,
        about: "Counts a removal from an empty column as a move.",
        hints: [
            "What can be removed from an empty column?",
            "The beginning of `remove_piece`.",
            "If there is no piece, print EMPTY_COLUMN_MESSAGE and return False.",
        ],
    }
    POP_ONLY_OWN {
        id: "pop-only-own", common: 2,
        about: "Lets players remove only their own pieces.",
        hints: [
            "Whose pieces may a player remove?",
            "The branch for `r` in `play_game`.",
            "Any bottom piece may be removed, also one of the opponent.",
        ],
    }
    MESSAGES_SWAPPED {
        id: "messages-swapped", common: 1,
        about: "Tells of a full column that it is empty, and of an empty one that it is full.",
        hints: [
            "Which message belongs to which column?",
            "The messages in `add_piece` and `remove_piece`.",
            "FULL_COLUMN_MESSAGE belongs to adding, EMPTY_COLUMN_MESSAGE to removing.",
        ],
    }
    REFUSAL_UNTOLD {
        id: "refusal-untold", common: 1,
        about: "Refuses a full or empty column without a word.",
        hints: [
            "What does a player see whose move is refused?",
            "The branches of `add_piece` and `remove_piece` that return False.",
            "The message is printed by these functions, before they return False.",
        ],
    }
}
