//! Records which submissions run at the same time, and which ends of runs are not trusted because of that.
//!
//! Programs of two submissions share a machine: processors, and every resource that the kernel counts for a user or for
//! the machine. So an end that another program may have caused makes a submission doubtful. The programs of one
//! submission do not make each other doubtful.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::end_cause::EndCause;

/// The runs that go on at this moment.
#[derive(Debug, Default)]
pub(super) struct ConcurrentRuns(Mutex<Vec<Run>>);

/// A run of a submission.
#[derive(Debug)]
struct Run {
    submission: usize,
    /// Whether another submission ran at the same time.
    met: Arc<AtomicBool>,
}

/// One submission, whose runs may go on beside those of others.
#[derive(Debug)]
pub(super) struct Guest<'a> {
    concurrent: &'a ConcurrentRuns,
    submission: usize,
    doubtful: AtomicBool,
    suspicious: AtomicBool,
}

impl ConcurrentRuns {
    /// Returns the submission with this number.
    pub(super) fn guest(&self, submission: usize) -> Guest<'_> {
        Guest {
            concurrent: self,
            submission,
            doubtful: AtomicBool::default(),
            suspicious: AtomicBool::default(),
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Run>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, submission: usize) -> Arc<AtomicBool> {
        let mut all = self.all();
        let mut alone = true;
        for other in all.iter().filter(|run| run.submission != submission) {
            other.met.store(true, Ordering::Relaxed);
            alone = false;
        }
        let met = Arc::new(AtomicBool::new(!alone));
        all.push(Run { submission, met: met.clone() });
        met
    }

    /// Ends a run; tells whether another submission ran at the same time.
    fn leave(&self, met: &Arc<AtomicBool>) -> bool {
        self.all().retain(|run| !Arc::ptr_eq(&run.met, met));
        met.load(Ordering::Relaxed)
    }
}

impl Guest<'_> {
    /// Runs something of the submission; `cause` interprets its end. If other programs can have caused that end, and
    /// were running, the submission is doubtful from then on.
    pub(super) fn run<T>(&self, run: impl FnOnce() -> T, cause: impl FnOnce(&T) -> EndCause) -> T {
        let met = self.concurrent.enter(self.submission);
        let done = run();
        let met_another = self.concurrent.leave(&met);
        let cause = cause(&done);
        self.doubtful.fetch_or(met_another && cause >= EndCause::MaybeOthers, Ordering::Relaxed);
        self.suspicious.fetch_or(cause == EndCause::Symptom, Ordering::Relaxed);
        done
    }

    /// Tells whether the submission must be run alone before its results are trusted.
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubtful.load(Ordering::Relaxed)
    }

    /// Tells whether a run failed in a way in which a correct program cannot fail.
    pub(super) fn is_suspicious(&self) -> bool {
        self.suspicious.load(Ordering::Relaxed)
    }

    /// Returns the number of the submission.
    pub(super) fn submission(&self) -> usize {
        self.submission
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_trusted_only_if_no_other_submission_ran() {
        let runs = ConcurrentRuns::default();
        let (one, other) = (runs.guest(1), runs.guest(2));
        one.run(|| (), |()| EndCause::MaybeOthers);
        assert!(!one.is_doubtful());
        one.run(|| other.run(|| (), |()| EndCause::Program), |()| EndCause::MaybeOthers);
        assert!(one.is_doubtful(), "the other one began later and ended earlier");
        assert!(!other.is_doubtful(), "nothing of it was doubtful");
        other.run(|| (), |()| EndCause::MaybeOthers);
        assert!(!other.is_doubtful(), "everybody else had left");
    }

    #[test]
    fn runs_of_the_same_submission_do_not_make_it_doubtful() {
        let runs = ConcurrentRuns::default();
        let (one, again) = (runs.guest(1), runs.guest(1));
        one.run(|| again.run(|| (), |()| EndCause::MaybeOthers), |()| EndCause::Symptom);
        assert!(!one.is_doubtful() && !again.is_doubtful());
        assert!(one.is_suspicious() && !again.is_suspicious());
    }

    #[test]
    fn a_submission_that_starts_beside_another_one_is_doubtful_too() {
        let runs = ConcurrentRuns::default();
        let (one, other) = (runs.guest(1), runs.guest(2));
        one.run(|| other.run(|| (), |()| EndCause::MaybeOthers), |()| EndCause::Program);
        assert!(other.is_doubtful() && !one.is_doubtful());
    }
}
