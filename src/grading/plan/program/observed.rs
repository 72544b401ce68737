//! The results of an instructor's reference, to be stored.

use super::ReferenceProgram;
use crate::digest::Digest;
use crate::trace::{Entry, Observed, Preparation, Sources, Store, StoreError};

/// The results of an instructor's reference, with the keys by which they are found.
#[derive(Debug)]
pub(in crate::plan) struct ReferenceObserved {
    files: Digest,
    preparation: Preparation,
    jobs: Vec<(Digest, Observed)>,
}

impl ReferenceObserved {
    /// Stores the results.
    pub(in crate::plan) fn keep(&self, store: &Store) -> Result<(), StoreError> {
        let jobs: Vec<(Digest, &Observed)> = self.jobs.iter().map(|(key, one)| (*key, one)).collect();
        let (files, preparation) = (self.files, &self.preparation);
        store.keep(&Entry {
            submission: None,
            files,
            preparation,
            sources: &Sources::default(),
            outcome: Ok(&jobs),
        })
    }
}

impl ReferenceProgram<'_> {
    /// Returns the results.
    pub(in crate::plan) fn into_observed(self) -> ReferenceObserved {
        let (files, preparation) = (self.known, self.preparation);
        ReferenceObserved { files, preparation, jobs: self.observed.into_inner() }
    }
}
