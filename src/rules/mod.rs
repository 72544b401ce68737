//! Rules about Python sources, decided on the syntax tree and never by searching text.
//!
//! The rules are pure functions of a file's bytes. They know neither points nor specs, run nothing, and prove nothing
//! about a running program: Python has too many ways to hide an import. The sandbox limits what a program can do.

mod bare;
mod callables;
mod changes;
mod constructs;
mod defines;
mod definitions;
mod doctests;
mod dynamic;
mod encoding;
mod finding;
mod header;
mod imports;
mod input;
mod literal;
mod main_guard;
mod methods;
mod outline;
mod parameters;
mod parser;
mod reading;
mod signature;
mod source;
#[cfg(test)]
mod tests;
mod unit_test_marks;
mod unit_tests;
mod unit_tests_java;

pub use bare::bare;
pub(crate) use callables::{Callable, Parameter};
pub(crate) use changes::Change;
pub(crate) use constructs::Construct;
pub(crate) use finding::{Certainty, Finding, NOT_HANDED_IN, likely};
pub(crate) use outline::Outline;
pub(crate) use parser::Unreadable;
pub(crate) use signature::Signature;
pub(crate) use source::{Node, Source};
pub(crate) use unit_tests::{FoundTest, TestFile};

/// The largest number of findings of one rule about one file; more would not help anybody.
const MOST_FINDINGS: usize = 100;

/// One rule about one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Only these modules may be imported, anywhere in the file; an empty list allows none.
    ///
    /// A module includes its submodules. Ways around an import statement, such as `__import__` or `exec`, are found
    /// where they can be seen.
    Imports {
        /// The allowed modules.
        only: Vec<String>,
    },
    /// Functions, classes and methods that must be defined.
    Defines {
        /// Their names and parameters.
        required: Vec<Signature>,
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
    },
    /// The file begins with comments that contain these words, in any case and punctuation.
    Header {
        /// The words, such as `Spire ID`.
        words: Vec<String>,
    },
}

impl Rule {
    /// Returns the key in specs.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Imports { .. } => "imports",
            Self::Defines { .. } => "defines",
            Self::Methods { .. } => "methods",
            Self::MainGuard => "main_guard",
            Self::NoInputAtImport => "no_input_at_import",
            Self::Avoids { .. } => "avoids",
            Self::Header { .. } => "header",
        }
    }

    /// Returns one sentence about what this kind of rule requires.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Imports { .. } => "Only some modules may be imported.",
            Self::Defines { .. } => "Some functions, classes and methods must be defined.",
            Self::Methods { .. } => "A class must have some methods.",
            Self::MainGuard => "The program is started below the main guard.",
            Self::NoInputAtImport => "Nothing is read when the file is imported.",
            Self::Avoids { .. } => "Some constructs may not be used.",
            Self::Header { .. } => "The file begins with comments that hold some words.",
        }
    }

    /// Returns the findings of the rule, in the order of the file where a place is known.
    pub fn check(&self, source: &Source) -> Vec<Finding> {
        let mut findings = match self {
            Self::Imports { only } => imports::check(source, only),
            Self::Defines { required } => defines::check(source, required),
            Self::Methods { class, prefix, least } => methods::check(source, class, prefix, *least),
            Self::MainGuard => main_guard::check(source),
            Self::NoInputAtImport => input::check(source),
            Self::Avoids { constructs } => constructs::check(source, constructs),
            Self::Header { words } => header::check(source, words),
        };
        findings.truncate(MOST_FINDINGS);
        findings
    }
}

/// Checks one file against one rule.
///
/// A file that is made to exhaust the parser gets one finding under every rule.
pub(crate) fn check(rule: &Rule, file: &str, content: &[u8]) -> Vec<Finding> {
    check_all(std::slice::from_ref(rule), file, content).pop().unwrap_or_default()
}

/// Checks one file against several rules, and parses it only once.
pub fn check_all(rules: &[Rule], file: &str, content: &[u8]) -> Vec<Vec<Finding>> {
    match Source::parse(file, content) {
        Ok(source) => rules.iter().map(|rule| rule.check(&source)).collect(),
        Err(unreadable) => rules.iter().map(|_| vec![unreadable.finding(file)]).collect(),
    }
}
