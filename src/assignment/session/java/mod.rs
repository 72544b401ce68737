//! Java: sessions are compiled together, and then answered each by a virtual machine of its own.

mod compiler;
mod literal;
mod show;

use super::{Notation, marked};
use crate::java_compiler::{OPENED, escaped, read};
use crate::language::{Driver, Error, Program};
use crate::python::Session;
use crate::sandbox::{Input, Limits};
use crate::trace::{Import, SessionEnd, SessionTrace};

pub(super) use literal::{like, literal};
pub(super) use show::{shown, type_name};

/// The class that answers one session.
const SESSION: Driver =
    Driver { path: "YardstickSession.class", source: "", args: &[OPENED, "-cp", ".", "YardstickSession"] };

/// The number of sessions that are compiled together.
pub(super) const BATCH: usize = 24;

/// The number of the version of both. Traces of another version are not used.
pub(super) const VERSION: u32 = 4;

/// The class name of what a line raises that cannot be compiled with the classes of the submission.
pub const NOT_COMPILED: &str = "does not compile";

/// Answers sessions, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn answer(
    program: &Program,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let lines = sessions.iter().flat_map(|session| {
        let count = session.lines.len().to_string();
        std::iter::once(count).chain(session.lines.iter().map(|line| escaped(line)))
    });
    let input = Input { lines: lines.collect(), final_newline: true, terminal: false };
    let (made, values) = compiler::run(program, &input)?;
    let own = read(&made.channel).filter(|own| own.len() == sessions.len());
    let Some(own) = own else {
        let (answers, raised_at) = Default::default();
        let end = match marked::end_of(&made) {
            SessionEnd::Code(_) => SessionEnd::Malformed,
            end => end,
        };
        let lost =
            SessionTrace { import: Import::Unknown, answers, raised_at, end, typed_at: None, checked: None };
        return Ok(vec![lost; sessions.len()]);
    };
    let answered = sessions.iter().zip(&own).map(|(session, own)| {
        let program = program.with_files(values.iter().chain(own.classes().into_iter().flatten()))?;
        let input = Input { lines: session.stdin.to_vec(), final_newline: true, terminal: false };
        let execution = program.run_driver(&SESSION, &input, limits)?;
        Ok(marked::trace(&execution, session.lines.len(), Notation::Java))
    });
    answered.collect()
}
