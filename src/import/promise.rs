//! Programs whose verdicts are promised by the assignment that a spec was made of.

use std::collections::BTreeMap;

/// A program, and what must come of it.
#[derive(Debug)]
pub(crate) struct Promise {
    /// Where it lies in the package.
    pub(crate) name: String,
    /// Its files, by their paths.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) verdict: Promised,
}

/// A verdict that is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promised {
    /// It earns everything.
    Accepted,
    /// It earns a part.
    PartlyAccepted,
    WrongAnswer,
    RunTimeError,
    TimeLimitExceeded,
    /// It cannot be built.
    CompileError,
    /// It is not accepted, for whatever reason.
    Rejected,
}

impl Promised {
    /// What a folder of submissions promises; `None` if it is no such folder.
    pub(super) fn of_folder(name: &str) -> Option<Self> {
        Some(match name {
            "accepted" => Self::Accepted,
            "partially_accepted" => Self::PartlyAccepted,
            "wrong_answer" => Self::WrongAnswer,
            "run_time_error" | "runtime_error" => Self::RunTimeError,
            "time_limit_exceeded" | "timelimit_exceeded" => Self::TimeLimitExceeded,
            "compile_error" | "compiler_error" => Self::CompileError,
            "rejected" => Self::Rejected,
            _ => return None,
        })
    }

    /// The promise in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::PartlyAccepted => "partly accepted",
            Self::WrongAnswer => "wrong answer",
            Self::RunTimeError => "runtime error",
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::CompileError => "an error of the compiler",
            Self::Rejected => "not accepted",
        }
    }
}
