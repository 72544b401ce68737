//! What a run is worth, before points.

use std::fmt;

use crate::resource::Resource;

/// What a trace is worth against its expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It did what it must.
    Accepted,
    /// It ended well and printed something else.
    WrongAnswer,
    /// It ended with an exit code or a signal that is not expected.
    RuntimeError,
    /// It used too much of this.
    Exceeded(Resource),
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
    pub const ALL: [Self; Self::BEFORE.len() + Resource::ALL.len() + Self::AFTER.len()] = {
        let mut all = [Self::NotGraded; Self::BEFORE.len() + Resource::ALL.len() + Self::AFTER.len()];
        let mut at = 0;
        while at < all.len() {
            let behind = at.saturating_sub(Self::BEFORE.len());
            all[at] = if at < Self::BEFORE.len() {
                Self::BEFORE[at]
            } else if behind < Resource::ALL.len() {
                Self::Exceeded(Resource::ALL[behind])
            } else {
                Self::AFTER[behind - Resource::ALL.len()]
            };
            at += 1;
        }
        all
    };

    /// Those better than the limits.
    const BEFORE: [Self; 3] = [Self::Accepted, Self::WrongAnswer, Self::RuntimeError];

    /// Those worse than the limits.
    const AFTER: [Self; 5] =
        [Self::NoResult, Self::InvalidSubmission, Self::ToBeMarked, Self::Marked, Self::NotGraded];

    /// The words for it, in reports and in files.
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::RuntimeError => "runtime error",
            Self::Exceeded(resource) => resource.facts().words,
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
