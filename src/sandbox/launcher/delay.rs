//! How long a program could have gone on and got no processor.
//!
//! On a machine with more to do than processors, a program is late through no fault of its own. The kernel counts
//! for each thread how long it stood in a queue for a processor (sched-stats, `/proc/PID/task/TID/schedstat`); a
//! kernel that does not count that says 0, and then nobody is excused.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use super::tree::Scope;

/// How often it is looked at.
const PERIOD: Duration = Duration::from_millis(50);

/// What is known about the threads of a run.
#[derive(Debug)]
pub(super) struct Delay {
    scope: Scope,
    /// What each thread had waited when it was last looked at, by its id.
    threads: HashMap<i32, Duration>,
    looked: Instant,
    total: Duration,
}

impl Delay {
    pub(super) fn new(scope: Scope) -> Self {
        Self { scope, threads: HashMap::new(), looked: Instant::now(), total: Duration::ZERO }
    }

    /// The delay so far, if it is time to look again and it has grown.
    pub(super) fn grown(&mut self) -> Option<Duration> {
        if self.looked.elapsed() < PERIOD {
            return None;
        }
        let before = self.total;
        let total = self.total();
        (total > before).then_some(total)
    }

    /// The delay so far.
    pub(super) fn total(&mut self) -> Duration {
        let elapsed = self.looked.elapsed();
        self.looked = Instant::now();
        let threads: HashMap<i32, Duration> = self.scope.members().into_iter().flat_map(threads_of).collect();
        self.total += of_the_run(&self.threads, &threads, elapsed);
        self.threads = threads;
        self.total
    }
}

/// By how much the run was delayed in a while: threads that wait at the same time delay it once.
fn of_the_run(before: &HashMap<i32, Duration>, now: &HashMap<i32, Duration>, elapsed: Duration) -> Duration {
    let more = |(thread, delay): (&i32, &Duration)| {
        delay.saturating_sub(before.get(thread).copied().unwrap_or_default())
    };
    now.iter().map(more).sum::<Duration>().min(elapsed)
}

/// The threads of a process, each with how long it has waited for a processor.
fn threads_of(pid: i32) -> Vec<(i32, Duration)> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads
        .filter_map(|thread| {
            let id = thread.file_name().to_str()?.parse().ok()?;
            // Three numbers: nanoseconds on a processor, nanoseconds in a queue for one, and turns.
            let counted = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            Some((id, Duration::from_nanos(counted.split_whitespace().nth(1)?.parse().ok()?)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays<const N: usize>(millis: [(i32, u64); N]) -> HashMap<i32, Duration> {
        millis.into_iter().map(|(thread, millis)| (thread, Duration::from_millis(millis))).collect()
    }

    #[test]
    fn only_what_was_waited_since_the_last_look_counts() {
        let (before, now) = (delays([(7, 100)]), delays([(7, 130), (8, 5)]));
        assert_eq!(of_the_run(&before, &now, Duration::from_secs(1)), Duration::from_millis(35));
    }

    #[test]
    fn threads_that_wait_together_delay_a_run_once() {
        let now = delays([(1, 50), (2, 50), (3, 50)]);
        assert_eq!(of_the_run(&delays([]), &now, Duration::from_millis(50)), Duration::from_millis(50));
    }

    #[test]
    fn a_number_that_went_to_another_thread_takes_nothing_back() {
        let (before, now) = (delays([(7, 100)]), delays([(7, 1)]));
        assert_eq!(of_the_run(&before, &now, Duration::from_secs(1)), Duration::ZERO);
    }
}
