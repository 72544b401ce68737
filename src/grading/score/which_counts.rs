//! Chooses which of several hand-ins counts.

use crate::points::Points;
use crate::submission::WhichCounts;

/// One of several hand-ins, of which one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// What it earned before and after the deduction for lateness; `None` if that is not known yet.
    pub earned: Option<(Points, Points)>,
    /// Whether it is late.
    pub is_late: bool,
}

/// Chooses the one that counts by its place. They are in the order of time.
pub fn which_counts(rule: WhichCounts, all: &[Contender]) -> usize {
    let latest = all.len().saturating_sub(1);
    // What is not known yet may be the best.
    let unknown = || all.iter().rposition(|one| one.earned.is_none());
    let most = |points: fn((Points, Points)) -> Points| {
        // Of equals, this is the last.
        let best = || (0..all.len()).max_by_key(|place| all[*place].earned.map(points));
        unknown().or_else(best).unwrap_or(latest)
    };
    match rule {
        WhichCounts::Latest => latest,
        WhichCounts::First => 0,
        WhichCounts::LatestInTime => all.iter().rposition(|one| !one.is_late).unwrap_or(latest),
        WhichCounts::Best => most(|(before, _)| before),
        WhichCounts::BestAfterDeductions => most(|(_, after)| after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contender() -> impl Strategy<Value = Contender> {
        (0..5_i32, 0..5_i32, any::<bool>()).prop_map(|(before, deducted, is_late)| {
            let after = if is_late { (before - deducted).max(0) } else { before };
            Contender { earned: Some((Points::whole(before), Points::whole(after))), is_late }
        })
    }

    proptest! {
        #[test]
        fn the_best_is_never_less_than_another_and_no_later_one_is_equal(all in prop::collection::vec(contender(), 1..6)) {
            let best = which_counts(WhichCounts::Best, &all);
            let before = |place: usize| all[place].earned.unwrap().0;
            prop_assert!((0..all.len()).all(|other| before(other) <= before(best)));
            prop_assert!((best + 1..all.len()).all(|later| before(later) < before(best)));
            let best = which_counts(WhichCounts::BestAfterDeductions, &all);
            let after = |place: usize| all[place].earned.unwrap().1;
            prop_assert!((0..all.len()).all(|other| after(other) <= after(best)));
            prop_assert!((best + 1..all.len()).all(|later| after(later) < after(best)));
        }

        #[test]
        fn only_where_all_are_late_does_a_late_one_count(all in prop::collection::vec(contender(), 1..6)) {
            let counts = which_counts(WhichCounts::LatestInTime, &all);
            prop_assert_eq!(all[counts].is_late, all.iter().all(|one| one.is_late));
            prop_assert!(all[counts + 1..].iter().all(|later| later.is_late));
        }

        #[test]
        fn what_is_not_known_yet_goes_before_the_best(mut all in prop::collection::vec(contender(), 1..6), place in 0..6_usize) {
            let place = place % all.len();
            all[place].earned = None;
            prop_assert_eq!(which_counts(WhichCounts::Best, &all), place);
            prop_assert_eq!(which_counts(WhichCounts::BestAfterDeductions, &all), place);
        }
    }
}
