//! The time in which a program was ready to run and got no processor.
//!
//! On a busy machine a program is late through no fault of its own. The kernel counts for each thread how long it
//! waited in the queue of a processor (sched-stats, `/proc/PID/task/TID/schedstat`). A kernel that does not count this
//! shows 0, and then no delay is known.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use super::tree::Scope;

/// The shortest time between two measurements.
const PERIOD: Duration = Duration::from_millis(50);

/// The delays of the threads of a run.
#[derive(Debug)]
pub(super) struct Delay {
    scope: Scope,
    /// The counters of each thread at the last measurement, by thread id.
    threads: HashMap<i32, Thread>,
    looked: Instant,
    total: Duration,
}

/// The kernel's counters of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Thread {
    /// Time on a processor, in nanoseconds.
    ran: u64,
    /// Time in the queue. The kernel adds the current wait when it ends.
    waited: Duration,
    /// The observed length of the current wait.
    waits: Duration,
    /// Whether the thread is ready to run.
    runnable: bool,
}

impl Delay {
    pub(super) fn new(scope: Scope) -> Self {
        Self { scope, threads: HashMap::new(), looked: Instant::now(), total: Duration::ZERO }
    }

    /// Returns the total delay, if the period is over and the delay has grown.
    pub(super) fn grown(&mut self) -> Option<Duration> {
        if self.looked.elapsed() < PERIOD {
            return None;
        }
        let before = self.total;
        let total = self.total();
        (total > before).then_some(total)
    }

    /// Returns the delay at the last measurement.
    pub(super) fn so_far(&self) -> Duration {
        self.total
    }

    /// Measures and returns the delay until now.
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

/// Returns the delay of the run between two measurements.
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
    // Threads that wait at the same time delay the run only once. A thread that is new in this measurement may have
    // waited longer than `elapsed`.
    longest.max(sum.min(elapsed))
}

impl Thread {
    /// Tells whether the thread waited in the queue during the whole time up to `now`, and still waits.
    fn has_waited_until(&self, now: &Self) -> bool {
        self.runnable && now.runnable && (self.ran, self.waited) == (now.ran, now.waited)
    }
}

/// Returns the threads of a process by their ids.
fn threads_of(pid: i32) -> Vec<(i32, Thread)> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads
        .filter_map(|thread| {
            let id = thread.file_name().to_str()?.parse().ok()?;
            // Three numbers: nanoseconds on a processor, nanoseconds in the queue, and the number of time slices.
            let counted = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            let mut numbers = counted.split_whitespace().map_while(|number| number.parse().ok());
            let (ran, waited) = (numbers.next()?, Duration::from_nanos(numbers.next()?));
            // The state follows the name, which is in parentheses and may contain parentheses (proc(5)).
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
    fn a_thread_that_waits_all_the_time_is_delayed_before_the_kernel_has_counted_it() {
        let mut waiting = HashMap::from([(7, Thread { runnable: true, ..Thread::default() })]);
        let elapsed = Duration::from_millis(60);
        assert_eq!(of_the_run(&waiting.clone(), &mut waiting, elapsed), elapsed);
        let mut ran = HashMap::from([(7, Thread { ran: 1, runnable: true, ..Thread::default() })]);
        assert_eq!(of_the_run(&waiting, &mut ran, elapsed), Duration::ZERO);
    }

    #[test]
    fn a_wait_that_the_kernel_counts_at_its_end_counts_only_once() {
        // A loop with a small share of a processor: time on the processor, and time in the queue as the kernel has
        // counted it.
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
    fn only_waits_since_the_last_measurement_count() {
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
    fn a_reused_thread_id_does_not_reduce_the_delay() {
        let (before, mut now) = (delays([(7, 100)]), delays([(7, 1)]));
        assert_eq!(of_the_run(&before, &mut now, Duration::from_secs(1)), Duration::ZERO);
    }
}
