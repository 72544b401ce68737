//! Finds submissions and takes snapshots of them.
//!
//! A submission is the work of one student or group: a folder, a zip file or a single file. Nothing in it is run or
//! trusted here. It is read once, under limits, and everything later uses only the snapshot.

mod archive;
mod arrival;
mod download;
mod due;
mod error;
mod find;
mod hand_in;
pub mod limits;
mod open_name;
mod packed;
mod path_pattern;
mod problem;
mod roster;
mod snapshot;
mod student;
mod student_tests;
mod take;
mod versions;
mod whereabouts;
mod which_counts;
mod windows_name;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::untrusted::Untrusted;

pub use arrival::Arrival;
pub use download::{Download, Downloads, Lms, Member, Parts, Recognition};
pub use due::{Due, shown};
pub use error::{Error, TakeError, Unreadable};
pub use find::{find, one};
pub use hand_in::{HandIn, HandedIn};
pub use open_name::is_open;
pub use packed::Packed;
#[cfg(not(target_family = "wasm"))]
pub use packed::{Pack, Packer};
pub use path_pattern::{PathPattern, in_natural_order};
pub use problem::Problem;
pub use roster::{Roster, RosterRow, Superseded};
pub use snapshot::File;
pub use snapshot::Snapshot;
pub use student::{Id, IdKind, Student, known_students, name_key};
pub use student_tests::is_test_in_java;
pub use whereabouts::Whereabouts;
pub use which_counts::{OneOfSeveral, WhichCounts, count_of_series, each_hand_in, have_order};

/// The work that one student, or a group, handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name in reports: that of the folder or the file without ending; in a download, the student's name and id.
    pub name: Untrusted,
    /// Its path; in a download, the path that it would have under its name. No other submission has the same path.
    pub path: PathBuf,
    /// The place of its files.
    pub place: Place,
    /// The students, as far as they are known; several are a group.
    pub students: Vec<Student>,
    /// When it was handed in, if that is known.
    pub arrival: Option<Arrival>,
    /// A due date of all who handed it in: an extension. Of pseudonyms it is all that is known.
    pub due: Option<Due>,
    /// Whether the LMS marked it as late.
    pub marked_late: bool,
    /// The paths under which the page of feedback goes back to the LMS, one for each student whom it tells apart; none if the
    /// LMS accepts no pages.
    pub returns_as: Vec<Untrusted>,
    /// What the same students handed in besides, the earliest first as far as times are known; none if only the latest is wanted.
    pub others: Vec<Submission>,
    /// Its place among all hand-ins of the same students, if each is a submission of its own.
    pub one_of: Option<OneOfSeveral>,
}

/// The place of the files of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At its path: a folder, a zip file or a file.
    Path,
    /// In a download, among those of others.
    Download(Parts),
    /// In a pack, in which a planner put those of one shard.
    Packed(Packed),
}

impl Submission {
    /// The due dates that its students have of their own, or with their section.
    pub fn due_dates(&self) -> impl Iterator<Item = &Due> {
        let of_students =
            self.students.iter().flat_map(|one| [one.due.as_deref(), one.section_due.as_deref()]);
        self.due.iter().chain(of_students.flatten())
    }

    /// Its students. Where none are known, its name stands for one.
    pub fn known_students(&self) -> Cow<'_, [Student]> {
        known_students(&self.students, || self.one_of.as_ref().map_or(&self.name, |one_of| &one_of.series))
    }

    /// Creates the submission at a path, of an unknown student.
    pub fn at(name: impl Into<Untrusted>, path: PathBuf) -> Self {
        Self {
            name: name.into(),
            path,
            place: Place::Path,
            students: Vec::new(),
            arrival: None,
            due: None,
            marked_late: false,
            returns_as: Vec::new(),
            others: Vec::new(),
            one_of: None,
        }
    }

    /// Returns the same submission with these students.
    #[must_use]
    pub fn by(self, students: Vec<Student>) -> Self {
        Self { students, ..self }
    }
}

/// The largest number of names in a sentence.
const MOST_NAMES: usize = 5;

/// Returns one name more than fits into a sentence, so that the sentence can tell that there are more.
fn some(names: impl Iterator<Item = Untrusted>) -> Vec<Untrusted> {
    names.take(MOST_NAMES + 1).collect()
}

/// Shortens a name so that it fits into a sentence.
fn shortened(name: &Untrusted) -> Untrusted {
    const MOST: usize = 60;
    if name.length() <= MOST { name.clone() } else { Untrusted::concat(&[&name.part(0..MOST), &"…"]) }
}

/// Returns names as a list for a sentence: `a`, `b`, ….
fn list(names: &[Untrusted]) -> Untrusted {
    let quoted = names.iter().take(MOST_NAMES).map(|name| Untrusted::concat(&[&"`", &shortened(name), &"`"]));
    let shown = Untrusted::join(quoted, ", ");
    if names.len() > MOST_NAMES { Untrusted::concat(&[&shown, &", …"]) } else { shown }
}

/// Returns a path as text on one line.
fn text_of(path: &Path) -> Untrusted {
    path.display().to_string().replace('\n', "\u{2424}").into()
}
