//! Runs the jobs of a plan on submissions, in parallel.
//!
//! This module only records what happened; other modules judge it. Results that the store knows are not run again.

mod attempt;
mod concurrency;
mod end_cause;
mod key;
mod loops;
mod own_tests;
mod prepare;
mod ready;
mod recall;
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
use crate::spec::Spec;
use crate::submission::Submission;
use crate::system;
use crate::trace::{Invalid, Observed, Sources, Store};
use crate::untrusted::Untrusted;

use attempt::Turn;
use concurrency::{ConcurrentRuns, Guest};
use tally::Tally;
use trust::Trust;

pub use ready::Ready;
pub use recall::{Known, Recalled};

/// After a program was ended by a signal, a signal to us arrives within this time.
const NOTICE: Duration = Duration::from_millis(250);

/// The result of one submission.
#[derive(Debug)]
pub enum Outcome {
    /// Every job was run. The results are in the order of the plan.
    Ran(Vec<Result<Observed, Fault>>),
    /// There is nothing to run.
    Invalid(Invalid),
    /// It could not be graded.
    Fault(Fault),
}

/// A failure of ours, in words: nobody loses points for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub Untrusted);

/// Receives the progress of the jobs.
pub trait Progress: Sync {
    /// A number of scenarios of one submission have been run, or will not be run.
    fn scenarios_done(&self, count: u64);

    /// A submission is about to be put through the plan: for the first time, or again alone.
    fn begins(&self, _submission: &Submission) {}
}

/// Puts submissions through a plan.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The sandbox in which programs run.
    pub sandbox: &'a Sandbox,
    /// The plan.
    pub plan: &'a Plan<'a>,
    /// The store, which knows earlier results and keeps new ones.
    pub store: &'a Store,
    /// The number of runs of each job. If it is 1, a loop that never ends is run in only two of the scenarios that lead to
    /// it, and the results of the others are inferred.
    pub repeat: u32,
    /// Whether the store may keep the sources of the submissions, and reports may show their lines. The names of students
    /// often stand in them.
    pub keeps_sources: bool,
}

/// The result of one submission, and its files.
#[derive(Debug)]
pub struct Attempt {
    /// The digest of its files, if they could be read.
    pub files: Option<Digest>,
    /// Its sources, as far as they are kept.
    pub sources: Sources,
    /// The result.
    pub outcome: Outcome,
    /// The number of jobs that the store knew.
    pub known: usize,
}

impl Attempt {
    /// Creates an attempt that failed, but not because of the submission.
    fn failed(fault: Fault) -> Self {
        Self { files: None, sources: Sources::default(), outcome: Outcome::Fault(fault), known: 0 }
    }

    /// Returns the first failure of ours, if there was one.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.outcome {
            Outcome::Ran(jobs) => jobs.iter().find_map(|job| job.as_ref().err()),
            Outcome::Invalid(_) => None,
            Outcome::Fault(fault) => Some(fault),
        }
    }

    /// Tells whether nothing of ours failed.
    pub fn is_whole(&self) -> bool {
        self.fault().is_none()
    }
}

impl Runner<'_> {
    /// Puts every submission through the plan, with `workers` at a time, and hands each result to `judge` as soon as it
    /// is known. Returns the values of `judge` in the order of the submissions. If a trace could not be stored, nothing
    /// more is run, and [`Store::finish`] tells the reason.
    ///
    /// A doubtful submission is put aside because another one may have disturbed it. After all others it is run again
    /// alone, with `workers` of its own programs at a time, and that result is trusted. The same holds for submissions
    /// that were graded while the machine refused programs what they need.
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
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).stack_size(system::STACK).build();
        let pool = pool.map_err(|error| Fault(format!("cannot start {workers} workers: {error}").into()))?;
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
            progress.begins(&submissions[number]);
            let turn = Turn { runner: self, submission: &submissions[number], guest, told: &told };
            turn.attempt(&trust, &unkept)
        };
        Ok(pool.install(|| {
            let concurrent = ConcurrentRuns::default();
            // One submission at a time for each worker, so that memory does not grow with their number.
            let each = submissions.par_iter().enumerate().with_max_len(1);
            let together = each.map(|(number, submission)| {
                let guest = concurrent.guest(number);
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
                    true => put_through(&ConcurrentRuns::default().guest(number)),
                    false => Err(Fault("programs did not get what they need, again and again".into())),
                };
                judged[number] = Some(judge(&submissions[number], attempt.unwrap_or_else(Attempt::failed)));
            }
            judged.into_iter().map(|one| one.expect("whoever was not judged has been waiting")).collect()
        }))
    }
}

/// Returns the versions of the tools for the programs of a spec, as far as their languages are known before anything is handed
/// in.
///
/// # Errors
///
/// When a tool is missing or does not work.
pub fn tools(spec: &Spec) -> Result<BTreeMap<String, String>, Fault> {
    let whole = spec.language.or_else(|| spec.languages.of_file(&spec.hand_in.entry));
    let further = spec.programs().filter_map(|program| program.known_language());
    let mut tools = BTreeMap::new();
    for language in whole.into_iter().chain(further) {
        tools.extend(language.versions().map_err(|missing| Fault(missing.to_string().into()))?);
    }
    Ok(tools)
}

fn not_interrupted() -> Result<(), Fault> {
    if sandbox::interrupted() { Err(interrupted()) } else { Ok(()) }
}

fn interrupted() -> Fault {
    Fault("interrupted before it was graded".into())
}
