//! The instructor's tests: the reference must pass them.

use super::program::ReferenceProgram;
use super::{Error, Source};
use crate::spec::{Diagnostic, Scenario, Spec, UnitTestTask};
use crate::trace::{CaseOutcome, SessionEnd, UnitTestTrace};
use crate::unit_test;
use crate::untrusted::{Text, Untrusted};

/// What came of a test with the reference.
#[derive(Debug)]
pub struct WithReference {
    /// Whether objects of the reference agree with whatever they are compared with, so that those of a submission may, too.
    pub may_agree: bool,
    /// The number of sets of parameters with which it passes.
    pub sets: usize,
    /// The sets of parameters that the test skips.
    pub skipped: Vec<Untrusted>,
}

/// Runs a test with the reference, if that is a program. Returns what that shows about the test.
pub(super) fn expected(
    spec: &Spec,
    scenario: &Scenario,
    task: &UnitTestTask,
    reference: &Source,
) -> Result<Option<WithReference>, Error> {
    let Source::Program(program) = reference else { return Ok(None) };
    let mut trace = program.unit_test(task)?;
    let may_agree = trace.liar.take().is_some();
    let skipped = trace.take_skipped_sets();
    must_pass(spec, scenario, task, (program, &trace))?;
    Ok(Some(WithReference { may_agree, sets: trace.cases.len(), skipped }))
}

fn must_pass(
    spec: &Spec,
    scenario: &Scenario,
    task: &UnitTestTask,
    (program, trace): (&ReferenceProgram, &UnitTestTrace),
) -> Result<(), Error> {
    let name = task.test.name();
    let defect = |message: String, label: String, help: &str| {
        Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help)).into())
    };
    if let Some(fault) = unit_test::fault(&task.test, trace, false, |module| program.has_module(module)) {
        let (message, help) = match fault.expose().split_once("\nhelp: ") {
            Some((message, help)) => (message.to_owned(), help.to_owned()),
            None => (fault.expose().to_owned(), "correct the test".to_owned()),
        };
        return defect(message, format!("`{name}` is in this file"), &help);
    }
    let full = task.most.zip(trace.score).is_none_or(|(most, score)| score >= most.weight());
    if trace.is_passed() && full {
        return Ok(());
    }
    let message = format!("the reference fails the test `{name}`");
    let help = format!("correct the test or the reference, or leave the test out: `without: [{name}]`");
    defect(message, failure(&task.test.file, trace), &help)
}

/// Says how the reference failed.
fn failure(file: &str, trace: &UnitTestTrace) -> String {
    if let Some((what, place)) = &trace.looked {
        return format!(
            "it looks at what tests it: {}, line {} of {}",
            what.expose(),
            place.line,
            place.file.expose()
        );
    }
    if let Some(changed) = &trace.changed {
        return format!("it replaces `{}`, which decides about tests", changed.expose());
    }
    let Some(case) = trace.lost() else {
        return match trace.end {
            SessionEnd::Code(0) => "it gets a part of the points only".to_owned(),
            SessionEnd::Code(code) => format!("it ends with exit code {code}"),
            SessionEnd::Signal(signal) => format!("it ends with signal {signal}"),
            SessionEnd::Exceeded(resource) => format!("it ends with {}", resource.facts().end),
            SessionEnd::Malformed => "it gives no result".to_owned(),
        };
    };
    let message = match &case.raised {
        Some(raised) => {
            let said = Untrusted::concat(&[&raised.class, &": ", &raised.message.first_line()]);
            said.expose().trim_end_matches(": ").to_owned()
        }
        None => case.reason.first_line().expose().to_owned(),
    };
    let with = if case.name.is_empty() { String::new() } else { format!("with {}, ", case.name.expose()) };
    let place = match (&case.at, case.outcome) {
        (Some((line, _)), _) => format!("line {line} of {file}: "),
        (None, CaseOutcome::Skipped) => "skipped: ".to_owned(),
        (None, _) => String::new(),
    };
    format!("{with}{place}{message}")
}
