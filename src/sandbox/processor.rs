//! Keeps a run, and the thread that conducts it, on one processor.
//!
//! They wake each other dozens of times a run, and hardly ever do anything at the same time. Left alone they spread over
//! the processors, and each time one that is idle has to be woken. Where others want the same processor, the system
//! places them again.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// How long a thread may have waited for its processor in a run, beyond which it is crowded.
const MOST_WAITED: Duration = Duration::from_millis(1);

thread_local! {
    /// Whether others wanted the processor of this thread in its last run.
    static CROWDED: Cell<bool> = const { Cell::new(false) };
}

/// While it lasts, this thread stays where it is, unless it is crowded there.
pub(super) struct Stay {
    /// Where it may be otherwise, and where it is.
    kept: Option<(CpuSet, usize)>,
    waited: Duration,
}

impl Stay {
    pub(super) fn begin() -> Self {
        let kept = (!CROWDED.get()).then(keep_here).flatten();
        Self { kept, waited: waited() }
    }

    /// The number of the processor where it stays.
    pub(super) fn processor(&self) -> Option<usize> {
        self.kept.map(|(_, processor)| processor)
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        CROWDED.set(waited().saturating_sub(self.waited) > MOST_WAITED);
        if let Some((all, _)) = &self.kept {
            let _ = sched_setaffinity(None, all);
        }
    }
}

fn keep_here() -> Option<(CpuSet, usize)> {
    let all = sched_getaffinity(None).ok().filter(|all| all.count() > 1)?;
    let processor = sched_getcpu();
    sched_setaffinity(None, &only(processor)).ok()?;
    Some((all, processor))
}

/// One processor.
pub(super) fn only(processor: usize) -> CpuSet {
    let mut one = CpuSet::new();
    one.set(processor);
    one
}

/// How long this thread has stood in queues for a processor: the second number, in nanoseconds (the kernel's
/// documentation, sched-stats).
fn waited() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(counted.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0))
}
