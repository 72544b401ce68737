//! What came of a submission, from the store alone: nothing is run.

use super::{Fault, Outcome, key};
use crate::plan::Plan;
use crate::sandbox::Level;
use crate::trace::{Record, Store};

/// What the store knows of a submission under some plan.
#[derive(Debug)]
pub struct Recalled {
    /// What came of it; jobs that are not known are faults.
    pub outcome: Outcome,
    /// Jobs that would have to be run, by their places in the plan.
    pub missing: Vec<usize>,
}

/// What came of the submission of a record, as far as the store knows.
pub fn recall(plan: &Plan, level: Level, store: &Store, record: &Record) -> Recalled {
    let preparation = key::preparation_again(plan, record);
    let mut missing = Vec::new();
    let jobs = plan.jobs.iter().enumerate().map(|(index, job)| {
        let key = key::job(plan, &preparation, level, &job.expected);
        store.observed_as(&key, 1, |recorded| job.expected.is_met_by(recorded)).ok_or_else(|| {
            missing.push(index);
            Fault("it was never run like this".to_owned())
        })
    });
    let jobs: Vec<_> = jobs.collect();
    match store.invalid(&preparation.key).filter(|_| !missing.is_empty()) {
        Some(invalid) => Recalled { outcome: Outcome::Invalid(invalid.clone()), missing: Vec::new() },
        None => Recalled { outcome: Outcome::Ran(jobs), missing },
    }
}
