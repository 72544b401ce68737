//! Which rules of the assignment the runs of a spec exercise. That needs no bugs, only a reference that knows its rules.

use std::collections::BTreeSet;

use yardstick_reference::{Reference, Rule};

use crate::plan::{Expected, Plan};

/// Rules of one kind, such as winning lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleKind {
    /// The kind.
    pub name: &'static str,
    /// How many of them a run exercises.
    pub exercised: usize,
    /// How many there are.
    pub of: usize,
    /// The names of the others.
    pub never: Vec<String>,
}

/// What the runs of a plan exercise, by kinds; nothing for a reference that does not tell its rules.
pub(super) fn exercised(plan: &Plan, reference: &dyn Reference) -> Vec<RuleKind> {
    // The first subject is the program as the spec usually runs it; of others there are only the sizes.
    let Some(subject) = reference.subjects().first() else { return Vec::new() };
    let runs = plan.jobs.iter().filter_map(|job| match &job.expected {
        Expected::Run(task, _) => subject.exercised(&task.args, &task.input.lines),
        Expected::Session(..)
        | Expected::Rule(_)
        | Expected::Package(_)
        | Expected::Tests(_)
        | Expected::Manual(_) => None,
    });
    let exercised: BTreeSet<Rule> = runs.flatten().collect();
    let mut kinds: Vec<RuleKind> = Vec::new();
    for rule in subject.rules() {
        let index = kinds.iter().position(|kind| kind.name == rule.kind).unwrap_or_else(|| {
            kinds.push(RuleKind { name: rule.kind, exercised: 0, of: 0, never: Vec::new() });
            kinds.len() - 1
        });
        kinds[index].of += 1;
        if exercised.contains(&rule) {
            kinds[index].exercised += 1;
        } else {
            kinds[index].never.push(rule.name);
        }
    }
    kinds
}
