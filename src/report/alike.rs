//! Finds submissions that go astray alike, so that feedback is written once for all of them.

use std::collections::BTreeMap;

use super::{Graded, GradedScenario, Visible};
use crate::compare::Verdict;

/// Submissions that go astray in the same way, in all of these scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// Their places in the report; at least two.
    pub submissions: Vec<usize>,
    /// What they have in common, in the order of the spec; at least one.
    pub slips: Vec<Slip>,
}

/// How a submission leaves what is expected of one scenario.
///
/// Two slips are the same if scenario, verdict, kind of difference and sentence are. The sentence names the
/// turn, and what was expected and printed there. It survives
/// [`Graded::down_to`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slip {
    /// The scenario's place in the spec.
    pub scenario: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The words for the kind of difference, if there is one.
    pub kind: Option<&'static str>,
    /// What differs and where, without the submission's name and without the places in its source. May hold
    /// text of the submission: show it through [`Visible`].
    pub sentence: String,
}

impl Slip {
    /// The slip of a scenario that was lost, unless it has nothing to do with what the submission does.
    fn new(submission: &str, scenario: usize, graded: &GradedScenario) -> Option<Self> {
        let behaved = !matches!(graded.verdict, Verdict::InvalidSubmission | Verdict::NotGraded);
        (graded.is_lost() && behaved).then(|| Self {
            scenario,
            verdict: graded.verdict,
            kind: graded.difference.as_ref().map(|difference| difference.kind.words()),
            sentence: impersonal(&graded.reasons.join(" "), submission),
        })
    }
}

impl Alike {
    /// All of them, those of most submissions first.
    pub(super) fn of_class(submissions: &[Graded]) -> Vec<Self> {
        let mut who = BTreeMap::<Slip, Vec<usize>>::new();
        for (index, submission) in submissions.iter().enumerate() {
            for (scenario, graded) in submission.scenarios.iter().enumerate() {
                if let Some(slip) = Slip::new(&submission.name, scenario, graded) {
                    who.entry(slip).or_default().push(index);
                }
            }
        }
        // What the same submissions have in common belongs together.
        let mut common = BTreeMap::<Vec<usize>, Vec<Slip>>::new();
        for (slip, submissions) in who.into_iter().filter(|(_, submissions)| submissions.len() > 1) {
            common.entry(submissions).or_default().push(slip);
        }
        let mut all: Vec<Self> =
            common.into_iter().map(|(submissions, slips)| Self { submissions, slips }).collect();
        all.sort_by_key(|alike| std::cmp::Reverse((alike.submissions.len(), alike.slips.len())));
        all
    }
}

/// What the line of a source stands behind, in sentences of ours. (Lines of input stand behind `after line `.)
const PLACES: [&str; 2] = ["(line ", ", line "];

/// A sentence without what is one submission's own: its name, and the lines of its source.
fn impersonal(sentence: &str, submission: &str) -> String {
    let sentence = match submission.chars().count() {
        // A short name is a part of too many words.
        0..3 => sentence.to_owned(),
        _ => sentence.replace(submission, "…"),
    };
    let mut kept = String::new();
    let mut rest = sentence.as_str();
    while let Some(start) = PLACES.iter().filter_map(|place| Some(rest.find(place)? + place.len())).min() {
        let digits = rest[start..].bytes().take_while(u8::is_ascii_digit).count();
        kept.push_str(&rest[..start]);
        kept.push_str(if digits > 0 { "…" } else { "" });
        rest = &rest[start + digits..];
    }
    Visible::new(&(kept + rest)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_without_what_is_personal_is_the_same_for_all() {
        assert_eq!(
            impersonal("It ended: `x` (line 12 of `a.py`).", "Ada"),
            "It ended: `x` (line … of `a.py`)."
        );
        assert_eq!(impersonal("expected `Hi`, printed `Ada`", "Ada"), "expected `Hi`, printed `…`");
        assert_eq!(impersonal("expected `Ox`, printed `x`", "x"), "expected `Ox`, printed `x`");
        assert_eq!(impersonal("(line of text)", "Ada"), "(line of text)");
    }
}
