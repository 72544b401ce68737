//! The store: every trace of a results folder, found by what determines it.
//!
//! Files are only ever appended to, each by one writer. A trace that cannot be read is as good as none: what
//! it stood for is run again.

mod journal;
mod line;
mod lock;
mod log;
mod record;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::behaviour::{Behaviour, Cost};
use super::{Invalid, Recorded};
use crate::digest::Digest;
use crate::sandbox::Limits;

use journal::{Failure, Journal};
use line::Line;
use lock::Lock;
use log::{Log, Place};

pub use log::Damage;
pub use record::{Kept, KeptJob, Observed, Preparation, Record};

/// Grows when the same program with the same input may leave another trace than before: then nothing older is
/// taken for one.
pub const TRACE_VERSION: u32 = 2;

/// So many behaviours are kept at hand, each no larger than `SMALL`.
const RECENT: usize = 256;

/// In bytes.
const SMALL: usize = 16 << 10;

/// Every trace of a results folder.
#[derive(Debug)]
pub struct Store {
    logs: Vec<Log>,
    behaviours: HashMap<Digest, (usize, Place)>,
    records: Vec<Record>,
    /// The records of each submission, the last one last; under no name, those of the reference.
    by_name: HashMap<Option<String>, Vec<usize>>,
    /// Where jobs of this key stand: in which record, and at which place there.
    jobs: HashMap<Digest, Vec<(usize, usize)>>,
    /// By the key of their preparation.
    invalid: HashMap<Digest, usize>,
    damage: Vec<Damage>,
    /// Behaviours that were read lately: most programs do what the others do.
    recent: Mutex<HashMap<Digest, Arc<Behaviour>>>,
    writing: Option<Writing>,
}

#[derive(Debug)]
struct Writing {
    journal: Journal,
    written: Mutex<Written>,
    _lock: Lock,
}

/// What has been written since the store was opened.
#[derive(Debug, Default)]
struct Written {
    behaviours: HashSet<Digest>,
    /// Whose records; under no name, the reference's.
    submissions: HashSet<Option<String>>,
}

/// What is looked for of one job.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// Whose; nobody's name for what the reference did.
    pub submission: Option<&'a str>,
    /// What decides what the job does.
    pub key: &'a Digest,
    /// In so many runs or more.
    pub runs: u32,
    /// Under limits that make no difference to these; under whichever, if there are none.
    pub limits: Option<&'a Limits>,
}

impl<'a> Sought<'a> {
    /// What the reference did in one run or more.
    pub fn once(key: &'a Digest) -> Self {
        Self { submission: None, key, runs: 1, limits: None }
    }
}

/// Why traces cannot be read or kept. Nothing of it is a submission's doing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another grader is at work in the same folder.
    #[error("another yardstick is grading into `{}`{holder}\nhelp: wait until it has ended, or choose another folder with `--out`", folder.display())]
    InUse {
        /// The results folder.
        folder: PathBuf,
        /// Who, where that is known.
        holder: String,
    },
    /// A file cannot be read.
    #[error("cannot read the traces in `{}`: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: Arc<io::Error>,
    },
    /// A trace cannot be written.
    #[error(
        "cannot keep traces in `{}`: {source}\n\
         help: everything that was kept until now is safe; make room, or let it be written to, and give the same \
         command again: it goes on where this one stopped",
        path.display()
    )]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: Arc<io::Error>,
    },
}

impl From<Failure> for StoreError {
    fn from(Failure { path, source }: Failure) -> Self {
        Self::Write { path, source }
    }
}

impl Store {
    /// Opens the store in a folder to add to it, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// When another process has it open, or it cannot be read or made.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let mut store = Self::read(folder)?;
        store.write_into(folder)?;
        Ok(store)
    }

    /// From now on, keeps what it is given, in a folder that is made if there is none.
    ///
    /// # Errors
    ///
    /// When another process writes into it, or it cannot be made.
    pub fn write_into(&mut self, folder: &Path) -> Result<(), StoreError> {
        let write = |source: io::Error| StoreError::Write { path: folder.into(), source: Arc::new(source) };
        fs::create_dir_all(folder).map_err(write)?;
        let lock = Lock::take(folder)?;
        let journal = Journal::new(folder);
        self.writing = Some(Writing { journal, written: Mutex::default(), _lock: lock });
        Ok(())
    }

    /// Opens the store in a folder to look at it. One that is not there is empty.
    ///
    /// # Errors
    ///
    /// When a file is there and cannot be read.
    pub fn read(folder: &Path) -> Result<Self, StoreError> {
        let unreadable =
            |path: &Path, source| StoreError::Read { path: path.into(), source: Arc::new(source) };
        let mut store = Self::empty();
        let names = match journal::names(folder) {
            Err(error) if is_not_there(&error) => return Ok(store),
            names => names.map_err(|error| unreadable(folder, error))?,
        };
        let mut noted = HashSet::new();
        for name in names {
            let path = folder.join(name);
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

    /// One that holds nothing and keeps nothing.
    pub fn empty() -> Self {
        Self {
            logs: Vec::new(),
            behaviours: HashMap::new(),
            records: Vec::new(),
            by_name: HashMap::new(),
            jobs: HashMap::new(),
            invalid: HashMap::new(),
            damage: Vec::new(),
            recent: Mutex::default(),
            writing: None,
        }
    }

    fn index(&mut self, record: Record) {
        let number = self.records.len();
        match &record.outcome {
            Kept::Invalid(_) => {
                self.invalid.insert(record.preparation.key, number);
            }
            Kept::Jobs(jobs) => {
                for (at, job) in jobs.iter().enumerate() {
                    self.jobs.entry(job.key).or_default().push((number, at));
                }
            }
        }
        self.by_name.entry(record.submission.clone()).or_default().push(number);
        self.records.push(record);
    }

    /// What could not be read, and was not noted yet.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// The record of a submission that was written last; under no name, the reference's.
    pub fn record(&self, submission: Option<&str>) -> Option<&Record> {
        self.records_of(submission).last()
    }

    fn records_of(&self, submission: Option<&str>) -> impl DoubleEndedIterator<Item = &Record> + use<'_> {
        let numbers = self.by_name.get(&submission.map(str::to_owned)).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|number| &self.records[*number])
    }

    /// Why a submission that was prepared so cannot be run, if that is known.
    pub fn invalid(&self, preparation: &Digest) -> Option<&Invalid> {
        match &self.records[*self.invalid.get(preparation)?].outcome {
            Kept::Invalid(invalid) => Some(invalid),
            Kept::Jobs(_) => None,
        }
    }

    /// What a job did, if it was run so many times or more, under limits that make no difference, and can still be
    /// read. What the submission itself did goes before what another one with the same files did: a program need not
    /// always do the same.
    pub fn observed(&self, sought: &Sought) -> Option<Observed> {
        let Sought { submission, key, runs, limits } = *sought;
        let mut found: Vec<(&Record, &KeptJob)> = Vec::new();
        for &(record, at) in self.jobs.get(key)?.iter().rev() {
            let record = &self.records[record];
            let Kept::Jobs(jobs) = &record.outcome else { continue };
            found.extend(jobs.get(at).filter(|job| job.runs >= runs).map(|job| (record, job)));
        }
        found.sort_by_key(|(record, job)| {
            (record.submission.as_deref() != submission, job.limits.as_ref() != limits)
        });
        let mut each = found.into_iter().filter_map(|(_, job)| self.observed_of(job));
        each.find(|observed| observed.holds(limits))
    }

    /// What a job of some kind did; nothing where what is kept under its key is of another kind.
    pub fn observed_as(&self, sought: &Sought, is_of_kind: impl Fn(&Recorded) -> bool) -> Option<Observed> {
        let observed = self.observed(sought)?;
        let all_are = std::iter::once(&observed.recorded).chain(&observed.others).all(is_of_kind);
        all_are.then_some(observed)
    }

    fn observed_of(&self, job: &KeptJob) -> Option<Observed> {
        let cost = Cost { usage: job.usage, isolation: job.isolation };
        let recorded = self.behaviour(&job.behaviour)?.with(cost)?;
        let others: Option<_> =
            job.others.iter().map(|digest| self.behaviour(digest)?.with(Cost::default())).collect();
        Some(Observed { recorded, runs: job.runs, others: others?, limits: job.limits.clone() })
    }

    fn behaviour(&self, digest: &Digest) -> Option<Arc<Behaviour>> {
        // Nobody else waits while one is read.
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(behaviour) = recent().get(digest) {
            return Some(behaviour.clone());
        }
        let (log, place) = *self.behaviours.get(digest)?;
        // A file that can no longer be read holds nothing.
        let behaviour = Arc::new(self.logs[log].behaviour(place).ok().flatten()?);
        if behaviour.size() <= SMALL {
            let mut recent = recent();
            if recent.len() == RECENT {
                recent.clear();
            }
            recent.insert(*digest, behaviour.clone());
        }
        Some(behaviour)
    }

    /// Whether the last record of a submission is of these jobs, made ready like this, under the limits under which they
    /// were run.
    pub fn holds(&self, submission: &str, preparation: &Preparation, jobs: &[(Digest, &Observed)]) -> bool {
        let record = self.record(Some(submission)).filter(|record| record.preparation == *preparation);
        match record.map(|record| &record.outcome) {
            Some(Kept::Jobs(kept)) => {
                let kept = kept.iter().map(|job| (job.key, &job.limits));
                kept.eq(jobs.iter().map(|(key, observed)| (*key, &observed.limits)))
            }
            Some(Kept::Invalid(_)) | None => false,
        }
    }

    /// Keeps what came of a submission, so that it is on the disk a moment later. What is there already is not
    /// written again.
    ///
    /// # Errors
    ///
    /// When it cannot be written, now or before.
    pub fn keep(&self, entry: &Entry) -> Result<(), StoreError> {
        let Some(writing) = &self.writing else { return Ok(()) };
        let mut written = writing.written.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Vec::new();
        let mut new = |behaviour: Behaviour| {
            let digest = behaviour.digest;
            if !self.behaviours.contains_key(&digest) && written.behaviours.insert(digest) {
                lines.push(Line::Behaviour(digest, behaviour.packed()));
            }
            digest
        };
        let outcome = match entry.outcome {
            Err(invalid) => Kept::Invalid(invalid.clone()),
            Ok(jobs) => Kept::Jobs(
                jobs.iter()
                    .map(|(key, observed)| {
                        let (behaviour, cost) = Behaviour::of(&observed.recorded);
                        KeptJob {
                            key: *key,
                            behaviour: new(behaviour),
                            others: observed.others.iter().map(|other| new(Behaviour::of(other).0)).collect(),
                            runs: observed.runs,
                            usage: cost.usage,
                            isolation: cost.isolation,
                            limits: observed.limits.clone(),
                        }
                    })
                    .collect(),
            ),
        };
        let record = Record {
            submission: entry.submission.map(str::to_owned),
            files: entry.files,
            preparation: entry.preparation.clone(),
            outcome,
        };
        let is_new = written.submissions.contains(&record.submission)
            || self.record(entry.submission).is_none_or(|known| !known.is_like(&record));
        if lines.is_empty() && !is_new {
            return Ok(());
        }
        written.submissions.insert(record.submission.clone());
        lines.push(Line::Record(record));
        Ok(writing.journal.append(&lines)?)
    }

    /// Takes back what was kept last of a submission: it is as if it had never been run.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn disbelieve(&self, submission: &str) -> Result<(), StoreError> {
        let Some(writing) = &self.writing else { return Ok(()) };
        Ok(writing.journal.append(&[Line::Disbelieved(submission.to_owned())])?)
    }

    /// Keeps everything that another store knows of a submission; under no name, of the reference.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn adopt(&self, other: &Self, submission: Option<&str>) -> Result<(), StoreError> {
        for record in other.records_of(submission) {
            let jobs: Vec<(Digest, Observed)> = match &record.outcome {
                Kept::Invalid(_) => Vec::new(),
                Kept::Jobs(jobs) => {
                    jobs.iter().filter_map(|job| Some((job.key, other.observed_of(job)?))).collect()
                }
            };
            let jobs: Vec<(Digest, &Observed)> = jobs.iter().map(|(key, job)| (*key, job)).collect();
            let outcome = match &record.outcome {
                Kept::Invalid(invalid) => Err(invalid),
                Kept::Jobs(_) => Ok(jobs.as_slice()),
            };
            let (files, preparation) = (record.files, &record.preparation);
            self.keep(&Entry { submission, files, preparation, outcome })?;
        }
        Ok(())
    }

    /// Notes what could not be read, so that it is told once: what it stood for was run again.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn note_damage(&self) -> Result<(), StoreError> {
        let Some(writing) = self.writing.as_ref().filter(|_| !self.damage.is_empty()) else { return Ok(()) };
        let noted: Vec<Line> = self.damage.iter().map(|damage| Line::Noted(damage.place())).collect();
        Ok(writing.journal.append(&noted)?)
    }

    /// Waits until everything that was kept is on the disk.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn finish(&self) -> Result<(), StoreError> {
        self.writing.as_ref().map_or(Ok(()), |writing| Ok(writing.journal.finish()?))
    }
}

/// Whether an error means that there is no such folder, or none that could hold it.
fn is_not_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// What came of a submission, to be kept.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The name of the submission; nothing for the reference.
    pub submission: Option<&'a str>,
    /// Of its files.
    pub files: Digest,
    /// How it was made ready.
    pub preparation: &'a Preparation,
    /// Why it could not be run, or what its jobs did, by their keys.
    pub outcome: Result<&'a [(Digest, &'a Observed)], &'a Invalid>,
}
