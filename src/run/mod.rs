//! Carries out the jobs of a plan on submissions, in parallel.
//!
//! All it does is write down what happened; what that is worth is decided elsewhere. What the store knows is not
//! run again.

mod attempt;
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

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use rayon::prelude::*;

use crate::digest::Digest;
use crate::plan::Plan;
use crate::sandbox::{self, Sandbox};
use crate::submission::Submission;
use crate::trace::{Invalid, Observed, Store};

use attempt::Turn;
use company::{Company, Guest};
use tally::Tally;
use trust::Trust;

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
            let turn = Turn { runner: self, submission: &submissions[number], guest, told: &told };
            turn.attempt(&trust, &unkept)
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
}

fn not_interrupted() -> Result<(), Fault> {
    if sandbox::interrupted() { Err(interrupted()) } else { Ok(()) }
}

fn interrupted() -> Fault {
    Fault("interrupted before it was graded".to_owned())
}
