//! Other systems, where only programs of the user's own are run: each part of a path is looked at before it is opened.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::NotOpened;

use crate::system;

/// Opens a path below a folder without following a link in it.
pub(super) fn open(folder: &Path, path: &str) -> Result<File, NotOpened> {
    let told = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => NotOpened::Nothing,
        ErrorKind::NotADirectory | ErrorKind::IsADirectory => NotOpened::NoFile,
        _ => NotOpened::Closed,
    };
    let path = below(folder, path).map_err(told)?.ok_or(NotOpened::NoFile)?;
    if fs::metadata(&path).map_err(told)?.is_dir() {
        return Err(NotOpened::NoFile);
    }
    system::open_to_read(&path).map_err(told)
}

/// Returns the first names in a folder below another one.
pub(super) fn names(folder: &Path, parent: &str, most: usize) -> Vec<String> {
    let parent = below(folder, parent).ok().flatten();
    let entries = parent.and_then(|parent| fs::read_dir(parent).ok());
    let names = entries.into_iter().flatten().take(most).flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.into_string().ok()).collect()
}

/// Returns a path below a folder, unless there is a link in it.
fn below(folder: &Path, path: &str) -> std::io::Result<Option<PathBuf>> {
    let mut here = folder.to_path_buf();
    for name in path.split('/').filter(|name| !name.is_empty()) {
        here.push(name);
        if fs::symlink_metadata(&here)?.is_symlink() {
            return Ok(None);
        }
    }
    Ok(Some(here))
}
