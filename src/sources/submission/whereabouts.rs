//! The place of a submission's files on disk, for reports that point to them.

use std::path::{Component, Path, PathBuf};

use super::{HandIn, Snapshot, Submission};
use crate::untrusted::Untrusted;

/// The place of a submission's files on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whereabouts {
    /// In a zip file, or not looked up.
    #[default]
    Unknown,
    /// In this folder.
    Folder(PathBuf),
    /// This single file, whatever its name.
    File(PathBuf),
}

impl Whereabouts {
    /// Finds the files of a submission. The path is relative to the current folder if possible.
    pub fn of(submission: &Submission, hand_in: &HandIn) -> Self {
        let path = relative(&submission.path);
        let Ok(snapshot) = Snapshot::take(submission) else { return Self::Unknown };
        if snapshot.archive_name().is_some() {
            return Self::Unknown;
        }
        if snapshot.single_file().is_some() {
            return Self::File(path);
        }
        // If the files cannot be found, the top is used.
        let folder = hand_in.find(&snapshot).map(|handed_in| handed_in.folder).unwrap_or_default();
        Self::Folder(relative(&path.join(folder)))
    }

    /// Returns the path of a file of the submission, with `/` between its parts.
    pub fn path_of(&self, file: &Untrusted) -> Untrusted {
        file.map(|file| self.joined(file).to_string_lossy().into_owned())
    }

    fn joined(&self, file: &str) -> PathBuf {
        match self {
            Self::Unknown => PathBuf::from(file),
            Self::Folder(folder) => folder.join(file),
            Self::File(path) => path.clone(),
        }
    }
}

/// Returns a path without `.`, relative to the current folder if it is inside.
fn relative(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).unwrap_or(path);
    below.components().filter(|part| !matches!(part, Component::CurDir)).collect()
}
