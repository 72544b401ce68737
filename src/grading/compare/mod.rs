//! Compares expected and actual behaviour: the verdict on a run, and its first difference.
//!
//! Everything here is a pure function of the expectation and a trace. It knows nothing of points and shows nothing.

mod agreement;
mod annotation;
mod binary;
mod cause;
mod checked;
mod difference;
#[cfg(test)]
mod emptiest;
mod ending;
mod event_difference;
mod events;
mod files;
mod layout;
mod partners;
mod picture;
mod prompts;
mod relaxed;
mod session;
mod shown;
mod table;
mod text;
mod unit_test;
mod values;
mod verdict;

use std::borrow::Cow;
use std::cell::LazyCell;

use crate::plan::{Expected, ExpectedOutput, ExpectedRun};
use crate::sandbox::{Exit, Limits};
use crate::spec::{Comparison, ExpectedExit};
use crate::trace::{Recorded, Trace, decode};
use crate::untrusted::Untrusted;

pub use agreement::{WHOLE, agreement};
pub use annotation::{Annotation, Origin, Severity};
pub use cause::decisive::{Bearing, Changes, Wanted};
pub use cause::first_rows::FirstRows;
pub(crate) use cause::first_rows::first_pair;
pub use cause::remedy::Remedy;
pub use cause::worded::Worded;
pub use cause::{Cause, Common, CommonByProgram, SILENCE};
pub use difference::Kind;
pub use difference::{Difference, Piece, Row, Side};
pub use ending::abort::of_abort;
pub use ending::loop_values::{LoopValue, LoopValues, loop_values};
pub use layout::side_by_side::{PairedLine, PairedRow, SideBySide, TurnPair};
pub use picture::{Picture, Pictures, pictures};
pub use text::parting;
pub use verdict::Verdict;

/// The verdict on a run, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reasons, in sentences.
    pub reasons: Vec<Untrusted>,
    /// The first difference from the expected output, if there is one.
    pub difference: Option<Difference>,
    /// The remarks about places in the source.
    pub annotations: Vec<Annotation>,
    /// The part of the task that was done, if a part can be done.
    pub share: Option<Share>,
    /// Whether the program asked for more lines of input than there are, and should not have.
    pub asked_beyond_end: bool,
    /// The path of the first file that is not as expected, if the output is.
    pub wrong_file: Option<String>,
    /// Whether a checker judged the output: then nobody knows where it went wrong.
    pub by_checker: bool,
    /// Whether a test of the instructor judged it: nobody but the test knows what is expected.
    pub by_test: bool,
    /// Whether any part could run. If not, a hint would only distract from the reason.
    pub ran: bool,
    /// What a compiler said, whole, if there is no program for it.
    pub said: Option<Untrusted>,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number that was done.
    pub done: u32,
    /// The number of all.
    pub of: u32,
}

impl Judgement {
    /// Creates a judgement without reasons.
    pub fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            reasons: Vec::new(),
            difference: None,
            annotations: Vec::new(),
            share: None,
            asked_beyond_end: false,
            wrong_file: None,
            by_checker: false,
            by_test: false,
            ran: true,
            said: None,
        }
    }

    /// Creates the judgement of a task that did not run, with the reason.
    pub fn did_not_run(verdict: Verdict, reason: impl Into<Untrusted>) -> Self {
        Self { reasons: vec![reason.into()], ran: false, ..Self::new(verdict) }
    }
}

/// Judges the result of a job.
pub fn judge(expected: &Expected, recorded: &Recorded, limits: &Limits) -> Judgement {
    match (expected, recorded) {
        (Expected::Run(task, expected), Recorded::Run(trace)) => match task.checker {
            Some(_) => checked::judge(task, expected, trace, limits),
            None => judge_run(expected, &task.comparison, trace, limits),
        },
        (Expected::Session(task, accepted), Recorded::Session(trace)) => {
            session::judge(task, accepted, trace, limits)
        }
        (Expected::Rule(task), Recorded::Rule(findings)) => ending::source::judge_rule(task, findings),
        (Expected::Package(task), Recorded::Package(archive)) => {
            ending::source::judge_package(task, archive.as_ref())
        }
        (Expected::Tests(task), Recorded::Tests(trace)) => unit_test::own_tests::judge(task, trace),
        (Expected::UnitTest(task, known), Recorded::UnitTest(trace)) => {
            unit_test::judge(task, known.as_ref(), trace, limits)
        }
        (Expected::Manual(what), Recorded::Manual) => Judgement {
            reasons: vec![format!("To be marked by hand: {what}.").into()],
            ..Judgement::new(Verdict::ToBeMarked)
        },
        (Expected::Run(..), Recorded::NotRun(reason)) => {
            let sentence = Untrusted::concat(&[&reason.first_line(), &"."]);
            let said = behind_first_line(reason);
            Judgement { said, ..Judgement::did_not_run(Verdict::InvalidSubmission, sentence) }
        }
        _ => unreachable!("a job leaves what it is made for"),
    }
}

/// Returns what follows the first line of a reason; `None` if nothing does.
fn behind_first_line(reason: &Untrusted) -> Option<Untrusted> {
    let lines: Vec<Untrusted> = reason.lines().skip(1).collect();
    (!lines.is_empty()).then(|| Untrusted::join(&lines, "\n"))
}

/// Returns the expected and the actual dialogue, turn by turn; `None` if the job has no dialogue. Only for results that
/// differ.
pub fn side_by_side(expected: &Expected, recorded: &Recorded) -> Option<SideBySide> {
    match (expected, recorded) {
        // What a checker expects is not known.
        (Expected::Run(task, _), Recorded::Run(_)) if task.checker.is_some() => None,
        (Expected::Run(task, expected), Recorded::Run(trace)) => {
            let trace = &*counted(expected, trace);
            match (nearest(expected, trace), &task.comparison) {
                (ExpectedOutput::Pattern(pattern), _) => Some(text::pattern_side_by_side(pattern, trace)),
                (ExpectedOutput::Trace { trace: expected, decisive, .. }, Comparison::Events(patterns)) => {
                    event_difference::side_by_side(patterns, expected, decisive, trace)
                }
                (ExpectedOutput::Trace { trace: expected, decisive, .. }, Comparison::Text(relaxations)) => {
                    text::side_by_side(relaxations, expected, decisive, trace)
                }
                (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Table(table)) => {
                    table::side_by_side(table, expected, trace)
                }
            }
        }
        (Expected::Session(task, accepted), Recorded::Session(trace)) => {
            session::side_by_side(task, accepted, trace)
        }
        _ => None,
    }
}

/// Tells whether [`judge`] accepts the result of a job, without collecting reasons.
pub fn accepts(expected: &Expected, recorded: &Recorded, limits: &Limits) -> bool {
    match (expected, recorded) {
        (Expected::Session(task, accepted), Recorded::Session(trace)) => {
            session::accepts(task, accepted, trace)
        }
        _ => judge_briefly(expected, recorded, limits).verdict == Verdict::Accepted,
    }
}

/// Judges the result of a job as [`judge`] does, but may leave out the reasons and the difference: what takes the time.
pub fn judge_briefly(expected: &Expected, recorded: &Recorded, limits: &Limits) -> Judgement {
    match (expected, recorded) {
        (Expected::Run(task, run), Recorded::Run(trace)) if task.checker.is_none() => {
            let trace = &*counted(run, trace);
            let ended = ending(run, trace, limits).map(|(verdict, _)| verdict);
            let is_output =
                || run.outputs.iter().any(|output| accepts_output(output, &task.comparison, trace));
            let differed_before = || {
                let begins = begins_as_expected(run, &task.comparison, trace) || is_output();
                !begins || asked_beyond_end(run, trace, || begins).is_some()
            };
            let is_right = || is_output() && files::accepts(&run.files, trace);
            Judgement::new(verdict_of_run(ended, differed_before, is_right))
        }
        _ => judge(expected, recorded, limits),
    }
}

/// Returns the verdict of a run that ended badly or well. Only where the end is bad does it matter what came before, and only
/// where it is good whether everything is right: an output can be long.
fn verdict_of_run(
    ended: Option<Verdict>,
    differed_before: impl FnOnce() -> bool,
    is_right: impl FnOnce() -> bool,
) -> Verdict {
    match ended {
        // An error that follows from what the program did wrong before is not what went wrong first.
        Some(Verdict::RuntimeError) if differed_before() => Verdict::WrongAnswer,
        Some(verdict) => verdict,
        None if is_right() => Verdict::Accepted,
        None => Verdict::WrongAnswer,
    }
}

/// What of a run counts: if the program must wait for more input, that is what it did until then.
fn counted<'t>(expected: &ExpectedRun, trace: &'t Trace) -> Cow<'t, Trace> {
    if expected.exit == ExpectedExit::Waiting { trace.until_it_waits() } else { Cow::Borrowed(trace) }
}

/// Judges a run of the program.
pub fn judge_run(
    expected: &ExpectedRun,
    comparison: &Comparison,
    trace: &Trace,
    limits: &Limits,
) -> Judgement {
    let trace = &*counted(expected, trace);
    let answer = compare(expected, comparison, trace);
    let ending = ending(expected, trace, limits);
    let wrong_files = files::wrong(&expected.files, trace);
    let is_right = matches!(answer, Answer::Accepted(_));
    let begins = LazyCell::new(|| is_right || begins_as_expected(expected, comparison, trace));
    let asked = asked_beyond_end(expected, trace, || *begins);
    let differed_before = || asked.is_some() || !*begins;
    let ended = ending.as_ref().map(|(verdict, _)| *verdict);
    let verdict = verdict_of_run(ended, differed_before, || is_right && wrong_files.is_empty());
    let end_follows = match verdict {
        Verdict::Accepted => false,
        Verdict::WrongAnswer => ending.is_some() && differed_before(),
        _ => asked.is_some(),
    };
    let asked = asked.filter(|_| verdict != Verdict::Accepted);
    let mut reasons: Vec<Untrusted> = ending.map(|(_, reason)| reason).into_iter().collect();
    let wrong_file = wrong_files.first().filter(|_| is_right).map(|file| file.path.clone());
    let (mut about_output, difference) = match answer {
        Answer::Accepted(note) if wrong_files.is_empty() => {
            (note.into_iter().map(Untrusted::from).collect(), None)
        }
        Answer::Accepted(_) => files::told(wrong_files),
        Answer::Wrong(difference) => {
            let sentence = difference.sentence.map(|sentence| format!("{}.", capitalized(sentence)));
            let forgiveness = difference.forgiveness().map(Untrusted::from);
            (Vec::from_iter([Some(sentence), forgiveness].into_iter().flatten()), Some(difference))
        }
    };
    let ended_badly = verdict != Verdict::Accepted && trace.exit != Exit::Code(0) && asked.is_none();
    let asked_beyond_end = asked.is_some();
    about_output.extend(asked.map(Untrusted::from));
    let at = if end_follows { 0 } else { reasons.len() };
    reasons.splice(at..at, about_output);
    let misuse = trace.misuse.as_deref().and_then(Annotation::of_misuse);
    let place = match trace.exit {
        Exit::Endless => trace.endless.as_deref().and_then(Annotation::of_loop),
        Exit::Exceeded(_) => trace.heard.as_deref().and_then(Annotation::of_heard),
        Exit::Code(_) | Exit::Signal(_) => None,
    };
    let place = place.or_else(|| Annotation::of_traceback(&trace.stderr)).filter(|_| ended_badly);
    let annotations = misuse.filter(|_| verdict != Verdict::Accepted).or(place);
    Judgement {
        reasons,
        difference,
        annotations: annotations.into_iter().collect(),
        asked_beyond_end,
        wrong_file,
        ..Judgement::new(verdict)
    }
}

/// What is wrong with the end of a run, or with what it complained of.
fn ending(expected: &ExpectedRun, trace: &Trace, limits: &Limits) -> Option<(Verdict, Untrusted)> {
    ending::ended(expected.exit, trace, limits).or_else(|| {
        let complaint = ending::stderr_complaint(&expected.stderr, &trace.stderr)?;
        Some((Verdict::WrongAnswer, complaint.into()))
    })
}

/// Tells whether a run would be accepted if what it printed were.
pub fn is_right_but_for_output(expected: &ExpectedRun, trace: &Trace, limits: &Limits) -> bool {
    let trace = &*counted(expected, trace);
    ending(expected, trace, limits).is_none() && files::wrong(&expected.files, trace).is_empty()
}

/// Tells whether everything that was printed is the beginning of an accepted output.
fn begins_as_expected(expected: &ExpectedRun, comparison: &Comparison, trace: &Trace) -> bool {
    expected.outputs.iter().any(|output| match (output, comparison) {
        // What a pattern expects first is not known.
        (ExpectedOutput::Pattern(_), _) => true,
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            text::begins(relaxations, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            event_difference::begins(patterns, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Table(table)) => {
            table::begins(table, expected, trace)
        }
    })
}

/// Whether the output alone is accepted: with a remark, or not.
enum Answer {
    Accepted(Option<String>),
    Wrong(Difference),
}

fn compare(expected: &ExpectedRun, comparison: &Comparison, trace: &Trace) -> Answer {
    if let Some(output) = expected.outputs.iter().find(|output| accepts_output(output, comparison, trace)) {
        let reading = match output {
            ExpectedOutput::Trace { reading, .. } => *reading,
            ExpectedOutput::Pattern(_) => None,
        };
        let note = |reading: &yardstick_reference::Reading| {
            format!("Accepted, though the usual reading of the handout is another: {}", reading.about)
        };
        return Answer::Accepted(reading.map(note));
    }
    Answer::Wrong(match (nearest(expected, trace), comparison) {
        (ExpectedOutput::Pattern(pattern), _) => text::pattern_difference(pattern, comparison, trace),
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            event_difference::difference(patterns, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            text::difference(relaxations, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Table(table)) => {
            table::difference(table, &decode(&expected.stdout), &decode(&trace.stdout))
        }
    })
}

/// Returns the accepted output that agrees with the actual one the longest; among equals, the first one.
fn nearest<'a>(expected: &'a ExpectedRun, trace: &Trace) -> &'a ExpectedOutput {
    let agreement = |output: &&ExpectedOutput| match output {
        ExpectedOutput::Trace { trace: expected, .. } => {
            expected.stdout.iter().zip(&trace.stdout).take_while(|(one, other)| one == other).count()
        }
        ExpectedOutput::Pattern(_) => 0,
    };
    expected.outputs.iter().rev().max_by_key(agreement).expect("a plan expects at least one output")
}

fn accepts_output(output: &ExpectedOutput, comparison: &Comparison, trace: &Trace) -> bool {
    match (output, comparison) {
        (ExpectedOutput::Pattern(pattern), Comparison::Text(relaxations)) => {
            text::accepts_pattern(relaxations, pattern, trace)
        }
        (ExpectedOutput::Pattern(pattern), Comparison::Events(_) | Comparison::Table(_)) => {
            text::accepts_pattern(&[], pattern, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            text::accepts(relaxations, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            event_difference::accepts(patterns, expected, trace)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Table(table)) => {
            table::accepts(table, &decode(&expected.stdout), &decode(&trace.stdout))
        }
    }
}

/// How the languages call the error of a program that needs a line where there is none.
const NO_MORE_INPUT: [&str; 4] = ["EOFError", "NoSuchElementException", "UnexpectedEof", "end of file"];

/// How they begin the message of an error that has nothing to do with what was read.
const ABOUT_NAMES: [&str; 5] =
    ["NameError: ", "UnboundLocalError: ", "ImportError: ", "ModuleNotFoundError: ", "ReferenceError: "];

/// Returns a reason if the program asked for more lines than there are, and the reference does not. A program may read everything
/// before it answers, so where what it printed after that `begins` as is expected, its input did not mislead it. Where only a text is
/// expected, a program may read until there is no more, unless it fails for that.
fn asked_beyond_end(expected: &ExpectedRun, trace: &Trace, begins: impl FnOnce() -> bool) -> Option<String> {
    let dialogue = trace.dialogue.as_ref()?;
    let asked_at = dialogue.asked_beyond_end?;
    let stderr = decode(&trace.stderr);
    let fails_for_it = || NO_MORE_INPUT.iter().any(|error| stderr.contains(error));
    let may_ask = expected.outputs.iter().any(|output| match output {
        ExpectedOutput::Trace { trace, .. } => match &trace.dialogue {
            Some(dialogue) => dialogue.asked_beyond_end.is_some(),
            None => !fails_for_it(),
        },
        ExpectedOutput::Pattern(_) => true,
    });
    let has_no_name = || stderr.lines().any(|line| ABOUT_NAMES.iter().any(|error| line.starts_with(error)));
    let went_on = || asked_at < trace.stdout.len() && !fails_for_it() && begins();
    if may_ask || expected.exit == ExpectedExit::Waiting || has_no_name() || went_on() {
        return None;
    }
    Some(match dialogue.typed.len() {
        0 => "It asked for a line of input, and there is none in this scenario.".to_owned(),
        1 => "It asked for another line after the only one of the input: it should have ended by then."
            .to_owned(),
        count => {
            format!(
                "It asked for another line after all {count} lines of the input: it should have ended by then."
            )
        }
    })
}

fn capitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
