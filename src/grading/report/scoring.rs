//! Applies what a spec says about the costs of lost scenarios.

use std::collections::BTreeSet;

use super::causes::Causes;
use crate::diagnose::explained;
use crate::plan::Plan;
use crate::points::Points;
use crate::run::Outcome;
use crate::score::{Charge, Charged, Score, Standing, Withheld, per_cause, withheld};
use crate::spec::{Hidden, Scoring};

/// The points of one submission under the rules of its spec.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    /// The points that count.
    pub(super) score: Score,
    /// The points if each mistake costs points once; `None` if nobody asks.
    pub(super) per_cause: Option<Points>,
    /// What became of each job, where mistakes are charged once.
    charged: Vec<Option<Charged>>,
    /// The points before those of groups were withheld.
    pub(super) before: Score,
    /// Why a job does not earn what it would alone.
    withheld: Vec<Option<Withheld>>,
}

impl Scored {
    /// Applies the rules of a spec. `score` has the points of the scenarios alone. Where a gate failed, nothing else
    /// counts.
    pub(super) fn new(plan: &Plan, outcome: &Outcome, causes: &Causes, score: Score, is_shut: bool) -> Self {
        let recorded = match outcome {
            Outcome::Ran(recorded) if plan.spec.scoring != Scoring::PerScenario && !is_shut => recorded,
            _ => return Self::with(plan, score, vec![None; plan.jobs.len()]),
        };
        let recorded: Vec<_> =
            recorded.iter().map(|one| one.as_ref().ok().map(|observed| &observed.recorded)).collect();
        let (mut charges, mut jobs) = (Vec::new(), Vec::new());
        let found = explained(plan, &recorded);
        for mistake in found.mistakes {
            charges.push(Charge { is_slip: mistake.is_slip, shows: mistake.shows, alone: mistake.alone });
        }
        jobs.extend(found.jobs);
        // A slip can be undone without knowing what else a program might do.
        let (mut charged, mut slips) = (BTreeSet::new(), Vec::new());
        for (remedied, mistakes) in &causes.only_words {
            let new: Vec<usize> = remedied.iter().copied().filter(|job| !jobs.contains(job)).collect();
            if !new.is_empty() {
                for mistake in mistakes.iter().filter(|mistake| charged.insert(&mistake.name)) {
                    let alone: Vec<usize> =
                        mistake.alone.iter().copied().filter(|job| new.contains(job)).collect();
                    let shows = if alone.is_empty() { new.clone() } else { alone.clone() };
                    slips.push(Charge { is_slip: true, shows, alone });
                }
                jobs.extend(new);
            }
        }
        // The one that stands in fewer scenarios has the first choice where it is charged.
        slips.sort_by_key(|slip| slip.shows.len());
        charges.extend(slips);
        let alone = Self::with(plan, score.clone(), vec![None; plan.jobs.len()]);
        let (once, charged) = per_cause(plan, &score, &charges, &jobs);
        let once = Self::with(plan, once, charged);
        // Nobody has fewer points.
        let once = if once.score.points < alone.score.points { alone.clone() } else { once };
        let per_cause = once.score.points;
        let scored = if plan.spec.scoring == Scoring::PerCause { once } else { alone };
        Self { per_cause, ..scored }
    }

    /// Withholds the points of groups that were not passed.
    fn with(plan: &Plan, before: Score, charged: Vec<Option<Charged>>) -> Self {
        let standing = |job: usize| Standing::of(before.passed[job], charged[job]);
        let (score, withheld) = withheld(plan, &before, &standing);
        Self { score, per_cause: None, charged, before, withheld }
    }

    /// Whether a job earns nothing although it was accepted.
    pub(super) fn withholds(&self, job: usize) -> bool {
        matches!(self.withheld[job], Some(Withheld::NotPassed { .. }))
    }

    /// Whether a job counts: where the best of a group do, the others do not.
    pub(super) fn counts(&self, job: usize) -> bool {
        !matches!(self.withheld[job], Some(Withheld::NotAmongBest { .. }))
    }

    /// The sentence about what a lost job costs; `None` if it costs what it is worth.
    pub(super) fn sentence(&self, plan: &Plan, job: usize) -> Option<String> {
        if let Some(withheld) = self.withheld[job] {
            return Some(withheld.sentence(plan, job));
        }
        match self.charged[job]? {
            Charged::Here { is_slip: false } => {
                Some("This scenario stands for its mistake, which costs points only here.".to_owned())
            }
            Charged::Here { is_slip: true } => Some(
                "This scenario stands for its mistake, which costs points only here, and half of them, because only words are wrong."
                    .to_owned(),
            ),
            Charged::Elsewhere(home) if plan.jobs[home].scenario.hidden == Hidden::Nothing => {
                Some(format!("Excused: this mistake costs points only in `{}`.", plan.full_name(&plan.jobs[home])))
            }
            Charged::Elsewhere(_) => Some("Excused: this mistake costs points elsewhere.".to_owned()),
        }
    }
}
