//! Examines one submission: finds a hypothesis, tests its predictions, and revises it until they come true.

use std::sync::OnceLock;

use rayon::prelude::*;
use yardstick_reference::Bug;

use super::evidence::Evidence;
use super::hypothesis::Hypothesis;
use super::oracle::Oracle;
use super::predict::Predictor;
use super::rivals::Rivals;
use super::search::Search;
use super::{Confidence, Diagnosis, Finding};
use crate::compare::{self, WHOLE};
use crate::explore::{Generated, GenerationContext, OpenInput, generate};
use crate::plan::Plan;
use crate::run::Fault;
use crate::trace::Recorded;

/// How much is done for a diagnosis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The largest number of generated scenarios that are run.
    pub runs: usize,
    /// Whether the shortest inputs are looked for.
    pub shortens: bool,
}

impl Effort {
    /// For instructors, who wait a little.
    pub const THOROUGH: Self = Self { runs: 240, shortens: true };

    /// For authors, who check again and again.
    pub const QUICK: Self = Self { runs: 90, shortens: false };

    /// Only what is known already.
    pub const NO_RUNS: Self = Self { runs: 0, shortens: false };

    /// The number of generated scenarios that must be predicted before a diagnosis is sure.
    pub(super) fn quiet(self) -> usize {
        QUIET.max(self.runs / 2)
    }
}

/// The seed of the generated scenarios: every submission gets the same.
const SEED: u64 = 0xD1A6;

/// The number of generated scenarios from which those are picked that are run.
const POOL: usize = 400;

/// The number of generated scenarios that must be predicted before a diagnosis is sure, and half of those that may be run.
pub(super) const QUIET: usize = 60;

/// In so many of a hundred generated scenarios that test a hypothesis its mistakes show, if there are so many.
const SHOWING: usize = 70;

/// The most generated scenarios that are run if the submission hangs.
const FEW: usize = 8;

/// How often a hypothesis is revised.
const MOST_REVISIONS: usize = 10;

/// Examines submissions of one spec.
pub struct Examiner<'a> {
    pub(super) context: &'a GenerationContext<'a>,
    pub(super) plan: &'a Plan<'a>,
    pub(super) predictor: Predictor<'a>,
    bugs: Vec<&'static Bug>,
    /// The generated scenarios, once they are needed.
    pool: OnceLock<Vec<Generated>>,
}

/// What is known in the course of an examination.
pub(super) struct Known<'a> {
    /// What hypotheses are made from.
    pub(super) evidence: Vec<Evidence<'a>>,
    /// Generated scenarios that were run and only tested hypotheses.
    pub(super) tested: Vec<Evidence<'a>>,
    /// Which scenarios of the pool were run.
    pub(super) run: Vec<bool>,
}

impl<'a> Examiner<'a> {
    /// Prepares to examine submissions.
    pub fn new(context: &'a GenerationContext<'a>, plan: &'a Plan<'a>) -> Self {
        Self::knowing(context, plan, context.reference.noticeable())
    }

    /// Prepares to examine submissions, with only some bugs of the reference.
    pub fn knowing(context: &'a GenerationContext<'a>, plan: &'a Plan<'a>, bugs: Vec<&'static Bug>) -> Self {
        let predictor = Predictor::new(context.spec, context.reference);
        Self { context, plan, predictor, bugs, pool: OnceLock::new() }
    }

    /// Returns the generated scenarios of which some are run.
    pub(super) fn pool(&self) -> &[Generated] {
        self.pool.get_or_init(|| {
            let mut pool = generate(self.context.reference, SEED, POOL, OpenInput::LeftOut);
            pool.retain(|generated| self.context.is_tested(generated.subject));
            pool
        })
    }

    pub(super) fn search(&self) -> Search<'_> {
        Search { predictor: &self.predictor, bugs: &self.bugs }
    }

    /// Examines a submission. `recorded` is what it did in each job of the plan, where that is known.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn examine(
        &self,
        recorded: &[Option<&'a Recorded>],
        oracle: &dyn Oracle,
        effort: Effort,
    ) -> Result<Finding, Fault> {
        let (search, lost) = (self.search(), self.lost(recorded));
        let evidence = self.evidence(recorded);
        // Every run of a program that hangs takes all of its time.
        let hangs = evidence.iter().any(Evidence::used_up_its_time);
        let effort = if hangs { Effort { runs: effort.runs.min(FEW), shortens: false } } else { effort };
        let mut known = Known { evidence, tested: Vec::new(), run: vec![false; POOL] };
        let mut rated = search.run(&known.evidence);
        let mut is_separated = false;
        for _ in 0..MOST_REVISIONS {
            if !rated.is_whole() {
                break;
            }
            let surprise = self.surprise(&mut known, &rated.hypothesis);
            if let Some(surprise) = surprise {
                if !self.is_confirmed(&surprise, oracle)? {
                    return Ok(Finding::Unsteady);
                }
                known.evidence.push(surprise);
                rated = search.run(&known.evidence);
                continue;
            }
            let used = known.run.iter().filter(|run| **run).count();
            let room = effort.runs.saturating_sub(used);
            if room == 0 {
                break;
            }
            let rivals = Rivals::of(&search, &rated.hypothesis, &[&known.evidence, &known.tested]);
            let separation =
                rivals.separation(&search, self.context, &rated.hypothesis, self.pool(), &known.run, room);
            let mut next = separation.trials;
            let missing = effort.quiet().saturating_sub(known.tested.len() + next.len());
            let is_new = |place: &usize| !known.run[*place] && !next.contains(place);
            let fill = self.telling(&rated.hypothesis, is_new, missing.min(room - next.len()));
            next.extend(fill);
            if next.is_empty() {
                is_separated = !separation.leaves_an_equal;
                break;
            }
            self.run(&next, &mut known, oracle)?;
        }
        if lost.is_empty() && rated.hypothesis.size() == 0 && rated.is_whole() {
            return Ok(Finding::Nothing);
        }
        let is_predicted = rated.is_whole() && search.explains(&rated.hypothesis, &known.tested);
        let confidence = match is_predicted {
            true if is_separated && known.tested.len() >= effort.quiet() => Confidence::Sure,
            true => Confidence::Likely,
            false => Confidence::LooksLike,
        };
        let concluded = self.conclude(rated.hypothesis, confidence, lost, known, oracle, effort);
        concluded.map(|diagnosis| Finding::Diagnosed(Box::new(diagnosis)))
    }

    /// Returns so many generated scenarios that test a hypothesis. In most of them its mistakes show: there a program with
    /// a mistake that nobody knows, and that is nearly the same, does something else.
    fn telling(&self, hypothesis: &Hypothesis, is_new: impl Fn(&usize) -> bool, count: usize) -> Vec<usize> {
        let plain = Hypothesis { reading: hypothesis.reading, ..Hypothesis::default() };
        let shows = |place: &usize| {
            let task = self.context.task(&self.pool()[*place]);
            let predict = |hypothesis| self.predictor.predict(hypothesis, &task);
            predict(hypothesis)
                .zip(predict(&plain))
                .is_some_and(|(predicted, plain)| !predicted.is_same(&plain))
        };
        let new: Vec<usize> = (0..self.pool().len()).filter(is_new).collect();
        let (show, others): (Vec<usize>, Vec<usize>) = new.into_par_iter().partition(shows);
        let of_show = (count * SHOWING / 100).max(count.saturating_sub(others.len()));
        let mut all: Vec<usize> = show.into_iter().take(of_show).collect();
        all.extend(others.into_iter().take(count - all.len()));
        all
    }

    /// Tells whether a diagnosis predicts what a submission did in a generated scenario.
    pub fn predicts(&self, diagnosis: &Diagnosis, generated: &Generated, recorded: &Recorded) -> bool {
        let task = self.context.task(generated);
        let prediction = self.predictor.predict(&diagnosis.hypothesis, &task);
        prediction.is_some_and(|prediction| self.predictor.agreement(&prediction, recorded) >= WHOLE)
    }

    /// Returns the jobs that are lost, of those that can be looked into.
    pub(super) fn lost(&self, recorded: &[Option<&Recorded>]) -> Vec<usize> {
        let is_lost = |job: &usize| {
            let limits = self.plan.limits(&self.plan.jobs[*job]);
            let expected = &self.plan.jobs[*job].expected;
            recorded[*job].is_some_and(|recorded| {
                expected.is_met_by(recorded)
                    && !compare::accepts(expected, recorded, limits)
                    && self.is_played(*job)
            })
        };
        (0..self.plan.jobs.len()).filter(is_lost).collect()
    }

    /// Tells whether a job expects what the reference does.
    fn is_played(&self, job: usize) -> bool {
        let job = &self.plan.jobs[job];
        let plain = self.predictor.predict(&Hypothesis::default(), &job.scenario.task);
        plain.is_some_and(|plain| compare::accepts(&job.expected, &plain.recorded(), self.plan.limits(job)))
    }

    pub(super) fn evidence(&self, recorded: &[Option<&'a Recorded>]) -> Vec<Evidence<'a>> {
        let jobs = self.plan.jobs.iter().enumerate().zip(recorded);
        jobs.filter_map(|((place, job), recorded)| {
            let recorded = recorded.filter(|_| self.is_played(place))?;
            matches!(recorded, Recorded::Run(_) | Recorded::Session(_))
                .then(|| Evidence::of_scenario(place, &job.scenario.task, recorded))
        })
        .collect()
    }

    /// Runs scenarios of the pool.
    pub(super) fn run(&self, places: &[usize], known: &mut Known, oracle: &dyn Oracle) -> Result<(), Fault> {
        let all: Vec<Generated> = places.iter().map(|place| self.pool()[*place].clone()).collect();
        for (place, recorded) in places.iter().zip(oracle.observe(&all)?) {
            known.run[*place] = true;
            let generated = self.pool()[*place].clone();
            let task = self.context.task(&generated);
            known.tested.extend(recorded.map(|recorded| Evidence::of_generated(generated, task, recorded)));
        }
        Ok(())
    }

    /// Takes the shortest tested scenario that a hypothesis does not predict.
    fn surprise(&self, known: &mut Known<'a>, hypothesis: &Hypothesis) -> Option<Evidence<'a>> {
        let search = self.search();
        let surprises = (0..known.tested.len())
            .filter(|place| search.agreement(hypothesis, &known.tested[*place]) < WHOLE);
        let shortest = surprises.min_by_key(|place| known.tested[*place].length())?;
        Some(known.tested.remove(shortest))
    }

    /// Tells whether the submission does the same again.
    pub(super) fn is_confirmed(&self, surprise: &Evidence, oracle: &dyn Oracle) -> Result<bool, Fault> {
        let Some(generated) = surprise.generated() else { return Ok(true) };
        let again = oracle.observe(std::slice::from_ref(generated))?.remove(0);
        Ok(again.is_some_and(|again| again.behaves_like(&surprise.recorded)))
    }
}
