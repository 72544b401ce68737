//! Examines one submission: finds a hypothesis, tests its predictions, and revises it until they come true.

use std::sync::OnceLock;

use yardstick_reference::{Bug, Trial};

use super::evidence::Evidence;
use super::hypothesis::Hypothesis;
use super::oracle::Oracle;
use super::predict::Predictor;
use super::rivals::Rivals;
use super::search::{Rated, Search};
use super::{Confidence, Diagnosis, Finding, Mistake, What};
use crate::compare::{self, WHOLE};
use crate::explore::{Generated, GenerationContext, OpenInput, generate, needed, shrink};
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
}

/// The seed of the generated scenarios: every submission gets the same.
const SEED: u64 = 0xD1A6;

/// The number of generated scenarios from which those are picked that are run.
const POOL: usize = 400;

/// So many generated scenarios must be predicted before a diagnosis is sure.
const QUIET: usize = 60;

/// How often a hypothesis is revised.
const MOST_REVISIONS: usize = 10;

/// The number of runs to shorten an input that shows something unknown.
const SHORTENING_RUNS: usize = 120;

/// The number of inputs that are tried in the reference to find the shortest one.
const SHORTENING_TRIALS: usize = 400;

/// Examines submissions of one spec.
pub struct Examiner<'a> {
    context: &'a GenerationContext<'a>,
    pub(super) plan: &'a Plan<'a>,
    pub(super) predictor: Predictor<'a>,
    bugs: Vec<&'static Bug>,
    /// The generated scenarios, once they are needed.
    pool: OnceLock<Vec<Generated>>,
}

/// What is known in the course of an examination.
struct Known<'a> {
    /// What hypotheses are made from.
    evidence: Vec<Evidence<'a>>,
    /// Generated scenarios that were run and only tested hypotheses.
    tested: Vec<Evidence<'a>>,
    /// Which scenarios of the pool were run.
    run: Vec<bool>,
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
    fn pool(&self) -> &[Generated] {
        self.pool.get_or_init(|| {
            let mut pool = generate(self.context.reference, SEED, POOL, OpenInput::LeftOut);
            pool.retain(|generated| self.context.is_tested(generated.subject));
            pool
        })
    }

    fn search(&self) -> Search<'_> {
        Search { predictor: &self.predictor, bugs: &self.bugs }
    }

    /// Examines a submission. `recorded` is what it did in each job of the plan, where that is known.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn examine(
        &self,
        recorded: &[Option<Recorded>],
        oracle: &dyn Oracle,
        effort: Effort,
    ) -> Result<Finding, Fault> {
        let (search, lost) = (self.search(), self.lost(recorded));
        let evidence = self.evidence(recorded);
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
            let missing = QUIET.saturating_sub(known.tested.len() + next.len());
            let others = (0..self.pool().len()).filter(|place| !known.run[*place] && !next.contains(place));
            let fill: Vec<usize> = others.take(missing.min(room - next.len())).collect();
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
        let confidence = match rated.is_whole() {
            true if is_separated && known.tested.len() >= QUIET => Confidence::Sure,
            true => Confidence::Likely,
            false => Confidence::LooksLike,
        };
        self.diagnosis(rated, confidence, lost, known, oracle, effort).map(Finding::Diagnosed)
    }

    /// Tells whether a diagnosis predicts what a submission did in a generated scenario.
    pub fn predicts(&self, diagnosis: &Diagnosis, generated: &Generated, recorded: &Recorded) -> bool {
        let task = self.context.task(generated);
        let prediction = self.predictor.predict(&diagnosis.hypothesis, &task);
        prediction.is_some_and(|prediction| self.predictor.agreement(&prediction, recorded) >= WHOLE)
    }

    /// Returns the jobs that are lost, of those that can be looked into.
    fn lost(&self, recorded: &[Option<Recorded>]) -> Vec<usize> {
        let limits = &self.plan.spec.limits;
        let is_lost = |job: &usize| {
            let expected = &self.plan.jobs[*job].expected;
            recorded[*job].as_ref().is_some_and(|recorded| {
                self.is_played(*job)
                    && expected.is_met_by(recorded)
                    && !compare::accepts(expected, recorded, limits)
            })
        };
        (0..self.plan.jobs.len()).filter(is_lost).collect()
    }

    /// Tells whether a job expects what the reference does.
    fn is_played(&self, job: usize) -> bool {
        let job = &self.plan.jobs[job];
        let plain = self.predictor.predict(&Hypothesis::default(), &job.scenario.task);
        plain.is_some_and(|plain| compare::accepts(&job.expected, &plain.recorded(), &self.plan.spec.limits))
    }

    fn evidence(&self, recorded: &[Option<Recorded>]) -> Vec<Evidence<'a>> {
        let jobs = self.plan.jobs.iter().enumerate().zip(recorded);
        jobs.filter_map(|((place, job), recorded)| {
            let recorded = recorded.as_ref().filter(|_| self.is_played(place))?;
            matches!(recorded, Recorded::Run(_) | Recorded::Session(_))
                .then(|| Evidence::of_scenario(place, &job.scenario.task, recorded.clone()))
        })
        .collect()
    }

    /// Runs scenarios of the pool.
    fn run(&self, places: &[usize], known: &mut Known, oracle: &dyn Oracle) -> Result<(), Fault> {
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
    fn is_confirmed(&self, surprise: &Evidence, oracle: &dyn Oracle) -> Result<bool, Fault> {
        let Some(generated) = surprise.generated() else { return Ok(true) };
        let again = oracle.observe(std::slice::from_ref(generated))?.remove(0);
        Ok(again.is_some_and(|again| again.behaves_like(&surprise.recorded)))
    }

    fn diagnosis(
        &self,
        rated: Rated,
        confidence: Confidence,
        lost: Vec<usize>,
        mut known: Known<'a>,
        oracle: &dyn Oracle,
        effort: Effort,
    ) -> Result<Diagnosis, Fault> {
        let search = self.search();
        let mut hypothesis = rated.hypothesis;
        let explained = |hypothesis: &Hypothesis, known: &Known| -> Vec<usize> {
            let whole = known.evidence.iter().filter(|one| search.agreement(hypothesis, one) >= WHOLE);
            whole.filter_map(Evidence::job).filter(|job| lost.contains(job)).collect()
        };
        // What explains no scenario as a whole is not told, unless it is needed to predict everything.
        let mut place = hypothesis.size();
        while confidence < Confidence::Likely && place > 0 {
            place -= 1;
            let fewer = hypothesis.without(place);
            if explained(&fewer, &known).len() >= explained(&hypothesis, &known).len() {
                hypothesis = fewer;
                place = place.min(hypothesis.size());
            }
        }
        let all = explained(&hypothesis, &known);
        let what = hypothesis.bugs.iter().map(|bug| What::Bug(bug));
        let slips = 0..hypothesis.slips.len();
        let what = what.chain(slips.filter_map(|place| self.slip(&hypothesis, place, &known.evidence)));
        let mut mistakes: Vec<Mistake> = what
            .enumerate()
            .map(|(place, what)| {
                let without = explained(&hypothesis.without(place), &known);
                let explains = all.iter().copied().filter(|job| !without.contains(job)).collect();
                let shortest = match &what {
                    What::Bug(bug) if effort.shortens => self.shortest(bug, hypothesis.reading),
                    What::Bug(_) | What::Slip { .. } => None,
                };
                Mistake { what, explains, shortest }
            })
            .collect();
        mistakes.sort_by_key(|mistake| std::cmp::Reverse(mistake.explains.len()));
        let unexplained: Vec<usize> = lost.iter().copied().filter(|job| !all.contains(job)).collect();
        let unknown = match confidence < Confidence::Likely && effort.shortens {
            true => self.unknown(&hypothesis, &mut known, oracle)?,
            false => None,
        };
        Ok(Diagnosis {
            hypothesis,
            confidence: if mistakes.is_empty() { Confidence::Unknown } else { confidence },
            mistakes,
            lost,
            unexplained,
            predicted: known.tested.len(),
            runs: known.run.iter().filter(|run| **run).count(),
            unknown,
        })
    }

    /// Returns a slip with the first text that it changes.
    fn slip(&self, hypothesis: &Hypothesis, place: usize, evidence: &[Evidence]) -> Option<What> {
        let [before, after] = [place, place + 1].map(|place| hypothesis.before_slip(place));
        let changed = evidence.iter().find_map(|one| {
            let [right, wrong] =
                [&before, &after].map(|hypothesis| self.predictor.texts(hypothesis, one.task()).into_iter());
            right.zip(wrong).find(|(right, wrong)| right != wrong)
        });
        let (right, wrong) = changed?;
        let [right, wrong] = [right, wrong].map(|text| text.strip_suffix('\n').unwrap_or(&text).into());
        Some(What::Slip { slip: hypothesis.slips[place].clone(), right, wrong })
    }

    /// Returns the shortest scenario that is found and shows a bug.
    fn shortest(&self, bug: &'static Bug, reading: usize) -> Option<Trial> {
        let with = Hypothesis { reading, bugs: vec![bug], ..Hypothesis::default() };
        let shown = |generated: &Generated| -> Option<usize> {
            if self.context.reference.subjects()[generated.subject].is_open(&generated.tokens) {
                return None;
            }
            let task = self.context.task(generated);
            let expected = self.context.expected(&task)?;
            let recorded = self.predictor.predict(&with, &task)?.recorded();
            let recorded = crate::explore::until_end_of_input(recorded, &expected, &self.plan.spec.limits);
            (!compare::accepts(&expected, &recorded, &self.plan.spec.limits))
                .then(|| needed(self.context, generated, &expected, &recorded))
        };
        let mut showing: Vec<&Generated> = self.pool().iter().filter(|one| shown(one).is_some()).collect();
        showing.sort_by_key(|generated| generated.tokens.len());
        let shortest = showing.first()?;
        Some(self.shortened(shortest, SHORTENING_TRIALS, shown).trial(self.context.reference))
    }

    fn shortened(
        &self,
        generated: &Generated,
        most: usize,
        mut shown: impl FnMut(&Generated) -> Option<usize>,
    ) -> Generated {
        let subject = self.context.reference.subjects()[generated.subject];
        let with = |tokens: &[usize]| Generated { tokens: tokens.to_vec(), ..generated.clone() };
        with(&shrink(subject, &generated.tokens, most, |tokens| shown(&with(tokens))).tokens)
    }

    /// Returns the shortest generated scenario that a hypothesis does not predict.
    fn unknown(
        &self,
        hypothesis: &Hypothesis,
        known: &mut Known<'a>,
        oracle: &dyn Oracle,
    ) -> Result<Option<Trial>, Fault> {
        let search = self.search();
        if known.tested.is_empty() {
            let first: Vec<usize> = (0..self.pool().len().min(QUIET)).collect();
            self.run(&first, known, oracle)?;
        }
        let generated = known.evidence.iter().chain(&known.tested).filter(|one| one.generated().is_some());
        let surprises = generated.filter(|one| search.agreement(hypothesis, one) < WHOLE);
        let Some(surprise) = surprises.min_by_key(|one| one.length()) else { return Ok(None) };
        if !self.is_confirmed(surprise, oracle)? {
            return Ok(None);
        }
        let Some(start) = surprise.generated() else { return Ok(None) };
        let mut fault = None;
        let shortest = self.shortened(start, SHORTENING_RUNS, |shorter| {
            let subject = self.context.reference.subjects()[shorter.subject];
            if fault.is_some() || subject.is_open(&shorter.tokens) {
                return None;
            }
            let recorded = match oracle.observe(std::slice::from_ref(shorter)) {
                Ok(mut recorded) => recorded.remove(0)?,
                Err(of_ours) => {
                    fault = Some(of_ours);
                    return None;
                }
            };
            let evidence = Evidence::of_generated(shorter.clone(), self.context.task(shorter), recorded);
            (search.agreement(hypothesis, &evidence) < WHOLE).then_some(shorter.tokens.len())
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Some(shortest.trial(self.context.reference))),
        }
    }
}
