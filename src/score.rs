//! What judgements earn.
//!
//! A scenario earns all of its points or none, unless it is judged by shares or marked by hand. A
//! submission of which anything could not be graded has no points at all, rather than too few.

mod late;

use std::collections::HashMap;

use crate::compare::{Judgement, Verdict};
use crate::plan::{Job, Plan};
use crate::points::Points;

pub use late::{Lateness, lateness};

/// The points of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What it earned, bonus included; `None` if anything could not be graded. What is still to be marked by
    /// hand adds nothing.
    pub points: Option<Points>,
    /// For each scenario in the order of the plan; `None` if it could not be graded, or is to be marked.
    pub scenarios: Vec<Option<Points>>,
}

/// Points that somebody gave by hand, by submission and by the full name of a scenario.
pub type Marks = HashMap<(String, String), Points>;

/// The points that can be earned without bonus.
pub fn max_points(plan: &Plan) -> Points {
    plan.jobs.iter().filter(|job| !plan.spec.groups[job.group].bonus).map(|job| job.scenario.points).sum()
}

/// The points on top of that.
pub fn bonus_points(plan: &Plan) -> Points {
    plan.jobs.iter().filter(|job| plan.spec.groups[job.group].bonus).map(|job| job.scenario.points).sum()
}

/// Adds up what the judgements of one submission earn. `by_hand` holds the marks of its scenarios, in the
/// order of the plan, where somebody gave them.
pub fn score(plan: &Plan, judgements: &[Judgement], by_hand: &[Option<Points>]) -> Score {
    let jobs = plan.jobs.iter().zip(judgements).zip(by_hand);
    let scenarios: Vec<Option<Points>> =
        jobs.map(|((job, judgement), mark)| earned(job, judgement, *mark)).collect();
    let is_graded = judgements.iter().all(|judgement| judgement.verdict != Verdict::NotGraded);
    let sum = scenarios.iter().copied().flatten().sum();
    Score { points: is_graded.then_some(sum), scenarios }
}

fn earned(job: &Job, judgement: &Judgement, mark: Option<Points>) -> Option<Points> {
    let points = job.scenario.points;
    match judgement.verdict {
        Verdict::ToBeMarked | Verdict::Marked => mark,
        Verdict::NotGraded => None,
        Verdict::Accepted => Some(points),
        Verdict::WrongAnswer => {
            Some(judgement.share.map_or(Points::ZERO, |share| points.part(share.done, share.of)))
        }
        Verdict::RuntimeError | Verdict::Exceeded(_) | Verdict::NoResult | Verdict::InvalidSubmission => {
            Some(Points::ZERO)
        }
    }
}
