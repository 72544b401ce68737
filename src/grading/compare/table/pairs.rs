//! Finds for each row of the expected table the row that stands for it.

use std::collections::{HashMap, VecDeque};

use super::read::{Row, Table};
use crate::compare::partners::{Partners, Size, within};
use crate::compare::relaxed;
use crate::compare::relaxed::number::numbers;
use crate::spec::{Order, Relaxation, TableComparison};

/// Two rows that stand for each other. One of them is missing where there is none for the other.
pub(super) type Pair<'t> = (Option<(usize, &'t Row)>, Option<&'t Row>);

/// Returns the rows below the headers in pairs, in the order of the expected ones, with the numbers of these, from 1.
pub(super) fn pairs<'t>(
    comparison: &TableComparison,
    expected: &'t Table,
    actual: &'t Table,
) -> Vec<Pair<'t>> {
    let wanted: Vec<(usize, &Row)> = (1..).zip(&expected.rows).collect();
    let found: Vec<&Row> = actual.rows.iter().collect();
    match comparison.rows {
        Order::Same => in_order(comparison, &wanted, &found),
        Order::Any => in_any_order(comparison, &wanted, &found),
    }
}

/// Tells whether two rows are the same, cell by cell.
pub(super) fn same_row(comparison: &TableComparison, expected: &Row, actual: &Row) -> bool {
    expected.cells.len() == actual.cells.len()
        && expected.cells.iter().zip(&actual.cells).all(|(one, other)| same_cell(comparison, one, other))
}

/// Tells whether two cells are the same.
pub(super) fn same_cell(comparison: &TableComparison, expected: &str, actual: &str) -> bool {
    expected == actual || relaxed::same(expected, actual, &comparison.cells)
}

/// By their places, up to the first row that differs. A row that is missing there or too much moves the others.
fn in_order<'t>(
    comparison: &TableComparison,
    wanted: &[(usize, &'t Row)],
    found: &[&'t Row],
) -> Vec<Pair<'t>> {
    let same =
        wanted.iter().zip(found).take_while(|((_, one), other)| same_row(comparison, one, other)).count();
    let is_same = |one: usize, other: usize| match (wanted.get(one), found.get(other)) {
        (Some((_, one)), Some(other)) => same_row(comparison, one, other),
        _ => false,
    };
    let skipped = [is_same(same + 1, same), is_same(same, same + 1)];
    let mut pairs: Vec<Pair> = (0..same).map(|at| (Some(wanted[at]), Some(found[at]))).collect();
    let (mut one, mut other) = (same, same);
    match skipped {
        [true, false] => {
            pairs.push((Some(wanted[same]), None));
            one += 1;
        }
        [false, true] => {
            pairs.push((None, Some(found[same])));
            other += 1;
        }
        _ => {}
    }
    let rest = (wanted.len() - one).max(found.len() - other);
    pairs.extend((0..rest).map(|at| (wanted.get(one + at).copied(), found.get(other + at).copied())));
    pairs
}

/// The most comparisons of rows that only look alike. Beyond, they are paired by their first cells and their places.
const MOST_COMPARISONS: usize = 100_000;

/// Equal rows first, then rows that are equal after the relaxations, then rows that begin with the same cell.
fn in_any_order<'t>(
    comparison: &TableComparison,
    wanted: &[(usize, &'t Row)],
    found: &[&'t Row],
) -> Vec<Pair<'t>> {
    let mut partners = Partners::none(wanted.len(), found.len());
    pair_up(&mut partners, wanted, found, &|row| row.cells.join("\0"));
    if !comparison.cells.is_empty() {
        pair_up_near(comparison, wanted, found, &mut partners);
    }
    pair_up(&mut partners, wanted, found, &|row| row.cells.first().cloned().unwrap_or_default());
    let mut others = partners.free().map(|at| found[at]).collect::<Vec<_>>().into_iter();
    let pair = |(place, row): (usize, &_)| (Some(*row), partners.of(place).map(|at| found[at]));
    let mut pairs: Vec<Pair> = wanted.iter().enumerate().map(pair).collect();
    // Rows without a partner stand beside each other where there are as many.
    if pairs.iter().filter(|(_, actual)| actual.is_none()).count() == others.len() {
        for (_, actual) in pairs.iter_mut().filter(|(_, actual)| actual.is_none()) {
            *actual = others.next();
        }
    }
    pairs.extend(others.map(|row| (None, Some(row))));
    pairs
}

/// Pairs rows that are equal after the relaxations. Rows that have partners already may take others.
fn pair_up_near(
    comparison: &TableComparison,
    wanted: &[(usize, &Row)],
    found: &[&Row],
    partners: &mut Partners,
) {
    let mut left = MOST_COMPARISONS;
    let sizes: Vec<Option<Size>> = found.iter().map(|row| size(comparison, row)).collect();
    // Where a number cannot be read every row may be the right one.
    let tolerance = comparison.cells.iter().find_map(|relaxation| match relaxation {
        Relaxation::Numbers(tolerance) => Some(*tolerance),
        _ => None,
    });
    let tolerance = tolerance.filter(|_| sizes.iter().all(Option::is_some));
    let sizes: Vec<Size> = sizes.into_iter().map(Option::unwrap_or_default).collect();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, row) in found.iter().enumerate() {
        alike.entry(form(comparison, row)).or_default().push(at);
    }
    alike.values_mut().for_each(|places| Size::sort(places, &sizes));
    let forms: Vec<String> = wanted.iter().map(|(_, row)| form(comparison, row)).collect();
    let candidates = |place: usize| {
        let size = size(comparison, wanted[place].1);
        let tolerance = tolerance.filter(|_| size.is_some());
        let places = alike.get(&forms[place]).map_or(&[][..], Vec::as_slice);
        within(places, &sizes, &size.unwrap_or_default(), tolerance).iter().copied()
    };
    for place in 0..wanted.len() {
        if partners.of(place).is_none() {
            partners.find(place, &mut left, candidates, |place, at| {
                same_row(comparison, wanted[place].1, found[at])
            });
        }
    }
}

/// Returns how large the numbers of a row are; `None` where one cannot be read.
fn size(comparison: &TableComparison, row: &Row) -> Option<Size> {
    let mut size = Size::default();
    let cells = row.cells.iter().map(|cell| relaxed::normalize(cell, &comparison.cells));
    for number in cells.flat_map(|cell| numbers(&cell)) {
        size.add(number.parse().ok().filter(|number: &f64| number.is_finite())?);
    }
    Some(size)
}

/// Pairs rows without a partner that have the same key, in their order.
fn pair_up(partners: &mut Partners, wanted: &[(usize, &Row)], found: &[&Row], key: &dyn Fn(&Row) -> String) {
    let mut alike: HashMap<String, VecDeque<usize>> = HashMap::new();
    for at in partners.free() {
        alike.entry(key(found[at])).or_default().push_back(at);
    }
    for (place, (_, row)) in wanted.iter().enumerate() {
        if partners.of(place).is_none()
            && let Some(at) = alike.get_mut(&key(row)).and_then(VecDeque::pop_front)
        {
            partners.join(place, at);
        }
    }
}

/// What rows have in common that are equal after the relaxations: numbers may differ.
fn form(comparison: &TableComparison, row: &Row) -> String {
    row.cells.iter().map(|cell| relaxed::form(cell, &comparison.cells)).collect::<Vec<_>>().join("\0")
}
