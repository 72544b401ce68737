//! Counts the features of the assignment that the runs of a spec exercise. This needs no bugs, only a reference that
//! knows its rules.

use std::collections::BTreeSet;

use yardstick_reference::{Feature, Reference};

use crate::plan::{Expected, Plan};

/// The features of one kind, such as winning lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FeatureKind {
    /// The name of the kind.
    pub name: &'static str,
    /// The number of exercised features.
    pub exercised: usize,
    /// The number of all features.
    pub of: usize,
    /// The names of the features that are never exercised.
    pub never: Vec<String>,
}

/// Returns the features that the runs of a plan exercise, by kind; empty if the reference does not report features.
pub(super) fn exercised(plan: &Plan, reference: &dyn Reference) -> Vec<FeatureKind> {
    // The first subject is the program as the spec usually runs it; other subjects only have other sizes.
    let Some(subject) = reference.subjects().first() else { return Vec::new() };
    let runs = plan.jobs.iter().filter_map(|job| match &job.expected {
        Expected::Run(task, _) => subject.exercised(&task.args, &task.input.lines),
        Expected::Session(..)
        | Expected::Rule(_)
        | Expected::Package(_)
        | Expected::Tests(_)
        | Expected::UnitTest(..)
        | Expected::Manual(_) => None,
    });
    let exercised: BTreeSet<Feature> = runs.flatten().collect();
    let mut kinds: Vec<FeatureKind> = Vec::new();
    for feature in subject.features() {
        let index = kinds.iter().position(|kind| kind.name == feature.kind).unwrap_or_else(|| {
            kinds.push(FeatureKind { name: feature.kind, exercised: 0, of: 0, never: Vec::new() });
            kinds.len() - 1
        });
        kinds[index].of += 1;
        if exercised.contains(&feature) {
            kinds[index].exercised += 1;
        } else {
            kinds[index].never.push(feature.name);
        }
    }
    kinds
}
