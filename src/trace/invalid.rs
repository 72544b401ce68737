//! Why a submission cannot be run.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::submission::Problem;

/// Why a submission cannot be run: the student's to mend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// Something is wrong with what was handed in.
    Problem(Problem),
    /// It does not parse or compile, and this is what the language says.
    Broken {
        /// The language's title.
        language: String,
        /// What it says.
        complaint: String,
    },
}

/// In words: the first line says it all, what follows is what the language says.
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
