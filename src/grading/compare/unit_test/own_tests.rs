//! Judges a submission's own tests by the programs that they accept and reject.

use std::path::Path;

use crate::compare::ending::source::not_handed_in;
use crate::compare::{Judgement, Share, Verdict};
use crate::spec::{TestsTask, WrongProgram};
use crate::trace::{TestsComplaint, TestsSummary, TestsTrace};
use crate::untrusted::Untrusted;

/// Judges own tests: all must pass on the correct program; the share of wrong programs that fail a test counts.
pub(crate) fn judge(task: &TestsTask, trace: &TestsTrace) -> Judgement {
    let wrong =
        |reason: String| Judgement { reasons: vec![reason.into()], ..Judgement::new(Verdict::WrongAnswer) };
    if !trace.is_there {
        return Judgement::did_not_run(Verdict::WrongAnswer, not_handed_in(&task.file));
    }
    match &trace.complaint {
        Some(TestsComplaint { summary: Some(TestsSummary::NoTests), .. }) => {
            return wrong(format!("No test ran. A test is {}.", a_test(&task.file)));
        }
        Some(TestsComplaint { summary: Some(TestsSummary::NotLoaded), .. }) => {
            return wrong(not_loaded(&task.file));
        }
        Some(TestsComplaint { summary: Some(TestsSummary::NotCompiled), .. }) => {
            return wrong("The tests do not compile with a right program.".to_owned());
        }
        Some(complaint) => {
            return wrong(format!("The tests must pass on a right program, and do not: {complaint}."));
        }
        None => {}
    }
    let (caught, missed): (Vec<_>, Vec<_>) =
        task.wrong.iter().zip(&trace.caught).partition(|(_, caught)| **caught);
    let list = |programs: &[(&WrongProgram, &bool)]| {
        let mut all: Vec<(&str, usize)> = Vec::new();
        for (program, _) in programs {
            match all.iter_mut().find(|(about, _)| *about == program.about) {
                Some((_, count)) => *count += 1,
                None => all.push((&program.about, 1)),
            }
        }
        let line = |(about, count): (&str, usize)| match count {
            1 => format!("- {about}"),
            count => format!("- {about} ({count} programs)"),
        };
        all.into_iter().map(line).collect::<Vec<_>>()
    };
    let mut reasons =
        vec![format!("The tests catch {} of {} wrong programs.", caught.len(), task.wrong.len())];
    if !missed.is_empty() {
        reasons.push("Missed:".to_owned());
        reasons.extend(list(&missed));
    }
    if !caught.is_empty() {
        reasons.push("Caught:".to_owned());
        reasons.extend(list(&caught));
    }
    let verdict = if missed.is_empty() { Verdict::Accepted } else { Verdict::WrongAnswer };
    let share = Share { done: caught.len() as u32, of: task.wrong.len() as u32 };
    let reasons = reasons.into_iter().map(Untrusted::from).collect();
    Judgement { reasons, share: Some(share), ..Judgement::new(verdict) }
}

/// What a file with tests is told that comes to no end of its own.
fn not_loaded(file: &str) -> String {
    match Path::new(file).extension() {
        Some(ending) if ending == "py" => format!(
            "No test ran, because `{file}` ends with an error while it is imported beside a right program: it is no Python, \
             or imports or calls something that is not there."
        ),
        _ => format!(
            "The tests cannot pass, because `{file}` ends with an error beside a right program: it is no JavaScript, or uses \
             a name or a module that is not there. `describe`, `test` and `expect` of other tools are not there either: tests \
             use `node:test` and `node:assert`."
        ),
    }
}

/// What is run in a file with tests.
fn a_test(file: &str) -> &'static str {
    match Path::new(file).extension() {
        Some(ending) if ending == "java" => {
            "a method with `@Test` before it, in the class that is named like the file, and counts if nothing skips it"
        }
        _ => {
            "a method whose name begins with `test`, in a class derived from `unittest.TestCase`: a function outside of a class is none"
        }
    }
}
