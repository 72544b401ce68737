//! Searches the smallest hypothesis that predicts all evidence.
//!
//! Step by step, the bug or the slip is added that makes predictions agree most: whole results count first, then how far
//! the others agree before the first difference. A few of the best hypotheses are followed at the same time.

use rayon::prelude::*;
use yardstick_reference::Bug;

use super::evidence::Evidence;
use super::hypothesis::Hypothesis;
use super::induce::proposals;
use super::predict::{Prediction, Predictor};
use crate::compare::WHOLE;

/// The most mistakes of one submission that are told apart.
const MOST_MISTAKES: usize = 6;

/// The number of hypotheses that are followed at the same time.
const BEAM: usize = 4;

/// The number of hypotheses that explain the same and are all followed.
const MOST_ALIKE: usize = 3;

/// The number of those with the fewest slips that are followed besides.
const BEAM_WITHOUT_SLIPS: usize = 1;

/// The number of disagreeing pieces of evidence that decide which additions are tried on all of it.
const SAMPLE: usize = 14;

/// The number of slips from one piece of evidence that are tried on the others.
const MOST_PROPOSALS: usize = 24;

/// The most mistakes for which it is tried whether one explains as much as two.
const MOST_TO_JOIN: usize = 4;

/// The number of additions that are tried on all evidence.
const FINALISTS: usize = 8;

/// The number of pieces of evidence from which slips are induced.
const SOURCES_OF_SLIPS: usize = 3;

/// A hypothesis, and how far its predictions agree with each piece of evidence.
#[derive(Clone)]
pub(super) struct Rated {
    pub(super) hypothesis: Hypothesis,
    pub(super) agreements: Vec<f64>,
}

impl Rated {
    /// Returns how much is explained: the number of whole results, then the sum of all agreements.
    fn worth(&self) -> (usize, f64) {
        worth(&self.agreements)
    }

    /// Tells whether everything is explained.
    pub(super) fn is_whole(&self) -> bool {
        self.agreements.iter().all(|one| *one >= WHOLE)
    }
}

/// A prediction of a hypothesis, and how far it agrees. Most bugs change nothing in most tasks: then nothing has to be
/// compared again.
pub(super) struct Basis<'e> {
    prediction: Option<Prediction<'e>>,
    agreement: f64,
}

fn worth(agreements: &[f64]) -> (usize, f64) {
    (agreements.iter().filter(|one| **one >= WHOLE).count(), agreements.iter().sum())
}

/// Tells whether one worth is more than another.
fn is_more(one: (usize, f64), other: (usize, f64)) -> bool {
    one.0 > other.0 || one.0 == other.0 && one.1 > other.1 + 1e-9
}

/// What a search needs to know.
pub(super) struct Search<'a> {
    pub(super) predictor: &'a Predictor<'a>,
    /// The bugs that may be supposed.
    pub(super) bugs: &'a [&'static Bug],
}

impl Search<'_> {
    /// Returns how far the predictions of a hypothesis agree with some evidence.
    pub(super) fn agreement(&self, hypothesis: &Hypothesis, evidence: &Evidence) -> f64 {
        let prediction = self.predictor.predict(hypothesis, evidence.task());
        prediction.map_or(0.0, |prediction| self.predictor.agreement(&prediction, &evidence.recorded))
    }

    /// Returns the predictions of a hypothesis, to compare others with it.
    pub(super) fn basis<'e>(&self, hypothesis: &Hypothesis, evidence: &'e [Evidence]) -> Vec<Basis<'e>> {
        let basis = |one: &'e Evidence| {
            let prediction = self.predictor.predict(hypothesis, one.task());
            let agreement = prediction
                .as_ref()
                .map_or(0.0, |prediction| self.predictor.agreement(prediction, &one.recorded));
            Basis { prediction, agreement }
        };
        evidence.par_iter().map(basis).collect()
    }

    /// Returns how far the predictions of a hypothesis agree with some evidence, of which those of another are known.
    pub(super) fn agreement_beside(
        &self,
        basis: &Basis,
        hypothesis: &Hypothesis,
        evidence: &Evidence,
    ) -> f64 {
        let Some(prediction) = self.predictor.predict(hypothesis, evidence.task()) else { return 0.0 };
        match &basis.prediction {
            Some(known) if known.is_same(&prediction) => basis.agreement,
            _ => self.predictor.agreement(&prediction, &evidence.recorded),
        }
    }

    /// Rates a hypothesis on all evidence.
    pub(super) fn rated(&self, hypothesis: Hypothesis, evidence: &[Evidence]) -> Rated {
        let agreements = evidence.par_iter().map(|one| self.agreement(&hypothesis, one)).collect();
        Rated { hypothesis, agreements }
    }

    /// Tells whether a hypothesis predicts all evidence.
    pub(super) fn explains(&self, hypothesis: &Hypothesis, evidence: &[Evidence]) -> bool {
        evidence.iter().all(|one| self.agreement(hypothesis, one) >= WHOLE)
    }

    /// Returns the smallest hypothesis that is found and explains all evidence; if there is none, the one that explains
    /// most.
    pub(super) fn run(&self, evidence: &[Evidence]) -> Rated {
        let readings = (0..self.predictor.readings())
            .map(|reading| self.rated(Hypothesis { reading, ..Hypothesis::default() }, evidence));
        let mut followed = narrowed(readings.collect());
        let mut best = followed[0].clone();
        for _ in 0..MOST_MISTAKES {
            if best.is_whole() {
                break;
            }
            let mut next: Vec<Rated> = Vec::new();
            for rated in &followed {
                for better in self.improved(rated, evidence) {
                    if !next.iter().any(|known| known.hypothesis.is_like(&better.hypothesis)) {
                        next.push(better);
                    }
                }
            }
            let next = narrowed(next);
            let Some(first) = next.first() else { break };
            if is_more(first.worth(), best.worth()) {
                best = first.clone();
            }
            followed = next;
        }
        let fewer = self.reduced(best, evidence);
        if fewer.is_whole() { self.smaller(fewer, evidence) } else { fewer }
    }

    /// Returns the best hypotheses with one more mistake that explain more.
    fn improved(&self, rated: &Rated, evidence: &[Evidence]) -> Vec<Rated> {
        let Rated { hypothesis, agreements } = rated;
        let mut open: Vec<usize> = (0..evidence.len()).filter(|index| agreements[*index] < WHOLE).collect();
        open.sort_by_key(|index| evidence[*index].length());
        let sample: Vec<usize> = spread(&open, SAMPLE);
        let before: Vec<f64> = sample.iter().map(|index| agreements[*index]).collect();
        let bugs = self.bugs.iter().filter(|bug| !hypothesis.has(bug)).map(|bug| hypothesis.with_bug(bug));
        let readings = (0..self.predictor.readings()).filter(|reading| *reading != hypothesis.reading);
        let readings = readings.map(|reading| Hypothesis { reading, ..hypothesis.clone() });
        let mut candidates: Vec<Hypothesis> = readings.chain(bugs).collect();
        let without_slips = candidates.len();
        let basis = self.basis(hypothesis, evidence);
        let beside = |candidate: &Hypothesis, index: usize| {
            self.agreement_beside(&basis[index], candidate, &evidence[index])
        };
        for index in spread(&open, SOURCES_OF_SLIPS) {
            let proposed = proposals(self.predictor, hypothesis, &evidence[index]);
            let with: Vec<Hypothesis> = proposed.into_iter().map(|slip| hypothesis.with_slip(slip)).collect();
            let mut fit: Vec<(f64, Hypothesis)> = with
                .into_par_iter()
                .map(|with| (beside(&with, index), with))
                .filter(|(agreement, _)| *agreement > agreements[index])
                .collect();
            // The sort is stable: of equals, the narrowest change comes first.
            fit.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            for (_, with) in fit.into_iter().take(MOST_PROPOSALS) {
                if !candidates.contains(&with) {
                    candidates.push(with);
                }
            }
        }
        let mut promising: Vec<(usize, (usize, f64))> = candidates
            .par_iter()
            .enumerate()
            .filter_map(|(place, candidate)| {
                let on_sample: Vec<f64> = sample.iter().map(|index| beside(candidate, *index)).collect();
                let worth = worth(&on_sample);
                is_more(worth, self::worth(&before)).then_some((place, worth))
            })
            .collect();
        // The sort is stable: of equals, bugs come before slips.
        promising.sort_by(|(_, one), (_, other)| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
        let (mut promising, of_slips): (Vec<_>, Vec<_>) =
            promising.into_iter().partition(|(place, _)| *place < without_slips);
        promising.truncate(FINALISTS);
        promising.extend(of_slips.into_iter().take(FINALISTS));
        let rate = |(place, _): &(usize, (usize, f64))| {
            let hypothesis = candidates[*place].clone();
            let agreements = (0..evidence.len()).into_par_iter().map(|index| beside(&hypothesis, index));
            Rated { agreements: agreements.collect(), hypothesis }
        };
        let better = promising.iter().map(rate).filter(|found| is_more(found.worth(), rated.worth()));
        narrowed(better.collect())
    }

    /// Leaves out the mistakes that explain nothing.
    pub(super) fn reduced(&self, mut rated: Rated, evidence: &[Evidence]) -> Rated {
        let mut place = rated.hypothesis.size();
        while place > 0 {
            place -= 1;
            let fewer = self.rated(rated.hypothesis.without(place), evidence);
            if !is_more(rated.worth(), fewer.worth()) {
                rated = fewer;
                place = place.min(rated.hypothesis.size());
            }
        }
        rated
    }

    /// Looks for one bug in the place of two mistakes.
    fn smaller(&self, rated: Rated, evidence: &[Evidence]) -> Rated {
        let hypothesis = &rated.hypothesis;
        if hypothesis.size() > MOST_TO_JOIN {
            return rated;
        }
        for second in (1..hypothesis.size()).rev() {
            for first in (0..second).rev() {
                let fewer = hypothesis.without(second).without(first);
                let others: Vec<&&Bug> = self.bugs.iter().filter(|bug| !hypothesis.has(bug)).collect();
                let found = others
                    .into_par_iter()
                    .map(|bug| fewer.with_bug(bug))
                    .filter(|one| self.explains(one, evidence));
                let found = found.max_by_key(Hypothesis::common);
                if let Some(found) = found {
                    return self.smaller(self.rated(found, evidence), evidence);
                }
            }
        }
        rated
    }
}

/// Returns the best of these, and the best of those with the fewest slips. Of hypotheses that explain the same, only those
/// with the fewest slips are kept, and not many of them.
fn narrowed(mut all: Vec<Rated>) -> Vec<Rated> {
    all.sort_by(|one, other| {
        let (worth, others) = (one.worth(), other.worth());
        let by_worth = others.0.cmp(&worth.0).then(others.1.total_cmp(&worth.1));
        by_worth
            .then(one.hypothesis.slips.len().cmp(&other.hypothesis.slips.len()))
            .then(other.hypothesis.common().cmp(&one.hypothesis.common()))
    });
    let mut distinct: Vec<Rated> = Vec::new();
    for one in all {
        let like = |known: &&Rated| known.agreements == one.agreements;
        let is_simple = distinct
            .iter()
            .filter(like)
            .all(|known| known.hypothesis.slips.len() >= one.hypothesis.slips.len());
        if is_simple && distinct.iter().filter(like).count() < MOST_ALIKE {
            distinct.push(one);
        }
    }
    let fewest = distinct.iter().map(|one| one.hypothesis.slips.len()).min().unwrap_or_default();
    let mut kept: Vec<Rated> = distinct.iter().take(BEAM).cloned().collect();
    let others = distinct.into_iter().skip(BEAM);
    kept.extend(others.filter(|one| one.hypothesis.slips.len() == fewest).take(BEAM_WITHOUT_SLIPS));
    kept
}

/// Returns at most so many of these, evenly spread, the first and the last among them.
fn spread(all: &[usize], most: usize) -> Vec<usize> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most).map(|place| all[place * (all.len() - 1) / (most - 1)]).collect()
}
