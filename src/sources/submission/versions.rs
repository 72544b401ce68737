//! Versions: Teams lays each time that somebody handed in into a folder of its own, `Version 1`, `Version 2`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{HandIn, Place, Submission};

/// Returns the number of a version, if a folder is called like one.
pub(super) fn number(folder: &Path) -> Option<u32> {
    folder.file_name()?.to_str()?.strip_prefix("Version ")?.parse().ok()
}

/// Makes a hand-in of each version of a submission, which lie in its folder or in one below it: the latest, with the others. Where a
/// wanted file lies beside them, they are the student's own folders.
pub(super) fn apart(submission: Submission, hand_in: &HandIn) -> Submission {
    let below = folders_in(&submission.path);
    let holders = || std::iter::once(&submission.path).chain(&below);
    if submission.place != Place::Path || holders().any(|folder| hand_in.lies_in(folder).is_some()) {
        return submission;
    }
    let mut holders = holders().map(|folder| versions_in(folder, hand_in));
    let found = holders.by_ref().find(|versions| versions.len() > 1);
    let (Some(mut versions), true) = (found, holders.all(|versions| versions.is_empty())) else {
        return submission;
    };
    let Some(path) = versions.pop() else { return submission };
    let others = versions.into_iter().map(|path| Submission::at(submission.name.clone(), path));
    Submission { others: others.collect(), path, ..submission }
}

/// Returns the versions in a folder that hold something wanted, the earliest first.
fn versions_in(folder: &Path, hand_in: &HandIn) -> Vec<PathBuf> {
    let is_version = |one: &PathBuf| number(one).is_some() && hand_in.lies_in(one).is_some();
    let mut versions: Vec<PathBuf> = folders_in(folder).into_iter().filter(is_version).collect();
    versions.sort_by_key(|one| number(one));
    versions
}

/// Returns the folders in a folder. If it cannot be read, that is told when its files are wanted.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}
