//! The definitions that an instructor requires of a file: `Account.deposit(self, amount, note)`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One required definition.
///
/// Written as `Shape`, `area(width, height, scale)`, `Account.deposit(amount, note)` or `class
/// TestShapes(unittest.TestCase)`. Grading passes arguments by position, so only the number of parameters counts; a
/// method's `self` may be written or left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The classes that contain it, the outermost first.
    pub classes: Vec<String>,
    /// The name.
    pub name: String,
    /// The required kind of definition.
    pub shape: Shape,
}

/// A required kind of definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Any definition.
    Any,
    /// A function or method with these parameters, without `self`.
    Function(Vec<String>),
    /// A class that is derived from these classes, whose modules are left out.
    Class(Vec<String>),
}

/// The reason why a text is no signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// It has no name.
    #[error("no name to look for: write `area`, `area(width, height)` or `Account.deposit(amount)`")]
    Empty,
    /// It is not a name in Python.
    #[error("`{0}` is not a name in Python: use letters, digits and `_`, and no digit first")]
    NotAName(String),
    /// The parentheses do not match.
    #[error("`{0}` needs a `)` at its end and one `(` before it")]
    Parentheses(String),
    /// A parameter is more than a name.
    #[error("the parameter `{0}` is more than a name: leave out stars, types and default values")]
    NotAParameter(String),
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let text = text.trim();
        let (text, is_class) = match text.strip_prefix("class ") {
            Some(rest) => (rest.trim(), true),
            None => (text.strip_prefix("def ").unwrap_or(text).trim(), false),
        };
        let (path, inside) = match text.split_once('(') {
            Some((path, rest)) => {
                let inside = rest.strip_suffix(')').filter(|inside| !inside.contains(['(', ')']));
                (path, Some(inside.ok_or_else(|| SignatureError::Parentheses(text.to_owned()))?))
            }
            None if text.contains(')') => return Err(SignatureError::Parentheses(text.to_owned())),
            None => (text, None),
        };
        if path.trim().is_empty() {
            return Err(SignatureError::Empty);
        }
        let mut classes = path.split('.').map(name).collect::<Result<Vec<_>, _>>()?;
        let own_name = classes.pop().ok_or(SignatureError::Empty)?;
        let shape = match inside {
            _ if is_class => {
                Shape::Class(items(inside.unwrap_or_default()).map(base).collect::<Result<_, _>>()?)
            }
            None => Shape::Any,
            Some(inside) => {
                let mut parameters = items(inside).map(parameter).collect::<Result<Vec<_>, _>>()?;
                let bound = parameters.first().is_some_and(|first| first == "self" || first == "cls");
                if bound && !classes.is_empty() {
                    parameters.remove(0);
                }
                Shape::Function(parameters)
            }
        };
        Ok(Self { classes, name: own_name, shape })
    }
}

fn items(inside: &str) -> impl Iterator<Item = &str> {
    let inside = inside.trim();
    let inside = inside.strip_suffix(',').unwrap_or(inside);
    inside.split(',').map(str::trim).filter(move |_| !inside.is_empty())
}

fn name(text: &str) -> Result<String, SignatureError> {
    let text = text.trim();
    if is_name(text) { Ok(text.to_owned()) } else { Err(SignatureError::NotAName(text.to_owned())) }
}

fn parameter(text: &str) -> Result<String, SignatureError> {
    if is_name(text) { Ok(text.to_owned()) } else { Err(SignatureError::NotAParameter(text.to_owned())) }
}

fn base(text: &str) -> Result<String, SignatureError> {
    let names = text.split('.').map(name).collect::<Result<Vec<_>, _>>()?;
    names.into_iter().next_back().ok_or(SignatureError::Empty)
}

fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() || c == '_';
    text.chars().next().is_some_and(letter) && text.chars().all(|c| letter(c) || c.is_alphanumeric())
}

impl Signature {
    /// Returns the name with its classes: `Account.deposit`.
    pub fn path(&self) -> String {
        self.classes.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// Writes the signature as an instructor does.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.shape {
            Shape::Any => f.write_str(&self.path()),
            Shape::Function(parameters) => write!(f, "{}({})", self.path(), parameters.join(", ")),
            Shape::Class(bases) if bases.is_empty() => write!(f, "class {}", self.path()),
            Shape::Class(bases) => write!(f, "class {}({})", self.path(), bases.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_parsed() {
        for (written, meant) in [
            ("Shape", "Shape"),
            (" area( width, height ,scale ) ", "area(width, height, scale)"),
            ("def count_words()", "count_words()"),
            ("Account.deposit(self, amount, note)", "Account.deposit(amount, note)"),
            ("Account.deposit(amount, note,)", "Account.deposit(amount, note)"),
            ("Bank.__payAll(curOwner)", "Bank.__payAll(curOwner)"),
            ("play(self)", "play(self)"),
            ("class Colour(Enum)", "class Colour(Enum)"),
            ("class TestShapes(unittest.TestCase)", "class TestShapes(TestCase)"),
            ("class Account", "class Account"),
        ] {
            let signature: Signature = written.parse().unwrap();
            assert_eq!(signature.to_string(), meant);
            assert_eq!(meant.parse::<Signature>().unwrap(), signature);
        }
    }

    #[test]
    fn an_invalid_signature_is_refused_with_the_reason() {
        for (written, message) in [
            ("", "no name to look for: write `area`, `area(width, height)` or `Account.deposit(amount)`"),
            ("(a)", "no name to look for: write `area`, `area(width, height)` or `Account.deposit(amount)`"),
            (
                "make list()",
                "`make list` is not a name in Python: use letters, digits and `_`, and no digit first",
            ),
            (
                "Account..deposit",
                "`` is not a name in Python: use letters, digits and `_`, and no digit first",
            ),
            ("area(width", "`area(width` needs a `)` at its end and one `(` before it"),
            ("play)", "`play)` needs a `)` at its end and one `(` before it"),
            (
                "play(a, b=1)",
                "the parameter `b=1` is more than a name: leave out stars, types and default values",
            ),
            ("play(a,,b)", "the parameter `` is more than a name: leave out stars, types and default values"),
        ] {
            assert_eq!(written.parse::<Signature>().unwrap_err().to_string(), message, "{written}");
        }
    }
}
