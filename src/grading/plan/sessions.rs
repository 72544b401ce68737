//! The expectations of sessions: the reference answers them.

use yardstick_reference::{Answer, Deviations, Reference, Value};

use super::checked::{failed, rejected};
use super::program::{ReferenceProgram, trusted};
use super::{Error, ExpectedAnswer, ExpectedSession, Source};
use crate::session::{
    Interface, NOT_COMPILED, NOT_DEFINED, Notation, UNREADABLE, agree, incomparable, neutral_of_python,
};
use crate::spec::{
    Comparison, Defects, Diagnostic, Got, PrintedComparison, Scenario, SessionLine, SessionTask, Spec,
    ValueRelaxation,
};
use crate::trace::{CheckerAnswer, Import, SessionEnd, SessionTrace};
use crate::untrusted::Untrusted;

/// Returns the accepted answers, the usual ones first.
pub(super) fn expected(
    spec: &Spec,
    scenario: &Scenario,
    task: &SessionTask,
    reference: &Source,
) -> Result<Vec<ExpectedSession>, Error> {
    let mut accepted = match reference {
        Source::BuiltIn(reference) => built_in(spec, scenario, task, *reference)?,
        Source::Program(program) => vec![usual(of_program(spec, scenario, task, program)?)],
        Source::None => {
            let shown = |line: &SessionLine| ExpectedAnswer::Shown(line.shown.clone());
            let answers = match &task.module.interface {
                Some(interface) => in_neutral_form(interface, task),
                None => task.lines.iter().map(shown).collect(),
            };
            return Ok(vec![ExpectedSession { answers, reading: None }]);
        }
    };
    if task.checker.is_none() {
        agrees(spec, task, &accepted[0])?;
        something_counts(spec, task, &accepted[0])?;
    }
    accepted.dedup_by(|later, first| later.answers == first.answers);
    Ok(accepted)
}

/// Returns the answers that the texts under the prompts of a neutral session stand for: a literal is a value there, unless the
/// line gives none.
fn in_neutral_form(interface: &Interface, task: &SessionTask) -> Vec<ExpectedAnswer> {
    let literal =
        |line: &SessionLine| Answer { value: task.module.notation.literal(&line.shown), ..Answer::default() };
    let written: Vec<Answer> = task.lines.iter().map(literal).collect();
    let folded = neutral_of_python(interface, &task.sources(), written.clone());
    let of_line = |((line, written), folded): ((&SessionLine, &Answer), Answer)| {
        let is_kept = written.value == Some(Value::None) || folded.value != Some(Value::None);
        match written.value.is_some() && is_kept {
            true => ExpectedAnswer::Answer(folded),
            false => ExpectedAnswer::Shown(line.shown.clone()),
        }
    };
    task.lines.iter().zip(&written).zip(folded).map(of_line).collect()
}

/// Refuses relaxations that leave nothing of what a line prints, and patterns of events that leave nothing of a session.
fn something_counts(spec: &Spec, task: &SessionTask, expected: &ExpectedSession) -> Result<(), Box<Defects>> {
    let comparison = match &task.comparison.printed {
        PrintedComparison::Compared(comparison @ (Comparison::Text(_) | Comparison::Table(_))) => comparison,
        PrintedComparison::Compared(comparison @ Comparison::Events(_)) => {
            return an_event_happens(spec, task, expected, comparison);
        }
        PrintedComparison::Ignored | PrintedComparison::Contains => return Ok(()),
    };
    for (line, answer) in task.lines.iter().zip(&expected.answers) {
        let ExpectedAnswer::Answer(answer) = answer else { continue };
        if comparison.leaves_nothing(&answer.printed) {
            let message = "`compare` leaves nothing of what this line prints";
            let help = "compare this scenario in another way: `compare: exact`, or fewer relaxations";
            let label = "a program that prints nothing would be accepted here";
            return Err(spec.defect(Diagnostic::new(line.place.clone(), message, label).help(help)));
        }
    }
    Ok(())
}

/// A line may print no event, but not all of them, unless they have values.
fn an_event_happens(
    spec: &Spec,
    task: &SessionTask,
    expected: &ExpectedSession,
    comparison: &Comparison,
) -> Result<(), Box<Defects>> {
    let says_nothing = |answer: &ExpectedAnswer| match answer {
        ExpectedAnswer::Answer(answer) => {
            matches!(answer.value, None | Some(Value::None | Value::Null))
                && answer.raised.is_none()
                && comparison.leaves_nothing(&answer.printed)
        }
        ExpectedAnswer::Shown(_) => false,
    };
    let Some(last) = task.lines.last().filter(|_| expected.answers.iter().all(says_nothing)) else {
        return Ok(());
    };
    let message = "no event happens in this session, and no line has a value";
    let help = "change the patterns so that they pick something out of what the reference prints";
    let label = "nearly every program would be accepted here";
    Err(spec.defect(Diagnostic::new(last.place.clone(), message, label).help(help)))
}

fn usual(answers: Vec<Answer>) -> ExpectedSession {
    ExpectedSession { answers: answers.into_iter().map(ExpectedAnswer::Answer).collect(), reading: None }
}

fn built_in(
    spec: &Spec,
    scenario: &Scenario,
    task: &SessionTask,
    reference: &'static dyn Reference,
) -> Result<Vec<ExpectedSession>, Box<Defects>> {
    if !reference.modules().contains(&task.module.name.as_str()) {
        let message = format!("the reference does not know the module `{}`", task.module.name);
        let known: Vec<String> = reference.modules().iter().map(|module| format!("`{module}`")).collect();
        let help = match known.as_slice() {
            [] => "it answers no sessions at all".to_owned(),
            known => format!("it knows {}: say `module: …`", known.join(" and ")),
        };
        let diagnostic = Diagnostic::new(scenario.place.clone(), message, "this session uses it").help(help);
        return Err(spec.defect(diagnostic));
    }
    let sources = task.sources();
    let answers = |deviations: &Deviations| {
        let answers = reference.session(&task.module.name, &sources, &task.stdin, deviations);
        answers.map(|answers| match &task.module.interface {
            Some(interface) => neutral_of_python(interface, &sources, answers),
            None => answers,
        })
    };
    let first = answers(&Deviations::default()).map_err(|error| {
        let place = task.lines.get(error.line).map_or(scenario.place.clone(), |line| line.place.clone());
        spec.defect(Diagnostic::new(place, "the reference cannot answer this line", error.message))
    })?;
    are_comparable(spec, task, &first)?;
    let mut accepted = vec![usual(first)];
    for (reading, deviations) in Source::readings(spec) {
        let Ok(other) = answers(&deviations) else { continue };
        let other = ExpectedSession { reading: Some(reading), ..usual(other) };
        if accepted.iter().all(|known| known.answers != other.answers) {
            accepted.push(other);
        }
    }
    Ok(accepted)
}

/// Returns the answer that the checker of a session is given: the text under the prompts, or else what the reference shows.
pub fn shown_answer(task: &SessionTask, accepted: &[ExpectedSession]) -> String {
    let notation = task.module.notation;
    let shown = |answer: &ExpectedAnswer| match answer {
        ExpectedAnswer::Answer(answer) => notation.under_prompt(answer),
        ExpectedAnswer::Shown(shown) => shown.clone(),
    };
    let of_reference = || {
        let answers = accepted.first().map(|session| session.answers.as_slice()).unwrap_or_default();
        let shown = answers.iter().map(shown).filter(|shown| !shown.is_empty());
        shown.map(|shown| shown + "\n").collect()
    };
    task.answer().unwrap_or_else(of_reference)
}

/// Returns the accepted answers in a session that is in no spec.
pub(super) fn expected_of_trial(
    spec: &Spec,
    task: &SessionTask,
    reference: &'static dyn Reference,
) -> Option<Vec<ExpectedSession>> {
    let sources = task.sources();
    let answers = |deviations: &Deviations| {
        reference.session(&task.module.name, &sources, &task.stdin, deviations).ok()
    };
    let mut accepted = vec![usual(answers(&Deviations::default())?)];
    for (reading, deviations) in Source::readings(spec) {
        let other = answers(&deviations).map(usual);
        accepted.extend(other.map(|other| ExpectedSession { reading: Some(reading), ..other }));
    }
    Some(accepted)
}

fn of_program(
    spec: &Spec,
    scenario: &Scenario,
    task: &SessionTask,
    program: &ReferenceProgram,
) -> Result<Vec<Answer>, Error> {
    let sources = task.sources();
    let trace = program.session(task).map_err(|error| match error {
        Error::Checker(reason) => failed(spec, scenario, reason).into(),
        other => other,
    })?;
    if let (Some(checker), Some(checked)) = (&task.checker, &trace.checked)
        && checked.answer == CheckerAnswer::Wrong
    {
        return Err(rejected(spec, scenario, checker, checked).into());
    }
    match trace {
        SessionTrace { import: Import::Done, answers, end: SessionEnd::Code(0), .. }
            if answers.len() == sources.len() || refuses_line(&answers) =>
        {
            let answers = trusted(&answers);
            is_readable(spec, task, &answers)?;
            are_comparable(spec, task, &answers)?;
            Ok(answers)
        }
        SessionTrace { import, answers, .. } => {
            let message = format!("the reference fails on `{}`", scenario.name);
            let label = match import {
                Import::Failed(failure) => {
                    let raised = Answer { raised: Some(failure.raised), ..Answer::default() };
                    format!("its import raises {}", task.module.notation.under_prompt(&trusted(&[raised])[0]))
                }
                Import::Done | Import::Unknown => {
                    format!("it answers {} of {} lines", answers.len(), sources.len())
                }
            };
            Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label)).into())
        }
    }
}

/// Tells whether a session was cut at a line that cannot be carried out.
fn refuses_line(answers: &[Answer<Untrusted>]) -> bool {
    let raised = answers.last().and_then(|answer| answer.raised.as_ref());
    raised.is_some_and(|raised| {
        [UNREADABLE, NOT_COMPILED, NOT_DEFINED].into_iter().any(|class| raised.class == *class)
    })
}

/// Checks that every line is one of its language.
fn is_readable(spec: &Spec, task: &SessionTask, answers: &[Answer]) -> Result<(), Box<Defects>> {
    let notation = task.module.notation;
    if notation == Notation::Python {
        return Ok(());
    }
    for (line, answer) in task.lines.iter().zip(answers) {
        if let Some(raised) = answer.raised.as_ref().filter(|raised| raised.class == UNREADABLE) {
            let title = notation.title();
            let (message, help) = match notation.is_native() {
                true => (
                    format!("this line cannot be compiled as a line of {title}"),
                    "write one expression, declaration or statement with what the header declares",
                ),
                false => (
                    format!("this line is no {title}"),
                    "write one expression or statement after each prompt",
                ),
            };
            let diagnostic = Diagnostic::new(line.place.clone(), message, raised.message.clone());
            return Err(spec.defect(diagnostic.help(help)));
        }
        if let Some(raised) = answer.raised.as_ref().filter(|raised| raised.class == NOT_COMPILED) {
            let message = "this line cannot be compiled with the reference";
            let label = raised.message.lines().next().unwrap_or_default();
            let diagnostic = Diagnostic::new(line.place.clone(), message, label);
            return Err(spec.defect(diagnostic.help("correct the line, or the reference")));
        }
        if let Some(raised) = answer.raised.as_ref().filter(|raised| raised.class == NOT_DEFINED) {
            let message = "this line needs something that the reference does not define";
            let label = format!("there is no `{}`", raised.message.lines().next().unwrap_or_default());
            let diagnostic = Diagnostic::new(line.place.clone(), message, label);
            return Err(spec.defect(diagnostic.help("correct the line, or the reference")));
        }
    }
    Ok(())
}

/// Checks that every value can be compared: what it does not say would be right in every submission.
fn are_comparable(spec: &Spec, task: &SessionTask, answers: &[Answer]) -> Result<(), Box<Defects>> {
    let notation = task.module.notation;
    if task.checker.is_some() || task.comparison.values.contains(&ValueRelaxation::ClassOnly) {
        return Ok(());
    }
    for (line, answer) in task.lines.iter().zip(answers) {
        // The text under the prompt says what counts.
        if line.leeway.is_some() && !line.shown.is_empty() {
            continue;
        }
        let Some(part) = answer.value.as_ref().and_then(|value| incomparable(notation, value)) else {
            continue;
        };
        let (message, label, help) = part.told(notation);
        return Err(spec.defect(Diagnostic::new(line.place.clone(), message, label).help(help)));
    }
    Ok(())
}

/// Checks that the text under a prompt is the one of the reference.
fn agrees(spec: &Spec, task: &SessionTask, expected: &ExpectedSession) -> Result<(), Box<Defects>> {
    for (line, answer) in task.lines.iter().zip(&expected.answers) {
        let ExpectedAnswer::Answer(answer) = answer else { continue };
        let notation = task.module.notation;
        let shown = notation.own_under_prompt(answer);
        let raised = answer.raised.as_ref().map(|one| (one.class.as_str(), one.message.as_str()));
        let of_doctest = [&shown, &notation.under_prompt(answer)]
            .into_iter()
            .any(|shown| line.is_accepted_by_doctest(Got { shown, raised }));
        let is_same = of_doctest
            || match notation {
                Notation::Python => {
                    same_shown(&line.shown, &shown) || same_shown(&line.shown, &notation.under_prompt(answer))
                }
                Notation::JavaScript | Notation::Java | Notation::C | Notation::Cpp | Notation::Neutral => {
                    agree(notation, &line.shown, answer)
                }
            };
        if !line.shown.is_empty() && !is_same {
            let message = "the spec and the reference disagree on this line";
            let label = format!("the spec says `{}`", line.shown.replace('\n', "⏎"));
            let help = match shown.as_str() {
                "" => "the reference shows nothing here, neither a value nor output: leave the text out"
                    .to_owned(),
                shown => format!(
                    "the reference says `{}`: write that, or leave the text out",
                    shown.replace('\n', "⏎")
                ),
            };
            return Err(spec.defect(Diagnostic::new(line.place.clone(), message, label).help(help)));
        }
    }
    Ok(())
}

/// Tells whether two texts under a prompt are equal: of a traceback only the last line counts, as in doctest.
pub fn same_shown(written: &str, shown: &str) -> bool {
    // Python names the module of a class before it, where that is no part of the language.
    let bare = |line: &str| {
        let (class, message) = line.split_once(':').map_or((line, None), |(class, rest)| (class, Some(rest)));
        let class = class.rsplit('.').next().unwrap_or(class);
        message.map_or_else(|| class.to_owned(), |message| format!("{class}:{message}"))
    };
    let last = |text: &str| bare(text.lines().last().unwrap_or_default().trim_end());
    if written.starts_with("Traceback") {
        return last(written) == last(shown);
    }
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines(written) == lines(shown)
}
