//! A mark that charges each mistake once.
//!
//! One mistake often fails many scenarios, and one that is in every line fails all of them. Here it costs the dearest
//! scenario that it fails alone, and half of that if only words are wrong. Scenarios that were lost for nothing but charged
//! mistakes are excused. What no mistake explains costs what it always costs, so the mark is never below that of the
//! scenarios alone.

use std::cmp::Reverse;

use super::{Score, Standing, withheld};
use crate::plan::Plan;
use crate::points::Points;

/// A mistake that is charged.
#[derive(Clone, Debug)]
pub struct Charge {
    /// Whether only words are wrong.
    pub is_slip: bool,
    /// The lost scenarios that it explains, by the indexes of their jobs.
    pub shows: Vec<usize>,
    /// Those that would be lost for it alone.
    pub alone: Vec<usize>,
}

/// What became of a lost scenario when its mistakes were charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charged {
    /// It stands for a mistake: it costs all of its points, or half of them if only words are wrong.
    Here {
        /// Whether only words are wrong.
        is_slip: bool,
    },
    /// It costs nothing: the mistake is charged in another job.
    Elsewhere(usize),
}

/// The points of a submission whose mistakes are charged once each, and what became of each job.
pub fn per_cause(
    plan: &Plan,
    score: &Score,
    charges: &[Charge],
    explained: &[usize],
) -> (Score, Vec<Option<Charged>>) {
    let mut charged: Vec<Option<Charged>> = vec![None; plan.jobs.len()];
    let worth = |job: &usize| plan.jobs[*job].scenario.points;
    let is_bonus = |job: &usize| plan.spec.groups[plan.jobs[*job].group].bonus;
    let is_explained = |job: &usize| explained.contains(job);
    // A mistake is charged where something would be earned without it.
    let mended = score.scenarios.iter().enumerate();
    let mended = mended
        .map(|(job, earned)| earned.map(|earned| if is_explained(&job) { worth(&job) } else { earned }));
    let passed = score.passed.iter().enumerate().map(|(job, passed)| *passed || is_explained(&job));
    let mended = Score { points: None, scenarios: mended.collect(), passed: passed.collect() };
    let (mended, _) = withheld(plan, &mended, &|job| Standing::of(score.passed[job], None));
    let earns = |job: &usize| mended.scenarios[*job].is_some_and(|earned| earned > Points::ZERO);
    let mut home = Vec::with_capacity(charges.len());
    for charge in charges {
        let candidates = if charge.alone.iter().any(is_explained) { &charge.alone } else { &charge.shows };
        let dearest = candidates
            .iter()
            .copied()
            .filter(|job| is_explained(job) && earns(job) && charged[*job].is_none())
            .min_by_key(|job| (is_bonus(job), Reverse(worth(job)), *job));
        if let Some(job) = dearest {
            charged[job] = Some(Charged::Here { is_slip: charge.is_slip });
        }
        // Where every scenario that it fails stands for another mistake already, it is charged with that one.
        home.push(dearest.or_else(|| candidates.iter().copied().find(is_explained)));
    }
    for job in explained {
        let cause = charges.iter().position(|charge| charge.shows.contains(job));
        let home = cause.and_then(|cause| home[cause]).or_else(|| home.iter().flatten().next().copied());
        if charged[*job].is_none() {
            charged[*job] = home.map(Charged::Elsewhere);
        }
    }
    let scenarios: Vec<Option<Points>> = score
        .scenarios
        .iter()
        .enumerate()
        .map(|(job, earned)| {
            let (earned, most) = ((*earned)?, worth(&job));
            let now = match charged[job] {
                Some(Charged::Elsewhere(_)) => most,
                Some(Charged::Here { is_slip: true }) => most - most.part(1, 2),
                Some(Charged::Here { is_slip: false }) | None => earned,
            };
            Some(now.max(earned))
        })
        .collect();
    let sum = scenarios.iter().copied().flatten().sum();
    // Words alone keep nobody from passing a group.
    let excused = charged
        .iter()
        .map(|charged| matches!(charged, Some(Charged::Elsewhere(_) | Charged::Here { is_slip: true })));
    let passed = score.passed.iter().zip(excused).map(|(passed, excused)| *passed || excused).collect();
    (Score { points: score.points.map(|_| sum), scenarios, passed }, charged)
}
