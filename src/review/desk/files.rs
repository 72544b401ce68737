//! The files that a review is about, so that it is seen when others have written them.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The manifest and the files of traces and decisions, each with its number of bytes and the time of its last change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Files(BTreeMap<PathBuf, (u64, Option<SystemTime>)>);

impl Files {
    /// Those of a results folder, without the one that is written here: what is in it is known.
    pub(super) fn of(results: &Path, own: Option<&Path>) -> Self {
        let folders = ["traces", "decisions"].map(|name| fs::read_dir(results.join(name)));
        let listed = folders.into_iter().flatten().flatten().flatten().map(|entry| entry.path());
        let all = listed.chain([results.join("grading.json")]);
        let state = |metadata: Metadata| (metadata.len(), metadata.modified().ok());
        let others = all.filter(|path| own.is_none_or(|own| own != path));
        Self(others.filter_map(|path| Some((path.clone(), state(fs::metadata(path).ok()?)))).collect())
    }
}
