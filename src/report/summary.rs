//! What a class as a whole did.

use std::collections::BTreeMap;

use super::Graded;
use crate::compare::Verdict;
use crate::points::Points;

/// What a class as a whole did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many submissions have points.
    pub graded: usize,
    /// How many have none, through no fault of theirs.
    pub not_graded: usize,
    /// How many did not always do the same.
    pub flaky: usize,
    /// Of those with points.
    pub mean: Option<Points>,
    /// Of those with points.
    pub median: Option<Points>,
    /// The scenarios that most graded submissions lost, the most lost first, with how many lost them.
    pub most_lost: Vec<(String, usize)>,
}

impl Summary {
    pub(super) fn new(submissions: &[Graded]) -> Self {
        let points: Vec<Points> = submissions.iter().filter_map(|submission| submission.points).collect();
        let mut lost = BTreeMap::<(usize, String), usize>::new();
        for submission in submissions {
            for (index, scenario) in submission.scenarios.iter().enumerate() {
                let counts = scenario.is_lost() && scenario.verdict != Verdict::NotGraded;
                if counts && scenario.verdict != Verdict::InvalidSubmission {
                    *lost.entry((index, scenario.full_name())).or_default() += 1;
                }
            }
        }
        let mut most_lost: Vec<(String, usize)> =
            lost.into_iter().map(|((_, name), count)| (name, count)).collect();
        most_lost.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        most_lost.truncate(3);
        Self {
            graded: points.len(),
            not_graded: submissions.len() - points.len(),
            flaky: submissions
                .iter()
                .filter(|one| one.scenarios.iter().any(|scenario| scenario.flaky))
                .count(),
            mean: Points::mean(&points),
            median: Points::median(&points),
            most_lost,
        }
    }
}
