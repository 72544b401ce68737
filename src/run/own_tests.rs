//! Runs a submission's own tests on our programs, so that only the behaviour of these programs can tell them apart.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::concurrency::Guest;
use super::end_cause::{EndCause, stops_others_too};
use super::prepare::{Submitted, again};
use super::{Fault, NOTICE};
use crate::digest::Digest;
use crate::python;
use crate::sandbox::{Execution, Exit, Limits};
use crate::spec::TestsTask;
use crate::submission::File;
use crate::trace::{TestsComplaint, TestsSummary, TestsTrace};

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
    let has_failed = AtomicBool::new(false);
    let ran: Result<Vec<(Program, Option<Execution>)>, Fault> = in_order(task, &submitted.files.digest())
        .into_par_iter()
        .map(|program| {
            if has_failed.load(Ordering::Relaxed) || guest.is_doubtful() {
                return Ok((program, None));
            }
            let file = match program {
                Program::Right => &task.correct,
                Program::Wrong(index) => &task.wrong[index].file,
            };
            let execution = believed(task, submitted, guest, file, limits)?;
            if program == Program::Right && execution.exit != Exit::Code(0) {
                has_failed.store(true, Ordering::Relaxed);
            }
            Ok((program, Some(execution)))
        })
        .collect();
    let mut ran: Vec<(Program, Execution)> =
        ran?.into_iter().filter_map(|(program, execution)| Some((program, execution?))).collect();
    let failed = ran.iter().find(|(program, one)| *program == Program::Right && one.exit != Exit::Code(0));
    if let Some((_, execution)) = failed {
        let summary = TestsSummary::of(&execution.stderr);
        let complaint = Some(TestsComplaint { exit: execution.exit, summary });
        return Ok(TestsTrace { is_there, complaint, caught: Vec::new() });
    }
    ran.sort_by_key(|(program, _)| match program {
        Program::Right => task.wrong.len(),
        Program::Wrong(index) => *index,
    });
    let caught = ran.iter().take(task.wrong.len()).map(|(_, one)| one.exit != Exit::Code(0)).collect();
    Ok(TestsTrace { is_there, complaint: None, caught })
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

/// Runs the tests on a program. A signal that may have come from outside is trusted only the second time.
fn believed(
    task: &TestsTask,
    submitted: &Submitted,
    guest: &Guest,
    file: &File,
    limits: &Limits,
) -> Result<Execution, Fault> {
    let module = Path::new(&task.file).file_stem().unwrap_or_default().to_string_lossy();
    let run_once = || {
        again(|| {
            let program = submitted.whole().program.with_file(Path::new(&task.program), file.clone())?;
            python::run_tests(&program, &module, limits)
        })
    };
    let run = || guest.run(run_once, EndCause::of_execution);
    let execution = run()?;
    if guest.is_doubtful() || !matches!(execution.exit, Exit::Signal(signal) if stops_others_too(signal)) {
        return Ok(execution);
    }
    std::thread::sleep(NOTICE);
    run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::WrongProgram;

    fn task(wrong: usize) -> TestsTask {
        let file = || File { content: Vec::new(), executable: false };
        let wrong = (0..wrong).map(|_| WrongProgram { about: String::new(), file: file() }).collect();
        TestsTask { file: "tests.py".into(), program: "a.py".into(), correct: file(), wrong }
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
