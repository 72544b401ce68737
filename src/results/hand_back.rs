//! Writes the files that go back to the LMS: the gradebook, and the pages of feedback under names that the LMS knows.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::manifest::Content;
use super::{Error, Listed, ResultsFolder};
use crate::compare::Verdict;
use crate::gradebook::{self, Column, Conversion, Filled, Gradebook, Mark, Remark};
use crate::report::{GradedScenario, Report, comment};
use crate::submission::{Lms, Student};
use crate::system;
use crate::untrusted::{Text, Untrusted};

const FEEDBACK: &str = "feedback-lms";
const ARCHIVE: &str = "feedback-lms.zip";

/// Where Sakai looks for the marks: in the folder that all pages are in.
const SAKAIS_MARKS: &str = "assignment/grades.csv";

/// Everything except the report that is needed to write these files again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandBack {
    /// The LMS from which each download came.
    pub(super) lms: Vec<Lms>,
    /// The column of marks that was named with `--column`.
    pub(super) column: Option<String>,
    /// The names that this column has otherwise: the assignment's title and its key.
    pub(super) titles: [String; 2],
    /// The bytes of the gradebook that was given.
    pub(super) gradebook: Option<Content>,
    /// The conversion of marks if the gradebook has another maximum than the spec.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(super) conversion: Conversion,
}

/// A report about the files that were written for the LMS.
#[derive(Clone, Debug, Default)]
pub struct HandedBack {
    /// The path of the gradebook, and its content.
    pub gradebook: Option<(PathBuf, Filled)>,
    /// The column that was filled, and the LMS that the gradebook is of; `None` if no gradebook was given.
    pub column: Option<(Untrusted, Lms)>,
    /// The names of submissions whose pages the LMS cannot take back.
    pub not_returned: Vec<Untrusted>,
}

impl HandBack {
    /// The settings for submissions from these downloads. `titles` are the names that a column of marks may have if
    /// nobody named it.
    pub fn new(lms: Vec<Lms>, column: Option<&str>, titles: [&str; 2]) -> Self {
        let titles = titles.map(str::to_owned);
        let column = column.map(str::to_owned);
        Self { lms, column, titles, gradebook: None, conversion: Conversion::None }
    }

    /// The settings with a gradebook to fill.
    #[must_use]
    pub fn with_gradebook(self, bytes: Vec<u8>, conversion: Conversion) -> Self {
        Self { gradebook: Some(Content(bytes)), conversion, ..self }
    }

    /// The gradebook that is filled, if one was given.
    ///
    /// # Errors
    ///
    /// When it is no gradebook, or has no column for the marks.
    pub fn gradebook(&self) -> Result<Option<Gradebook>, gradebook::Error> {
        let column =
            Column { asked: self.column.as_deref(), titles: self.titles.each_ref().map(String::as_str) };
        let read = |Content(bytes): &Content| Gradebook::read(bytes, self.lms.first().copied(), column);
        self.gradebook.as_ref().map(read).transpose()
    }

    /// The gradebook with the marks of a report; if no gradebook was given, the smallest table that the LMS accepts.
    fn filled(&self, given: Option<&Gradebook>, report: &Report) -> Option<Filled> {
        let marks = marks(report);
        if let Some(gradebook) = given {
            return Some(gradebook.fill(&marks, report.max_points, self.conversion));
        }
        let [first, others @ ..] = self.lms.as_slice() else { return None };
        let same = others.iter().all(|lms| lms == first);
        let title = self.column.as_deref().unwrap_or(&report.title);
        same.then(|| gradebook::fresh(*first, title, &marks, report.max_points)).flatten()
    }
}

impl ResultsFolder {
    /// Writes the files for the LMS, and removes those of an earlier run. If only some scenarios were graded, there is no
    /// gradebook. If pseudonyms replace names, nothing is written at all.
    ///
    /// # Errors
    ///
    /// When something cannot be read or written.
    pub(super) fn hand_back(&self, report: &Report) -> Result<HandedBack, Error> {
        let fail = |path: &Path, source| Error::Write { path: path.to_path_buf(), source };
        for old in [gradebook::FILE_NAME, gradebook::TABBED, ARCHIVE] {
            let old = self.path().join(old);
            gone(fs::remove_file(&old)).map_err(|source| fail(&old, source))?;
        }
        let folder = self.path().join(FEEDBACK);
        gone(fs::remove_dir_all(&folder)).map_err(|source| fail(&folder, source))?;
        if report.anonymous {
            return Ok(HandedBack::default());
        }
        let mut handed_back = self.gradebook(report)?;
        if let Some((path, filled)) = &handed_back.gradebook {
            self.write_file(&base_name(path), |out| out.write_all(&filled.content))?;
        }
        let feedback = self.feedback(report, &handed_back);
        for (name, page) in &feedback {
            let name = format!("{FEEDBACK}/{name}");
            let path = self.path().join(&name);
            let parent = path.parent().unwrap_or(&folder);
            fs::create_dir_all(parent).map_err(|source| fail(parent, source))?;
            self.write_file(&name, |out| out.write_all(&system::read(page)?))?;
        }
        if !feedback.is_empty() {
            self.write_file(ARCHIVE, |out| zip(&feedback, out))?;
            let without = self.counting(report).filter(|listed| listed.returns_as.is_empty());
            handed_back.not_returned = without.map(|listed| listed.name.clone()).collect();
        }
        Ok(handed_back)
    }

    /// The names of the files for the LMS whose content does not follow from a report and from the pages.
    pub(super) fn handed_back_other_than(&self, report: &Report) -> Result<Vec<Untrusted>, Error> {
        let is_other = |name: &str, expected: &[u8]| {
            system::read(&self.path().join(name)).ok().as_deref() != Some(expected)
        };
        let mut other = Vec::new();
        let handed_back = self.gradebook(report)?;
        if let Some((path, filled)) = &handed_back.gradebook {
            let name = base_name(path);
            other.extend(is_other(&name, &filled.content).then(|| name.as_ref().into()));
        }
        let feedback = self.feedback(report, &handed_back);
        for (name, page) in &feedback {
            let name = format!("{FEEDBACK}/{name}");
            let expected = system::read(page).unwrap_or_default();
            other.extend(is_other(&name, &expected).then(|| name.into()));
        }
        let mut archive = Vec::new();
        if !feedback.is_empty() && (zip(&feedback, &mut archive).is_err() || is_other(ARCHIVE, &archive)) {
            other.push(ARCHIVE.into());
        }
        Ok(other)
    }

    /// The students of whom the gradebook has no row, or several that may be theirs.
    ///
    /// # Errors
    ///
    /// When the gradebook that was kept cannot be filled any more.
    pub(crate) fn unmatched(&self, report: &Report) -> Result<Vec<Untrusted>, Error> {
        let filled = self.gradebook(report)?.gradebook;
        let remarks = filled.iter().flat_map(|(_, filled)| &filled.remarks);
        let student = |remark: &Remark| match remark {
            Remark::NotFound(student) | Remark::Ambiguous { student, .. } => Some(student.name.clone()),
            _ => None,
        };
        Ok(remarks.filter_map(student).collect())
    }

    fn gradebook(&self, report: &Report) -> Result<HandedBack, Error> {
        let manifest = self.manifest();
        let Some(hand_back) = manifest.hand_back.as_ref().filter(|_| manifest.only.is_none()) else {
            return Ok(HandedBack::default());
        };
        let given = hand_back.gradebook()?;
        let filled = hand_back.filled(given.as_ref(), report);
        let name = given.as_ref().map_or(gradebook::FILE_NAME, Gradebook::file_name);
        Ok(HandedBack {
            gradebook: filled.map(|filled| (self.path().join(name), filled)),
            column: given.map(|gradebook| (gradebook.column(), gradebook.lms())),
            not_returned: Vec::new(),
        })
    }

    /// The submissions that are graded here and count.
    fn counting<'a>(&'a self, report: &Report) -> impl Iterator<Item = &'a Listed> {
        let others: HashSet<Untrusted> = report.other_hand_ins.iter().map(|one| one.name.clone()).collect();
        self.manifest().own().map(|(_, listed)| listed).filter(move |listed| !others.contains(&listed.name))
    }

    /// For each file that the LMS takes back with others: the name under which it does, and the path. These are pages, and the
    /// marks for Sakai, which takes everything in one archive.
    fn feedback(&self, report: &Report, handed_back: &HandedBack) -> Vec<(String, PathBuf)> {
        // The LMS wrote these names, but somebody may have changed the results folder since then.
        let is_inside =
            |name: &&str| Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        let own = self.counting(report).flat_map(|listed| {
            let page = self.path().join(self.pages().text(&listed.name));
            let names = listed.returns_as.iter().map(Text::expose).filter(is_inside);
            names.map(move |name| (name.to_owned(), page.clone())).collect::<Vec<_>>()
        });
        let downloaded = || self.manifest().hand_back.as_ref()?.lms.first().copied();
        let of_gradebook = handed_back.column.as_ref().map(|(_, lms)| *lms).or_else(downloaded);
        let marks = handed_back.gradebook.as_ref().filter(|_| of_gradebook == Some(Lms::Sakai));
        let marks = marks.map(|(path, _)| (SAKAIS_MARKS.to_owned(), path.clone()));
        own.chain(marks).collect()
    }
}

fn base_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Whether there is no conversion. Then the key is left out, because older results folders do not have it.
fn is_none(conversion: &Conversion) -> bool {
    *conversion == Conversion::None
}

/// One mark for each student. If the students of a submission are not known, its name is the student's name. A student
/// has no mark yet if a scenario is still to be marked by hand.
fn marks(report: &Report) -> Vec<Mark> {
    let is_to_be_marked = |one: &GradedScenario| one.verdict == Verdict::ToBeMarked;
    let each = report.submissions.iter().flat_map(|graded| {
        let points = graded.points.filter(|_| !graded.scenarios.iter().any(is_to_be_marked));
        let comment = points.map_or_else(String::new, |_| comment(graded));
        let unknown = graded.students.is_empty().then(|| Student::called(graded.name.clone(), Vec::new()));
        let students = graded.students.iter().cloned().chain(unknown).enumerate();
        students.map(move |(place, student)| Mark {
            student,
            points: points.and(graded.of_student(place).0),
            comment: comment.clone(),
        })
    });
    each.collect()
}

/// Writes an archive of the pages. It contains no dates, so that equal pages are equal bytes.
fn zip(files: &[(String, PathBuf)], out: &mut dyn Write) -> io::Result<()> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for (name, page) in files {
        archive.start_file(name.as_str(), options).map_err(io::Error::other)?;
        archive.write_all(&system::read(page)?)?;
    }
    out.write_all(&archive.finish().map_err(io::Error::other)?.into_inner())
}

/// The result of removing something: it is not an error if it was not there.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
