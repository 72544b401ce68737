//! Submissions that go astray alike: each mistake with who makes it, and in which scenarios.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::entry::entries;
use super::{Graded, Report};
use crate::compare::Verdict;
use crate::points::Points;
use crate::untrusted::Untrusted;

/// A mistake, and all submissions that make it, be it only one.
#[derive(Clone, Debug)]
pub struct Astray {
    /// What they have in common, as a text that is the same in another grading.
    pub topic: Untrusted,
    /// What is wrong, in the words of the first that shows it.
    pub headline: Untrusted,
    /// The verdict of the scenario that shows it.
    pub verdict: Verdict,
    /// Who makes it, in the order of the report.
    pub members: Vec<Wayward>,
    /// The points that they lost for it together, bonus not included.
    pub lost: Points,
}

/// A submission that makes a mistake.
#[derive(Clone, Debug)]
pub struct Wayward {
    /// Its place in the report.
    pub submission: usize,
    /// The places of the scenarios that it lost for the mistake, the one that shows it first. If nothing could be run, all of them.
    pub scenarios: Vec<usize>,
}

/// What submissions have in common of which nothing could be run, in a topic.
const NOTHING_RAN: &str = "nothing was run: ";

impl Report {
    /// Returns the mistakes, the dearest first.
    pub fn astray(&self) -> Vec<Astray> {
        let mut found: BTreeMap<Untrusted, Astray> = BTreeMap::new();
        for (index, graded) in self.submissions.iter().enumerate() {
            for mistake in of_submission(graded) {
                let (scenarios, lost) = (mistake.scenarios, mistake.lost);
                let known = found.entry(mistake.topic.clone()).or_insert_with(|| Astray {
                    topic: mistake.topic,
                    headline: mistake.headline,
                    verdict: mistake.verdict,
                    members: Vec::new(),
                    lost: Points::ZERO,
                });
                known.lost += lost;
                match known.members.last_mut() {
                    Some(last) if last.submission == index => last.scenarios.extend(scenarios),
                    _ => known.members.push(Wayward { submission: index, scenarios }),
                }
            }
        }
        let mut all: Vec<Astray> = found.into_values().collect();
        all.sort_by_key(|one| Reverse((one.lost, one.members.len())));
        all
    }
}

/// A mistake of one submission.
struct Mistake {
    topic: Untrusted,
    headline: Untrusted,
    verdict: Verdict,
    scenarios: Vec<usize>,
    lost: Points,
}

fn of_submission(graded: &Graded) -> Vec<Mistake> {
    if let Some(problem) = &graded.problem {
        // What could not be graded is no mistake of anybody.
        let Some(first) = graded.scenarios.first().filter(|_| graded.points.is_some()) else {
            return Vec::new();
        };
        let first_line = problem.first_line();
        return vec![Mistake {
            topic: Untrusted::concat(&[&NOTHING_RAN, &first_line]),
            headline: graded.guidance.headline.clone().unwrap_or(first_line),
            verdict: first.verdict,
            scenarios: (0..graded.scenarios.len()).collect(),
            lost: graded.max_points(false),
        }];
    }
    let entries = entries(graded);
    let causes = entries.iter().filter_map(|entry| entry.cause());
    let mistake = |cause: &super::entry::Cause| {
        let scenarios = std::iter::once(cause.shown.0).chain(cause.others.iter().map(|(place, _)| *place));
        Some(Mistake {
            topic: graded.topics.get(cause.number)?.clone(),
            headline: cause.headline(),
            verdict: cause.shown.1.verdict,
            scenarios: scenarios.collect(),
            lost: cause.lost(),
        })
    };
    causes.filter_map(mistake).collect()
}
