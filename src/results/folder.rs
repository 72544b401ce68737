//! Reads and writes the results folder.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::pages::{CLASS_PAGE, Pages, Written};
use super::whole_file::{UNFINISHED, write_whole};
use super::{Error, HandedBack, Listed, Manifest, SpecCopy};
use crate::digest::Digest;
use crate::report::{Graded, Report};

/// The file that says what was asked for.
pub(super) const MANIFEST: &str = "grading.json";

/// The file with every verdict and point.
pub(super) const RESULTS: &str = "results.json";

/// The folder that the results of a class are written to, with what was asked for.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    manifest: Manifest,
    /// How the files are called that follow from a report.
    pages: Pages,
}

impl ResultsFolder {
    /// Makes the folder for what is asked for, and makes sure that it can be written to before anything is graded.
    /// Writes nothing yet.
    ///
    /// # Errors
    ///
    /// When it cannot be made or written to.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, Error> {
        let fail = |source| Error::Write { path: path.to_path_buf(), source };
        fs::create_dir_all(path.join("feedback")).map_err(fail)?;
        tempfile::NamedTempFile::new_in(path).map_err(fail)?;
        Ok(Self::new(path, manifest))
    }

    fn new(path: &Path, manifest: Manifest) -> Self {
        Self { path: path.to_path_buf(), pages: Pages::new(&manifest), manifest }
    }

    /// A folder that is there, with what was asked for when it was made.
    ///
    /// # Errors
    ///
    /// When it holds no results, or those of another version of yardstick, or its manifest is damaged.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let folder = Self::open_as_it_is(path)?;
        if folder.manifest.is_whole() { Ok(folder) } else { Err(Error::Damaged(path.join(MANIFEST))) }
    }

    /// The same, whatever was changed in the manifest.
    pub(super) fn open_as_it_is(path: &Path) -> Result<Self, Error> {
        let file = path.join(MANIFEST);
        let read = |reason: String| Error::Read { path: file.clone(), reason };
        let text = match fs::read(&file) {
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
        Ok(Self::new(path, manifest))
    }

    /// The same folder for the same submissions by another spec.
    #[must_use]
    pub fn by(self, spec: SpecCopy) -> Self {
        Self { manifest: self.manifest.by(spec), ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was asked for.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// How the files are called that follow from a report.
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }

    /// What is listed of a submission.
    ///
    /// # Errors
    ///
    /// When there is none of this name.
    pub fn listed(&self, name: &str) -> Result<&Listed, Error> {
        let own = || self.manifest.own().map(|(_, listed)| listed);
        own().find(|listed| listed.name == name).ok_or_else(|| {
            let near = own().map(|listed| (strsim::jaro_winkler(&listed.name, name), &listed.name));
            let nearest =
                near.filter(|(likeness, _)| *likeness > 0.8).max_by(|one, two| one.0.total_cmp(&two.0));
            let help = nearest.map(|(_, nearest)| format!("\nhelp: did you mean `{nearest}`?"));
            let (folder, help) = (self.path.clone(), help.unwrap_or_default());
            Error::NoSubmission { folder, name: name.to_owned(), help }
        })
    }

    /// Where a submission lies: where it was when it was graded, or in the folder itself.
    pub(super) fn path_of(&self, listed: &Listed) -> PathBuf {
        self.path.join(&listed.path)
    }

    /// Where the traces are.
    pub fn traces(&self) -> PathBuf {
        Self::traces_in(&self.path)
    }

    /// Where the traces are in a results folder that may not be there yet.
    pub fn traces_in(path: &Path) -> PathBuf {
        path.join("traces")
    }

    /// Writes what was asked for.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_manifest(&self) -> Result<(), Error> {
        self.write_file(MANIFEST, |out| {
            serde_json::to_writer_pretty(&mut *out, &self.manifest.sealed())?;
            writeln!(out)
        })
    }

    /// Writes the pages of one submission, under the head of a report.
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

    /// Writes the report of submissions whose pages are there, what was asked for with the files that were graded, and
    /// what goes back to the LMS. Of what nobody may know whose it is, only the report is kept.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn finish(self, report: &Report, files: Vec<Option<Digest>>) -> Result<HandedBack, Error> {
        self.write_report(report)?;
        let graded = Self { manifest: self.manifest.of_files(files), ..self };
        if !report.anonymous {
            graded.write_manifest()?;
        }
        graded.hand_back(report)
    }

    /// Writes everything that follows from a report: its files, the pages of its submissions, and what goes back to the
    /// LMS.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn write_all(&self, report: &Report) -> Result<HandedBack, Error> {
        report.submissions.par_iter().try_for_each(|graded| self.write_page(graded, report))?;
        self.write_report(report)?;
        self.hand_back(report)
    }

    /// Writes the files about all submissions, and takes away the pages of those that are not in the report.
    fn write_report(&self, report: &Report) -> Result<(), Error> {
        self.pages.of_class(report).iter().try_for_each(|(name, write)| self.write_file(name, write))?;
        let fail = |source| Error::Write { path: self.path.clone(), source };
        self.remove_other_pages(report).and_then(|()| self.remove_unfinished()).map_err(fail)
    }

    /// The files that do not hold what follows from a report, by their names.
    ///
    /// # Errors
    ///
    /// When the gradebook that was kept cannot be filled any more.
    pub(super) fn other_than(&self, report: &Report) -> Result<Vec<String>, Error> {
        let written = self.written_other_than(report);
        let mut other = written.map_err(|source| Error::Write { path: self.path.clone(), source })?;
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
                if fs::read(self.path.join(&name)).ok().as_deref() != Some(&expected) {
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

    /// Removes the pages of submissions that are no longer there: they would be taken for results.
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

    /// Writes a file of this name, all of it or nothing.
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
