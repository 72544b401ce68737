//! What a mutant did, as an expectation: then what a submission did can be compared with it.

use crate::plan::{Expected, ExpectedAnswer, ExpectedOutput, ExpectedRun, ExpectedSession, trusted};
use crate::sandbox::Exit;
use crate::spec::{ExpectedExit, ExpectedStderr};
use crate::trace::{Import, Recorded};

/// Returns the expectation that somebody else does what was recorded of a program in a job; `None` if the program did not
/// get to an end, so that nothing can be compared.
pub(super) fn expecting<'t>(expected: &Expected<'t>, recorded: &Recorded) -> Option<Expected<'t>> {
    match (expected, recorded) {
        (Expected::Run(task, _), Recorded::Run(trace)) => {
            let exit = match trace.exit {
                Exit::Code(0) => ExpectedExit::Code(0),
                Exit::Code(_) => ExpectedExit::NonZero,
                Exit::Signal(_) | Exit::Endless | Exit::Exceeded(_) => return None,
            };
            let trace = trace.clone();
            let outputs = vec![ExpectedOutput::Trace { trace, reading: None, decisive: Vec::new() }];
            Some(Expected::Run(
                task,
                ExpectedRun { outputs, exit, stderr: ExpectedStderr::Ignored, files: Vec::new() },
            ))
        }
        (Expected::Session(task, _), Recorded::Session(trace)) => {
            let is_whole = trace.import == Import::Done && trace.answers.len() == task.lines.len();
            let answers = trusted(&trace.answers).into_iter().map(ExpectedAnswer::Answer).collect();
            is_whole.then(|| Expected::Session(task, vec![ExpectedSession { answers, reading: None }]))
        }
        _ => None,
    }
}
