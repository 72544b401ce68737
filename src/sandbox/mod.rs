//! Runs one untrusted process under limits and writes down what it did.
//!
//! The one place that starts processes, and the only one with `unsafe` code. It knows nothing of
//! assignments, languages or verdicts: it is given an argument vector and lines of input, and it
//! gives back bytes, turns, how the process ended and what it used.
//!
//! Four processes take part. The grader talks (`dialogue.rs`). A *launcher* (`launcher/`), the same
//! executable started anew, has shut itself in and starts what it is told to. For each run it forks a
//! *supervisor*, which watches the limits and leaves nothing of the program. The program itself is held
//! by a system call filter (`filter.rs`) each time it is about to wait for input.

mod alarm;
mod canary;
mod capture;
mod clock;
mod dialogue;
mod exit;
mod files;
mod filter;
mod folder;
mod group;
mod heard;
mod interrupt;
mod launcher;
mod level;
mod limits;
mod message;
mod outer;
mod pool;
mod probe;
mod process;
mod processor;
mod terminal;
mod users;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use alarm::Alarm;
pub use canary::Trial;
pub use exit::Exit;
pub use files::{Files, Remains};
pub use folder::WorkFolder;
#[doc(hidden)]
pub use heard::heard;
pub use interrupt::{interrupted, interrupted_within, stop_on_interrupt, wait_for_interrupt};
pub use launcher::become_launcher_if_asked;
pub use level::{Isolation, Level, Unavailable};
pub use limits::{Amount, Limits, Slot};
pub use outer::TooLow;
pub use pool::{OpenError, Opening, Sandbox};
pub use probe::Probe;
pub use users::{NoRange, UserIds};

/// What to start.
#[derive(Clone, Debug)]
pub struct Command {
    /// The file to execute: absolute, or relative to the folder.
    pub program: PathBuf,
    /// The arguments after the program's name.
    pub args: Vec<OsString>,
    /// The whole environment but for HOME and TMPDIR, which are the folder's; nothing is inherited.
    pub env: Vec<(OsString, OsString)>,
    /// What it finds in its folder, where it starts.
    pub files: Arc<Files>,
    /// Folders outside that it needs to run, besides the system's.
    pub tools: Vec<PathBuf>,
    /// Whether descriptor 3 is a way back to us, besides standard output.
    pub channel: bool,
    /// How a warm interpreter is to run it, if one may: then `program` is a Python, and the first argument its file.
    pub warm: Option<Warm>,
}

/// How a warm interpreter runs a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warm {
    /// How it is prepared, as JSON: programs with the same settings may have the same one.
    pub settings: String,
    /// What it is to do.
    pub goal: Goal,
}

/// What a warm interpreter is to do with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Run it.
    Run,
    /// Run one that does nothing at its end that could be seen.
    EndPlainly,
    /// Check it, as the settings say.
    Check,
}

/// Lines to type, and whether the last of them ends with a newline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Input {
    /// Each without its newline.
    pub lines: Vec<String>,
    /// Whether a newline follows the last line too.
    pub final_newline: bool,
    /// Whether they are typed at a terminal, which is the program's standard output too.
    pub terminal: bool,
}

impl Input {
    /// The bytes of the line with this index, its newline included.
    fn bytes(&self, index: usize) -> Vec<u8> {
        let mut bytes = self.lines[index].clone().into_bytes();
        if self.final_newline || index + 1 < self.lines.len() {
            bytes.push(b'\n');
        } else if self.terminal {
            bytes.push(terminal::END_OF_FILE); // Or it would not be read.
        }
        bytes
    }
}

/// What a process did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub exit: Exit,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// What was written on descriptor 3, up to a limit of its own.
    pub channel: Vec<u8>,
    /// When it asked for input.
    pub asks: Asks,
    /// What it used.
    pub usage: Usage,
    /// Its folder, as it saw it.
    pub folder: PathBuf,
    /// What kept it in.
    pub isolation: Isolation,
}

/// The moments at which a process asked for a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// It was watched.
    Known {
        /// For every line that it was given, how many bytes it had printed when it asked.
        at: Vec<usize>,
        /// The same for the first line that it asked for and that was not there.
        beyond_end: Option<usize>,
    },
    /// It could not be watched, and was given all lines at once.
    Unknown,
}

/// What a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time of the process and of its descendants.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The largest resident memory that was seen, in bytes.
    pub memory: u64,
}

/// A fault of ours: nothing can be said about the program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program could not be executed.
    #[error("cannot start `{}`: {source}", program.display())]
    Start {
        /// What was to be executed.
        program: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A system call failed that always works.
    #[error("cannot {what}: {source}")]
    System {
        /// What was to be done.
        what: &'static str,
        /// Why not.
        source: std::io::Error,
    },
    /// A step on the way to the program failed.
    #[error("cannot {what}: {source}")]
    Step {
        /// What was to be done.
        what: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The grader itself was started under a limit that is too low.
    #[error(transparent)]
    TooLow(#[from] TooLow),
    /// Another launcher of programs could not be started.
    #[error(transparent)]
    Launcher(#[from] OpenError),
    /// There are not enough processors for all that is to be done.
    #[error(
        "the machine is too busy: the program waited {} s for a processor; use fewer `--jobs`, or grade when less runs",
        waited.as_secs()
    )]
    Starved {
        /// How long it could have gone on and did not.
        waited: Duration,
    },
    /// The process that watches over the program vanished.
    #[error("the supervisor of the run was killed")]
    SupervisorLost,
    /// The program ended before it could be watched.
    #[error("the run ended with {exit} before it could be watched")]
    NeverWatched {
        /// How it ended.
        exit: Exit,
    },
    /// The run was stopped by Ctrl-C, or by an alarm.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    fn system(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Self {
        move |errno| Self::System { what, source: errno.into() }
    }
}
