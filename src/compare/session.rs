//! Compares the answers of a session, line by line.

use yardstick_reference::{Answer, Raised, Value};

use super::annotation::is_inside;
use super::difference::{Difference, Kind, Row, Side, changed, shortened, shortened_message};
use super::ending::{exceeded, signal_name};
use super::rows::{row, some_rows};
use super::session_error::{OwnError, printed_instead, returned_instead};
use super::side_by_side::{SideBySide, pair_by_place};
use super::transcript::{ScreenLine, ScreenPiece, plain_lines};
use super::{Annotation, Judgement, Origin, Verdict, event_difference, shown, text, values};
use crate::plan::{ExpectedAnswer, ExpectedSession};
use crate::python::{told, under_prompt};
use crate::resource::Resource;
use crate::sandbox::Limits;
use crate::spec::{AnswerComparison, Comparison, PrintedComparison, SessionTask};
use crate::trace::{Import, ImportFailure, SessionEnd, SessionTrace, SourcePlace, Trace};

/// Judges a session.
pub(super) fn judge(
    task: &SessionTask,
    accepted: &[ExpectedSession],
    trace: &SessionTrace,
    limits: &Limits,
) -> Judgement {
    let nothing = |verdict, reason: String| Judgement { reasons: vec![reason], ..Judgement::new(verdict) };
    if let Import::Failed(failure) = &trace.import {
        let annotations = raised_at(failure.place.as_ref(), &failure.raised).into_iter().collect();
        let judgement = nothing(Verdict::RuntimeError, import_failed(&task.module, failure));
        return Judgement { annotations, ..judgement };
    }
    let partings: Vec<Option<Parting>> =
        accepted.iter().map(|expected| parting(task, expected, trace)).collect();
    if let Some(index) = partings.iter().position(Option::is_none) {
        let note = accepted[index].reading.map(|reading| {
            format!("Accepted, though the usual reading of the handout is another: {}", reading.about)
        });
        return Judgement { reasons: note.into_iter().collect(), ..Judgement::new(Verdict::Accepted) };
    }
    let furthest = partings.into_iter().flatten().rev().max_by_key(|parting| parting.line);
    match furthest.expect("a plan accepts at least one session") {
        Parting { line, what: What::NoAnswer } => {
            let rows = transcript(task, trace, line);
            let (verdict, reason) = ended(trace, &task.lines[line].source, limits);
            let difference =
                Difference { kind: Kind::Missing, sentence: reason.clone(), rows, forgiven_by: Vec::new() };
            Judgement { reasons: vec![reason], difference: Some(difference), ..Judgement::new(verdict) }
        }
        Parting { line, what: What::Differs { verdict, mut difference } } => {
            let mut rows = transcript(task, trace, line);
            rows.append(&mut difference.rows);
            let reason = format!("`{}`: {}.", shortened(&task.lines[line].source), difference.sentence);
            let reasons = [Some(reason), difference.forgiveness()].into_iter().flatten().collect();
            let raised = trace.answers[line].raised.as_ref().filter(|_| verdict == Verdict::RuntimeError);
            let place = trace.raised_at.get(line).and_then(Option::as_ref);
            Judgement {
                annotations: raised.and_then(|raised| raised_at(place, raised)).into_iter().collect(),
                reasons,
                difference: Some(Difference { rows, ..difference }),
                ..Judgement::new(verdict)
            }
        }
    }
}

/// Returns the expected and the actual session, line by line; `None` if they do not differ.
pub(super) fn side_by_side(
    task: &SessionTask,
    accepted: &[ExpectedSession],
    trace: &SessionTrace,
) -> Option<SideBySide> {
    let partings = accepted.iter().rev().filter_map(|one| Some((one, parting(task, one, trace)?.line)));
    let (expected, parts_at) = partings.max_by_key(|(_, line)| *line)?;
    let turn = |index: usize, answer: Vec<ScreenLine>| -> Vec<ScreenLine> {
        prompted(&task.lines[index].source).chain(answer).collect()
    };
    let expected_answer = |answer: &ExpectedAnswer| match answer {
        ExpectedAnswer::Answer(answer) => shown_lines(answer),
        ExpectedAnswer::Shown(shown) => plain_lines(shown.lines()),
    };
    let expected: Vec<_> =
        expected.answers.iter().enumerate().map(|(at, answer)| turn(at, expected_answer(answer))).collect();
    let answered = |index: usize| trace.answers.get(index).map(shown_lines).unwrap_or_default();
    // Lines after one without an answer were never typed.
    let typed = task.lines.len().min(trace.answers.len() + 1);
    let actual: Vec<_> = (0..typed).map(|index| turn(index, answered(index))).collect();
    let counts = |one: Option<&ScreenLine>, other: Option<&ScreenLine>| {
        one.map(ScreenLine::text) != other.map(ScreenLine::text)
    };
    Some(pair_by_place(&expected, &actual, parts_at, &counts))
}

/// Tells whether the answers are those of an accepted session.
pub(super) fn accepts(task: &SessionTask, accepted: &[ExpectedSession], trace: &SessionTrace) -> bool {
    let is_imported = !matches!(trace.import, Import::Failed(_));
    is_imported && accepted.iter().any(|expected| parting(task, expected, trace).is_none())
}

/// The first line at which a session differs from the expected one.
struct Parting {
    line: usize,
    what: What,
}

enum What {
    /// The session ended before the line was answered.
    NoAnswer,
    /// The answer differs.
    Differs { verdict: Verdict, difference: Difference },
}

fn parting(task: &SessionTask, expected: &ExpectedSession, trace: &SessionTrace) -> Option<Parting> {
    for (line, expected) in expected.answers.iter().enumerate() {
        let what = match trace.answers.get(line) {
            None => What::NoAnswer,
            Some(answer) => match differs(task, expected, answer, trace.raised_at.get(line)) {
                None => continue,
                Some((verdict, difference)) => What::Differs { verdict, difference },
            },
        };
        return Some(Parting { line, what });
    }
    None
}

/// Describes how an answer differs. `place` tells which line of the submission raised an exception, if one did.
fn differs(
    task: &SessionTask,
    expected: &ExpectedAnswer,
    actual: &Answer,
    place: Option<&Option<SourcePlace>>,
) -> Option<(Verdict, Difference)> {
    let comparison: &AnswerComparison = &task.comparison;
    let expected = match expected {
        ExpectedAnswer::Answer(expected) => expected,
        ExpectedAnswer::Shown(shown) => {
            let differs = shown::differs(comparison, shown, actual)?;
            let is_expected = shown.contains("Traceback (most recent call last)");
            return Some(match actual.raised.as_ref().filter(|_| !is_expected) {
                Some(raised) => unexpected(task, raised, shown, None, actual, place),
                None => differs,
            });
        }
    };
    match (&expected.raised, &actual.raised) {
        (None, Some(raised)) => {
            let shown = under_prompt(&Answer { printed: String::new(), ..expected.clone() });
            Some(unexpected(task, raised, &shown, expected.value.as_ref(), actual, place))
        }
        _ => differs_from(comparison, expected, actual),
    }
}

/// Compares an answer with the expected one; `None` if it is accepted.
pub(super) fn differs_from(
    comparison: &AnswerComparison,
    expected: &Answer,
    actual: &Answer,
) -> Option<(Verdict, Difference)> {
    let shown = |answer: &Answer| under_prompt(&Answer { printed: String::new(), ..answer.clone() });
    match (&expected.raised, &actual.raised) {
        (None, Some(raised)) => {
            let sentence = format!("it raised {}", exception(raised));
            return Some((
                Verdict::RuntimeError,
                contrast(Kind::Extra, sentence, &shown(expected), &shown(actual)),
            ));
        }
        (Some(wanted), None) => {
            let sentence = format!("it must raise `{}`, and does not", wanted.class);
            return Some((
                Verdict::WrongAnswer,
                contrast(Kind::Missing, sentence, &shown(expected), &shown(actual)),
            ));
        }
        (Some(wanted), Some(raised)) if wanted.class != raised.class => {
            let sentence = format!("it must raise `{}`, and raised {}", wanted.class, exception(raised));
            return Some((
                Verdict::WrongAnswer,
                contrast(Kind::Wording, sentence, &shown(expected), &shown(actual)),
            ));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
    if let Some(sentence) = instead(expected, actual) {
        let difference = contrast(Kind::Wording, sentence, &under_prompt(expected), &under_prompt(actual));
        return Some((Verdict::WrongAnswer, difference));
    }
    if let Some(difference) = printed_differs(&comparison.printed, &expected.printed, &actual.printed) {
        return Some((Verdict::WrongAnswer, difference));
    }
    let (wanted, found) = (expected.value.as_ref()?, actual.value.as_ref()?);
    let sentence = values::parting(wanted, found, &comparison.values)?;
    let lines = |value| plain_lines(laid_out(value).iter().map(String::as_str));
    let rows = pair_rows(&lines(wanted), &lines(found));
    Some((
        Verdict::WrongAnswer,
        Difference { kind: value_kind(wanted, found), sentence, rows, forgiven_by: Vec::new() },
    ))
}

/// Describes an exception that was not expected: with its line if the submission raised it; if the typed line raised it
/// itself, by what that error tells about the submission.
fn unexpected(
    task: &SessionTask,
    raised: &Raised,
    shown: &str,
    expected: Option<&Value>,
    actual: &Answer,
    place: Option<&Option<SourcePlace>>,
) -> (Verdict, Difference) {
    let all = under_prompt(&Answer { printed: String::new(), ..actual.clone() });
    if matches!(place, Some(None)) {
        let error = OwnError::new(&task.module, raised, expected, &actual.printed);
        let found = if error.is_about_value { &actual.printed } else { &all };
        return (error.verdict, contrast(Kind::Wording, error.sentence, shown, found));
    }
    let place = place.and_then(Option::as_ref).filter(|place| is_inside(&place.file));
    let place = place.map(|at| format!(" (line {} of `{}`)", at.line, shortened(&at.file)));
    let place = place.unwrap_or_default();
    if is_flood(raised, &actual.printed) {
        let sentence = format!("it prints without end{place}: probably a loop that never ends");
        return (Verdict::Exceeded(Resource::Output), contrast(Kind::Extra, sentence, shown, ""));
    }
    let sentence = format!("it raised {}{place}", exception(raised));
    (Verdict::RuntimeError, contrast(Kind::Extra, sentence, shown, &all))
}

/// Tells whether the output had no space left: Python reports that for the file in which the output is kept.
fn is_flood(raised: &Raised, printed: &str) -> bool {
    const FLOOD: usize = 1 << 20;
    let has_no_room = ["[Errno 27]", "[Errno 28]"].iter().any(|number| raised.message.starts_with(number));
    raised.class == "OSError" && has_no_room && printed.len() >= FLOOD
}

/// Returns a sentence if a value was printed instead of returned, or the other way round.
fn instead(expected: &Answer, actual: &Answer) -> Option<String> {
    let (wanted, found) = (expected.value.as_ref()?, actual.value.as_ref()?);
    match (wanted, expected.printed.trim().is_empty()) {
        (Value::None, _) => returned_instead(&expected.printed, found, &actual.printed),
        (_, true) => printed_instead(wanted, found, &actual.printed),
        (_, false) => None,
    }
}

fn value_kind(expected: &Value, actual: &Value) -> Kind {
    if laid_out(expected).len() > 1 && laid_out(expected).len() == laid_out(actual).len() {
        Kind::BoardCell
    } else if matches!((expected, actual), (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)))
    {
        Kind::Number
    } else {
        Kind::Wording
    }
}

pub(super) fn printed_differs(
    comparison: &PrintedComparison,
    expected: &str,
    actual: &str,
) -> Option<Difference> {
    let trace = |printed: &str| Trace::of_output(printed.as_bytes().to_vec());
    match comparison {
        PrintedComparison::Ignored => None,
        PrintedComparison::Contains => {
            let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let sentence = format!("it does not print `{}`", shortened(expected.trim()));
            (!folded(actual).contains(&folded(expected)))
                .then(|| contrast(Kind::Missing, sentence, expected, actual))
        }
        PrintedComparison::Compared(Comparison::Text(relaxations)) => {
            let (wanted, found) = (trace(expected), trace(actual));
            if text::accepts(relaxations, &wanted, &found) {
                return None;
            }
            let difference = text::difference(relaxations, &wanted, &found);
            let sentence = match (expected.is_empty(), actual.is_empty()) {
                (true, _) => format!("it prints `{}`, and must print nothing", shortened(actual.trim())),
                (_, true) => "it prints nothing".to_owned(),
                _ => format!("what it prints differs: {}", difference.sentence),
            };
            Some(Difference { sentence, ..difference })
        }
        PrintedComparison::Compared(Comparison::Events(patterns)) => {
            let (wanted, found) = (trace(expected), trace(actual));
            let differs = !event_difference::accepts(patterns, &wanted, &found);
            differs.then(|| event_difference::difference(patterns, &wanted, &found))
        }
    }
}

fn exception(raised: &Raised) -> String {
    if raised.message.is_empty() {
        format!("`{}`", shortened(&raised.class))
    } else {
        let (class, message) = (&raised.class, raised.message.lines().next().unwrap_or_default());
        format!("`{}: {}`", shortened(class), shortened_message(message))
    }
}

/// Creates a remark about an exception, at the line of the submission that raised it.
fn raised_at(place: Option<&SourcePlace>, raised: &Raised) -> Option<Annotation> {
    let place = place.filter(|place| is_inside(&place.file))?;
    let message = exception(raised).trim_matches('`').to_owned();
    Some(Annotation::at(&place.file, place.line, None, message, Origin::Traceback))
}

fn import_failed(module: &str, failure: &ImportFailure) -> String {
    let place =
        failure.place.as_ref().map(|at| format!(" (line {}: `{}`)", at.line, shortened(at.shown.trim())));
    let place = place.unwrap_or_default();
    match failure.raised.class.as_str() {
        "EOFError" => format!(
            "`{module}` reads input when it is imported{place}: calls of `input` belong into functions, or below \
             `if __name__ == \"__main__\":`."
        ),
        "SystemExit" => format!(
            "`{module}` ends the program when it is imported{place}: what starts the program belongs below \
             `if __name__ == \"__main__\":`."
        ),
        _ => format!("`{module}` cannot be imported: {}{place}.", exception(&failure.raised)),
    }
}

/// Returns the verdict and the reason for a line without an answer.
fn ended(trace: &SessionTrace, line: &str, limits: &Limits) -> (Verdict, String) {
    let what = match trace.import {
        Import::Unknown => "The import".to_owned(),
        Import::Done | Import::Failed(_) => format!("`{}`", shortened(line)),
    };
    match trace.end {
        SessionEnd::Exceeded(resource) => exceeded(resource, &what, resource.facts().of_session, limits),
        SessionEnd::Code(code) => (
            Verdict::NoResult,
            format!("{what} ended the program with exit code {code}, and gave no answer."),
        ),
        SessionEnd::Signal(signal) => {
            (Verdict::RuntimeError, format!("{what} ended with {}.", signal_name(signal)))
        }
        SessionEnd::Malformed => (Verdict::NoResult, format!("{what} gave something that is no answer.")),
    }
}

/// Returns the session up to a line, with its prompt, as Python would show it.
fn transcript(task: &SessionTask, trace: &SessionTrace, until: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, line) in task.lines.iter().enumerate().take(until + 1) {
        rows.extend(prompted(&line.source).map(|line| row(Side::Both, &line, 0..0)));
        if index < until
            && let Some(answer) = trace.answers.get(index)
        {
            rows.extend(some_rows(Side::Both, &shown_lines(answer), 0, &|_| None));
        }
    }
    rows
}

/// Returns a typed line with Python's prompts.
fn prompted(source: &str) -> impl Iterator<Item = ScreenLine> {
    source.lines().enumerate().map(|(number, source)| {
        let prompt = if number == 0 { ">>> " } else { "... " };
        let pieces = [(prompt, false), (source, true)];
        let pieces = pieces.map(|(text, typed)| ScreenPiece { text: text.to_owned(), typed }).to_vec();
        ScreenLine { pieces, ..ScreenLine::plain("") }
    })
}

fn shown_lines(answer: &Answer) -> Vec<ScreenLine> {
    match (&answer.value, &answer.raised) {
        (Some(value), None) if *value != Value::None => {
            let value = laid_out(value);
            plain_lines(answer.printed.lines().chain(value.iter().map(String::as_str)))
        }
        _ => plain_lines(under_prompt(answer).lines()),
    }
}

/// Writes a value on several lines: one for each row of a board.
fn laid_out(value: &Value) -> Vec<String> {
    let Value::List(rows) = value else { return vec![told(value)] };
    let is_text = rows.len() > 1 && rows.iter().all(|row| matches!(row, Value::Str(text) if text.len() > 1));
    let is_nested =
        rows.len() > 1 && rows.iter().all(|row| matches!(row, Value::List(cells) if !cells.is_empty()));
    if !is_text && !is_nested {
        return vec![told(value)];
    }
    let last = rows.len() - 1;
    let line = |(index, row): (usize, &Value)| {
        let start = if index == 0 { "[" } else { " " };
        let end = if index == last { "]" } else { "," };
        format!("{start}{}{end}", told(row))
    };
    rows.iter().enumerate().map(line).collect()
}

/// Returns the expected lines, then the actual ones; differing lines are marked.
fn pair_rows(expected: &[ScreenLine], actual: &[ScreenLine]) -> Vec<Row> {
    let texts = || expected.iter().zip(actual).map(|(one, other)| (one.text(), other.text()));
    let first = texts().take_while(|(one, other)| one == other).count();
    let marks: Vec<_> = texts().map(|(one, other)| changed(&one, &other)).collect();
    let side = |side: Side, lines: &[ScreenLine], of: fn(&Marks) -> std::ops::Range<usize>| -> Vec<Row> {
        some_rows(side, lines, first, &|at| marks.get(at).map(of))
    };
    let mut rows = side(Side::Expected, expected, |marks| marks.0.clone());
    rows.extend(side(Side::Actual, actual, |marks| marks.1.clone()));
    rows
}

type Marks = (std::ops::Range<usize>, std::ops::Range<usize>);

pub(super) fn contrast(kind: Kind, sentence: String, expected: &str, actual: &str) -> Difference {
    let rows = pair_rows(&plain_lines(expected.lines()), &plain_lines(actual.lines()));
    Difference { kind, sentence, rows, forgiven_by: Vec::new() }
}
