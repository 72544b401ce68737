//! Grades one shard. It may be graded any number of times, also at once: what is done is not run again, and every attempt
//! writes files of its own.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use rayon::prelude::*;

use super::attempt::{Attempt, Begin, Done, Event, TRACES};
use super::merge::files_of;
use super::seen::{Seen, SeenAttempt};
use super::{Error, Which, WorkPlan};
use crate::report::Visible;
use crate::run::{self, Fault, Progress, Runner};
use crate::sandbox;
use crate::spec::Spec;
use crate::submission::Submission;
use crate::trace::{Store, StoredOutcome, work_plan_of};
use crate::untrusted::Untrusted;

/// After so many graders died while they graded a submission, it is set aside. Two were too few: where graders are killed for
/// other reasons, they often grade the same submission.
pub(super) const MOST_DEATHS: u32 = 3;

/// Grades one shard, or all of them.
pub(crate) struct Grader<'a> {
    /// The work plan.
    pub(crate) work: &'a WorkPlan,
    /// The shard.
    pub(crate) which: Which,
    /// What was there when the command began.
    pub(crate) seen: &'a Seen,
    /// The number of programs that run at the same time.
    pub(crate) workers: usize,
    /// Whether submissions that were set aside are tried again.
    pub(crate) retries: bool,
}

/// What came of grading a shard.
#[derive(Debug, Default)]
pub(crate) struct Graded {
    /// The number of submissions with a record.
    pub(crate) done: usize,
    /// The number of those that had one before.
    pub(crate) known: usize,
    /// The submissions that could not be graded here, with the reason of the first.
    pub(crate) failed: Vec<Untrusted>,
    /// The reason why the first of them could not.
    pub(crate) fault: Option<Fault>,
    /// The submissions whose files are not those of the plan.
    pub(crate) changed: Vec<Untrusted>,
    /// The submissions that are set aside.
    pub(crate) set_aside: Vec<Untrusted>,
}

impl Graded {
    /// Returns why a person must do something before the shard can be completed; `None` if nobody must.
    pub(crate) fn refusal(&self) -> Option<Error> {
        if !self.changed.is_empty() {
            return Some(Error::Changed(self.changed.clone()));
        }
        let names = self.set_aside.clone();
        (!names.is_empty()).then_some(Error::SetAside { names, times: MOST_DEATHS as usize })
    }
}

/// Makes sure that the tools of this machine are those of a work plan.
///
/// # Errors
///
/// When one has another version, or is missing.
pub(crate) fn same_tools(work: &WorkPlan, spec: &Spec) -> Result<(), Error> {
    let here = run::tools(spec).map_err(|Fault(why)| Error::OtherTools(Visible::new(&why).to_string()))?;
    differing(work.tools(), &here).map_or(Ok(()), |what| Err(Error::OtherTools(what)))
}

/// Returns the first tool that differs, in words.
pub(super) fn differing(plan: &BTreeMap<String, String>, here: &BTreeMap<String, String>) -> Option<String> {
    let mut tools = plan.iter().filter_map(|(tool, version)| Some((tool, version, here.get(tool)?)));
    let (tool, version, here) = tools.find(|(_, version, here)| version != here)?;
    Some(format!("`{tool}` is `{here}`, and the plan was made with `{version}`"))
}

/// Reads what is known of the submissions of a shard, and what the reference did.
///
/// # Errors
///
/// When a file cannot be read.
pub(crate) fn known(work: &WorkPlan, seen: &Seen, which: Which) -> Result<Store, Error> {
    let is_own = |number: usize| which.has(work.planned()[number].shard);
    let has_own = |attempt: &&SeenAttempt| {
        let done = attempt.done.iter().map(|done| done.submission);
        done.chain(attempt.open.iter().copied()).any(is_own)
    };
    let mut paths = files_of(&work.traces())?;
    for SeenAttempt { traces, .. } in seen.attempts.iter().filter(has_own) {
        // Merging passes over a file that does not say so itself, so what is in it is not done.
        if traces.is_file() && work_plan_of(traces).map_err(Error::file(traces))? == Some(work.id()) {
            paths.push(traces.clone());
        }
    }
    Ok(Store::read_files(paths)?)
}

/// Begins an attempt, and lets a store keep everything from now on in the file of traces of this attempt.
///
/// # Errors
///
/// When the files cannot be made.
pub(crate) fn begin(
    work: &WorkPlan,
    which: Which,
    results: &Path,
    store: &mut Store,
) -> Result<Attempt, Error> {
    let shard = match which {
        Which::All => None,
        Which::One(shard) => Some(shard),
    };
    let begin = Begin::here(work.id(), work.layout(), shard);
    let attempt = Attempt::begin(results, begin).map_err(Error::file(results))?;
    store.write_beside_others(&results.join(TRACES), format!("{}.traces", attempt.name()), work.id())?;
    Ok(attempt)
}

impl Grader<'_> {
    /// Grades the shard. Stops when a signal asks for it, and leaves everything that was done by then.
    ///
    /// # Errors
    ///
    /// When something cannot be read or written.
    pub(crate) fn grade(
        &self,
        attempt: &Attempt,
        runner: &Runner,
        progress: &dyn Progress,
    ) -> Result<Graded, Error> {
        let telling = Telling::new(attempt, runner.store, progress, self.work);
        let mut graded = Graded::default();
        let mut fresh = Vec::new();
        let mut suspects = Vec::new();
        let deaths = self.seen.deaths(self.work);
        let all = self.work.submissions(self.which)?;
        let told: Vec<bool> = self.seen.times_done(self.work).into_iter().map(|times| times > 0).collect();
        let states: Vec<Found> =
            all.par_iter().map(|(number, submission)| self.found(*number, submission, runner)).collect();
        for ((number, submission), found) in all.into_iter().zip(states) {
            match found {
                Found::Done => {
                    graded.known += 1;
                    if !told[number] {
                        // Whoever made the record died before it said so.
                        telling.say(&Event::Done(Done {
                            submission: number,
                            name: submission.name,
                            milliseconds: 0,
                            written: 0,
                        }));
                    }
                }
                Found::Changed => {
                    telling.say(&Event::Changed(number));
                    graded.changed.push(submission.name);
                }
                Found::Unreadable(fault) => graded.fail(submission.name, fault),
                Found::New if deaths[number] == 0 => fresh.push(submission),
                Found::New if deaths[number] < MOST_DEATHS || self.retries => {
                    suspects.push((deaths[number], submission));
                }
                Found::New => graded.set_aside.push(submission.name),
            }
        }
        // Submissions that were being graded when a grader died come last, each alone: if one of them kills this grader too, the
        // others are safe, and nobody is suspected with it.
        suspects.sort_by_key(|(deaths, _)| *deaths);
        let alone = suspects.into_iter().map(|(_, submission)| vec![submission]);
        let judge = |submission: &Submission, attempt: run::Attempt| telling.judge(submission, &attempt);
        for together in std::iter::once(fresh).chain(alone) {
            if sandbox::interrupted() || telling.has_failed() {
                break;
            }
            for judged in runner.run_all(&together, self.workers, &telling, judge).map_err(Error::Fault)? {
                match judged {
                    Judged::Done => graded.done += 1,
                    Judged::Changed(name) => graded.changed.push(name),
                    Judged::Failed(name, fault) => graded.fail(name, fault),
                }
            }
        }
        graded.done += graded.known;
        runner.store.finish()?;
        let path = attempt.path().to_path_buf();
        telling.result().map_err(Error::file(&path))?;
        attempt.sync().map_err(Error::file(&path))?;
        Ok(graded)
    }

    /// Finds out what is to be done about one submission.
    fn found(&self, number: usize, submission: &Submission, runner: &Runner) -> Found {
        let planned = &self.work.planned()[number].submission;
        let is_whole = |outcome: &StoredOutcome| match outcome {
            StoredOutcome::Invalid(_) => true,
            StoredOutcome::Jobs(jobs) => jobs.len() == runner.plan.jobs.len(),
        };
        let record = planned.record(runner.store);
        if record.is_some_and(|record| is_whole(&record.outcome) && runner.store.has_all_of(record)) {
            return Found::Done;
        }
        match submission.digest() {
            Ok(files) if Some(files) == planned.files => Found::New,
            Ok(_) => Found::Changed,
            Err(error) => Found::Unreadable(Fault(error.message())),
        }
    }
}

/// What is to be done about a submission.
enum Found {
    /// Nothing: it has a record.
    Done,
    /// It is to be graded.
    New,
    /// Its files are not those of the plan.
    Changed,
    /// This machine cannot read its files.
    Unreadable(Fault),
}

/// What came of one submission.
enum Judged {
    Done,
    Changed(Untrusted),
    Failed(Untrusted, Fault),
}

impl Graded {
    fn fail(&mut self, name: Untrusted, fault: Fault) {
        self.failed.push(name);
        self.fault.get_or_insert(fault);
    }
}

/// Says line by line what is done, as it is done.
struct Telling<'a> {
    attempt: &'a Attempt,
    store: &'a Store,
    progress: &'a dyn Progress,
    work: &'a WorkPlan,
    numbers: HashMap<&'a Untrusted, usize>,
    begun: Mutex<HashMap<usize, Instant>>,
    failed: OnceLock<io::Error>,
}

impl<'a> Telling<'a> {
    fn new(attempt: &'a Attempt, store: &'a Store, progress: &'a dyn Progress, work: &'a WorkPlan) -> Self {
        let names = work.planned().iter().enumerate();
        let numbers = names.map(|(number, planned)| (&planned.submission.name, number)).collect();
        Self { attempt, store, progress, work, numbers, begun: Mutex::default(), failed: OnceLock::new() }
    }

    /// Says something. After the first failure nothing more is begun.
    fn say(&self, event: &Event) {
        if let Err(error) = self.attempt.say(event) {
            let _ = self.failed.set(error);
        }
    }

    fn has_failed(&self) -> bool {
        self.failed.get().is_some()
    }

    fn result(self) -> io::Result<()> {
        self.failed.into_inner().map_or(Ok(()), Err)
    }

    fn begun(&self) -> MutexGuard<'_, HashMap<usize, Instant>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judge(&self, submission: &Submission, attempt: &run::Attempt) -> Judged {
        let name = &submission.name;
        let number = self.numbers[name];
        let begun = self.begun().remove(&number);
        if attempt.files.is_some() && attempt.files != self.work.planned()[number].submission.files {
            // It was changed while it was graded.
            if self.store.disbelieve(name).is_err() {
                return Judged::Failed(name.clone(), Fault("its record cannot be taken back".into()));
            }
            self.say(&Event::Changed(number));
            return Judged::Changed(name.clone());
        }
        if let Some(fault) = attempt.fault() {
            return Judged::Failed(name.clone(), fault.clone());
        }
        let milliseconds = begun.map_or(0, |begun| begun.elapsed().as_millis());
        self.say(&Event::Done(Done {
            submission: number,
            name: name.clone(),
            milliseconds: u64::try_from(milliseconds).unwrap_or(u64::MAX),
            written: self.store.written(),
        }));
        Judged::Done
    }
}

impl Progress for Telling<'_> {
    fn scenarios_done(&self, count: u64) {
        self.progress.scenarios_done(count);
    }

    fn begins(&self, submission: &Submission) {
        let number = self.numbers[&submission.name];
        self.begun().insert(number, Instant::now());
        self.say(&Event::Start(number));
    }
}
