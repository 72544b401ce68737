//! The entries on the page of a submission, in reading order: a failed gate first, then warnings, lost scenarios, and
//! the others. Scenarios that did not run for the same reason are one entry.

use std::collections::BTreeSet;

use super::{Graded, GradedScenario};
use crate::compare::Verdict;
use crate::points::Points;
use crate::untrusted::Untrusted;

/// The part that a scenario plays on the page of its submission, in reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A gate that failed: nothing else is graded.
    FailedGate,
    /// The scenario is accepted with a warning.
    Warning,
    /// The scenario was tested.
    #[default]
    Tested,
    /// The scenario could not run.
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

/// If more groups than this did not run, they are not named.
const MOST_GROUPS: usize = 4;

impl<'a> NotRun<'a> {
    /// The first scenario: the verdict and the reasons of the others are the same.
    pub(super) fn first(&self) -> &'a GradedScenario {
        self.scenarios[0].1
    }

    /// The name of what did not run: a scenario, or groups.
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
        } else if self.first().verdict == Verdict::InvalidSubmission {
            "Everything else".to_owned()
        } else {
            "Other scenarios".to_owned()
        }
    }

    /// One or two sentences: how many scenarios did not run, and the reason.
    pub(super) fn sentence(&self) -> Untrusted {
        let reason = Untrusted::join(&self.first().reasons, " ");
        match self.scenarios.len() {
            1 => reason,
            count => Untrusted::concat(&[&format!("{count} scenarios did not run. "), &reason]),
        }
    }

    /// The most points that they can earn together.
    pub(super) fn max_points(&self) -> Points {
        self.scenarios.iter().map(|(_, scenario)| scenario.max_points).sum()
    }

    /// Whether points were lost that are no bonus.
    pub(super) fn costs(&self) -> bool {
        let costs = |one: &GradedScenario| one.is_lost() && !one.bonus && one.max_points > Points::ZERO;
        self.scenarios.iter().any(|(_, scenario)| costs(scenario))
    }
}

impl Entry<'_> {
    /// Whether points were lost here, or would have been lost if the scenario had any.
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

/// All entries of a page: first warnings, then lost scenarios, then the others.
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
    /// Whether two scenarios that did not run have the same verdict and the same reasons.
    fn is_not_run_like(&self, other: &Self) -> bool {
        (self.verdict, &self.reasons) == (other.verdict, &other.reasons)
    }
}
