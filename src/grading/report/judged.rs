//! Judges everything that one submission did.

use std::collections::BTreeSet;

use super::{Depth, Role};
use crate::compare::{Annotation, Judgement, Severity, Verdict, judge, judge_briefly};
use crate::plan::{Expected, Job, Plan};
use crate::points::Points;
use crate::run::{Fault, Outcome};
use crate::sandbox::Exit;
use crate::score::Marks;
use crate::spec::{Effect, Scoring};
use crate::trace::{Invalid, Observed, Recorded};
use crate::untrusted::Untrusted;

/// The judgements of one submission: one judgement and one role for each job of the plan.
pub(super) struct Judged {
    pub(super) judgements: Vec<Judgement>,
    pub(super) roles: Vec<Role>,
}

/// The reason for a verdict that follows from other runs.
const INFERRED: &str =
    "The program was stopped in the same way in other scenarios that begin with the same lines.";

/// Judges everything that one submission did, in as much depth as is shown or points depend on.
pub(super) fn judged(plan: &Plan, outcome: &Outcome, depth: Depth) -> Judged {
    // What a mistake costs that is charged once depends on how outputs differ.
    let is_brief = depth == Depth::Points && plan.spec.scoring == Scoring::PerScenario;
    let judge = if is_brief { judge_briefly } else { judge };
    let all = |verdict| plan.jobs.iter().map(|_| Judgement::new(verdict)).collect();
    let judgements = match outcome {
        Outcome::Invalid(_) => all(Verdict::InvalidSubmission),
        Outcome::Fault(_) => all(Verdict::NotGraded),
        Outcome::Ran(recorded) => {
            let jobs = plan.jobs.iter().zip(recorded);
            let judgements = jobs.map(|(job, recorded)| match recorded {
                Ok(observed) if observed.runs == 0 => {
                    let brief = judge_briefly(&job.expected, &observed.recorded, plan.limits(job));
                    Judgement::did_not_run(brief.verdict, INFERRED)
                }
                Ok(observed) => {
                    let mut judgement = judge(&job.expected, &observed.recorded, plan.limits(job));
                    judgement.reasons.extend(flaky(plan, job, observed).map(Untrusted::from));
                    judgement
                }
                Err(Fault(reason)) => Judgement {
                    reasons: vec![Untrusted::concat(&[&"It could not be graded: ", reason, &"."])],
                    ..Judgement::new(Verdict::NotGraded)
                },
            });
            return with_effects(plan, without_missing_extras(plan, recorded, judgements.collect()));
        }
    };
    Judged { roles: vec![Role::Tested; plan.jobs.len()], judgements }
}

/// Treats a program that does nothing at all when it is run. If a group has no points, and the program does nothing in
/// each of its scenarios, the report says so once instead of calling each scenario a wrong answer.
fn without_missing_extras(
    plan: &Plan,
    recorded: &[Result<Observed, Fault>],
    mut judgements: Vec<Judgement>,
) -> Vec<Judgement> {
    for (group, _) in plan.spec.groups.iter().enumerate() {
        let jobs: Vec<usize> =
            (0..plan.jobs.len()).filter(|&index| plan.jobs[index].group == group).collect();
        let is_extra = jobs.iter().all(|&index| plan.jobs[index].scenario.points == Points::ZERO);
        let is_missing = |&index: &usize| {
            judgements[index].verdict == Verdict::WrongAnswer
                && recorded[index].as_ref().is_ok_and(|observed| does_nothing(&observed.recorded))
        };
        if is_extra && !jobs.is_empty() && jobs.iter().all(is_missing) {
            for index in jobs {
                let reason = "The program prints nothing and asks nothing when it is run.";
                judgements[index] = Judgement::did_not_run(Verdict::WrongAnswer, reason);
            }
        }
    }
    judgements
}

/// Whether a run ended well, printed nothing and asked for no input.
fn does_nothing(recorded: &Recorded) -> bool {
    match recorded {
        Recorded::Run(trace) => {
            let dialogue = trace.dialogue.as_ref();
            let is_silent = dialogue.is_none_or(|one| one.typed.is_empty() && one.asked_beyond_end.is_none());
            trace.exit == Exit::Code(0) && trace.stdout.is_empty() && is_silent
        }
        Recorded::Session(_)
        | Recorded::Rule(_)
        | Recorded::Package(_)
        | Recorded::Tests(_)
        | Recorded::UnitTest(_)
        | Recorded::Manual
        | Recorded::NotRun(_) => false,
    }
}

/// The judgement of a job, which is changed if the job had to be marked by hand and has been.
pub(super) fn marked(job: &Job, judgement: Judgement, points: Option<Points>) -> Judgement {
    match (&job.expected, judgement.verdict, points) {
        (Expected::Manual(what), Verdict::ToBeMarked, Some(_)) => {
            let reason = format!("Marked by hand: {what}.");
            Judgement { reasons: vec![reason.into()], ..Judgement::new(Verdict::Marked) }
        }
        _ => judgement,
    }
}

/// The observation of each job, in the order of the plan; `None` where nothing was observed.
pub(super) fn observed<'a>(plan: &Plan, outcome: &'a Outcome) -> Vec<Option<&'a Observed>> {
    match outcome {
        Outcome::Ran(jobs) => jobs.iter().map(|job| job.as_ref().ok()).collect(),
        Outcome::Invalid(_) | Outcome::Fault(_) => plan.jobs.iter().map(|_| None).collect(),
    }
}

/// The sentence about a program that does different things in different runs. Its grade follows from its first run, not
/// from the best run or a mean: that is the grade that it would have got if it had been run once.
fn flaky(plan: &Plan, job: &Job, observed: &Observed) -> Option<String> {
    let words = |recorded| judge_briefly(&job.expected, recorded, plan.limits(job)).verdict.words();
    let verdicts: BTreeSet<&str> = observed.others.iter().map(words).collect();
    let runs = observed.runs;
    let differed = match observed.others.len() {
        0 => return None,
        1 => "one was".to_owned(),
        more => format!("{more} were"),
    };
    let verdicts = Vec::from_iter(verdicts).join(" or ");
    Some(format!("It is flaky: of {runs} runs {differed} not like the first, which is graded: {verdicts}."))
}

/// Applies warnings and gates: a failed warning is accepted and keeps its reasons; if a gate failed, nothing else is
/// graded.
fn with_effects(plan: &Plan, mut judgements: Vec<Judgement>) -> Judged {
    let mut gate = None;
    let role = |judgement: &Judgement| if judgement.ran { Role::Tested } else { Role::NotRun };
    let mut roles: Vec<Role> = judgements.iter().map(role).collect();
    for (index, job) in plan.jobs.iter().enumerate() {
        let judgement = &mut judgements[index];
        match job.scenario.effect {
            Effect::Warning if judgement.verdict == Verdict::WrongAnswer => {
                judgement.verdict = Verdict::Accepted;
                if !judgement.ran {
                    continue;
                }
                judgement.reasons.insert(0, "A warning, which costs no points:".into());
                roles[index] = Role::Warning;
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
        for (index, judgement) in judgements.iter_mut().enumerate().filter(|(index, _)| *index != gate) {
            *judgement = Judgement::did_not_run(Verdict::InvalidSubmission, reason.clone());
            roles[index] = Role::NotRun;
        }
        roles[gate] = Role::FailedGate;
    }
    Judged { judgements, roles }
}

/// The place in the source that keeps a whole submission from being run, if the compiler or interpreter names one.
pub(super) fn obstacle(outcome: &Outcome) -> Option<Annotation> {
    match outcome {
        Outcome::Invalid(Invalid::Broken { complaint, .. }) => Annotation::of_complaint(complaint),
        Outcome::Invalid(Invalid::Problem(_)) | Outcome::Ran(_) | Outcome::Fault(_) => None,
    }
}

/// The marks that were given to one submission by hand, in the order of the plan.
pub(super) fn by_hand(plan: &Plan, submission: &Untrusted, marks: &Marks) -> Vec<Option<Points>> {
    let jobs = plan.jobs.iter();
    jobs.map(|job| marks.get(&(submission.clone(), plan.full_name(job))).copied()).collect()
}
