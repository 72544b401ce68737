//! Earlier attempts: gradings of the same assignment in other results folders, in which students are found again.

use std::path::PathBuf;

use super::{Desk, Lying, Refusal, absent};
use crate::report::Graded;
use crate::results::{self, Listed, ResultsFolder, recompute_one};
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// The results folders of earlier attempts, the one to look at first before the others.
pub(super) struct Attempts(Vec<(ResultsFolder, Store)>);

/// What a student handed in at an earlier attempt.
pub(in crate::review) struct Attempt {
    /// The results folder.
    pub(in crate::review) folder: Untrusted,
    /// Its results, by the spec that was kept there.
    pub(in crate::review) graded: Graded,
}

impl Attempts {
    /// Reads the folders.
    ///
    /// # Errors
    ///
    /// When one holds no results, or results of another assignment.
    pub(super) fn open(folders: &[PathBuf], now: &Lying) -> Result<Self, results::Error> {
        let ours = now.folder().manifest().spec.spec()?.assignment;
        let open = |path: &PathBuf| {
            let folder = ResultsFolder::open(path)?;
            folder.is_of(&ours)?;
            let store = Store::read(&folder.traces())?;
            Ok((folder, store))
        };
        Ok(Self(folders.iter().map(open).collect::<Result<_, results::Error>>()?))
    }

    /// The number of the first folder in which a submission is found again.
    fn find(&self, listed: &Listed) -> Option<(usize, usize)> {
        self.0.iter().enumerate().find_map(|(number, (folder, _))| {
            let mut own = folder.manifest().own();
            own.position(|(_, earlier)| earlier.is_of_same_students(listed)).map(|place| (number, place))
        })
    }
}

impl Desk {
    /// Whether there is an earlier attempt of a submission.
    pub(in crate::review) fn has_attempt(&self, place: usize) -> bool {
        self.found(place).is_some()
    }

    /// The earlier attempt of a submission.
    pub(in crate::review) fn attempt(&self, place: usize) -> Result<Attempt, Refusal> {
        let found = self.found(place);
        let (number, place) = found.ok_or_else(|| absent("there is no earlier attempt of it"))?;
        let (folder, store) = &self.attempts.0[number];
        let graded = recompute_one(folder, store, place)?;
        Ok(Attempt { folder: folder.path().display().to_string().into(), graded })
    }

    fn found(&self, place: usize) -> Option<(usize, usize)> {
        let now = self.now();
        let (_, listed) = now.folder().manifest().own().nth(place)?;
        self.attempts.find(listed)
    }
}
