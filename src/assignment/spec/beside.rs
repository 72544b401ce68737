//! The files next to a spec: on disk, in a copy of the spec, or in memory.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::system;

/// The files next to a spec.
pub trait Beside {
    /// Reads a file by its path from the spec's folder.
    ///
    /// # Errors
    ///
    /// With the reason why it cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Returns the paths of the files in a folder, in any order; if asked for, also of those in the folders below it. All
    /// paths start at the spec's folder, which is the empty path.
    ///
    /// # Errors
    ///
    /// With the reason why the folder cannot be read.
    fn files(&self, folder: &str, with_folders: bool) -> Result<Vec<String>, String>;
}

/// Reads a file next to a spec by its relative path, or returns the reason why it cannot.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Files that can be read, and not be listed.
pub(super) struct Unlisted<'a>(pub(super) ReadFile<'a>);

impl Beside for Unlisted<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        (self.0)(path)
    }

    fn files(&self, _: &str, _: bool) -> Result<Vec<String>, String> {
        Err("its files are not known here".to_owned())
    }
}

/// The folder of a spec on disk.
pub(super) struct OnDisk(pub(super) PathBuf);

impl Beside for OnDisk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        system::read(&self.0.join(path)).map_err(|error| error.to_string())
    }

    fn files(&self, folder: &str, with_folders: bool) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let listed = list(&self.0.join(&folder)).map_err(|error| error.to_string())?;
            for (name, kind) in listed {
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                match kind {
                    EntryKind::File => found.push(path),
                    EntryKind::Folder if with_folders => folders.push(path),
                    EntryKind::Folder | EntryKind::Other => {}
                }
            }
        }
        Ok(found)
    }
}

enum EntryKind {
    File,
    /// A folder, and no link to one: links can go round in circles.
    Folder,
    Other,
}

/// Lists a folder. Names that are not UTF-8 cannot be written in a spec, and no pattern matches them.
fn list(folder: &Path) -> io::Result<Vec<(String, EntryKind)>> {
    // A relative path of a spec in the current folder is empty.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut listed = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let kind = entry.file_type()?;
        let kind = if kind.is_dir() {
            EntryKind::Folder
        } else if kind.is_file() || kind.is_symlink() && entry.path().is_file() {
            EntryKind::File
        } else {
            EntryKind::Other
        };
        listed.push((name, kind));
    }
    Ok(listed)
}

/// Files in memory, by their paths.
impl Beside for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.get(path).cloned().ok_or_else(|| "it is not there".to_owned())
    }

    fn files(&self, folder: &str, with_folders: bool) -> Result<Vec<String>, String> {
        Ok(listed(self.keys(), folder, with_folders))
    }
}

/// Returns those of some paths that lie in a folder; if asked for, also those in the folders below it.
pub fn listed<'a>(paths: impl Iterator<Item = &'a String>, folder: &str, with_folders: bool) -> Vec<String> {
    let lies_in = |path: &&String| {
        let below = match folder {
            "" => Some(path.as_str()),
            folder => path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        below.is_some_and(|below| with_folders || !below.contains('/'))
    };
    paths.filter(lies_in).cloned().collect()
}
