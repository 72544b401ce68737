//! The expectations of runs: the reference plays them.

use yardstick_reference::{Deviations, Reference, Stop};

use super::checked::{failed, rejected};
use super::program::{ReferenceProgram, misused};
use super::{Error, ExpectedOutput, ExpectedRun, Source};
use crate::sandbox::Exit;
use crate::spec::{
    AcceptedOutput, Comparison, Defects, Diagnostic, ExpectedContent, ExpectedExit, ExpectedFile,
    ExpectedStderr, Pattern, Relaxation, RunTask, Scenario, Spec,
};
use crate::trace::{CheckerAnswer, Left, Played, Trace, decode, played};
use crate::written_number::number_places;

/// Returns the expectation of a run.
pub(super) fn expected(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    reference: &Source,
) -> Result<ExpectedRun, Error> {
    let expectation = &task.expectation;
    let mut outputs: Vec<ExpectedOutput> = match &expectation.stdout {
        Some(accepted) => {
            if let (Some(_), Source::Program(program)) = (&task.checker, reference) {
                program_output(spec, scenario, task, program)?;
            }
            accepted.iter().map(written).collect()
        }
        None => match reference {
            Source::BuiltIn(reference) => built_in_outputs(spec, scenario, task, *reference)?,
            Source::Program(program) => vec![program_output(spec, scenario, task, program)?],
            // A checker judges alone.
            Source::None if task.checker.is_some() => vec![written(&AcceptedOutput::Text(String::new()))],
            Source::None => unreachable!("a checked spec without a reference says what is expected"),
        },
    };
    outputs.extend(expectation.also.iter().map(written));
    let usual_exit = match outputs.first() {
        Some(ExpectedOutput::Trace { trace, .. }) => match trace.exit {
            Exit::Code(code) => ExpectedExit::Code(code),
            _ => ExpectedExit::Any,
        },
        _ => ExpectedExit::Code(0),
    };
    something_counts(spec, scenario, task, &outputs)?;
    Ok(ExpectedRun {
        outputs,
        exit: expectation.exit.unwrap_or(usual_exit),
        stderr: expectation.stderr.clone(),
        files: expected_files(spec, scenario, task, reference)?,
    })
}

/// Returns what must be left, with what the reference leaves in the place of what is expected from it.
fn expected_files(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    reference: &Source,
) -> Result<Vec<ExpectedFile>, Error> {
    let files = task.expectation.files.iter().map(|file| {
        let file = expected_file(spec, scenario, task, reference, file)?;
        let ExpectedContent::Bytes(content) = &file.content else { return Ok(file) };
        if file.comparison.leaves_nothing(&decode(content)) {
            let message = format!("`compare` leaves nothing of what is expected in the file `{}`", file.path);
            let help = "compare this file in another way: `compare: exact`, or fewer relaxations";
            let label = "an empty file would be accepted here";
            let diagnostic = Diagnostic::new(scenario.place.clone(), message, label).help(help);
            return Err(spec.defect(diagnostic).into());
        }
        Ok(file)
    });
    files.collect()
}

/// Returns an expected file, with what the reference leaves if that is expected.
fn expected_file(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    reference: &Source,
    file: &ExpectedFile,
) -> Result<ExpectedFile, Error> {
    let Source::Program(program) = reference else { return Ok(file.clone()) };
    if !matches!(file.content, ExpectedContent::Reference) {
        return Ok(file.clone());
    }
    match program.run(task)?.left.remove(&file.path) {
        Some(Left::Content(content)) => {
            Ok(ExpectedFile { content: ExpectedContent::Bytes(content), ..file.clone() })
        }
        _ => {
            let message = format!("the reference leaves no file `{}`", file.path);
            let label = "it is expected from the reference here";
            let help = "correct the path or the reference, or write what the file holds";
            Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help)).into())
        }
    }
}

fn written(accepted: &AcceptedOutput) -> ExpectedOutput {
    match accepted {
        AcceptedOutput::Pattern(pattern) => ExpectedOutput::Pattern(pattern.clone()),
        AcceptedOutput::Text(text) => {
            let trace = Trace::of_output(text.clone().into_bytes());
            ExpectedOutput::Trace { trace, reading: None, decisive: Vec::new() }
        }
    }
}

/// Returns the output of the reference, then its output under each other reading, and under all of them.
fn built_in_outputs(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    reference: &'static dyn Reference,
) -> Result<Vec<ExpectedOutput>, Error> {
    let (trace, decisive) = play(spec, scenario, task, reference, &Deviations::default())?;
    let mut outputs = vec![ExpectedOutput::Trace { trace, reading: None, decisive }];
    for (reading, deviations) in Source::readings(spec) {
        // A second reading may need other input than the usual one: then it has no output here.
        let Ok((trace, decisive)) = play(spec, scenario, task, reference, &deviations) else { continue };
        let known = |output: &ExpectedOutput| match output {
            ExpectedOutput::Trace { trace: known, .. } => known.stdout == trace.stdout,
            ExpectedOutput::Pattern(_) => false,
        };
        if !outputs.iter().any(known) {
            outputs.push(ExpectedOutput::Trace { trace, reading: Some(reading), decisive });
        }
    }
    Ok(outputs)
}

/// Returns the expectation of a run whose input may end before the program does: any exit code is accepted then.
pub(super) fn expected_of_trial(
    spec: &Spec,
    task: &RunTask,
    reference: &'static dyn Reference,
) -> Option<ExpectedRun> {
    let play = |deviations: &Deviations| played(reference, &task.args, &task.input.lines, deviations);
    let Played { trace: usual, stopped, .. } = play(&Deviations::default());
    if matches!(stopped, Err(Stop::Usage(_))) {
        return None;
    }
    let exit = if stopped.is_ok() { ExpectedExit::Code(0) } else { ExpectedExit::Any };
    let mut outputs = vec![ExpectedOutput::Trace { trace: usual, reading: None, decisive: Vec::new() }];
    for (reading, deviations) in Source::readings(spec) {
        let (trace, decisive) = (play(&deviations).trace, Vec::new());
        outputs.push(ExpectedOutput::Trace { trace, reading: Some(reading), decisive });
    }
    Some(ExpectedRun { outputs, exit, stderr: ExpectedStderr::Ignored, files: Vec::new() })
}

/// Refuses a comparison that leaves nothing of an expected output, where nothing else is expected.
fn something_counts(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    outputs: &[ExpectedOutput],
) -> Result<(), Box<Defects>> {
    let (expectation, comparison) = (&task.expectation, &task.comparison);
    // Nearly every program ends with the exit code 0.
    let expects_more = matches!(expectation.exit, Some(ExpectedExit::NonZero | ExpectedExit::Waiting))
        || matches!(expectation.exit, Some(ExpectedExit::Code(code)) if code != 0)
        || !expectation.files.is_empty()
        || !matches!(expectation.stderr, ExpectedStderr::Ignored | ExpectedStderr::Empty);
    if task.checker.is_some() || expects_more && !matches!(comparison, Comparison::Events(_)) {
        return Ok(());
    }
    let only_numbers =
        matches!(comparison, Comparison::Text(relaxations) if relaxations.contains(&Relaxation::OnlyNumbers));
    let has_no_number = |text: &str| text.lines().all(|line| number_places(line).next().is_none());
    let leaves_nothing = |text: &str| comparison.leaves_nothing(text) || only_numbers && has_no_number(text);
    let is_left_nothing_of = |output: &ExpectedOutput| match output {
        ExpectedOutput::Trace { trace, .. } => leaves_nothing(&decode(&trace.stdout)),
        ExpectedOutput::Pattern(Pattern::Contains(texts) | Pattern::Words(texts)) => {
            matches!(comparison, Comparison::Text(_))
                && texts.iter().any(|text| comparison.leaves_nothing(text))
        }
        ExpectedOutput::Pattern(Pattern::Whole { .. } | Pattern::Regex(_)) => false,
    };
    if !outputs.iter().any(is_left_nothing_of) {
        return Ok(());
    }
    let name = &scenario.name;
    let other_way = "compare this scenario in another way: `compare: exact`, or fewer relaxations";
    let (message, label, help) = match comparison {
        Comparison::Events(_) => (
            format!("no event happens in `{name}`"),
            "nearly every program would be accepted here",
            "change the patterns so that they pick something out of what the reference prints",
        ),
        Comparison::Text(_) if only_numbers => (
            format!("no number is expected in `{name}`"),
            "every program that prints no number would be accepted here",
            "compare this scenario in another way: `compare: exact`, or a list of relaxations without `only-numbers`",
        ),
        Comparison::Text(_) => (
            format!("`compare` leaves nothing of what is expected in `{name}`"),
            "a program that prints nothing would be accepted here",
            other_way,
        ),
        Comparison::Table(_) => (
            format!("the table that is expected in `{name}` has no cell that counts"),
            "a program that prints nothing would be accepted here",
            "compare this scenario in another way: `compare: exact`",
        ),
    };
    Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help)))
}

/// Plays the reference; returns the trace and the decisive bytes of its output.
fn play(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    reference: &dyn Reference,
    deviations: &Deviations,
) -> Result<(Trace, Vec<usize>), Box<Defects>> {
    let Played { trace, decisive, stopped } = played(reference, &task.args, &task.input.lines, deviations);
    let place = scenario.place.clone();
    let must_wait = task.expectation.exit == Some(ExpectedExit::Waiting);
    match stopped {
        // The last two only happen with bugs, and a plan asks for none.
        Ok(()) if must_wait => {
            let message = format!("the reference does not ask for more input in `{}`", scenario.name);
            let help = "take out lines at the end of the input, or `exit: waiting`";
            let diagnostic = Diagnostic::new(place, message, "it ends by itself").help(help);
            return Err(spec.defect(diagnostic));
        }
        Ok(()) | Err(Stop::Crashed(_) | Stop::Endless) => {}
        Err(Stop::EndOfInput) if must_wait => {}
        Err(Stop::EndOfInput) => {
            let shown = decode(&trace.stdout);
            let asks = shown.lines().last().unwrap_or_default().trim();
            let message = format!("the input of `{}` ends before the reference does", scenario.name);
            let count = task.input.lines.len();
            let lines = if count == 1 { "line" } else { "lines" };
            let label = format!("after {count} {lines} it still asks: {asks}");
            let help = "add the lines that bring the program to its end";
            return Err(spec.defect(Diagnostic::new(place, message, label).help(help)));
        }
        Err(Stop::Usage(usage)) => {
            let message =
                format!("the reference cannot be started with the arguments of `{}`", scenario.name);
            let label = format!("it {usage}");
            return Err(spec.defect(Diagnostic::new(place, message, label).help("change `args`")));
        }
    }
    Ok((trace, decisive))
}

fn program_output(
    spec: &Spec,
    scenario: &Scenario,
    task: &RunTask,
    program: &ReferenceProgram,
) -> Result<ExpectedOutput, Error> {
    let trace = program.run(task).map_err(|error| match error {
        Error::Checker(reason) => failed(spec, scenario, reason).into(),
        other => other,
    })?;
    if let (Some(checker), Some(checked)) = (&task.checker, &trace.checked)
        && checked.answer == CheckerAnswer::Wrong
    {
        return Err(rejected(spec, scenario, checker, checked).into());
    }
    if let Some(found) = misused(&trace) {
        let message = format!("a sanitizer finds a mistake in the reference on `{}`", scenario.name);
        let help = "correct the reference, or leave out `runtime: sanitized`";
        return Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, found).help(help)).into());
    }
    let ended_well = match (trace.exit, task.expectation.exit) {
        (_, Some(ExpectedExit::Waiting)) => true,
        (Exit::Code(0), None) | (Exit::Code(_), Some(_)) => true,
        (_, None | Some(_)) => false,
    };
    if !ended_well {
        let message = format!("the reference fails on `{}`", scenario.name);
        let last = decode(&trace.stderr).lines().last().map(|line| format!(": {line}")).unwrap_or_default();
        let label = format!("it ends with {}{last}", trace.exit);
        let help = "correct the reference or the input, or say `expect: {exit: …}`";
        return Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help)).into());
    }
    let trace = if task.expectation.exit == Some(ExpectedExit::Waiting) {
        let waits = trace.dialogue.as_ref().is_none_or(|dialogue| dialogue.asked_beyond_end.is_some());
        if !waits {
            let message = format!("the reference does not ask for more input in `{}`", scenario.name);
            let help = "take out lines at the end of the input, or `exit: waiting`";
            let diagnostic = Diagnostic::new(scenario.place.clone(), message, "it ends by itself").help(help);
            return Err(spec.defect(diagnostic).into());
        }
        trace.until_it_waits().into_owned()
    } else {
        trace
    };
    Ok(ExpectedOutput::Trace { trace, reading: None, decisive: Vec::new() })
}
