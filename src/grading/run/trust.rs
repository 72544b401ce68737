//! Decides which results are trusted after a failure that a correct program cannot have.
//!
//! After such a failure a harmless program of ours is run. If it fails too, something takes resources from programs,
//! and nobody knows since when. Then no result is trusted that was found since the harmless program last succeeded, and
//! nothing more is run until it succeeds again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Fault;
use crate::sandbox::Probe;

/// Decides which results are trusted.
pub(super) struct Trust<'a> {
    probe: &'a (dyn Fn() -> Probe + Sync),
    /// Removes the stored result of the submission with this number.
    disbelieve: &'a (dyn Fn(usize) + Sync),
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The resource that the harmless program lacked the last time, in words.
    missing: Option<String>,
    /// How often it lacked something.
    failures: u64,
    /// The submissions that were settled since it last succeeded.
    unproven: Vec<usize>,
    disbelieved: Vec<usize>,
}

/// The moment at which a submission began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since(u64);

impl<'a> Trust<'a> {
    pub(super) fn new(probe: &'a (dyn Fn() -> Probe + Sync), disbelieve: &'a (dyn Fn(usize) + Sync)) -> Self {
        Self { probe, disbelieve, state: Mutex::default() }
    }

    /// Begins a submission.
    ///
    /// # Errors
    ///
    /// When harmless programs do not get what they need.
    pub(super) fn begin(&self) -> Result<Since, Fault> {
        let mut state = self.state();
        if state.missing.is_some() {
            self.look(&mut state);
        }
        state.missing.as_deref().map_or(Ok(Since(state.failures)), |missing| Err(short_of(missing)))
    }

    /// Reports a failure that a correct program cannot have.
    pub(super) fn suspect(&self) {
        self.look(&mut self.state());
    }

    /// Stores the result of a submission, if it is trusted.
    ///
    /// # Errors
    ///
    /// When harmless programs did not get what they need since it began.
    pub(super) fn settle<T>(
        &self,
        submission: usize,
        since: Since,
        keep: impl FnOnce() -> T,
    ) -> Result<T, Fault> {
        let mut state = self.state();
        if state.failures != since.0 {
            return Err(short_of(state.missing.as_deref().unwrap_or("for a while it could not")));
        }
        state.unproven.push(submission);
        Ok(keep())
    }

    /// Returns the settled submissions that are no longer trusted, each only once.
    pub(super) fn disbelieved(&self) -> Vec<usize> {
        std::mem::take(&mut self.state().disbelieved)
    }

    fn look(&self, state: &mut State) {
        match (self.probe)() {
            Probe::Passed => {
                state.missing = None;
                state.unproven.clear();
            }
            Probe::Failed(missing) => {
                state.missing = Some(missing);
                state.failures += 1;
                let unproven = std::mem::take(&mut state.unproven);
                unproven.iter().for_each(|submission| (self.disbelieve)(*submission));
                state.disbelieved.extend(unproven);
            }
            Probe::Inconclusive => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn short_of(missing: &str) -> Fault {
    let reason = format!(
        "this machine refuses programs what they need: an honest program of ours was run beside it, and {missing}; grade \
         again when nothing else uses that up"
    );
    Fault(reason.into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// A machine that may be short of resources, and the submissions whose traces were removed.
    #[derive(Default)]
    struct Machine {
        is_short: AtomicBool,
        taken_back: Mutex<Vec<usize>>,
    }

    impl Machine {
        fn probe(&self) -> Probe {
            match self.is_short.load(Ordering::Relaxed) {
                true => Probe::Failed("it cannot fill a pipe".to_owned()),
                false => Probe::Passed,
            }
        }

        fn be_short(&self, is_short: bool) {
            self.is_short.store(is_short, Ordering::Relaxed);
        }

        fn try_out(&self, test: impl FnOnce(&Trust)) -> Vec<usize> {
            let disbelieve = |submission| self.taken_back.lock().unwrap().push(submission);
            test(&Trust::new(&|| self.probe(), &disbelieve));
            self.taken_back.lock().unwrap().clone()
        }
    }

    #[test]
    fn without_suspicion_every_result_is_trusted_and_no_probe_is_run() {
        let machine = Machine::default();
        machine.be_short(true);
        let taken_back = machine.try_out(|trust| {
            let since = trust.begin().unwrap();
            trust.settle(0, since, || ()).unwrap();
            assert!(trust.disbelieved().is_empty());
        });
        assert!(taken_back.is_empty());
    }

    #[test]
    fn results_since_the_last_successful_probe_are_removed() {
        let machine = Machine::default();
        let taken_back = machine.try_out(|trust| {
            for submission in [0, 1] {
                trust.settle(submission, trust.begin().unwrap(), || ()).unwrap();
            }
            trust.suspect(); // The probe succeeds, so they are trusted from now on.
            trust.settle(2, trust.begin().unwrap(), || ()).unwrap();
            machine.be_short(true);
            trust.suspect();
            assert_eq!(trust.disbelieved(), [2]);
            assert!(trust.disbelieved().is_empty(), "each is told once");
        });
        assert_eq!(taken_back, [2]);
    }

    #[test]
    fn results_of_runs_during_a_failed_probe_are_not_kept() {
        let machine = Machine::default();
        machine.try_out(|trust| {
            let since = trust.begin().unwrap();
            machine.be_short(true);
            trust.suspect();
            machine.be_short(false);
            trust.suspect();
            let kept = trust.settle(0, since, || unreachable!("it is not kept"));
            assert!(kept.is_err());
        });
    }

    #[test]
    fn no_run_begins_until_the_probe_succeeds_again() {
        let machine = Machine::default();
        machine.be_short(true);
        machine.try_out(|trust| {
            trust.suspect();
            let fault = trust.begin().unwrap_err();
            assert!(fault.0.contains(&"it cannot fill a pipe"), "{fault:?}");
            machine.be_short(false);
            trust.settle(0, trust.begin().unwrap(), || ()).unwrap();
        });
    }
}
