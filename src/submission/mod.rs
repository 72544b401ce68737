//! Finds submissions and takes snapshots of them.
//!
//! A submission is the work of one student or group: a folder, a zip file or a single file. Nothing in it is run or
//! trusted here. It is read once, under limits, and everything later uses only the snapshot.

mod archive;
mod arrival;
mod download;
mod due;
mod find;
mod hand_in;
pub(crate) mod limits;
mod roster;
mod snapshot;
mod student;
mod take;
mod whereabouts;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::untrusted::Untrusted;

pub(crate) use arrival::Arrival;
pub(crate) use download::{Download, Lms, Parts, Recognition};
pub(crate) use due::{Due, shown};
pub(crate) use find::{find, one};
pub(crate) use hand_in::HandIn;
pub(crate) use roster::{Roster, RosterRow, Superseded};
pub(crate) use snapshot::File;
pub use snapshot::Snapshot;
pub(crate) use student::{Id, IdKind, Student};
pub(crate) use whereabouts::Whereabouts;

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
    /// When it was due, if these students have another due date.
    pub due: Option<Due>,
    /// Whether the LMS marked it as late.
    pub marked_late: bool,
    /// The path under which a page of feedback goes back to the LMS, if the LMS accepts pages.
    pub returns_as: Option<Untrusted>,
}

/// The place of the files of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At its path: a folder, a zip file or a file.
    Path,
    /// In a download, among those of others.
    Download(Parts),
}

impl Submission {
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
            returns_as: None,
        }
    }

    /// Returns the same submission with these students.
    #[must_use]
    pub fn by(self, students: Vec<Student>) -> Self {
        Self { students, ..self }
    }
}

/// The reason why a submission contains nothing to grade. It is a result that the student has to fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// A required file is missing.
    #[error("`{wanted}` is missing{}", hint(.similar, .found))]
    Missing {
        /// The name of the file.
        wanted: String,
        /// A file with a similar name.
        similar: Option<String>,
        /// Some of the existing files.
        found: Vec<String>,
    },
    /// The required file is a folder.
    #[error("`{0}` is a folder, not a file")]
    IsFolder(String),
    /// The files are in several folders, and it is not clear which count.
    #[error("`{wanted}` lies in more than one folder: {}", list(.folders))]
    Ambiguous {
        /// The name of the file.
        wanted: String,
        /// The folders.
        folders: Vec<String>,
    },
    /// Two files have the same name.
    #[error("`{0}` was handed in twice, and nothing tells which one counts")]
    Twice(String),
    /// A file and a folder have the same name.
    #[error("`{0}` is a file and a folder in it, and can be only one of them")]
    FileAndFolder(String),
    /// A name is too long.
    #[error("the name `{name}` is too long: {length} bytes, and {most} are the most")]
    LongName {
        /// The first part of the name.
        name: String,
        /// Its length, in bytes.
        length: usize,
        /// The largest length, in bytes.
        most: usize,
    },
    /// The grader uses the same name for a file of its own.
    #[error("`{0}` has a name that yardstick keeps for files of its own: give it another one")]
    Reserved(String),
    /// The submission is too large.
    #[error("it is too large: more than {0}")]
    TooLarge(String),
    /// The archive cannot be read.
    #[error("the zip file cannot be read: {0}")]
    Archive(String),
}

impl Problem {
    /// Returns the digest that stands for files that cannot be read.
    pub fn digest(&self) -> Digest {
        Digest::of_parts([b"cannot be read".as_slice(), self.to_string().as_bytes()])
    }

    /// Creates the problem of a missing file, with the names of some others.
    pub fn missing(wanted: &str, files: &Snapshot) -> Self {
        let found = some(files.iter().map(|(path, _)| path.display().to_string()));
        Self::Missing { wanted: wanted.to_owned(), similar: None, found }
    }

    fn too_many_files() -> Self {
        Self::TooLarge(format!("{} files", limits::MOST_FILES))
    }

    fn too_many_folders() -> Self {
        Self::TooLarge(format!("{} folders", limits::MOST_FOLDERS))
    }

    fn too_deep() -> Self {
        Self::TooLarge(format!("{} folders inside each other", limits::MOST_DEPTH))
    }

    fn too_many_bytes() -> Self {
        Self::TooLarge(format!("{} MiB", limits::MOST_BYTES >> 20))
    }
}

/// The reason why submissions could not be read. It is not a student's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A path on the command line does not exist.
    #[error("no submissions at `{}`: there is no such file or folder\nhelp: name the zip file of a download, a folder of submissions, or one submission", .0.display())]
    NotFound(PathBuf),
    /// A folder on the command line is empty.
    #[error("no submissions in `{}`: the folder is empty", .0.display())]
    Empty(PathBuf),
    /// A zip file on the command line is empty.
    #[error("no submissions in `{}`: the zip file is empty\nhelp: download it again", .0.display())]
    EmptyArchive(PathBuf),
    /// A single submission looks like those of several students.
    #[error(
        "`{}` looks like the submissions of many, and like no download that is known: {what} {}\n\
         help: if each of them is a submission, name the folder that holds them, unpacked; if it is a download, say \
         of which LMS with `--lms`; if it is one submission, say `--lms none`",
        path.display(),
        list(.holders)
    )]
    Many {
        /// The folder or zip file.
        path: PathBuf,
        /// What it contains more than once, in words.
        what: String,
        /// Where it contains that.
        holders: Vec<String>,
    },
    /// A folder looks like one submission and like a folder of submissions.
    #[error(
        "`{}` may be one submission or a folder of many: `{file}` lies in it, and in `{}` too\nhelp: remove the file that \
         does not belong there, or name the submissions one by one",
        folder.display(),
        other.display()
    )]
    OneOrMany {
        /// The folder.
        folder: PathBuf,
        /// The file in the folder.
        file: String,
        /// A subfolder with the same file.
        other: PathBuf,
    },
    /// Most of the names are in the form of an LMS, but not all.
    #[error(
        "`{}` looks like a {lms} download, but the name `{stray}` in it is not one that {lms} writes ({known} others are)\n\
         help: remove it; or say `--lms {}` to leave such files out, or `--lms none` if this is not a download",
        path.display(),
        lms.word()
    )]
    Stray {
        /// The folder or zip file.
        path: PathBuf,
        /// The LMS.
        lms: Lms,
        /// The first name that is not in this form.
        stray: String,
        /// The number of names in this form.
        known: usize,
    },
    /// No name is in the form of the requested LMS.
    #[error(
        "`{}` is not a {lms} download: no name in it is one that {lms} writes\n\
         help: give the zip file as it was downloaded, or leave out `--lms {}`",
        path.display(),
        lms.word()
    )]
    NoDownload {
        /// The folder or zip file.
        path: PathBuf,
        /// The requested LMS.
        lms: Lms,
    },
    /// A download contains something that no LMS writes.
    #[error("`{}` cannot be read as a download: {reason}\nhelp: download it again", path.display())]
    Download {
        /// The folder or zip file.
        path: PathBuf,
        /// What it contains.
        reason: String,
    },
    /// The system refused to read something.
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

/// The reason why no snapshot could be taken.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    /// A problem of the submission.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// A failure of ours.
    #[error(transparent)]
    Fault(#[from] Error),
}

fn hint(similar: &Option<String>, found: &[String]) -> String {
    match similar {
        Some(similar) => format!("; `{similar}` is there: is the name misspelled?"),
        None if found.is_empty() => "; nothing was handed in".to_owned(),
        None => format!("; what was handed in: {}", list(found)),
    }
}

/// The largest number of names in a sentence.
const MOST_NAMES: usize = 5;

/// Returns one name more than fits into a sentence, so that the sentence can tell that there are more.
fn some(names: impl Iterator<Item = String>) -> Vec<String> {
    names.take(MOST_NAMES + 1).collect()
}

/// Shortens a name so that it fits into a sentence.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(MOST_NAMES).map(|name| format!("`{}`", shortened(name))).collect();
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    shown.join(", ") + more
}
