//! Finds the result of a submission in the store, without running anything.

use super::{Fault, Outcome, key};
use crate::plan::{Job, Plan};
use crate::sandbox::Level;
use crate::trace::{JobQuery, Observed, Preparation, Record, Recorded, Sources, Store};

/// The results of a submission that the store has for a plan.
#[derive(Debug)]
pub struct Recalled {
    /// The result; jobs that are not known are faults.
    pub outcome: Outcome,
    /// Its sources, as far as they were kept.
    pub sources: Sources,
    /// The jobs that would have to be run, by their indexes in the plan.
    pub missing: Vec<usize>,
}

/// What a store knows of the submission of a record.
pub struct Known<'a> {
    plan: &'a Plan<'a>,
    store: &'a Store,
    record: &'a Record,
    preparation: Preparation,
    level: Level,
    runs: u32,
}

impl<'a> Known<'a> {
    /// What is known for a plan, of runs with this isolation, with each job in at least so many runs.
    pub fn of(plan: &'a Plan, store: &'a Store, record: &'a Record, level: Level, runs: u32) -> Self {
        Self { plan, store, record, preparation: key::preparation_again(plan, record), level, runs }
    }

    /// What a job did.
    pub fn observed(&self, job: &Job) -> Option<Observed> {
        let key = key::job(self.plan, &self.preparation, self.level, job);
        let limits = key::limits(self.plan, job);
        let is_of_kind = |recorded: &Recorded| job.expected.is_met_by(recorded);
        let query =
            JobQuery { submission: self.record.submission.as_ref(), key: &key, runs: self.runs, limits };
        self.store.observed_as(&query, is_of_kind)
    }

    /// The result, as far as it is known.
    pub fn recall(&self) -> Recalled {
        let mut missing = Vec::new();
        let jobs = self.plan.jobs.iter().enumerate().map(|(index, job)| {
            self.observed(job).ok_or_else(|| {
                missing.push(index);
                Fault("it was never run like this".into())
            })
        });
        let jobs: Vec<_> = jobs.collect();
        let Some(sources) = self.store.sources(self.record) else {
            // A report without the lines of the source would be another one.
            let missing = (0..self.plan.jobs.len()).collect();
            return Recalled { outcome: Outcome::Ran(jobs), sources: Sources::default(), missing };
        };
        match self.store.invalid(&self.preparation.key).filter(|_| !missing.is_empty()) {
            Some(invalid) => {
                Recalled { outcome: Outcome::Invalid(invalid.clone()), sources, missing: Vec::new() }
            }
            None => Recalled { outcome: Outcome::Ran(jobs), sources, missing },
        }
    }
}
