//! Draws the conclusions of an examination: which mistakes explain which scenarios, and the shortest inputs.

use yardstick_reference::{Bug, Trial};

use super::evidence::Evidence;
use super::examine::{Effort, Examiner, Known, QUIET};
use super::hypothesis::Hypothesis;
use super::oracle::Oracle;
use super::{Confidence, Diagnosis, Mistake, What};
use crate::compare::{self, WHOLE};
use crate::explore::{Generated, needed, shrink, until_end_of_input};
use crate::run::Fault;

/// The number of runs to shorten an input that shows something unknown.
const SHORTENING_RUNS: usize = 120;

/// The number of inputs that are tried in the reference to find the shortest one.
const SHORTENING_TRIALS: usize = 400;

impl<'a> Examiner<'a> {
    /// Returns what is known after an examination.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub(super) fn conclude(
        &self,
        mut hypothesis: Hypothesis,
        confidence: Confidence,
        lost: Vec<usize>,
        mut known: Known<'a>,
        oracle: &dyn Oracle,
        effort: Effort,
    ) -> Result<Diagnosis, Fault> {
        let search = self.search();
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
        let mut mistakes: Vec<Mistake> = (0..hypothesis.size())
            .filter_map(|place| {
                let what = match place.checked_sub(hypothesis.bugs.len()) {
                    None => What::Bug(hypothesis.bugs[place]),
                    Some(slip) => self.slip(&hypothesis, slip, &known.evidence)?,
                };
                let without = explained(&hypothesis.without(place), &known);
                let explains = all.iter().copied().filter(|job| !without.contains(job)).collect();
                let shortest = match &what {
                    What::Bug(bug) if effort.shortens => self.shortest(bug, hypothesis.reading),
                    What::Bug(_) | What::Slip { .. } => None,
                };
                Some(Mistake { what, explains, shortest })
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
            let recorded = until_end_of_input(recorded, &expected, &self.plan.spec.limits);
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
