//! The reasons why submissions could not be read. None of them is a student's fault.

use std::io;
use std::path::PathBuf;

use super::{Lms, Problem, list, text_of};
use crate::untrusted::Untrusted;

/// The reason why submissions could not be read.
#[derive(Debug)]
pub enum Error {
    /// A path on the command line does not exist.
    NotFound(PathBuf),
    /// A folder on the command line is empty.
    Empty(PathBuf),
    /// A zip file on the command line is empty.
    EmptyArchive(PathBuf),
    /// A single submission looks like those of several students.
    Many {
        /// The folder or zip file.
        path: PathBuf,
        /// What it contains more than once, in words.
        what: String,
        /// Where it contains that.
        holders: Vec<Untrusted>,
    },
    /// A folder looks like one submission and like a folder of submissions.
    OneOrMany {
        /// The folder.
        folder: PathBuf,
        /// The file in the folder: its name is in the spec.
        file: String,
        /// A subfolder with the same file.
        other: PathBuf,
    },
    /// Most of the names are in the form of an LMS, but not all.
    Stray {
        /// The folder or zip file.
        path: PathBuf,
        /// The LMS.
        lms: Lms,
        /// The first name that is not in this form.
        stray: Untrusted,
        /// The number of names in this form.
        known: usize,
    },
    /// No name is in the form of the requested LMS.
    NoDownload {
        /// The folder or zip file.
        path: PathBuf,
        /// The requested LMS.
        lms: Lms,
    },
    /// A download contains something that no LMS writes.
    Download {
        /// The folder or zip file.
        path: PathBuf,
        /// What it contains.
        reason: Untrusted,
    },
    /// The system refused to read something.
    Unreadable(Unreadable),
}

/// A file or folder that the system refused to read.
#[derive(Debug)]
pub struct Unreadable {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    pub source: io::Error,
}

/// The reason why no snapshot could be taken.
#[derive(Debug)]
pub enum TakeError {
    /// A problem of the submission.
    Problem(Problem),
    /// A failure of ours.
    Fault(Unreadable),
}

impl Error {
    /// Returns the message: it names the thing, and its last line says what to do.
    pub fn message(&self) -> Untrusted {
        match self {
            Self::NotFound(path) => Untrusted::concat(&[
                &"no submissions at `",
                &text_of(path),
                &"`: there is no such file or folder\nhelp: name the zip file of a download, a folder of submissions, or \
                  one submission",
            ]),
            Self::Empty(path) => {
                Untrusted::concat(&[&"no submissions in `", &text_of(path), &"`: the folder is empty"])
            }
            Self::EmptyArchive(path) => Untrusted::concat(&[
                &"no submissions in `",
                &text_of(path),
                &"`: the zip file is empty\nhelp: download it again",
            ]),
            Self::Many { path, what, holders } => Untrusted::concat(&[
                &"`",
                &text_of(path),
                &format!("` looks like the submissions of many, and like no download that is known: {what} "),
                &list(holders),
                &"\nhelp: if each of them is a submission, name the folder that holds them, unpacked; if it is a \
                  download, say of which LMS with `--lms`; if it is one submission, say `--lms none`",
            ]),
            Self::OneOrMany { folder, file, other } => Untrusted::concat(&[
                &"`",
                &text_of(folder),
                &format!("` may be one submission or a folder of many: `{file}` lies in it, and in `"),
                &text_of(other),
                &"` too\nhelp: remove the file that does not belong there, or name the submissions one by one",
            ]),
            Self::Stray { path, lms, stray, known } => Untrusted::concat(&[
                &"`",
                &text_of(path),
                &format!("` looks like a {lms} download, but the name `"),
                stray,
                &format!(
                    "` in it is not one that {lms} writes ({known} others are)\n\
                     help: remove it; or say `--lms {}` to leave such files out, or `--lms none` if this is not a \
                     download",
                    lms.word()
                ),
            ]),
            Self::NoDownload { path, lms } => Untrusted::concat(&[
                &"`",
                &text_of(path),
                &format!(
                    "` is not a {lms} download: no name in it is one that {lms} writes\n\
                     help: give the zip file as it was downloaded, or leave out `--lms {}`",
                    lms.word()
                ),
            ]),
            Self::Download { path, reason } => Untrusted::concat(&[
                &"`",
                &text_of(path),
                &"` cannot be read as a download: ",
                reason,
                &"\nhelp: download it again",
            ]),
            Self::Unreadable(unreadable) => unreadable.message(),
        }
    }
}

impl TakeError {
    /// Returns the message.
    pub fn message(&self) -> Untrusted {
        match self {
            Self::Problem(problem) => problem.sentence(),
            Self::Fault(unreadable) => unreadable.message(),
        }
    }
}

impl Unreadable {
    /// Returns the message.
    pub fn message(&self) -> Untrusted {
        Untrusted::concat(&[&"cannot read `", &text_of(&self.path), &format!("`: {}", self.source)])
    }
}

impl From<Unreadable> for Error {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

impl From<Unreadable> for TakeError {
    fn from(unreadable: Unreadable) -> Self {
        Self::Fault(unreadable)
    }
}

impl From<Problem> for TakeError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}
