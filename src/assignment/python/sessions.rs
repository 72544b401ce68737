//! Answers sessions, together or each alone.

use serde_json::json;

use super::decode;
use super::forks::{self, Drivers, Requests};
use super::values::content_of_python;
use crate::language::{Error, Program};
use crate::sandbox::Limits;
use crate::trace::{Import, SessionTrace};

/// The number of sessions for one driver: enough that its start costs little, and few enough that the sessions of one
/// submission keep several processors busy.
pub const BATCH: usize = 24;

/// Lines of typed Python, and the input lines for the program.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    /// The lines: each is a statement or an expression, and may contain newlines.
    pub lines: &'a [String],
    /// The lines that `input()` returns.
    pub stdin: &'a [String],
}

/// Answers sessions with a module of a program, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub fn answer(
    program: &Program,
    drivers: &Drivers,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let each = sessions.iter().map(|session| json!({ "lines": session.lines, "stdin": session.stdin }));
    let requests = Requests {
        head: json!({ "module": module }),
        each: each.collect(),
        read: &|index, written: &[u8], end| {
            decode::records(written, sessions[index].lines.len(), end, content_of_python)
        },
        // Every other session would get the same result.
        goes_on: &|trace: &SessionTrace| trace.import == Import::Done,
    };
    forks::carry_out(program, drivers, &requests, limits)
}
