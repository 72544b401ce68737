//! Finds the smallest set of scenarios that catches every catchable target; among equal ones, the set with the least
//! input.
//!
//! Necessary scenarios are taken, dominated ones are dropped, and the rest is decided by branch and bound.

use super::set::Set;

/// After this number of branches the search ends, and the best set so far may not be the smallest.
const MOST_BRANCHES: usize = 200_000;

/// A set of scenarios that together catch every catchable target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Subset {
    /// The numbers of the scenarios, the smallest first.
    pub scenarios: Vec<usize>,
    /// Whether it is proved that no smaller set exists.
    pub is_smallest: bool,
}

/// The cost of a set: the number of scenarios, then the number of their input lines.
type Cost = (usize, usize);

/// One scenario in the search.
#[derive(Clone, Debug)]
struct Candidate {
    number: usize,
    catches: Set,
    inputs: usize,
}

/// Returns the smallest set with the catches of all scenarios. A scenario is its catches and its number of input lines.
pub(crate) fn smallest_subset(scenarios: &[(Set, usize)]) -> Subset {
    let candidates: Vec<Candidate> = scenarios
        .iter()
        .enumerate()
        .map(|(number, (catches, inputs))| Candidate { number, catches: catches.clone(), inputs: *inputs })
        .collect();
    let mut all = Set::default();
    scenarios.iter().for_each(|(catches, _)| all.add(catches));
    let mut search = Search { best: greedy(&candidates, &all), branches: 0 };
    search.branch(candidates, all, Vec::new(), (0, 0));
    let (_, mut scenarios) = search.best;
    scenarios.sort_unstable();
    Subset { scenarios, is_smallest: search.branches < MOST_BRANCHES }
}

/// Repeatedly takes the scenario that catches most of the rest.
fn greedy(candidates: &[Candidate], all: &Set) -> (Cost, Vec<usize>) {
    let (mut rest, mut cost, mut taken) = (all.clone(), (0, 0), Vec::new());
    while !rest.is_empty() {
        let gain = |it: &&Candidate| (rest.len() - rest.without(&it.catches).len(), usize::MAX - it.inputs);
        let Some(best) = candidates.iter().max_by_key(gain) else { break };
        rest = rest.without(&best.catches);
        cost = (cost.0 + 1, cost.1 + best.inputs);
        taken.push(best.number);
    }
    (cost, taken)
}

struct Search {
    best: (Cost, Vec<usize>),
    branches: usize,
}

impl Search {
    /// Searches for a cheaper set that begins with `taken` and catches `rest`.
    fn branch(
        &mut self,
        mut candidates: Vec<Candidate>,
        mut rest: Set,
        mut taken: Vec<usize>,
        mut cost: Cost,
    ) {
        self.branches += 1;
        loop {
            for candidate in &mut candidates {
                candidate.catches = candidate.catches.without(&candidate.catches.without(&rest));
            }
            drop_dominated(&mut candidates);
            if rest.is_empty() {
                if cost < self.best.0 {
                    self.best = (cost, taken);
                }
                return;
            }
            let catchers = |target: usize| candidates.iter().filter(move |it| it.catches.contains(target));
            let Some(only) = rest.iter().find(|&target| catchers(target).count() == 1) else { break };
            let Some(only) = catchers(only).next().cloned() else { return };
            rest = rest.without(&only.catches);
            cost = (cost.0 + 1, cost.1 + only.inputs);
            taken.push(only.number);
        }
        if self.branches >= MOST_BRANCHES || bound(&candidates, &rest, cost) >= self.best.0 {
            return;
        }
        let catchers = |target: usize| candidates.iter().filter(move |it| it.catches.contains(target));
        let Some(hardest) = rest.iter().min_by_key(|&target| catchers(target).count()) else { return };
        let mut choices: Vec<Candidate> = catchers(hardest).cloned().collect();
        choices.sort_by_key(|it| std::cmp::Reverse(it.catches.len()));
        let mut open = candidates;
        for choice in choices {
            let taken = [taken.as_slice(), &[choice.number]].concat();
            let cost = (cost.0 + 1, cost.1 + choice.inputs);
            self.branch(open.clone(), rest.without(&choice.catches), taken, cost);
            // A scenario that was tried is not tried again in later branches.
            open.retain(|it| it.number != choice.number);
        }
    }
}

/// Drops every scenario whose catches another one contains that has no more input.
fn drop_dominated(candidates: &mut Vec<Candidate>) {
    candidates.retain(|it| !it.catches.is_empty());
    let mut index = 0;
    while index < candidates.len() {
        let it = &candidates[index];
        let is_dominated = candidates.iter().enumerate().any(|(place, other)| {
            let is_better = (other.inputs, place) < (it.inputs, index);
            place != index && is_better && it.catches.is_within(&other.catches)
        });
        if is_dominated {
            candidates.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Returns a lower bound of the cost: targets that no scenario catches together need one scenario each.
fn bound(candidates: &[Candidate], rest: &Set, cost: Cost) -> Cost {
    let (mut blocked, mut bound) = (Set::default(), cost);
    for target in rest.iter() {
        let catchers: Vec<&Candidate> = candidates.iter().filter(|it| it.catches.contains(target)).collect();
        if !blocked.contains(target) {
            bound = (bound.0 + 1, bound.1 + catchers.iter().map(|it| it.inputs).min().unwrap_or_default());
            catchers.iter().for_each(|it| blocked.add(&it.catches));
        }
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cost_of(scenarios: &[(Set, usize)], chosen: &[usize]) -> Cost {
        (chosen.len(), chosen.iter().map(|&number| scenarios[number].1).sum())
    }

    fn caught_by(scenarios: &[(Set, usize)], chosen: impl Iterator<Item = usize>) -> Set {
        let mut caught = Set::default();
        chosen.for_each(|number| caught.add(&scenarios[number].0));
        (0..100).filter(|&target| caught.contains(target)).collect()
    }

    proptest! {
        #[test]
        fn no_smaller_set_catches_the_same(
            catches in prop::collection::vec((prop::collection::vec(0_usize..9, 0..5), 1_usize..6), 0..9),
        ) {
            let scenarios: Vec<(Set, usize)> =
                catches.into_iter().map(|(set, inputs)| (set.into_iter().collect(), inputs)).collect();
            let subset = smallest_subset(&scenarios);
            let all = caught_by(&scenarios, 0..scenarios.len());
            prop_assert_eq!(caught_by(&scenarios, subset.scenarios.iter().copied()), all.clone());
            prop_assert!(subset.is_smallest);
            for choice in 0_usize..1 << scenarios.len() {
                let chosen: Vec<usize> = (0..scenarios.len()).filter(|number| choice & 1 << number != 0).collect();
                if caught_by(&scenarios, chosen.iter().copied()) == all {
                    prop_assert!(cost_of(&scenarios, &subset.scenarios) <= cost_of(&scenarios, &chosen));
                }
            }
        }
    }
}
