//! Computes the points that judgements earn.
//!
//! A scenario earns all of its points or none, unless it is judged by shares or marked by hand. If a part of a submission
//! could not be graded, the submission has no points at all, because any number would be too small.

mod late;
mod per_cause;
mod ruled;
mod which_counts;
mod withheld;

use std::collections::HashMap;

use crate::compare::{Judgement, Verdict};
use crate::plan::{Job, Plan};
use crate::points::Points;
use crate::spec::Group;
use crate::untrusted::Untrusted;

pub use late::{Lateness, lateness};
pub use per_cause::{Charge, Charged, per_cause};
pub use ruled::ruled;
pub use which_counts::{Contender, which_counts};
pub use withheld::{Standing, Withheld, withheld};

/// The points of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The points of the submission, bonus included; `None` if a part could not be graded. Scenarios that somebody still
    /// has to mark by hand add nothing.
    pub points: Option<Points>,
    /// The points of each scenario, in the order of the plan; `None` if it could not be graded, or is still to be marked.
    pub scenarios: Vec<Option<Points>>,
    /// For each scenario, whether nothing was lost in it, also if it is worth nothing. What could not be graded, or is still
    /// to be marked, is not lost.
    pub passed: Vec<bool>,
}

/// Points that somebody gave by hand, by the name of a submission and the full name of a scenario.
pub type Marks = HashMap<(Untrusted, String), Points>;

/// The most points that can be earned without bonus.
pub fn max_points(plan: &Plan) -> Points {
    most(plan, false)
}

/// The most bonus points that can be earned.
pub fn bonus_points(plan: &Plan) -> Points {
    most(plan, true)
}

fn most(plan: &Plan, bonus: bool) -> Points {
    let groups = plan.spec.groups.iter().enumerate().filter(|(_, group)| group.bonus == bonus);
    let of_group = |(index, group): (usize, &Group)| {
        let jobs = plan.jobs.iter().filter(move |job| job.group == index);
        group.passing.most(jobs.map(|job| job.scenario.points))
    };
    groups.map(of_group).sum()
}

/// Adds up the points that the judgements of one submission earn. `by_hand` has the marks that somebody gave to its
/// scenarios, in the order of the plan.
pub fn score(plan: &Plan, judgements: &[Judgement], by_hand: &[Option<Points>]) -> Score {
    let jobs = plan.jobs.iter().zip(judgements).zip(by_hand);
    let scenarios: Vec<Option<Points>> =
        jobs.map(|((job, judgement), mark)| earned(job, judgement, *mark)).collect();
    let is_graded = judgements.iter().all(|judgement| judgement.verdict != Verdict::NotGraded);
    let sum = scenarios.iter().copied().flatten().sum();
    let passed = plan.jobs.iter().zip(judgements).zip(&scenarios);
    let passed = passed.map(|((job, judgement), earned)| match judgement.verdict {
        Verdict::Accepted | Verdict::ToBeMarked | Verdict::NotGraded => true,
        Verdict::Marked => earned.is_none_or(|earned| earned >= job.scenario.points),
        Verdict::WrongAnswer
        | Verdict::RuntimeError
        | Verdict::EndlessLoop
        | Verdict::Exceeded(_)
        | Verdict::NoResult
        | Verdict::InvalidSubmission => false,
    });
    Score { points: is_graded.then_some(sum), passed: passed.collect(), scenarios }
}

fn earned(job: &Job, judgement: &Judgement, mark: Option<Points>) -> Option<Points> {
    let points = job.scenario.points;
    match judgement.verdict {
        Verdict::ToBeMarked | Verdict::Marked => mark,
        Verdict::NotGraded => None,
        Verdict::Accepted => Some(points),
        Verdict::WrongAnswer | Verdict::RuntimeError => {
            Some(judgement.share.map_or(Points::ZERO, |share| points.part(share.done, share.of)))
        }
        Verdict::EndlessLoop | Verdict::Exceeded(_) | Verdict::NoResult | Verdict::InvalidSubmission => {
            Some(Points::ZERO)
        }
    }
}
