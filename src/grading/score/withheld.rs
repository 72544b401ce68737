//! Groups that count only as a whole, or only after others, and groups of which the best scenarios count.

use std::cmp::Reverse;

use super::{Charged, Score};
use crate::plan::Plan;
use crate::points::Points;
use crate::spec::{Hidden, Passing};

/// Why a scenario does not earn what it would alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// It was accepted and earns nothing.
    NotPassed {
        /// The group that was not passed.
        group: usize,
        /// A scenario of it that was lost, by the index of its job.
        lost: usize,
    },
    /// It does not count, whatever it would earn: others of its group are at least as good.
    NotAmongBest {
        /// How many of them count.
        best: usize,
    },
}

impl Withheld {
    /// Says it in a sentence about a job.
    pub fn sentence(self, plan: &Plan, job: usize) -> String {
        let name = |group: usize| plan.spec.groups[group].name.as_deref().unwrap_or_default();
        let own = plan.jobs[job].group;
        let (first, lost) = match self {
            Self::NotAmongBest { best } => {
                let counting = if best == 1 { "the best one".to_owned() } else { format!("the best {best}") };
                let all = jobs_of(plan, own).count();
                let verb = if best == 1 { "counts" } else { "count" };
                return format!("Not counted: of the {all} scenarios of `{}`, {counting} {verb}.", name(own));
            }
            Self::NotPassed { group, lost } => (group, &plan.jobs[lost]),
        };
        let lost = match lost.scenario.hidden {
            Hidden::Nothing | Hidden::Expected => format!("`{}`", lost.name),
            Hidden::Details | Hidden::Result | Hidden::AfterDue | Hidden::Everything => {
                "another scenario".to_owned()
            }
        };
        if first == own {
            format!("Nothing is earned here: `{}` counts only as a whole, and {lost} was lost.", name(own))
        } else {
            let first = name(first);
            format!(
                "Nothing is earned here: `{}` counts only after `{first}`, and {lost} was lost there.",
                name(own)
            )
        }
    }
}

/// Which scenarios count first where only the best of a group do. Otherwise a mistake that is charged in one of them would cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It was accepted.
    Accepted,
    /// It stands for a mistake.
    Charged,
    /// It is excused, or nothing is known that would excuse it.
    Other,
}

impl Standing {
    /// The standing of a scenario.
    pub fn of(is_passed: bool, charged: Option<Charged>) -> Self {
        match charged {
            Some(Charged::Here { .. }) => Self::Charged,
            None if is_passed => Self::Accepted,
            Some(Charged::Elsewhere(_)) | None => Self::Other,
        }
    }
}

/// Takes the points of groups that count only as a whole, or only after others, and of scenarios that are not among the
/// best of their group; tells of each job why. `standing` says which are taken first there, before those that earn most. What could not be graded, or is still to be marked, keeps nobody from
/// passing a group.
pub fn withheld(
    plan: &Plan,
    score: &Score,
    standing: &dyn Fn(usize) -> Standing,
) -> (Score, Vec<Option<Withheld>>) {
    let mut failed: Vec<Option<Withheld>> = Vec::new();
    let mut scenarios = score.scenarios.clone();
    let mut reasons = vec![None; plan.jobs.len()];
    for (group, terms) in plan.spec.groups.iter().enumerate() {
        let lost: Vec<usize> = jobs_of(plan, group).filter(|job| !score.passed[*job]).collect();
        let may_be_lost = match terms.passing {
            Passing::Each | Passing::All => 0,
            Passing::BestOf(best) => jobs_of(plan, group).count().saturating_sub(best),
        };
        let own = lost.first().filter(|_| lost.len() > may_be_lost);
        let own = own.map(|lost| Withheld::NotPassed { group, lost: *lost });
        let before = terms.after.iter().find_map(|other| failed[*other]);
        let reason = before.or(own.filter(|_| terms.passing == Passing::All));
        for job in jobs_of(plan, group).filter(|_| reason.is_some()) {
            if scenarios[job].is_some_and(|earned| earned > Points::ZERO) {
                scenarios[job] = Some(Points::ZERO);
                reasons[job] = reason;
            }
        }
        if let Passing::BestOf(best) = terms.passing {
            // What is still to be marked may become the best. Among equals, the earlier one counts.
            let mut ranked: Vec<usize> = jobs_of(plan, group).collect();
            ranked.sort_by_key(|job| {
                let earned = score.scenarios[*job];
                (earned.is_some(), standing(*job), Reverse(earned))
            });
            for job in ranked.into_iter().skip(best) {
                scenarios[job] = scenarios[job].map(|_| Points::ZERO);
                reasons[job] = Some(Withheld::NotAmongBest { best });
            }
        }
        failed.push(before.or(own));
    }
    let sum = scenarios.iter().copied().flatten().sum();
    (Score { points: score.points.map(|_| sum), scenarios, passed: score.passed.clone() }, reasons)
}

fn jobs_of(plan: &Plan, group: usize) -> impl Iterator<Item = usize> {
    (0..plan.jobs.len()).filter(move |job| plan.jobs[*job].group == group)
}
