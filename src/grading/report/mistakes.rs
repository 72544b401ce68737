//! The mistakes of one submission in words, as far as a view tells them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use yardstick_reference::Trial;

use super::judged::observed;
use super::{Graded, GradedScenario, Report};
use crate::diagnose::{Confidence, Diagnosis, What, from_traces, lost_for_one_bug};
use crate::plan::Plan;
use crate::points::Points;
use crate::run::Outcome;
use crate::spec::Hidden;
use crate::untrusted::Untrusted;

/// The number of hints that instructors see.
const ALL_HINTS: usize = 3;

/// What a diagnosis tells about one submission.
#[derive(Clone, Debug)]
pub struct NamedMistakes {
    /// How well the mistakes are founded.
    pub confidence: Confidence,
    /// The mistakes, those that explain most first.
    pub mistakes: Vec<NamedMistake>,
    /// The number of lost scenarios that were looked into.
    pub lost: usize,
    /// The full names of those that the mistakes do not explain.
    pub unexplained: Vec<String>,
    /// The number of generated scenarios that were predicted.
    pub predicted: usize,
    /// The shortest input that shows something unexplained, if one was looked for.
    pub unknown: Option<Vec<String>>,
}

/// One mistake in words.
#[derive(Clone, Debug)]
pub struct NamedMistake {
    /// The id of the bug of the reference, if it is one.
    pub bug: Option<&'static str>,
    /// A sentence about what the program does.
    pub sentence: Untrusted,
    /// The hints, each clearer than the one before.
    pub hints: Vec<Untrusted>,
    /// The full names of the lost scenarios in which it shows.
    pub scenarios: Vec<String>,
    /// The shortest input that shows it, if one was looked for.
    pub shortest: Option<Vec<String>>,
}

impl NamedMistakes {
    /// Returns what is told of a diagnosis, with so many hints for each mistake.
    pub fn of(plan: &Plan, diagnosis: &Diagnosis, hints: usize) -> Self {
        let names = |jobs: &[usize]| jobs.iter().map(|job| plan.full_name(&plan.jobs[*job])).collect();
        let mistakes = diagnosis.mistakes.iter().map(|mistake| NamedMistake {
            bug: match &mistake.what {
                What::Bug(bug) => Some(bug.id),
                What::Slip { .. } => None,
            },
            sentence: mistake.sentence(diagnosis.confidence),
            hints: mistake.hints().into_iter().take(hints).collect(),
            scenarios: names(&mistake.explains),
            shortest: mistake.shortest.as_ref().map(lines),
        });
        Self {
            confidence: diagnosis.confidence,
            mistakes: mistakes.collect(),
            lost: diagnosis.lost.len(),
            unexplained: names(&diagnosis.unexplained),
            predicted: diagnosis.predicted,
            unknown: diagnosis.unknown.as_ref().map(lines),
        }
    }

    /// Returns the sentence about how much the mistakes explain.
    pub fn reach(&self) -> String {
        let these = if self.mistakes.len() == 1 { "This explains" } else { "These explain" };
        let lost = match self.lost {
            1 => "the only lost scenario".to_owned(),
            lost => format!("all {lost} lost scenarios"),
        };
        let explained = self.lost - self.unexplained.len();
        match self.confidence {
            Confidence::Unknown if self.lost == 0 => {
                "No scenario was lost, but generated scenarios differ, and no mistake that is known explains that.".to_owned()
            }
            Confidence::Unknown => format!("No mistake that is known explains {lost}."),
            Confidence::LooksLike if self.unexplained.is_empty() => {
                format!("{these} {lost}, but not what the program does in generated scenarios.")
            }
            Confidence::LooksLike => format!(
                "{these} {explained} of {} lost scenarios. What is wrong in the others is not known: {}.",
                self.lost,
                self.unexplained.join("; ")
            ),
            Confidence::Likely | Confidence::Sure => {
                let shown = match self.lost {
                    0 => "No scenario of the spec shows it".to_owned(),
                    _ => format!("{these} {lost}"),
                };
                let predicted = match self.predicted {
                    0 => String::new(),
                    count => {
                        format!(", and what the program did in {count} generated scenarios was predicted")
                    }
                };
                format!("{shown}{predicted}.")
            }
        }
    }
}

/// Returns the mistakes of a class, each with the number of submissions that make it, the most common first.
pub fn common_mistakes(report: &Report) -> Vec<(usize, &Untrusted)> {
    let mut found: Vec<(usize, &NamedMistake)> = Vec::new();
    let named = report.submissions.iter().filter_map(|graded| graded.mistakes.as_ref());
    for mistake in named.flat_map(|named| &named.mistakes) {
        let is_same = |known: &NamedMistake| match (known.bug, mistake.bug) {
            (None, None) => known.hints == mistake.hints,
            (one, other) => one == other,
        };
        match found.iter_mut().find(|(_, known)| is_same(known)) {
            Some((count, _)) => *count += 1,
            None => found.push((1, mistake)),
        }
    }
    found.sort_by_key(|(count, _)| Reverse(*count));
    found.into_iter().map(|(count, mistake)| (count, &mistake.sentence)).collect()
}

impl Graded {
    /// Returns the submission with what its results alone tell about its mistakes.
    pub(super) fn diagnosed(self, plan: &Plan, outcome: &Outcome, hints: u8) -> Self {
        match from_traces(plan, &observed(plan, outcome)) {
            Some(diagnosis) => self.with_mistakes(plan, &diagnosis, hints.into()),
            None => self,
        }
    }

    /// Returns the submission with all lost scenarios told together, if one bug explains them.
    pub(super) fn told_together(mut self, plan: &Plan, outcome: &Outcome) -> Self {
        let causes: BTreeSet<usize> = self.scenarios.iter().filter_map(|scenario| scenario.cause).collect();
        if causes.len() > 1
            && let Some(lost) = lost_for_one_bug(plan, &observed(plan, outcome))
        {
            self.join(&lost);
        }
        self
    }

    /// Gives these scenarios the first one of their causes, and returns it. What is hidden, or has no cause, stays as it
    /// is.
    fn join(&mut self, jobs: &[usize]) -> Option<usize> {
        let is_told = |job: &&usize| self.scenarios[**job].hidden == Hidden::Nothing;
        let told: Vec<usize> = jobs.iter().filter(is_told).copied().collect();
        let cause = told.iter().filter_map(|job| self.scenarios[*job].cause).min()?;
        for job in told {
            let known = &mut self.scenarios[job].cause;
            *known = known.map(|_| cause);
        }
        Some(cause)
    }

    /// Returns the submission with what a diagnosis tells, and with so many hints for its author. Each mistake is hinted
    /// at once, and only where its author may see a lost scenario. What differs in the wording alone is seen in the
    /// transcripts already.
    #[must_use]
    pub fn with_mistakes(mut self, plan: &Plan, diagnosis: &Diagnosis, hints: usize) -> Self {
        self.tell_together(diagnosis);
        for mistake in diagnosis.mistakes.iter().filter(|_| diagnosis.confidence >= Confidence::Likely) {
            let What::Bug(bug) = &mistake.what else { continue };
            let may_be_seen = |job: &&usize| {
                let scenario = &self.scenarios[**job];
                scenario.hidden == Hidden::Nothing && scenario.is_lost()
            };
            let Some(first) = mistake.explains.iter().find(may_be_seen) else { continue };
            let cause = self.scenarios[*first].cause;
            let is_there = |(job, scenario): &(usize, &mut GradedScenario)| {
                job == first || cause.is_some() && scenario.cause == cause
            };
            for (_, scenario) in self.scenarios.iter_mut().enumerate().filter(is_there) {
                scenario.ladder.extend(bug.hints.iter().take(hints).map(|hint| (*hint).to_owned()));
            }
        }
        self.mistakes = Some(NamedMistakes::of(plan, diagnosis, ALL_HINTS));
        self
    }

    /// Gives scenarios that were lost for one known bug, and for nothing else, one cause.
    fn tell_together(&mut self, diagnosis: &Diagnosis) {
        if diagnosis.confidence < Confidence::Likely {
            return;
        }
        for mistake in diagnosis.mistakes.iter().filter(|one| matches!(one.what, What::Bug(_))) {
            let is_other = |job: &usize| {
                let mut others = diagnosis.mistakes.iter().filter(|other| other.what != mistake.what);
                others.any(|other| other.explains.contains(job))
            };
            let only: Vec<usize> = mistake.explains.iter().copied().filter(|job| !is_other(job)).collect();
            let Some(cause) = self.join(&only) else { continue };
            // What is sure predicts every scenario, so without this mistake these would be right.
            let is_counted = diagnosis.confidence == Confidence::Sure && self.per_cause.is_none();
            if is_counted && let Some(mended @ None) = self.mended.get_mut(cause) {
                let seen = only.iter().map(|job| &self.scenarios[*job]);
                let lost = seen
                    .filter(|one| one.cause == Some(cause) && one.hidden == Hidden::Nothing && !one.bonus);
                let lost: Points = lost.map(|one| one.max_points - one.points.unwrap_or_default()).sum();
                let counted = self.scenarios.iter().filter(|one| !one.bonus);
                *mended = Some(counted.filter_map(|one| one.points).sum::<Points>() + lost);
            }
        }
    }
}

/// Returns the lines of an input, for people.
fn lines(trial: &Trial) -> Vec<String> {
    match trial {
        Trial::Run { args, lines } => args.iter().chain(lines).cloned().collect(),
        Trial::Session { lines, .. } => lines.iter().map(|line| format!(">>> {line}")).collect(),
    }
}
