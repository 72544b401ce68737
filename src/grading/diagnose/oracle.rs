//! What tells how a submission behaves in generated scenarios.

use crate::explore::{Generated, GenerationContext, observe};
use crate::run::{Fault, Ready};
use crate::trace::Recorded;

/// Tells what a submission does.
pub trait Oracle: Sync {
    /// Returns what the submission does in each of these scenarios; `None` where nobody knows what is expected.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    fn observe(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault>;
}

/// Knows nothing more: the diagnosis rests on what is known already.
pub(super) struct Silent;

impl Oracle for Silent {
    fn observe(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        Ok(all.iter().map(|_| None).collect())
    }
}

/// Runs the submission in the sandbox.
pub struct Sandboxed<'a> {
    /// The spec and its reference.
    pub context: &'a GenerationContext<'a>,
    /// The submission.
    pub ready: &'a Ready,
}

impl Oracle for Sandboxed<'_> {
    fn observe(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        observe(self.context, self.ready, all)
    }
}
