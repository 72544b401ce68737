//! The result of a scenario for formats that know only tests.

use super::GradedScenario;
use crate::compare::Verdict;

/// The result of a scenario, as the result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The program did what was expected.
    Passed,
    /// The program did something else.
    Failed,
    /// The program crashed or was stopped.
    Stopped,
    /// Somebody still has to mark it by hand.
    Pending,
    /// It could not be graded, through no fault of the submission.
    NotGraded,
}

impl Standing {
    pub(super) fn of(scenario: &GradedScenario) -> Self {
        match scenario.verdict {
            Verdict::Accepted => Self::Passed,
            Verdict::WrongAnswer | Verdict::NoResult | Verdict::InvalidSubmission => Self::Failed,
            Verdict::RuntimeError | Verdict::EndlessLoop | Verdict::Exceeded(_) => Self::Stopped,
            Verdict::ToBeMarked => Self::Pending,
            Verdict::Marked if scenario.points == Some(scenario.max_points) => Self::Passed,
            Verdict::Marked => Self::Failed,
            Verdict::NotGraded => Self::NotGraded,
        }
    }
}
