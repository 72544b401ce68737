//! A submission that is prepared once and put through any number of plans.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::concurrency::ConcurrentRuns;
use super::prepare::{self, Submitted, Taken};
use super::unit::units;
use super::{Fault, interrupted, not_interrupted};
use crate::plan::Plan;
use crate::sandbox::Sandbox;
use crate::submission::Submission;
use crate::trace::{Invalid, Observed, Sources};

/// A prepared submission. Its results are not stored.
pub struct Ready {
    sandbox: Sandbox,
    submitted: Submitted,
}

impl Ready {
    /// Takes, checks and builds a submission for the spec of a plan.
    ///
    /// # Errors
    ///
    /// When something of ours fails. A submission that cannot be run is not an error.
    pub fn new(
        sandbox: &Sandbox,
        plan: &Plan,
        submission: &Submission,
    ) -> Result<Result<Self, Invalid>, Fault> {
        Self::with_sources(sandbox, plan, submission).map(|(_, ready)| ready)
    }

    /// The same, with the sources of the submission, as far as a report points into them.
    ///
    /// # Errors
    ///
    /// As for [`Ready::new`].
    pub fn with_sources(
        sandbox: &Sandbox,
        plan: &Plan,
        submission: &Submission,
    ) -> Result<(Sources, Result<Self, Invalid>), Fault> {
        not_interrupted()?;
        let Taken { sources, found, .. } = prepare::take(plan, submission)?;
        let found = match found {
            Ok(found) => found,
            Err(invalid) => return Ok((sources, Err(invalid))),
        };
        let built = prepare::build(sandbox, plan, &ConcurrentRuns::default().guest(0), found)?;
        Ok((sources, built.map(|submitted| Self { sandbox: sandbox.clone(), submitted })))
    }

    /// Runs every job of a plan once.
    pub fn observe(&self, plan: &Plan) -> Vec<Result<Observed, Fault>> {
        let all: Vec<usize> = (0..plan.jobs.len()).collect();
        let observed = Mutex::new(Vec::with_capacity(all.len()));
        self.observe_each(plan, &all, 1, |job, one| {
            observed.lock().unwrap_or_else(PoisonError::into_inner).push((job, one));
        });
        let mut observed = observed.into_inner().unwrap_or_else(PoisonError::into_inner);
        observed.sort_by_key(|(job, _)| *job);
        observed.into_iter().map(|(_, observed)| observed).collect()
    }

    /// Runs some jobs of a plan, each `runs` times, and passes on each result as soon as it is known.
    pub fn observe_each(
        &self,
        plan: &Plan,
        jobs: &[usize],
        runs: u32,
        tell: impl Fn(usize, Result<Observed, Fault>) + Sync,
    ) {
        let concurrent = ConcurrentRuns::default();
        let alone = concurrent.guest(0);
        units(plan, jobs).par_iter().for_each(|unit| {
            let observed = if self.sandbox.is_stopped() {
                unit.jobs().into_iter().map(|job| (job, Err(interrupted()))).collect()
            } else {
                unit.observe(plan, &self.submitted, &alone, runs)
            };
            observed.into_iter().for_each(|(job, observed)| tell(job, observed));
        });
    }
}
