//! Carries out the jobs of a plan on submissions, in parallel.
//!
//! All it does is write down what happened; what that is worth is decided elsewhere. What the store knows is not
//! run again.

mod company;
mod key;
mod own_tests;
mod prepare;
mod ready;
mod recall;
mod sign;
mod tally;
mod trust;
mod unit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::time::Duration;

use rayon::prelude::*;

use crate::digest::Digest;
use crate::plan::Plan;
use crate::sandbox::{self, Sandbox};
use crate::submission::Submission;
use crate::trace::{Entry, Invalid, Observed, Preparation, Recorded, Store, StoreError};

use company::{Company, Guest};
use prepare::Taken;
use tally::Tally;
use trust::Trust;
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
    /// One that came to nothing, and not through the submission.
    fn failed(fault: Fault) -> Self {
        Self { files: None, outcome: Outcome::Fault(fault), known: 0 }
    }

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
    /// A submission that is doubtful because of the company that it had is put aside. When all others are done it is
    /// run anew, alone: with `workers` programs at a time, all of them its own. What comes of that is believed. So are
    /// submissions that were found to be graded on a machine that refuses programs what they need.
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
        let disbelieve = |number: usize| {
            if let Err(error) = self.store.disbelieve(&submissions[number].name) {
                let _ = unkept.set(error);
            }
        };
        let probe = || self.sandbox.probe();
        let trust = Trust::new(&probe, &disbelieve);
        let tallies: Vec<Tally> = submissions.iter().map(|_| Tally::default()).collect();
        let put_through = |guest: &Guest| {
            let number = guest.submission();
            let told = |count| tallies[number].add(count, progress);
            self.attempt(&submissions[number], guest, &trust, &told, &unkept)
        };
        Ok(pool.install(|| {
            let company = Company::default();
            // One at a time for each worker, so that memory does not grow with the number of submissions.
            let each = submissions.par_iter().enumerate().with_max_len(1);
            let together = each.map(|(number, submission)| {
                let guest = company.guest(number);
                let attempt = put_through(&guest).ok().filter(|_| !guest.is_doubtful());
                attempt.map(|attempt| judge(submission, attempt))
            });
            let mut judged: Vec<Option<T>> = together.collect();
            let mut waiting: BTreeSet<usize> =
                (0..judged.len()).filter(|one| judged[*one].is_none()).collect();
            let mut was_alone = BTreeSet::new();
            loop {
                waiting.extend(trust.disbelieved());
                let Some(number) = waiting.pop_first() else { break };
                tallies[number].begin_again();
                let attempt = match was_alone.insert(number) {
                    true => put_through(&Company::default().guest(number)),
                    false => Err(Fault("programs did not get what they need, again and again".to_owned())),
                };
                judged[number] = Some(judge(&submissions[number], attempt.unwrap_or_else(Attempt::failed)));
            }
            judged.into_iter().map(|one| one.expect("whoever was not judged has been waiting")).collect()
        }))
    }

    /// Puts one submission through the plan and keeps what came of it, unless that is doubtful.
    ///
    /// # Errors
    ///
    /// When it is not believed, whatever it is.
    fn attempt(
        &self,
        submission: &Submission,
        guest: &Guest,
        trust: &Trust,
        told: &(dyn Fn(u64) + Sync),
        unkept: &OnceLock<StoreError>,
    ) -> Result<Attempt, Fault> {
        let all = self.plan.jobs.len() as u64;
        let failed = |files, fault| {
            told(all);
            Ok(Attempt { files, ..Attempt::failed(fault) })
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
        let (kept, known) = match self.known(submission, &preparation) {
            Known::All(outcome) => {
                told(all);
                (
                    self.keep(submission, files, &preparation, outcome, self.plan.jobs.len()),
                    self.plan.jobs.len(),
                )
            }
            Known::Some(jobs) => {
                let known = jobs.iter().filter(|(_, job)| job.is_some()).count();
                told(known as u64);
                let since = trust.begin()?;
                let outcome = self.outcome(taken, jobs, guest, told);
                if guest.is_suspicious() {
                    trust.suspect();
                }
                match outcome {
                    _ if guest.is_doubtful() => return Err(doubtful()),
                    Err(fault) => return Ok(Attempt { files: Some(files), ..Attempt::failed(fault) }),
                    Ok(outcome) => {
                        let keep = || self.keep(submission, files, &preparation, outcome, known);
                        (trust.settle(guest.submission(), since, keep)?, known)
                    }
                }
            }
        };
        let outcome = kept.unwrap_or_else(|error| {
            let fault = Outcome::Fault(Fault(error.to_string()));
            let _ = unkept.set(error);
            fault
        });
        Ok(Attempt { files: Some(files), outcome, known })
    }

    /// What the store knows of a submission that was made ready like this.
    fn known(&self, submission: &Submission, preparation: &Preparation) -> Known {
        let level = self.sandbox.isolation().level;
        let jobs = self.plan.jobs.iter().map(|job| {
            let key = key::job(self.plan, preparation, level, &job.expected);
            let is_of_kind = |recorded: &Recorded| job.expected.is_met_by(recorded);
            let limits = key::limits(self.plan, &job.expected);
            let known = self.store.observed_as(Some(&submission.name), &key, self.repeat, limits, is_of_kind);
            (key, known)
        });
        let jobs: Vec<(Digest, Option<Observed>)> = jobs.collect();
        if jobs.iter().all(|(_, job)| job.is_some()) {
            return Known::All(Ok(jobs.into_iter().filter_map(|(key, job)| Some((key, Ok(job?)))).collect()));
        }
        match self.store.invalid(&preparation.key) {
            Some(invalid) => Known::All(Err(invalid.clone())),
            None => Known::Some(jobs),
        }
    }

    /// Runs what is not known of a submission. Once it is doubtful, nothing more of it is run.
    fn outcome(
        &self,
        taken: Taken,
        known: Vec<(Digest, Option<Observed>)>,
        guest: &Guest,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<Result<Jobs, Invalid>, Fault> {
        let missing = known.iter().enumerate().filter(|(_, (_, job))| job.is_none());
        let missing: Vec<usize> = missing.map(|(index, _)| index).collect();
        let built = match taken.found {
            Ok(found) => prepare::build(self.sandbox, self.plan, guest, found),
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
        let observed: Vec<(usize, Result<Observed, Fault>)> = units(self.plan, &missing)
            .par_iter()
            .take_any_while(|_| !guest.is_doubtful())
            .flat_map_iter(|unit| {
                let observed = unit.observe(self.plan, &submitted, guest, self.repeat);
                told(observed.len() as u64);
                observed
            })
            .collect();
        if guest.is_doubtful() {
            return Err(doubtful());
        }
        let mut observed: BTreeMap<usize, Result<Observed, Fault>> = observed.into_iter().collect();
        let jobs = known.into_iter().enumerate().map(|(index, (key, job))| {
            let job = job.map(Ok).or_else(|| observed.remove(&index));
            (key, job.expect("every job was known or was missing"))
        });
        Ok(Ok(jobs.collect()))
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
                let graded: Vec<(Digest, &Observed)> =
                    jobs.iter().filter_map(|(key, job)| Some((*key, job.as_ref().ok()?))).collect();
                if known < jobs.len() || !self.store.holds(&submission.name, preparation, &graded) {
                    keep(Ok(&graded))?;
                }
                Ok(Outcome::Ran(jobs.into_iter().map(|(_, job)| job).collect()))
            }
        }
    }
}

/// What the store knows of a submission.
enum Known {
    /// Everything that is asked for.
    All(Result<Jobs, Invalid>),
    /// What some of its jobs did, by their keys.
    Some(Vec<(Digest, Option<Observed>)>),
}

/// What the jobs of a submission did, each with its key.
type Jobs = Vec<(Digest, Result<Observed, Fault>)>;

fn not_interrupted() -> Result<(), Fault> {
    if sandbox::interrupted() { Err(interrupted()) } else { Ok(()) }
}

fn doubtful() -> Fault {
    Fault("others may have disturbed it".to_owned())
}

fn interrupted() -> Fault {
    Fault("interrupted before it was graded".to_owned())
}
