//! What to do about what a sanitizer found.

use super::Guidance;
use crate::trace::{Misuse, MisuseKind};

/// The guidance for a program in which a sanitizer found something.
pub(super) fn guidance(misuse: &Misuse) -> Option<Guidance> {
    let todo = match misuse.kind {
        MisuseKind::OutOfBounds | MisuseKind::Index => {
            "Look at the first and the last index that is used: an array of n elements ends with the index n − 1, and a text needs room \
             for the `\\0` at its end."
        }
        MisuseKind::AfterFree => {
            "Take what you need out of the memory before you free it, and do not use the pointer afterwards."
        }
        MisuseKind::AfterReturn => {
            "A variable of a function is gone when the function ends. Give back a value, or memory from `malloc`."
        }
        MisuseKind::FreedTwice => {
            "Free each block once. Setting a pointer to `NULL` after `free` makes a second `free` harmless."
        }
        MisuseKind::FreedWrongly => {
            "Free only what `malloc`, `calloc` or `realloc` gave, with exactly that pointer; in C++, `delete` what `new` gave and \
             `delete[]` what `new …[]` gave."
        }
        MisuseKind::Null => "Ask whether the pointer is `NULL` before you follow it.",
        MisuseKind::NeverSet | MisuseKind::NeverSetValue => {
            "Memory from `malloc` is not empty. Set every field before it is read: the last pointer of a list to `NULL`."
        }
        MisuseKind::Nowhere => "Look at where the pointer gets its value on the way to this line.",
        MisuseKind::Overflow => "Use a larger type, or check before you calculate whether the result fits.",
        MisuseKind::DivisionByZero => {
            "Decide what is to happen when the divisor is 0, and ask for that before you divide."
        }
        MisuseKind::Shift => "Shift by at least 0, and by less than the number has bits.",
        MisuseKind::MissingReturn => "Give something back on every way through the function.",
        MisuseKind::StackOverflow => {
            "This function calls itself again and again: say first when it does not."
        }
        MisuseKind::Leak => {
            "Free every block when it is not needed any more: what holds others last, and on every way out. An open file holds \
             memory too: close it with `fclose`."
        }
        MisuseKind::UnseenEnd => "Let the program end at the end of `main`, or with `exit`.",
        MisuseKind::Other => return None,
    };
    Some(Guidance { todo: Some(todo.into()), ..Guidance::default() })
}
