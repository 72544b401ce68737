//! The walled backend: programs are shut in by what the Linux kernel has.
//!
//! Four processes take part. The grader hands over lines and reads output (`dialogue/`). A *launcher* (`launcher/`) is
//! the same executable, started again: it has isolated itself and starts programs on request. For each run it forks a
//! *supervisor*, which watches the limits and ends all processes of the program. A system call filter (`filter.rs`)
//! holds the program each time it is about to wait for input.
//!
//! The modules use each other in one direction: `message`, `handle`, `parameters`, `process`, `dialogue`, `pool`.

mod canary;
mod capture;
mod clock;
mod dialogue;
mod failure;
mod filter;
mod group;
mod handle;
mod hard_limits;
mod launcher;
mod message;
mod message_kinds;
mod parameters;
mod pool;
mod probe;
mod process;
mod processor;
mod refusal;
mod terminal;
mod users;

// What both backends share.
use super::runner::{CanaryResult, Given, Probe};
use super::{
    Asks, Command, Error, Execution, Exit, Goal, Input, Limits, SandboxOptions, Seen, Usage, WarmSettings,
    alarm, claim, conversation, error, files, folder, hard_limit, hearing, inside, interrupt, level, limits,
};

pub use launcher::become_launcher_if_asked;
#[doc(hidden)]
pub use message_kinds::count_message_kinds;
pub(super) use pool::Pool;
