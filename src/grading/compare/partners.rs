//! Gives things partners that fit them, where one may fit several.

use std::collections::{HashMap, VecDeque};

use crate::spec::Tolerance;

/// Which actual thing stands for each expected one.
pub(super) struct Partners {
    of_expected: Vec<Option<usize>>,
    of_actual: Vec<Option<usize>>,
}

impl Partners {
    /// No partners yet, for as many expected and actual things.
    pub(super) fn none(expected: usize, actual: usize) -> Self {
        Self { of_expected: vec![None; expected], of_actual: vec![None; actual] }
    }

    /// Returns the actual thing that stands for an expected one.
    pub(super) fn of(&self, expected: usize) -> Option<usize> {
        self.of_expected[expected]
    }

    /// Returns the first expected thing for which no actual one stands.
    pub(super) fn first_alone(&self) -> Option<usize> {
        self.of_expected.iter().position(Option::is_none)
    }

    /// Returns the actual things that stand for no expected one.
    pub(super) fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.of_actual.len()).filter(|actual| self.is_free(*actual))
    }

    /// Tells whether an actual thing stands for no expected one.
    pub(super) fn is_free(&self, actual: usize) -> bool {
        self.of_actual[actual].is_none()
    }

    /// Lets an actual thing stand for an expected one.
    pub(super) fn join(&mut self, expected: usize, actual: usize) {
        self.of_expected[expected] = Some(actual);
        self.of_actual[actual] = Some(expected);
    }

    /// Leaves an expected thing without a partner.
    pub(super) fn part(&mut self, expected: usize) {
        if let Some(actual) = self.of_expected[expected].take() {
            self.of_actual[actual] = None;
        }
    }

    /// Finds a partner for an expected thing among those that may fit it. A thing that has one already may have to take
    /// another one. Returns whether there is a way; `left` is how often may be tried whether two fit.
    pub(super) fn find<C: IntoIterator<Item = usize>>(
        &mut self,
        expected: usize,
        left: &mut usize,
        candidates: impl Fn(usize) -> C,
        mut fits: impl FnMut(usize, usize) -> bool,
    ) -> bool {
        // Which expected thing reached each actual one, breadth first.
        let mut reached_by: HashMap<usize, usize> = HashMap::new();
        let mut waiting = VecDeque::from([expected]);
        while let Some(seeking) = waiting.pop_front() {
            // One that nobody has is looked for first.
            let free: Vec<usize> = candidates(seeking).into_iter().filter(|one| self.is_free(*one)).collect();
            let taken = candidates(seeking).into_iter().filter(|one| !self.is_free(*one));
            for actual in free.into_iter().chain(taken.collect::<Vec<_>>()) {
                if reached_by.contains_key(&actual) {
                    continue;
                }
                if *left == 0 {
                    return false;
                }
                *left -= 1;
                if !fits(seeking, actual) {
                    continue;
                }
                reached_by.insert(actual, seeking);
                let Some(partner) = self.of_actual[actual] else {
                    self.exchange(actual, &reached_by);
                    return true;
                };
                waiting.push_back(partner);
            }
        }
        false
    }

    /// Gives each thing on the way to a free one that by which it was reached.
    fn exchange(&mut self, free: usize, reached_by: &HashMap<usize, usize>) {
        let mut free = Some(free);
        while let Some(actual) = free {
            let seeking = reached_by[&actual];
            free = self.of_expected[seeking];
            self.join(seeking, actual);
        }
    }
}

/// About how large something is: its numbers are added, whatever their order and signs. What is near to it is about as large.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    sum: f64,
    count: f64,
    /// Of what is as large by the sum, this tells what is most likely near.
    aside: f64,
}

impl Size {
    /// Adds a number that stands in what is near too, and is near there.
    pub(super) fn add(&mut self, number: f64) {
        self.sum += number.abs();
        self.count += 1.0;
    }

    /// Adds a number of which that is not sure.
    pub(super) fn add_aside(&mut self, number: f64) {
        self.aside += number.abs();
    }

    /// Puts places in the order of the sizes of what stands there.
    pub(super) fn sort(places: &mut [usize], sizes: &[Self]) {
        places.sort_by(|one, other| {
            let [one, other] = [sizes[*one], sizes[*other]];
            one.sum.total_cmp(&other.sum).then(one.aside.total_cmp(&other.aside))
        });
    }

    /// Returns how far the sum of something near may lie from this one.
    fn far(&self, tolerance: Tolerance) -> f64 {
        let far = tolerance.absolute * self.count + tolerance.relative * self.sum;
        // A little more, because floats err.
        far + 1e-9 * (far + self.sum) + f64::MIN_POSITIVE
    }
}

/// Returns those of some places, in the order of the sizes there, where something may stand that is near to what is expected.
pub(super) fn within<'p>(
    places: &'p [usize],
    sizes: &[Size],
    expected: &Size,
    tolerance: Option<Tolerance>,
) -> &'p [usize] {
    let Some(far) = tolerance.map(|tolerance| expected.far(tolerance)) else { return places };
    if !expected.sum.is_finite() || !far.is_finite() {
        return places;
    }
    let from = places.partition_point(|place| sizes[*place].sum < expected.sum - far);
    let to = places.partition_point(|place| sizes[*place].sum <= expected.sum + far);
    &places[from..to.max(from)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The largest number of expected things from `expected` on that can have partners at once.
    fn most(fits: &[u8], expected: usize, taken: u8) -> usize {
        let Some(row) = fits.get(expected) else { return 0 };
        let with = (0..8).filter(|at| row & !taken & (1 << at) != 0);
        let rest = with.map(|at| 1 + most(fits, expected + 1, taken | (1 << at)));
        rest.max().unwrap_or(0).max(most(fits, expected + 1, taken))
    }

    proptest! {
        #[test]
        fn as_many_as_possible_have_partners(fits in proptest::collection::vec(any::<u8>(), 0..6), sparse: u8) {
            let fits: Vec<u8> = fits.iter().map(|row| row & sparse).collect();
            let is_fit = |one: usize, other: usize| fits[one] & (1 << other) != 0;
            let mut partners = Partners::none(fits.len(), 8);
            let found = (0..fits.len()).filter(|one| partners.find(*one, &mut 1000, |_| 0..8, is_fit)).count();
            prop_assert_eq!(found, most(&fits, 0, 0));
            let pairs: Vec<[usize; 2]> =
                (0..fits.len()).filter_map(|one| Some([one, partners.of(one)?])).collect();
            prop_assert_eq!((pairs.len(), partners.free().count()), (found, 8 - found));
            prop_assert!(pairs.iter().all(|[one, other]| is_fit(*one, *other)));
        }
    }

    #[test]
    fn what_costs_too_much_is_given_up() {
        let mut partners = Partners::none(1, 8);
        let mut left = 7;
        assert!(!partners.find(0, &mut left, |_| 0..8, |_, other| other == 7) && left == 0);
        assert!(partners.find(0, &mut 8, |_| 0..8, |_, other| other == 7));
    }
}
