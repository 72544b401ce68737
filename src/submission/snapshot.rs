//! The files of a submission, read once and kept.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::limits::{LONGEST_NAME, LONGEST_PATH, MOST_FOLDERS, is_reserved};
use super::{Problem, shortened};
use crate::digest::Digest;

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
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

/// How files were handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Origin {
    /// In a folder.
    #[default]
    Folder,
    /// As one file.
    Single,
    /// In a zip file of this name.
    Archive(String),
}

impl Snapshot {
    /// A file that was handed in by itself.
    pub(super) fn single(name: PathBuf, file: File) -> Self {
        Self { files: [(name, file)].into(), origin: Origin::Single }
    }

    /// The file that was handed in by itself, if one was.
    pub(super) fn single_file(&self) -> Option<(&Path, &File)> {
        self.iter().next().filter(|_| self.origin == Origin::Single)
    }

    pub(super) fn out_of_archive(self, archive: &Path) -> Self {
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { origin: Origin::Archive(name), ..self }
    }

    /// The name of the zip file in which they were handed in, if they were.
    pub fn archive_name(&self) -> Option<&str> {
        match &self.origin {
            Origin::Archive(name) => Some(name),
            Origin::Folder | Origin::Single => None,
        }
    }

    /// The file at a path.
    pub fn get(&self, path: &Path) -> Option<&File> {
        self.files.get(path)
    }

    /// Whether a folder has this path.
    pub fn has_folder(&self, path: &Path) -> bool {
        self.files.keys().any(|file| file != path && file.starts_with(path))
    }

    /// Puts a file in, in the place of any that had its path.
    pub fn insert(&mut self, path: PathBuf, file: File) {
        self.files.insert(path, file);
    }

    /// Puts a file in, whatever stands in its way: a file where it needs a folder, or a folder in its place.
    pub fn supply(&mut self, path: PathBuf, file: File) {
        self.files.retain(|other, _| !other.starts_with(&path) && !path.starts_with(other));
        self.files.insert(path, file);
    }

    /// What is wrong with the names in it, so that they could not all be files in one folder.
    pub(super) fn flaw(&self) -> Option<Problem> {
        let shown = |path: &Path| shortened(&path.to_string_lossy());
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
        // What lies in a folder follows it in the order of paths.
        let mut neighbours = self.files.keys().zip(self.files.keys().skip(1));
        if let Some((file, _)) = neighbours.find(|(file, next)| next.starts_with(file)) {
            return Some(Problem::FileAndFolder(shown(file)));
        }
        (self.folders().len() > MOST_FOLDERS).then(Problem::too_many_folders)
    }

    /// Of all there is to know about what was handed in: paths, contents, and how it came.
    pub fn digest(&self) -> Digest {
        let origin = match &self.origin {
            Origin::Folder => ["folder", ""],
            Origin::Single => ["file", ""],
            Origin::Archive(name) => ["archive", name],
        };
        let files = self.files.iter().flat_map(|(path, file)| {
            let kind: &[u8] = if file.executable { b"executable" } else { b"" };
            [path.as_os_str().as_bytes(), kind, &file.content]
        });
        Digest::of_parts(origin.map(str::as_bytes).into_iter().chain(files))
    }

    /// The room that the files take in a file system, in bytes: whole pages, and one for each folder.
    pub fn room(&self) -> u64 {
        const PAGE: u64 = 4096;
        let files = self.files.values().map(|file| (file.content.len() as u64).next_multiple_of(PAGE));
        files.sum::<u64>() + self.folders().len() as u64 * PAGE
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Paths and files, in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &File)> {
        self.files.iter().map(|(path, file)| (path.as_path(), file))
    }

    /// Every folder that holds a file, the top (an empty path) included.
    pub(super) fn folders(&self) -> BTreeSet<&Path> {
        self.files.keys().flat_map(|path| path.ancestors().skip(1)).collect()
    }

    /// The files below a folder, named from there.
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
