//! Reads and writes the results folder.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use rayon::prelude::*;

use super::pages::{CLASS_PAGE, Pages, Written};
use super::whole_file::{UNFINISHED, write_whole};
use super::{Error, HandedBack, Listed, Manifest, SpecCopy};
use crate::decisions::{self, Decided};
use crate::digest::Digest;
use crate::report::{Graded, Report};
use crate::submission::{Downloads, Place, Submission};
use crate::system;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// The name of the manifest.
pub(super) const MANIFEST: &str = "grading.json";

/// The file with every verdict and point.
pub(super) const RESULTS: &str = "results.json";

/// A results folder with its manifest.
#[derive(Clone, Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    manifest: Manifest,
    /// What people decided about the results.
    decided: Arc<Decided>,
    /// The moment as of which they are computed: dates may have passed since then.
    moment: Timestamp,
    /// The downloads in which submissions were looked for.
    downloads: Arc<Downloads>,
    /// The names of the files that are written from a report.
    pages: Pages,
}

impl ResultsFolder {
    /// Makes a results folder, and makes sure that it can be written to before anything is graded. The manifest is not
    /// written yet.
    ///
    /// # Errors
    ///
    /// When it cannot be made or written to.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, Error> {
        let fail = |source| Error::Write { path: path.to_path_buf(), source };
        fs::create_dir_all(path.join("feedback")).map_err(fail)?;
        tempfile::NamedTempFile::new_in(path).map_err(fail)?;
        Self::new(path, manifest)
    }

    fn new(path: &Path, manifest: Manifest) -> Result<Self, Error> {
        let decided = Arc::new(Self::decided_in(path)?);
        let (path, pages) = (path.to_path_buf(), Pages::new(&manifest));
        Ok(Self { path, pages, manifest, decided, moment: Timestamp::now(), downloads: Arc::default() })
    }

    /// Opens a results folder that exists.
    ///
    /// # Errors
    ///
    /// When it holds no results, or those of another version of yardstick, or its manifest is damaged.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let folder = Self::open_as_it_is(path)?;
        if folder.manifest.is_whole() { Ok(folder) } else { Err(Error::Damaged(path.join(MANIFEST))) }
    }

    /// Opens a results folder that exists, even if its manifest is damaged.
    pub(super) fn open_as_it_is(path: &Path) -> Result<Self, Error> {
        let file = path.join(MANIFEST);
        let read = |reason: String| Error::Read { path: file.clone(), reason: reason.into() };
        let text = match system::read(&file) {
            Ok(text) => text,
            Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
                return Err(Error::NoResults { folder: path.to_path_buf(), missing: MANIFEST });
            }
            Err(error) => return Err(read(error.to_string())),
        };
        if !Manifest::is_known(&text) {
            return Err(read("it is of another version of yardstick".to_owned()));
        }
        let manifest = serde_json::from_slice(&text).map_err(|error| read(error.to_string()))?;
        Self::new(path, manifest)
    }

    /// The same folder with another spec.
    #[must_use]
    pub fn by(self, spec: SpecCopy) -> Self {
        Self { manifest: self.manifest.by(spec), ..self }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What people decided about the results, as it stood in the folder when it was opened.
    pub(crate) fn decided(&self) -> &Arc<Decided> {
        &self.decided
    }

    /// The same folder as it stood when its results were written: without what was decided since then, and before dates that have passed
    /// since.
    #[must_use]
    pub(super) fn when_written(self) -> Self {
        let decided = Arc::new(self.decided.among(&self.manifest.decisions));
        let moment = self.manifest.written.unwrap_or(self.moment);
        Self { decided, moment, ..self }
    }

    /// The same folder at another moment.
    #[must_use]
    pub(crate) fn at(self, moment: Timestamp) -> Self {
        Self { moment, ..self }
    }

    /// The moment as of which results are computed.
    pub(super) fn moment(&self) -> Timestamp {
        self.moment
    }

    /// The same folder while it is still being graded: what the traces have of a submission counts, though the manifest does not
    /// know yet that it is finished.
    #[must_use]
    pub(crate) fn so_far(mut self, store: &Store) -> Self {
        for listed in &mut self.manifest.submissions {
            if listed.files.is_none() {
                listed.files = store.record(Some(&listed.name)).map(|record| record.files);
            }
        }
        self
    }

    /// The same folder after other decisions.
    #[must_use]
    pub(crate) fn after(self, decided: Arc<Decided>) -> Self {
        Self { decided, ..self }
    }

    /// The folder of the decisions.
    pub(crate) fn decisions(&self) -> PathBuf {
        Self::decisions_in(&self.path)
    }

    /// What people decided about the results in a folder, which may not exist yet.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub(crate) fn decided_in(path: &Path) -> Result<Decided, Error> {
        let (entries, damaged) = decisions::read(&Self::decisions_in(path))
            .map_err(|(path, error)| Error::Read { path, reason: error.to_string().into() })?;
        Ok(Decided::new(entries, damaged))
    }

    /// What people decided about the results of an assignment in a folder, which may not exist yet.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or it was decided about another assignment: students and scenarios may have the same names there.
    pub(crate) fn decided_about(path: &Path, assignment: &str) -> Result<Decided, Error> {
        let decided = Self::decided_in(path)?;
        if decided.entries().next().is_some()
            && let Ok(folder) = Self::open_as_it_is(path)
            && let Ok(spec) = folder.manifest.spec.spec()
            && spec.assignment != assignment
        {
            let (folder, ours) = (path.to_path_buf(), assignment.to_owned());
            return Err(Error::OtherDecisions { folder, theirs: spec.assignment, ours });
        }
        Ok(decided)
    }

    /// The folder of the decisions in a results folder that may not exist yet.
    pub(crate) fn decisions_in(path: &Path) -> PathBuf {
        path.join("decisions")
    }

    /// The names of the files that are written from a report.
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The entry of a submission in the manifest.
    ///
    /// # Errors
    ///
    /// When there is none of this name.
    pub fn listed(&self, name: &str) -> Result<&Listed, Error> {
        let own = || self.manifest.own().map(|(_, listed)| listed);
        own().find(|listed| listed.name == name).ok_or_else(|| {
            let asked = Untrusted::from(name);
            let meant = asked.most_alike(own().map(|listed| &listed.name)).cloned();
            Error::NoSubmission { folder: self.path.clone(), name: name.to_owned(), meant }
        })
    }

    /// The entries of a submission, and of all other hand-ins of the same students.
    ///
    /// # Errors
    ///
    /// When there is none of this name.
    pub(super) fn hand_ins(&self, name: &str) -> Result<Vec<&Listed>, Error> {
        let own = || self.manifest.own().map(|(_, listed)| listed);
        let series = |listed: &Listed| listed.one_of.as_ref().map(|one_of| one_of.series.clone());
        let of_series = || own().find(|listed| series(listed).is_some_and(|of| of == name));
        let listed = self.listed(name).or_else(|error| of_series().ok_or(error))?;
        Ok(match series(listed) {
            None => vec![listed],
            known => own().filter(|other| series(other) == known).collect(),
        })
    }

    /// A submission where it was when it was graded, or in the results folder itself, and whether its files are those that were
    /// graded; `None` if they are not there any more.
    pub(super) fn look_up(&self, listed: &Listed) -> Option<(Submission, bool)> {
        let path = self.path.join(&listed.path);
        let place = match &listed.members {
            None => Place::Path,
            Some(members) => Place::Download(self.downloads.parts(path.parent()?, members)?),
        };
        let submission = Submission { place, ..listed.submission(path) };
        let files = submission.digest().ok()?;
        Some((submission, Some(files) == listed.files))
    }

    /// A submission that is graded here, by its place in the report, where its files are; `None` if they are not what was graded.
    pub(crate) fn submission(&self, place: usize) -> Option<Submission> {
        let (_, listed) = self.manifest.own().nth(place)?;
        self.look_up(listed).filter(|(_, is_same)| *is_same).map(|(submission, _)| submission)
    }

    /// The folder of the traces.
    pub fn traces(&self) -> PathBuf {
        Self::traces_in(&self.path)
    }

    /// The folder of the traces in a results folder that may not exist yet.
    pub fn traces_in(path: &Path) -> PathBuf {
        path.join("traces")
    }

    /// Writes the manifest, with the decisions that the results follow from.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_manifest(&self) -> Result<(), Error> {
        self.write_file(MANIFEST, |out| {
            let decisions = self.decided.entries().map(|(entry, _)| entry.id).collect();
            let written = self.manifest.spec.dated.then_some(self.moment);
            let manifest = Manifest { decisions, written, ..self.manifest.clone() };
            serde_json::to_writer_pretty(&mut *out, &manifest.sealed())?;
            writeln!(out)
        })
    }

    /// Writes the pages of one submission; `head` is a report that gives the title.
    ///
    /// # Errors
    ///
    /// When one cannot be written.
    pub fn write_page(&self, graded: &Graded, head: &Report) -> Result<(), Error> {
        self.pages
            .of_submission(graded, head)
            .iter()
            .try_for_each(|(name, write)| self.write_file(name, write))
    }

    /// Writes the rest when the pages of all submissions are written but those of students who handed in several times: these pages, the
    /// report, the manifest with the digests of the files that were graded, and the files for the LMS. If pseudonyms replace names, only
    /// the report is written.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn finish(self, report: &Report, files: Vec<Option<Digest>>) -> Result<HandedBack, Error> {
        let several = report.submissions.iter().filter(|graded| graded.one_of.is_some());
        several.clone().try_for_each(|graded| self.write_page(graded, report))?;
        self.write_report(report)?;
        let graded = Self { manifest: self.manifest.of_files(files), ..self };
        if !report.anonymous {
            graded.write_manifest()?;
        }
        graded.hand_back(report)
    }

    /// Writes everything that follows from a report: its files, the pages of its submissions, and the files for the LMS.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn write_all(&self, report: &Report) -> Result<HandedBack, Error> {
        report.submissions.par_iter().try_for_each(|graded| self.write_page(graded, report))?;
        self.write_report(report)?;
        self.hand_back(report)
    }

    /// Writes the files about all submissions, and removes the pages of submissions that are not in the report.
    fn write_report(&self, report: &Report) -> Result<(), Error> {
        self.pages.of_class(report).iter().try_for_each(|(name, write)| self.write_file(name, write))?;
        let fail = |source| Error::Write { path: self.path.clone(), source };
        self.remove_other_pages(report).and_then(|()| self.remove_unfinished()).map_err(fail)
    }

    /// The names of the files whose content does not follow from a report.
    ///
    /// # Errors
    ///
    /// When the gradebook that was kept cannot be filled any more.
    pub(super) fn other_than(&self, report: &Report) -> Result<Vec<Untrusted>, Error> {
        let written = self.written_other_than(report);
        let written = written.map_err(|source| Error::Write { path: self.path.clone(), source })?;
        let mut other: Vec<Untrusted> = written.into_iter().map(Untrusted::from).collect();
        other.extend(self.handed_back_other_than(report)?);
        Ok(other)
    }

    fn written_other_than(&self, report: &Report) -> io::Result<Vec<String>> {
        let pages = &self.pages;
        let other = |files: Vec<Written>| -> io::Result<Vec<String>> {
            let mut other = Vec::new();
            for (name, write) in files {
                let mut expected = Vec::new();
                write(&mut expected)?;
                if system::read(&self.path.join(&name)).ok().as_deref() != Some(&expected) {
                    other.push(name);
                }
            }
            Ok(other)
        };
        let of_submissions = report.submissions.par_iter();
        let of_submissions: io::Result<Vec<Vec<String>>> =
            of_submissions.map(|graded| other(pages.of_submission(graded, report))).collect();
        Ok(other(pages.of_class(report))?.into_iter().chain(of_submissions?.into_iter().flatten()).collect())
    }

    /// Removes the pages of submissions that are no longer there: readers would take them for results.
    fn remove_other_pages(&self, report: &Report) -> io::Result<()> {
        let pages = &self.pages;
        let of_submissions = report.submissions.iter().flat_map(|graded| pages.of_submission(graded, report));
        let files = pages.of_class(report).into_iter().chain(of_submissions);
        let own: HashSet<PathBuf> = files.map(|(name, _)| self.path.join(name)).collect();
        let pages = fs::read_dir(self.path.join("feedback"))?.map(|entry| Ok(entry?.path()));
        let pages: io::Result<Vec<PathBuf>> = pages.collect();
        for path in pages?.into_iter().chain([self.path.join(CLASS_PAGE)]) {
            let is_page = path.extension().is_some_and(|ending| ending == "txt" || ending == "html");
            if is_page && path.is_file() && !own.contains(&path) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn remove_unfinished(&self) -> io::Result<()> {
        for folder in [&self.path, &self.path.join("feedback")] {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// Writes a file with this name, completely or not at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        let path = self.path.join(name);
        write_whole(&path, write).map_err(|source| Error::Write { path, source })
    }
}
