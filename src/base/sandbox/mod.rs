//! Runs one untrusted process under limits and records what it did.
//!
//! What only computes has a process without anything else (`confined.rs`).
//!
//! This is the only module that starts processes, and the only one with `unsafe` code. It knows nothing of assignments,
//! languages or verdicts: it takes an argument vector and lines of input, and returns bytes, turns, the end of the
//! process and its resource use.
//!
//! A [`Sandbox`] has one of three backends: `walled/` shuts programs in, and needs Linux; `plain/` runs them as their author
//! would, and works on every system; `host/` asks the page that runs this program as a WebAssembly module. `runner.rs` is the
//! one door to all; everything else here is what they share.

mod alarm;
mod bell;
mod channel;
mod claim;
mod confined;
mod conversation;
mod error;
mod exit;
mod files;
mod folder;
#[cfg(target_os = "linux")]
mod hard_limit;
#[cfg(target_os = "linux")]
mod hearing;
#[cfg(target_family = "wasm")]
mod host;
mod inside;
mod interrupt;
mod level;
mod limits;
#[cfg(target_os = "linux")]
mod only_compute;
#[cfg(not(target_family = "wasm"))]
mod plain;
mod runner;
mod set_clock;
mod shelf;
#[cfg(target_os = "linux")]
mod walled;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use alarm::Alarm;
pub use claim::Claim;
pub use confined::compute_if_asked;
pub use conversation::{Conversation, Relay};
pub use error::Error;
pub use error::OpenError;
pub use exit::Exit;
pub use files::Files;
pub use files::KeptFolder;
pub use inside::{FILES as START_FILES, PROVES_LOOPS, start_files};
pub use interrupt::{interrupted, interrupted_within};
#[cfg(not(target_family = "wasm"))]
pub use interrupt::{stop_on_interrupt, wait_for_interrupt};
pub use level::Unavailable;
pub use level::{Isolation, Level};
pub use limits::Limits;
pub use limits::{Amount, AmountMut};
use runner::Given;
pub use runner::Probe;
pub use runner::{Sandbox, SandboxOptions};
pub use set_clock::SET_CLOCK;
#[cfg(target_os = "linux")]
pub use walled::become_launcher_if_asked;
#[cfg(target_os = "linux")]
#[doc(hidden)]
pub use walled::count_message_kinds;

/// A program to run.
#[derive(Clone, Debug)]
pub struct Command {
    /// The file to execute: an absolute path, or a path relative to the folder.
    pub program: PathBuf,
    /// The arguments after the program's name.
    pub args: Vec<OsString>,
    /// The whole environment except HOME and TMPDIR, which are set to folders of the run. Nothing is inherited.
    pub env: Vec<(OsString, OsString)>,
    /// The files in the folder in which the program starts.
    pub files: Arc<Files>,
    /// The folders that the program needs outside its own and the system's.
    pub tools: Vec<PathBuf>,
    /// Whether the program gets descriptor 3 to write to us, besides standard output; or a side file, where there is no such descriptor.
    pub channel: bool,
    /// Whether the program reserves far more addresses than it uses. Then its memory is limited by what it uses alone.
    pub reserves: bool,
    /// Whether the program is looked at from inside when it uses much processor time: it may be endless. Then it runs in a
    /// Python interpreter.
    pub prove: bool,
    /// How a warm interpreter may run the program. Then `program` is an interpreter, and if it is Python the first argument
    /// is its file.
    pub warm: Option<Warm>,
}

/// How a warm interpreter runs a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warm {
    /// What the interpreter is told. Programs with equal settings may share one.
    pub settings: WarmSettings,
    /// Whether the interpreter checks the program or runs it.
    pub goal: Goal,
}

/// What a warm interpreter is told at its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarmSettings {
    /// A Python interpreter gets settings as JSON.
    Python(String),
    /// Node gets none. Where forks of it do not work, it starts anew for each program.
    Node,
}

/// The use that a warm interpreter makes of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Run it.
    Run,
    /// Run a program whose end does nothing that can be observed, so the interpreter may skip its own cleanup.
    EndPlainly,
    /// Check it, as the settings say.
    Check,
}

/// The lines of input, and whether the last one ends with a newline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The lines without their newlines.
    pub lines: Vec<String>,
    /// Whether a newline follows the last line, too.
    pub final_newline: bool,
    /// Whether the lines are typed at a terminal, which is also the program's standard output.
    pub terminal: bool,
}

impl Input {
    /// Returns all bytes, as a program reads them from a pipe.
    pub fn all_bytes(&self) -> Vec<u8> {
        let mut bytes = self.lines.join("\n").into_bytes();
        if self.final_newline && !self.lines.is_empty() {
            bytes.push(b'\n');
        }
        bytes
    }
}

/// The record of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// How the process ended.
    pub exit: Exit,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// The bytes from descriptor 3, up to a limit of its own.
    pub channel: Vec<u8>,
    /// What the program claims about itself, if it was proved to be endless or its time was up.
    pub claim: Option<Claim>,
    /// Where a compiled program was seen when its time was up.
    pub seen: Option<Seen>,
    /// The moments at which the process asked for input.
    pub asks: Asks,
    /// The resources that the process used.
    pub usage: Usage,
    /// The path of its folder, as the process saw it.
    pub folder: PathBuf,
    /// The walls of the run.
    pub isolation: Isolation,
}

/// Where a compiled program was seen when its time was up: addresses in its executable, relative to the entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The first one.
    pub at: i64,
    /// Those that were passed again and again, those of outer functions first.
    pub around: Vec<i64>,
}

/// The moments at which a process asked for a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// The process was watched.
    Known {
        /// For each line: the number of bytes that the process had printed when it asked for the line.
        at: Vec<usize>,
        /// The same for the first request after the last line.
        beyond_end: Option<usize>,
    },
    /// The process could not be watched, and got all lines at once.
    Unknown,
}

impl Asks {
    /// Returns the moments of a process that was given this number of lines, where each is told by the bytes that it had printed
    /// by then. `None` for moments that cannot be: it printed fewer bytes, or they go back.
    fn at(moments: &[usize], lines: usize, printed: usize) -> Option<Self> {
        let grows = moments.windows(2).all(|two| two[0] <= two[1]);
        if !grows || moments.last().is_some_and(|last| *last > printed) {
            return None;
        }
        let at = moments.iter().copied().take(lines).collect();
        Some(Self::Known { at, beyond_end: moments.get(lines).copied() })
    }
}

/// The resources that a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time of the process and of its descendants.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The largest resident memory that was measured, in bytes.
    pub memory: u64,
}
