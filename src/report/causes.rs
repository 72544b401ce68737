//! Puts the lost scenarios of one submission together that have the same cause.

use crate::compare::{Cause, Judgement, Remedy};
use crate::plan::{Job, Plan};
use crate::points::Points;
use crate::run::Outcome;
use crate::score::Score;

/// The causes of one submission's lost points.
#[derive(Debug)]
pub(super) struct Causes {
    /// For each job of the plan, the number of its cause, from 0; `None` if no cause is known.
    pub(super) of_jobs: Vec<Option<usize>>,
    /// For each cause, the points that the submission would earn without it, bonus not included; `None` if that cannot be
    /// computed.
    pub(super) mended: Vec<Option<Points>>,
}

/// Only for so many causes it is computed what the submission would earn without them: more of them help nobody.
const MOST: usize = 8;

impl Causes {
    /// No cause is looked for.
    pub(super) fn none(plan: &Plan) -> Self {
        Self { of_jobs: vec![None; plan.jobs.len()], mended: Vec::new() }
    }

    /// Finds the causes, in the order of the plan.
    pub(super) fn new(plan: &Plan, outcome: &Outcome, judgements: &[Judgement], score: &Score) -> Self {
        let mut found: Vec<(Cause, &Judgement)> = Vec::new();
        let mut of_jobs = Vec::new();
        for judgement in judgements {
            of_jobs.push(judgement.cause().map(|cause| {
                let known = found.iter().position(|(one, _)| *one == cause);
                known.unwrap_or_else(|| {
                    found.push((cause, judgement));
                    found.len() - 1
                })
            }));
        }
        infer(outcome, &mut of_jobs);
        let remedies = found.iter().take(MOST).map(|(_, judgement)| Remedy::all(judgement));
        let best = |all: Vec<Remedy>| all.iter().filter_map(|one| mended(plan, outcome, score, one)).max();
        let mended = remedies.map(best).collect();
        Self { of_jobs, mended }
    }
}

/// Gives each job whose result was inferred from the run of another one the cause of that.
fn infer(outcome: &Outcome, of_jobs: &mut [Option<usize>]) {
    let Outcome::Ran(recorded) = outcome else { return };
    let observed = |job: usize| recorded[job].as_ref().ok();
    let inferred = (0..recorded.len()).filter(|&job| observed(job).is_some_and(|one| one.runs == 0));
    for job in inferred.collect::<Vec<_>>() {
        let alike = |other: &usize| {
            let pair = observed(job).zip(observed(*other));
            pair.is_some_and(|(one, other)| other.runs > 0 && one.recorded.behaves_like(&other.recorded))
        };
        let mut known = (0..recorded.len()).filter(|other| of_jobs[*other].is_some());
        of_jobs[job] = known.find(alike).and_then(|other| of_jobs[other]);
    }
}

/// The points that would be earned with a remedy; `None` if it helps nothing.
fn mended(plan: &Plan, outcome: &Outcome, score: &Score, remedy: &Remedy) -> Option<Points> {
    let Outcome::Ran(recorded) = outcome else { return None };
    let counts = |job: &Job| !plan.spec.groups[job.group].bonus;
    let jobs = plan.jobs.iter().zip(recorded).zip(&score.scenarios).filter(|((job, _), _)| counts(job));
    let mut helps = false;
    let points = jobs.map(|((job, recorded), earned)| {
        let earned = earned.unwrap_or(Points::ZERO);
        let most = job.scenario.points;
        let is_mended = earned < most
            && recorded
                .as_ref()
                .is_ok_and(|one| remedy.accepts(&job.expected, &one.recorded, &plan.spec.limits));
        helps |= is_mended;
        if is_mended { most } else { earned }
    });
    let points = points.sum();
    helps.then_some(points)
}
