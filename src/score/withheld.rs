//! Groups that count only as a whole, or only after others.

use super::Score;
use crate::plan::Plan;
use crate::points::Points;
use crate::spec::{Hidden, Passing};

/// Why a scenario earns nothing although it was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Withheld {
    /// The group that was not passed.
    group: usize,
    /// A scenario of it that was lost, by the index of its job.
    lost: usize,
}

impl Withheld {
    /// Says it in a sentence about a job.
    pub(crate) fn sentence(self, plan: &Plan, job: usize) -> String {
        let name = |group: usize| plan.spec.groups[group].name.as_deref().unwrap_or_default();
        let own = plan.jobs[job].group;
        let lost = &plan.jobs[self.lost];
        let lost = match lost.scenario.hidden {
            Hidden::Nothing => format!("`{}`", lost.name),
            Hidden::Details | Hidden::Result | Hidden::Everything => "another scenario".to_owned(),
        };
        if self.group == own {
            format!("Nothing is earned here: `{}` counts only as a whole, and {lost} was lost.", name(own))
        } else {
            let first = name(self.group);
            format!(
                "Nothing is earned here: `{}` counts only after `{first}`, and {lost} was lost there.",
                name(own)
            )
        }
    }
}

/// Takes the points of groups that count only as a whole, or only after others; tells of each job why. What could not be
/// graded, or is still to be marked, keeps nobody from passing a group.
pub(crate) fn withheld(plan: &Plan, score: &Score) -> (Score, Vec<Option<Withheld>>) {
    let mut failed: Vec<Option<Withheld>> = Vec::new();
    let mut scenarios = score.scenarios.clone();
    let mut reasons = vec![None; plan.jobs.len()];
    for (group, terms) in plan.spec.groups.iter().enumerate() {
        let jobs = || (0..plan.jobs.len()).filter(|job| plan.jobs[*job].group == group);
        let own = jobs().find(|job| !score.passed[*job]).map(|lost| Withheld { group, lost });
        let before = terms.after.iter().find_map(|other| failed[*other]);
        let reason = before.or(own.filter(|_| terms.passing == Passing::All));
        for job in jobs().filter(|_| reason.is_some()) {
            if scenarios[job].is_some_and(|earned| earned > Points::ZERO) {
                scenarios[job] = Some(Points::ZERO);
                reasons[job] = reason;
            }
        }
        failed.push(before.or(own));
    }
    let sum = scenarios.iter().copied().flatten().sum();
    (Score { points: score.points.map(|_| sum), scenarios, passed: score.passed.clone() }, reasons)
}
