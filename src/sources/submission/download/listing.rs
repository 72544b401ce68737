//! The files of a download, in a folder or in a zip file that is never unpacked.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::submission::find::RESULTS;
use crate::submission::limits::{MOST_DOWNLOAD_FILES, is_junk};
use crate::submission::take::{read_file, unreadable};
use crate::submission::{Error, File, Problem, TakeError};
use crate::system;
use crate::untrusted::Untrusted;

/// The contents of a folder or a zip file.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The files, in the order of the zip file or of their paths.
    pub(super) files: Vec<Listed>,
    /// The folders of a zip file that contain a `.git` folder, each with `/` at its end.
    pub(super) clones: BTreeSet<String>,
    /// Something in it that no LMS writes: names that lead out of it, links, or far too many files.
    pub(super) refusal: Option<Untrusted>,
}

/// One file of a download.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The path in the download, with `/` between folders.
    pub(super) path: String,
    /// The source of the bytes.
    pub(super) source: Source,
}

/// The source of the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a file.
    File(PathBuf),
    /// An entry of a zip file, by its number.
    Entry(Bundle, usize),
}

/// A zip file with the submissions of many students. Its entries are read one at a time, when they are needed.
#[derive(Clone)]
pub(super) struct Bundle {
    path: PathBuf,
    archive: Arc<Mutex<zip::ZipArchive<BufReader<fs::File>>>>,
}

impl Source {
    /// Reads the bytes, if they are at most `most`.
    pub(super) fn read(&self, most: u64) -> Result<File, TakeError> {
        match self {
            Self::File(path) => read_file(path, most),
            Self::Entry(bundle, index) => bundle.read(*index, most),
        }
    }
}

impl Bundle {
    /// Opens a zip file; `None` if the file is no valid zip file.
    pub(super) fn open(path: &Path) -> Option<Self> {
        // Opening a pipe would wait for a writer.
        let path = path.is_file().then_some(path)?;
        let archive = zip::ZipArchive::new(BufReader::new(system::open_to_read(path).ok()?)).ok()?;
        Some(Self { path: path.to_path_buf(), archive: Arc::new(Mutex::new(archive)) })
    }

    /// Returns the name of an entry.
    pub(super) fn name(&self, index: usize) -> String {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive.name_for_index(index).and_then(Result::ok).unwrap_or_default().into_owned()
    }

    /// Returns the number of the entry with a name, if there is one.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.archive.lock().unwrap_or_else(PoisonError::into_inner).index_for_name(name)
    }

    fn read(&self, index: usize, most: u64) -> Result<File, TakeError> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let broken = |reason: String| Problem::archive(format!("it is damaged ({reason})"));
        let mut entry = archive.by_index(index).map_err(|error| broken(error.to_string()))?;
        let executable = entry.unix_mode().is_some_and(|mode| mode & 0o100 != 0);
        let mut content = Vec::new();
        // The size that an entry states is not trusted.
        entry.by_ref().take(most + 1).read_to_end(&mut content).map_err(|error| broken(error.to_string()))?;
        if content.len() as u64 > most {
            return Err(Problem::too_many_bytes().into());
        }
        Ok(File { content, executable })
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Bundle({})", self.path.display())
    }
}

impl PartialEq for Bundle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.archive, &other.archive)
    }
}

impl Eq for Bundle {}

/// Lists the files of a zip file, without junk; `None` if it cannot be read as one.
pub(super) fn of_zip(path: &Path) -> Option<Listing> {
    let mut listing = Listing::default();
    let bundle = Bundle::open(path)?;
    let mut archive = bundle.archive.lock().unwrap_or_else(PoisonError::into_inner);
    for index in 0..archive.len() {
        // Raw: reading a name decompresses nothing.
        let entry = archive.by_index_raw(index).ok()?;
        let name = entry.name().ok()?;
        let leads_outside = |part: &str| {
            part == ".." || part.contains(['\\', '\0']) || (part.len() == 2 && part.ends_with(':'))
        };
        if name.starts_with('/') || name.split('/').any(leads_outside) {
            listing.refuse(format!("`{name}` in it leads out of it"));
        } else if entry.is_symlink() {
            listing.refuse(format!("`{name}` in it is a link"));
        } else if let Some(clone) = clone_of(&name) {
            listing.clones.insert(clone.to_owned());
        } else if !entry.is_dir() && !name.split('/').any(|part| is_junk(part.as_ref())) {
            listing.add(name.into_owned(), Source::Entry(bundle.clone(), index));
        }
        if listing.is_full() {
            break;
        }
    }
    drop(archive);
    Some(listing)
}

/// Returns the folder whose `.git` folder contains this name. Repositories inside it, such as submodules, are part of
/// the clone.
fn clone_of(name: &str) -> Option<&str> {
    let at = if name.starts_with(".git/") { 0 } else { name.find("/.git/")? + 1 };
    Some(&name[..at]).filter(|clone| !clone.is_empty())
}

/// Lists the regular files below a folder, without junk, links and hidden files at the top.
///
/// # Errors
///
/// When the folder itself cannot be read.
pub(super) fn of_folder(top: &Path) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    let mut folders = vec![(top.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        match fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
            Ok(entries) => entries.iter().for_each(|entry| listing.look_at(entry, &prefix, &mut folders)),
            Err(source) if prefix.is_empty() => return Err(unreadable(&folder, source).into()),
            // If this is no download after all, it is the problem of one submission.
            Err(error) => listing.refuse(format!("`{prefix}` in it cannot be read ({error})")),
        }
        if listing.is_full() {
            break;
        }
    }
    listing.files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(listing)
}

impl Listing {
    /// Takes a file, or adds a folder to those that will be listed.
    fn look_at(&mut self, entry: &fs::DirEntry, prefix: &str, folders: &mut Vec<(PathBuf, String)>) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = prefix.is_empty() && (name.starts_with('.') || name == RESULTS);
        if is_ours || is_junk(&entry.file_name()) {
            return;
        }
        let path = format!("{prefix}{name}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => folders.push((entry.path(), format!("{path}/"))),
            Ok(kind) if kind.is_file() => self.add(path, Source::File(entry.path())),
            Ok(_) => {}
            Err(error) => self.refuse(format!("`{path}` in it cannot be read ({error})")),
        }
    }

    fn add(&mut self, path: String, source: Source) {
        self.files.push(Listed { path, source });
        if self.is_full() {
            self.refuse(format!("it holds more than {MOST_DOWNLOAD_FILES} files"));
        }
    }

    /// Keeps the first reason.
    fn refuse(&mut self, reason: String) {
        self.refusal.get_or_insert_with(|| reason.into());
    }

    fn is_full(&self) -> bool {
        self.files.len() > MOST_DOWNLOAD_FILES
    }
}
