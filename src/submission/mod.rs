//! Finds what was handed in and takes a snapshot of it.
//!
//! A submission is one student's work: a folder, a zip file or a single file. Nothing in it is run or
//! trusted here; it is read once, under limits, and everything later sees only the snapshot.

mod archive;
mod arrival;
mod download;
mod due;
mod find;
mod hand_in;
mod limits;
mod roster;
mod snapshot;
mod student;
mod take;
mod whereabouts;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

pub use arrival::Arrival;
pub use download::{Download, Lms, Parts, Recognition};
pub use due::{Due, TimeError, shown};
pub use find::{Found, find, one};
pub use hand_in::{HandIn, HandedIn};
pub use limits::is_reserved;
pub use roster::{Joined, Roster, RosterError, RosterRow, Superseded};
pub use snapshot::{File, Snapshot};
pub use student::{Id, IdKind, Student};
pub use whereabouts::Whereabouts;

/// What one student, or a group, handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name it goes by in reports: the folder's or the file's, without ending; in a download, the student's name
    /// and id.
    pub name: String,
    /// Where it lies; in a download, where it would lie under its name. No other submission has this path.
    pub path: PathBuf,
    /// Where its files are.
    pub place: Place,
    /// Who handed it in, as far as anybody tells; several are a group.
    pub students: Vec<Student>,
    /// When, if that is known.
    pub arrival: Option<Arrival>,
    /// When it was due, if these students have a date of their own.
    pub due: Option<Due>,
    /// Whether the LMS calls it late.
    pub marked_late: bool,
    /// The path under which a page of feedback goes back to the LMS, where it takes pages back.
    pub returns_as: Option<String>,
}

/// Where the files of a submission are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At its path: a folder, a zip file or a file.
    Path,
    /// Among those of others in a download.
    Download(Parts),
}

impl Submission {
    /// What lies at a path, of nobody that is known.
    pub fn at(name: String, path: PathBuf) -> Self {
        Self {
            name,
            path,
            place: Place::Path,
            students: Vec::new(),
            arrival: None,
            due: None,
            marked_late: false,
            returns_as: None,
        }
    }

    /// The same, of these students.
    #[must_use]
    pub fn by(self, students: Vec<Student>) -> Self {
        Self { students, ..self }
    }
}

/// Why there is nothing to grade in a submission. This is a result: it is the student's to mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// A file that must be there is not.
    #[error("`{wanted}` is missing{}", hint(.similar, .found))]
    Missing {
        /// The file's name.
        wanted: String,
        /// A file whose name is nearly the same.
        similar: Option<String>,
        /// Some of the files that are there.
        found: Vec<String>,
    },
    /// The file that must be there is a folder.
    #[error("`{0}` is a folder, not a file")]
    IsFolder(String),
    /// The files lie in several folders, and it is not clear which count.
    #[error("`{wanted}` lies in more than one folder: {}", list(.folders))]
    Ambiguous {
        /// The file's name.
        wanted: String,
        /// The folders.
        folders: Vec<String>,
    },
    /// Two files have one name.
    #[error("`{0}` was handed in twice, and nothing tells which one counts")]
    Twice(String),
    /// Something has the name of a file and of a folder.
    #[error("`{0}` is a file and a folder in it, and can be only one of them")]
    FileAndFolder(String),
    /// A name is longer than names can be.
    #[error("the name `{name}` is too long: {length} bytes, and {most} are the most")]
    LongName {
        /// Its beginning.
        name: String,
        /// In bytes.
        length: usize,
        /// In bytes.
        most: usize,
    },
    /// A name is one that the grader gives to files of its own.
    #[error("`{0}` has a name that yardstick keeps for files of its own: give it another one")]
    Reserved(String),
    /// There is more than anyone needs to hand in.
    #[error("it is too large: more than {0}")]
    TooLarge(String),
    /// The archive cannot be read.
    #[error("the zip file cannot be read: {0}")]
    Archive(String),
}

impl Problem {
    /// Stands in the place of the digest of files that cannot be read.
    pub fn digest(&self) -> Digest {
        Digest::of_parts([b"cannot be read".as_slice(), self.to_string().as_bytes()])
    }

    /// That a file is missing among some others.
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

/// Why a submission could not even be looked at. This is a fault of ours.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A path on the command line does not exist.
    #[error("no submissions at `{}`: there is no such file or folder\nhelp: name the zip file of a download, a folder of submissions, or one submission", .0.display())]
    NotFound(PathBuf),
    /// A folder on the command line holds nothing.
    #[error("no submissions in `{}`: the folder is empty", .0.display())]
    Empty(PathBuf),
    /// A zip file on the command line holds nothing.
    #[error("no submissions in `{}`: the zip file is empty\nhelp: download it again", .0.display())]
    EmptyArchive(PathBuf),
    /// What would be one submission looks like those of many.
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
        /// What lies in it more than once, in words.
        what: String,
        /// Where.
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
        /// The file that lies in it.
        file: String,
        /// A folder below it with the same file.
        other: PathBuf,
    },
    /// Most of it is named as an LMS names files, but not all.
    #[error(
        "`{}` looks like a {lms} download, but the name `{stray}` in it is not one that {lms} writes ({known} others are)\n\
         help: remove it; or say `--lms {}` to leave such files out, or `--lms none` if this is not a download",
        path.display(),
        lms.word()
    )]
    Stray {
        /// The folder or zip file.
        path: PathBuf,
        /// What it looks like.
        lms: Lms,
        /// The first file that is not named so.
        stray: String,
        /// How many are.
        known: usize,
    },
    /// Nothing is named as the LMS that was asked for names files.
    #[error(
        "`{}` is not a {lms} download: no name in it is one that {lms} writes\n\
         help: give the zip file as it was downloaded, or leave out `--lms {}`",
        path.display(),
        lms.word()
    )]
    NoDownload {
        /// The folder or zip file.
        path: PathBuf,
        /// What was asked for.
        lms: Lms,
    },
    /// A download holds what no LMS writes.
    #[error("`{}` cannot be read as a download: {reason}\nhelp: download it again", path.display())]
    Download {
        /// The folder or zip file.
        path: PathBuf,
        /// What is in it.
        reason: String,
    },
    /// The system refused to read something.
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable {
        /// What was to be read.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}

/// Why no snapshot could be taken.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    /// The submission is at fault.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// We are.
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

/// The most names in a sentence.
const MOST_NAMES: usize = 5;

/// So many names that a sentence tells whether there are more.
fn some(names: impl Iterator<Item = String>) -> Vec<String> {
    names.take(MOST_NAMES + 1).collect()
}

/// A name that is short enough for a sentence.
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
