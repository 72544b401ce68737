//! Reads and writes the results folder.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::whole_file::{UNFINISHED, write_whole};
use super::{Error, Listed, Manifest};
use crate::report::{Csv, Format, Graded, Json, Report, Student};

/// The file that says what was asked for.
pub(super) const MANIFEST: &str = "grading.json";

/// The folder that the results of a class are written to.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
}

/// The file of each submission's page of feedback, relative to the folder, by the submission's name.
#[derive(Debug)]
pub struct Pages(HashMap<String, String>);

impl Pages {
    /// Of all submissions that were graded together, whoever graded them.
    pub fn new(manifest: &Manifest) -> Self {
        let mut taken = HashSet::new();
        let names = manifest.submissions.iter().map(|submission| submission.name.clone());
        let pages = names.map(|name| {
            let page = format!("feedback/{}.txt", file_name(&name, &mut taken));
            (name, page)
        });
        Self(pages.collect())
    }

    /// Of one submission.
    pub fn of(&self, submission: &str) -> &str {
        self.0.get(submission).map_or("feedback/submission.txt", String::as_str)
    }
}

impl ResultsFolder {
    /// Makes the folder, and makes sure that it can be written to before anything is graded.
    ///
    /// # Errors
    ///
    /// When it cannot be made or written to.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let fail = |source| Error::Write { path: path.to_path_buf(), source };
        fs::create_dir_all(path.join("feedback")).map_err(fail)?;
        tempfile::NamedTempFile::new_in(path).map_err(fail)?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// A folder that is there, and what was asked for when it was made.
    ///
    /// # Errors
    ///
    /// When it holds no results, or those of another version of yardstick.
    pub fn open(path: &Path) -> Result<(Self, Manifest), Error> {
        let file = path.join(MANIFEST);
        let read = |reason: String| Error::Read { path: file.clone(), reason };
        let text = match fs::read(&file) {
            Ok(text) => text,
            Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
                return Err(Error::NoResults(path.to_path_buf()));
            }
            Err(error) => return Err(read(error.to_string())),
        };
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| read(error.to_string()))?;
        if !manifest.is_known() {
            return Err(read("it is of another version of yardstick".to_owned()));
        }
        Ok((Self { path: path.to_path_buf() }, manifest))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is listed of a submission.
    ///
    /// # Errors
    ///
    /// When there is none of this name.
    pub fn listed<'a>(&self, manifest: &'a Manifest, name: &str) -> Result<&'a Listed, Error> {
        let own = || manifest.own().map(|(_, listed)| listed);
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
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), Error> {
        self.write_file(MANIFEST, |out| {
            serde_json::to_writer_pretty(&mut *out, manifest)?;
            writeln!(out)
        })
    }

    /// Writes the page of one submission, under the head of a report.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_page(&self, pages: &Pages, graded: &Graded, head: &Report) -> Result<(), Error> {
        self.write_file(pages.of(&graded.name), |out| write_page(graded, head, out))
    }

    /// Writes `results.json` and `grades.csv`, and takes away the pages of submissions that are not in the report,
    /// and what a grader left unfinished that was killed.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn write_report(&self, report: &Report, pages: &Pages) -> Result<(), Error> {
        for (name, format) in FILES {
            self.write_file(name, |out| format.write(report, out))?;
        }
        let own = report.submissions.iter().map(|graded| self.path.join(pages.of(&graded.name))).collect();
        let fail = |source| Error::Write { path: self.path.clone(), source };
        self.remove_other_pages(&own).and_then(|()| self.remove_unfinished()).map_err(fail)
    }

    /// Writes everything that follows from a report: its files, and the pages of its submissions.
    ///
    /// # Errors
    ///
    /// When something cannot be written.
    pub fn write_all(&self, report: &Report, pages: &Pages) -> Result<(), Error> {
        for graded in &report.submissions {
            self.write_page(pages, graded, report)?;
        }
        self.write_report(report, pages)
    }

    /// The files that do not hold what follows from a report, by their names.
    pub(super) fn other_than(&self, report: &Report, pages: &Pages) -> io::Result<Vec<String>> {
        let mut other = Vec::new();
        let mut compare = |name: &str, expected: &[u8]| {
            if fs::read(self.path.join(name)).ok().as_deref() != Some(expected) {
                other.push(name.to_owned());
            }
        };
        for (name, format) in FILES {
            let mut expected = Vec::new();
            format.write(report, &mut expected)?;
            compare(name, &expected);
        }
        for graded in &report.submissions {
            let mut expected = Vec::new();
            write_page(graded, report, &mut expected)?;
            compare(pages.of(&graded.name), &expected);
        }
        Ok(other)
    }

    /// Removes the pages of submissions that are no longer there: they would be taken for results.
    fn remove_other_pages(&self, pages: &HashSet<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(self.path.join("feedback"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "txt") && !pages.contains(&path) {
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

/// The files of a class, each with its format.
const FILES: [(&str, &dyn Format); 2] = [("results.json", &Json), ("grades.csv", &Csv)];

fn write_page(graded: &Graded, head: &Report, out: &mut dyn Write) -> io::Result<()> {
    // A stripping stream wants a writer that it can own.
    let mut page = anstream::StripStream::new(Vec::new());
    Student.page(graded, head, &mut page)?;
    out.write_all(&page.into_inner())
}

/// A submission's name as the name of a file: nothing that leads elsewhere, and no name twice.
fn file_name(name: &str, taken: &mut HashSet<String>) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || "-_.@ ".contains(c) { c } else { '_' };
    let plain: String = name.chars().map(harmless).take(100).collect();
    let plain = plain.trim_start_matches(['.', '-', ' ']).trim_end();
    let plain = if plain.is_empty() { "submission" } else { plain };
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut candidates = std::iter::once(plain.to_owned()).chain(numbered);
    let name = candidates.find(|candidate| taken.insert(candidate.to_lowercase()));
    name.unwrap_or_else(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_submissions_lead_nowhere_else() {
        let mut taken = HashSet::new();
        let mut name = |text| file_name(text, &mut taken);
        assert_eq!(name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(name("Doe, Jane"), "Doe_ Jane");
        assert_eq!(name("-rf"), "rf");
        assert_eq!(name("\u{1b}[2J"), "__2J");
        assert_eq!(name("Émile"), "Émile");
        assert_eq!(name("doe, jane"), "doe_ jane-2");
        assert_eq!(name(".."), "submission");
        assert_eq!(name(""), "submission-2");
    }
}
