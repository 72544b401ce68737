//! Puts the lost scenarios of one submission together that have the same cause.

use std::cmp::Reverse;

use super::Grading;
use crate::compare::{Bearing, Cause, Changes, Judgement, Remedy};
use crate::guidance::MoreLines;
use crate::plan::{Job, Plan};
use crate::points::Points;
use crate::run::{Fault, Outcome};
use crate::score::{Score, Standing, withheld};
use crate::trace::{Observed, Recorded, Trace};
use crate::untrusted::Untrusted;

/// The causes of one submission's lost points.
#[derive(Debug, Default)]
pub(super) struct Causes {
    /// For each job of the plan, the number of its cause, from 0; `None` if no cause is known.
    pub(super) of_jobs: Vec<Option<usize>>,
    /// For each cause, what submissions that make the same mistake have in common.
    pub(super) topics: Vec<Untrusted>,
    /// For each cause, the lost jobs that would be accepted without it; none if that cannot be computed.
    pub(super) remedied: Vec<Vec<usize>>,
    /// For each cause, the lost jobs that would be accepted without it if only words are wrong, and what tells the mistakes in
    /// them from others; none if it is more.
    pub(super) only_words: Vec<(Vec<usize>, Vec<String>)>,
    /// For each cause, whether more lines than the one that is told would have to be mended.
    pub(super) more_lines: Vec<MoreLines>,
}

/// So many slips are mended together.
const MOST_SLIPS: usize = 3;

/// Only for so many causes it is computed what the submission would earn without them: more of them help nobody.
const MOST: usize = 8;

impl Causes {
    /// No cause is looked for.
    pub(super) fn none(plan: &Plan) -> Self {
        Self { of_jobs: vec![None; plan.jobs.len()], topics: Vec::new(), ..Self::default() }
    }

    /// Finds the causes, in the order of the plan.
    pub(super) fn new(grading: &Grading, outcome: &Outcome, judgements: &[Judgement], score: &Score) -> Self {
        let mut found: Vec<(Cause, usize)> = Vec::new();
        let mut of_jobs = Vec::new();
        for (job, judgement) in judgements.iter().enumerate() {
            of_jobs.push(judgement.cause().map(|cause| {
                let known = found.iter().position(|(one, _)| *one == cause);
                known.unwrap_or_else(|| {
                    found.push((cause, job));
                    found.len() - 1
                })
            }));
        }
        infer(outcome, &mut of_jobs);
        let shown = found.iter().map(|(_, job)| (*job, &judgements[*job]));
        let tried = tried(grading, outcome, score, shown);
        let best = |all: &[Tried], least: Bearing, most: usize| {
            // Of equals, the fewest mistakes, and what mends a line: the same may be mended in another cause, too.
            let good = all.iter().rev().filter(|one| one.bearing >= least && one.mistakes.len() <= most);
            let best = good.max_by_key(|one| (one.remedied.len(), Reverse(one.mistakes.len())));
            best.map(|one| (one.remedied.clone(), one.mistakes.clone())).unwrap_or_default()
        };
        let remedied = tried.iter().map(|all| best(all, Bearing::Decisive, 1).0).collect();
        let only_words = tried.iter().map(|all| best(all, Bearing::Words, MOST_SLIPS)).collect();
        let more_lines = tried.iter().map(|all| {
            let most = |of_lines: bool| {
                let of_kind = all.iter().filter(|one| one.is_of_lines == of_lines && one.mistakes.len() == 1);
                of_kind.filter(|one| one.bearing >= Bearing::Decisive).map(|one| one.remedied.len()).max()
            };
            let mends_several = |one: &Tried| one.mistakes.len() > 1 && one.bearing >= Bearing::Decisive;
            match all.iter().any(mends_several) {
                true => MoreLines::Yes,
                false if most(false) > most(true) => MoreLines::Perhaps,
                false => MoreLines::No,
            }
        });
        let more_lines = more_lines.collect();
        let topics = found.iter().map(|(cause, _)| cause.topic()).collect();
        Self { of_jobs, topics, remedied, only_words, more_lines }
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
            let (mended, _) =
                withheld(plan, &Score { points: None, scenarios, passed }, &|_| Standing::Other);
            counted().filter_map(|(index, _)| mended.scenarios[index]).sum::<Points>()
        };
        let helps = |remedied: &&[usize]| counted().any(|(index, _)| remedied.contains(&index));
        let each = self.remedied.iter().map(|jobs| Some(jobs.as_slice()).filter(helps));
        each.map(|remedied| remedied.map(earned)).collect()
    }
}

/// A remedy that was tried on all jobs.
struct Tried {
    /// The lost jobs that would be accepted with it.
    remedied: Vec<usize>,
    bearing: Bearing,
    /// What tells the mistakes that it mends from others.
    mistakes: Vec<String>,
    /// Whether each is a line.
    is_of_lines: bool,
}

/// Tries the remedies for each cause. Where two of them, or two places, make different texts out of the same one, there is
/// no slip: the program says one thing where it should say several.
fn tried<'a>(
    grading: &Grading,
    outcome: &Outcome,
    score: &Score,
    causes: impl Iterator<Item = (usize, &'a Judgement)>,
) -> Vec<Vec<Tried>> {
    let Outcome::Ran(recorded) = outcome else { return Vec::new() };
    let traces: Vec<Option<&Trace>> = recorded.iter().map(|one| trace_of(one.as_ref().ok()?)).collect();
    let mut changes = Changes::new();
    let mut tried: Vec<Vec<(Tried, Changes)>> = Vec::new();
    for (job, judgement) in causes.take(MOST) {
        let of_cause = Remedy::all(judgement).into_iter().filter_map(|remedy| {
            let (remedy, remedied) = with_next(grading.plan, outcome, score, remedy, job);
            let mut own = Changes::new();
            let bearing = (!remedied.is_empty())
                .then(|| remedy.bearing(grading.wanted(), &traces, &remedied, &mut own))?;
            let (mistakes, is_of_lines) = (remedy.mistakes(), matches!(remedy, Remedy::Rewritten(_)));
            Some((Tried { remedied, bearing, mistakes, is_of_lines }, own))
        });
        let of_cause: Vec<_> = of_cause.collect();
        for (_, own) in &of_cause {
            for (wrong, right) in own {
                changes.entry(wrong.clone()).or_default().extend(right.iter().cloned());
            }
        }
        tried.push(of_cause);
    }
    let judged = |(one, own): (Tried, Changes)| match own.keys().any(|wrong| changes[wrong].len() > 1) {
        true => Tried { bearing: Bearing::Contradicted, ..one },
        false => one,
    };
    tried.into_iter().map(|all| all.into_iter().map(judged).collect()).collect()
}

/// The lost jobs that would be accepted with a remedy. Where it mends none alone, it mends what a job shows next, too.
fn with_next(
    plan: &Plan,
    outcome: &Outcome,
    score: &Score,
    mut remedy: Remedy,
    job: usize,
) -> (Remedy, Vec<usize>) {
    let mut jobs = remedied(plan, outcome, score, &remedy);
    let Outcome::Ran(recorded) = outcome else { return (remedy, jobs) };
    let (Ok(observed), of_plan) = (&recorded[job], &plan.jobs[job]) else { return (remedy, jobs) };
    while jobs.is_empty() && remedy.mistakes().len() < MOST_SLIPS {
        let next = remedy.and_next(&of_plan.expected, &observed.recorded, plan.limits(of_plan));
        let Some(next) = next else { break };
        (jobs, remedy) = (remedied(plan, outcome, score, &next), next);
    }
    (remedy, jobs)
}

fn trace_of(observed: &Observed) -> Option<&Trace> {
    match &observed.recorded {
        Recorded::Run(trace) => Some(trace),
        Recorded::Session(_)
        | Recorded::Rule(_)
        | Recorded::Package(_)
        | Recorded::Tests(_)
        | Recorded::UnitTest(_)
        | Recorded::Manual
        | Recorded::NotRun(_) => None,
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
    let jobs = plan.jobs.iter().zip(recorded).enumerate().filter(|(job, _)| !score.passed[*job]);
    let is_remedied = |job: &Job, recorded: &Result<Observed, Fault>| {
        let accepts = |one: &Observed| remedy.accepts(&job.expected, &one.recorded, plan.limits(job));
        recorded.as_ref().is_ok_and(accepts)
    };
    jobs.filter(|(_, (job, recorded))| is_remedied(job, recorded)).map(|(job, _)| job).collect()
}
