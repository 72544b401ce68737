//! Takes the snapshot of a submission: of a folder, a zip file or a file.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::limits::{MOST_BYTES, MOST_DEPTH, MOST_FILES, MOST_FOLDERS, is_junk};
use super::{
    Error, File, Parts, Place, Problem, Snapshot, Submission, TakeError, Unreadable, archive, shortened,
    text_of, windows_name,
};
use crate::digest::Digest;
use crate::system;

impl Submission {
    /// Returns the digest of a submission: of its files, or of the problem if they cannot be read.
    ///
    /// # Errors
    ///
    /// When the system refuses to read it.
    pub fn digest(&self) -> Result<Digest, Error> {
        match Snapshot::take(self) {
            Ok(snapshot) => Ok(snapshot.digest()),
            Err(TakeError::Problem(problem)) => Ok(problem.digest()),
            Err(TakeError::Fault(fault)) => Err(fault.into()),
        }
    }
}

impl Snapshot {
    /// Reads a submission.
    ///
    /// Skips links, devices and other special files, and the junk of systems and editors, especially old bytecode. A
    /// folder whose only file is a zip file is read as the contents of that zip file.
    ///
    /// # Errors
    ///
    /// [`TakeError::Problem`] when the submission is too large, its archive broken, or a name in it impossible;
    /// [`TakeError::Fault`] when the system refuses to read it.
    pub fn take(submission: &Submission) -> Result<Self, TakeError> {
        let snapshot = match &submission.place {
            Place::Path => Self::of_path(submission),
            Place::Download(parts) => Self::of_parts(parts),
            Place::Packed(packed) => return packed.take(),
        }?;
        snapshot.flaw().map_or(Ok(snapshot), |flaw| Err(flaw.into()))
    }

    fn of_path(submission: &Submission) -> Result<Self, TakeError> {
        let metadata =
            fs::metadata(&submission.path).map_err(|source| unreadable(&submission.path, source))?;
        if metadata.is_dir() {
            let snapshot = Self::of_folder(&submission.path)?;
            return match snapshot.only_archive() {
                Some((name, content)) => Ok(unpacked(content)?.out_of_archive(name)),
                None => Ok(snapshot),
            };
        }
        // The path of the submission may be a link; links inside it are not followed.
        let path =
            system::canonical(&submission.path).map_err(|source| unreadable(&submission.path, source))?;
        // Told by the name that people know, which may be a link.
        let fail = |source| unreadable(&submission.path, source);
        system::reject_special(&fs::metadata(&path).map_err(fail)?).map_err(fail)?;
        let file = read_file(&path, MOST_BYTES)?;
        if is_archive(&submission.path) {
            return Ok(unpacked(&file.content)?.out_of_archive(&submission.path));
        }
        let name = submission.path.file_name().unwrap_or_default();
        Ok(Self::single(name.into(), file))
    }

    fn of_parts(parts: &Parts) -> Result<Self, TakeError> {
        if parts.len() > MOST_FILES {
            return Err(Problem::too_many_files().into());
        }
        let mut snapshot = Self::default();
        for part in parts.read(MOST_BYTES) {
            let (path, file) = part?;
            if path.components().count() > MOST_DEPTH {
                return Err(Problem::too_deep().into());
            }
            if snapshot.get(path).is_some() {
                return Err(Problem::Twice(shortened(&text_of(path))).into());
            }
            if parts.len() > 1 {
                snapshot.insert(path.to_path_buf(), file);
            } else if is_archive(path) {
                snapshot = unpacked(&file.content)?.out_of_archive(path);
            } else {
                snapshot = Self::single(path.file_name().unwrap_or_default().into(), file);
            }
        }
        Ok(snapshot)
    }

    /// Reads a zip file.
    ///
    /// # Errors
    ///
    /// When it is broken or too large.
    pub fn of_archive(content: &[u8]) -> Result<Self, Problem> {
        archive::read(content)
    }

    /// Reads every regular file below a folder.
    ///
    /// # Errors
    ///
    /// As for [`Snapshot::take`].
    pub fn of_folder(folder: &Path) -> Result<Self, TakeError> {
        let mut snapshot = Self::default();
        let (mut bytes, mut seen) = (0, 0);
        let mut folders = vec![(folder.to_path_buf(), PathBuf::new(), 0)];
        while let Some((place, name, depth)) = folders.pop() {
            if depth > MOST_DEPTH {
                return Err(Problem::too_deep().into());
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
                    seen += 1;
                } else if kind.is_file() {
                    let file = read_file(&entry.path(), MOST_BYTES - bytes)?;
                    bytes += file.content.len() as u64;
                    snapshot.insert(name, file);
                }
                if snapshot.len() > MOST_FILES {
                    return Err(Problem::too_many_files().into());
                }
                if seen > MOST_FOLDERS {
                    return Err(Problem::too_many_folders().into());
                }
            }
        }
        Ok(snapshot)
    }

    fn only_archive(&self) -> Option<(&Path, &[u8])> {
        match self.iter().next() {
            Some((path, file)) if self.len() == 1 && is_archive(path) => Some((path, &file.content)),
            _ => None,
        }
    }
}

/// Reads a zip file that was handed in. What this system cannot lay out is no fault of who made it.
fn unpacked(content: &[u8]) -> Result<Snapshot, TakeError> {
    let impossible = |name: &String| !windows_name::is_possible(name);
    if cfg!(windows)
        && let Some(name) = archive::names(content).into_iter().find(impossible)
    {
        return Err(unreadable(Path::new(&name), std::io::Error::other(windows_name::REASON)).into());
    }
    Ok(Snapshot::of_archive(content)?)
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

pub(super) fn read_file(path: &Path, most: u64) -> Result<File, TakeError> {
    let fail = |source| unreadable(path, source);
    system::reject_special(&fs::symlink_metadata(path).map_err(fail)?).map_err(fail)?;
    // The file may have been replaced since it was listed.
    let file = system::open_at_once(path).map_err(fail)?;
    let metadata = file.metadata().map_err(fail)?;
    system::reject_special(&metadata).map_err(fail)?;
    let mut content = Vec::new();
    file.take(most + 1).read_to_end(&mut content).map_err(fail)?;
    if content.len() as u64 > most {
        let is_notebook = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ipynb"));
        let problem = if is_notebook { Problem::too_large_notebook() } else { Problem::too_many_bytes() };
        return Err(problem.into());
    }
    Ok(File { content, executable: system::is_executable(&metadata) })
}

pub(super) fn unreadable(path: &Path, source: std::io::Error) -> Unreadable {
    let source = if cfg!(windows) { windows_name::explained(path, source) } else { source };
    Unreadable { path: path.to_path_buf(), source }
}
