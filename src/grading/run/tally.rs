//! Counts each scenario of a submission only once for the progress, however often it is run.

use std::sync::{Mutex, PoisonError};

use super::Progress;

/// The number of scenarios of a submission that were reported.
#[derive(Debug, Default)]
pub(super) struct Tally(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// The largest count of all attempts.
    told: u64,
    /// The count of this attempt.
    done: u64,
}

impl Tally {
    /// Begins another attempt.
    pub(super) fn begin_again(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).done = 0;
    }

    /// Counts more scenarios of this attempt, and reports those that are new.
    pub(super) fn add(&self, count: u64, progress: &dyn Progress) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.done += count;
        let new = counts.done.saturating_sub(counts.told);
        counts.told += new;
        drop(counts);
        if new > 0 {
            progress.scenarios_done(new);
        }
    }
}
