//! Which lost scenarios the mistakes of a submission explain, as far as its runs tell: nothing is run for it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Effort, Examiner, Finding, Hypothesis, Mistake, Oracle, What, WordingSlip};
use crate::compare::{self, Worded};
use crate::explore::{Generated, GenerationContext};
use crate::plan::Plan;
use crate::run::Fault;
use crate::spec::{ReferenceSource, Task};
use crate::trace::Recorded;

/// The mistakes of a submission, and the lost scenarios that they explain.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// The mistakes, those that explain most scenarios first.
    pub mistakes: Vec<ExplainedMistake>,
    /// The lost scenarios that the mistakes predict together, by the indexes of their jobs.
    pub jobs: Vec<usize>,
}

/// One mistake.
#[derive(Clone, Debug)]
pub struct ExplainedMistake {
    /// Whether only words are wrong.
    pub is_slip: bool,
    /// The lost scenarios in which it shows, by the indexes of their jobs.
    pub shows: Vec<usize>,
    /// Those that would be lost for it alone.
    pub alone: Vec<usize>,
}

/// Explains what a submission did in the jobs of a plan, where that is known. Without a built-in reference nothing is
/// explained.
pub fn explained(plan: &Plan, recorded: &[Option<&Recorded>]) -> Explained {
    let Some(ReferenceSource::BuiltIn(reference)) = &plan.spec.reference else { return Explained::default() };
    let context = GenerationContext::new(plan.spec, *reference);
    let examiner = Examiner::new(&context, plan);
    let Ok(Finding::Diagnosed(diagnosis)) = examiner.examine(recorded, &NoRuns, Effort::NO_RUNS) else {
        return Explained::default();
    };
    // What stands in the place of an answer is no slip, and excuses nothing.
    let answers = examiner.answers(&diagnosis.hypothesis);
    let is_slip_only = |job: &usize| !examiner.shows_answer(&diagnosis.hypothesis, &answers, *job);
    let lost = diagnosis.lost.iter().copied().filter(|job| !diagnosis.unexplained.contains(job));
    let jobs: Vec<usize> = lost.filter(is_slip_only).collect();
    let is_told = |mistake: &&Mistake| match &mistake.what {
        What::Bug(_) => true,
        What::Slip { slip, .. } => !answers.contains(&*slip.event),
    };
    let mistakes = diagnosis.mistakes.iter().filter(is_told).map(|mistake| ExplainedMistake {
        is_slip: matches!(mistake.what, What::Slip { .. }),
        shows: mistake.explains.clone(),
        alone: examiner.lost_for(&diagnosis.hypothesis, mistake, &jobs),
    });
    Explained { mistakes: mistakes.collect(), jobs: jobs.clone() }
}

/// Answers nothing: an examination of what is known already asks for nothing.
struct NoRuns;

impl Oracle for NoRuns {
    fn observe(&self, scenarios: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        Ok(scenarios.iter().map(|_| None).collect())
    }
}

impl Examiner<'_> {
    /// Returns the kinds of events whose slips are answers: different texts become the same one, or what is printed
    /// otherwise differs among the texts of that kind.
    fn answers(&self, hypothesis: &Hypothesis) -> BTreeSet<String> {
        let mut texts: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for job in &self.plan.jobs {
            for (event, right, printed) in self.uttered(hypothesis, &hypothesis.slips, &job.scenario.task) {
                texts.entry(event).or_default().insert((right, printed));
            }
        }
        let is_answer = |pairs: &BTreeSet<(String, String)>| {
            let mut sources: BTreeMap<&str, &str> = BTreeMap::new();
            let is_one_for_several =
                pairs.iter().any(|(right, printed)| *sources.entry(printed).or_insert(right) != right);
            let worded: Vec<[Worded; 2]> = pairs
                .iter()
                .map(|(right, printed)| {
                    [right, printed].map(|text| Worded::new(text.trim_end(), &[], &BTreeSet::new()))
                })
                .collect();
            let decides = |[right, printed]: &[Worded; 2]| {
                let hole = right.hole(printed);
                right != printed && right.has_words() && worded.iter().any(|[other, _]| hole.may_be(other))
            };
            pairs.iter().any(|(right, printed)| right != printed)
                && (is_one_for_several || worded.iter().any(decides))
        };
        texts.into_iter().filter(|(_, pairs)| is_answer(pairs)).map(|(event, _)| event).collect()
    }

    /// Tells whether something that is printed in a job stands in the place of an answer.
    fn shows_answer(&self, hypothesis: &Hypothesis, answers: &BTreeSet<String>, job: usize) -> bool {
        let slips: Vec<WordingSlip> =
            hypothesis.slips.iter().filter(|slip| answers.contains(&*slip.event)).cloned().collect();
        let uttered = self.uttered(hypothesis, &slips, &self.plan.jobs[job].scenario.task);
        uttered.iter().any(|(_, right, printed)| right != printed)
    }

    /// Returns what is printed in a task: the kinds of the events, their texts, and the texts with some slips. What a line of
    /// a session prints is one text.
    fn uttered(
        &self,
        hypothesis: &Hypothesis,
        slips: &[WordingSlip],
        task: &Task,
    ) -> Vec<(String, String, String)> {
        let [right, wrong] = [&[][..], slips].map(|slips| {
            let hypothesis = Hypothesis { slips: slips.to_vec(), ..hypothesis.clone() };
            self.predictor.uttered(&hypothesis, task)
        });
        let pairs = right.into_iter().zip(wrong);
        pairs.map(|((event, right), (_, printed))| (event, right, printed)).collect()
    }

    /// Returns which of these jobs would be lost for one mistake alone.
    fn lost_for(&self, hypothesis: &Hypothesis, mistake: &Mistake, jobs: &[usize]) -> Vec<usize> {
        let alone = hypothesis.only(&mistake.what);
        let is_lost = |job: &usize| {
            let job = &self.plan.jobs[*job];
            let predicted = self.predictor.predict(&alone, &job.scenario.task);
            predicted.is_some_and(|predicted| {
                !compare::accepts(&job.expected, &predicted.recorded(), self.plan.limits(job))
            })
        };
        jobs.iter().copied().filter(is_lost).collect()
    }
}
