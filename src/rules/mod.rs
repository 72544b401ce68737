//! What may and must stand in a Python source, decided on its syntax tree, never by searching text.
//!
//! Pure functions of a file's bytes. They know neither points nor specs, run nothing, and prove nothing
//! about what a program does when it runs: Python has too many ways to hide an import. What a program
//! can do to its host is up to the sandbox.

mod bare;
mod callables;
mod changes;
mod constructs;
mod defines;
mod definitions;
mod dynamic;
mod encoding;
mod finding;
mod header;
mod imports;
mod input;
mod literal;
mod main_guard;
mod methods;
mod parameters;
mod parser;
mod reading;
mod signature;
mod source;
#[cfg(test)]
mod tests;

pub use bare::{NotBare, bare};
pub use callables::{Callable, Parameter};
pub use changes::Change;
pub use constructs::{Construct, ConstructError};
pub use finding::{Certainty, Finding, NOT_HANDED_IN, Place};
pub use parser::Unreadable;
pub use signature::{Shape, Signature, SignatureError};
pub use source::Source;

/// The most findings of one rule about one file; more would help nobody.
const MOST_FINDINGS: usize = 100;

/// One rule about one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Only these modules may be imported, wherever in the file; none where there are none.
    ///
    /// A module stands for its submodules too. Ways around an import statement, such as `__import__` or
    /// `exec`, are found where they can be seen.
    Imports {
        /// The modules.
        only: Vec<String>,
    },
    /// Functions, classes and methods that must be defined.
    Defines {
        /// What they are called and how they are called.
        required: Vec<Signature>,
    },
    /// A class must have so many methods whose names begin like this.
    Methods {
        /// The class.
        class: String,
        /// How the names begin, such as `test_`.
        prefix: String,
        /// The fewest methods.
        least: usize,
    },
    /// `main()` is called under `if __name__ == "__main__":`, and nowhere else at the top level.
    MainGuard,
    /// Nothing reads input when the file is imported.
    NoInputAtImport,
    /// Only taught techniques are used: none of these.
    Avoids {
        /// What is to be avoided.
        constructs: Vec<Construct>,
    },
    /// The file begins with comments that contain these words, in any case and punctuation.
    Header {
        /// The words, such as `Spire ID`.
        words: Vec<String>,
    },
}

impl Rule {
    /// Its key in specs.
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

    /// What rules of its kind ask for, in a sentence.
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

    /// Where a source breaks the rule, in the order of the file where a place is known.
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

/// Where a file breaks a rule.
///
/// A file that is made to exhaust the checker is one finding under every rule.
pub fn check(rule: &Rule, file: &str, content: &[u8]) -> Vec<Finding> {
    check_all(std::slice::from_ref(rule), file, content).pop().unwrap_or_default()
}

/// Where a file breaks each of some rules, for the price of one parse.
pub fn check_all(rules: &[Rule], file: &str, content: &[u8]) -> Vec<Vec<Finding>> {
    match Source::parse(file, content) {
        Ok(source) => rules.iter().map(|rule| rule.check(&source)).collect(),
        Err(unreadable) => rules.iter().map(|_| vec![unreadable.finding(file)]).collect(),
    }
}
