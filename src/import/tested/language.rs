//! The languages that plans are carried over to, and what is usual in each.

use super::names::{camel, pascal, snake};

/// A language in which sessions are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Python,
    JavaScript,
    Java,
    C,
    Cpp,
}

impl Language {
    /// All of them.
    pub(super) const ALL: [Self; 5] = [Self::Python, Self::JavaScript, Self::Java, Self::C, Self::Cpp];

    /// The name that a plan has for it, and `--language`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Java => "java",
            Self::C => "c",
            Self::Cpp => "cpp",
        }
    }

    /// The name for people.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::JavaScript => "JavaScript",
            Self::Java => "Java",
            Self::C => "C",
            Self::Cpp => "C++",
        }
    }

    /// The file that is handed in.
    pub(super) fn file(self, namespace: &str) -> String {
        match self {
            Self::Python => format!("{}.py", snake(namespace)),
            Self::JavaScript => format!("{}.js", snake(namespace)),
            Self::Java => format!("{}.java", pascal(namespace)),
            Self::C => format!("{}.c", snake(namespace)),
            Self::Cpp => format!("{}.cpp", snake(namespace)),
        }
    }

    /// Whether sessions are compiled together with the source of a submission.
    pub(super) fn is_native(self) -> bool {
        matches!(self, Self::C | Self::Cpp)
    }

    /// Whether numbers have types of several widths, and characters one of their own.
    pub(super) fn has_types(self) -> bool {
        matches!(self, Self::Java | Self::C | Self::Cpp)
    }

    /// The name of a function or a variable, as it is usual in the language.
    pub(super) fn usual_name(self, name: &str) -> String {
        match self {
            Self::Python | Self::C => snake(name),
            Self::JavaScript | Self::Java | Self::Cpp => camel(name),
        }
    }
}

/// A text in quotes, as JavaScript, Java, C and C++ have it.
pub(super) fn quoted(text: &str, language: Language) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            '\r' => quoted += "\\r",
            // Three digits: more of them would be read as part of the number.
            hidden if hidden.is_ascii_control() && language.is_native() => {
                quoted += &format!("\\{:03o}", u32::from(hidden));
            }
            hidden if hidden.is_control() && !language.is_native() => {
                quoted += &format!("\\u{:04x}", u32::from(hidden));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
