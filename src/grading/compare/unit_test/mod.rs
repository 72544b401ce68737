//! Judges a test of the instructor by what came of its cases.

pub(super) mod own_tests;
pub(super) mod sentence;

use yardstick_reference::Raised;

use crate::compare::annotation::is_inside;
use crate::compare::difference::{Difference, Kind, Row, Side, shortened_message};
use crate::compare::ending::{exceeded, signal_name};
use crate::compare::layout::rows::row;
use crate::compare::layout::transcript::{ScreenLine, ScreenPiece};
use crate::compare::{Annotation, Judgement, Origin, Share, Verdict};
use crate::plan::WithReference;
use crate::points::Points;
use crate::sandbox::Limits;
use crate::spec::UnitTestTask;
use crate::trace::{CaseOutcome, SessionEnd, TestCase, UnitTestTrace};
use crate::untrusted::{Text, Untrusted};
use sentence::{sentence, told_place};

/// The most lines of a message, and of what was printed, that are shown.
const MOST_LINES: usize = 24;

/// Judges a test.
pub(super) fn judge(
    task: &UnitTestTask,
    known: Option<&WithReference>,
    trace: &UnitTestTrace,
    limits: &Limits,
) -> Judgement {
    let mut trace = trace.clone().without_sets(known.map_or(&[], |known| &known.skipped));
    trace.liar = trace.liar.filter(|_| known.is_none_or(|known| !known.may_agree));
    let trace = &trace;
    let judgement = of_trace(task, trace, limits);
    let share = share(task, known, trace);
    let verdict = match (judgement.verdict, share) {
        (Verdict::Accepted, Some(share)) if share.done < share.of => Verdict::WrongAnswer,
        (verdict, _) => verdict,
    };
    let mut reasons = judgement.reasons;
    if verdict != Verdict::Accepted
        && let Some(share) = share
    {
        // Where a set is lost, that one comes first, and others may be missing because of it.
        let is_fewer = |known: &&WithReference| trace.lost().is_none() && trace.cases.len() < known.sets;
        if let Some(known) = known.filter(is_fewer).filter(|_| task.most.is_none()) {
            reasons.push(told_lacking(trace.cases.len(), known.sets).into());
        }
        reasons.push(told_share(task, share).into());
    }
    match &task.told_instead {
        Some(instead) if verdict != Verdict::Accepted => {
            Judgement { reasons: vec![instead.clone().into()], share, ..Judgement::new(verdict) }
        }
        _ => Judgement { reasons, share, verdict, by_test: true, ..judgement },
    }
}

/// What the test itself gave, or the share of its cases that passed.
fn share(task: &UnitTestTask, known: Option<&WithReference>, trace: &UnitTestTrace) -> Option<Share> {
    if trace.end != SessionEnd::Code(0) || trace.is_tampered() || trace.cases.is_empty() {
        return None;
    }
    if let (Some(score), Some(most)) = (trace.score, task.most) {
        return Some(Share { done: score.min(most.weight()), of: most.weight() })
            .filter(|share| share.of > 0);
    }
    let passed = trace.cases.iter().filter(|case| case.outcome == CaseOutcome::Passed).count();
    // What a program takes away from the parameters is lost.
    let sets = known.map_or(0, |known| known.sets).max(trace.cases.len());
    let share = Share { done: passed as u32, of: sets as u32 };
    (share.of > 1 && share.done < share.of).then_some(share)
}

fn told_lacking(sets: usize, expected: usize) -> String {
    let are = if sets == 1 { "is" } else { "are" };
    format!(
        "With this program there {are} {sets} of the {expected} sets of parameters of the test, which it takes from the program."
    )
}

fn told_share(task: &UnitTestTask, share: Share) -> String {
    match task.most {
        Some(most) => {
            format!("The test gives {} of {}.", Points::whole(1).part(share.done, 1000), most.counted())
        }
        None => format!("It passes with {} of {} sets of parameters.", share.done, share.of),
    }
}

fn of_trace(task: &UnitTestTask, trace: &UnitTestTrace, limits: &Limits) -> Judgement {
    let lost = |verdict, reason: Untrusted| Judgement { reasons: vec![reason], ..Judgement::new(verdict) };
    if let Some((what, place)) = &trace.looked {
        let reason = Untrusted::concat(&[
            &"While it is tested, the program looks at what tests it (`",
            what,
            &"`",
            &told_place(Some(place)),
            &"). So the test does not count.",
        ]);
        return lost(Verdict::NoResult, reason);
    }
    if let Some(changed) = &trace.changed {
        let reason =
            "`, which decides about the test, was replaced while it ran. So the test does not count.";
        return lost(Verdict::NoResult, Untrusted::concat(&[&"`", changed, &reason]));
    }
    if let Some(liar) = &trace.liar {
        let reason = "` agree with whatever they are compared with. So the test does not count.";
        return lost(Verdict::NoResult, Untrusted::concat(&[&"Objects of `", liar, &reason]));
    }
    if trace.cases.is_empty() || trace.end != SessionEnd::Code(0) {
        let (verdict, reason) = ended(trace.end, limits);
        return lost(verdict, reason.into());
    }
    match trace.lost() {
        None => Judgement::new(Verdict::Accepted),
        Some(case) => of_case(task, case),
    }
}

/// Returns the verdict and the reason for a test that told nothing.
fn ended(end: SessionEnd, limits: &Limits) -> (Verdict, String) {
    match end {
        SessionEnd::Exceeded(resource) => exceeded(resource, "The test", resource.facts().of_session, limits),
        SessionEnd::Code(code) => (
            Verdict::NoResult,
            format!(
                "The program ended the test before it was over, with exit code {code}: is there an `exit`?"
            ),
        ),
        SessionEnd::Signal(signal) => {
            (Verdict::RuntimeError, format!("The test ended with {}.", signal_name(signal)))
        }
        SessionEnd::Malformed => {
            (Verdict::NoResult, "The program wrote something into the place of the test's result.".to_owned())
        }
    }
}

/// Judges a case that did not pass.
fn of_case(task: &UnitTestTask, case: &TestCase) -> Judgement {
    let own = case.own.as_ref().filter(|place| is_inside(place.file.expose()));
    let Some(raised) = &case.raised else {
        let what = match case.outcome {
            CaseOutcome::Skipped => "The test was skipped: ",
            CaseOutcome::Passed
            | CaseOutcome::Failed
            | CaseOutcome::Error
            | CaseOutcome::Fixture
            | CaseOutcome::Hook
            | CaseOutcome::Absent => "The test failed: ",
        };
        let reason = Untrusted::concat(&[&what, &case.reason.first_line(), &"."]);
        return Judgement { reasons: vec![reason], ..Judgement::new(Verdict::WrongAnswer) };
    };
    let verdict = match (case.outcome, case.is_own) {
        (_, true) if raised.class == *"EOFError" => Verdict::WrongAnswer,
        (_, true) | (CaseOutcome::Error | CaseOutcome::Fixture | CaseOutcome::Hook, false) => {
            Verdict::RuntimeError
        }
        (_, false) => Verdict::WrongAnswer,
    };
    let sentence = sentence(&task.test.file, case, raised, own);
    let difference = Difference::new(Kind::Wording, sentence.clone(), rows(case, raised));
    let annotations = own.filter(|_| case.is_own).map(|own| {
        let message =
            Untrusted::concat(&[&raised.class, &": ", &raised.message.first_line()]).map(shortened_message);
        Annotation::at(own.file.clone(), own.line, None, message, Origin::Traceback)
    });
    Judgement {
        reasons: vec![Untrusted::concat(&[&sentence, &"."])],
        difference: Some(difference).filter(|difference| !difference.rows.is_empty()),
        annotations: annotations.into_iter().collect(),
        ..Judgement::new(verdict)
    }
}

/// Shows what was printed, the line of the test, and what it says.
fn rows(case: &TestCase, raised: &Raised<Untrusted>) -> Vec<Row> {
    let plain = |side: Side, line: &str| row(side, &ScreenLine::plain(line), 0..0);
    let mut rows = Vec::new();
    let printed: Vec<&str> = case.printed.expose().lines().collect();
    rows.extend(some(&printed, &|line| plain(Side::Both, line)));
    if let Some((_, line)) = case.at.as_ref().filter(|(_, line)| !line.is_empty()) {
        let pieces = [(">>> ", false), (line.expose(), true)];
        let pieces = pieces.map(|(text, typed)| ScreenPiece { text: text.to_owned(), typed }).to_vec();
        rows.push(row(Side::Both, &ScreenLine { pieces, ..ScreenLine::plain("") }, 0..0));
    }
    let class = raised.class.expose();
    let message = match (case.outcome, raised.message.is_empty()) {
        // The test says it in its own words.
        (CaseOutcome::Failed, false) => raised.message.expose().to_owned(),
        (_, true) => class.to_owned(),
        (_, false) => format!("{class}: {}", raised.message.expose()),
    };
    let lines: Vec<&str> = message.trim_end().lines().collect();
    rows.extend(some(&lines, &|line| plain(Side::Actual, line)));
    rows
}

/// Shows the first and the last lines of many.
fn some(lines: &[&str], shown: &dyn Fn(&str) -> Row) -> Vec<Row> {
    let left_out = lines.len().saturating_sub(MOST_LINES);
    if left_out < 2 {
        return lines.iter().map(|line| shown(line)).collect();
    }
    let (first, last) = (&lines[..MOST_LINES / 2], &lines[MOST_LINES / 2 + left_out..]);
    let folded = Row { side: Side::Folded(left_out), pieces: Vec::new(), unfinished: false };
    let first = first.iter().map(|line| shown(line));
    first.chain([folded]).chain(last.iter().map(|line| shown(line))).collect()
}
