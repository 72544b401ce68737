//! What a test becomes: the files that students hand in for it, and the runs or tests that earn its points.

use std::collections::BTreeMap;

use super::super::draft::{Make, Scenario, Tests};

/// What a test becomes.
#[derive(Debug, Default)]
pub(super) struct Carried {
    /// The file that is run or tested. It is handed in, or one of `supplied`.
    pub(super) entry: String,
    /// The files that are handed in, in their order.
    pub(super) files: Vec<String>,
    /// Files that may be handed in too.
    pub(super) optional: Vec<String>,
    /// Files beside the spec that are laid beside every submission.
    pub(super) supplied: Vec<String>,
    /// Files that lie beside the spec, by their paths.
    pub(super) beside: BTreeMap<String, Vec<u8>>,
    pub(super) make: Option<Make>,
    /// Limits that the usual ones are too low for.
    pub(super) limits: Vec<(&'static str, String)>,
    pub(super) work: Work,
    /// Whether all its files are one program, such as the classes of Java.
    pub(super) is_whole: bool,
    /// What is not quite as it was.
    pub(super) differs: Vec<String>,
}

/// What earns the points.
#[derive(Debug)]
pub(super) enum Work {
    /// Scenarios, all of which must be right.
    Scenarios(Vec<Scenario>),
    Tests(Tests),
}

impl Default for Work {
    fn default() -> Self {
        Self::Scenarios(Vec::new())
    }
}
