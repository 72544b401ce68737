//! The files of one run besides those of the program.

use crate::digest::Digest;
use crate::submission::Snapshot;

/// The files of one run besides those of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFiles {
    /// Files that are laid out for this run; they replace what would be in their way.
    pub given: Snapshot,
    /// The paths that are looked at when the program has ended.
    pub asked: Vec<String>,
}

impl RunFiles {
    /// Returns the paths of the files that are laid out.
    pub(crate) fn names(&self) -> Vec<String> {
        self.given.iter().map(|(path, _)| path.display().to_string()).collect()
    }

    /// Returns a digest; `None` if there are no files, as in most runs.
    pub(crate) fn digest(&self) -> Option<Digest> {
        (*self != Self::default()).then(|| Digest::of_values(&[&self.given.digest(), &self.asked]))
    }
}
