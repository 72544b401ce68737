//! Keeps a run, and the grader's thread that conducts it, on one processor.
//!
//! The two wake each other dozens of times in a run, and hardly ever work at the same time. Without pinning they spread
//! over the processors, and each time an idle processor has to be woken. If other processes want the same processor,
//! the thread is not pinned in its next run.

use std::cell::Cell;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// If a thread waited longer than this for its processor in a run, it is crowded.
const MOST_WAITED: Duration = Duration::from_millis(1);

thread_local! {
    /// Whether other processes wanted the processor of this thread in its last run.
    static CROWDED: Cell<bool> = const { Cell::new(false) };
}

/// Keeps this thread on its current processor until it is dropped, unless the thread was crowded there.
pub(super) struct PinnedCpu {
    /// The processors that are allowed otherwise, and the number of the current one.
    kept: Option<(CpuSet, usize)>,
    waited: Duration,
}

impl PinnedCpu {
    pub(super) fn pin_this_thread() -> Self {
        let kept = (!CROWDED.get()).then(keep_here).flatten();
        Self { kept, waited: waited() }
    }

    /// Returns the number of the processor.
    pub(super) fn processor(&self) -> Option<usize> {
        self.kept.map(|(_, processor)| processor)
    }
}

impl Drop for PinnedCpu {
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

/// The processors on which a launcher and its programs may run; unknown if the system does not let us choose.
#[derive(Clone, Copy)]
pub(super) struct Processors(Option<CpuSet>);

impl Processors {
    /// Returns the processors of this process.
    pub(super) fn own() -> Self {
        let all = sched_getaffinity(None).ok();
        Self(all.filter(|all| sched_setaffinity(None, all).is_ok()))
    }

    /// Returns the processors as a mask for sched_setaffinity(2).
    pub(super) fn mask(&self) -> Option<Vec<u8>> {
        let all = self.0?;
        let mut mask = vec![0; CpuSet::MAX_CPU / 8];
        for processor in (0..CpuSet::MAX_CPU).filter(|processor| all.is_set(*processor)) {
            mask[processor / 8] |= 1 << (processor % 8);
        }
        Some(mask)
    }

    /// Keeps a process on one processor, or on all allowed ones; this process, if none is given.
    pub(super) fn keep(&self, process: Option<Pid>, at: Option<usize>) {
        if let Some(all) = &self.0 {
            let _ = sched_setaffinity(process, &at.map_or(*all, only)); // If this fails, the run is only slower.
        }
    }
}

/// Returns how long this thread has waited in the queues of processors: the second number of the file, in nanoseconds
/// (the kernel's documentation, sched-stats).
fn waited() -> Duration {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(counted.split(' ').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0))
}
