//! How the points of a class are spread.

use super::Graded;
use crate::points::Points;

/// How many submissions earned which part of the maximum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// Below one tenth of the maximum, from one tenth to two, and so on; the last is everything, or more.
    pub tenths: [usize; 11],
}

impl Distribution {
    /// Of those with points; nobody where nothing can be earned without bonus.
    pub(super) fn new(submissions: &[Graded], max: Points) -> Self {
        let mut distribution = Self::default();
        if max > Points::ZERO {
            for points in submissions.iter().filter_map(|one| one.points) {
                distribution.tenths[(0..10).filter(|tenth| max.part(tenth + 1, 10) <= points).count()] += 1;
            }
        }
        distribution
    }

    /// The most that stand in one place.
    pub fn highest(&self) -> usize {
        self.tenths.iter().copied().max().unwrap_or_default()
    }
}
