//! How a scenario stands, for formats that know only tests.

use super::GradedScenario;
use crate::compare::Verdict;

/// How a scenario stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It did what it must.
    Passed,
    /// It did something else.
    Failed,
    /// It did not come to its end.
    Stopped,
    /// Somebody has to look at it.
    Pending,
    /// It could not be graded, through no fault of the submission.
    NotGraded,
}

impl Standing {
    pub(super) fn of(scenario: &GradedScenario) -> Self {
        match scenario.verdict {
            Verdict::Accepted => Self::Passed,
            Verdict::WrongAnswer | Verdict::NoResult | Verdict::InvalidSubmission => Self::Failed,
            Verdict::RuntimeError | Verdict::Exceeded(_) => Self::Stopped,
            Verdict::ToBeMarked => Self::Pending,
            Verdict::Marked if scenario.points == Some(scenario.max_points) => Self::Passed,
            Verdict::Marked => Self::Failed,
            Verdict::NotGraded => Self::NotGraded,
        }
    }
}
