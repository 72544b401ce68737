//! What a run is worth, before points.

use std::fmt;

/// What a trace is worth against its expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It did what it must.
    Accepted,
    /// It ended well and printed something else.
    WrongAnswer,
    /// It ended with an exit code or a signal that is not expected.
    RuntimeError,
    /// It used too much processor time.
    TimeLimit,
    /// It was still there when its time on the clock was up.
    IdleLimit,
    /// It used too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// It started too many processes.
    ProcessLimit,
    /// It wrote too much into one file.
    FileSizeLimit,
    /// It wrote too much into files.
    DiskLimit,
    /// It made too many files.
    FileLimit,
    /// It opened too many descriptors.
    DescriptorLimit,
    /// A session ended without an answer that could be compared.
    NoResult,
    /// There is no program that could be run.
    InvalidSubmission,
    /// Somebody has to look at it.
    ToBeMarked,
    /// Somebody has looked at it, and given points.
    Marked,
    /// It could not be graded, through no fault of the submission.
    NotGraded,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Self; 17] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::RuntimeError,
        Self::TimeLimit,
        Self::IdleLimit,
        Self::MemoryLimit,
        Self::OutputLimit,
        Self::ProcessLimit,
        Self::FileSizeLimit,
        Self::DiskLimit,
        Self::FileLimit,
        Self::DescriptorLimit,
        Self::NoResult,
        Self::InvalidSubmission,
        Self::ToBeMarked,
        Self::Marked,
        Self::NotGraded,
    ];

    /// The words for it, in reports and in files.
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::RuntimeError => "runtime error",
            Self::TimeLimit => "time limit",
            Self::IdleLimit => "idle limit",
            Self::MemoryLimit => "memory limit",
            Self::OutputLimit => "output limit",
            Self::ProcessLimit => "process limit",
            Self::FileSizeLimit => "file size limit",
            Self::DiskLimit => "disk limit",
            Self::FileLimit => "file limit",
            Self::DescriptorLimit => "descriptor limit",
            Self::NoResult => "no result",
            Self::InvalidSubmission => "invalid submission",
            Self::ToBeMarked => "to be marked",
            Self::Marked => "marked by hand",
            Self::NotGraded => "not graded",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.words())
    }
}
