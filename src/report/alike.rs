//! Finds submissions that make the same mistakes, so that feedback is written once for all of them.

use std::collections::BTreeMap;

use super::{Graded, GradedScenario, Visible};
use crate::compare::Verdict;
use crate::untrusted::Untrusted;

/// Submissions that make the same mistake in each of these scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// Their places in the report; at least two.
    pub submissions: Vec<usize>,
    /// The mistakes that they share, in the order of the spec; at least one.
    pub slips: Vec<Slip>,
}

/// The way in which a submission differs from what is expected of one scenario.
///
/// Two slips are the same if their scenarios, verdicts, kinds of difference and sentences are the same. The sentence
/// names the turn, and what was expected and printed there. [`Graded::down_to`] keeps it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slip {
    /// The scenario's place in the spec.
    pub scenario: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The words for the kind of difference, if there is one.
    pub kind: Option<&'static str>,
    /// A sentence about the difference and its place in the output. It has no name of a submission and no place in a source.
    pub sentence: Untrusted,
}

impl Slip {
    /// The slip of a scenario that was lost, unless it has nothing to do with what the submission does.
    fn new(submission: &Untrusted, scenario: usize, graded: &GradedScenario) -> Option<Self> {
        let behaved = !matches!(graded.verdict, Verdict::InvalidSubmission | Verdict::NotGraded);
        (graded.is_lost() && behaved).then(|| Self {
            scenario,
            verdict: graded.verdict,
            kind: graded.difference.as_ref().map(|difference| difference.kind.words()),
            sentence: impersonal(&Untrusted::join(&graded.reasons, " "), submission),
        })
    }
}

impl Alike {
    /// Returns the differences that several submissions of a class share, those of most submissions first.
    pub(super) fn of_class(submissions: &[Graded]) -> Vec<Self> {
        let mut who = BTreeMap::<Slip, Vec<usize>>::new();
        for (index, submission) in submissions.iter().enumerate() {
            for (scenario, graded) in submission.scenarios.iter().enumerate() {
                if let Some(slip) = Slip::new(&submission.name, scenario, graded) {
                    who.entry(slip).or_default().push(index);
                }
            }
        }
        // All slips that the same submissions share become one entry.
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

/// The words that stand before the number of a source line in our sentences. (Before the number of an input line stands
/// `after line `.)
const PLACES: [&str; 2] = ["(line ", ", line "];

/// A sentence without the parts that differ between submissions with the same mistake: the submission's name, and the
/// lines of its source.
fn impersonal(sentence: &Untrusted, submission: &Untrusted) -> Untrusted {
    let sentence = match submission.length() {
        // A short name is a part of too many words.
        0..3 => sentence.clone(),
        _ => sentence.without(submission, "…"),
    };
    sentence.map(without_source_lines)
}

fn without_source_lines(sentence: &str) -> String {
    let mut kept = String::new();
    let mut rest = sentence;
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

    fn impersonal(sentence: &str, submission: &str) -> Untrusted {
        super::impersonal(&sentence.into(), &submission.into())
    }

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
