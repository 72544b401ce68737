//! What goes back to the LMS: the gradebook, and the pages of feedback under names that it knows.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Error;
use super::class::{Class, note};
use crate::compare::Verdict;
use crate::gradebook::{self, Filled, Mark};
use crate::report::{GradedScenario, Report};
use crate::results::{Error as ResultsError, Pages, ResultsFolder};
use crate::submission::{Place, Student};

const GRADEBOOK: &str = "gradebook.csv";
const FEEDBACK: &str = "feedback-lms";

impl Class {
    /// Writes into the results folder what goes back to the LMS, and takes away what an earlier run left of it. Says
    /// on standard error who is left out, and why. `whole` is whether all scenarios were graded.
    pub(super) fn hand_back(
        &self,
        results: &ResultsFolder,
        report: &Report,
        pages: &Pages,
        whole: bool,
    ) -> Result<(), Error> {
        let fail =
            |path: &Path, source| Error::Results(ResultsError::Write { path: path.to_path_buf(), source });
        let archive = format!("{FEEDBACK}.zip");
        for old in [GRADEBOOK, &archive] {
            let old = results.path().join(old);
            gone(fs::remove_file(&old)).map_err(|source| fail(&old, source))?;
        }
        let folder = results.path().join(FEEDBACK);
        gone(fs::remove_dir_all(&folder)).map_err(|source| fail(&folder, source))?;
        if report.anonymous {
            return Ok(());
        }
        if let Some(filled) = self.filled(report).filter(|_| whole) {
            results.write_file(GRADEBOOK, |out| out.write_all(&filled.content))?;
            self.tell(&filled, &results.path().join(GRADEBOOK));
        }
        let feedback = self.feedback(results, pages);
        if feedback.is_empty() {
            return Ok(());
        }
        for (name, page) in &feedback {
            let name = format!("{FEEDBACK}/{name}");
            let path = results.path().join(&name);
            let parent = path.parent().unwrap_or(&folder);
            fs::create_dir_all(parent).map_err(|source| fail(parent, source))?;
            results.write_file(&name, |out| out.write_all(&fs::read(page)?))?;
        }
        Ok(results.write_file(&archive, |out| zip(&feedback, out))?)
    }

    /// The gradebook that was given, or else the least that the LMS takes.
    fn filled(&self, report: &Report) -> Option<Filled> {
        let marks = marks(report);
        if let Some(gradebook) = &self.gradebook {
            return Some(gradebook.fill(&marks, report.max_points));
        }
        let [first, others @ ..] = self.downloads.as_slice() else { return None };
        let same = others.iter().all(|download| download.lms == first.lms);
        let title = self.column.as_deref().unwrap_or(&report.title);
        same.then(|| gradebook::fresh(first.lms, title, &marks, report.max_points)).flatten()
    }

    fn tell(&self, filled: &Filled, path: &Path) {
        for remark in &filled.remarks {
            note(&format!("gradebook: {remark}"));
        }
        let noun = if filled.marks == 1 { "mark" } else { "marks" };
        let column = self.gradebook.as_ref().map(|gradebook| {
            format!(" in the column `{}` of the {} gradebook", gradebook.column(), gradebook.lms())
        });
        note(&format!("`{}` has {} {noun}{}", path.display(), filled.marks, column.unwrap_or_default()));
    }

    /// The names that the LMS takes pages back by, and where the pages lie. Says who gets none.
    fn feedback(&self, results: &ResultsFolder, pages: &Pages) -> Vec<(String, PathBuf)> {
        let takes_any = self.submissions.iter().any(|submission| submission.returns_as.is_some());
        let mut feedback = Vec::new();
        for submission in self.submissions.iter().filter(|_| takes_any) {
            match (&submission.returns_as, &submission.place) {
                (Some(name), _) => {
                    let page = results.path().join(pages.text(&submission.name));
                    feedback.push((name.clone(), page));
                }
                (None, Place::Download(_)) => note(&format!(
                    "`{}` handed in no file to which feedback could be attached: its page is only in `feedback`",
                    submission.name
                )),
                (None, Place::Path) => {}
            }
        }
        feedback
    }
}

/// One mark for each student; of a submission of nobody that is known, for whoever has its name. Who has something that
/// is still to be marked by hand has no mark yet.
fn marks(report: &Report) -> Vec<Mark> {
    let is_to_be_marked = |one: &GradedScenario| one.verdict == Verdict::ToBeMarked && one.points.is_none();
    let each = report.submissions.iter().flat_map(|graded| {
        let points = graded.points.filter(|_| !graded.scenarios.iter().any(is_to_be_marked));
        let unknown =
            graded.students.is_empty().then(|| Student { name: graded.name.clone(), ids: Vec::new() });
        graded.students.iter().cloned().chain(unknown).map(move |student| Mark { student, points })
    });
    each.collect()
}

/// The same bytes for the same pages: no dates, and the order of the submissions.
fn zip(files: &[(String, PathBuf)], out: &mut dyn Write) -> io::Result<()> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for (name, page) in files {
        archive.start_file(name.as_str(), options).map_err(io::Error::other)?;
        archive.write_all(&fs::read(page)?)?;
    }
    out.write_all(&archive.finish().map_err(io::Error::other)?.into_inner())
}

/// What is not there need not be removed.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
