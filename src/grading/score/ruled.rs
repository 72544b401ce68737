//! Points that a person gave to scenarios that a program lost. They come last: whatever the rules of a spec make of a loss, this is what
//! somebody saw and wanted.

use std::collections::HashMap;

use super::Score;
use crate::plan::Plan;
use crate::points::Points;

/// Returns a score with these points for scenarios, by their full names. A scenario in which nothing was lost keeps its points, and so does
/// one that could not be graded; none gets more than it is worth.
pub fn ruled(plan: &Plan, score: &Score, given: &HashMap<String, Points>) -> Score {
    if given.is_empty() {
        return score.clone();
    }
    let jobs = plan.jobs.iter().zip(&score.scenarios).zip(&score.passed);
    let scenarios = jobs.map(|((job, earned), passed)| match (earned, given.get(&plan.full_name(job))) {
        (Some(_), Some(points)) if !passed => Some((*points).min(job.scenario.points)),
        _ => *earned,
    });
    let scenarios: Vec<Option<Points>> = scenarios.collect();
    let sum = |scenarios: &[Option<Points>]| scenarios.iter().copied().flatten().sum::<Points>();
    let more = sum(&scenarios) - sum(&score.scenarios);
    Score { points: score.points.map(|points| points + more), scenarios, passed: score.passed.clone() }
}
