//! Keeps a run, and the thread that conducts it, on one processor.
//!
//! They wake each other dozens of times a run, and hardly ever do anything at the same time. Left alone they spread over
//! the processors, and each time one that is idle has to be woken. Where others want the same processor, the system
//! places them again.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;
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

fn only(processor: usize) -> CpuSet {
    let mut one = CpuSet::new();
    one.set(processor);
    one
}

/// The processors that a launcher and its programs may run on; nothing is known of them where the system lets nobody
/// choose.
#[derive(Clone, Copy)]
pub(super) struct Processors(Option<CpuSet>);

impl Processors {
    /// Those of this process.
    pub(super) fn own() -> Self {
        let all = sched_getaffinity(None).ok();
        Self(all.filter(|all| sched_setaffinity(None, all).is_ok()))
    }

    /// All of them, as sched_setaffinity(2) takes them.
    pub(super) fn mask(&self) -> Option<Vec<u8>> {
        let all = self.0?;
        let mut mask = vec![0; CpuSet::MAX_CPU / 8];
        for processor in (0..CpuSet::MAX_CPU).filter(|processor| all.is_set(*processor)) {
            mask[processor / 8] |= 1 << (processor % 8);
        }
        Some(mask)
    }

    /// Has a process run on one of them, or on all; this process, if none is named.
    pub(super) fn keep(&self, process: Option<Pid>, at: Option<usize>) {
        if let Some(all) = &self.0 {
            let _ = sched_setaffinity(process, &at.map_or(*all, only)); // If not, it is slower.
        }
    }
}

/// How long this thread has stood in queues for a processor: the second number, in nanoseconds (the kernel's
/// documentation, sched-stats).
fn waited() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(counted.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0))
}
