//! Finds what was handed in and takes a snapshot of it.
//!
//! A submission is one student's work: a folder, a zip file or a single file. Nothing in it is run or
//! trusted here; it is read once, under limits, and everything later sees only the snapshot.

mod archive;
mod find;
mod hand_in;
mod limits;
mod snapshot;
mod take;
mod whereabouts;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

pub use find::{find, one};
pub use hand_in::{HandIn, HandedIn};
pub use snapshot::{File, Snapshot};
pub use whereabouts::Whereabouts;

/// What one student handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name it goes by in reports: the folder's or the file's, without ending.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
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
}

/// Why a submission could not even be looked at. This is a fault of ours.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A path on the command line does not exist.
    #[error("no submissions at `{}`: there is no such file or folder", .0.display())]
    NotFound(PathBuf),
    /// A folder on the command line holds nothing.
    #[error("no submissions in `{}`: the folder is empty", .0.display())]
    Empty(PathBuf),
    /// A folder looks like one submission and like a folder of submissions.
    #[error(
        "`{}` is one submission, or a folder of many: `{file}` lies in it, and in `{}` too\nhelp: take the stray file \
         away, or name the submissions one by one",
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
        Some(similar) => format!("; `{similar}` is there: a slip in the name?"),
        None if found.is_empty() => "; nothing was handed in".to_owned(),
        None => format!("; what was handed in: {}", list(found)),
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(5).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 5 { ", …" } else { "" };
    shown.join(", ") + more
}
