//! Puts the lost scenarios of one submission together that have the same cause.

use crate::compare::{Cause, Judgement, Remedy};
use crate::plan::{Job, Plan};
use crate::points::Points;
use crate::run::{Fault, Outcome};
use crate::score::{Score, withheld};
use crate::trace::Observed;
use crate::untrusted::Untrusted;

/// The causes of one submission's lost points.
#[derive(Debug)]
pub(super) struct Causes {
    /// For each job of the plan, the number of its cause, from 0; `None` if no cause is known.
    pub(super) of_jobs: Vec<Option<usize>>,
    /// For each cause, what submissions that make the same mistake have in common.
    pub(super) topics: Vec<Untrusted>,
    /// For each cause, the lost jobs that would be accepted without it; none if that cannot be computed.
    pub(super) remedied: Vec<Vec<usize>>,
}

/// Only for so many causes it is computed what the submission would earn without them: more of them help nobody.
const MOST: usize = 8;

impl Causes {
    /// No cause is looked for.
    pub(super) fn none(plan: &Plan) -> Self {
        Self { of_jobs: vec![None; plan.jobs.len()], topics: Vec::new(), remedied: Vec::new() }
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
        let best =
            |all: Vec<Remedy>| all.iter().map(|one| remedied(plan, outcome, score, one)).max_by_key(Vec::len);
        let remedied = remedies.map(|all| best(all).unwrap_or_default()).collect();
        let topics = found.iter().map(|(cause, _)| cause.topic()).collect();
        Self { of_jobs, topics, remedied }
    }

    /// For each cause, the points that the submission would earn without it, bonus not included; `None` if that cannot
    /// be computed. `score` is what it earns with all of them.
    pub(super) fn mended(&self, plan: &Plan, score: &Score) -> Vec<Option<Points>> {
        let jobs = || plan.jobs.iter().zip(&score.scenarios).enumerate();
        let counted = || jobs().filter(|(_, (job, _))| !plan.spec.groups[job.group].bonus);
        let earned = |remedied: &[usize]| {
            let scenarios = jobs().map(|(index, (job, earned))| match remedied.contains(&index) {
                true => Some(job.scenario.points),
                false => *earned,
            });
            let passed = jobs().map(|(index, _)| remedied.contains(&index) || score.passed[index]);
            let (scenarios, passed) = (scenarios.collect(), passed.collect());
            let (mended, _) = withheld(plan, &Score { points: None, scenarios, passed });
            counted().filter_map(|(index, _)| mended.scenarios[index]).sum::<Points>()
        };
        let helps = |remedied: &&[usize]| counted().any(|(index, _)| remedied.contains(&index));
        let each = self.remedied.iter().map(|jobs| Some(jobs.as_slice()).filter(helps));
        each.map(|remedied| remedied.map(earned)).collect()
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

/// The lost jobs that would be accepted with a remedy; none if others would be lost with it.
fn remedied(plan: &Plan, outcome: &Outcome, score: &Score, remedy: &Remedy) -> Vec<usize> {
    let Outcome::Ran(recorded) = outcome else { return Vec::new() };
    let mut passed = (0..recorded.len()).filter(|&job| score.passed[job]);
    let spoils = |job: usize| {
        let recorded = recorded[job].as_ref();
        let job = &plan.jobs[job];
        recorded.is_ok_and(|one| remedy.spoils(&job.expected, &one.recorded, plan.limits(job)))
    };
    if passed.any(spoils) {
        return Vec::new();
    }
    let jobs = plan.jobs.iter().zip(recorded).zip(&score.scenarios).enumerate();
    let is_remedied = |job: &Job, recorded: &Result<Observed, Fault>, earned: &Option<Points>| {
        let is_lost = earned.unwrap_or(Points::ZERO) < job.scenario.points;
        let accepts = |one: &Observed| remedy.accepts(&job.expected, &one.recorded, plan.limits(job));
        is_lost && recorded.as_ref().is_ok_and(accepts)
    };
    jobs.filter(|(_, ((job, recorded), earned))| is_remedied(job, recorded, earned))
        .map(|(job, _)| job)
        .collect()
}
