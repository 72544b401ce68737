//! Predicts how long a work plan takes on a number of slots, some of which are lost on the way. The same numbers always give
//! the same prediction.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What an engine costs, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Losses {
    /// From a free slot to the first submission.
    pub(crate) start: u64,
    /// A slot is lost once in so long, on average; 0 for never.
    pub(crate) every: u64,
    /// From the loss of a slot until the slot and its shard can be used again.
    pub(crate) until_again: u64,
}

/// What is predicted, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Makespan {
    /// If the work were dealt without a remainder and cost nothing besides.
    pub(crate) ideal: u64,
    /// Until the last shard is graded.
    pub(crate) all: u64,
    /// How often a slot was lost.
    pub(crate) losses: usize,
}

/// Predicts how long shards take of which each is a list of submissions in milliseconds. What was finished before a slot was
/// lost is not graded again: only the submission that was being graded is.
pub(crate) fn simulate(shards: &[Vec<u64>], slots: usize, costs: Losses) -> Makespan {
    let slots = slots.max(1);
    let total: u64 = shards.iter().flatten().sum();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut free: BinaryHeap<Reverse<(u64, usize)>> = (0..slots).map(|slot| Reverse((0, slot))).collect();
    // When each slot is lost next.
    let mut losses: Vec<u64> = (0..slots).map(|_| chance.time(costs.every)).collect();
    // A shard can be begun from a time on; engines begin them in the order of their numbers.
    let mut waiting: BinaryHeap<Reverse<(u64, usize, usize)>> =
        (0..shards.len()).map(|shard| Reverse((0, shard, 0))).collect();
    let (mut last, mut lost) = (0, 0);
    while let Some(Reverse((from, shard, done))) = waiting.pop() {
        let Some(Reverse((idle_from, slot))) = free.pop() else { break };
        let mut now = from.max(idle_from);
        while losses[slot] < now {
            // It was lost while nothing ran on it.
            losses[slot] += costs.until_again + chance.time(costs.every);
        }
        now += costs.start;
        let mut finished = done;
        for time in &shards[shard][done..] {
            if now + time > losses[slot] {
                break;
            }
            now += time;
            finished += 1;
        }
        if finished == shards[shard].len() && now <= losses[slot] {
            last = last.max(now);
            free.push(Reverse((now, slot)));
        } else {
            lost += 1;
            let again = losses[slot] + costs.until_again;
            losses[slot] = again + chance.time(costs.every);
            waiting.push(Reverse((again, shard, finished)));
            free.push(Reverse((again, slot)));
        }
    }
    Makespan { ideal: total.div_ceil(slots as u64), all: last, losses: lost }
}

/// Numbers that look like chance (SplitMix64, Steele, Lea and Flood 2014) and are always the same.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A time until something happens that happens once in `every` on average, at any moment as likely as at any other; never,
    /// if that is 0.
    fn time(&mut self, every: u64) -> u64 {
        if every == 0 {
            return u64::MAX / 4;
        }
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is chance"
        )]
        {
            let unit = ((self.next() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            (-unit.ln() * every as f64) as u64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Losses = Losses { start: 0, every: 0, until_again: 0 };

    #[test]
    fn without_losses_it_is_list_scheduling() {
        let shards = vec![vec![4, 4], vec![5], vec![1], vec![6]];
        assert_eq!(simulate(&shards, 2, FREE), Makespan { ideal: 10, all: 12, losses: 0 });
        let start = Losses { start: 2, ..FREE };
        assert_eq!(simulate(&shards, 2, start).all, 18);
        assert_eq!(simulate(&shards, 1, FREE).all, 20);
        assert_eq!(simulate(&[], 3, FREE).all, 0);
    }

    #[test]
    fn losses_cost_time_and_no_work_and_are_the_same_each_time() {
        let shards = vec![vec![1_000; 60]; 64];
        let costs = Losses { start: 5_000, every: 100_000, until_again: 20_000 };
        let with = simulate(&shards, 16, costs);
        assert!(with.losses > 10 && with.all > simulate(&shards, 16, FREE).all, "{with:?}");
        assert_eq!(simulate(&shards, 16, costs), with);
    }

    #[test]
    fn a_submission_that_takes_longer_than_any_slot_lives_is_tried_until_one_lives_long_enough() {
        let costs = Losses { start: 0, every: 500, until_again: 10 };
        assert!(simulate(&[vec![1_000]], 4, costs).losses > 0);
    }
}
