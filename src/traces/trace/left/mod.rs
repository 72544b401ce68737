//! What a program left in its folder.
//!
//! The folder is the program's: names in it may be links to anywhere, pipes that nobody writes to, or files without end.
//! So no link is followed, nothing is waited for, and not more than a bound is read.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::sandbox::KeptFolder;
use crate::system::with_plain_lines;
use crate::untrusted::Untrusted;
#[cfg(not(unix))]
use elsewhere::{names, open};
#[cfg(unix)]
use unix::{names, open};

/// The longest file that is read, in bytes. It does not depend on the limits, so that a result can be used under others.
const LONGEST: u64 = 4 << 20;

/// The most names of a folder that are looked at, if a file is not there.
const MOST_ENTRIES: usize = 500;

/// From this likeness on (Jaro-Winkler) a name is taken for a misspelled one, as for files that are handed in.
const ALIKE: f64 = 0.88;

/// What a program left at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Left {
    /// Nothing is there.
    Nothing,
    /// Nothing is there, but something with nearly this name.
    Misnamed(Untrusted),
    /// A file with this content.
    Content(#[serde(with = "crate::bytes")] Vec<u8>),
    /// A file that is too long to be read, of so many bytes.
    TooLong(u64),
    /// Something that is no file.
    NoFile,
    /// A file that may not be read.
    Closed,
}

/// Why a path was not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotOpened {
    /// Nothing is there.
    Nothing,
    /// What is there is no file.
    NoFile,
    /// It may not be read.
    Closed,
}

/// What a program left at the paths that are asked for.
/// Those of `known` were there before.
pub fn all(folder: &KeptFolder, asked: &[String], known: &[&Path]) -> BTreeMap<String, Left> {
    let folder = folder.path();
    let left = asked.iter().map(|path| match Left::at(&folder, path) {
        Left::Nothing => match similar(&folder, path, known) {
            Some(name) => (path.clone(), Left::Misnamed(name)),
            None => (path.clone(), Left::Nothing),
        },
        left => (path.clone(), left),
    });
    left.collect()
}

/// Returns the first names in a folder below that of a program.
pub fn names_in(folder: &KeptFolder, parent: &str, most: usize) -> Vec<String> {
    let mut names: Vec<String> = names(&folder.path(), parent, most + 2)
        .into_iter()
        .filter(|name| name != "." && name != "..")
        .collect();
    names.sort();
    names
}

/// Returns what is there with nearly this path.
fn similar(folder: &Path, path: &str, known: &[&Path]) -> Option<Untrusted> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let likeness = |other: &str| strsim::jaro_winkler(&other.to_lowercase(), &name.to_lowercase());
    let others = names(folder, parent, MOST_ENTRIES)
        .into_iter()
        .filter(|other| !known.contains(&Path::new(parent).join(other).as_path()));
    let similar = others.filter(|other| likeness(other) > ALIKE);
    similar
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)).then(other.cmp(one)))
        .map(Untrusted::from)
}

impl Left {
    /// Looks at a path in a folder.
    fn at(folder: &Path, path: &str) -> Self {
        match open(folder, path) {
            Ok(file) => Self::of(file).unwrap_or(Self::Closed),
            Err(NotOpened::Nothing) => Self::Nothing,
            Err(NotOpened::NoFile) => Self::NoFile,
            Err(NotOpened::Closed) => Self::Closed,
        }
    }

    fn of(file: File) -> std::io::Result<Self> {
        let status = file.metadata()?;
        if !status.is_file() {
            return Ok(Self::NoFile);
        }
        let length = status.len();
        if length > LONGEST {
            return Ok(Self::TooLong(length));
        }
        let mut content = Vec::new();
        file.take(LONGEST).read_to_end(&mut content)?;
        Ok(Self::Content(with_plain_lines(content)))
    }
}
