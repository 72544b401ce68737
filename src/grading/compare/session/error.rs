//! The errors that a session's own line raises outside the submission's code.
//!
//! They show that the line did not find something, or that it got a value of another type. If the value is `None`, that
//! is the message, and not what `None` cannot do.

use yardstick_reference::{Raised, Value};

use super::error_java as java;
use super::error_javascript as javascript;
use super::error_native as native;
use crate::compare::Verdict;
use crate::compare::difference::shortened;
use crate::session::{Module, Notation};
use crate::untrusted::{Text, Untrusted};

/// The types that no submission defines.
const BUILT_IN: [&str; 10] =
    ["NoneType", "bool", "int", "float", "str", "list", "tuple", "dict", "set", "function"];

/// What an error of a session's own line shows about the submission.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OwnError {
    /// The verdict.
    pub verdict: Verdict,
    /// A sentence, without a full stop.
    pub sentence: Untrusted,
    /// Whether the sentence is about a returned value, and the error itself adds nothing.
    pub is_about_value: bool,
}

impl OwnError {
    /// Interprets an error of a session's line. `expected` is the value that the line should have had.
    pub(crate) fn new(
        module: &Module,
        raised: &Raised<Untrusted>,
        expected: Option<&Value>,
        printed: &Untrusted,
    ) -> Self {
        match module.notation {
            Notation::Python | Notation::Neutral => Self::of_python(&module.name, raised, expected, printed),
            Notation::JavaScript => javascript::own_error(&module.file, raised, expected, printed),
            Notation::Java => java::own_error(raised),
            Notation::C | Notation::Cpp => native::own_error(raised),
        }
    }

    /// Creates what tells that something is not there, or cannot be used.
    pub(crate) fn missing(sentence: String) -> Self {
        Self { verdict: Verdict::RuntimeError, sentence: sentence.into(), is_about_value: false }
    }

    /// Creates what tells that a function gave nothing back.
    pub(crate) fn nothing(notation: Notation, expected: Option<&Value>, printed: &str) -> Self {
        let sentence = nothing_came_back(notation, expected, printed).into();
        Self { verdict: Verdict::WrongAnswer, sentence, is_about_value: true }
    }

    fn of_python(
        module: &str,
        raised: &Raised<Untrusted>,
        expected: Option<&Value>,
        printed: &Untrusted,
    ) -> Self {
        let message = raised.message.expose().lines().next().unwrap_or_default();
        let missing = Self::missing;
        if message.contains("NoneType") && !message.contains("not callable") {
            return Self::nothing(Notation::Python, expected, printed.expose());
        }
        let quoted: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
        match (raised.class.expose(), quoted.as_slice()) {
            ("NameError", [name]) => missing(format!("there is no `{}` in `{module}.py`", shortened(name))),
            ("AttributeError", [class, attribute])
                if message.contains("has no attribute") && !BUILT_IN.contains(class) =>
            {
                let attribute = attribute.strip_prefix(&format!("_{class}")).unwrap_or(attribute);
                missing(format!("`{}` has no `{}`", shortened(class), shortened(attribute)))
            }
            ("TypeError", _) if message.contains("argument") => {
                missing(format!("it cannot be called like this: `{}`", shortened(message)))
            }
            (class, _) => missing(format!(
                "the line cannot go on with what it gets: `{class}{}`",
                if message.is_empty() { String::new() } else { format!(": {}", shortened(message)) }
            )),
        }
    }
}

/// Returns the sentence for a function that returned `None` instead of a value.
fn nothing_came_back(notation: Notation, expected: Option<&Value>, printed: &str) -> String {
    let nothing = notation.repr(&Value::None);
    match expected {
        _ if printed.trim().is_empty() => format!("it returned nothing: `{nothing}`"),
        Some(expected) => printed_instead(notation, expected, &Value::None, printed)
            .unwrap_or_else(|| format!("it printed something, and returned nothing: `{nothing}`")),
        None => format!("it printed something, and returned nothing: `{nothing}`"),
    }
}

/// Returns a sentence if a value was printed instead of returned.
pub(crate) fn printed_instead(
    notation: Notation,
    expected: &Value,
    actual: &Value,
    printed: &str,
) -> Option<String> {
    match (expected, actual) {
        (Value::List(expected), Value::List(actual)) | (Value::Tuple(expected), Value::Tuple(actual)) => {
            expected
                .iter()
                .zip(actual)
                .find_map(|(one, other)| printed_instead(notation, one, other, printed))
        }
        (Value::None, _) => None,
        (Value::Str(text), Value::None) if is_in(text, printed) => {
            Some("it printed the text instead of returning it".to_owned())
        }
        (Value::Str(text), Value::None) if text.contains('\n') && !printed.trim().is_empty() => {
            Some("it printed a text instead of returning one".to_owned())
        }
        (value, Value::None) if is_in(&notation.repr(value), printed) => {
            Some("it printed the value instead of returning it".to_owned())
        }
        _ => None,
    }
}

/// Returns a sentence if a value was returned instead of printed.
pub(crate) fn returned_instead(expected: &str, actual: &Value, printed: &str) -> Option<String> {
    let Value::Str(text) = actual else { return None };
    let is_it = !expected.trim().is_empty() && printed.trim().is_empty() && same_lines(expected, text);
    is_it.then(|| "it returned the text instead of printing it".to_owned())
}

/// Tells whether the output contains a text, without regard to blanks at the ends of lines.
fn is_in(text: &str, printed: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let (text, printed) = (lines(text), lines(printed));
    !text.trim().is_empty() && printed.contains(&text)
}

fn same_lines(one: &str, other: &str) -> bool {
    is_in(one, other) && is_in(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(class: &str, message: &str, expected: Option<&Value>, printed: &str) -> (Verdict, Untrusted) {
        let raised = Raised { class: class.into(), message: message.into() };
        let error = OwnError::new(&Module::python("shapes"), &raised, expected, &printed.into());
        (error.verdict, error.sentence)
    }

    #[test]
    fn missing_names_are_named() {
        for (class, message, sentence) in [
            ("NameError", "name 'toString' is not defined", "there is no `toString` in `shapes.py`"),
            (
                "AttributeError",
                "'Square' object has no attribute '_Square__side'",
                "`Square` has no `__side`",
            ),
            ("AttributeError", "type object 'Colour' has no attribute 'GREEN'", "`Colour` has no `GREEN`"),
            (
                "TypeError",
                "makeList() takes 1 positional argument but 2 were given",
                "it cannot be called like this: `makeList() takes 1 positional argument but 2 were given`",
            ),
            (
                "ValueError",
                "0 is not a valid Colour",
                "the line cannot go on with what it gets: `ValueError: 0 is not a valid Colour`",
            ),
        ] {
            assert_eq!(said(class, message, None, ""), (Verdict::RuntimeError, sentence.into()));
        }
    }

    #[test]
    fn errors_about_none_are_reported_as_a_missing_return_value() {
        let text = Value::Str("|X|\n+-+".to_owned());
        let say = |printed: &str| {
            said("AttributeError", "'NoneType' object has no attribute 'rstrip'", Some(&text), printed)
        };
        let wrong = |sentence: &str| (Verdict::WrongAnswer, Untrusted::from(sentence));
        assert_eq!(say("|X|\n+-+ \n"), wrong("it printed the text instead of returning it"));
        assert_eq!(say("|O|\n+-+\n"), wrong("it printed a text instead of returning one"));
        assert_eq!(say(""), wrong("it returned nothing: `None`"));
    }

    #[test]
    fn printing_and_returning_are_distinguished() {
        let answers = |items: &[Value]| Value::List(items.to_vec());
        let red = Value::Str("red".to_owned());
        let instead = |expected: &Value, actual: &Value, printed: &str| {
            printed_instead(Notation::Python, expected, actual, printed)
        };
        let expected = answers(&[red.clone(), Value::Bool(true)]);
        let sentence = instead(&expected, &answers(&[Value::None, Value::Bool(true)]), "red\n");
        assert_eq!(sentence.unwrap(), "it printed the text instead of returning it");
        let sentence = instead(&expected, &answers(&[red, Value::None]), "True\n");
        assert_eq!(sentence.unwrap(), "it printed the value instead of returning it");
        assert_eq!(instead(&Value::Bool(true), &Value::None, "yes\n"), None);
        let text = Value::Str("| |\n|-|".to_owned());
        assert!(returned_instead("| |\n|-|\n", &text, "").is_some());
        assert_eq!(returned_instead("| |\n|-|\n", &text, "| |\n|-|\n"), None);
    }
}
