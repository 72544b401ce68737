//! Compares the answers of a session, line by line.

pub(super) mod answer;
pub(super) mod error;
pub(super) mod error_java;
pub(super) mod error_javascript;
pub(super) mod error_native;
pub(super) mod rows;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use yardstick_reference::{Answer, Raised, Value};

use crate::compare::annotation::is_inside;
use crate::compare::checked;
use crate::compare::difference::{Difference, Kind, shortened, shortened_message};
use crate::compare::ending::{exceeded, signal_name};
use crate::compare::layout::side_by_side::{SideBySide, pair_by_place};
use crate::compare::layout::transcript::{ScreenLine, plain_lines};
use crate::compare::{Annotation, Judgement, Origin, Verdict, behind_first_line, shown};
use crate::plan::{ExpectedAnswer, ExpectedSession};
use crate::resource::Resource;
use crate::sandbox::Limits;
use crate::session::{Interface, Module, Notation, written_in};
use crate::spec::{AnswerComparison, Got, SessionTask};
use crate::trace::{Import, ImportFailure, LINE_ROOM, SessionEnd, SessionTrace, SourcePlace};
use crate::untrusted::{Text, Untrusted};
use answer::{differs_from, exception, printed_before};
use error::OwnError;
use rows::{contrast, prompted, shown_lines, transcript};

/// Judges a session.
pub(super) fn judge(
    task: &SessionTask,
    accepted: &[ExpectedSession],
    trace: &SessionTrace,
    limits: &Limits,
) -> Judgement {
    if let Import::Failed(failure) = &trace.import {
        let annotations = raised_at(failure.place.as_ref(), &failure.raised).into_iter().collect();
        let own = own_module(task, trace);
        let reasons = vec![import_failed(own.notation, name_of(&own), failure)];
        let said = behind_first_line(&failure.raised.message).filter(|_| own.notation.is_native());
        return Judgement { annotations, reasons, said, ..Judgement::new(Verdict::RuntimeError) };
    }
    if task.checker.is_some() {
        return by_checker(task, trace, limits);
    }
    let divergences: Vec<Option<Divergence>> =
        accepted.iter().map(|expected| divergence(task, expected, trace)).collect();
    if let Some(index) = divergences.iter().position(Option::is_none) {
        let note = accepted[index].reading.map(|reading| {
            format!("Accepted, though the usual reading of the handout is another: {}", reading.about).into()
        });
        return Judgement { reasons: note.into_iter().collect(), ..Judgement::new(Verdict::Accepted) };
    }
    let furthest = divergences.into_iter().flatten().rev().max_by_key(|divergence| divergence.line);
    match furthest.expect("a plan accepts at least one session") {
        Divergence { line, kind: DivergenceKind::NoAnswer } => not_answered(task, trace, line, limits),
        Divergence { line, kind: DivergenceKind::Differs { verdict, mut difference } } => {
            let sources = own_sources(task, trace);
            let mut rows = transcript(task.module.notation, &sources, trace, line);
            rows.append(&mut difference.rows);
            let source = shortened(&sources[line]);
            let reason = Untrusted::concat(&[&"`", &source, &"`: ", &difference.sentence, &"."]);
            let forgiveness = difference.forgiveness().map(Untrusted::from);
            let reasons = [Some(reason), forgiveness].into_iter().flatten().collect();
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

/// Judges a session by the first line without an answer.
fn not_answered(task: &SessionTask, trace: &SessionTrace, line: usize, limits: &Limits) -> Judgement {
    let sources = own_sources(task, trace);
    let rows = transcript(task.module.notation, &sources, trace, line);
    let (verdict, reason) = ended(trace, &own_module(task, trace), &sources[line], limits);
    let reason = Untrusted::from(reason);
    let difference = Difference::new(Kind::Missing, reason.clone(), rows);
    Judgement { reasons: vec![reason], difference: Some(difference), ..Judgement::new(verdict) }
}

/// Judges a session by what its checker said about what it shows.
fn by_checker(task: &SessionTask, trace: &SessionTrace, limits: &Limits) -> Judgement {
    if trace.answers.len() < task.lines.len() {
        return not_answered(task, trace, trace.answers.len(), limits);
    }
    if let Some(line) = trace.flood() {
        let sources = own_sources(task, trace);
        let reason = Untrusted::concat(&[&"`", &shortened(&sources[line]), &"`: ", &ENDLESS, &"."]);
        let difference = Difference::new(
            Kind::Extra,
            reason.clone(),
            transcript(task.module.notation, &sources, trace, line),
        );
        let verdict = Verdict::Exceeded(Resource::Output);
        return Judgement { reasons: vec![reason], difference: Some(difference), ..Judgement::new(verdict) };
    }
    let Some(checked) = &trace.checked else { return checked::nobody_was_asked() };
    let judgement = checked::said(checked);
    let sentence = judgement.reasons.first().filter(|_| judgement.verdict != Verdict::Accepted);
    let difference = sentence.map(|sentence| {
        let sources = own_sources(task, trace);
        let rows = transcript(task.module.notation, &sources, trace, sources.len());
        Difference::new(Kind::Wording, sentence.clone(), rows)
    });
    Judgement { difference, ..judgement }
}

/// Returns the expected and the actual session, line by line; `None` if they do not differ.
pub(super) fn side_by_side(
    task: &SessionTask,
    accepted: &[ExpectedSession],
    trace: &SessionTrace,
) -> Option<SideBySide> {
    if task.checker.is_some() {
        return None;
    }
    let notation = task.module.notation;
    let divergences = accepted.iter().rev().filter_map(|one| Some((one, divergence(task, one, trace)?.line)));
    let (expected, parts_at) = divergences.max_by_key(|(_, line)| *line)?;
    let sources = own_sources(task, trace);
    let turn = |index: usize, answer: Vec<ScreenLine>| -> Vec<ScreenLine> {
        prompted(&sources[index]).chain(answer).collect()
    };
    let expected_answer = |answer: &ExpectedAnswer| match answer {
        ExpectedAnswer::Answer(answer) => shown_lines(notation, answer),
        ExpectedAnswer::Shown(shown) => plain_lines(shown.lines()),
    };
    let expected: Vec<_> =
        expected.answers.iter().enumerate().map(|(at, answer)| turn(at, expected_answer(answer))).collect();
    let answered = |index: usize| {
        trace.answers.get(index).map(|answer| shown_lines(notation, answer)).unwrap_or_default()
    };
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
    if task.checker.is_some() {
        return is_imported
            && trace.checked.as_ref().is_some_and(|checked| checked::is_right(checked.answer));
    }
    is_imported && accepted.iter().any(|expected| divergence(task, expected, trace).is_none())
}

/// Returns the share of the lines that are answered as expected before the first difference.
pub(super) fn agreement(task: &SessionTask, accepted: &[ExpectedSession], trace: &SessionTrace) -> f64 {
    if matches!(trace.import, Import::Failed(_)) {
        return 0.0;
    }
    let all = task.lines.len().max(1);
    let same = accepted.iter().map(|expected| divergence(task, expected, trace).map_or(all, |one| one.line));
    same.max().unwrap_or_default() as f64 / all as f64
}

/// The first line at which a session differs from the expected one.
struct Divergence {
    line: usize,
    kind: DivergenceKind,
}

enum DivergenceKind {
    /// The session ended before the line was answered.
    NoAnswer,
    /// The answer differs.
    Differs { verdict: Verdict, difference: Difference },
}

/// Returns the module that answered: of a session in the neutral form, that of the submission.
fn own_module<'a>(task: &'a SessionTask, trace: &SessionTrace) -> Cow<'a, Module> {
    let own = trace.typed_at.as_ref().and_then(|file| Module::of_file(file));
    own.map_or(Cow::Borrowed(&task.module), Cow::Owned)
}

/// Returns the typed lines: of a session in the neutral form, in the language of the submission.
fn own_sources(task: &SessionTask, trace: &SessionTrace) -> Vec<String> {
    let (sources, own) = (task.sources(), own_module(task, trace));
    let is_other = !matches!(own.notation, Notation::Neutral | Notation::Python);
    let interface = task.module.interface.as_deref().filter(|_| is_other);
    interface.and_then(|interface| written_in(interface, &sources, &own)).unwrap_or(sources)
}

fn divergence(task: &SessionTask, expected: &ExpectedSession, trace: &SessionTrace) -> Option<Divergence> {
    let own = &*own_module(task, trace);
    for (line, expected) in expected.answers.iter().enumerate() {
        // The message of an error counts as the doctest says it.
        let example = task.lines.get(line).filter(|line| line.leeway.is_some());
        let error = example.filter(|line| line.shown.starts_with("Traceback"));
        let error = error.map(|line| ExpectedAnswer::Shown(line.shown.clone()));
        let expected = error.as_ref().unwrap_or(expected);
        let kind = match trace.answers.get(line) {
            None => DivergenceKind::NoAnswer,
            Some(answer) if accepted_by_doctest(task, line, answer) => continue,
            Some(answer) => match differs((task, own), expected, answer, trace.raised_at.get(line)) {
                None => continue,
                Some((verdict, difference)) => DivergenceKind::Differs { verdict, difference },
            },
        };
        return Some(Divergence { line, kind });
    }
    None
}

/// Tells whether a line is an example of a doctest, and `doctest` accepts its answer.
fn accepted_by_doctest(task: &SessionTask, line: usize, answer: &Answer<Untrusted>) -> bool {
    let Some(example) = task.lines.get(line).filter(|line| line.leeway.is_some()) else { return false };
    let notation = task.module.notation;
    let raised = answer.raised.as_ref().map(|one| (one.class.expose(), one.message.expose()));
    let shown = [notation.own_under_prompt(answer), notation.under_prompt(answer)];
    shown.iter().any(|shown| example.is_accepted_by_doctest(Got { shown: shown.expose(), raised }))
}

/// Returns an expected answer with the class that the submission's language raises for an error of the interface.
fn in_own_words<'a>(
    expected: &'a ExpectedAnswer,
    interface: &Interface,
    own: &Module,
) -> Cow<'a, ExpectedAnswer> {
    match expected {
        ExpectedAnswer::Answer(answer) => match with_own_class(answer, interface, own) {
            Cow::Borrowed(_) => Cow::Borrowed(expected),
            Cow::Owned(answer) => Cow::Owned(ExpectedAnswer::Answer(answer)),
        },
        ExpectedAnswer::Shown(shown) => {
            let error = Notation::Neutral.raised_class(shown);
            match error.and_then(|error| interface.class_for(own.notation, error)) {
                Some(class) => Cow::Owned(ExpectedAnswer::Shown(format!("raises {class}"))),
                None => Cow::Borrowed(expected),
            }
        }
    }
}

/// Returns an answer with the class that a language raises for an error of the interface.
fn with_own_class<'a, T: Text + From<String> + Clone>(
    answer: &'a Answer<T>,
    interface: &Interface,
    own: &Module,
) -> Cow<'a, Answer<T>> {
    let raised = answer.raised.as_ref();
    let class = raised.and_then(|raised| interface.class_for(own.notation, raised.class.expose()));
    let Some((class, raised)) = class.zip(raised) else { return Cow::Borrowed(answer) };
    let raised = Raised { class: class.to_owned().into(), message: raised.message.clone() };
    Cow::Owned(Answer { raised: Some(raised), ..answer.clone() })
}

/// Describes how an answer differs. `place` tells which line of the submission raised an exception, if one did.
fn differs(
    (task, own): (&SessionTask, &Module),
    expected: &ExpectedAnswer,
    actual: &Answer<Untrusted>,
    place: Option<&Option<SourcePlace>>,
) -> Option<(Verdict, Difference)> {
    let (expected, actual) = &match &task.module.interface {
        Some(interface) => (in_own_words(expected, interface, own), with_own_class(actual, interface, own)),
        None => (Cow::Borrowed(expected), Cow::Borrowed(actual)),
    };
    let (expected, actual) = (&**expected, &**actual);
    let comparison: &AnswerComparison = &task.comparison;
    let notation = task.module.notation;
    let expected = match expected {
        ExpectedAnswer::Answer(expected) => expected,
        ExpectedAnswer::Shown(shown) => {
            let differs = shown::differs(notation, comparison, shown, actual)?;
            let is_expected =
                shown.contains("Traceback (most recent call last)") || notation.raised_class(shown).is_some();
            return Some(match actual.raised.as_ref().filter(|_| !is_expected) {
                Some(raised) => unexpected((task, own), raised, shown, None, actual, place),
                None => differs,
            });
        }
    };
    match (&expected.raised, &actual.raised) {
        (None, Some(raised)) => {
            let shown = notation.result_under_prompt(expected);
            let error = unexpected((task, own), raised, &shown, expected.value.as_ref(), actual, place);
            Some(first_of(printed_before(&comparison.printed, &expected.printed, &actual.printed), error))
        }
        _ => differs_from(notation, comparison, expected, actual),
    }
}

/// Describes an exception that was not expected: with its line if the submission raised it; if the typed line raised it
/// itself, by what that error tells about the submission.
fn unexpected(
    (task, own): (&SessionTask, &Module),
    raised: &Raised<Untrusted>,
    shown: &str,
    expected: Option<&Value>,
    actual: &Answer<Untrusted>,
    place: Option<&Option<SourcePlace>>,
) -> (Verdict, Difference) {
    let notation = task.module.notation;
    let all = notation.result_under_prompt(actual);
    if matches!(place, Some(None)) {
        let error = OwnError::new(own, raised, expected, &actual.printed);
        let found = if error.is_about_value { &actual.printed } else { &all };
        return (error.verdict, contrast(Kind::Wording, error.sentence, shown, found));
    }
    let place = place.and_then(Option::as_ref).filter(|place| is_inside(place.file.expose()));
    let place = place
        .map(|at| Untrusted::concat(&[&format!(" (line {} of `", at.line), &at.file.map(shortened), &"`)"]));
    let place = place.unwrap_or_default();
    if is_flood(raised, &actual.printed) {
        let sentence =
            Untrusted::concat(&[&"it prints without end", &place, &": probably a loop that never ends"]);
        return (
            Verdict::Exceeded(Resource::Output),
            contrast(Kind::Extra, sentence, shown, &Untrusted::default()),
        );
    }
    if own.notation == Notation::Python && raised.class.expose() == "EOFError" {
        let sentence = Untrusted::concat(&[&"it asked for more input than there is", &place]);
        return (Verdict::WrongAnswer, contrast(Kind::Extra, sentence, shown, &all));
    }
    let [_, it_raised] = notation.raises();
    let sentence = Untrusted::concat(&[&format!("it {it_raised} "), &exception(raised), &place]);
    (Verdict::RuntimeError, contrast(Kind::Extra, sentence, shown, &all))
}

/// Describes what went wrong first: something else was printed, or an error was raised.
fn first_of(printed: Option<Difference>, error: (Verdict, Difference)) -> (Verdict, Difference) {
    match (printed, error) {
        (Some(printed), (Verdict::RuntimeError, error)) => {
            let sentence = Untrusted::concat(&[&printed.sentence, &"; then ", &error.sentence]);
            (Verdict::WrongAnswer, Difference { sentence, ..printed })
        }
        (_, error) => error,
    }
}

/// Tells whether the output had no space left: Python reports that for the file in which the output is kept.
fn is_flood(raised: &Raised<Untrusted>, printed: &Untrusted) -> bool {
    has_no_room(raised) && printed.size() >= LINE_ROOM
}

/// What is told of a line that printed more than there is room for.
const ENDLESS: &str = "it prints without end: probably a loop that never ends";

/// Tells whether an exception of Python says that the system had no room for more output. Its number is another one in a page.
pub(in crate::compare) fn has_no_room(raised: &Raised<Untrusted>) -> bool {
    let message = raised.message.expose();
    raised.class == "OSError"
        && ["] File too large", "] No space left on device"].iter().any(|text| message.contains(text))
}

/// Creates a remark about an exception, at the line of the submission that raised it.
fn raised_at(place: Option<&SourcePlace>, raised: &Raised<Untrusted>) -> Option<Annotation> {
    let place = place.filter(|place| is_inside(place.file.expose()))?;
    let message = exception(raised).map(|shown| shown.trim_matches('`').to_owned());
    Some(Annotation::at(place.file.clone(), place.line, None, message, Origin::Traceback))
}

/// Returns the name of a module in sentences: in C and C++ it is the file.
fn name_of(module: &Module) -> &str {
    if module.notation.is_native() { &module.file } else { &module.name }
}

fn import_failed(notation: Notation, module: &str, failure: &ImportFailure) -> Untrusted {
    let place = failure.place.as_ref().map(|at| {
        let shown = at.shown.map(|shown| shortened(shown.trim()));
        let own = !is_notebook_cell(at.file.expose());
        let of = if own { Untrusted::default() } else { Untrusted::concat(&[&" of `", &at.file, &"`"]) };
        Untrusted::concat(&[&format!(" (line {}", at.line), &of, &": `", &shown, &"`)"])
    });
    let place = place.unwrap_or_default();
    if notation.is_native() {
        let message = failure.raised.message.first_line().map(|message| {
            let accepts = format!("{} does not accept it: ", notation.title());
            message.strip_prefix(&accepts).unwrap_or(message).to_owned()
        });
        // What is missing is named by the message.
        if message.expose().starts_with(&format!("`{module}`")) {
            return Untrusted::concat(&[&message.map(shortened_message), &place, &"."]);
        }
        // What is wrong may be in a header that belongs to it.
        let file = failure.place.as_ref().map_or_else(|| module.into(), |place| place.file.clone());
        let message = message.map(|message| match message.strip_suffix(": No such file or directory") {
            Some(missing) => format!("there is no file `{}`", shortened(missing)),
            None => shortened_message(message),
        });
        return Untrusted::concat(&[&"`", &file, &"` cannot be compiled: ", &message, &place, &"."]);
    }
    let (what, advice) = match (notation, failure.raised.class.expose()) {
        (Notation::Python, "EOFError") => ("reads input", "calls of `input` belong into functions, or"),
        (Notation::Python, "SystemExit") => ("ends the program", "what starts the program belongs"),
        _ => {
            let cannot = format!("`{module}` cannot be imported: ");
            let shown = exception(&failure.raised);
            // Where a syntax error is, Python says in its own words too.
            let shown = match failure.place {
                Some(_) => shown.map(|shown| SYNTAX_PLACE.replace(shown, "`").into_owned()),
                None => shown,
            };
            return Untrusted::concat(&[&cannot, &shown, &place, &"."]);
        }
    };
    Untrusted::concat(&[
        &format!("`{module}` {what} when it is imported"),
        &place,
        &format!(": {advice} below `if __name__ == \"__main__\":`."),
    ])
}

/// The place at the end of what Python says about a syntax error: ` (board.py, line 5)`.
static SYNTAX_PLACE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r" \([^()]*\.py, line [0-9]+\)`$").expect("the pattern is part of the program")
});

fn is_notebook_cell(file: &str) -> bool {
    file.contains(".ipynb, cell ")
}

/// Returns the verdict and the reason for a line without an answer.
fn ended(trace: &SessionTrace, module: &Module, line: &str, limits: &Limits) -> (Verdict, String) {
    let what = match trace.import {
        Import::Unknown if matches!(module.notation, Notation::Python | Notation::JavaScript) => {
            "The import".to_owned()
        }
        Import::Unknown => format!("Loading `{}`", module.file),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::NOT_COMPILED;

    #[test]
    fn the_file_that_a_compiler_refuses_is_named_also_if_it_is_a_header() {
        let told = |message: &str, file: &str, shown: &str| {
            let raised = Raised { class: NOT_COMPILED.into(), message: message.into() };
            let place = Some(SourcePlace { line: 2, shown: shown.into(), file: file.into() });
            let failure = ImportFailure { raised, place };
            import_failed(Notation::of_file("stats.c").unwrap(), "stats.c", &failure).expose().to_owned()
        };
        assert_eq!(
            told("expected `;` before `struct`", "stats.h", "typdef struct point point;"),
            "`stats.h` cannot be compiled: expected `;` before `struct` (line 2: `typdef struct point point;`)."
        );
        assert_eq!(
            told("nowhere.h: No such file or directory", "stats.h", "#include \"nowhere.h\""),
            "`stats.h` cannot be compiled: there is no file `nowhere.h` (line 2: `#include \"nowhere.h\"`)."
        );
    }
}
