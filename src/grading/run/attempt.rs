//! Puts one submission through a plan: takes the results that the store knows, and runs and stores the rest.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::concurrency::Guest;
use super::loops::{Loops, in_order_of_plan};
use super::prepare::{self, Taken};
use super::trust::Trust;
use super::unit::{Unit, units};
use super::{Attempt, Fault, Outcome, Runner, key, not_interrupted};
use crate::digest::Digest;
use crate::language::{self, Warning};
use crate::submission::Submission;
use crate::trace::{Entry, Invalid, JobQuery, Observed, Preparation, Recorded, Sources, StoreError};

/// One attempt to put a submission through a plan.
pub(super) struct Turn<'a> {
    pub(super) runner: &'a Runner<'a>,
    pub(super) submission: &'a Submission,
    pub(super) guest: &'a Guest<'a>,
    /// Called with the number of scenarios that were run, or will not be run.
    pub(super) told: &'a (dyn Fn(u64) + Sync),
}

impl Turn<'_> {
    /// Puts one submission through the plan, and stores the result unless it is doubtful.
    ///
    /// # Errors
    ///
    /// When the result is not trusted, whatever it is.
    pub(super) fn attempt(&self, trust: &Trust, unkept: &OnceLock<StoreError>) -> Result<Attempt, Fault> {
        let Self { runner: Runner { plan, .. }, submission, guest, told } = *self;
        let all = plan.jobs.len();
        let failed = |files, fault| {
            told(all as u64);
            Ok(Attempt { files, ..Attempt::failed(fault) })
        };
        if let Some(error) = unkept.get() {
            return failed(None, Fault(error.to_string().into()));
        }
        let mut taken = match not_interrupted().and_then(|()| prepare::take(plan, submission)) {
            Ok(taken) => taken,
            Err(fault) => return failed(None, fault),
        };
        let files = taken.files;
        let sources = std::mem::take(&mut taken.sources);
        let sources = if self.runner.keeps_sources { sources } else { Sources::default() };
        let preparation = match key::preparation(plan, &taken) {
            Ok(preparation) => preparation,
            Err(fault) => return failed(Some(files), fault),
        };
        let mut sources = sources;
        let (kept, known) = match self.known(&preparation) {
            Known::All(outcome) => {
                told(all as u64);
                // Without a compiler there are none, and nothing is to be read.
                let may_warn = |name: &String| language::find(name).is_none_or(language::Language::is_built);
                if preparation.languages.iter().any(may_warn) {
                    let warnings = self.runner.store.warnings(&submission.name, &preparation.key);
                    sources = sources.with_warnings(warnings);
                }
                (self.keep((files, &sources), &preparation, outcome, all), all)
            }
            Known::Some(jobs) => {
                let known = jobs.iter().filter(|(_, job)| job.is_some()).count();
                told(known as u64);
                let since = trust.begin()?;
                let outcome = self.outcome(taken, jobs);
                if guest.is_suspicious() {
                    trust.suspect();
                }
                match outcome {
                    _ if guest.is_doubtful() => return Err(doubtful()),
                    Err(fault) => return Ok(Attempt { files: Some(files), ..Attempt::failed(fault) }),
                    Ok(outcome) => {
                        let (outcome, warnings) = match outcome {
                            Ok((jobs, warnings)) => (Ok(jobs), warnings),
                            Err(invalid) => (Err(invalid), Vec::new()),
                        };
                        sources = sources.with_warnings(warnings);
                        let keep = || self.keep((files, &sources), &preparation, outcome, known);
                        (trust.settle(guest.submission(), since, keep)?, known)
                    }
                }
            }
        };
        let outcome = kept.unwrap_or_else(|error| {
            let fault = Outcome::Fault(Fault(error.to_string().into()));
            let _ = unkept.set(error);
            fault
        });
        Ok(Attempt { files: Some(files), sources, outcome, known })
    }

    /// Returns what the store knows of a submission with this preparation.
    fn known(&self, preparation: &Preparation) -> Known {
        let Runner { sandbox, plan, store, repeat, .. } = *self.runner;
        let level = sandbox.isolation().level;
        let jobs = plan.jobs.iter().map(|job| {
            let key = key::job(plan, preparation, level, job);
            let is_of_kind = |recorded: &Recorded| job.expected.is_met_by(recorded);
            let limits = key::limits(plan, job);
            let query = JobQuery { submission: Some(&self.submission.name), key: &key, runs: repeat, limits };
            let known = store.observed_as(&query, is_of_kind);
            (key, known)
        });
        let jobs: Vec<(Digest, Option<Observed>)> = jobs.collect();
        if jobs.iter().all(|(_, job)| job.is_some()) {
            return Known::All(Ok(jobs.into_iter().filter_map(|(key, job)| Some((key, Ok(job?)))).collect()));
        }
        match store.invalid(&preparation.key) {
            Some(invalid) => Known::All(Err(invalid.clone())),
            None => Known::Some(jobs),
        }
    }

    /// Runs the jobs whose results are not known. Once the submission is doubtful, nothing more of it is run.
    fn outcome(
        &self,
        taken: Taken,
        known: Vec<(Digest, Option<Observed>)>,
    ) -> Result<Result<(Jobs, Vec<Warning>), Invalid>, Fault> {
        let Self { runner: Runner { sandbox, plan, repeat, .. }, guest, told, .. } = *self;
        let missing = known.iter().enumerate().filter(|(_, (_, job))| job.is_none());
        let missing: Vec<usize> = missing.map(|(index, _)| index).collect();
        let built = match taken.found {
            Ok(found) => prepare::build(sandbox, plan, guest, found),
            Err(invalid) => Ok(Err(invalid)),
        };
        if guest.is_doubtful() {
            return Err(doubtful());
        }
        let submitted = match built {
            Ok(Ok(submitted)) => submitted,
            Ok(Err(invalid)) => {
                told(missing.len() as u64);
                return Ok(Err(invalid));
            }
            Err(fault) => {
                told(missing.len() as u64);
                return Err(fault);
            }
        };
        let loops = Loops::default();
        let observe = |unit: &Unit| match unit {
            Unit::Job(job) if *repeat == 1 => {
                if let Some(inferred) = loops.infer(plan, *job) {
                    return vec![(*job, Ok(inferred))];
                }
                let observed = unit.observe(plan, &submitted, guest, 1);
                observed.iter().flat_map(|(_, one)| one).for_each(|one| loops.add(plan, *job, one));
                observed
            }
            _ => unit.observe(plan, &submitted, guest, *repeat),
        };
        let mut observed: Vec<(usize, Result<Observed, Fault>)> = units(plan, &missing)
            .par_iter()
            .take_any_while(|_| !guest.is_doubtful())
            .flat_map_iter(|unit| {
                let observed = observe(unit);
                told(observed.len() as u64);
                observed
            })
            .collect();
        if guest.is_doubtful() {
            return Err(doubtful());
        }
        if *repeat == 1 {
            in_order_of_plan(plan, &mut observed);
        }
        let mut observed: BTreeMap<usize, Result<Observed, Fault>> = observed.into_iter().collect();
        let jobs = known.into_iter().enumerate().map(|(index, (key, job))| {
            let job = job.map(Ok).or_else(|| observed.remove(&index));
            (key, job.expect("every job was known or was missing"))
        });
        Ok(Ok((jobs.collect(), submitted.warnings(plan))))
    }

    fn keep(
        &self,
        (files, sources): (Digest, &Sources),
        preparation: &Preparation,
        outcome: Result<Jobs, Invalid>,
        known: usize,
    ) -> Result<Outcome, StoreError> {
        let (store, name) = (self.runner.store, &self.submission.name);
        let keep =
            |outcome| store.keep(&Entry { submission: Some(name), files, preparation, sources, outcome });
        match outcome {
            Err(invalid) => {
                keep(Err(&invalid))?;
                Ok(Outcome::Invalid(invalid))
            }
            Ok(jobs) => {
                let graded: Vec<(Digest, &Observed)> =
                    jobs.iter().filter_map(|(key, job)| Some((*key, job.as_ref().ok()?))).collect();
                if known < jobs.len() || !store.holds(name, preparation, sources, &graded) {
                    keep(Ok(&graded))?;
                }
                Ok(Outcome::Ran(jobs.into_iter().map(|(_, job)| job).collect()))
            }
        }
    }
}

/// The results of a submission that the store has.
enum Known {
    /// All results.
    All(Result<Jobs, Invalid>),
    /// The results of some of its jobs, by their keys.
    Some(Vec<(Digest, Option<Observed>)>),
}

/// The results of the jobs of a submission, each with its key.
type Jobs = Vec<(Digest, Result<Observed, Fault>)>;

fn doubtful() -> Fault {
    Fault("others may have disturbed it".into())
}
