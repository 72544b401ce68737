//! Judges runs by what an instructor's checker said about their outputs.

use super::annotation::Annotation;
use super::difference::shortened;
use super::{Judgement, Share, Verdict, asked_beyond_end, ending, files, text};
use crate::plan::ExpectedRun;
use crate::resource::Resource;
use crate::sandbox::{Exit, Limits};
use crate::spec::RunTask;
use crate::trace::{Checked, CheckerAnswer, Trace, decode};
use crate::untrusted::Untrusted;

/// What is told beside a conversation in which the program waited too long: it may have kept back what it printed.
const FLUSH: &str = "The partner sees what is printed only when it is flushed: in Python `print(…, flush=True)`, in C \
                     `fflush(stdout)`, in C++ `std::flush`, in Java `System.out.flush()`.";

/// Tells whether this answer is worth all points.
pub(super) fn is_right(answer: CheckerAnswer) -> bool {
    match answer {
        CheckerAnswer::Right => true,
        CheckerAnswer::Wrong => false,
        CheckerAnswer::Millionths(part) => part >= CheckerAnswer::WHOLE,
    }
}

/// Why a partner may not have answered a program that waits for it.
fn waits_for(trace: &Trace) -> Untrusted {
    let last = trace.stdout.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    match decode(last) {
        nothing if nothing.is_empty() => FLUSH.into(),
        begun => Untrusted::concat(&[
            &"The partner reads lines, and what was printed last, `",
            &Untrusted::from(shortened(&begun)),
            &"`, has no newline at its end.",
        ]),
    }
}

/// Judges a run by what a checker said. The end of the program counts first: a checker is not asked about a program that was
/// stopped.
pub(super) fn judge(task: &RunTask, expected: &ExpectedRun, trace: &Trace, limits: &Limits) -> Judgement {
    let talks = task.talks();
    let complaint = || ending::stderr_complaint(&expected.stderr, &trace.stderr);
    let ending = ending::ended(expected.exit, trace, limits)
        .or_else(|| Some((Verdict::WrongAnswer, complaint()?.into())));
    let decides = trace.checked.as_ref().is_some_and(|checked| checked.decides);
    if let Some((verdict, reason)) = ending.filter(|_| !decides) {
        let asked = asked_beyond_end(expected, trace, || true).filter(|_| verdict == Verdict::RuntimeError);
        let place = match trace.exit {
            Exit::Endless => trace.endless.as_deref().and_then(Annotation::of_loop),
            Exit::Exceeded(_) => trace.heard.as_deref().and_then(Annotation::of_heard),
            Exit::Code(_) | Exit::Signal(_) => None,
        };
        let place = trace.misuse.as_deref().and_then(Annotation::of_misuse).or(place);
        let waited = talks && trace.exit == Exit::Exceeded(Resource::Wall);
        let traceback = || {
            Annotation::of_traceback(&trace.stderr).filter(|_| trace.exit != Exit::Code(0) && asked.is_none())
        };
        return Judgement {
            annotations: place.or_else(traceback).into_iter().collect(),
            asked_beyond_end: asked.is_some(),
            // The conversation shows how it came to that.
            difference: talks.then(|| text::shown(reason.clone(), trace)),
            reasons: asked
                .clone()
                .map(Untrusted::from)
                .into_iter()
                .chain([reason])
                .chain(waited.then(|| waits_for(trace)))
                .chain(pass(trace))
                .collect(),
            // An error that follows from asking too much is not what went wrong first.
            ..Judgement::new(if asked.is_some() { Verdict::WrongAnswer } else { verdict })
        };
    }
    let Some(checked) = &trace.checked else { return nobody_was_asked() };
    let wrong_files = files::wrong(&expected.files, trace);
    if is_right(checked.answer) && !wrong_files.is_empty() {
        let wrong_file = wrong_files.first().map(|file| file.path.clone());
        let (reasons, difference) = files::told(wrong_files);
        return Judgement { reasons, difference, wrong_file, ..Judgement::new(Verdict::WrongAnswer) };
    }
    let mut judgement = said(checked);
    if !wrong_files.is_empty() {
        // Files that are wrong cost all of it.
        judgement.share = None;
    }
    if judgement.verdict != Verdict::Accepted {
        judgement.reasons.extend(pass(trace));
    }
    let sentence = judgement.reasons.first().filter(|_| judgement.verdict != Verdict::Accepted).cloned();
    Judgement { difference: sentence.map(|sentence| text::shown(sentence, trace)), ..judgement }
}

/// Returns the judgement of an output or a session about which no checker was asked.
pub(super) fn nobody_was_asked() -> Judgement {
    Judgement::did_not_run(Verdict::NotGraded, "Nobody asked the checker about what it printed.")
}

/// Returns the judgement that a checker's answer alone makes.
pub(super) fn said(checked: &Checked) -> Judgement {
    let who = if checked.talked { "partner" } else { "checker" };
    let verdict = if is_right(checked.answer) { Verdict::Accepted } else { Verdict::WrongAnswer };
    let share = match checked.answer {
        CheckerAnswer::Right | CheckerAnswer::Wrong => None,
        CheckerAnswer::Millionths(done) => Some(Share { done, of: CheckerAnswer::WHOLE }),
    };
    Judgement { by_checker: true, reasons: reasons(checked, who), share, ..Judgement::new(verdict) }
}

/// Returns what is told beside a loss if the program was started several times.
fn pass(trace: &Trace) -> Option<Untrusted> {
    let pass = trace.pass_ends.len() + 1;
    (pass > 1).then(|| {
        format!("That was pass {pass}: the program was started again, with input that follows from what it had printed.").into()
    })
}

/// Returns what is told about an answer: nothing if all is well and the checker tells nothing.
fn reasons(checked: &Checked, who: &str) -> Vec<Untrusted> {
    let own = match checked.answer {
        CheckerAnswer::Right => None,
        CheckerAnswer::Wrong if !checked.to_student.is_empty() => None,
        CheckerAnswer::Wrong => Some(format!("The {who} does not accept what it printed.")),
        CheckerAnswer::Millionths(CheckerAnswer::WHOLE) => None,
        CheckerAnswer::Millionths(part) => {
            let percent = f64::from(part) / f64::from(CheckerAnswer::WHOLE) * 100.0;
            let percent = format!("{percent:.2}");
            let percent = percent.trim_end_matches('0').trim_end_matches('.');
            Some(format!("The {who} gives {percent}% of the points for what it printed."))
        }
    };
    let mut told = checked.to_student.lines();
    let first = told.next().map(|line| Untrusted::concat(&[&format!("The {who} says: "), &line]));
    own.map(Untrusted::from).into_iter().chain(first).chain(told).collect()
}
