//! Lines of input that are taken for a column, or refused, or end in a crash.

use super::win;
use crate::bug::bugs;

bugs! {
    after win::BUGS;
    family "input":

    INT_CRASH {
        id: "int-crash", common: 3,
        about: "Crashes on a line that is no number.",
        hints: [
            "What does `int` do with a letter?",
            "The line where what was typed becomes a number.",
            "`int` raises ValueError for all that is no number: test the text before, or catch the exception.",
        ],
    }
}
