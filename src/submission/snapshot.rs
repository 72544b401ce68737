//! The files of a submission, read once and kept.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{Error, Problem, Submission, TakeError, archive};

/// The most files that a submission may hold.
pub(super) const MOST_FILES: usize = 2_000;
/// The most bytes that a submission may hold.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// The deepest that its folders may be nested.
pub(super) const MOST_DEPTH: usize = 32;

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
    /// Reads a submission.
    ///
    /// Links, devices and other special files are left out, and so is junk that systems and editors
    /// leave behind, stale bytecode above all. A folder whose only file is a zip file stands for what
    /// is in the zip file.
    ///
    /// # Errors
    ///
    /// [`TakeError::Problem`] when the submission is too large or its archive broken;
    /// [`TakeError::Fault`] when the system refuses to read it.
    pub fn take(submission: &Submission) -> Result<Self, TakeError> {
        let metadata =
            fs::metadata(&submission.path).map_err(|source| unreadable(&submission.path, source))?;
        if metadata.is_dir() {
            let snapshot = Self::of_folder(&submission.path)?;
            return match snapshot.only_archive() {
                Some((name, content)) => Ok(archive::read(content)?.from_archive(name)),
                None => Ok(snapshot),
            };
        }
        let file = read_file(&submission.path, MOST_BYTES)?;
        if is_archive(&submission.path) {
            return Ok(archive::read(&file.content)?.from_archive(&submission.path));
        }
        let name = submission.path.file_name().unwrap_or_default();
        Ok(Self::single(name.into(), file))
    }

    /// Reads every regular file below a folder.
    ///
    /// # Errors
    ///
    /// As for [`Snapshot::take`].
    pub fn of_folder(folder: &Path) -> Result<Self, TakeError> {
        let mut snapshot = Self::default();
        let mut bytes = 0;
        let mut folders = vec![(folder.to_path_buf(), PathBuf::new(), 0)];
        while let Some((place, name, depth)) = folders.pop() {
            if depth > MOST_DEPTH {
                return Err(Problem::TooLarge(format!("{MOST_DEPTH} folders inside each other")).into());
            }
            for entry in fs::read_dir(&place).map_err(|source| unreadable(&place, source))? {
                let entry = entry.map_err(|source| unreadable(&place, source))?;
                let kind = entry.file_type().map_err(|source| unreadable(&entry.path(), source))?;
                if is_junk(&entry.file_name()) {
                    continue;
                }
                let name = name.join(entry.file_name());
                if kind.is_dir() {
                    folders.push((entry.path(), name, depth + 1));
                } else if kind.is_file() {
                    let file = read_file(&entry.path(), MOST_BYTES - bytes)?;
                    bytes += file.content.len() as u64;
                    snapshot.files.insert(name, file);
                }
                if snapshot.files.len() > MOST_FILES {
                    return Err(Problem::TooLarge(format!("{MOST_FILES} files")).into());
                }
            }
        }
        Ok(snapshot)
    }

    /// A file that was handed in by itself.
    pub(super) fn single(name: PathBuf, file: File) -> Self {
        Self { files: [(name, file)].into(), origin: Origin::Single }
    }

    /// The file that was handed in by itself, if one was.
    pub(super) fn single_file(&self) -> Option<(&Path, &File)> {
        self.iter().next().filter(|_| self.origin == Origin::Single)
    }

    fn from_archive(self, archive: &Path) -> Self {
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

    fn only_archive(&self) -> Option<(&Path, &[u8])> {
        match self.files.iter().next() {
            Some((path, file)) if self.files.len() == 1 && is_archive(path) => Some((path, &file.content)),
            _ => None,
        }
    }
}

impl FromIterator<(PathBuf, File)> for Snapshot {
    fn from_iter<I: IntoIterator<Item = (PathBuf, File)>>(files: I) -> Self {
        Self { files: files.into_iter().collect(), origin: Origin::Folder }
    }
}

/// What systems, editors and interpreters leave behind and no student means to hand in. A stale
/// `.pyc` once gave a wrong program full marks.
pub(super) fn is_junk(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let junk =
        ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".git", ".idea", ".vscode"];
    junk.contains(&&*name) || name.ends_with(".pyc") || name.ends_with(".pyo") || name.starts_with("._")
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

fn read_file(path: &Path, most: u64) -> Result<File, TakeError> {
    let fail = |source| unreadable(path, source);
    // Not through a link that took the file's place since it was listed, and never waiting for a pipe.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let canonical = path.canonicalize().map_err(fail)?;
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(canonical).map_err(fail)?;
    let metadata = file.metadata().map_err(fail)?;
    let mut content = Vec::new();
    file.take(most + 1).read_to_end(&mut content).map_err(fail)?;
    if content.len() as u64 > most {
        return Err(Problem::TooLarge(format!("{} MiB", MOST_BYTES >> 20)).into());
    }
    Ok(File { content, executable: metadata.permissions().mode() & 0o100 != 0 })
}

fn unreadable(path: &Path, source: std::io::Error) -> Error {
    Error::Unreadable { path: path.to_path_buf(), source }
}
