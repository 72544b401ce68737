//! The errors that a line of Java brings about itself: what the compiler does not find in the submission.

use yardstick_reference::Raised;

use super::error::OwnError;
use crate::compare::difference::shortened;
use crate::session::NOT_COMPILED;
use crate::untrusted::{Text, Untrusted};

/// Interprets an error of a line.
pub(crate) fn own_error(raised: &Raised<Untrusted>) -> OwnError {
    let (class, message) = (raised.class.expose(), raised.message.expose());
    let message = message.replace("java.lang.", "");
    let first = message.lines().next().unwrap_or_default();
    let part = |name: &str| message.lines().find_map(|line| line.trim().strip_prefix(name)).map(str::trim);
    OwnError::missing(match (class == NOT_COMPILED, part("symbol:"), part("location:")) {
        (true, Some(symbol), Some(place)) => {
            let place = place.rsplit_once("of type ").map_or(place, |(_, class)| class);
            let place = place.trim_start_matches("class ");
            if place == "YardstickSession" {
                format!("there is no {}", shortened(symbol))
            } else {
                format!("`{}` has no {}", shortened(place), shortened(symbol))
            }
        }
        (true, _, _) => format!("the line cannot be compiled with this program: {}", shortened(first)),
        (false, _, _) if first.is_empty() => {
            format!("the line cannot go on with what it gets: `{}`", shortened(class))
        }
        (false, _, _) => {
            let error = shortened(&format!("{class}: {first}"));
            format!("the line cannot go on with what it gets: `{error}`")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        for (class, message, sentence) in [
            (
                NOT_COMPILED,
                "cannot find symbol\n  symbol:   method history()\n  location: variable account of type Account",
                "`Account` has no method history()",
            ),
            (
                NOT_COMPILED,
                "cannot find symbol\n  symbol:   class Account\n  location: class YardstickSession",
                "there is no class Account",
            ),
            (
                NOT_COMPILED,
                "incompatible types: java.lang.String cannot be converted to int",
                "the line cannot be compiled with this program: incompatible types: String cannot be converted to int",
            ),
            (
                "ArithmeticException",
                "/ by zero",
                "the line cannot go on with what it gets: `ArithmeticException: / by zero`",
            ),
        ] {
            let error = own_error(&Raised { class: class.into(), message: message.into() });
            assert_eq!(error.sentence, Untrusted::from(sentence));
        }
    }
}
