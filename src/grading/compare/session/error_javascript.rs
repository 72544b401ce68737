//! The errors that a line of JavaScript raises itself: what is missing, and what gave nothing back.

use yardstick_reference::{Raised, Value};

use super::error::OwnError;
use crate::compare::difference::shortened;
use crate::session::Notation;
use crate::untrusted::{Text, Untrusted};

/// Interprets an error of a line. `expected` is the value that the line should have had.
pub(crate) fn own_error(
    file: &str,
    raised: &Raised<Untrusted>,
    expected: Option<&Value>,
    printed: &Untrusted,
) -> OwnError {
    let (class, message) =
        (raised.class.expose(), raised.message.expose().lines().next().unwrap_or_default());
    if message.starts_with("Cannot read properties of undefined") {
        return OwnError::nothing(Notation::JavaScript, expected, printed.expose());
    }
    let sentence = match (class, message) {
        ("ReferenceError", message) if message.ends_with(" is not defined") => {
            let name = message.trim_end_matches(" is not defined");
            format!("`{file}` has no `{}`, or does not export it", shortened(name))
        }
        ("TypeError", message) if message.ends_with(" is not a function") => {
            format!(
                "there is no `{}` that can be called",
                shortened(message.trim_end_matches(" is not a function"))
            )
        }
        ("TypeError", message) if message.ends_with(" is not a constructor") => {
            format!("there is no class `{}`", shortened(message.trim_end_matches(" is not a constructor")))
        }
        (class, "") => format!("the line cannot go on with what it gets: `{}`", shortened(class)),
        (class, message) => {
            let error = shortened(&format!("{class}: {message}"));
            format!("the line cannot go on with what it gets: `{error}`")
        }
    };
    OwnError::missing(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Verdict;

    #[test]
    fn what_is_missing_is_named() {
        let own = |class: &str, message: &str| {
            own_error("a.js", &Raised { class: class.into(), message: message.into() }, None, &"".into())
        };
        for (class, message, sentence) in [
            ("ReferenceError", "add is not defined", "`a.js` has no `add`, or does not export it"),
            ("TypeError", "c.down is not a function", "there is no `c.down` that can be called"),
            ("TypeError", "Counter is not a constructor", "there is no class `Counter`"),
            ("RangeError", "no", "the line cannot go on with what it gets: `RangeError: no`"),
        ] {
            assert_eq!(own(class, message).sentence, Untrusted::from(sentence));
            assert_eq!(own(class, message).verdict, Verdict::RuntimeError);
        }
        let nothing = own("TypeError", "Cannot read properties of undefined (reading 'x')");
        assert_eq!(
            (nothing.verdict, nothing.sentence),
            (Verdict::WrongAnswer, "it returned nothing: `undefined`".into())
        );
    }
}
