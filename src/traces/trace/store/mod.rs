//! The store: every trace of a results folder, found by its key.
//!
//! Files are only appended to, each by one writer. A trace that cannot be read counts as missing: it is run again.

mod error;
mod journal;
mod line;
mod lock;
mod log;
mod record;
mod scan;
mod writing;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::behaviour::{Behaviour, Cost};
use super::{Invalid, Recorded, Sources};
use crate::digest::Digest;
use crate::language::Warning;
use crate::sandbox::Limits;
use crate::untrusted::Untrusted;

use log::{Log, Place};
use writing::Writing;

pub use error::StoreError;
pub use log::Damage;
pub(super) use record::StoredJob;
pub use record::{Observed, Preparation, Record, StoredOutcome};
pub use scan::{Glimpse, Scanned, record_of, scan, work_plan_of};
pub use writing::Entry;

/// Incremented when the same program with the same input may leave another trace than before. Then no older trace is
/// used.
pub const TRACE_VERSION: u32 = 3;

/// The largest size of the results that are kept in memory, in bytes.
const MOST_RECENT: usize = 4 << 20;

/// The largest size of one of them, in bytes.
const SMALL: usize = 16 << 10;

/// Every trace of a results folder.
#[derive(Debug)]
pub struct Store {
    logs: Vec<Log>,
    behaviours: HashMap<Digest, (usize, Place)>,
    records: Vec<Record>,
    /// The records of each submission, the newest one last. The reference has no name.
    by_name: HashMap<Option<Untrusted>, Vec<usize>>,
    /// The places of the jobs with this key: the index of the record, and the index in the record.
    jobs: HashMap<Digest, Vec<(usize, usize)>>,
    /// The newest record of each preparation.
    prepared: HashMap<Digest, usize>,
    /// The records of invalid submissions, by the keys of their preparations.
    invalid: HashMap<Digest, usize>,
    damage: Vec<Damage>,
    recent: Mutex<Recent>,
    writing: Option<Writing>,
}

/// Results that were read recently, without their costs: most programs behave like others.
#[derive(Debug, Default)]
struct Recent {
    results: HashMap<Digest, Arc<Recorded>>,
    /// Their size, in bytes.
    size: usize,
}

/// The search for the result of one job.
#[derive(Clone, Copy, Debug)]
pub struct JobQuery<'a> {
    /// The name of the submission; the reference has none.
    pub submission: Option<&'a Untrusted>,
    /// The key of the job.
    pub key: &'a Digest,
    /// The smallest number of runs.
    pub runs: u32,
    /// The limits, to which those of the result must be equivalent; `None` accepts any limits.
    pub limits: Option<&'a Limits>,
}

impl<'a> JobQuery<'a> {
    /// Searches for the reference's result of one or more runs.
    pub fn once(key: &'a Digest) -> Self {
        Self { submission: None, key, runs: 1, limits: None }
    }
}

impl Store {
    /// Opens the store in a folder for reading and writing; creates it if there is none.
    ///
    /// # Errors
    ///
    /// When another process has it open, or it cannot be read or created.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let mut store = Self::read(folder)?;
        store.write_into(folder)?;
        Ok(store)
    }

    /// Opens the store in a folder for reading. A missing folder is an empty store.
    ///
    /// # Errors
    ///
    /// When a file exists and cannot be read.
    pub fn read(folder: &Path) -> Result<Self, StoreError> {
        let names = match journal::names(folder) {
            Err(error) if is_not_there(&error) => return Ok(Self::empty()),
            names => names.map_err(|error| unreadable(folder, error))?,
        };
        Self::read_files(names.iter().map(|name| folder.join(name)))
    }

    /// Opens a store that knows what stands in these files, for reading.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub fn read_files(paths: impl IntoIterator<Item = PathBuf>) -> Result<Self, StoreError> {
        let mut store = Self::empty();
        let mut noted = HashSet::new();
        for path in paths {
            let (log, found) = Log::read(&path).map_err(|error| unreadable(&path, error))?;
            store.damage.extend(found.damage);
            let places = found.behaviours.into_iter();
            store.behaviours.extend(places.map(|(digest, place)| (digest, (store.logs.len(), place))));
            store.logs.push(log);
            noted.extend(found.noted);
            found.records.into_iter().for_each(|record| store.index(record));
        }
        store.damage.retain(|damage| !noted.contains(&damage.place()));
        Ok(store)
    }

    /// Creates a store that contains nothing and keeps nothing.
    pub fn empty() -> Self {
        Self {
            logs: Vec::new(),
            behaviours: HashMap::new(),
            records: Vec::new(),
            by_name: HashMap::new(),
            jobs: HashMap::new(),
            prepared: HashMap::new(),
            invalid: HashMap::new(),
            damage: Vec::new(),
            recent: Mutex::default(),
            writing: None,
        }
    }

    fn index(&mut self, record: Record) {
        let number = self.records.len();
        match &record.outcome {
            StoredOutcome::Invalid(_) => {
                self.invalid.insert(record.preparation.key, number);
            }
            StoredOutcome::Jobs(jobs) => {
                for (at, job) in jobs.iter().enumerate() {
                    self.jobs.entry(job.key).or_default().push((number, at));
                }
            }
        }
        self.prepared.insert(record.preparation.key, number);
        self.by_name.entry(record.submission.clone()).or_default().push(number);
        self.records.push(record);
    }

    /// Returns the damage that was found and not noted yet.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Returns the newest record of a submission; without a name, of the reference.
    pub fn record(&self, submission: Option<&Untrusted>) -> Option<&Record> {
        self.records_of(submission).last()
    }

    /// Returns the newest record of a reference in a language.
    pub fn reference(&self, language: &str) -> Option<&Record> {
        self.records_of(None).rev().find(|record| record.preparation.languages == [language])
    }

    fn records_of(
        &self,
        submission: Option<&Untrusted>,
    ) -> impl DoubleEndedIterator<Item = &Record> + use<'_> {
        let numbers = self.by_name.get(&submission.cloned()).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|number| &self.records[*number])
    }

    /// Returns the reason why a submission with this preparation cannot be run, if it is known.
    pub fn invalid(&self, preparation: &Digest) -> Option<&Invalid> {
        match &self.records[*self.invalid.get(preparation)?].outcome {
            StoredOutcome::Invalid(invalid) => Some(invalid),
            StoredOutcome::Jobs(_) => None,
        }
    }

    /// Returns the result of a job that was run at least this many times under equivalent limits, if it can be read. If
    /// one run is enough, so is a result that was inferred from another run.
    /// The result of the submission itself is preferred to that of another one with the same files, because a program
    /// may not always behave the same.
    pub fn observed(&self, query: &JobQuery) -> Option<Observed> {
        let JobQuery { submission, key, runs, limits } = *query;
        let mut found: Vec<(&Record, &StoredJob)> = Vec::new();
        for &(record, at) in self.jobs.get(key)?.iter().rev() {
            let record = &self.records[record];
            let StoredOutcome::Jobs(jobs) = &record.outcome else { continue };
            found.extend(
                jobs.get(at)
                    .filter(|job| job.runs >= runs || (job.runs, runs) == (0, 1))
                    .map(|job| (record, job)),
            );
        }
        found.sort_by_key(|(record, job)| {
            (record.submission.as_ref() != submission, job.limits.as_ref() != limits)
        });
        let mut each = found.into_iter().filter_map(|(_, job)| self.observed_of(job));
        each.find(|observed| observed.holds(limits))
    }

    /// Returns the result of a job if it is of the right kind.
    pub fn observed_as(&self, query: &JobQuery, is_of_kind: impl Fn(&Recorded) -> bool) -> Option<Observed> {
        let observed = self.observed(query)?;
        let all_are = std::iter::once(&observed.recorded).chain(&observed.others).all(is_of_kind);
        all_are.then_some(observed)
    }

    fn observed_of(&self, job: &StoredJob) -> Option<Observed> {
        let cost = Cost { heard: job.heard.clone(), usage: job.usage, isolation: job.isolation };
        let recorded = cost.of(self.recorded(&job.behaviour)?);
        let others: Option<_> = job.others.iter().map(|digest| self.recorded(digest)).collect();
        Some(Observed { recorded, runs: job.runs, others: others?, limits: job.limits.clone() })
    }

    /// Returns how long the runs of each submission took together, on the clock.
    pub fn times(&self) -> Vec<(Untrusted, Duration)> {
        let newest = self.by_name.iter().filter_map(|(name, numbers)| {
            let StoredOutcome::Jobs(jobs) = &self.records[*numbers.last()?].outcome else { return None };
            // What was inferred took no time.
            let ran = jobs.iter().filter(|job| job.runs > 0);
            let times = ran.filter_map(|job| Some(job.usage?.wall * job.runs));
            Some((name.clone()?, times.sum()))
        });
        newest.collect()
    }

    /// Returns what the compiler warned of when it built a submission with this preparation.
    pub fn warnings(&self, submission: &Untrusted, preparation: &Digest) -> Vec<Warning> {
        let is_it = |record: &&Record| record.preparation.key == *preparation;
        let own = || self.records_of(Some(submission)).rev().find(is_it);
        let record = own().or_else(|| self.prepared.get(preparation).map(|number| &self.records[*number]));
        let sources = record.and_then(|record| self.sources(record));
        sources.map(|sources| sources.warnings().to_vec()).unwrap_or_default()
    }

    /// Returns the sources of a submission, as far as they were kept; `None` if they were and cannot be read any more.
    pub fn sources(&self, record: &Record) -> Option<Sources> {
        match record.sources {
            None => Some(Sources::default()),
            Some(digest) => self.behaviour(&digest)?.sources(),
        }
    }

    /// A result, without its cost.
    fn recorded(&self, digest: &Digest) -> Option<Recorded> {
        // No other thread waits while one reads.
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent().results.get(digest).cloned();
        if let Some(known) = known {
            return Some(known.as_ref().clone());
        }
        let behaviour = self.behaviour(digest)?;
        let recorded = behaviour.recorded()?;
        if behaviour.size() <= SMALL {
            let mut recent = recent();
            if recent.size + behaviour.size() > MOST_RECENT {
                *recent = Recent::default();
            }
            recent.size += behaviour.size();
            recent.results.insert(*digest, Arc::new(recorded.clone()));
        }
        Some(recorded)
    }

    fn behaviour(&self, digest: &Digest) -> Option<Behaviour> {
        let (log, place) = *self.behaviours.get(digest)?;
        // A file that can no longer be read contains nothing.
        self.logs[log].behaviour(place).ok().flatten()
    }

    /// Tells whether everything is there that a record refers to.
    pub fn has_all_of(&self, record: &Record) -> bool {
        let jobs = match &record.outcome {
            StoredOutcome::Invalid(_) => &[],
            StoredOutcome::Jobs(jobs) => jobs.as_slice(),
        };
        let of_jobs = jobs.iter().flat_map(|job| std::iter::once(&job.behaviour).chain(&job.others));
        of_jobs.chain(&record.sources).all(|digest| self.behaviours.contains_key(digest))
    }

    /// Tells whether the newest record of a submission has these jobs, with this preparation, these sources and the
    /// limits of these runs.
    pub fn holds(
        &self,
        submission: &Untrusted,
        preparation: &Preparation,
        sources: &Sources,
        jobs: &[(Digest, &Observed)],
    ) -> bool {
        let has_sources = |record: &Record| match record.sources {
            None => sources.is_empty(),
            Some(digest) => {
                digest == Behaviour::of_sources(sources).digest && self.behaviours.contains_key(&digest)
            }
        };
        let record = self.record(Some(submission)).filter(|record| record.preparation == *preparation);
        let record = record.filter(|record| has_sources(record));
        match record.map(|record| &record.outcome) {
            Some(StoredOutcome::Jobs(kept)) => {
                let kept = kept.iter().map(|job| (job.key, &job.limits));
                kept.eq(jobs.iter().map(|(key, observed)| (*key, &observed.limits)))
            }
            Some(StoredOutcome::Invalid(_)) | None => false,
        }
    }
}

fn unreadable(path: &Path, source: io::Error) -> StoreError {
    StoreError::Read { path: path.into(), source: Arc::new(source) }
}

/// Tells whether an error means that the folder does not exist.
fn is_not_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
