//! Return values of a wrong type.

use super::game;
use crate::bug::bugs;

bugs! {
    after game::BUGS;
    family "answer":

    NUMBERS_FOR_TRUTH {
        id: "numbers-for-truth", common: 1,
        about: "Returns 1 and 0 instead of True and False.",
        hints: [
            "What does the handout say that the functions return?",
            "The values that `verify_board`, `verify_move` and `has_won` return.",
            "True and False are values of their own: 1 is not printed as True.",
        ],
    }
}
