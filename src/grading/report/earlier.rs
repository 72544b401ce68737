//! The summary of an earlier grading of the same assignment. It has counts, and no names of students.

use serde::{Deserialize, Serialize};

use super::agenda::all_mistakes;
use super::{Figures, Report};
use crate::digest::Digest;
use crate::points::Points;
use crate::untrusted::Untrusted;

/// An earlier grading of the same assignment: another year, or another attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    /// The name of its results folder, as the caller wrote it.
    pub name: Untrusted,
    /// The number of submissions with points.
    pub graded: usize,
    /// The median of their points.
    pub median: Option<Points>,
    /// The most points that could be earned without bonus.
    pub max_points: Points,
    /// Its scenarios, in the order of its spec.
    pub scenarios: Vec<EarlierScenario>,
    /// The mistakes of its submissions.
    pub mistakes: Vec<EarlierMistake>,
}

/// One scenario of an earlier grading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierScenario {
    /// Its full name.
    pub scenario: String,
    /// The number of submissions that were accepted.
    pub accepted: usize,
    /// The number of submissions that were judged.
    pub judged: usize,
}

/// One mistake of an earlier grading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierMistake {
    /// The digest of what submissions that make this mistake have in common. The text itself may hold the name of a student
    /// who printed it.
    pub topic: Digest,
    /// What is wrong, in the words of one submission; `None` if only one makes it, which is nobody else's business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Untrusted>,
    /// The number of submissions that make it.
    pub submissions: usize,
}

impl Earlier {
    /// Sums up a report. Its texts must have no names of students in them: somebody else may read them later.
    pub fn of(name: Untrusted, report: &Report) -> Self {
        let mistakes = all_mistakes(&report.submissions).into_iter().map(|(topic, mistake)| EarlierMistake {
            topic: digest(topic),
            headline: (mistake.submissions.len() > 1).then_some(mistake.headline),
            submissions: mistake.submissions.len(),
        });
        Self {
            name,
            graded: report.summary.graded,
            median: report.summary.median,
            max_points: report.max_points,
            scenarios: scenarios(report).collect(),
            mistakes: mistakes.collect(),
        }
    }
}

/// The digest by which the same mistake is found in another class.
pub(super) fn digest(topic: &Untrusted) -> Digest {
    Digest::of_values(&[topic])
}

/// How many were accepted in each scenario of a report.
pub(super) fn scenarios(report: &Report) -> impl Iterator<Item = EarlierScenario> {
    let scenarios = report.submissions.iter().take(1).flat_map(|first| &first.scenarios);
    scenarios.zip(&report.figures).map(|(scenario, Figures { accepted, judged, .. })| EarlierScenario {
        scenario: scenario.full_name(),
        accepted: *accepted,
        judged: *judged,
    })
}
