//! The Python side of sessions: runs the driver, and reads what it says.
//!
//! All sessions of a submission go through one interpreter, which forks for each; a session that takes
//! the interpreter down with it costs only itself. Nothing that the driver says is trusted: it is decoded
//! under limits, and what is not exactly one answer a line is no result.

mod decode;
mod show;

use std::time::Duration;

use serde_json::json;

use crate::language::{Error, Program, Script};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::trace::{Import, SessionEnd, SessionTrace};

pub use decode::session as decode_session;
pub use show::{repr, type_name, under_prompt};

/// The program that answers sessions.
const DRIVER: Script = Script {
    name: "yardstick_driver",
    source: include_str!("driver.py"),
    imports: &[
        "ast",
        "enum",
        "importlib",
        "json",
        "os",
        "resource",
        "select",
        "signal",
        "struct",
        "sys",
        "time",
        "types",
    ],
};

/// How many sessions go through one interpreter: enough for its start to cost little, and few enough for
/// the sessions of one submission to keep several processors busy.
pub const BATCH: usize = 24;

/// Lines of typed Python, and the lines that are typed at the program meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    /// Each a statement or an expression; it may hold newlines.
    pub lines: &'a [String],
    /// What `input()` gives.
    pub stdin: &'a [String],
}

/// Answers sessions with a module of a program, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub fn answer(
    program: &Program,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let mut traces = Vec::with_capacity(sessions.len());
    while traces.len() < sessions.len() {
        let rest = &sessions[traces.len()..];
        let (execution, answered) = run(program, module, rest, limits)?;
        let started = answered.len();
        let import_failed = answered.last().is_some_and(|trace| trace.import != Import::Done);
        traces.extend(answered);
        if import_failed {
            // The driver stops there: the same would come of every other session.
            let last = traces[traces.len() - 1].clone();
            traces.resize(sessions.len(), last);
        } else if started < rest.len() {
            traces.push(SessionTrace {
                import: Import::Unknown,
                answers: Vec::new(),
                raised_at: Vec::new(),
                end: end_of(&execution),
            });
        }
    }
    Ok(traces)
}

/// Runs the driver on some sessions; fewer traces than sessions come back when it does not get to the end.
fn run(
    program: &Program,
    module: &str,
    sessions: &[Session],
    limits: &Limits,
) -> Result<(Execution, Vec<SessionTrace>), Error> {
    let request = json!({
        "module": module,
        "cpu": limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0),
        "wall": limits.wall.as_secs_f64(),
        "sessions": sessions
            .iter()
            .map(|session| json!({ "lines": session.lines, "stdin": session.stdin }))
            .collect::<Vec<_>>(),
    });
    let input = Input { lines: vec![request.to_string()], final_newline: true, terminal: false };
    let count = sessions.len() as u32;
    // The driver holds each session to its own limits; these are for all of them together.
    let together = Limits {
        cpu: (limits.cpu + Duration::from_secs(2)) * (count + 1),
        wall: (limits.wall + Duration::from_secs(1)) * (count + 1),
        output: usize::MAX >> 1,
        ..limits.clone()
    };
    let execution = program.run_script(&DRIVER, &input, &together)?;
    let traces = String::from_utf8_lossy(&execution.channel)
        .lines()
        .zip(sessions)
        .map_while(|(line, session)| decode::session(line, session.lines.len()))
        .collect();
    Ok((execution, traces))
}

/// How the session ended in which the driver was stopped.
fn end_of(execution: &Execution) -> SessionEnd {
    match execution.exit {
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::MemoryExceeded => SessionEnd::MemoryExceeded,
        Exit::ProcessesExceeded => SessionEnd::ProcessesExceeded,
        Exit::OutputExceeded => SessionEnd::OutputExceeded,
        Exit::CpuExceeded => SessionEnd::TimeExceeded,
        Exit::WallExceeded => SessionEnd::IdleExceeded,
        Exit::FileSizeExceeded => SessionEnd::FileSizeExceeded,
        Exit::DiskExceeded => SessionEnd::DiskExceeded,
        Exit::FilesExceeded => SessionEnd::FilesExceeded,
        Exit::DescriptorsExceeded => SessionEnd::DescriptorsExceeded,
    }
}
