//! A class compared with earlier gradings of the same assignment.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::agenda::all_mistakes;
use super::earlier::{Earlier, digest, scenarios};
use super::{Report, SharedMistake};
use crate::digest::Digest;
use crate::untrusted::Untrusted;

/// A class compared with earlier gradings of the same assignment.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The earlier gradings, in the order in which they were named.
    pub earlier: Vec<Earlier>,
    /// The mistakes that several submissions make, or made in one of these; those that changed most first.
    pub mistakes: Vec<Compared>,
    /// The scenarios in which the share of accepted submissions changed much; those that changed most first.
    pub scenarios: Vec<Compared>,
}

/// The share of submissions that something is true of, now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The headline of a mistake, or the full name of a scenario.
    pub what: Untrusted,
    /// The share in this class.
    pub now: Share,
    /// The share in each earlier grading; `None` where nobody can tell.
    pub then: Vec<Option<Share>>,
}

/// A part of some submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of submissions in the part.
    pub count: usize,
    /// The number of all.
    pub of: usize,
}

/// A scenario changed much if its share did by this many hundredths of a percent: 15 percentage points.
const MUCH: u128 = 1500;

/// The most scenarios that are named.
const MOST_SCENARIOS: usize = 10;

impl History {
    /// Compares the class of a report with earlier gradings.
    pub(super) fn of(report: &Report, earlier: &[Earlier]) -> Self {
        if earlier.is_empty() {
            return Self::default();
        }
        Self {
            mistakes: mistakes(report, earlier),
            scenarios: changed_scenarios(report, earlier),
            earlier: earlier.to_vec(),
        }
    }
}

fn mistakes(report: &Report, earlier: &[Earlier]) -> Vec<Compared> {
    let now = all_mistakes(&report.submissions);
    let now: BTreeMap<Digest, SharedMistake> =
        now.into_iter().map(|(topic, mistake)| (digest(topic), mistake)).collect();
    let then: Vec<BTreeMap<Digest, usize>> = earlier
        .iter()
        .map(|one| one.mistakes.iter().map(|mistake| (mistake.topic, mistake.submissions)).collect())
        .collect();
    let mut headlines: BTreeMap<Digest, &Untrusted> = BTreeMap::new();
    let of_earlier = earlier.iter().flat_map(|one| &one.mistakes);
    // What submissions of this class say comes last, and so it replaces what earlier ones said.
    headlines.extend(of_earlier.filter_map(|mistake| Some((mistake.topic, mistake.headline.as_ref()?))));
    headlines.extend(now.iter().map(|(topic, mistake)| (*topic, &mistake.headline)));
    let compared = headlines.into_iter().map(|(topic, headline)| {
        let count = now.get(&topic).map_or(0, |mistake| mistake.submissions.len());
        let then = earlier.iter().zip(&then);
        Compared {
            what: headline.clone(),
            now: Share { count, of: report.summary.graded },
            then: then
                .map(|(one, counts)| Share::some(counts.get(&topic).copied().unwrap_or_default(), one.graded))
                .collect(),
        }
    });
    let mut compared: Vec<Compared> = compared.filter(Compared::is_of_several).collect();
    compared.sort_by_key(|one| Reverse((one.change(), one.most())));
    compared
}

fn changed_scenarios(report: &Report, earlier: &[Earlier]) -> Vec<Compared> {
    let compared = scenarios(report).map(|now| {
        let same = |one: &Earlier| {
            let scenario = one.scenarios.iter().find(|then| then.scenario == now.scenario)?;
            Share::some(scenario.accepted, scenario.judged)
        };
        Compared {
            now: Share { count: now.accepted, of: now.judged },
            then: earlier.iter().map(same).collect(),
            what: now.scenario.as_str().into(),
        }
    });
    let mut changed: Vec<Compared> = compared.filter(|one| one.change() >= MUCH).collect();
    changed.sort_by_key(|one| Reverse(one.change()));
    changed.truncate(MOST_SCENARIOS);
    changed
}

impl Compared {
    /// The largest change from an earlier share to the one of now, in hundredths of a percent.
    fn change(&self) -> u128 {
        let then = self.then.iter().flatten().filter_map(|share| share.hundredths());
        let changes = then.filter_map(|then| Some(then.abs_diff(self.now.hundredths()?)));
        changes.max().unwrap_or_default()
    }

    fn most(&self) -> usize {
        self.then.iter().flatten().map(|share| share.count).chain([self.now.count]).max().unwrap_or_default()
    }

    fn is_of_several(&self) -> bool {
        self.most() > 1
    }
}

impl Share {
    fn some(count: usize, of: usize) -> Option<Self> {
        Some(Self { count, of }).filter(|share| share.of > 0)
    }

    /// The share in hundredths of a percent, rounded; `None` if there is nothing to have a share of.
    fn hundredths(self) -> Option<u128> {
        let (count, of) = (self.count as u128, self.of as u128);
        (count * 10_000 + of / 2).checked_div(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_largest_one() {
        let share = |count, of| Share { count, of };
        let compared = |now, then: &[(usize, usize)]| Compared {
            what: "it".into(),
            now,
            then: then.iter().map(|(count, of)| Share::some(*count, *of)).collect(),
        };
        assert_eq!(compared(share(1, 3), &[(11, 60)]).change(), MUCH);
        assert_eq!(compared(share(1, 2), &[(1, 2), (0, 7), (0, 0)]).change(), 5000);
        assert_eq!(compared(share(0, 0), &[(1, 2)]).change(), 0);
        assert_eq!(compared(share(1, 2), &[]).change(), 0);
    }
}
