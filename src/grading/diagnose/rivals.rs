//! Rivals of a hypothesis: others that fit everything that is known, and generated scenarios in which they would differ.

use std::cmp::Reverse;

use rayon::prelude::*;
use yardstick_reference::Bug;

use super::evidence::Evidence;
use super::hypothesis::Hypothesis;
use super::search::Search;
use crate::compare::WHOLE;
use crate::explore::{Generated, GenerationContext};
use crate::spec::Task;

/// The largest number of rivals that are looked at.
const MOST_ALIVE: usize = 32;

/// Scenarios are not looked for any longer after so many that separate nothing.
const MOST_IN_VAIN: usize = 150;

/// The hypotheses beside one that fit all evidence.
pub(super) struct Rivals {
    alive: Vec<Hypothesis>,
}

/// Scenarios that separate rivals from the hypothesis.
pub(super) struct Separation {
    /// The scenarios, by their places in the pool.
    pub(super) trials: Vec<usize>,
    /// Whether a rival of the same size is left that no scenario of the pool separates.
    pub(super) leaves_an_equal: bool,
}

impl Rivals {
    /// Finds the rivals with one more bug, and with one bug in the place of another one.
    pub(super) fn of(search: &Search, hypothesis: &Hypothesis, evidence: &[&[Evidence]]) -> Self {
        let others = || search.bugs.iter().filter(|bug| !hypothesis.has(bug));
        let mut all: Vec<Hypothesis> = others().map(|bug| hypothesis.with_bug(bug)).collect();
        for place in 0..hypothesis.bugs.len() {
            let fewer = hypothesis.without(place);
            all.extend(others().map(|bug: &&'static Bug| fewer.with_bug(bug)));
        }
        let parts: Vec<_> = evidence.iter().map(|part| (*part, search.basis(hypothesis, part))).collect();
        let mut known: Vec<_> = parts.iter().flat_map(|(part, basis)| part.iter().zip(basis)).collect();
        // What is compared fast comes first.
        known.sort_by_key(|(evidence, _)| matches!(evidence.task(), Task::Run(_)));
        let fits = |one: &Hypothesis| {
            known.iter().all(|(evidence, basis)| search.agreement_beside(basis, one, evidence) >= WHOLE)
        };
        let mut alive: Vec<Hypothesis> = all.into_par_iter().filter(fits).collect();
        // Those that are left out would be separated later, or never.
        alive.sort_by_key(|rival| (rival.size(), Reverse(rival.common())));
        alive.truncate(MOST_ALIVE);
        Self { alive }
    }

    /// Returns scenarios of a pool, those that separate any rival first; those that are `known` have separated none.
    pub(super) fn separation(
        mut self,
        search: &Search,
        context: &GenerationContext,
        hypothesis: &Hypothesis,
        pool: &[Generated],
        known: &[bool],
        most: usize,
    ) -> Separation {
        let mut trials = Vec::new();
        let mut last = 0;
        for (place, generated) in pool.iter().enumerate() {
            if self.alive.is_empty() || trials.len() >= most || place - last > MOST_IN_VAIN {
                break;
            }
            if known[place] {
                continue;
            }
            let task = context.task(generated);
            let Some(prediction) = search.predictor.predict(hypothesis, &task) else { continue };
            let differs = |rival: &Hypothesis| {
                let other = search.predictor.predict(rival, &task);
                other.is_none_or(|other| {
                    !other.is_same(&prediction)
                        && search.predictor.agreement(&prediction, &other.recorded()) < WHOLE
                })
            };
            let is_same: Vec<bool> = self.alive.par_iter().map(|rival| !differs(rival)).collect();
            if is_same.contains(&false) {
                let mut is_same = is_same.into_iter();
                self.alive.retain(|_| is_same.next().unwrap_or_default());
                trials.push(place);
                last = place;
            }
        }
        let is_equal = |rival: &Hypothesis| rival.size() <= hypothesis.size();
        let leaves_an_equal = self.alive.iter().any(is_equal);
        Separation { trials, leaves_an_equal }
    }
}
