//! Where the files of a submission lie, for reports that point into them.

use std::path::{Component, Path, PathBuf};

use super::{HandIn, Snapshot, Submission};

/// Where the files of a submission lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whereabouts {
    /// In a zip file, or nobody has looked.
    #[default]
    Unknown,
    /// In this folder.
    Folder(PathBuf),
    /// It is this one file, whatever it is called.
    File(PathBuf),
}

impl Whereabouts {
    /// Finds the files of a submission; the path begins where the program was started, where that is possible.
    pub fn of(submission: &Submission, hand_in: &HandIn) -> Self {
        let path = relative(&submission.path);
        let Ok(snapshot) = Snapshot::take(submission) else { return Self::Unknown };
        if snapshot.archive_name().is_some() {
            return Self::Unknown;
        }
        if snapshot.single_file().is_some() {
            return Self::File(path);
        }
        // What cannot be found is said to lie at the top.
        let folder = hand_in.find(&snapshot).map(|handed_in| handed_in.folder).unwrap_or_default();
        Self::Folder(relative(&path.join(folder)))
    }

    /// The path of a file that the submission calls so, with `/` between its parts.
    pub fn path_of(&self, file: &str) -> String {
        let path = match self {
            Self::Unknown => PathBuf::from(file),
            Self::Folder(folder) => folder.join(file),
            Self::File(path) => path.clone(),
        };
        path.to_string_lossy().into_owned()
    }
}

/// A path without `.` in it, and from the current folder on if it lies there.
fn relative(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).unwrap_or(path);
    below.components().filter(|part| !matches!(part, Component::CurDir)).collect()
}
