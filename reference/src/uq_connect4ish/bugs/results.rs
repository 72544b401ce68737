//! Wrong return values of functions, which no game shows.

use super::end;
use crate::bug::bugs;

bugs! {
    after end::BUGS;
    family "results":

    HOURS_WHOLE {
        id: "hours-whole", common: 2,
        about: "Returns a whole number from `num_hours`.",
        hints: [
            "Is 12 a float in Python?",
            "The `return` of `num_hours`.",
            "The number needs a decimal point, as in 12.0.",
        ],
    }
    DISPLAY_RETURNS_TEXT {
        id: "display-returns-text", common: 1,
        about: "Returns the text of the board from `display_board` and prints nothing.",
        hints: [
            "What does `display_board` do when it is called by itself?",
            "The end of `display_board`.",
            "It prints the board and returns None.",
        ],
    }
    NONE_FOR_INVALID {
        id: "none-for-invalid", common: 3,
        about: "Returns None from `check_input` instead of False.",
        hints: [
            "What does a function return that ends without `return`?",
            "The branches of `check_input` that print a message.",
            "After the message, return False.",
        ],
    }
    COMMAND_LOWERED {
        id: "command-lowered", common: 2,
        about: "Returns the command from `get_action` in small letters.",
        hints: [
            "What does `get_action` return after `H`?",
            "The calls of `lower` in `get_action`.",
            "The command is returned as it was typed.",
        ],
    }
    NONE_FOR_REFUSED {
        id: "none-for-refused", common: 3,
        about: "Returns None from `add_piece` and `remove_piece` instead of False.",
        hints: [
            "What does a function return that ends without `return`?",
            "The branches of `add_piece` and `remove_piece` that print a message.",
            "After the message, return False.",
        ],
    }
    FALSE_FOR_NO_WIN {
        id: "false-for-no-win", common: 2,
        about: "Returns False from `check_win` when nobody has won.",
        hints: [
            "What does `check_win` return while the game goes on?",
            "The end of `check_win`.",
            "Without a line the result is None.",
        ],
    }
}
