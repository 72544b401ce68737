//! What verdicts earn.
//!
//! A scenario earns all of its points or none. A submission of which anything could not be graded has
//! no points at all, rather than too few.

use crate::compare::{Judgement, Verdict};
use crate::plan::Plan;
use crate::points::Points;

/// The points of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What it earned, bonus included; `None` if anything could not be graded.
    pub points: Option<Points>,
    /// For each scenario in the order of the plan; `None` if it could not be graded.
    pub scenarios: Vec<Option<Points>>,
}

/// The points that can be earned without bonus.
pub fn max_points(plan: &Plan) -> Points {
    plan.jobs.iter().filter(|job| !plan.spec.groups[job.group].bonus).map(|job| job.scenario.points).sum()
}

/// The points on top of that.
pub fn bonus_points(plan: &Plan) -> Points {
    plan.jobs.iter().filter(|job| plan.spec.groups[job.group].bonus).map(|job| job.scenario.points).sum()
}

/// Adds up what the judgements of one submission earn.
pub fn score(plan: &Plan, judgements: &[Judgement]) -> Score {
    let earned = |(job, judgement): (&crate::plan::Job, &Judgement)| match judgement.verdict {
        Verdict::Accepted => Some(job.scenario.points),
        Verdict::NotGraded => None,
        Verdict::WrongAnswer
        | Verdict::RuntimeError
        | Verdict::TimeLimit
        | Verdict::MemoryLimit
        | Verdict::OutputLimit
        | Verdict::ProcessLimit
        | Verdict::NoResult
        | Verdict::InvalidSubmission => Some(Points::ZERO),
    };
    let scenarios: Vec<Option<Points>> = plan.jobs.iter().zip(judgements).map(earned).collect();
    Score { points: scenarios.iter().copied().sum(), scenarios }
}
