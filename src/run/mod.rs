//! Carries out the jobs of a plan on submissions, in parallel.
//!
//! All it does is write down what happened; what that is worth is decided elsewhere. What the store knows is not
//! run again.

mod key;
mod prepare;
mod ready;
mod recall;
mod unit;

use std::sync::OnceLock;
use std::time::Duration;

use rayon::prelude::*;

use crate::digest::Digest;
use crate::plan::Plan;
use crate::sandbox::{self, Sandbox};
use crate::submission::Submission;
use crate::trace::{Entry, Invalid, Observed, Preparation, Store, StoreError};

use prepare::Taken;
use unit::units;

pub use ready::Ready;
pub use recall::{Recalled, recall};

/// After a program was stopped by a signal, so long later we know if we are stopped too.
const NOTICE: Duration = Duration::from_millis(250);

/// What came of one submission.
#[derive(Debug)]
pub enum Outcome {
    /// Every job was run; in the order of the plan.
    Ran(Vec<Result<Observed, Fault>>),
    /// There is nothing to run.
    Invalid(Invalid),
    /// It could not be looked at.
    Fault(Fault),
}

/// Something of ours that failed, in words: nobody loses points for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// What is told while jobs are carried out.
pub trait Progress: Sync {
    /// One scenario of one submission has been run, or will not be.
    fn scenarios_done(&self, count: u64);
}

/// Puts submissions through a plan.
#[derive(Debug)]
pub struct Runner<'a> {
    /// Where programs are run.
    pub sandbox: &'a Sandbox,
    /// What they are put through.
    pub plan: &'a Plan<'a>,
    /// What is known, and where is kept what was not.
    pub store: &'a Store,
    /// How many times each job is run.
    pub repeat: u32,
}

/// What came of one submission, and of which files.
#[derive(Debug)]
pub struct Attempt {
    /// Of its files, if they could be read.
    pub files: Option<Digest>,
    /// What came of it.
    pub outcome: Outcome,
    /// How many of its jobs the store knew.
    pub known: usize,
}

impl Attempt {
    /// Whether nothing of ours failed.
    pub fn is_whole(&self) -> bool {
        match &self.outcome {
            Outcome::Ran(jobs) => jobs.iter().all(Result::is_ok),
            Outcome::Invalid(_) => true,
            Outcome::Fault(_) => false,
        }
    }
}

impl Runner<'_> {
    /// Puts every submission through the plan with `workers` at a time, and hands what happened to `judge` as
    /// soon as it is known; what that gives comes back in the order of the submissions. After a trace that could
    /// not be kept nothing more is run: [`Store::finish`] tells why.
    ///
    /// # Errors
    ///
    /// When the workers cannot be started.
    pub fn run_all<T: Send>(
        &self,
        submissions: &[Submission],
        workers: usize,
        progress: &dyn Progress,
        judge: impl Fn(&Submission, Attempt) -> T + Sync,
    ) -> Result<Vec<T>, Fault> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
        let pool = pool.map_err(|error| Fault(format!("cannot start {workers} workers: {error}")))?;
        let unkept = OnceLock::new();
        Ok(pool.install(|| {
            // One at a time for each worker, so that memory does not grow with the number of submissions.
            let each = submissions.par_iter().with_max_len(1);
            each.map(|submission| judge(submission, self.attempt(submission, progress, &unkept))).collect()
        }))
    }

    /// Puts one submission through the plan and keeps what came of it.
    fn attempt(
        &self,
        submission: &Submission,
        progress: &dyn Progress,
        unkept: &OnceLock<StoreError>,
    ) -> Attempt {
        let all = self.plan.jobs.len() as u64;
        let failed = |files, fault| {
            progress.scenarios_done(all);
            Attempt { files, outcome: Outcome::Fault(fault), known: 0 }
        };
        if let Some(error) = unkept.get() {
            return failed(None, Fault(error.to_string()));
        }
        let taken = match not_interrupted().and_then(|()| prepare::take(self.plan, submission)) {
            Ok(taken) => taken,
            Err(fault) => return failed(None, fault),
        };
        let files = taken.files;
        let preparation = match key::preparation(self.plan, &taken) {
            Ok(preparation) => preparation,
            Err(fault) => return failed(Some(files), fault),
        };
        let (kept, known) = match self.outcome(taken, &preparation, progress) {
            Ok((observed, known)) => (self.keep(submission, files, &preparation, observed, known), known),
            Err(fault) => return Attempt { files: Some(files), outcome: Outcome::Fault(fault), known: 0 },
        };
        let outcome = kept.unwrap_or_else(|error| {
            let fault = Outcome::Fault(Fault(error.to_string()));
            let _ = unkept.set(error);
            fault
        });
        Attempt { files: Some(files), outcome, known }
    }

    /// What came of a submission: from the store as far as it knows, otherwise by running it. With how many jobs the
    /// store knew.
    fn outcome(
        &self,
        taken: Taken,
        preparation: &Preparation,
        progress: &dyn Progress,
    ) -> Result<(Result<Jobs, Invalid>, usize), Fault> {
        let all = self.plan.jobs.len();
        let level = self.sandbox.isolation().level;
        let keys: Vec<Digest> =
            self.plan.jobs.iter().map(|job| key::job(self.plan, preparation, level, &job.expected)).collect();
        let mut jobs: Vec<Option<Result<Observed, Fault>>> =
            keys.iter().map(|key| self.store.observed(key, self.repeat).map(Ok)).collect();
        let missing: Vec<usize> = (0..all).filter(|&index| jobs[index].is_none()).collect();
        let known = all - missing.len();
        progress.scenarios_done(known as u64);
        if !missing.is_empty() {
            if let Some(invalid) = self.store.invalid(&preparation.key) {
                progress.scenarios_done(missing.len() as u64);
                return Ok((Err(invalid.clone()), all));
            }
            let built = taken.found.map_or_else(
                |invalid| Ok(Err(invalid)),
                |found| prepare::build(self.sandbox, self.plan, found),
            );
            let submitted = match built {
                Ok(Ok(submitted)) => submitted,
                Ok(Err(invalid)) => {
                    progress.scenarios_done(missing.len() as u64);
                    return Ok((Err(invalid), 0));
                }
                Err(fault) => {
                    progress.scenarios_done(missing.len() as u64);
                    return Err(fault);
                }
            };
            let observed: Vec<(usize, Result<Observed, Fault>)> = units(self.plan, &missing)
                .par_iter()
                .flat_map_iter(|unit| {
                    let observed = unit.observe(self.plan, &submitted, self.repeat);
                    progress.scenarios_done(observed.len() as u64);
                    observed
                })
                .collect();
            observed.into_iter().for_each(|(index, observed)| jobs[index] = Some(observed));
        }
        let jobs = jobs.into_iter().map(|job| job.expect("every job was known or was missing"));
        Ok((Ok(keys.into_iter().zip(jobs).collect()), known))
    }

    fn keep(
        &self,
        submission: &Submission,
        files: Digest,
        preparation: &Preparation,
        outcome: Result<Jobs, Invalid>,
        known: usize,
    ) -> Result<Outcome, StoreError> {
        let keep = |outcome| {
            self.store.keep(&Entry { submission: Some(&submission.name), files, preparation, outcome })
        };
        match outcome {
            Err(invalid) => {
                keep(Err(&invalid))?;
                Ok(Outcome::Invalid(invalid))
            }
            Ok(jobs) => {
                let keys: Vec<Digest> = jobs.iter().map(|(key, _)| *key).collect();
                if known < jobs.len() || !self.store.holds(&submission.name, preparation, &keys) {
                    let graded: Vec<(Digest, &Observed)> =
                        jobs.iter().filter_map(|(key, job)| Some((*key, job.as_ref().ok()?))).collect();
                    keep(Ok(&graded))?;
                }
                Ok(Outcome::Ran(jobs.into_iter().map(|(_, job)| job).collect()))
            }
        }
    }
}

/// What the jobs of a submission did, each with its key.
type Jobs = Vec<(Digest, Result<Observed, Fault>)>;

fn not_interrupted() -> Result<(), Fault> {
    if sandbox::interrupted() { Err(interrupted()) } else { Ok(()) }
}

fn interrupted() -> Fault {
    Fault("interrupted before it was graded".to_owned())
}
