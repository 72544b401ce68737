//! How well two people agree who marked the same submissions by hand.

use std::collections::{BTreeMap, BTreeSet};

use super::{Decided, What};
use crate::points::Points;
use crate::untrusted::Untrusted;

/// The agreement of two people.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Who they are.
    pub between: [String; 2],
    /// The number of marks that both gave.
    pub both: usize,
    /// The number of these that are equal.
    pub equal: usize,
    /// Cohen's kappa: 1 if they always agree, 0 if they agree as often as chance would have it (J. Cohen, "A coefficient of agreement for
    /// nominal scales", 1960). `None` if it says nothing, because both gave one and the same mark to all.
    pub kappa: Option<f64>,
}

/// The mark that each person gave last, for each submission and scenario.
type Marks<'a> = BTreeMap<&'a str, BTreeMap<(&'a Untrusted, &'a str), Points>>;

impl Decided {
    /// Returns how well each two people agree who marked something in common.
    pub fn agreements(&self) -> Vec<Agreement> {
        let mut marks = Marks::new();
        for (entry, is_undone) in self.entries() {
            if let What::Mark { submission, scenario, points, .. } = &entry.what
                && !is_undone
            {
                marks.entry(&entry.by).or_default().insert((submission, scenario), *points);
            }
        }
        let people: Vec<&str> = marks.keys().copied().collect();
        let pairs = people
            .iter()
            .enumerate()
            .flat_map(|(at, one)| people[at + 1..].iter().map(move |other| (*one, *other)));
        pairs.filter_map(|(one, other)| agreement(&marks, one, other)).collect()
    }
}

fn agreement(marks: &Marks, one: &str, other: &str) -> Option<Agreement> {
    let both: Vec<[Points; 2]> =
        marks[one].iter().filter_map(|(what, points)| Some([*points, *marks[other].get(what)?])).collect();
    if both.is_empty() {
        return None;
    }
    let count = both.len() as f64;
    let equal = both.iter().filter(|[one, other]| one == other).count();
    let given: BTreeSet<Points> = both.iter().flatten().copied().collect();
    let share = |whose: usize, points: Points| {
        both.iter().filter(|pair| pair[whose] == points).count() as f64 / count
    };
    let by_chance: f64 = given.iter().map(|points| share(0, *points) * share(1, *points)).sum();
    let kappa = (by_chance < 1.0).then(|| (equal as f64 / count - by_chance) / (1.0 - by_chance));
    Some(Agreement { between: [one.to_owned(), other.to_owned()], both: both.len(), equal, kappa })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::decisions::{Entry, Id};

    fn agreements(marks: &[(&str, usize, i32)]) -> Vec<Agreement> {
        let entry = |(number, (by, submission, points)): (usize, &(&str, usize, i32))| Entry {
            id: Id::drawn(number as u64),
            time: Timestamp::UNIX_EPOCH,
            by: (*by).to_owned(),
            instead_of: Vec::new(),
            what: What::Mark {
                submission: submission.to_string().into(),
                scenario: "style".into(),
                points: Points::whole(*points),
                items: Vec::new(),
            },
        };
        Decided::new(marks.iter().enumerate().map(entry).collect(), Vec::new()).agreements()
    }

    #[test]
    fn kappa_is_that_of_the_textbook() {
        // 20 times both say 1, 15 times both 0, 5 times only ada 1, 10 times only ben 1: observed 0.7, by chance 0.5, so 0.4.
        let mut marks = Vec::new();
        for (count, ada, ben) in [(20, 1, 1), (15, 0, 0), (5, 1, 0), (10, 0, 1)] {
            for _ in 0..count {
                let submission = marks.len();
                marks.extend([("ada", submission, ada), ("ben", submission, ben)]);
            }
        }
        let found = agreements(&marks);
        assert_eq!((found[0].both, found[0].equal), (50, 35));
        assert!((found[0].kappa.unwrap() - 0.4).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn nothing_is_said_where_nothing_can_be_compared() {
        assert_eq!(agreements(&[("ada", 1, 3), ("ben", 2, 3)]), []);
        assert_eq!(agreements(&[("ada", 1, 3), ("ben", 1, 3)])[0].kappa, None);
    }
}
