//! Deals submissions to shards so that all of them take about the same time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// How many shards there are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// So many.
    Shards(usize),
    /// As many as it takes so that one worker needs about `target` for each, and all of `slots` places have work to the end.
    Target {
        /// The time that one worker needs for a shard.
        target: Duration,
        /// The number of shards that are graded at the same time.
        slots: usize,
    },
}

impl Wish {
    /// Returns the number of shards for submissions that take so many milliseconds each; at least one.
    pub(crate) fn shards(self, milliseconds: &[u64]) -> usize {
        match self {
            Self::Shards(shards) => shards,
            Self::Target { target, slots } => {
                let target = u64::try_from(target.as_millis()).unwrap_or(u64::MAX).max(1);
                let all: u64 = milliseconds.iter().sum();
                // Whole rounds, so that no slot is idle in the last one.
                let shards = usize::try_from(all.div_ceil(target)).unwrap_or(usize::MAX);
                shards.next_multiple_of(slots).clamp(1, milliseconds.len().max(1))
            }
        }
    }
}

/// Returns the shard of each submission: the longest first, each to the shard that has the least to do so far ("longest
/// processing time first", Graham 1969: at most 4/3 of the best makespan). Equal ones keep their order, so that everybody who
/// deals the same submissions deals them in the same way.
pub(crate) fn balanced(milliseconds: &[u64], shards: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..milliseconds.len()).collect();
    order.sort_by_key(|place| (Reverse(milliseconds[*place]), *place));
    // The number of submissions counts where nothing is known of times, or they are zero.
    let mut loads: BinaryHeap<Reverse<(u64, usize, usize)>> =
        (0..shards).map(|shard| Reverse((0, 0, shard))).collect();
    let mut dealt = vec![0; milliseconds.len()];
    for place in order {
        let Some(Reverse((load, count, shard))) = loads.pop() else { break };
        dealt[place] = shard;
        loads.push(Reverse((load + milliseconds[place], count + 1, shard)));
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn loads(milliseconds: &[u64], shards: usize) -> Vec<u64> {
        let mut loads = vec![0; shards];
        let dealt = balanced(milliseconds, shards);
        dealt.iter().zip(milliseconds).for_each(|(shard, time)| loads[*shard] += time);
        loads
    }

    #[test]
    fn the_longest_are_dealt_first() {
        assert_eq!(balanced(&[1, 1, 1, 9, 3, 3], 2), [1, 1, 1, 0, 1, 1]);
        assert_eq!(balanced(&[0, 0, 0, 0], 2), [0, 1, 0, 1], "equal ones are dealt in turn");
    }

    #[test]
    fn a_target_gives_whole_rounds_of_shards() {
        let hour = vec![60_000; 60];
        let target = |minutes: u64, slots| Wish::Target { target: Duration::from_secs(60 * minutes), slots };
        assert_eq!(target(8, 4).shards(&hour), 8);
        assert_eq!(target(10, 4).shards(&hour), 8, "six would leave two slots idle");
        assert_eq!(target(600, 4).shards(&hour), 4);
        assert_eq!(target(1, 512).shards(&hour), 60, "no more shards than submissions");
        assert_eq!(Wish::Shards(7).shards(&[]), 7);
    }

    proptest! {
        #[test]
        fn no_shard_has_more_than_the_mean_and_one_submission(
            times in prop::collection::vec(0_u64..100_000, 1..200), shards in 1_usize..20,
        ) {
            let mean = times.iter().sum::<u64>() / shards as u64;
            let most = mean + 1 + times.iter().max().unwrap();
            prop_assert!(loads(&times, shards).into_iter().all(|load| load <= most));
        }
    }
}
