//! The results of a class as a whole.

use std::collections::BTreeMap;

use super::Graded;
use crate::compare::Verdict;
use crate::points::Points;

/// The results of a class as a whole.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The number of submissions with points.
    pub graded: usize,
    /// The number of submissions without points, which is not their fault.
    pub not_graded: usize,
    /// The number of submissions that did different things in different runs.
    pub flaky: usize,
    /// The mean of the points, of the submissions that have points.
    pub mean: Option<Points>,
    /// The median of the points, of the submissions that have points.
    pub median: Option<Points>,
    /// The three scenarios that most submissions lost, each with the number of submissions that lost it.
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
