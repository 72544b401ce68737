//! Finds for each row of the expected table the row that stands for it.

use std::collections::HashMap;

use super::read::{Row, Table};
use crate::compare::relaxed;
use crate::spec::{Order, TableComparison};

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

/// The most comparisons of rows that only look alike. Beyond, they are paired by their places.
const MOST_COMPARISONS: usize = 1_000_000;

/// Equal rows first, then rows that are equal after the relaxations, then rows that begin with the same cell.
fn in_any_order<'t>(
    comparison: &TableComparison,
    wanted: &[(usize, &'t Row)],
    found: &[&'t Row],
) -> Vec<Pair<'t>> {
    let mut left = MOST_COMPARISONS;
    let mut partners: Vec<Option<usize>> = vec![None; wanted.len()];
    let mut is_free = vec![true; found.len()];
    let mut pair_up = |key: &dyn Fn(&Row) -> String, fits: &dyn Fn(&Row, &Row) -> bool| {
        let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
        for at in (0..found.len()).rev().filter(|at| is_free[*at]) {
            alike.entry(key(found[at])).or_default().push(at);
        }
        for (place, partner) in partners.iter_mut().enumerate().filter(|(_, partner)| partner.is_none()) {
            let row = wanted[place].1;
            let Some(candidates) = alike.get_mut(&key(row)) else { continue };
            let fitting = candidates.iter().rposition(|at| {
                left = left.saturating_sub(1);
                left > 0 && fits(row, found[*at])
            });
            if let Some(fitting) = fitting {
                let at = candidates.remove(fitting);
                is_free[at] = false;
                *partner = Some(at);
            }
        }
    };
    pair_up(&|row| row.cells.join("\0"), &|_, _| true);
    if !comparison.cells.is_empty() {
        pair_up(&|row| form(comparison, row), &|one, other| same_row(comparison, one, other));
    }
    pair_up(&|row| row.cells.first().cloned().unwrap_or_default(), &|_, _| true);
    let mut others =
        (0..found.len()).filter(|at| is_free[*at]).map(|at| found[at]).collect::<Vec<_>>().into_iter();
    let mut pairs: Vec<Pair> =
        wanted.iter().zip(partners).map(|(row, partner)| (Some(*row), partner.map(|at| found[at]))).collect();
    // Rows without a partner stand beside each other where there are as many.
    if pairs.iter().filter(|(_, actual)| actual.is_none()).count() == others.len() {
        for (_, actual) in pairs.iter_mut().filter(|(_, actual)| actual.is_none()) {
            *actual = others.next();
        }
    }
    pairs.extend(others.map(|row| (None, Some(row))));
    pairs
}

/// What rows have in common that are equal after the relaxations: numbers may differ.
fn form(comparison: &TableComparison, row: &Row) -> String {
    row.cells.iter().map(|cell| relaxed::form(cell, &comparison.cells)).collect::<Vec<_>>().join("\0")
}
