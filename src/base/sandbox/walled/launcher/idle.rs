//! Detects that a run does nothing: it uses no processor time, and waits for no processor either.
//!
//! A program that is ready to run and gets no processor is not idle. The states of the processes do not show this: the
//! state of a process is that of its first thread, which may sleep while other threads wait for a processor.

use std::time::Duration;

/// A run is idle after this time without activity.
const IDLE_TIME: Duration = Duration::from_secs(1);

/// A measurement of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The time of the measurement, on the clock of the machine (`walled/clock.rs`).
    pub(super) at: Duration,
    /// The processor time of the run.
    pub(super) cpu: Duration,
    /// How long the run has waited for a processor.
    pub(super) delay: Duration,
    /// Whether one of its processes is ready to run.
    pub(super) runnable: bool,
}

/// The idle state of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idleness {
    /// The last measurement with activity, or the last that was reported as idle.
    last: Sample,
}

impl Idleness {
    pub(super) fn new(at: Duration) -> Self {
        Self { last: Sample { at, cpu: Duration::ZERO, delay: Duration::ZERO, runnable: false } }
    }

    /// Tells whether to report now that the run is idle.
    pub(super) fn is_due(&mut self, now: Sample) -> bool {
        let then = self.last;
        let works = now.runnable || now.cpu != then.cpu;
        let elapsed = now.at.saturating_sub(then.at);
        if !works && elapsed <= IDLE_TIME {
            return false;
        }
        self.last = now;
        // Threads that wake only now and then may each wait a little.
        let waits = now.delay.saturating_sub(then.delay) > elapsed / 2;
        !works && !waits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: [u64; 0] = [];

    /// Returns the times of the idle reports, in milliseconds. A measurement is a time, the processor time and the
    /// delay in milliseconds, and whether something was runnable.
    fn told<const N: usize>(looks: [(u64, u64, u64, bool); N]) -> Vec<u64> {
        let mut idleness = Idleness::new(Duration::ZERO);
        let millis = Duration::from_millis;
        let look = |(at, cpu, delay, runnable)| Sample {
            at: millis(at),
            cpu: millis(cpu),
            delay: millis(delay),
            runnable,
        };
        looks.into_iter().filter(|seen| idleness.is_due(look(*seen))).map(|(at, ..)| at).collect()
    }

    #[test]
    fn a_sleeping_run_is_reported_after_each_second_without_activity() {
        let looks = [(5, 0, 0, true), (900, 0, 0, false), (1_006, 0, 0, false), (1_011, 0, 0, false)];
        assert_eq!(told(looks), [1_006]);
        assert_eq!(told([(1_001, 0, 0, false), (2_002, 0, 0, false)]), [1_001, 2_002]);
    }

    #[test]
    fn a_thread_that_waits_for_a_processor_all_the_time_is_not_idle() {
        // The first thread waits for the loop, which gets no processor for more than a second.
        assert_eq!(told([(700, 10, 0, false), (1_300, 10, 560, false), (1_800, 10, 1_050, false)]), NEVER);
        assert_eq!(told([(10, 10, 0, false), (1_020, 10, 980, false), (1_700, 20, 1_640, false)]), NEVER);
    }

    #[test]
    fn a_run_that_used_processor_time_is_not_idle_after_a_long_pause_in_measuring() {
        assert_eq!(told([(5, 0, 0, true), (4_000, 0, 0, true), (4_900, 0, 0, false)]), NEVER);
        assert_eq!(told([(5, 0, 0, true), (4_000, 10, 0, false), (4_900, 10, 0, false)]), NEVER);
    }

    #[test]
    fn threads_that_wake_now_and_then_do_not_keep_a_run_from_being_idle() {
        assert_eq!(told([(5, 0, 0, true), (1_006, 0, 250, false)]), [1_006]);
    }
}
