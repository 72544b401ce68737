//! What stands on the page of a submission, in the order in which it is read: a failed gate first, then warnings,
//! what was lost, and what is right. What did not run is told once for all scenarios that did not for the same reason.

use std::collections::BTreeSet;

use super::{Graded, GradedScenario};
use crate::points::Points;

/// What a scenario is on the page of its submission; the first is read first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A gate that failed: nothing else is graded.
    FailedGate,
    /// It is accepted with a warning.
    Warning,
    /// It was put to the test.
    #[default]
    Tested,
    /// Nothing of it could run.
    NotRun,
}

/// One entry of a page.
#[derive(Debug)]
pub(super) enum Entry<'a> {
    /// A scenario, and its place in the spec.
    Scenario(usize, &'a GradedScenario),
    /// Scenarios that did not run for the same reason.
    NotRun(NotRun<'a>),
}

/// Scenarios that did not run for the same reason: at least one.
#[derive(Debug)]
pub(super) struct NotRun<'a> {
    /// Each with its place in the spec.
    pub(super) scenarios: Vec<(usize, &'a GradedScenario)>,
}

/// More groups than these are not named.
const MOST_GROUPS: usize = 4;

impl<'a> NotRun<'a> {
    /// The scenario that all others are like.
    pub(super) fn first(&self) -> &'a GradedScenario {
        self.scenarios[0].1
    }

    /// What did not run: a scenario, or groups.
    pub(super) fn name(&self) -> String {
        if let [(_, only)] = self.scenarios.as_slice() {
            return only.full_name();
        }
        let mut seen = BTreeSet::new();
        let groups = self.scenarios.iter().map(|(_, scenario)| scenario.group.as_deref());
        let groups: Vec<Option<&str>> = groups.filter(|group| seen.insert(*group)).collect();
        let named: Vec<&str> = groups.iter().copied().flatten().collect();
        if named.len() == groups.len() && groups.len() <= MOST_GROUPS {
            named.join(", ")
        } else {
            "Everything else".to_owned()
        }
    }

    /// How many did not run, and why: a sentence or two. Show it through [`Visible`](super::Visible).
    pub(super) fn sentence(&self) -> String {
        let reason = self.first().reasons.join(" ");
        match self.scenarios.len() {
            1 => reason,
            count => format!("{count} scenarios did not run. {reason}"),
        }
    }

    /// What they are worth together.
    pub(super) fn max_points(&self) -> Points {
        self.scenarios.iter().map(|(_, scenario)| scenario.max_points).sum()
    }

    /// Whether that costs anything: points that are no bonus.
    pub(super) fn costs(&self) -> bool {
        let costs = |one: &GradedScenario| one.is_lost() && !one.bonus && one.max_points > Points::ZERO;
        self.scenarios.iter().any(|(_, scenario)| costs(scenario))
    }
}

impl Entry<'_> {
    /// Whether points were lost here, or would have been if it were worth any.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Self::Scenario(_, scenario) => scenario.is_lost(),
            Self::NotRun(not_run) => not_run.costs(),
        }
    }

    /// Whether it is a warning.
    pub(super) fn warns(&self) -> bool {
        self.role() == Role::Warning
    }

    fn role(&self) -> Role {
        match self {
            Self::Scenario(_, scenario) => scenario.role,
            Self::NotRun(_) => Role::NotRun,
        }
    }
}

/// All entries of a page: what warns, then what is lost, then the others.
pub(super) fn entries(graded: &Graded) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry> = Vec::new();
    for (index, scenario) in graded.scenarios.iter().enumerate() {
        if scenario.role != Role::NotRun {
            entries.push(Entry::Scenario(index, scenario));
            continue;
        }
        let alike = entries.iter_mut().find_map(|entry| match entry {
            Entry::NotRun(one) if one.first().is_not_run_like(scenario) => Some(one),
            Entry::NotRun(_) | Entry::Scenario(..) => None,
        });
        match alike {
            Some(one) => one.scenarios.push((index, scenario)),
            None => entries.push(Entry::NotRun(NotRun { scenarios: vec![(index, scenario)] })),
        }
    }
    let heads = |entry: &Entry| matches!(entry.role(), Role::FailedGate | Role::Warning);
    entries.sort_by_key(|entry| match (heads(entry), entry.is_lost()) {
        (true, _) => (0, entry.role()),
        (false, true) => (1, entry.role()),
        (false, false) => (2, Role::Tested),
    });
    entries
}

impl GradedScenario {
    /// Whether the same can be said of two scenarios that did not run.
    fn is_not_run_like(&self, other: &Self) -> bool {
        (self.verdict, &self.reasons) == (other.verdict, &other.reasons)
    }
}
