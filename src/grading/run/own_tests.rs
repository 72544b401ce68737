//! Runs a submission's own tests on our programs, so that only the behaviour of these programs can tell them apart.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::concurrency::Guest;
use super::end_cause::{EndCause, stops_others_too};
use super::prepare::{Submitted, again};
use super::{Fault, NOTICE};
use crate::digest::Digest;
use crate::language;
use crate::python;
use crate::rules::Grammar;
use crate::sandbox::{Execution, Exit, Limits};
use crate::spec::TestsTask;
use crate::submission::File;
use crate::trace::{TestsComplaint, TestsSummary, TestsTrace};
use crate::unit_test::{CompiledTests, compile_own_tests};

/// The correct program is run once more for each group of this many wrong ones.
const WRONG_FOR_A_RIGHT: usize = 12;

/// The first of this many programs is a correct one: tests that fail on it are stopped soon.
const EARLY: usize = 3;

/// A program under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Right,
    /// A wrong program, by its index in the task.
    Wrong(usize),
}

/// Runs the tests on the correct program and on the wrong ones; on the correct one until they fail.
pub(super) fn observe(
    task: &TestsTask,
    submitted: &Submitted,
    guest: &Guest,
    limits: &Limits,
) -> Result<TestsTrace, Fault> {
    let is_there = submitted.files.get(Path::new(&task.file)).is_some();
    if !is_there {
        return Ok(TestsTrace { is_there, complaint: None, caught: Vec::new() });
    }
    let ours = match ready(task, submitted)? {
        Ok(ours) => ours,
        Err(complaint) => {
            let complaint = Some(complaint);
            return Ok(TestsTrace { is_there, complaint, caught: Vec::new() });
        }
    };
    let has_failed = AtomicBool::new(false);
    let ran: Result<Vec<(Program, Ran)>, Fault> = in_order(task, &submitted.files.digest())
        .into_par_iter()
        .map(|program| {
            if has_failed.load(Ordering::Relaxed) || guest.is_doubtful() {
                return Ok((program, Ran::Skipped));
            }
            let Some(execution) = believed(task, submitted, guest, (&ours, program), limits)? else {
                return Ok((program, Ran::NotCompiled));
            };
            if program == Program::Right && execution.exit != Exit::Code(0) {
                has_failed.store(true, Ordering::Relaxed);
            }
            Ok((program, Ran::Ended(Box::new(execution))))
        })
        .collect();
    let mut ran = ran?;
    ran.retain(|(_, one)| !matches!(one, Ran::Skipped));
    // What does not compile with a program fails on it.
    let passed = |one: &Ran| matches!(one, Ran::Ended(execution) if execution.exit == Exit::Code(0));
    let failed = ran.iter().filter(|(program, _)| *program == Program::Right).find(|(_, one)| !passed(one));
    if let Some((_, Ran::Ended(execution))) = failed {
        let summary = match task.language {
            Grammar::JavaScript => TestsSummary::of_node(&execution.stderr),
            _ => TestsSummary::of(&execution.stderr),
        };
        let complaint = Some(TestsComplaint { exit: execution.exit, summary });
        return Ok(TestsTrace { is_there, complaint, caught: Vec::new() });
    }
    ran.sort_by_key(|(program, _)| match program {
        Program::Right => task.wrong.len(),
        Program::Wrong(index) => *index,
    });
    let caught = ran.iter().take(task.wrong.len()).map(|(_, one)| !passed(one)).collect();
    Ok(TestsTrace { is_there, complaint: None, caught })
}

/// What came of the tests on a program.
enum Ran {
    /// They were not run: nothing depends on it any more.
    Skipped,
    /// They do not compile with it.
    NotCompiled,
    /// They ran.
    Ended(Box<Execution>),
}

/// What runs the tests on our programs.
enum Ours {
    /// An interpreter, with the program beside the tests.
    Interpreted,
    /// A virtual machine, with the classes of both: the right program first.
    Compiled(CompiledTests),
}

/// Compiles the tests with all our programs, in a language that needs it. Gives back what is wrong if they do not compile with
/// the right one, or have no class.
fn ready(task: &TestsTask, submitted: &Submitted) -> Result<Result<Ours, TestsComplaint>, Fault> {
    if task.language != Grammar::Java {
        return Ok(Ok(Ours::Interpreted));
    }
    let path = Path::new(&task.file);
    let Some(tests) = submitted.files.get(path) else { unreachable!("the file is there") };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let programs: Vec<&File> =
        std::iter::once(&task.correct).chain(task.wrong.iter().map(|wrong| &wrong.file)).collect();
    let compiled = again(|| {
        let java = &submitted.whole().program;
        compile_own_tests(java, (&name, tests), (&task.program, &programs), &task.needed)
    });
    let complaint = |exit, summary| Err(TestsComplaint { exit, summary: Some(summary) });
    Ok(match compiled? {
        Ok(compiled) if !compiled.compile_with(0) => complaint(Exit::Code(1), TestsSummary::NotCompiled),
        Ok(compiled) if !compiled.have_their_class() => complaint(Exit::Code(1), TestsSummary::NoTests),
        Ok(compiled) => Ok(Ours::Compiled(compiled)),
        // Nobody's tests end the compiler by a signal, but a machine without memory may.
        Err(Exit::Signal(signal)) => {
            return Err(Fault(
                format!("the compiler of `{}` was ended by signal {signal}", task.file).into(),
            ));
        }
        Err(exit) => complaint(exit, TestsSummary::NotCompiled),
    })
}

/// Returns all programs in an order that depends on these files: tests that leave a note for their next run learn
/// nothing about the next program.
fn in_order(task: &TestsTask, files: &Digest) -> Vec<Program> {
    let right = 1 + task.wrong.len().div_ceil(WRONG_FOR_A_RIGHT);
    let wrong = (0..task.wrong.len()).map(Program::Wrong);
    let mut programs: Vec<Program> = wrong.chain(std::iter::repeat_n(Program::Right, right)).collect();
    let drawn = |what: usize| Digest::of_values(&[&"order", files, &what]);
    let mut places = (0..).map(drawn);
    programs.sort_by_cached_key(|_| places.next());
    let early = usize::from(drawn(programs.len()).as_bytes()[0]) % EARLY;
    let first = programs.iter().position(|program| *program == Program::Right).unwrap_or(early);
    if first >= EARLY {
        programs.swap(first, early);
    }
    programs
}

/// Runs the tests on a program; `None` if they do not compile with it. A signal that may have come from outside is trusted
/// only the second time.
fn believed(
    task: &TestsTask,
    submitted: &Submitted,
    guest: &Guest,
    (ours, program): (&Ours, Program),
    limits: &Limits,
) -> Result<Option<Execution>, Fault> {
    let (file, place) = match program {
        Program::Right => (&task.correct, 0),
        Program::Wrong(index) => (&task.wrong[index].file, index + 1),
    };
    if matches!(ours, Ours::Compiled(compiled) if !compiled.compile_with(place)) {
        return Ok(None);
    }
    let run_once = || again(|| run_tests(task, &submitted.whole().program, (ours, file, place), limits));
    let run = || guest.run(run_once, EndCause::of_execution);
    let execution = run()?;
    if guest.is_doubtful() || !matches!(execution.exit, Exit::Signal(signal) if stops_others_too(signal)) {
        return Ok(Some(execution));
    }
    std::thread::sleep(NOTICE);
    run().map(Some)
}

/// Runs the tests once, by what runs programs in their language.
fn run_tests(
    task: &TestsTask,
    program: &language::Program,
    (ours, file, place): (&Ours, &File, usize),
    limits: &Limits,
) -> Result<Execution, language::Error> {
    if let Ours::Compiled(compiled) = ours {
        let execution = compiled.run(program, place, limits)?;
        return Ok(execution.expect("they compile with it"));
    }
    let mut laid_out = program.with_file(Path::new(&task.program), file.clone())?;
    for (path, needed) in task.needed.iter() {
        laid_out = laid_out.with_file(path, needed.clone())?;
    }
    if task.language == Grammar::JavaScript {
        return laid_out.run_file(&task.file, limits);
    }
    let module = Path::new(&task.file).file_stem().unwrap_or_default().to_string_lossy();
    python::run_tests(&laid_out, &module, limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::WrongProgram;
    use crate::submission::Snapshot;

    fn task(wrong: usize) -> TestsTask {
        let file = || File { content: Vec::new(), executable: false };
        let wrong = (0..wrong).map(|_| WrongProgram { about: String::new(), file: file() }).collect();
        let (language, needed) = (Grammar::Python, Snapshot::default());
        TestsTask {
            file: "tests.py".into(),
            language,
            program: "a.py".into(),
            needed,
            correct: file(),
            wrong,
            mutants: None,
        }
    }

    #[test]
    fn every_program_is_in_the_order_of_each_submission() {
        let task = task(24);
        let orders: Vec<Vec<Program>> =
            (0..50_u8).map(|files| in_order(&task, &Digest::of(&[files]))).collect();
        for order in &orders {
            assert_eq!(order.iter().filter(|program| **program == Program::Right).count(), 3);
            assert!((0..24).all(|wrong| order.contains(&Program::Wrong(wrong))));
            assert!(order[..EARLY].contains(&Program::Right), "{order:?}");
        }
        assert!((1..50).all(|other| orders[other] != orders[0]));
        assert_eq!(orders[0], in_order(&task, &Digest::of(&[0])));
        for place in 0..EARLY {
            let right = orders.iter().filter(|order| order[place] == Program::Right).count();
            assert!((1..50).contains(&right), "{place}: {right}");
        }
    }
}
