//! What a program left in its folder.
//!
//! The folder is the program's: names in it may be links to anywhere, pipes that nobody writes to, or files without end.
//! So no link is followed, nothing is waited for, and not more than a bound is read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{CWD, Dir, FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::bytes;
use crate::sandbox::KeptFolder;
use crate::untrusted::Untrusted;

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
    Content(#[serde(with = "bytes")] Vec<u8>),
    /// A file that is too long to be read, of so many bytes.
    TooLong(u64),
    /// Something that is no file.
    NoFile,
    /// A file that may not be read.
    Closed,
}

/// What a program left at the paths that are asked for.
/// Those of `known` were there before.
pub(crate) fn all(folder: &KeptFolder, asked: &[String], known: &[&Path]) -> BTreeMap<String, Left> {
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

/// Returns what is there with nearly this path.
fn similar(folder: &Path, path: &str, known: &[&Path]) -> Option<Untrusted> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let entries = Dir::new(open(folder, parent).ok()?).ok()?.take(MOST_ENTRIES).flatten();
    let likeness = |other: &str| strsim::jaro_winkler(&other.to_lowercase(), &name.to_lowercase());
    let names = entries.filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned));
    let others = names.filter(|other| !known.contains(&Path::new(parent).join(other).as_path()));
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
            Err(Errno::NOENT) => Self::Nothing,
            // A link, a folder that is none, or a device or socket that is not there.
            Err(Errno::LOOP | Errno::NOTDIR | Errno::NXIO | Errno::ISDIR | Errno::NODEV) => Self::NoFile,
            Err(_) => Self::Closed,
        }
    }

    fn of(file: OwnedFd) -> std::io::Result<Self> {
        let status = fstat(&file)?;
        if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
            return Ok(Self::NoFile);
        }
        let length = u64::try_from(status.st_size).unwrap_or(u64::MAX);
        if length > LONGEST {
            return Ok(Self::TooLong(length));
        }
        let mut content = Vec::new();
        File::from(file).take(LONGEST).read_to_end(&mut content)?;
        Ok(Self::Content(content))
    }
}

/// Opens a path below a folder without following a link in it.
fn open(folder: &Path, path: &str) -> rustix::io::Result<OwnedFd> {
    let closed = OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
    let mut here = openat(CWD, folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    while let Some(name) = names.next() {
        let kind = if names.peek().is_some() { OFlags::DIRECTORY } else { OFlags::empty() };
        here = openat(&here, name, OFlags::RDONLY | closed | kind, Mode::empty())?;
    }
    Ok(here)
}
