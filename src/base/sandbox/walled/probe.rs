//! A harmless program of our own that is run like any other, to check whether programs get everything they need at this
//! moment.

use std::time::Duration;

use super::message::{Canary, Need};
use super::pool::Pool;
use super::{Error, Exit, Input, Limits, Probe};

/// The needs that are checked, each with its description. The exit code has one bit for each, and at most eight.
const NEEDS: [(Need, &str); 7] = [
    (Need::Lines, "read its input"),
    (Need::Pipe, "fill a pipe"),
    (Need::Descriptors, "send a descriptor"),
    (Need::Tasks, "start a thread and a process"),
    (Need::Events, "wait with epoll"),
    (Need::Notices, "watch a folder with inotify"),
    (Need::Signals, "set a timer and queue a signal"),
];

impl Pool {
    /// Runs a program that reads its lines and uses everything that programs may use.
    pub(in super::super) fn probe(&self) -> Probe {
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
            Err(Error::Interrupted | Error::Starved { .. } | Error::SupervisorSilent { .. }) => {
                Probe::Inconclusive
            }
            Err(error) => Probe::Failed(error.to_string()),
        }
    }
}
