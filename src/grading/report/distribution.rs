//! The distribution of the points of a class.

use super::Graded;
use crate::points::Points;

/// The number of submissions that earned each tenth of the maximum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// The number of submissions below one tenth of the maximum, from one tenth to two tenths, and so on; the last number
    /// is of those with the maximum or more.
    pub tenths: [usize; 11],
}

impl Distribution {
    /// The distribution of the submissions with points; empty if nothing can be earned without bonus.
    pub(super) fn new(submissions: &[Graded], max: Points) -> Self {
        let mut distribution = Self::default();
        if max > Points::ZERO {
            for points in submissions.iter().filter_map(|one| one.points) {
                distribution.tenths[(0..10).filter(|tenth| max.part(tenth + 1, 10) <= points).count()] += 1;
            }
        }
        distribution
    }

    /// The largest of the numbers.
    pub fn highest(&self) -> usize {
        self.tenths.iter().copied().max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graded(points: i32) -> Graded {
        let points = Some(Points::whole(points));
        Graded { name: "a".into(), points, ..Graded::default() }
    }

    #[test]
    fn a_tenth_begins_with_its_points_and_everything_has_a_place_of_its_own() {
        let class = [0, 1, 2, 19, 20, 25].map(graded);
        let Distribution { tenths } = Distribution::new(&class, Points::whole(20));
        assert_eq!(tenths, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    }

    proptest! {
        #[test]
        fn everybody_stands_somewhere(points in prop::collection::vec(0..200, 0..50), max in 1..100) {
            let class: Vec<Graded> = points.into_iter().map(graded).collect();
            let distribution = Distribution::new(&class, Points::whole(max));
            prop_assert_eq!(distribution.tenths.iter().sum::<usize>(), class.len());
        }
    }
}
