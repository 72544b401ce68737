//! The files of a submission, read once and kept in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::limits::{LONGEST_NAME, LONGEST_PATH, MOST_FOLDERS, is_reserved};
use super::{Problem, shortened, text_of};
use crate::digest::Digest;
use crate::untrusted::{Text, Untrusted};

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The content, in bytes.
    pub content: Vec<u8>,
    /// Whether it may be executed.
    pub executable: bool,
}

/// Files by their relative paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    files: BTreeMap<PathBuf, File>,
    origin: Origin,
}

/// How the files were handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Origin {
    /// In a folder.
    #[default]
    Folder,
    /// As one file.
    Single,
    /// In a zip file with this name.
    Archive(Untrusted),
}

impl Snapshot {
    /// Creates the snapshot of a single file.
    pub(super) fn single(name: PathBuf, file: File) -> Self {
        Self { files: [(name, file)].into(), origin: Origin::Single }
    }

    /// Returns the file that was handed in alone, if one was.
    pub(super) fn single_file(&self) -> Option<(&Path, &File)> {
        self.iter().next().filter(|_| self.origin == Origin::Single)
    }

    /// Creates a snapshot of files that were handed in like this.
    pub(super) fn handed_in(files: BTreeMap<PathBuf, File>, origin: Origin) -> Self {
        Self { files, origin }
    }

    /// Returns how the files were handed in.
    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }

    pub(super) fn out_of_archive(self, archive: &Path) -> Self {
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { origin: Origin::Archive(name.into()), ..self }
    }

    /// Returns the name of the zip file that contained the files, if there was one.
    pub fn archive_name(&self) -> Option<&Untrusted> {
        match &self.origin {
            Origin::Archive(name) => Some(name),
            Origin::Folder | Origin::Single => None,
        }
    }

    /// Returns the file at a path.
    pub fn get(&self, path: &Path) -> Option<&File> {
        self.files.get(path)
    }

    /// Tells whether there is a folder at a path.
    pub fn has_folder(&self, path: &Path) -> bool {
        self.files.keys().any(|file| file != path && file.starts_with(path))
    }

    /// Inserts a file; it replaces one with the same path.
    pub fn insert(&mut self, path: PathBuf, file: File) {
        self.files.insert(path, file);
    }

    /// Gives a file another path.
    pub fn rename(&mut self, from: &Path, to: PathBuf) {
        if let Some(file) = self.files.remove(from) {
            self.files.insert(to, file);
        }
    }

    /// Inserts a file; it replaces everything that would be in its way: a file in place of its folder, or a folder in
    /// its place, or a package that stands before it in Python.
    pub fn supply(&mut self, path: PathBuf, file: File) {
        let package = path.with_extension("").join("__init__.py");
        let is_module = path.extension().is_some_and(|ending| ending == "py");
        self.files.retain(|other, _| {
            !(other.starts_with(&path) || path.starts_with(other) || is_module && *other == package)
        });
        self.files.insert(path, file);
    }

    /// Returns the problem with the names, if they could not all exist in one file system.
    pub(super) fn flaw(&self) -> Option<Problem> {
        let shown = |path: &Path| shortened(&text_of(path));
        for path in self.files.keys() {
            let parts = || path.iter().map(|part| (part, LONGEST_NAME));
            let mut names = parts().chain([(path.as_os_str(), LONGEST_PATH)]);
            if let Some((name, most)) = names.find(|(name, most)| name.len() > *most) {
                return Some(Problem::LongName { name: shown(name.as_ref()), length: name.len(), most });
            }
            if path.iter().any(is_reserved) {
                return Some(Problem::Reserved(shown(path)));
            }
        }
        // The contents of a folder follow it in the order of paths.
        let mut neighbours = self.files.keys().zip(self.files.keys().skip(1));
        if let Some((file, _)) = neighbours.find(|(file, next)| next.starts_with(file)) {
            return Some(Problem::FileAndFolder(shown(file)));
        }
        (self.folders().len() > MOST_FOLDERS).then(Problem::too_many_folders)
    }

    /// Returns a digest of everything that was handed in: paths, contents, and how the files were handed in.
    pub fn digest(&self) -> Digest {
        let origin = match &self.origin {
            Origin::Folder => ["folder", ""],
            Origin::Single => ["file", ""],
            Origin::Archive(name) => ["archive", name.expose()],
        };
        let files = self.files.iter().flat_map(|(path, file)| {
            let kind: &[u8] = if file.executable { b"executable" } else { b"" };
            [path.as_os_str().as_encoded_bytes(), kind, &file.content]
        });
        Digest::of_parts(origin.map(str::as_bytes).into_iter().chain(files))
    }

    /// Returns the size of the files in a file system, in bytes: whole pages, and one for each folder.
    pub fn room(&self) -> u64 {
        const PAGE: u64 = 4096;
        let files = self.files.values().map(|file| (file.content.len() as u64).next_multiple_of(PAGE));
        files.sum::<u64>() + self.folders().len() as u64 * PAGE
    }

    /// Returns the number of files.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns paths and files, in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &File)> {
        self.files.iter().map(|(path, file)| (path.as_path(), file))
    }

    /// Returns every folder that contains a file, with the top as an empty path.
    pub(super) fn folders(&self) -> BTreeSet<&Path> {
        self.files.keys().flat_map(|path| path.ancestors().skip(1)).collect()
    }

    /// Returns the files below a folder, with paths from there.
    pub(super) fn below(&self, folder: &Path) -> Self {
        let relative = |path: &Path| path.strip_prefix(folder).map(Path::to_path_buf).ok();
        self.files.iter().filter_map(|(path, file)| Some((relative(path)?, file.clone()))).collect()
    }
}

impl FromIterator<(PathBuf, File)> for Snapshot {
    fn from_iter<I: IntoIterator<Item = (PathBuf, File)>>(files: I) -> Self {
        Self { files: files.into_iter().collect(), origin: Origin::Folder }
    }
}
