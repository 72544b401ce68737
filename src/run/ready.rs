//! A submission that was made ready once, to be put through any number of plans.

use rayon::prelude::*;

use super::prepare::{self, Submitted};
use super::unit::units;
use super::{Fault, not_interrupted};
use crate::plan::Plan;
use crate::sandbox::Sandbox;
use crate::submission::Submission;
use crate::trace::{Invalid, Observed};

/// A submission that was made ready. Nothing of what it does is kept.
pub struct Ready {
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
        not_interrupted()?;
        let found = match prepare::take(plan, submission)?.found {
            Ok(found) => found,
            Err(invalid) => return Ok(Err(invalid)),
        };
        Ok(prepare::build(sandbox, plan, found)?.map(|submitted| Self { submitted }))
    }

    /// What it does in every job of a plan, each run once.
    pub fn observe(&self, plan: &Plan) -> Vec<Result<Observed, Fault>> {
        let all: Vec<usize> = (0..plan.jobs.len()).collect();
        let mut observed: Vec<(usize, Result<Observed, Fault>)> = units(plan, &all)
            .par_iter()
            .flat_map_iter(|unit| match not_interrupted() {
                Ok(()) => unit.observe(plan, &self.submitted, 1),
                Err(fault) => unit.jobs().into_iter().map(|job| (job, Err(fault.clone()))).collect(),
            })
            .collect();
        observed.sort_by_key(|(job, _)| *job);
        observed.into_iter().map(|(_, observed)| observed).collect()
    }
}
