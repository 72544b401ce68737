//! What was handed in to an earlier grading, for another one in which it may count.

use std::path::Path;

use super::{Error, ResultsFolder};
use crate::digest::Digest;
use crate::points::Points;
use crate::submission::Submission;
use crate::trace::{Store, StoreError};

/// A hand-in that was graded.
pub(crate) struct HandedIn {
    /// The submission, where its files are.
    pub(crate) submission: Submission,
    /// The digest of its files.
    pub(crate) files: Digest,
    /// What was marked by hand: the full name of each scenario, and the points.
    pub(crate) marks: Vec<(String, Points)>,
}

impl ResultsFolder {
    /// Makes sure that the results are of an assignment.
    ///
    /// # Errors
    ///
    /// When they are of another one, or the spec that was kept cannot be read any more.
    pub(crate) fn is_of(&self, ours: &str) -> Result<(), Error> {
        let theirs = self.manifest().spec.spec()?.assignment;
        if theirs == ours {
            return Ok(());
        }
        Err(Error::OtherAssignment { folder: self.path().to_path_buf(), theirs, ours: ours.to_owned() })
    }

    /// Everything that was handed in and graded here, each hand-in under the name of its student or group.
    ///
    /// # Errors
    ///
    /// When something is not graded yet, or its files are not there any more.
    pub(crate) fn handed_in(&self) -> Result<Vec<HandedIn>, Error> {
        let own = || self.manifest().own().map(|(_, listed)| listed);
        let folder = || self.path().to_path_buf();
        let mut not_graded = own().filter(|listed| listed.files.is_none());
        if let Some(first) = not_graded.next() {
            let (count, all, first) = (1 + not_graded.count(), own().count(), first.name.clone());
            return Err(Error::Incomplete { folder: folder(), count, all, first });
        }
        let mut given = self.manifest().marks();
        let decided = self.decided().marks();
        given.extend(decided.map(|(whose, scenario, points)| ((whose.clone(), scenario.to_owned()), points)));
        let handed_in = own().map(|listed| {
            let found = self.look_up(listed).filter(|(_, is_same)| *is_same).zip(listed.files);
            let ((submission, _), files) =
                found.ok_or_else(|| Error::FilesGone { folder: folder(), name: listed.name.clone() })?;
            let marks = given.iter().filter(|((whose, _), _)| *whose == listed.name);
            let marks = marks.map(|((_, scenario), points)| (scenario.clone(), *points)).collect();
            let name = submission.one_of.map_or(submission.name, |one_of| one_of.series);
            let returns_as = listed.returns_as.clone();
            let submission = Submission { name, one_of: None, returns_as, ..submission };
            Ok(HandedIn { submission, files, marks })
        });
        handed_in.collect()
    }

    /// Copies everything that programs did into the traces of another results folder.
    ///
    /// # Errors
    ///
    /// When something cannot be read or written.
    pub(crate) fn copy_traces(&self, into: &Path) -> Result<(), StoreError> {
        let (all, store) = (Store::read(&self.traces())?, Store::open(into)?);
        self.manifest().own().try_for_each(|(_, listed)| store.adopt(&all, Some(&listed.name)))?;
        store.finish()
    }
}
