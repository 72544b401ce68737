//! Writes the results folder.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Error;
use crate::report::{Csv, Format, Graded, Json, Report, Student};
use crate::submission::Submission;

/// The folder that the results of a class are written to.
pub(super) struct ResultsFolder {
    path: PathBuf,
}

impl ResultsFolder {
    /// Makes the folder, and makes sure that it can be written to before anything is graded.
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let fail = |source| Error::Output { path: path.to_path_buf(), source };
        fs::create_dir_all(path.join("feedback")).map_err(fail)?;
        tempfile::NamedTempFile::new_in(path).map_err(fail)?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file of each submission's page of feedback, relative to the folder.
    pub(super) fn pages<'a>(&self, submissions: &'a [Submission]) -> HashMap<&'a Path, String> {
        let mut taken = HashSet::new();
        let page = |submission: &'a Submission| {
            (submission.path.as_path(), format!("feedback/{}.txt", file_name(&submission.name, &mut taken)))
        };
        submissions.iter().map(page).collect()
    }

    /// Writes the page of one submission, under the head of a report.
    pub(super) fn write_page(&self, name: &str, graded: &Graded, head: &Report) -> Result<(), Error> {
        self.write_file(name, |out| Student.page(graded, head, &mut anstream::StripStream::new(out)))
    }

    /// Writes `results.json` and `grades.csv`, and keeps only these pages.
    pub(super) fn write(&self, report: &Report, pages: &HashMap<&Path, String>) -> Result<(), Error> {
        self.write_file("results.json", |out| Json.write(report, out))?;
        self.write_file("grades.csv", |out| Csv.write(report, out))?;
        let pages = pages.values().map(|name| self.path.join(name)).collect();
        let fail = |source| Error::Output { path: self.path.clone(), source };
        self.remove_other_pages(&pages).map_err(fail)
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

    /// All of a file or nothing: nobody ever reads half of it.
    pub(super) fn write_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Error> {
        let path = self.path.join(name);
        let folder = path.parent().unwrap_or(&self.path);
        let written = || {
            let mut content = Vec::new();
            write(&mut content)?;
            let mut file = tempfile::Builder::new().permissions(readable()).tempfile_in(folder)?;
            file.write_all(&content)?;
            file.persist(&path)?;
            Ok(())
        };
        written().map_err(|source| Error::Output { path: path.clone(), source })
    }
}

/// As other programs make files: readable for all whom the umask allows.
fn readable() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
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
