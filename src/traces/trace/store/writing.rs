//! Adds results to a store.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::behaviour::Behaviour;
use super::super::{Invalid, Sources};
use super::journal::{Journal, Origin};
use super::line::Line;
use super::lock::Lock;
use super::{Observed, Preparation, Record, Store, StoreError, StoredJob, StoredOutcome};
use crate::digest::Digest;
use crate::untrusted::Untrusted;

/// The result of a submission, to be stored.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The name of the submission; `None` for the reference.
    pub submission: Option<&'a Untrusted>,
    /// The digest of its files.
    pub files: Digest,
    /// The preparation.
    pub preparation: &'a Preparation,
    /// Its sources, as far as they are kept.
    pub sources: &'a Sources,
    /// The reason why it could not be run, or the results of its jobs by their keys.
    pub outcome: Result<&'a [(Digest, &'a Observed)], &'a Invalid>,
}

/// The files and locks of a store that is written.
#[derive(Debug)]
pub(super) struct Writing {
    journal: Journal,
    written: Mutex<Written>,
    /// Nothing is locked where every grader knows that others write beside it.
    _lock: Option<Lock>,
}

/// The digests of everything that was written since the store was opened.
#[derive(Debug, Default)]
struct Written {
    behaviours: HashSet<Digest>,
    /// The submissions with records. The reference has no name.
    submissions: HashSet<Option<Untrusted>>,
}

impl Store {
    /// Stores everything from now on in a folder, which is created if there is none.
    ///
    /// # Errors
    ///
    /// When another process writes into it, or it cannot be created.
    pub fn write_into(&mut self, folder: &Path) -> Result<(), StoreError> {
        let write = |source: io::Error| StoreError::Write { path: folder.into(), source: Arc::new(source) };
        fs::create_dir_all(folder).map_err(write)?;
        let lock = Some(Lock::take(folder)?);
        let journal = Journal::new(folder, None);
        self.writing = Some(Writing { journal, written: Mutex::default(), _lock: lock });
        Ok(())
    }

    /// Stores everything from now on in a folder into which others write too, in a file with this name that nobody else uses.
    ///
    /// # Errors
    ///
    /// When the folder cannot be created.
    pub fn write_beside_others(
        &mut self,
        folder: &Path,
        file: String,
        work_plan: Digest,
    ) -> Result<(), StoreError> {
        let write = |source: io::Error| StoreError::Write { path: folder.into(), source: Arc::new(source) };
        fs::create_dir_all(folder).map_err(write)?;
        let journal = Journal::new(folder, Some(Origin { file, work_plan }));
        self.writing = Some(Writing { journal, written: Mutex::default(), _lock: None });
        Ok(())
    }

    /// Returns the number of bytes that were written since the store was opened.
    pub fn written(&self) -> u64 {
        self.writing.as_ref().map_or(0, |writing| writing.journal.length())
    }

    /// Stores the result of a submission, which is on the disk a moment later. What is stored already is not written
    /// again.
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
            Err(invalid) => StoredOutcome::Invalid(invalid.clone()),
            Ok(jobs) => StoredOutcome::Jobs(
                jobs.iter()
                    .map(|(key, observed)| {
                        let (behaviour, cost) = Behaviour::of(&observed.recorded);
                        StoredJob {
                            key: *key,
                            behaviour: new(behaviour),
                            others: observed.others.iter().map(|other| new(Behaviour::of(other).0)).collect(),
                            runs: observed.runs,
                            heard: cost.heard,
                            usage: cost.usage,
                            isolation: cost.isolation,
                            limits: observed.limits.clone(),
                        }
                    })
                    .collect(),
            ),
        };
        let sources = (!entry.sources.is_empty()).then(|| new(Behaviour::of_sources(entry.sources)));
        let record = Record {
            submission: entry.submission.cloned(),
            files: entry.files,
            preparation: entry.preparation.clone(),
            sources,
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

    /// Removes the newest result of a submission, as if it had never been run.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn disbelieve(&self, submission: &Untrusted) -> Result<(), StoreError> {
        let Some(writing) = &self.writing else { return Ok(()) };
        Ok(writing.journal.append(&[Line::Disbelieved(submission.clone())])?)
    }

    /// Stores everything that another store knows of a submission; without a name, of the reference.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn adopt(&self, other: &Self, submission: Option<&Untrusted>) -> Result<(), StoreError> {
        for record in other.records_of(submission) {
            let jobs: Vec<(Digest, Observed)> = match &record.outcome {
                StoredOutcome::Invalid(_) => Vec::new(),
                StoredOutcome::Jobs(jobs) => {
                    jobs.iter().filter_map(|job| Some((job.key, other.observed_of(job)?))).collect()
                }
            };
            let jobs: Vec<(Digest, &Observed)> = jobs.iter().map(|(key, job)| (*key, job)).collect();
            let outcome = match &record.outcome {
                StoredOutcome::Invalid(invalid) => Err(invalid),
                StoredOutcome::Jobs(_) => Ok(jobs.as_slice()),
            };
            // Without its sources, a record would give another report.
            let Some(sources) = &other.sources(record) else { continue };
            let (files, preparation) = (record.files, &record.preparation);
            self.keep(&Entry { submission, files, preparation, sources, outcome })?;
        }
        Ok(())
    }

    /// Notes the damage that was found, so that it is reported only once: its results were run again.
    ///
    /// # Errors
    ///
    /// As for [`Store::keep`].
    pub fn note_damage(&self) -> Result<(), StoreError> {
        let Some(writing) = self.writing.as_ref().filter(|_| !self.damage.is_empty()) else { return Ok(()) };
        let noted: Vec<Line> = self.damage.iter().map(|damage| Line::Noted(damage.place())).collect();
        Ok(writing.journal.append(&noted)?)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn finish(&self) -> Result<(), StoreError> {
        self.writing.as_ref().map_or(Ok(()), |writing| Ok(writing.journal.finish()?))
    }
}
