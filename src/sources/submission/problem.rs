//! The problems of a submission that contains nothing to grade.

use serde::{Deserialize, Serialize};

use super::open_name::is_open;
use super::{Snapshot, limits, list, some, text_of};
use crate::digest::Digest;
use crate::untrusted::{Text, Untrusted};

/// The reason why a submission contains nothing to grade. It is a result that the student has to fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// A required file is missing.
    Missing {
        /// The name of the file, from the spec.
        wanted: String,
        /// A file with a similar name.
        similar: Option<Untrusted>,
        /// Some of the existing files.
        found: Vec<Untrusted>,
    },
    /// The required file with this name, from the spec, is a folder.
    IsFolder(String),
    /// The files are in several folders, and it is not clear which count.
    Ambiguous {
        /// The name of the file, from the spec.
        wanted: String,
        /// The folders.
        folders: Vec<Untrusted>,
    },
    /// None of the files that match a name with wildcards is a program.
    NoMain {
        /// The name, from the spec.
        wanted: String,
        /// Some of the files.
        found: Vec<Untrusted>,
    },
    /// More than one file is a program, where students choose the names.
    Mains {
        /// Some of the programs.
        found: Vec<Untrusted>,
    },
    /// More than one file matches a name with wildcards, and nothing tells which one is run.
    Several {
        /// The name, from the spec.
        wanted: String,
        /// Some of the files.
        found: Vec<Untrusted>,
    },
    /// Two files have the same name.
    Twice(Untrusted),
    /// A file and a folder have the same name.
    FileAndFolder(Untrusted),
    /// A name is too long.
    LongName {
        /// The first part of the name.
        name: Untrusted,
        /// Its length, in bytes.
        length: usize,
        /// The largest length, in bytes.
        most: usize,
    },
    /// The grader uses the same name for a file of its own.
    Reserved(Untrusted),
    /// The submission is larger than this, in words.
    TooLarge(String),
    /// A notebook is none that can be run.
    Notebook {
        /// The name of the file, from the spec.
        name: String,
        /// The reason, as the end of a sentence.
        reason: Untrusted,
    },
    /// The archive cannot be read, for this reason.
    Archive(Untrusted),
}

impl Problem {
    /// Returns a sentence about the problem, without a full stop.
    pub fn sentence(&self) -> Untrusted {
        match self {
            Self::Missing { wanted, found, .. } if is_open(wanted) => {
                let what = format!("no file with a name such as `{wanted}` was handed in; ");
                Untrusted::concat(&[&what, &hint(None, found)])
            }
            Self::Missing { wanted, similar, found } => {
                Untrusted::concat(&[&format!("`{wanted}` is missing; "), &hint(similar.as_ref(), found)])
            }
            Self::IsFolder(name) => format!("`{name}` is a folder, not a file").into(),
            Self::Ambiguous { wanted, folders } => {
                Untrusted::concat(&[&format!("`{wanted}` lies in more than one folder: "), &list(folders)])
            }
            Self::NoMain { wanted, found } => {
                let told = format!(") can be started: one file `{wanted}` needs a `main`");
                Untrusted::concat(&[&"none of the files (", &list(found), &told])
            }
            Self::Mains { found } => Untrusted::concat(&[
                &"several files have a `main` (",
                &list(found),
                &"), and only one program is asked for: take it out of the others",
            ]),
            Self::Several { wanted, found } => {
                let told =
                    format!("one file `{wanted}` is asked for, and nothing tells which of these is run: ");
                Untrusted::concat(&[&told, &list(found)])
            }
            Self::Twice(name) => {
                Untrusted::concat(&[&"`", name, &"` was handed in twice, and nothing tells which one counts"])
            }
            Self::FileAndFolder(name) => Untrusted::concat(&[
                &"`",
                name,
                &"` is a file and a folder in it, and can be only one of them",
            ]),
            Self::LongName { name, length, most } => {
                let lengths = format!("` is too long: {length} bytes, and {most} are the most");
                Untrusted::concat(&[&"the name `", name, &lengths])
            }
            Self::Reserved(name) => {
                let what = "` has a name that yardstick keeps for files of its own: give it another one";
                Untrusted::concat(&[&"`", name, &what])
            }
            Self::TooLarge(most) => format!("it is too large: more than {most}").into(),
            Self::Notebook { name, reason } => {
                Untrusted::concat(&[&format!("`{name}` is no notebook that can be run: "), reason])
            }
            Self::Archive(reason) => Untrusted::concat(&[&"the zip file cannot be read: ", reason]),
        }
    }

    /// Returns the digest that stands for files that cannot be read.
    pub fn digest(&self) -> Digest {
        Digest::of_parts([b"cannot be read".as_slice(), self.sentence().expose().as_bytes()])
    }

    /// Creates the problem of a missing file, with the names of some others.
    pub fn missing(wanted: &str, files: &Snapshot) -> Self {
        let found = some(files.iter().map(|(path, _)| text_of(path)));
        Self::Missing { wanted: wanted.to_owned(), similar: None, found }
    }

    /// Creates the problem of an archive that cannot be read.
    pub(super) fn archive(reason: impl Into<Untrusted>) -> Self {
        Self::Archive(reason.into())
    }

    pub(super) fn too_many_files() -> Self {
        Self::TooLarge(format!("{} files", limits::MOST_FILES))
    }

    pub(super) fn too_many_folders() -> Self {
        Self::TooLarge(format!("{} folders", limits::MOST_FOLDERS))
    }

    pub(super) fn too_deep() -> Self {
        Self::TooLarge(format!("{} folders inside each other", limits::MOST_DEPTH))
    }

    /// Pictures in what a notebook keeps of its runs make it large.
    pub(super) fn too_large_notebook() -> Self {
        let what_to_do = "it keeps what its cells have shown. In Jupyter, clear all outputs, save it, and hand it in again";
        Self::TooLarge(format!("{} MiB, because {what_to_do}", limits::MOST_BYTES >> 20))
    }

    pub(super) fn too_many_bytes() -> Self {
        Self::TooLarge(format!("{} MiB", limits::MOST_BYTES >> 20))
    }
}

/// Returns what may help to find a missing file.
fn hint(similar: Option<&Untrusted>, found: &[Untrusted]) -> Untrusted {
    match similar {
        Some(similar) => Untrusted::concat(&[&"`", similar, &"` is there: is the name misspelled?"]),
        None if found.is_empty() => "nothing was handed in".into(),
        None => Untrusted::concat(&[&"what was handed in: ", &list(found)]),
    }
}
