//! Sets of small numbers, as bits.

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// Inserts a number.
    pub(crate) fn insert(&mut self, number: usize) {
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Tells whether the set contains a number.
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word & 1 << (number % 64) != 0)
    }

    /// Returns how many numbers the set contains.
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Tells whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers, the smallest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.words.len() * 64).filter(|&number| self.contains(number))
    }

    /// Inserts all numbers of another set.
    pub(crate) fn add(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Returns the numbers that are not in another set.
    #[must_use]
    pub(crate) fn without(&self, other: &Self) -> Self {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        Self { words: self.words.iter().zip(others).map(|(word, other)| word & !other).collect() }
    }

    /// Tells whether another set contains all numbers of this one.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_behave_like_those_of_the_standard_library(
            one in prop::collection::btree_set(0_usize..200, 0..20),
            other in prop::collection::btree_set(0_usize..200, 0..20),
        ) {
            let (left, right): (Set, Set) = (one.iter().copied().collect(), other.iter().copied().collect());
            prop_assert_eq!(left.iter().collect::<BTreeSet<_>>(), one.clone());
            prop_assert_eq!(left.without(&right).iter().collect::<BTreeSet<_>>(), &one - &other);
            prop_assert_eq!(left.is_within(&right), one.is_subset(&other));
            let mut both = left.clone();
            both.add(&right);
            prop_assert_eq!((both.len(), both.iter().collect::<BTreeSet<_>>()), ((&one | &other).len(), &one | &other));
        }
    }
}
