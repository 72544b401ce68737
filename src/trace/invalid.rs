//! The reasons why a submission cannot be run.

use serde::{Deserialize, Serialize};

use crate::submission::Problem;
use crate::untrusted::{Text, Untrusted};

/// The reason why a submission cannot be run, which the student has to fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// A problem with the files that were handed in.
    Problem(Problem),
    /// The program does not parse or compile.
    Broken {
        /// The name of the language.
        language: String,
        /// The message of its compiler or interpreter.
        complaint: Untrusted,
    },
}

impl Invalid {
    /// The reason in words: the first line says it all, what follows is what the language says, if that is more.
    pub fn reason(&self) -> Untrusted {
        match self {
            Self::Problem(problem) => problem.sentence(),
            Self::Broken { language, complaint } => {
                // Compilers name the first error first, and show the place below; Python names its only one last.
                let is_error = |line: &Untrusted| line.contains(&"error:") && !line.contains(&"collect2: ");
                let is_unlinked = |line: &Untrusted| {
                    line.contains(&"undefined reference to") || line.contains(&"multiple definition of")
                };
                let names_a_line = |line: &Untrusted| {
                    language != "Python" && (line.contains(&": ") || line.contains(&" line "))
                };
                let lines = || complaint.lines();
                let first = lines().find(is_error).or_else(|| lines().find(is_unlinked));
                let first = first.or_else(|| lines().find(names_a_line)).or_else(|| lines().last());
                let first = first.unwrap_or_default();
                let more: &[&dyn Text] = if first == *complaint { &[] } else { &[&"\n", complaint] };
                let begins: [&dyn Text; 3] = [language, &" does not accept it: ", &first];
                Untrusted::concat(&[&begins, more].concat())
            }
        }
    }
}
