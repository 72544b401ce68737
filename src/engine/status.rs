//! How far a work plan is, from the small files that attempts write.

use std::collections::BTreeSet;

use super::grade::MOST_DEATHS;
use super::seen::State;
use super::{Seen, WorkPlan};
use crate::untrusted::Untrusted;

/// How far a work plan is.
#[derive(Debug)]
pub(crate) struct Status {
    /// The number of all submissions.
    pub(crate) all: usize,
    /// The number of submissions with a record.
    pub(crate) done: usize,
    /// The number of those with more than one.
    pub(crate) twice: usize,
    /// The submissions that are set aside: graders died while they graded them.
    pub(crate) set_aside: Vec<Untrusted>,
    /// The submissions whose files are not those of the plan.
    pub(crate) changed: Vec<Untrusted>,
    /// The shards with submissions that still can be graded.
    pub(crate) missing: BTreeSet<usize>,
    /// The number of submissions that still can be graded.
    pub(crate) left: usize,
    /// How long one worker probably needs for these, in milliseconds.
    pub(crate) milliseconds: u64,
    /// The shards that are being graded, and where; `None` is an attempt at all of them.
    pub(crate) running: Vec<(Option<usize>, String)>,
    /// The number of attempts that ended without a word.
    pub(crate) lost: usize,
    /// The number of attempts that ended or were asked to stop.
    pub(crate) over: usize,
    /// The number of attempts of other plans in the same folder.
    pub(crate) foreign: usize,
}

impl Status {
    /// Sums up what attempts say.
    pub(crate) fn new(work: &WorkPlan, seen: &Seen) -> Self {
        let times = seen.times_done(work);
        let deaths = seen.deaths(work);
        let changed: BTreeSet<usize> =
            seen.attempts.iter().flat_map(|attempt| attempt.changed.iter().copied()).collect();
        let count = |state| seen.attempts.iter().filter(|attempt| attempt.state == state).count();
        let running = seen.attempts.iter().filter(|attempt| attempt.state == State::Running);
        let mut status = Self {
            all: work.len(),
            done: times.iter().filter(|times| **times > 0).count(),
            twice: times.iter().filter(|times| **times > 1).count(),
            set_aside: Vec::new(),
            changed: Vec::new(),
            missing: BTreeSet::new(),
            left: 0,
            milliseconds: 0,
            running: running.map(|attempt| (attempt.begin.shard, attempt.begin.host.clone())).collect(),
            lost: count(State::Lost),
            over: count(State::Over),
            foreign: seen.foreign,
        };
        for (number, planned) in work.planned().iter().enumerate().filter(|(number, _)| times[*number] == 0) {
            let name = || planned.submission.name.clone();
            if changed.contains(&number) {
                status.changed.push(name());
            } else if deaths[number] >= MOST_DEATHS {
                status.set_aside.push(name());
            } else {
                status.missing.extend(planned.shard);
                status.left += 1;
                status.milliseconds += planned.milliseconds;
            }
        }
        status
    }

    /// Tells whether every submission has a record.
    pub(crate) fn is_complete(&self) -> bool {
        self.done == self.all
    }
}

/// Writes numbers as engines take them: `0-3,7`.
pub(crate) fn ranges(numbers: &BTreeSet<usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let written = ranges.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    });
    written.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_engines_take_them() {
        let written = |numbers: &[usize]| ranges(&numbers.iter().copied().collect());
        assert_eq!(written(&[]), "");
        assert_eq!(written(&[2]), "2");
        assert_eq!(written(&[6, 2, 3]), "2,3,6");
        assert_eq!(written(&[0, 1, 2, 3, 7, 9, 10, 11]), "0-3,7,9-11");
    }
}
