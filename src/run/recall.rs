//! What came of a submission, from the store alone: nothing is run.

use super::{Fault, Outcome, key};
use crate::plan::Plan;
use crate::sandbox::Level;
use crate::trace::{Record, Recorded, Sought, Store};

/// What the store knows of a submission under some plan.
#[derive(Debug)]
pub struct Recalled {
    /// What came of it; jobs that are not known are faults.
    pub outcome: Outcome,
    /// Jobs that would have to be run, by their places in the plan.
    pub missing: Vec<usize>,
}

/// What came of the submission of a record, each job in `runs` runs or more, as far as the store knows.
pub fn recall(plan: &Plan, level: Level, runs: u32, store: &Store, record: &Record) -> Recalled {
    let preparation = key::preparation_again(plan, record);
    let mut missing = Vec::new();
    let jobs = plan.jobs.iter().enumerate().map(|(index, job)| {
        let key = key::job(plan, &preparation, level, &job.expected);
        let limits = key::limits(plan, &job.expected);
        let is_of_kind = |recorded: &Recorded| job.expected.is_met_by(recorded);
        let sought = Sought { submission: record.submission.as_deref(), key: &key, runs, limits };
        store.observed_as(&sought, is_of_kind).ok_or_else(|| {
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
