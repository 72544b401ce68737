//! The trace of a test of the instructor: what came of each of its cases.

use serde::{Deserialize, Serialize};
use yardstick_reference::Raised;

use super::session::{SessionEnd, SourcePlace};
use crate::untrusted::Untrusted;

/// The record of one test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitTestTrace {
    /// The cases: one for each set of parameters, and at most one for a test without parameters. None if it ended before it told
    /// anything.
    pub cases: Vec<TestCase>,
    /// The points that the test itself gave, in thousandths, if it gives a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// What decides about a test and was replaced while it ran: the name of a function or a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Untrusted>,
    /// A class of the submission whose objects agree with whatever they are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liar: Option<Untrusted>,
    /// What the submission did to look at the test that examines it, in a word, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked: Option<(Untrusted, SourcePlace)>,
    /// How its process ended.
    pub end: SessionEnd,
}

/// One case of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// The parameters, as the framework writes them: `[3-4]`; empty if there are none.
    pub name: Untrusted,
    /// What came of it.
    pub outcome: CaseOutcome,
    /// The reason, where no exception tells it.
    pub reason: Untrusted,
    /// The exception that ended it.
    pub raised: Option<Raised<Untrusted>>,
    /// The line of the test: its number and its text.
    pub at: Option<(usize, Untrusted)>,
    /// The file of this line, if it is not that of the test's class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_in: Option<Untrusted>,
    /// The last line of the submission that the exception passed.
    pub own: Option<SourcePlace>,
    /// Whether the exception was raised behind that line, and not in the test.
    pub is_own: bool,
    /// Whether a file of the submission was being imported.
    pub importing: bool,
    /// The module that could not be found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Untrusted>,
    /// What was printed.
    pub printed: Untrusted,
}

/// What came of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseOutcome {
    /// It passed.
    #[default]
    Passed,
    /// An assertion failed.
    Failed,
    /// Another exception was raised.
    Error,
    /// The test was skipped.
    Skipped,
    /// What only prepares the test, or tidies up behind it, failed by itself: a fixture, `setUp`.
    Fixture,
    /// What runs the tests failed by itself: a hook of the instructor, or a plugin.
    Hook,
    /// The framework does not know the test, or is not there itself.
    Absent,
}

impl UnitTestTrace {
    /// Creates the trace of a test that told nothing.
    pub fn silent(end: SessionEnd) -> Self {
        Self { cases: Vec::new(), score: None, changed: None, liar: None, looked: None, end }
    }

    /// Takes out the sets of parameters that the test skips, if it passes with others, and returns their names.
    pub fn take_skipped_sets(&mut self) -> Vec<Untrusted> {
        if !self.cases.iter().any(|case| case.outcome == CaseOutcome::Passed) {
            return Vec::new();
        }
        let is_skipped = |case: &mut TestCase| case.outcome == CaseOutcome::Skipped;
        self.cases.extract_if(.., is_skipped).map(|case| case.name).collect()
    }

    /// Leaves out the skipped sets of parameters of these names, each once.
    #[must_use]
    pub fn without_sets(mut self, names: &[Untrusted]) -> Self {
        let mut left: Vec<&Untrusted> = names.iter().collect();
        self.cases.retain(|case| {
            let at = left.iter().position(|name| case.outcome == CaseOutcome::Skipped && **name == case.name);
            at.map(|at| left.swap_remove(at)).is_none()
        });
        self
    }

    /// Returns the first case that did not pass.
    pub fn lost(&self) -> Option<&TestCase> {
        self.cases.iter().find(|case| case.outcome != CaseOutcome::Passed)
    }

    /// Tells whether the test passed, and nothing else speaks against it.
    pub fn is_passed(&self) -> bool {
        let is_whole = !self.cases.is_empty() && self.lost().is_none() && self.end == SessionEnd::Code(0);
        is_whole && !self.is_tampered()
    }

    /// Tells whether something besides its cases speaks against it.
    pub fn is_tampered(&self) -> bool {
        self.changed.is_some() || self.liar.is_some() || self.looked.is_some()
    }
}
