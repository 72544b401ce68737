//! The trace of a session: what each typed line came to.

use serde::{Deserialize, Serialize};
use yardstick_reference::{Answer, Raised};

/// What one session did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionTrace {
    /// What came of importing the module.
    pub import: Import,
    /// One for each line that was answered, from the first on.
    pub answers: Vec<Answer>,
    /// For each answer, the line of the submission that raised it, if one did; empty where nobody knows.
    pub raised_at: Vec<Option<SourcePlace>>,
    /// How its process ended.
    pub end: SessionEnd,
}

/// What came of importing the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Import {
    /// It is imported.
    Done,
    /// It raised an exception.
    Failed(ImportFailure),
    /// It never came to an end.
    Unknown,
}

/// Why a module cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFailure {
    /// The exception; `EOFError` when the module reads input.
    pub raised: Raised,
    /// Where, if that is in the submission.
    pub place: Option<SourcePlace>,
}

/// The line of a submission at which something was raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    /// Its number, from one.
    pub line: usize,
    /// What is shown of it: its text if Python cannot read it, else its file.
    pub shown: String,
    /// The name of its file.
    pub file: String,
}

/// How the process of a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionEnd {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It used too much processor time.
    TimeExceeded,
    /// It was still there when its time on the clock was up.
    IdleExceeded,
    /// It used too much memory.
    MemoryExceeded,
    /// It wrote more into one file than it may.
    FileSizeExceeded,
    /// It wrote more into files than it may.
    DiskExceeded,
    /// It made more files than it may.
    FilesExceeded,
    /// It opened more descriptors than it may.
    DescriptorsExceeded,
    /// It wrote too much.
    OutputExceeded,
    /// It started too many processes.
    ProcessesExceeded,
    /// What it wrote on the way back is not what the driver writes.
    Malformed,
}
