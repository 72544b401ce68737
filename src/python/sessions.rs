//! Runs the driver on sessions, together or each alone.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::decode;
use crate::language::{Error, Program, Script};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::trace::{Import, SessionEnd, SessionTrace};

/// The script that answers sessions.
const DRIVER: Script = Script { name: "yardstick_driver", source: include_str!("driver.py"), channel: true };

/// The number of sessions for one driver: enough that its start costs little, and few enough that the sessions of one
/// submission keep several processors busy.
pub(crate) const BATCH: usize = 24;

/// After this many drivers that did not finish, each session of the submission gets its own driver.
const MOST_LOST: u32 = 2;

/// Lines of typed Python, and the input lines for the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session<'a> {
    /// The lines: each is a statement or an expression, and may contain newlines.
    pub lines: &'a [String],
    /// The lines that `input()` returns.
    pub stdin: &'a [String],
}

/// The drivers of one submission, with the number of those that did not finish.
#[derive(Debug, Default)]
pub(crate) struct Drivers {
    lost: AtomicU32,
    /// The functions of which other things are declared than it defines, each with the reason.
    clashes: OnceLock<Vec<(String, String)>>,
    /// Whether the sessions are answered once more, to find what depends on chance.
    is_once_more: bool,
}

impl Drivers {
    /// Creates drivers that answer sessions once more, with other contents of memory that was never set.
    pub(crate) fn once_more() -> Self {
        Self { is_once_more: true, ..Self::default() }
    }

    /// Returns the byte with which memory is filled that nobody has set.
    pub(crate) fn filling(&self) -> u8 {
        if self.is_once_more { 0x5B } else { 0xA5 }
    }

    /// Returns the functions of which other things are declared than it defines; they are looked for once.
    ///
    /// # Errors
    ///
    /// When they cannot be looked for.
    pub(crate) fn clashes(
        &self,
        find: impl FnOnce() -> Result<Vec<(String, String)>, Error>,
    ) -> Result<&[(String, String)], Error> {
        if let Some(known) = self.clashes.get() {
            return Ok(known);
        }
        let found = find()?;
        Ok(self.clashes.get_or_init(|| found))
    }

    fn lose_one(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    fn are_often_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed) >= MOST_LOST
    }
}

/// Answers sessions with a module of a program, each in a process of its own.
///
/// One session does not affect another: if a driver does not finish a session, that session gets a driver of its own,
/// under its own limits. After two such drivers, every session does.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub(crate) fn answer(
    program: &Program,
    drivers: &Drivers,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let mut traces: Vec<SessionTrace> = Vec::with_capacity(sessions.len());
    while traces.len() < sessions.len() {
        let rest = &sessions[traces.len()..];
        let mut is_under_way = rest.len() == 1 || drivers.are_often_lost();
        if !is_under_way {
            let (exit, answered) = together(program, module, rest, limits)?;
            let is_cut_short = answered.len() < rest.len() && answered.iter().all(is_imported);
            traces.extend(answered);
            if is_cut_short {
                drivers.lose_one();
            }
            is_under_way = is_cut_short && exit != Exit::Code(0);
        }
        if is_under_way {
            traces.push(alone(program, module, &sessions[traces.len()], limits)?);
        }
        if let Some(failed) = traces.last().filter(|last| !is_imported(last)).cloned() {
            // Every other session would get the same result.
            traces.resize(sessions.len(), failed);
        }
    }
    Ok(traces)
}

fn is_imported(trace: &SessionTrace) -> bool {
    trace.import == Import::Done
}

/// Has one driver answer several sessions; returns fewer traces than sessions if it does not finish.
fn together(
    program: &Program,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<(Exit, Vec<SessionTrace>), Error> {
    let count = sessions.len() as u32;
    // The driver enforces the limits of each session; these are for all together. A driver in which nothing happens is
    // not worth waiting for: the remaining sessions get their own time later.
    let limits_of_all = Limits {
        cpu: (limits.cpu + Duration::from_secs(2)) * (count + 1),
        wall: (limits.wall + Duration::from_secs(1)) * 2,
        processes: limits.processes + 1, // The driver itself.
        ..limits.clone()
    };
    let execution = run(program, module, sessions, limits, &limits_of_all)?;
    let counts: Vec<usize> = sessions.iter().map(|session| session.lines.len()).collect();
    Ok((execution.exit, decode::sessions(&execution.channel, &counts)))
}

/// Has a driver of its own answer a session.
fn alone(program: &Program, module: &str, session: &Session, limits: &Limits) -> Result<SessionTrace, Error> {
    // The interpreter must start, too, and enforces the session's processor time itself.
    let own = Limits {
        cpu: limits.cpu + Duration::from_secs(1),
        wall: limits.wall + Duration::from_secs(1),
        ..limits.clone()
    };
    let execution = run(program, module, std::slice::from_ref(session), limits, &own)?;
    Ok(decode::records(&execution.channel, session.lines.len(), end_of(&execution)))
}

/// Runs the driver; a single session runs in the driver's own process.
fn run(
    program: &Program,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
    limits_of_driver: &Limits,
) -> Result<Execution, Error> {
    let head = json!({
        "module": module,
        "cpu": limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0),
        "wall": limits.wall.as_secs_f64(),
        "alone": sessions.len() == 1,
        "sessions": sessions.len(),
    });
    let sessions = sessions.iter().map(|session| json!({ "lines": session.lines, "stdin": session.stdin }));
    let lines = std::iter::once(head).chain(sessions).map(|object| behind_its_length(&object)).collect();
    let input = Input { lines, final_newline: true, terminal: false };
    // The output on standard output does not count here.
    let limits = Limits { output: u64::MAX >> 1, ..limits_of_driver.clone() };
    program.run_script(&DRIVER, &[], &input, &limits)
}

/// Returns a JSON object with its length in bytes before it, newline included.
fn behind_its_length(object: &Json) -> String {
    let text = object.to_string();
    format!("{:08}{text}", text.len() + 1)
}

/// Returns the end of a session that had its own driver.
fn end_of(execution: &Execution) -> SessionEnd {
    match execution.exit {
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::Endless => SessionEnd::Malformed, // Only runs are looked at from inside.
        Exit::Exceeded(resource) => SessionEnd::Exceeded(resource),
    }
}
