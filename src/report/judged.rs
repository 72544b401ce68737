//! Judges everything that came of one submission.

use std::collections::BTreeSet;

use crate::compare::{Annotation, Judgement, Severity, Verdict, judge};
use crate::plan::{Expected, Job, Plan};
use crate::points::Points;
use crate::run::{Fault, Outcome};
use crate::score::Marks;
use crate::spec::Effect;
use crate::trace::{Invalid, Observed};

/// One judgement for each job of the plan.
pub(super) fn judgements(plan: &Plan, outcome: &Outcome) -> Vec<Judgement> {
    let all = |verdict| plan.jobs.iter().map(|_| Judgement::new(verdict)).collect();
    match outcome {
        Outcome::Invalid(_) => all(Verdict::InvalidSubmission),
        Outcome::Fault(_) => all(Verdict::NotGraded),
        Outcome::Ran(recorded) => {
            let jobs = plan.jobs.iter().zip(recorded);
            let judgements = jobs.map(|(job, recorded)| match recorded {
                Ok(observed) => {
                    let mut judgement = judge(&job.expected, &observed.recorded, &plan.spec.limits);
                    judgement.reasons.extend(flaky(plan, job, observed));
                    judgement
                }
                Err(Fault(reason)) => Judgement {
                    reasons: vec![format!("It could not be graded: {reason}.")],
                    ..Judgement::new(Verdict::NotGraded)
                },
            });
            with_effects(plan, judgements.collect())
        }
    }
}

/// The judgement of a job that was to be marked by hand and has been.
pub(super) fn marked(job: &Job, judgement: Judgement, points: Option<Points>) -> Judgement {
    match (&job.expected, judgement.verdict, points) {
        (Expected::Manual(what), Verdict::ToBeMarked, Some(_)) => {
            Judgement { reasons: vec![format!("Marked by hand: {what}.")], ..Judgement::new(Verdict::Marked) }
        }
        _ => judgement,
    }
}

/// What every job did, where that is known, in the order of the plan.
pub(super) fn observed<'a>(plan: &Plan, outcome: &'a Outcome) -> Vec<Option<&'a Observed>> {
    match outcome {
        Outcome::Ran(jobs) => jobs.iter().map(|job| job.as_ref().ok()).collect(),
        Outcome::Invalid(_) | Outcome::Fault(_) => plan.jobs.iter().map(|_| None).collect(),
    }
}

/// What is said of a program that does not always do the same. It is graded by its first run: neither the best
/// nor a mean, but what would have been graded had it been run once.
fn flaky(plan: &Plan, job: &Job, observed: &Observed) -> Option<String> {
    let verdict = |recorded| judge(&job.expected, recorded, &plan.spec.limits).verdict.words();
    let verdicts: BTreeSet<&str> = observed.others.iter().map(verdict).collect();
    let runs = observed.runs;
    let differed = match observed.others.len() {
        0 => return None,
        1 => "one was".to_owned(),
        more => format!("{more} were"),
    };
    let verdicts = Vec::from_iter(verdicts).join(" or ");
    Some(format!("It is flaky: of {runs} runs {differed} not like the first, which is graded: {verdicts}."))
}

/// A failed warning is accepted with what it says; behind a failed gate nothing is graded.
fn with_effects(plan: &Plan, mut judgements: Vec<Judgement>) -> Vec<Judgement> {
    let mut gate = None;
    for (index, job) in plan.jobs.iter().enumerate() {
        let judgement = &mut judgements[index];
        match job.scenario.effect {
            Effect::Warning if judgement.verdict == Verdict::WrongAnswer => {
                judgement.verdict = Verdict::Accepted;
                judgement.reasons.insert(0, "A warning, which costs no points:".to_owned());
                let errors = judgement.annotations.iter_mut().filter(|one| one.severity == Severity::Error);
                errors.for_each(|annotation| annotation.severity = Severity::Warning);
            }
            Effect::Gate if judgement.verdict == Verdict::WrongAnswer => gate = gate.or(Some(index)),
            Effect::Points | Effect::Warning | Effect::Gate => {}
        }
    }
    if let Some(gate) = gate {
        let name = plan.full_name(&plan.jobs[gate]);
        let reason = format!("Nothing is graded, because `{name}` failed.");
        for (_, judgement) in judgements.iter_mut().enumerate().filter(|(index, _)| *index != gate) {
            *judgement =
                Judgement { reasons: vec![reason.clone()], ..Judgement::new(Verdict::InvalidSubmission) };
        }
    }
    judgements
}

/// The place that keeps a whole submission from being run, where its language names one.
pub(super) fn obstacle(outcome: &Outcome) -> Option<Annotation> {
    match outcome {
        Outcome::Invalid(Invalid::Broken { complaint, .. }) => Annotation::of_complaint(complaint),
        Outcome::Invalid(Invalid::Problem(_)) | Outcome::Ran(_) | Outcome::Fault(_) => None,
    }
}

/// The marks that were given to one submission by hand, in the order of the plan.
pub(super) fn by_hand(plan: &Plan, submission: &str, marks: &Marks) -> Vec<Option<Points>> {
    let jobs = plan.jobs.iter();
    jobs.map(|job| marks.get(&(submission.to_owned(), plan.full_name(job))).copied()).collect()
}
