//! Puts the lost scenarios of one submission together that have the same cause.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::Grading;
use crate::compare::{Bearing, Cause, Changes, Judgement, Remedy, Verdict};
use crate::guidance::MoreLines;
use crate::plan::Plan;
use crate::points::Points;
use crate::run::Outcome;
use crate::score::{Score, Standing, withheld};
use crate::spec::Scoring;
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
    /// For each cause, the lost jobs that would be accepted without it if only words are wrong, and its mistakes; none if it is
    /// more.
    pub(super) only_words: Vec<(Vec<usize>, Vec<Mistake>)>,
    /// For each cause, whether more lines than the one that is told would have to be mended.
    pub(super) more_lines: Vec<MoreLines>,
}

/// One of the mistakes that are mended together.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    /// What tells it from others.
    pub(super) name: String,
    /// The jobs that would be lost if it alone were left.
    pub(super) alone: Vec<usize>,
}

/// So many slips are mended together.
const MOST_SLIPS: usize = 3;

/// In so many jobs that are lost in spite of a remedy it is looked at what else is wrong.
const MOST_LOST: usize = 3;

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
        let lost = |judgement: &&Judgement| judgement.verdict != Verdict::Accepted;
        for (job, judgement) in judgements.iter().enumerate() {
            let cause =
                Some(judgement).filter(lost).and_then(|judgement| judgement.cause(grading.common(job)));
            of_jobs.push(cause.map(|cause| {
                let known = found.iter().position(|(one, _)| *one == cause);
                known.unwrap_or_else(|| {
                    found.push((cause, job));
                    found.len() - 1
                })
            }));
        }
        infer(outcome, &mut of_jobs);
        let shown = found.iter().map(|(_, job)| (*job, &judgements[*job]));
        let tried = tried(grading, outcome, score, shown, &of_jobs);
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
            let mends_one = |one: &Tried| one.is_of_lines && one.mistakes.len() == 1;
            match all.iter().any(mends_several) && !all.iter().any(mends_one) {
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
    mistakes: Vec<Mistake>,
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
    of_jobs: &[Option<usize>],
) -> Vec<Vec<Tried>> {
    let Outcome::Ran(recorded) = outcome else { return Vec::new() };
    let traces: Vec<Option<&Trace>> = recorded.iter().map(|one| trace_of(one.as_ref().ok()?)).collect();
    let mut changes = Changes::new();
    let mut tried: Vec<Vec<(Tried, Changes)>> = Vec::new();
    for (cause, (job, judgement)) in causes.take(MOST).enumerate() {
        let of_cause: Vec<usize> = (0..of_jobs.len()).filter(|job| of_jobs[*job] == Some(cause)).collect();
        let remedies =
            Remedy::all(judgement, grading.common(job), &|line| grading.wanted().is_in_each(job, line))
                .into_iter();
        let remedies = remedies.flat_map(|ways| and_longer(grading, outcome, score, ways, &of_cause));
        let of_cause = remedies.map(|(remedy, remedied)| {
            let mut own = Changes::new();
            let bearing = remedy.bearing(grading.wanted(), &traces, &remedied, &mut own);
            let mistakes = mistakes(grading.plan, outcome, &remedy, &remedied);
            let is_of_lines = matches!(remedy, Remedy::Rewritten(_));
            (Tried { remedied, bearing, mistakes, is_of_lines }, own)
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

/// A remedy for what jobs of one cause show first, in one of these `ways`, and longer ones that mend what is wrong next as well, each
/// with the lost jobs that would be accepted with it. What a remedy makes right stays so with a longer one.
fn and_longer(
    grading: &Grading,
    outcome: &Outcome,
    score: &Score,
    ways: Vec<Remedy>,
    of_cause: &[usize],
) -> Vec<(Remedy, Vec<usize>)> {
    let plan = grading.plan;
    let mut all = Vec::new();
    let Some((mut remedy, mut jobs)) = best_way(plan, outcome, score, ways) else { return all };
    // What else is wrong elsewhere matters only where mistakes are charged once.
    let may_be_longer = |jobs: &[usize]| jobs.is_empty() || plan.spec.scoring != Scoring::PerScenario;
    while remedy.slips() < MOST_SLIPS && may_be_longer(&jobs) {
        let lost = of_cause.iter().filter(|job| !jobs.contains(job));
        let longer = |job: &usize| {
            let (of_plan, recorded) = (&plan.jobs[*job], recorded(outcome, *job)?);
            let is_in_each = |line: &str| grading.wanted().is_in_each(*job, line);
            let (common, limits) = (grading.common(*job), plan.limits(of_plan));
            let mut next = Cow::Borrowed(&remedy);
            while next.slips() < MOST_SLIPS {
                let ways = next.and_next(&of_plan.expected, recorded, limits, common, &is_in_each);
                let (longer, more) = best_way(plan, outcome, score, ways)?;
                if jobs.is_empty() || more.len() > jobs.len() && jobs.iter().all(|job| more.contains(job)) {
                    return Some((longer, more));
                }
                // Here more is wrong than where it is right already.
                next = Cow::Owned(longer);
            }
            None
        };
        // As long as nothing is right, it is about the job that is told.
        let Some((next, more)) = lost.take(if jobs.is_empty() { 1 } else { MOST_LOST }).find_map(longer)
        else {
            break;
        };
        all.push((std::mem::replace(&mut remedy, next), std::mem::replace(&mut jobs, more)));
    }
    all.push((remedy, jobs));
    all.retain(|(_, jobs)| !jobs.is_empty());
    all
}

/// The first of some remedies that helps, and otherwise the first one, with the lost jobs that would be accepted with it.
fn best_way(
    plan: &Plan,
    outcome: &Outcome,
    score: &Score,
    ways: Vec<Remedy>,
) -> Option<(Remedy, Vec<usize>)> {
    let mut tried = ways.into_iter().map(|remedy| {
        let jobs = remedied(plan, outcome, score, &remedy);
        (remedy, jobs)
    });
    let first = tried.next()?;
    if !first.1.is_empty() {
        return Some(first);
    }
    Some(tried.find(|(_, jobs)| !jobs.is_empty()).unwrap_or(first))
}

/// The mistakes that a remedy mends in these jobs.
fn mistakes(plan: &Plan, outcome: &Outcome, remedy: &Remedy, remedied: &[usize]) -> Vec<Mistake> {
    let mistake = |(name, others): (String, Option<Remedy>)| {
        let is_lost = |job: &usize| match &others {
            Some(others) => !accepts(plan, outcome, others, *job),
            None => true,
        };
        Mistake { name, alone: remedied.iter().copied().filter(is_lost).collect() }
    };
    remedy.mistakes().into_iter().map(mistake).collect()
}

/// What a job left; `None` if that could not be found out.
fn recorded(outcome: &Outcome, job: usize) -> Option<&Recorded> {
    match outcome {
        Outcome::Ran(recorded) => recorded[job].as_ref().ok().map(|observed| &observed.recorded),
        _ => None,
    }
}

/// Whether a job would be accepted with a remedy.
fn accepts(plan: &Plan, outcome: &Outcome, remedy: &Remedy, job: usize) -> bool {
    let of_plan = &plan.jobs[job];
    recorded(outcome, job).is_some_and(|one| remedy.accepts(&of_plan.expected, one, plan.limits(of_plan)))
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
    let jobs = || 0..plan.jobs.len();
    let spoils = |job: usize| {
        let of_plan = &plan.jobs[job];
        recorded(outcome, job).is_some_and(|one| remedy.spoils(&of_plan.expected, one, plan.limits(of_plan)))
    };
    if jobs().any(|job| score.passed[job] && spoils(job)) {
        return Vec::new();
    }
    jobs().filter(|job| !score.passed[*job] && accepts(plan, outcome, remedy, *job)).collect()
}
