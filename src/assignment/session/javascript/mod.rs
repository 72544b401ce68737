//! JavaScript: the driver that answers lines, and how values are written.

mod literal;
mod show;

use serde_json::json;

use super::{Notation, marked};
use crate::language::{Driver, Error, Program};
use crate::python::Session;
use crate::sandbox::{Input, Limits};
use crate::trace::{Import, SessionTrace};

pub(super) use literal::literal;
pub(super) use show::{shown, type_name};

/// The program that answers one session.
const DRIVER: Driver = Driver {
    path: ".yardstick-driver.cjs",
    source: include_str!("driver.js"),
    args: &[".yardstick-driver.cjs"],
};

/// The number of the driver's version. Traces of another version are not used.
pub(super) const VERSION: u32 = 3;

/// Answers sessions, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn answer(
    program: &Program,
    file: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let program = program.with_driver(&DRIVER)?;
    let mut traces: Vec<SessionTrace> = Vec::with_capacity(sessions.len());
    for session in sessions {
        let trace = match traces.last().filter(|last| matches!(last.import, Import::Failed(_))) {
            // Every other session would get the same result.
            Some(failed) => failed.clone(),
            None => alone(&program, file, session, limits)?,
        };
        traces.push(trace);
    }
    Ok(traces)
}

fn alone(program: &Program, file: &str, session: &Session, limits: &Limits) -> Result<SessionTrace, Error> {
    let head = json!({ "file": file, "lines": session.lines }).to_string();
    let head = format!("{:08}{head}", head.len() + 1);
    let lines = std::iter::once(head).chain(session.stdin.iter().cloned()).collect();
    let input = Input { lines, final_newline: true, terminal: false };
    let execution = program.run_driver(&DRIVER, &input, limits)?;
    Ok(marked::trace(&execution, session.lines.len(), Notation::JavaScript))
}
