//! Decides how a run ended, from the supervisor's report and our own actions.

use std::time::Duration;

use super::super::{Error, Exit, Limits};
use super::Dialogue;
use crate::resource::Resource;

/// A run is given up when it has waited for a processor this many times longer than its wall time limit.
const MAX_DELAY_FACTOR: u32 = 5;

/// A run is stopped so much later than its wall time limit. The supervisor looks every 50 ms at how long the program
/// waited for a processor (`launcher/delay.rs`): its last report may contain a wait that the grader did not know when it
/// stopped the run, and then nobody could say whether the time was up.
const MARGIN: Duration = Duration::from_millis(200);

/// The reason why we stopped a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    By(Resource),
    Interrupted,
}

/// The supervisor's report of the end of a program.
pub(super) struct Ended {
    pub(super) status: i32,
    pub(super) cpu: Duration,
    pub(super) memory: u64,
    pub(super) exceeded: Option<Resource>,
    pub(super) ran_out: Option<Resource>,
}

impl Ended {
    /// Returns the end of a run whose supervisor was ended together with the program because the group had no memory
    /// left.
    pub(super) fn out_of_memory(limits: &Limits) -> Self {
        Self {
            status: libc::SIGKILL,
            cpu: Duration::ZERO,
            memory: limits.memory,
            exceeded: Some(Resource::Memory),
            ran_out: None,
        }
    }
}

impl Dialogue<'_> {
    /// Tells whether the kernel ended processes because the control group reached its memory bound.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.began && self.launcher.has_exceeded()
    }

    /// Tells whether the wall time limit is over for certain, `after` the start of the program. Time in which it waited
    /// for a processor does not count.
    pub(super) fn time_is_up(&self, after: Duration) -> bool {
        is_up(self.limits, after.saturating_sub(MARGIN), self.delay)
    }

    /// Tells whether the program waited too long for a processor.
    pub(super) fn is_starved(&self) -> bool {
        is_starved(self.limits, self.delay)
    }

    pub(super) fn exit(&self, ended: &Ended) -> Result<Exit, Error> {
        let own = match ended.status {
            status if libc::WIFSIGNALED(status) => Exit::Signal(libc::WTERMSIG(status)),
            status => Exit::Code(libc::WEXITSTATUS(status)),
        };
        Ok(match self.stopped {
            Some((Stopped::Interrupted, _)) => return Err(Error::Interrupted),
            _ if let Some(resource) = ended.exceeded => Exit::Exceeded(resource),
            _ if self.is_out_of_memory() => Exit::Exceeded(Resource::Memory),
            _ if !self.began => return Err(Error::NeverWatched { exit: own }),
            // The supervisor's last report may contain newer times.
            Some((Stopped::By(Resource::Wall), after)) => {
                let times = Times { clock: after, delay: self.delay, cpu: ended.cpu };
                times.exit(self.limits).ok_or(Error::Starved { waited: self.delay })?
            }
            Some((Stopped::By(resource), _)) => Exit::Exceeded(resource),
            None if self.printed.overflowed() => Exit::Exceeded(Resource::Output),
            None if ended.cpu > self.limits.cpu || own == Exit::Signal(libc::SIGXCPU) => {
                Exit::Exceeded(Resource::Cpu)
            }
            None if own == Exit::Signal(libc::SIGXFSZ) => Exit::Exceeded(Resource::FileSize),
            None if own == Exit::Code(0) => own,
            None if let Some(resource) = ended.ran_out => Exit::Exceeded(resource),
            None if self.out_of_descriptors && matches!(own, Exit::Code(_)) => {
                Exit::Exceeded(Resource::Descriptors)
            }
            None => own,
        })
    }
}

fn is_up(limits: &Limits, clock: Duration, delay: Duration) -> bool {
    clock > limits.wall + delay
}

fn is_starved(limits: &Limits, delay: Duration) -> bool {
    delay > limits.wall * MAX_DELAY_FACTOR
}

/// The times of a run that was stopped by its wall time limit.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// From the start of the program until it was stopped.
    clock: Duration,
    /// How long the program was ready to run and got no processor.
    delay: Duration,
    cpu: Duration,
}

impl Times {
    /// Returns the end that the times prove; `None` if they tell more about the machine than about the program.
    fn exit(self, limits: &Limits) -> Option<Exit> {
        if self.cpu > limits.cpu {
            return Some(Exit::Exceeded(Resource::Cpu));
        }
        if is_starved(limits, self.delay) || !is_up(limits, self.clock, self.delay) {
            return None;
        }
        // A program that used nearly all of its processor time, and hardly slept, was not idle.
        let used_up = self.cpu > limits.cpu * 9 / 10;
        let slept = self.clock.saturating_sub(self.delay + self.cpu);
        Some(if used_up && slept < self.cpu / 4 {
            Exit::Exceeded(Resource::Cpu)
        } else {
            Exit::Exceeded(Resource::Wall)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of a run with one second of processor time, and these times in milliseconds.
    fn exit(wall: u64, clock: u64, delay: u64, cpu: u64) -> Option<Exit> {
        let millis = Duration::from_millis;
        let limits = Limits { cpu: millis(1000), wall: millis(wall), ..Limits::default() };
        Times { clock: millis(clock), delay: millis(delay), cpu: millis(cpu) }.exit(&limits)
    }

    #[test]
    fn a_program_that_sleeps_is_idle_whatever_it_did_before() {
        assert_eq!(exit(4000, 4010, 0, 20), Some(Exit::Exceeded(Resource::Wall)));
        assert_eq!(exit(4000, 4010, 0, 960), Some(Exit::Exceeded(Resource::Wall)));
        assert_eq!(
            exit(4000, 9010, 5000, 20),
            Some(Exit::Exceeded(Resource::Wall)),
            "with what it waited for a processor"
        );
    }

    #[test]
    fn a_loop_that_was_stopped_near_its_processor_time_is_not_idle() {
        assert_eq!(exit(1000, 1010, 0, 990), Some(Exit::Exceeded(Resource::Cpu)));
        assert_eq!(exit(1100, 5110, 4000, 930), Some(Exit::Exceeded(Resource::Cpu)));
        assert_eq!(exit(4000, 9000, 4900, 1001), Some(Exit::Exceeded(Resource::Cpu)));
    }

    #[test]
    fn a_program_that_mostly_waited_for_a_processor_gets_no_verdict() {
        assert_eq!(exit(4000, 9000, 5500, 700), None);
        assert_eq!(exit(4000, 30_000, 20_001, 700), None);
    }
}
