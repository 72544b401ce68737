//! An honest program of our own, run as any other: whether programs get what they need at this moment.

use std::time::Duration;

use super::message::{Canary, Need};
use super::{Error, Exit, Input, Limits, Sandbox};

/// What an honest program found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Everything that it needs.
    Passed,
    /// Not everything; what is missing, in words.
    Failed(String),
    /// It was stopped, or the machine was too busy for it.
    Untold,
}

/// What it uses, and how that is called. Its exit code has a bit for each, of which there are eight.
const NEEDS: [(Need, &str); 7] = [
    (Need::Lines, "read its input"),
    (Need::Pipe, "fill a pipe"),
    (Need::Descriptors, "send a descriptor"),
    (Need::Tasks, "start a thread and a process"),
    (Need::Events, "wait with epoll"),
    (Need::Notices, "watch a folder with inotify"),
    (Need::Signals, "set a timer and queue a signal"),
];

impl Sandbox {
    /// Runs a program that reads its lines and uses what programs may use.
    pub fn probe(&self) -> Probe {
        let needs = NEEDS.map(|(need, _)| Canary::Need(need));
        let input =
            Input { lines: vec!["one".to_owned(), "two".to_owned()], final_newline: true, terminal: false };
        let limits = Limits { wall: Duration::from_secs(5), ..Limits::default() };
        match self.run_canaries(&needs, &input, &limits) {
            Ok(execution) => match execution.exit {
                Exit::Code(0) => Probe::Passed,
                Exit::Code(missing) => {
                    let missing = (0..).zip(NEEDS).filter(|(place, _)| missing & 1 << place != 0);
                    let missing: Vec<&str> = missing.map(|(_, (_, words))| words).collect();
                    Probe::Failed(format!("it cannot {}", missing.join(", nor ")))
                }
                exit => Probe::Failed(format!("it ended with {exit}")),
            },
            Err(Error::Interrupted | Error::Starved { .. }) => Probe::Untold,
            Err(error) => Probe::Failed(error.to_string()),
        }
    }
}
