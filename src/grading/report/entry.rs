//! The entries on the page of a submission, in reading order: a failed gate first, then warnings, lost scenarios, and
//! the others. Scenarios that were lost for the same cause are one entry, and so are those that did not run, or earn
//! nothing, for the same reason.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;

use super::{Graded, GradedScenario};
use crate::compare::Verdict;
use crate::guidance::Guidance;
use crate::points::{Points, Sixths};
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
    /// The scenario is accepted, and its group earns nothing.
    Withheld,
    /// The scenario could not run.
    NotRun,
}

/// One entry of a page.
#[derive(Debug)]
pub(super) enum Entry<'a> {
    /// A scenario, and its place in the spec.
    Scenario(usize, &'a GradedScenario),
    /// Scenarios that were lost for the same cause.
    Cause(Cause<'a>),
    /// Scenarios that did not run, or earn nothing, for the same reason.
    Alike(Alike<'a>),
}

/// Scenarios that were lost for the same cause: at least one.
#[derive(Debug)]
pub(super) struct Cause<'a> {
    /// Its number among the causes of the submission, from 0.
    pub(super) number: usize,
    /// The one with the shortest input, and its place in the spec. It shows the cause.
    pub(super) shown: (usize, &'a GradedScenario),
    /// The others, in the order of the spec.
    pub(super) others: Vec<(usize, &'a GradedScenario)>,
    /// The points that would be earned without this cause, and those that can be earned; `None` if that is not known.
    pub(super) mended: Option<(Points, Points)>,
}

/// If more scenarios than this have the same cause, the others are only counted.
const MOST_NAMES: usize = 6;

impl<'a> Cause<'a> {
    fn new(graded: &Graded, cause: usize, mut scenarios: Vec<(usize, &'a GradedScenario)>) -> Self {
        let order = |(_, one): &(usize, &GradedScenario)| (one.role == Role::NotRun, one.length);
        let shortest = (0..scenarios.len()).min_by_key(|at| order(&scenarios[*at]));
        let shown = scenarios.remove(shortest.expect("a cause has scenarios"));
        let mended = graded.mended.get(cause).copied().flatten();
        let mended = mended.map(|points| (points, graded.max_points(false)));
        Self { number: cause, shown, others: scenarios, mended }
    }

    /// All of its scenarios, the one that is shown first.
    pub(super) fn scenarios(&self) -> impl Iterator<Item = &'a GradedScenario> {
        iter::once(self.shown).chain(self.others.iter().copied()).map(|(_, scenario)| scenario)
    }

    /// The most points that its scenarios can earn together, bonus not included.
    pub(super) fn max_points(&self) -> Points {
        self.scenarios().filter(|scenario| !scenario.bonus).map(|scenario| scenario.max_points).sum()
    }

    /// The points that its scenarios lost together, bonus not included.
    pub(super) fn lost(&self) -> Points {
        let counted = || self.scenarios().filter(|scenario| !scenario.bonus);
        self.max_points() - counted().filter_map(|scenario| scenario.points).sum::<Points>()
    }

    /// What went wrong, in one sentence.
    pub(super) fn headline(&self) -> Untrusted {
        Self::headline_of(self.shown.1)
    }

    /// What went wrong in a scenario, in one sentence.
    pub(super) fn headline_of(shown: &GradedScenario) -> Untrusted {
        let first = shown.guidance.headline.as_ref().or(shown.reasons.first());
        first.cloned().unwrap_or_else(|| shown.verdict.words().into())
    }

    /// The other reasons of the scenario that is shown.
    pub(super) fn further_reasons(&self) -> &'a [Untrusted] {
        self.shown.1.further_reasons()
    }

    /// What this cause costs, if several scenarios were lost for it: `5 scenarios were lost for this, 7.15 points.`
    pub(super) fn price(&self) -> Option<String> {
        let count = self.others.len() + 1;
        let points = match self.max_points() {
            Points::ZERO => String::new(),
            points => format!(", {} together", points.counted()),
        };
        let inferred = match self.scenarios().filter(|scenario| scenario.role == Role::NotRun).count() {
            0 => String::new(),
            1 => " One of them was not run: it begins with the same lines.".to_owned(),
            some => format!(" {some} of them were not run: they begin with the same lines."),
        };
        let told = format!("{count} scenarios were lost for this{points}; the shortest is shown.{inferred}");
        (count > 1).then_some(told)
    }

    /// Whether the hint of the scenario that is shown is about this cause. If it is known what to do, and other groups were
    /// lost too, the hint is about something else.
    pub(super) fn has_hint(&self) -> bool {
        let group = &self.shown.1.group;
        self.shown.1.guidance.todo.is_none() || self.scenarios().all(|scenario| scenario.group == *group)
    }

    /// What mending it would bring.
    pub(super) fn prospect(&self) -> Option<String> {
        let (points, most) = self.mended?;
        Some(format!("If only this were mended: {points} of {}.", most.counted()))
    }

    /// The names of the other scenarios: `Also: Greets / nobody; capitals.` The name of a group stands before its first.
    pub(super) fn also(&self) -> Option<String> {
        let mut group = self.shown.1.group.as_deref();
        let mut names = Vec::new();
        for (_, scenario) in self.others.iter().take(MOST_NAMES) {
            let is_new = scenario.group.as_deref() != group;
            names.push(if is_new { scenario.full_name() } else { scenario.name.to_string() });
            group = scenario.group.as_deref();
        }
        if self.others.len() > MOST_NAMES {
            names.push(format!("and {} more", self.others.len() - MOST_NAMES));
        }
        (!names.is_empty()).then(|| format!("Also: {}.", names.join("; ")))
    }
}

/// Scenarios that did not run, or earn nothing, for the same reason: at least one.
#[derive(Debug)]
pub(super) struct Alike<'a> {
    /// Each with its place in the spec.
    pub(super) scenarios: Vec<(usize, &'a GradedScenario)>,
}

/// If there are more groups than this, they are not named.
const MOST_GROUPS: usize = 4;

impl<'a> Alike<'a> {
    /// The first scenario: role, verdict and reasons of the others are the same.
    pub(super) fn first(&self) -> &'a GradedScenario {
        self.scenarios[0].1
    }

    /// The name of them: a scenario, or groups.
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

    /// One or two sentences: how many they are, and the reason.
    pub(super) fn sentence(&self) -> Untrusted {
        let reasons = || Untrusted::join(&self.first().reasons, " ");
        let reason = self.guidance().and_then(|one| one.headline.clone()).unwrap_or_else(reasons);
        match self.scenarios.len() {
            1 => reason,
            count if self.is_withheld() => {
                Untrusted::concat(&[&format!("{count} scenarios were accepted. "), &reason])
            }
            count => Untrusted::concat(&[&format!("{count} scenarios did not run. "), &reason]),
        }
    }

    /// What its author should do, if a compiler keeps them from being run.
    pub(super) fn guidance(&self) -> Option<&'a Guidance> {
        self.scenarios.iter().map(|(_, scenario)| &scenario.guidance).find(|one| !one.is_empty())
    }

    /// What a compiler said, if it keeps them from being run.
    pub(super) fn said(&self) -> Option<&'a Untrusted> {
        self.scenarios.iter().find_map(|(_, scenario)| scenario.said.as_ref())
    }

    /// Whether they earn nothing although they were accepted.
    fn is_withheld(&self) -> bool {
        self.first().role == Role::Withheld
    }

    /// The most points that they can earn together.
    pub(super) fn max_points(&self) -> Points {
        self.scenarios.iter().map(|(_, scenario)| scenario.max_points).sum()
    }

    /// The same for people: `2⅔`.
    pub(super) fn shown_max(&self) -> String {
        let shares = self.scenarios.iter().map(|(_, scenario)| (scenario.max_points, scenario.sixths));
        Sixths::sum(shares).map_or_else(|| self.max_points().to_string(), |sixths| sixths.to_string())
    }

    /// Whether points were lost that are no bonus.
    pub(super) fn costs(&self) -> bool {
        let is_dear = |one: &GradedScenario| !one.bonus && one.max_points > Points::ZERO;
        let costs = |one: &GradedScenario| (one.is_lost() || self.is_withheld()) && is_dear(one);
        self.scenarios.iter().any(|(_, scenario)| costs(scenario))
    }
}

impl Entry<'_> {
    /// Whether points were lost here, or would have been lost if the scenario had any.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Self::Scenario(_, scenario) => scenario.is_lost(),
            Self::Cause(_) => true,
            Self::Alike(alike) => alike.costs(),
        }
    }

    /// The cause, if it is one.
    pub(super) fn cause(&self) -> Option<&Cause<'_>> {
        match self {
            Self::Cause(cause) => Some(cause),
            Self::Scenario(..) | Self::Alike(_) => None,
        }
    }

    /// Whether it is a warning.
    pub(super) fn warns(&self) -> bool {
        self.role() == Role::Warning
    }

    fn role(&self) -> Role {
        match self {
            Self::Scenario(_, scenario) => scenario.role,
            Self::Cause(_) => Role::Tested,
            Self::Alike(alike) => alike.first().role,
        }
    }
}

/// All entries of a page: first warnings, then what was lost, the dearest cause first, then the others.
pub(super) fn entries(graded: &Graded) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for (index, scenario) in graded.scenarios.iter().enumerate() {
        if let Some(cause) = scenario.cause {
            if told.insert(cause) {
                let all = graded.scenarios.iter().enumerate();
                let alike = all.filter(|(_, one)| one.cause == Some(cause)).collect();
                entries.push(Entry::Cause(Cause::new(graded, cause, alike)));
            }
            continue;
        }
        if !matches!(scenario.role, Role::NotRun | Role::Withheld) {
            entries.push(Entry::Scenario(index, scenario));
            continue;
        }
        let alike = entries.iter_mut().find_map(|entry| match entry {
            Entry::Alike(one) if one.first().is_like(scenario) => Some(one),
            Entry::Alike(_) | Entry::Scenario(..) | Entry::Cause(_) => None,
        });
        match alike {
            Some(one) => one.scenarios.push((index, scenario)),
            None => entries.push(Entry::Alike(Alike { scenarios: vec![(index, scenario)] })),
        }
    }
    let heads = |entry: &Entry| matches!(entry.role(), Role::FailedGate | Role::Warning);
    let price = |entry: &Entry| match entry {
        Entry::Cause(cause) => cause.max_points(),
        Entry::Scenario(_, scenario) => scenario.max_points,
        Entry::Alike(alike) => alike.max_points(),
    };
    entries.sort_by_key(|entry| match (heads(entry), entry.is_lost()) {
        (true, _) => (0, entry.role(), Reverse(Points::ZERO)),
        (false, true) => (1, entry.role(), Reverse(price(entry))),
        (false, false) => (2, Role::Tested, Reverse(Points::ZERO)),
    });
    entries
}

impl GradedScenario {
    /// Whether the same is to be told of two scenarios.
    fn is_like(&self, other: &Self) -> bool {
        (self.role, self.verdict, &self.reasons) == (other.role, other.verdict, &other.reasons)
    }
}
