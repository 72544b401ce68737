//! Whether a run does nothing: it uses no processor time, and stands in no queue for a processor either.
//!
//! Who could go on and gets no processor is not idle, and the processes of a run do not show that by themselves: the
//! state of a process is that of its first thread, which may wait while others are in the queue.

use std::time::Duration;

/// How long a run has done nothing when that is told.
const IDLE: Duration = Duration::from_secs(1);

/// What is seen of a run at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// When, by the clock of the machine (`sandbox/clock.rs`).
    pub(super) at: Duration,
    /// Its processor time.
    pub(super) cpu: Duration,
    /// How long it has waited for a processor.
    pub(super) delay: Duration,
    /// Whether one of its processes could go on.
    pub(super) runnable: bool,
}

/// What is known about a run that may be idle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idleness {
    /// When it was last seen to do something, or said to do nothing.
    last: Look,
}

impl Idleness {
    pub(super) fn new(at: Duration) -> Self {
        Self { last: Look { at, cpu: Duration::ZERO, delay: Duration::ZERO, runnable: false } }
    }

    /// Whether it is to be told now that the run does nothing.
    pub(super) fn is_told(&mut self, now: Look) -> bool {
        let then = self.last;
        let works = now.runnable || now.cpu != then.cpu;
        let elapsed = now.at.saturating_sub(then.at);
        if !works && elapsed <= IDLE {
            return false;
        }
        self.last = now;
        // Threads that only wake now and then may wait a little each time.
        let waits = now.delay.saturating_sub(then.delay) > elapsed / 2;
        !works && !waits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: [u64; 0] = [];

    /// When it is told that a run does nothing, in milliseconds. Looks are a time, processor time and delay in
    /// milliseconds, and whether something was runnable.
    fn told<const N: usize>(looks: [(u64, u64, u64, bool); N]) -> Vec<u64> {
        let mut idleness = Idleness::new(Duration::ZERO);
        let millis = Duration::from_millis;
        let look = |(at, cpu, delay, runnable)| Look {
            at: millis(at),
            cpu: millis(cpu),
            delay: millis(delay),
            runnable,
        };
        looks.into_iter().filter(|seen| idleness.is_told(look(*seen))).map(|(at, ..)| at).collect()
    }

    #[test]
    fn a_sleeper_is_idle_a_second_after_it_was_last_seen_to_work_and_each_second_again() {
        let looks = [(5, 0, 0, true), (900, 0, 0, false), (1_006, 0, 0, false), (1_011, 0, 0, false)];
        assert_eq!(told(looks), [1_006]);
        assert_eq!(told([(1_001, 0, 0, false), (2_002, 0, 0, false)]), [1_001, 2_002]);
    }

    #[test]
    fn a_loop_in_a_thread_that_is_in_the_queue_all_the_time_is_not_idle() {
        // Its first thread waits for it, and for more than a second it gets no processor.
        assert_eq!(told([(700, 10, 0, false), (1_300, 10, 560, false), (1_800, 10, 1_050, false)]), NEVER);
        assert_eq!(told([(10, 10, 0, false), (1_020, 10, 980, false), (1_700, 20, 1_640, false)]), NEVER);
    }

    #[test]
    fn who_is_seen_to_work_is_not_idle_however_long_nobody_has_looked() {
        assert_eq!(told([(5, 0, 0, true), (4_000, 0, 0, true), (4_900, 0, 0, false)]), NEVER);
        assert_eq!(told([(5, 0, 0, true), (4_000, 10, 0, false), (4_900, 10, 0, false)]), NEVER);
    }

    #[test]
    fn threads_that_wake_now_and_then_do_not_keep_a_run_from_being_idle() {
        assert_eq!(told([(5, 0, 0, true), (1_006, 0, 250, false)]), [1_006]);
    }
}
