//! Which lost scenarios the mistakes of a submission explain, as far as its runs tell: nothing is run for it.

use super::{Effort, Examiner, Finding, Mistake, Oracle, What};
use crate::compare;
use crate::explore::{Generated, GenerationContext};
use crate::plan::Plan;
use crate::run::Fault;
use crate::spec::ReferenceSource;
use crate::trace::Recorded;

/// The mistakes of a submission, and the lost scenarios that they explain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explained {
    /// The mistakes, those that explain most scenarios first.
    pub mistakes: Vec<ExplainedMistake>,
    /// The lost scenarios that the mistakes predict together, by the indexes of their jobs.
    pub jobs: Vec<usize>,
}

/// One mistake.
#[derive(Clone, Debug)]
pub(crate) struct ExplainedMistake {
    /// Whether only words are wrong.
    pub is_slip: bool,
    /// The lost scenarios in which it shows, by the indexes of their jobs.
    pub shows: Vec<usize>,
    /// Those that would be lost for it alone.
    pub alone: Vec<usize>,
}

/// Explains what a submission did in the jobs of a plan, where that is known. Without a built-in reference nothing is
/// explained.
pub(crate) fn explained(plan: &Plan, recorded: &[Option<Recorded>]) -> Explained {
    let Some(ReferenceSource::BuiltIn(reference)) = &plan.spec.reference else { return Explained::default() };
    let context = GenerationContext::new(plan.spec, *reference);
    let examiner = Examiner::new(&context, plan);
    let Ok(Finding::Diagnosed(diagnosis)) = examiner.examine(recorded, &NoRuns, Effort::NO_RUNS) else {
        return Explained::default();
    };
    let jobs: Vec<usize> =
        diagnosis.lost.iter().copied().filter(|job| !diagnosis.unexplained.contains(job)).collect();
    let mistakes = diagnosis.mistakes.iter().map(|mistake| ExplainedMistake {
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
    /// Returns which of these jobs would be lost for one mistake alone.
    fn lost_for(&self, hypothesis: &super::Hypothesis, mistake: &Mistake, jobs: &[usize]) -> Vec<usize> {
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
