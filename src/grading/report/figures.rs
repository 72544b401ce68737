//! Statistics about each scenario of a class: how many submissions were accepted, and whether the scenario separates
//! strong submissions from weak ones.

use super::Graded;
use crate::compare::Verdict;
use crate::points::Points;

/// Statistics about one scenario of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The number of submissions that were accepted.
    pub accepted: usize,
    /// The number of submissions that were judged: they have points, and a program that could be run.
    pub judged: usize,
    /// The corrected item-total correlation: Pearson's correlation between the share of the scenario's points
    /// that a submission earned and its points from all other scenarios (Crocker and Algina, 1986, ch. 14).
    /// From -1 to 1; `None` if one of the two is the same for everybody.
    pub discrimination: Option<f64>,
}

impl Figures {
    /// The statistics of each scenario, in the order of the spec.
    pub(super) fn of_class(submissions: &[Graded]) -> Vec<Self> {
        let judged: Vec<&Graded> = submissions.iter().filter(|one| is_judged(one)).collect();
        let scenarios = submissions.first().map_or(0, |one| one.scenarios.len());
        (0..scenarios).map(|index| Self::of_scenario(&judged, index)).collect()
    }

    fn of_scenario(judged: &[&Graded], index: usize) -> Self {
        let accepted = judged.iter().filter(|one| !one.scenarios[index].is_lost()).count();
        let pairs: Vec<(f64, f64)> = judged.iter().map(|one| item_and_rest(one, index)).collect();
        Self { accepted, judged: judged.len(), discrimination: correlation(&pairs) }
    }

    /// Whether everybody was accepted, or nobody: then the scenario separates nobody from anybody.
    pub fn separates_nobody(&self) -> bool {
        self.accepted == 0 || self.accepted == self.judged
    }

    /// The share of the judged submissions that were accepted, in percent; 0 if none was judged.
    pub fn percent(&self) -> f64 {
        if self.judged == 0 { 0.0 } else { self.accepted as f64 * 100.0 / self.judged as f64 }
    }
}

fn is_judged(graded: &Graded) -> bool {
    graded.points.is_some()
        && graded.problem.is_none()
        && graded.scenarios.iter().any(|one| one.verdict != Verdict::InvalidSubmission)
}

/// Two numbers about a submission: the share that it earned in one scenario, in percent, and its points from all other
/// scenarios, as a share of one point in percent.
fn item_and_rest(graded: &Graded, index: usize) -> (f64, f64) {
    let scenario = &graded.scenarios[index];
    let item = match scenario.points {
        Some(points) if scenario.max_points > Points::ZERO => points.percent_of(scenario.max_points),
        _ => f64::from(u8::from(!scenario.is_lost())) * 100.0,
    };
    let others = graded.scenarios.iter().enumerate().filter(|(other, _)| *other != index);
    let rest: Points = others.filter_map(|(_, scenario)| scenario.points).sum();
    (item, rest.percent_of(Points::whole(1)))
}

/// Pearson's correlation of pairs; `None` if one side is always the same.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let (mean_one, mean_other) = (
        pairs.iter().map(|(one, _)| one).sum::<f64>() / count,
        pairs.iter().map(|(_, other)| other).sum::<f64>() / count,
    );
    let sum = |term: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(one, other)| term(one - mean_one, other - mean_other)).sum()
    };
    let (together, one, other) = (sum(|a, b| a * b), sum(|a, _| a * a), sum(|_, b| b * b));
    let is_steady = |squares: f64| squares <= f64::EPSILON * count;
    (count > 1.0 && !is_steady(one) && !is_steady(other)).then(|| together / (one * other).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_goes_together_correlates() {
        assert_eq!(correlation(&[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), Some(1.0));
        assert_eq!(correlation(&[(0.0, 3.0), (1.0, 2.0), (2.0, 1.0)]), Some(-1.0));
        assert_eq!(correlation(&[(1.0, 3.0), (1.0, 2.0)]), None);
        assert_eq!(correlation(&[(1.0, 3.0)]), None);
        assert_eq!(correlation(&[]), None);
    }

    proptest! {
        #[test]
        fn a_correlation_is_between_minus_one_and_one(
            pairs in prop::collection::vec((0.0..100.0, 0.0..100.0), 0..50)
        ) {
            prop_assert!(correlation(&pairs).is_none_or(|r| (-1.000001..=1.000001).contains(&r)));
        }
    }
}
