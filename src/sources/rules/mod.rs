//! Rules about sources, decided on the syntax tree and never by searching text.
//!
//! The rules are pure functions of a file's bytes. They know neither points nor specs, run nothing, and prove nothing
//! about a running program: every language has ways to hide what it does. The sandbox limits what a program can do.

mod bare;
mod braced;
mod callables;
mod changes;
mod constructs;
mod defines;
mod definitions;
mod doctests;
mod dynamic;
mod encoding;
mod essence;
mod finding;
mod grammar;
mod header;
mod imports;
mod input;
mod known;
mod literal;
mod main_guard;
mod methods;
mod outline;
mod parameters;
mod parser;
mod reading;
mod request;
mod signature;
mod source;
#[cfg(test)]
mod tests;
mod unit_test_classes;
mod unit_test_marks;
mod unit_tests;
mod unit_tests_java;
mod within;

use serde::{Deserialize, Serialize};

pub use bare::bare;
pub use braced::Prototype;
pub use callables::{Callable, Parameter};
pub use changes::Change;
pub use constructs::Construct;
pub use essence::essence;
pub use finding::{Certainty, Finding, NOT_HANDED_IN, Place, likely};
pub use grammar::Grammar;
pub use outline::Outline;
pub use parser::Unreadable;
pub use request::{answer, findings, request};
pub use signature::Signature;
pub use source::{Node, Source};
pub use unit_tests::{FoundTest, TestFile};
pub use unit_tests_java::declared_classes;

/// The largest number of findings of one rule about one file; more would not help anybody.
const MOST_FINDINGS: usize = 100;

/// One rule about one source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// Only these modules may be imported, anywhere in the file; an empty list allows none.
    ///
    /// A module includes its submodules. Ways around an import statement, such as `__import__` or `exec`, are found
    /// where they can be seen.
    Imports {
        /// The allowed modules.
        only: Vec<String>,
    },
    /// Only these headers may be included: the rule about imports, for C and C++.
    Includes {
        /// The allowed headers.
        only: Vec<String>,
    },
    /// Functions, classes and methods that must be defined in a Python file.
    Defines {
        /// Their names and parameters.
        required: Vec<Signature>,
    },
    /// The same for files in other languages.
    Declares {
        /// Their names, parameters and types.
        required: Vec<Prototype>,
    },
    /// A class must have a number of methods with this prefix.
    Methods {
        /// The class.
        class: String,
        /// The prefix, such as `test_`.
        prefix: String,
        /// The smallest number of methods.
        least: usize,
    },
    /// `main()` is called under `if __name__ == "__main__":`, and nowhere else at the top level.
    MainGuard,
    /// Importing the file reads no input.
    NoInputAtImport,
    /// These techniques are not used.
    Avoids {
        /// The techniques.
        constructs: Vec<Construct>,
        /// The function in which they are not used; `None` for the whole file.
        within: Option<String>,
    },
    /// These techniques are used.
    Uses {
        /// The techniques.
        constructs: Vec<Construct>,
        /// The function in which they are used; `None` for the whole file.
        within: Option<String>,
    },
    /// The file begins with comments that contain these words, in any case and punctuation.
    Header {
        /// The words, such as `Spire ID`.
        words: Vec<String>,
    },
    /// The compiler does not warn. What it says is known when the program is built, and not from its source alone.
    NoWarnings,
}

impl Rule {
    /// Returns the key in specs.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Imports { .. } => "imports",
            Self::Includes { .. } => "includes",
            Self::Defines { .. } | Self::Declares { .. } => "defines",
            Self::Methods { .. } => "methods",
            Self::MainGuard => "main_guard",
            Self::NoInputAtImport => "no_input_at_import",
            Self::Avoids { .. } => "avoids",
            Self::Uses { .. } => "uses",
            Self::Header { .. } => "header",
            Self::NoWarnings => "warnings",
        }
    }

    /// Returns one sentence about what this kind of rule requires.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Imports { .. } => "Only some modules may be imported.",
            Self::Includes { .. } => "Only some headers may be included.",
            Self::Defines { .. } | Self::Declares { .. } => {
                "Some functions, classes and methods must be defined."
            }
            Self::Methods { .. } => "A class must have some methods.",
            Self::MainGuard => "The program is started below the main guard.",
            Self::NoInputAtImport => "Nothing is read when the file is imported.",
            Self::Avoids { .. } => "Some constructs may not be used.",
            Self::Uses { .. } => "Some constructs must be used.",
            Self::Header { .. } => "The file begins with comments that hold some words.",
            Self::NoWarnings => "The compiler does not warn.",
        }
    }

    /// Returns the findings of the rule, in the order of the file where a place is known.
    pub fn check(&self, source: &Source) -> Vec<Finding> {
        let is_python = source.grammar() == Grammar::Python;
        let mut findings = match self {
            Self::Imports { only } if is_python => imports::check(source, only),
            Self::Imports { only } | Self::Includes { only } => braced::check_imports(source, only),
            Self::Defines { required } => defines::check(source, required),
            Self::Declares { required } => braced::check_defines(source, required),
            Self::Methods { class, prefix, least } if is_python => {
                methods::check(source, class, prefix, *least)
            }
            Self::Methods { class, prefix, least } => braced::check_methods(source, class, prefix, *least),
            Self::MainGuard => main_guard::check(source),
            Self::NoInputAtImport => input::check(source),
            Self::Avoids { constructs, within } => {
                constructs::check_avoided(source, constructs, within.as_deref())
            }
            Self::Uses { constructs, within } => {
                constructs::check_used(source, constructs, within.as_deref())
            }
            Self::Header { words } => header::check(source, words),
            Self::NoWarnings => Vec::new(),
        };
        // What may not be there may be where nobody could look.
        let forbids = matches!(self, Self::Imports { .. } | Self::Includes { .. } | Self::Avoids { .. });
        if forbids {
            findings.extend(braced::not_understood(source));
        }
        findings.truncate(MOST_FINDINGS);
        findings
    }
}

/// Checks one file against one rule.
///
/// A file that is made to exhaust the parser gets one finding under every rule.
pub fn check(rule: &Rule, file: &str, content: &[u8]) -> Vec<Finding> {
    check_all(std::slice::from_ref(rule), file, content).pop().unwrap_or_default()
}

/// Checks one file against several rules, and parses it only once.
pub fn check_all(rules: &[Rule], file: &str, content: &[u8]) -> Vec<Vec<Finding>> {
    match Source::parse(file, content) {
        Ok(source) => rules.iter().map(|rule| rule.check(&source)).collect(),
        Err(unreadable) => rules.iter().map(|_| vec![unreadable.finding(file)]).collect(),
    }
}
