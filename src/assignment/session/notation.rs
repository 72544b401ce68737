//! How the lines and values of sessions are written, by language.

use std::borrow::Cow;

use yardstick_reference::{Answer, Value, literal};

use super::native::{self, Dialect};
use super::{contents, java, javascript, neutral};
use crate::language;
use crate::python::{self, ContentOf};
use crate::untrusted::Text;

/// The language in which a session is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Notation {
    /// Python.
    #[default]
    Python,
    /// JavaScript.
    JavaScript,
    /// Java.
    Java,
    /// C.
    C,
    /// C++.
    Cpp,
    /// The form that each submission answers in its own language, written as in Python.
    Neutral,
}

impl Notation {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Python, Self::JavaScript, Self::Java, Self::C, Self::Cpp];

    /// Returns the language in which sessions with a file are typed; `None` if there are no such sessions.
    pub fn of_file(file: &str) -> Option<Self> {
        Self::of_language(&language::of_file(file)?.name)
    }

    /// Returns the language of sessions with this name; `None` if there are no such sessions.
    pub fn of_language(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.key() == name)
    }

    /// Returns the name of the language in specs.
    pub fn key(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Java => "java",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Neutral => "neutral",
        }
    }

    /// Returns the name of the language in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::JavaScript => "JavaScript",
            Self::Java => "Java",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Neutral => "the neutral form",
        }
    }

    /// Returns the number of the sessions that are carried out one after the other.
    pub fn batch(self) -> usize {
        match self {
            Self::Python => python::BATCH,
            Self::JavaScript => 4,
            Self::Java => java::BATCH,
            Self::C | Self::Cpp => native::BATCH,
            Self::Neutral => neutral::BATCH,
        }
    }

    /// Returns the text of a value, as the prompt of the language shows it.
    pub fn repr(self, value: &Value) -> String {
        match self {
            Self::Python | Self::Neutral => python::repr(value),
            Self::JavaScript => javascript::shown(value),
            Self::Java => java::shown(value),
            Self::C => native::shown(Dialect::C, value),
            Self::Cpp => native::shown(Dialect::Cpp, value),
        }
    }

    /// Returns the text of a value with what objects hold.
    pub fn told(self, value: &Value) -> String {
        match self {
            Self::Python | Self::Neutral => python::told(value),
            Self::JavaScript => javascript::shown(value),
            Self::Java => java::shown(value),
            Self::C => native::shown(Dialect::C, value),
            Self::Cpp => native::shown(Dialect::Cpp, value),
        }
    }

    /// Returns the name of a value's type with its article: `a list`.
    pub fn type_name(self, value: &Value) -> String {
        match self {
            Self::Python | Self::Neutral => python::type_name(value),
            Self::JavaScript => javascript::type_name(value),
            Self::Java => java::type_name(value),
            Self::C => native::type_name(Dialect::C, value),
            Self::Cpp => native::type_name(Dialect::Cpp, value),
        }
    }

    /// Returns the language in which the lines are carried out: that of the program if they are neutral.
    pub fn in_place_of(self, program: Option<Self>) -> Self {
        if self == Self::Neutral { program.unwrap_or(self) } else { self }
    }

    /// Whether its lines call a submission that was built as a library, and are compiled with a header.
    pub fn is_native(self) -> bool {
        match self {
            Self::C | Self::Cpp => true,
            Self::Python | Self::JavaScript | Self::Java | Self::Neutral => false,
        }
    }

    /// Whether its lines are compiled before they are answered, which takes long.
    pub fn is_compiled(self) -> bool {
        match self {
            Self::Java | Self::C | Self::Cpp => true,
            Self::Python | Self::JavaScript | Self::Neutral => false,
        }
    }

    /// Whether a session takes long: an interpreter or a compiler is started for it, or may be. Python forks.
    pub fn is_slow(self) -> bool {
        self != Self::Python
    }

    /// Returns the value of a text that is a literal of the language.
    pub fn literal(self, text: &str) -> Option<Value> {
        match self {
            Self::Python | Self::Neutral => literal(text),
            Self::JavaScript => javascript::literal(text),
            Self::Java => java::literal(text),
            Self::C => native::literal(Dialect::C, text),
            Self::Cpp => native::literal(Dialect::Cpp, text),
        }
    }

    /// Returns the value of a text that is a literal of the language, to be compared with another value: in C and C++, `5` is
    /// written for numbers of every width, and `{1, 2}` for whatever holds two items; in Java, digits that no `int` can hold are
    /// written for a `long` and a `BigInteger`.
    pub fn literal_like(self, text: &str, found: &Value) -> Option<Value> {
        let literal = self.literal(text)?;
        Some(match self {
            Self::C | Self::Cpp => native::like(literal, found),
            Self::Java => java::like(literal, found),
            Self::Python | Self::JavaScript | Self::Neutral => literal,
        })
    }

    /// Returns the text under a prompt: the printed output, then the value or the exception. It is as trusted as the
    /// texts of the answer.
    pub fn under_prompt<T: Text + From<String>>(self, answer: &Answer<T>) -> T {
        match self {
            Self::Python => python::under_prompt(answer),
            Self::JavaScript | Self::Java | Self::C | Self::Cpp | Self::Neutral => {
                let shown = format!("{}{}", answer.printed.expose(), self.result(answer));
                shown.trim_end().to_owned().into()
            }
        }
    }

    /// Returns the text under a prompt as the language itself shows it, where it can tell.
    pub fn own_under_prompt<T: Text + From<String>>(self, answer: &Answer<T>) -> T {
        match self {
            Self::Python => python::own_under_prompt(answer),
            Self::JavaScript | Self::Java | Self::C | Self::Cpp | Self::Neutral => self.under_prompt(answer),
        }
    }

    /// Returns a text in which values are written as they are compared, whatever version of the language showed them.
    pub fn written_alike<'t>(self, text: &'t str) -> Cow<'t, str> {
        match self {
            Self::Python if text.contains("np.") => python::without_types(text).into(),
            Self::Python | Self::JavaScript | Self::Java | Self::C | Self::Cpp | Self::Neutral => text.into(),
        }
    }

    /// Returns the value or the exception under a prompt, without the printed output.
    pub fn result_under_prompt<T: Text + From<String>>(self, answer: &Answer<T>) -> T {
        match self {
            Self::Python => python::result_under_prompt(answer),
            Self::JavaScript | Self::Java | Self::C | Self::Cpp | Self::Neutral => {
                self.result(answer).trim_end().to_owned().into()
            }
        }
    }

    fn result(self, answer: &Answer<impl Text>) -> String {
        if let Some(raised) = &answer.raised {
            let (class, message) = (raised.class.expose(), raised.message.expose());
            // The lines behind the first are for whoever explains it.
            let message = if self.is_native() { message.lines().next().unwrap_or_default() } else { message };
            return if message.is_empty() { class.to_owned() } else { format!("{class}: {message}") };
        }
        let value = answer.value.as_ref().filter(|value| **value != Value::None);
        value.map(|value| self.repr(value)).unwrap_or_default()
    }

    /// Returns what tells what the classes of the language hold.
    pub fn content_of(self) -> ContentOf {
        match self {
            Self::Python | Self::Neutral => python::content_of_python,
            Self::JavaScript => contents::of_javascript,
            Self::Java => contents::of_java,
            Self::C | Self::Cpp => contents::of_native,
        }
    }

    /// Returns the word for raising an exception, after `it must` and after `it`.
    pub fn raises(self) -> [&'static str; 2] {
        match self {
            Self::Python | Self::Neutral => ["raise", "raised"],
            Self::JavaScript | Self::Java | Self::C | Self::Cpp => ["throw", "threw"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_languages_tells_which_have_sessions() {
        let page = include_str!("../../../docs/languages.md");
        for language in language::all() {
            let mark = format!("| `{}` |", language.name);
            let row = page.lines().find(|line| line.contains(&mark)).unwrap_or_default();
            let has_sessions = Notation::of_language(&language.name).is_some();
            assert_eq!(row.ends_with("| yes |"), has_sessions, "{row}");
        }
    }
}
