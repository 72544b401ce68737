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
    /// What each thread had done when it was last looked at, by its id.
    threads: HashMap<i32, Thread>,
    looked: Instant,
    total: Duration,
}

/// What the kernel counts of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Thread {
    /// Time on a processor, in nanoseconds.
    ran: u64,
    /// Time in a queue for one. What it waits just now is added when it gets one.
    waited: Duration,
    /// How long it has been seen to wait just now.
    waits: Duration,
    /// Whether it could go on.
    runnable: bool,
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

    /// The delay until the last look.
    pub(super) fn so_far(&self) -> Duration {
        self.total
    }

    /// The delay until now.
    pub(super) fn total(&mut self) -> Duration {
        let elapsed = self.looked.elapsed();
        self.looked = Instant::now();
        let mut threads: HashMap<i32, Thread> =
            self.scope.members().into_iter().flat_map(threads_of).collect();
        self.total += of_the_run(&self.threads, &mut threads, elapsed);
        self.threads = threads;
        self.total
    }
}

/// By how much the run was delayed in a while.
fn of_the_run(before: &HashMap<i32, Thread>, now: &mut HashMap<i32, Thread>, elapsed: Duration) -> Duration {
    let (mut sum, mut longest) = (Duration::ZERO, Duration::ZERO);
    for (id, thread) in now {
        let then = before.get(id).copied().unwrap_or_default();
        if then.has_waited_until(thread) {
            thread.waits = then.waits + elapsed;
        }
        let more = (thread.waited + thread.waits).saturating_sub(then.waited + then.waits);
        sum += more;
        longest = longest.max(more);
    }
    // Threads that wait at the same time delay a run once. What is known of one only now may have been longer.
    longest.max(sum.min(elapsed))
}

impl Thread {
    /// Whether it stood in the queue all the time until it was seen like this, and still does.
    fn has_waited_until(&self, now: &Self) -> bool {
        self.runnable && now.runnable && (self.ran, self.waited) == (now.ran, now.waited)
    }
}

/// The threads of a process by their ids.
fn threads_of(pid: i32) -> Vec<(i32, Thread)> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads
        .filter_map(|thread| {
            let id = thread.file_name().to_str()?.parse().ok()?;
            // Three numbers: nanoseconds on a processor, nanoseconds in a queue for one, and turns.
            let counted = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            let mut numbers = counted.split_whitespace().map_while(|number| number.parse().ok());
            let (ran, waited) = (numbers.next()?, Duration::from_nanos(numbers.next()?));
            // The state stands behind the name, which is in parentheses and may hold some (proc(5)).
            let stat = fs::read_to_string(thread.path().join("stat")).ok()?;
            let runnable = stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('R'));
            Some((id, Thread { ran, waited, runnable, ..Thread::default() }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays<const N: usize>(millis: [(i32, u64); N]) -> HashMap<i32, Thread> {
        let thread = |millis| Thread { waited: Duration::from_millis(millis), ..Thread::default() };
        millis.into_iter().map(|(id, millis)| (id, thread(millis))).collect()
    }

    #[test]
    fn who_stands_in_the_queue_all_the_time_is_delayed_though_nobody_has_counted_it_yet() {
        let mut waiting = HashMap::from([(7, Thread { runnable: true, ..Thread::default() })]);
        let elapsed = Duration::from_millis(60);
        assert_eq!(of_the_run(&waiting.clone(), &mut waiting, elapsed), elapsed);
        let mut ran = HashMap::from([(7, Thread { ran: 1, runnable: true, ..Thread::default() })]);
        assert_eq!(of_the_run(&waiting, &mut ran, elapsed), Duration::ZERO);
    }

    #[test]
    fn a_wait_that_is_counted_at_its_end_is_counted_once_and_whole() {
        // A loop with a small share of a processor: time on it, time in the queue as far as the kernel has counted it.
        let looks = [(0, 0), (10, 0), (10, 0), (10, 0), (13, 190), (13, 190), (16, 290), (16, 290)];
        let (mut before, mut total) = (HashMap::new(), Duration::ZERO);
        for (ran, waited) in looks {
            let waited = Duration::from_millis(waited);
            let thread = Thread { ran, waited, runnable: true, ..Thread::default() };
            let mut now = HashMap::from([(7, thread)]);
            total += of_the_run(&before, &mut now, Duration::from_millis(50));
            before = now;
        }
        assert_eq!(total, Duration::from_millis(340), "290 that are over and 50 that it waits now");
    }

    #[test]
    fn only_what_was_waited_since_the_last_look_counts() {
        let (before, mut now) = (delays([(7, 100)]), delays([(7, 130), (8, 5)]));
        assert_eq!(of_the_run(&before, &mut now, Duration::from_secs(1)), Duration::from_millis(35));
    }

    #[test]
    fn threads_that_wait_together_delay_a_run_once() {
        let mut now = delays([(1, 50), (2, 50), (3, 50)]);
        let elapsed = Duration::from_millis(50);
        assert_eq!(of_the_run(&delays([]), &mut now, elapsed), elapsed);
    }

    #[test]
    fn a_number_that_went_to_another_thread_takes_nothing_back() {
        let (before, mut now) = (delays([(7, 100)]), delays([(7, 1)]));
        assert_eq!(of_the_run(&before, &mut now, Duration::from_secs(1)), Duration::ZERO);
    }
}
