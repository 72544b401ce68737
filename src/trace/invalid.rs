//! The reasons why a submission cannot be run.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::submission::Problem;

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
        complaint: String,
    },
}

/// Writes the reason on the first line; the message of the language follows.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Problem(problem) => problem.fmt(f),
            Self::Broken { language, complaint } => {
                let last = complaint.lines().last().unwrap_or_default();
                write!(f, "{language} does not accept it: {last}\n{complaint}")
            }
        }
    }
}
