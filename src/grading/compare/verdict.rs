//! The verdict on a run, before points.

use std::fmt;

use crate::resource::Resource;

/// The verdict on a trace, compared with its expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The behaviour was accepted.
    Accepted,
    /// The program ended as expected and printed something else.
    WrongAnswer,
    /// The program ended with an unexpected exit code or signal.
    RuntimeError,
    /// The program was proved never to end.
    EndlessLoop,
    /// The program exceeded the limit on this resource.
    Exceeded(Resource),
    /// The session ended without an answer that could be compared.
    NoResult,
    /// There is no program that could be run.
    InvalidSubmission,
    /// A person has to mark it.
    ToBeMarked,
    /// A person has marked it and given points.
    Marked,
    /// It could not be graded, through no fault of the submission.
    NotGraded,
}

impl Verdict {
    /// All verdicts, the best first.
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

    /// The verdicts that are better than an exceeded limit.
    const BEFORE: [Self; 4] = [Self::Accepted, Self::WrongAnswer, Self::RuntimeError, Self::EndlessLoop];

    /// The verdicts that are worse than an exceeded limit.
    const AFTER: [Self; 5] =
        [Self::NoResult, Self::InvalidSubmission, Self::ToBeMarked, Self::Marked, Self::NotGraded];

    /// Returns the words that reports and files use.
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::RuntimeError => "runtime error",
            Self::EndlessLoop => "endless loop",
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
