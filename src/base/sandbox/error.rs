//! The errors of the sandbox: each is a failure of the grader or of the machine, never of a program.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::exit::Exit;
#[cfg(target_os = "linux")]
use super::hard_limit::HardLimitTooLow;
use super::level::Unavailable;

/// A failure of the grader or of the machine: nothing is known about the program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program could not be executed.
    #[error("cannot start `{}`: {source}", program.display())]
    Start {
        /// The file to execute.
        program: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A system call failed that normally succeeds.
    #[error("cannot {what}: {source}")]
    System {
        /// The action that failed.
        what: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// A step before the start of the program failed.
    #[error("cannot {what}: {source}")]
    Step {
        /// The action that failed.
        what: String,
        /// The reason.
        source: io::Error,
    },
    /// The grader itself was started under a limit that is too low.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    HardLimitTooLow(#[from] HardLimitTooLow),
    /// Another launcher could not be started.
    #[error(transparent)]
    Launcher(#[from] OpenError),
    /// There are not enough processors for all runs.
    #[error(
        "the machine is too busy: the program waited {:.1} s for a processor; use fewer `--jobs`, or grade when less runs",
        waited.as_secs_f64()
    )]
    Starved {
        /// How long the program was ready to run and got no processor.
        waited: Duration,
    },
    /// As many namespaces are in use as the machine allows, and for seconds none became free.
    #[cfg(target_os = "linux")]
    #[error(
        "no namespaces are left for a run: grade when less runs, or allow more of them (as root: \
         `sysctl user.max_pid_namespaces=10000 user.max_mnt_namespaces=10000`)"
    )]
    NoNamespaces,
    /// The supervisor of the run has vanished.
    #[error("the supervisor of the run was killed")]
    SupervisorLost,
    /// The supervisor of the run is there, and says nothing.
    #[error(
        "the supervisor of the run did not answer for {} s: the machine is too busy; use fewer `--jobs`, or grade when less runs",
        waited.as_secs()
    )]
    SupervisorSilent {
        /// How long it was waited for.
        waited: Duration,
    },
    /// The program ended before the supervisor could watch it.
    #[error("the run ended with {exit} before it could be watched")]
    NeverWatched {
        /// How the program ended.
        exit: Exit,
    },
    /// The plain runner has no terminal.
    #[error(
        "the plain runner has no terminal for the program: leave out `terminal: true`, or run it on Linux without `--runner plain`"
    )]
    NoTerminal,
    /// A page runs one program at a time.
    #[error("a page cannot run two programs that talk with each other")]
    NoPartner,
    /// A page cannot do what the program asks for.
    #[error("in a page a program cannot {what}: check it on your computer instead")]
    Lacking {
        /// What the program tried, such as `start threads`.
        what: String,
    },
    /// The run was stopped by Ctrl-C or by an alarm.
    #[error("interrupted")]
    Interrupted,
}

/// The reason why a sandbox could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// This machine does not allow the isolation level.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The grader itself was started under a limit that is too low.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    HardLimitTooLow(#[from] HardLimitTooLow),
    /// The environment variable does not name a range of user ids.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    InvalidUserIds(#[from] InvalidUserIds),
    /// The launcher could not be executed.
    #[error("cannot start `{}`, which runs programs: {source}\nhelp: /proc must be mounted, and the executable be there", executable.display())]
    Start {
        /// The file to execute.
        executable: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Another system error.
    #[error("cannot start the launcher of programs: {0}")]
    Fault(#[from] io::Error),
}

/// A text in the environment that is not a range of user ids.
#[cfg(target_os = "linux")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{variable} is `{}`, which is not a range of user ids\n\
     help: write the first and the last id, such as `{example}`; root's own, 0, cannot be one of them",
    text.escape_debug()
)]
pub struct InvalidUserIds {
    pub(super) variable: &'static str,
    pub(super) text: String,
    pub(super) example: String,
}
