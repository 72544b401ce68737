//! Says in a sentence what a sanitizer found.

use crate::trace::{Misuse, MisuseKind, Object, Place};
use crate::untrusted::Untrusted;

/// Returns the sentence.
pub(crate) fn sentence(misuse: &Misuse) -> Untrusted {
    let at = at(misuse.place.as_ref());
    let said = || Untrusted::concat(&[&": ", &misuse.message]);
    let verb = match misuse.writes {
        Some(true) => "writes",
        Some(false) => "reads",
        None => "uses",
    };
    match misuse.kind {
        MisuseKind::OutOfBounds => {
            let what = misuse.bytes.map_or_else(|| "memory".to_owned(), counted);
            let missed = misuse.object.as_ref().map_or_else(
                || "outside of every variable and block".into(),
                |object| missed(object, misuse.allocated.as_ref()),
            );
            Untrusted::concat(&[&format!("It {verb} {what}"), &at, &", ", &missed, &"."])
        }
        MisuseKind::Index => {
            Untrusted::concat(&[&"It uses an index that is outside of its array", &at, &said(), &"."])
        }
        MisuseKind::AfterFree => {
            let freed = place(" was freed", misuse.freed.as_ref());
            let freed = if freed.is_empty() { " was freed before".into() } else { freed };
            Untrusted::concat(&[&format!("It {verb} memory"), &at, &" that", &freed, &"."])
        }
        MisuseKind::AfterReturn => {
            let name = misuse.object.as_ref().and_then(|object| object.name.as_ref());
            let name = name.map(|name| Untrusted::concat(&[&" `", name, &"`"])).unwrap_or_default();
            Untrusted::concat(&[
                &format!("It {verb} the variable"),
                &name,
                &at,
                &", whose function or block has ended.",
            ])
        }
        MisuseKind::FreedTwice => {
            let freed = place(" after it was freed", misuse.freed.as_ref());
            Untrusted::concat(&[&"It frees the same memory a second time", &at, &freed, &"."])
        }
        MisuseKind::FreedWrongly => Untrusted::concat(&[
            &"It frees something that was not given by `malloc`, or not in the way in which it was given",
            &at,
            &".",
        ]),
        MisuseKind::Null => Untrusted::concat(&[&"It follows a pointer that is `NULL`", &at, &"."]),
        MisuseKind::NeverSet => Untrusted::concat(&[&"It follows a pointer that was never set", &at, &"."]),
        MisuseKind::NeverSetValue => Untrusted::concat(&[&"It uses a value that was never set", &at, &"."]),
        MisuseKind::Nowhere => Untrusted::concat(&[&"It follows a pointer that leads nowhere", &at, &"."]),
        MisuseKind::Overflow => {
            Untrusted::concat(&[&"A number becomes too large for its type", &at, &said(), &"."])
        }
        MisuseKind::DivisionByZero => Untrusted::concat(&[&"It divides a number by 0", &at, &"."]),
        MisuseKind::Shift => {
            Untrusted::concat(&[&"It shifts a number by a count that is not possible", &at, &said(), &"."])
        }
        MisuseKind::MissingReturn => {
            Untrusted::concat(&[&"A function that must give something back ends without `return`", &at, &"."])
        }
        MisuseKind::StackOverflow => {
            let name = misuse.place.as_ref().and_then(|place| place.function.as_ref());
            let name = name.map(|name| Untrusted::concat(&[&" (`", name, &"`)"])).unwrap_or_default();
            Untrusted::concat(&[&"Functions call each other until there is no room left", &at, &name, &"."])
        }
        MisuseKind::Leak => {
            let bytes = counted(misuse.bytes.unwrap_or_default());
            let blocks = misuse.blocks.unwrap_or_default();
            let (in_blocks, them) = match blocks {
                0 | 1 => (String::new(), " It was"),
                more => (format!(" in {more} blocks"), " The most were"),
            };
            let from = place(&format!("{them} asked for"), misuse.place.as_ref());
            let from = if from.is_empty() { from } else { Untrusted::concat(&[&from, &"."]) };
            Untrusted::concat(&[&format!("It ends and has not freed {bytes} of memory{in_blocks}."), &from])
        }
        MisuseKind::UnseenEnd => {
            "It ends in a way in which nobody can see whether it has freed its memory.".into()
        }
        MisuseKind::Other => {
            Untrusted::concat(&[&"It does something that the language leaves undefined", &at, &said(), &"."])
        }
    }
}

/// Returns the remark for the line.
pub(crate) fn remark(kind: MisuseKind) -> &'static str {
    match kind {
        MisuseKind::OutOfBounds => "memory outside of a variable or a block is used",
        MisuseKind::Index => "the index is outside of its array",
        MisuseKind::AfterFree => "memory is used after it was freed",
        MisuseKind::AfterReturn => "a variable is used that is gone",
        MisuseKind::FreedTwice => "memory is freed a second time",
        MisuseKind::FreedWrongly => "something is freed that cannot be",
        MisuseKind::Null => "the pointer is `NULL`",
        MisuseKind::NeverSet => "the pointer was never set",
        MisuseKind::NeverSetValue => "the value was never set",
        MisuseKind::Nowhere => "the pointer leads nowhere",
        MisuseKind::Overflow => "the number becomes too large for its type",
        MisuseKind::DivisionByZero => "a number is divided by 0",
        MisuseKind::Shift => "the number is shifted by a count that is not possible",
        MisuseKind::MissingReturn => "the function ends without `return`",
        MisuseKind::StackOverflow => "functions call each other until there is no room left",
        MisuseKind::Leak => "this memory is never freed",
        MisuseKind::UnseenEnd => "here nobody sees how it ends",
        MisuseKind::Other => "the language leaves undefined what this does",
    }
}

/// Returns how an access missed what it was meant for: `directly behind the end of `a``.
fn missed(object: &Object, allocated: Option<&Place>) -> Untrusted {
    let what = match &object.name {
        Some(name) => Untrusted::concat(&[&"`", name, &format!("`, which has {} bytes", object.size)]),
        None => {
            let from = place(" that was asked for", allocated);
            Untrusted::concat(&[&format!("the block of {} bytes", object.size), &from])
        }
    };
    let beyond = object.offset.saturating_sub(object.size);
    let how = match (object.offset, beyond) {
        (..0, _) => format!("{} before the beginning of ", counted(object.offset.unsigned_abs())),
        (_, 0) => "directly behind the end of ".to_owned(),
        (_, 1..) => format!("{} behind the end of ", counted(beyond.unsigned_abs())),
        (_, ..0) => "partly behind the end of ".to_owned(),
    };
    Untrusted::concat(&[&how, &what])
}

/// Returns ` in line 3 of `f.c``; an empty text if the place is not known.
fn at(known: Option<&Place>) -> Untrusted {
    place("", known)
}

fn place(words: &str, known: Option<&Place>) -> Untrusted {
    known.map_or_else(Untrusted::default, |place| {
        Untrusted::concat(&[&format!("{words} in line {} of `", place.line), &place.file, &"`"])
    })
}

fn counted(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted::Text;

    fn place(line: usize) -> Option<Place> {
        Some(Place { file: "list.c".into(), line, function: Some("push".into()) })
    }

    fn misuse(kind: MisuseKind) -> Misuse {
        Misuse {
            kind,
            place: place(12),
            writes: Some(false),
            bytes: Some(4),
            blocks: None,
            object: None,
            allocated: None,
            freed: None,
            message: "what it says".into(),
        }
    }

    fn told(misuse: &Misuse) -> String {
        sentence(misuse).expose().to_owned()
    }

    #[test]
    fn what_is_missed_is_named_with_its_size() {
        let with = |name: Option<&str>, offset| {
            let object = Some(Object { name: name.map(Into::into), size: 12, offset });
            told(&Misuse {
                object,
                allocated: place(5).filter(|_| name.is_none()),
                ..misuse(MisuseKind::OutOfBounds)
            })
        };
        assert_eq!(
            with(Some("a"), 12),
            "It reads 4 bytes in line 12 of `list.c`, directly behind the end of `a`, which has 12 bytes."
        );
        assert_eq!(
            with(None, 16),
            "It reads 4 bytes in line 12 of `list.c`, 4 bytes behind the end of the block of 12 bytes that was asked for in line 5 of `list.c`."
        );
        assert!(with(None, -1).contains(", 1 byte before the beginning of the block"));
        assert!(with(None, 10).contains(", partly behind the end of the block"));
    }

    #[test]
    fn freed_and_lost_memory_is_told_with_where_it_was_freed_or_asked_for() {
        let freed = Misuse { freed: place(9), ..misuse(MisuseKind::AfterFree) };
        assert_eq!(
            told(&freed),
            "It reads memory in line 12 of `list.c` that was freed in line 9 of `list.c`."
        );
        let leak = Misuse { bytes: Some(48), blocks: Some(3), ..misuse(MisuseKind::Leak) };
        assert_eq!(
            told(&leak),
            "It ends and has not freed 48 bytes of memory in 3 blocks. The most were asked for in line 12 of `list.c`."
        );
        assert_eq!(
            told(&Misuse { bytes: Some(1), blocks: Some(1), place: None, ..misuse(MisuseKind::Leak) }),
            "It ends and has not freed 1 byte of memory."
        );
    }
}
