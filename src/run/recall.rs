//! Finds the result of a submission in the store, without running anything.

use super::{Fault, Outcome, key};
use crate::plan::Plan;
use crate::sandbox::Level;
use crate::trace::{JobQuery, Record, Recorded, Sources, Store};

/// The results of a submission that the store has for a plan.
#[derive(Debug)]
pub(crate) struct Recalled {
    /// The result; jobs that are not known are faults.
    pub outcome: Outcome,
    /// Its sources, as far as they were kept.
    pub sources: Sources,
    /// The jobs that would have to be run, by their indexes in the plan.
    pub missing: Vec<usize>,
}

/// Returns the result of the submission of a record, as far as the store knows it, with each job in at least `runs`
/// runs.
pub(crate) fn recall(plan: &Plan, level: Level, runs: u32, store: &Store, record: &Record) -> Recalled {
    let preparation = key::preparation_again(plan, record);
    let mut missing = Vec::new();
    let jobs = plan.jobs.iter().enumerate().map(|(index, job)| {
        let key = key::job(plan, &preparation, level, job);
        let limits = key::limits(plan, job);
        let is_of_kind = |recorded: &Recorded| job.expected.is_met_by(recorded);
        let query = JobQuery { submission: record.submission.as_ref(), key: &key, runs, limits };
        store.observed_as(&query, is_of_kind).ok_or_else(|| {
            missing.push(index);
            Fault("it was never run like this".into())
        })
    });
    let jobs: Vec<_> = jobs.collect();
    let Some(sources) = store.sources(record) else {
        // A report without the lines of the source would be another one.
        let missing = (0..plan.jobs.len()).collect();
        return Recalled { outcome: Outcome::Ran(jobs), sources: Sources::default(), missing };
    };
    match store.invalid(&preparation.key).filter(|_| !missing.is_empty()) {
        Some(invalid) => {
            Recalled { outcome: Outcome::Invalid(invalid.clone()), sources, missing: Vec::new() }
        }
        None => Recalled { outcome: Outcome::Ran(jobs), sources, missing },
    }
}
