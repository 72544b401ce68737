//! Unix systems: each folder of a path is opened by itself, below the one before it, so that nobody can put a link in its place.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{CWD, Dir, Mode, OFlags, openat};
use rustix::io::Errno;

use super::NotOpened;

/// Opens a path below a folder without following a link in it, and without waiting for anything.
pub(super) fn open(folder: &Path, path: &str) -> Result<File, NotOpened> {
    open_below(folder, path).map(File::from).map_err(|errno| match errno {
        Errno::NOENT => NotOpened::Nothing,
        // A link, a folder that is none, or a device or socket that is not there.
        Errno::LOOP | Errno::NOTDIR | Errno::NXIO | Errno::ISDIR | Errno::NODEV => NotOpened::NoFile,
        _ => NotOpened::Closed,
    })
}

/// Returns the first names in a folder below another one.
pub(super) fn names(folder: &Path, parent: &str, most: usize) -> Vec<String> {
    let opened = open_below(folder, parent).ok().and_then(|parent| Dir::new(parent).ok());
    let entries = opened.into_iter().flatten().take(most).flatten();
    entries.filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned)).collect()
}

fn open_below(folder: &Path, path: &str) -> rustix::io::Result<OwnedFd> {
    let closed = OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
    let mut here = openat(CWD, folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    while let Some(name) = names.next() {
        let kind = if names.peek().is_some() { OFlags::DIRECTORY } else { OFlags::empty() };
        here = openat(&here, name, OFlags::RDONLY | closed | kind, Mode::empty())?;
    }
    Ok(here)
}
