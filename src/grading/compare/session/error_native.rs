//! The errors that a line of C or C++ brings about itself: what the compiler or the linker does not find in the submission.

use yardstick_reference::Raised;

use super::error::OwnError;
use crate::compare::difference::shortened;
use crate::rules::likely;
use crate::session::{NOT_COMPILED, NOT_DEFINED};
use crate::untrusted::{Text, Untrusted};

/// Interprets an error of a line.
pub(crate) fn own_error(raised: &Raised<Untrusted>) -> OwnError {
    let (class, message) = (raised.class.expose(), raised.message.expose());
    let mut lines = message.lines();
    let first = lines.next().unwrap_or_default();
    OwnError::missing(match class {
        // Nothing of the message is shown but this.
        NOT_DEFINED => not_defined(first, lines),
        NOT_COMPILED => match clash(first, lines) {
            Some(sentence) => sentence,
            None => {
                // The compiler asks: "did you mean …?"
                let first = first.trim_end_matches('?').replace("; did you mean ", "; there is ");
                format!("the line cannot be compiled with this program: {}", shortened(&first))
            }
        },
        class if first.is_empty() => format!("it threw `{}`", shortened(class)),
        class => format!("it threw `{}`", shortened(&format!("{class}: {first}"))),
    })
}

/// Names what is not there, and what is there in its place.
fn not_defined<'a>(name: &str, there: impl Iterator<Item = &'a str>) -> String {
    // Of C++ the name comes with the types of what it takes.
    let bare = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let there: Vec<&str> = there.collect();
    let same = there.iter().find(|other| bare(other) == bare(name));
    let names: Vec<String> = there.iter().map(|other| bare(other)).collect();
    let wanted = bare(name);
    let near = likely(&wanted, names.iter().map(String::as_str));
    let shown = shortened(name);
    match (same, near) {
        (Some(same), _) => format!("nothing defines `{shown}`; there is `{}`", shortened(same)),
        (None, Some(near)) => format!("nothing defines `{shown}`; there is `{}`", shortened(near)),
        (None, None) => format!("nothing defines `{shown}`"),
    }
}

/// Says how a function differs from its declaration in the header, by the types on the lines behind.
fn clash<'a>(message: &str, mut types: impl Iterator<Item = &'a str>) -> Option<String> {
    let (name, _) = message.strip_prefix("conflicting types for `")?.split_once('`')?;
    let name = shortened(name);
    Some(match (types.next().unwrap_or_default(), types.next().unwrap_or_default()) {
        ("", _) | (_, "") => format!("`{name}` is defined otherwise than the header declares it"),
        (declared, defined) => format!(
            "the header declares `{name}` as `{}`, and it is defined as `{}`",
            shortened(declared),
            shortened(defined)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        for (class, message, sentence) in [
            (NOT_DEFINED, "minmax", "nothing defines `minmax`"),
            (NOT_DEFINED, "minmax\nmean\nminMax", "nothing defines `minmax`; there is `minMax`"),
            (
                NOT_DEFINED,
                "Stack::push(int)\nStack::push(long)\nStack::pop()",
                "nothing defines `Stack::push(int)`; there is `Stack::push(long)`",
            ),
            (
                NOT_COMPILED,
                "conflicting types for `mean`; have `double(int)`\ndouble(int)\nint(int)",
                "the header declares `mean` as `double(int)`, and it is defined as `int(int)`",
            ),
            (
                NOT_COMPILED,
                "`Stack` has no member named `peek`",
                "the line cannot be compiled with this program: `Stack` has no member named `peek`",
            ),
        ] {
            let error = own_error(&Raised { class: class.into(), message: message.into() });
            assert_eq!(error.sentence, Untrusted::from(sentence));
        }
    }
}
