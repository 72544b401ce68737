//! What a submission's own tests did.

use serde::{Deserialize, Serialize};

/// What became of running a submission's tests on programs of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestsTrace {
    /// Whether the file with the tests was handed in.
    pub is_there: bool,
    /// What the tests said of the right program, if they did not all pass.
    pub complaint: Option<String>,
    /// For each wrong program, whether a test failed.
    pub caught: Vec<bool>,
}
