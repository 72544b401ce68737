//! Compares a program with the reference in a generated scenario, and classifies the difference.

use yardstick_reference::Subject;

use super::Generated;
use super::ground::Ground;
use crate::compare::{self, Difference, Judgement, Side, Verdict};
use crate::plan::{Expected, ExpectedOutput};
use crate::sandbox::Exit;
use crate::trace::{Recorded, Trace, decode};
use crate::untrusted::Text;

/// A difference between a program and the reference.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// A scenario that shows it, shortened.
    pub generated: Generated,
    /// The difference.
    pub judgement: Judgement,
    /// The number of generated scenarios that show it.
    pub count: usize,
}

/// The sign of a disagreement: two disagreements with the same sign count as one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sign {
    subject: usize,
    verdict: Verdict,
    /// The difference, without the parts that depend on the input.
    what: String,
}

/// Returns the number of tokens after which a program and the reference differ.
pub fn needed(ground: &dyn Ground, generated: &Generated, expected: &Expected, recorded: &Recorded) -> usize {
    let subject: &dyn Subject = ground.subject(generated.subject);
    let (Expected::Run(_, accepted), Recorded::Run(actual)) = (expected, recorded) else {
        return generated.tokens.len();
    };
    let typed_before_parting = |expected: &Trace| {
        let same = expected.stdout.iter().zip(&actual.stdout).take_while(|(one, other)| one == other).count();
        let typed = expected.dialogue.iter().flat_map(|dialogue| &dialogue.typed);
        typed.filter(|(at, _)| *at <= same).count()
    };
    let of_outputs = accepted.outputs.iter().filter_map(|output| match output {
        ExpectedOutput::Trace { trace, .. } => Some(typed_before_parting(trace)),
        ExpectedOutput::Pattern(_) => None,
    });
    let lines = of_outputs.max().unwrap_or(usize::MAX);
    lines.saturating_sub(subject.opening()).min(generated.tokens.len())
}

impl Sign {
    /// Returns the sign of a judgement about a recorded result.
    pub(super) fn of(subject: usize, judgement: &Judgement, recorded: &Recorded) -> Self {
        let what = match (recorded, &judgement.difference) {
            (Recorded::Run(trace), _) if is_crash(trace) => last_word(trace),
            (_, Some(difference)) => missed_words(difference),
            (_, None) => String::new(),
        };
        Self { subject, verdict: judgement.verdict, what }
    }
}

/// Tells whether a program failed by itself, and not because its input ended.
fn is_crash(trace: &Trace) -> bool {
    trace.exit != Exit::Code(0) && trace.dialogue.as_ref().is_none_or(|it| it.asked_beyond_end.is_none())
}

/// Returns the words of the first expected line that is missing: they identify the event.
fn missed_words(difference: &Difference) -> String {
    let missed = difference.rows.iter().find(|row| row.side == Side::Expected);
    let text: String = missed.iter().flat_map(|row| &row.pieces).map(|piece| piece.text.expose()).collect();
    let words = text.split(|it: char| !it.is_alphabetic()).filter(|word| word.chars().count() > 1);
    let words: Vec<&str> = words.filter(|word| word.chars().any(char::is_lowercase)).collect();
    format!("{:?} {}", difference.kind, words.join(" "))
}

/// Returns the class of the exception with which a program ended.
fn last_word(trace: &Trace) -> String {
    let text = decode(&trace.stderr);
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    last.split(':').next().unwrap_or_default().to_owned()
}

/// Judges a program in a generated scenario; `None` if it is accepted.
pub(super) fn complaint(ground: &dyn Ground, expected: &Expected, recorded: &Recorded) -> Option<Judgement> {
    let limits = &ground.spec().limits;
    if compare::accepts(expected, recorded, limits) {
        return None;
    }
    Some(compare::judge(expected, recorded, limits))
}
