//! Finds for each line the one that stands for it, where their order does not count and their numbers may be near.

use super::same::are_near;
use crate::compare::partners::Partners;
use crate::spec::Tolerance;

/// A line whose numbers are taken out.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What is left of it.
    pub(super) text: String,
    pub(super) numbers: Vec<String>,
}

/// The most comparisons of lines that are the same but for their numbers. Beyond, lines have no partner.
const MOST_COMPARISONS: usize = 2_000_000;

/// Tells whether each line has another partner with the same text and numbers that are near.
pub(super) fn same(expected: &[Line], actual: &[Line], tolerance: Tolerance) -> bool {
    if expected.len() != actual.len() {
        return false;
    }
    let (expected, actual) = (sorted(expected), sorted(actual));
    let mut left = MOST_COMPARISONS;
    let mut from = 0;
    for alike in expected.chunk_by(|one, other| one.line.text == other.line.text) {
        let group = Group { expected: alike, actual: &actual[from..from + alike.len()], tolerance };
        from += alike.len();
        let is_alike = group.actual.iter().all(|other| other.line.text == alike[0].line.text);
        if !is_alike || !group.is_paired(&mut left) {
            return false;
        }
    }
    true
}

/// A line, with its first number as far as it can be sorted by it.
struct Place<'l> {
    line: &'l Line,
    first: f64,
}

/// Sorts lines by their texts and then by their numbers.
fn sorted(lines: &[Line]) -> Vec<Place<'_>> {
    // What is no number at all stands behind all others.
    let about =
        |number: &String| number.parse().ok().filter(|one: &f64| !one.is_nan()).unwrap_or(f64::INFINITY);
    let place = |line| (Place { line, first: line.numbers.first().map_or(0.0, about) }, line);
    let mut places: Vec<(Place, &Line)> = lines.iter().map(place).collect();
    places.sort_by(|(one, _), (other, _)| {
        let numbers = || {
            let pairs = one.line.numbers.iter().zip(&other.line.numbers);
            pairs.map(|(one, other)| about(one).total_cmp(&about(other))).find(|order| order.is_ne())
        };
        one.line.text.cmp(&other.line.text).then_with(|| numbers().unwrap_or(std::cmp::Ordering::Equal))
    });
    places.into_iter().map(|(place, _)| place).collect()
}

/// As many lines on both sides with the same text.
struct Group<'p, 'l> {
    expected: &'p [Place<'l>],
    actual: &'p [Place<'l>],
    tolerance: Tolerance,
}

impl Group<'_, '_> {
    fn is_paired(&self, left: &mut usize) -> bool {
        let places = 0..self.expected.len();
        if places.clone().all(|at| self.are_near(at, at)) {
            return true;
        }
        let mut partners = Partners::none(self.expected.len(), self.actual.len());
        places.clone().all(|at| {
            partners.find(at, left, |one| self.candidates(one), |one, other| self.are_near(one, other))
        })
    }

    fn are_near(&self, one: usize, other: usize) -> bool {
        are_near(&self.expected[one].line.numbers, &self.actual[other].line.numbers, self.tolerance)
    }

    /// The actual lines whose first number may be near that of an expected one.
    fn candidates(&self, one: usize) -> std::ops::Range<usize> {
        let first = self.expected[one].first;
        let far = self.tolerance.absolute.max(self.tolerance.relative * first.abs());
        // A little more, because floats err.
        let far = far + 1e-9 * (far + first.abs()) + f64::MIN_POSITIVE;
        if !first.is_finite() || !far.is_finite() {
            return 0..self.actual.len();
        }
        let from = self.actual.partition_point(|place| place.first < first - far);
        let to = self.actual.partition_point(|place| place.first <= first + far);
        from..to.max(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(numbers: &[&[i32]]) -> Vec<Line> {
        let line = |numbers: &&[i32]| Line {
            text: "#".to_owned(),
            numbers: numbers.iter().map(i32::to_string).collect(),
        };
        numbers.iter().map(line).collect()
    }

    #[test]
    fn a_line_gives_its_partner_to_another_that_has_no_other() {
        let near = Tolerance { absolute: 5.0, relative: 0.0, only_reals: false };
        // In the order of their numbers the pairs would be 0-4 and 1-(-5).
        assert!(same(&lines(&[&[0, 0], &[1, 9]]), &lines(&[&[1, 4], &[0, 5]]), near));
        assert!(!same(&lines(&[&[0], &[0]]), &lines(&[&[5], &[6]]), near));
        assert!(!same(&lines(&[&[0]]), &lines(&[&[0], &[0]]), near));
    }

    proptest! {
        #[test]
        fn lines_are_paired_wherever_there_is_a_way(
            numbers in proptest::collection::vec((-9..9_i32, -9..9_i32), 0..6),
            shifts in proptest::collection::vec((-2..=2_i32, -2..=2_i32), 6),
            seed: u64,
        ) {
            let mut shifted: Vec<[i32; 2]> =
                numbers.iter().zip(&shifts).map(|(one, shift)| [one.0 + shift.0, one.1 + shift.1]).collect();
            if !shifted.is_empty() {
                let places = seed as usize % shifted.len();
                shifted.rotate_left(places);
            }
            let expected: Vec<[i32; 2]> = numbers.iter().map(|one| [one.0, one.1]).collect();
            let of = |all: &[[i32; 2]]| lines(&all.iter().map(<[i32; 2]>::as_slice).collect::<Vec<_>>());
            let near = Tolerance { absolute: 2.0, relative: 0.0, only_reals: false };
            prop_assert!(same(&of(&expected), &of(&shifted), near));
        }
    }
}
