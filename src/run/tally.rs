//! Tells of each scenario of a submission once, however often it is run.

use std::sync::{Mutex, PoisonError};

use super::Progress;

/// How many scenarios of a submission have been told of.
#[derive(Debug, Default)]
pub(super) struct Tally(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Of all times that the submission was put through the plan, the most.
    told: u64,
    /// This time.
    done: u64,
}

impl Tally {
    /// Goes over to the next time.
    pub(super) fn begin_again(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).done = 0;
    }

    /// Some more have been run this time.
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
