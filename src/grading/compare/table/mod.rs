//! Compares outputs as tables, and says in which row and column they differ.

mod pairs;
mod read;

use super::difference::{Difference, Kind, between_lines, shortened};
use super::layout::rows;
use super::layout::side_by_side::{SideBySide, pair_by_text};
use super::layout::transcript::{ScreenLine, plain_lines};
use crate::spec::{Order, TableComparison};
use crate::trace::{Trace, decode};
use crate::written_number::is_number;

use pairs::{Pair, pairs, same_cell, same_row};
use read::{Row, Table};

/// Tells whether an output is the expected table.
pub(super) fn accepts(comparison: &TableComparison, expected: &str, actual: &str) -> bool {
    expected == actual || first(&Tables::read(comparison, expected, actual)).is_none()
}

/// Tells whether an output is the beginning of the expected table.
pub(super) fn begins(comparison: &TableComparison, expected: &Trace, actual: &Trace) -> bool {
    let tables = Tables::read(comparison, &decode(&expected.stdout), &decode(&actual.stdout));
    match first(&tables) {
        None | Some(Wrong::Missing(..)) => true,
        Some(Wrong::NoHeader) => tables.actual.rows.is_empty(),
        // It may have ended within its last row.
        Some(Wrong::Length { row, expected, actual }) => {
            row == tables.actual.rows.len() && actual.cells.len() < expected
        }
        Some(Wrong::Heading(..) | Wrong::Cell { .. } | Wrong::Extra(_)) => false,
    }
}

/// Returns the number of rows that are right, and the number of all.
pub(super) fn same_rows(comparison: &TableComparison, expected: &Trace, actual: &Trace) -> [usize; 2] {
    let tables = Tables::read(comparison, &decode(&expected.stdout), &decode(&actual.stdout));
    let pairs = tables.pairs();
    let same = pairs.iter().filter(|pair| tables.is_same(pair)).count();
    [same, pairs.len()]
}

/// Returns the first difference of two tables.
pub(super) fn difference(comparison: &TableComparison, expected: &str, actual: &str) -> Difference {
    let tables = Tables::read(comparison, expected, actual);
    let (kind, sentence) = first(&tables)
        .map_or_else(|| (Kind::Wording, "the table differs".to_owned()), |wrong| tables.describe(&wrong));
    let [expected, actual] = tables.lines();
    let rows = match rows::align(&expected, &actual, &ScreenLine::compared_text) {
        Some(divergence) => divergence.rows,
        None => rows::excerpt(&actual, None, &[]),
    };
    Difference::new(kind, sentence.into(), rows)
}

/// Returns two tables side by side; `None` if no row differs.
pub(super) fn side_by_side(
    comparison: &TableComparison,
    expected: &Trace,
    actual: &Trace,
) -> Option<SideBySide> {
    let tables = Tables::read(comparison, &decode(&expected.stdout), &decode(&actual.stdout));
    let [expected, actual] = tables.lines();
    pair_by_text(&[expected], &[actual], &ScreenLine::compared_text)
}

/// The expected table, and the actual one with its columns in the order of the expected ones.
struct Tables<'c> {
    comparison: &'c TableComparison,
    expected: Table,
    actual: Table,
}

/// What is wrong first.
enum Wrong<'t> {
    /// There is no row at all, where headings are expected.
    NoHeader,
    /// The heading of this column, from 1: what is expected, and what stands there.
    Heading(usize, Option<&'t str>, Option<&'t str>),
    /// A cell, by the number of its row and of its column, from 1.
    Cell { row: usize, column: usize, expected: &'t str, actual: &'t str },
    /// A row with another number of cells.
    Length { row: usize, expected: usize, actual: &'t Row },
    /// A row that is not there.
    Missing(usize, &'t Row),
    /// A row that should not be there.
    Extra(&'t Row),
}

/// Returns what is wrong first; `None` if the tables are the same.
fn first<'t>(tables: &'t Tables) -> Option<Wrong<'t>> {
    if let Some(expected) = &tables.expected.header {
        let Some(actual) = &tables.actual.header else { return Some(Wrong::NoHeader) };
        let is_there =
            |heading: &String| actual.cells.iter().any(|cell| same_cell(tables.comparison, heading, cell));
        if tables.comparison.columns == Order::Any
            && actual.cells.len() < expected.cells.len()
            && let Some(missing) = expected.cells.iter().position(|heading| !is_there(heading))
        {
            return Some(Wrong::Heading(missing + 1, Some(&expected.cells[missing]), None));
        }
        for at in 0..expected.cells.len().max(actual.cells.len()) {
            let [one, other] = [expected, actual].map(|row| row.cells.get(at).map(String::as_str));
            let same =
                matches!((one, other), (Some(one), Some(other)) if same_cell(tables.comparison, one, other));
            if !same {
                return Some(Wrong::Heading(at + 1, one, other));
            }
        }
    }
    let pair = tables.pairs().into_iter().find(|pair| !tables.is_same(pair))?;
    Some(match pair {
        (Some((number, expected)), None) => Wrong::Missing(number, expected),
        (None, Some(actual)) => Wrong::Extra(actual),
        (None, None) => unreachable!("a pair has at least one row"),
        (Some((row, expected)), Some(actual)) => {
            let mut cells = (1..).zip(expected.cells.iter().zip(&actual.cells));
            let wrong = cells.find(|(_, (one, other))| !same_cell(tables.comparison, one, other));
            match wrong {
                Some((column, (expected, actual))) => Wrong::Cell { row, column, expected, actual },
                None => Wrong::Length { row, expected: expected.cells.len(), actual },
            }
        }
    })
}

impl<'c> Tables<'c> {
    fn read(comparison: &'c TableComparison, expected: &str, actual: &str) -> Self {
        let looks_like_header = |rows: &[Row]| {
            comparison.header.unwrap_or_else(|| match rows {
                [first, rest @ ..] => {
                    let has_number = |row: &Row| row.cells.iter().any(|cell| is_number(cell));
                    !has_number(first) && rest.iter().any(has_number)
                }
                [] => false,
            })
        };
        let expected = Table::read(expected, comparison, looks_like_header);
        let mut actual = Table::read(actual, comparison, |_| expected.header.is_some());
        if comparison.columns == Order::Any
            && let (Some(wanted), Some(found)) = (&expected.header, &actual.header)
        {
            let order = order_of_columns(comparison, wanted, found);
            for row in actual.header.iter_mut().chain(&mut actual.rows) {
                row.reorder(&order);
            }
        }
        Self { comparison, expected, actual }
    }

    fn pairs(&self) -> Vec<Pair<'_>> {
        pairs(self.comparison, &self.expected, &self.actual)
    }

    fn is_same(&self, pair: &Pair) -> bool {
        matches!(pair, (Some((_, one)), Some(other)) if same_row(self.comparison, one, other))
    }

    fn describe(&self, wrong: &Wrong) -> (Kind, String) {
        let quoted = |cell: &str| match cell {
            "" => "nothing".to_owned(),
            cell => format!("`{}`", shortened(cell)),
        };
        match *wrong {
            Wrong::NoHeader => (Kind::Missing, "the table is missing".to_owned()),
            Wrong::Heading(_, Some(expected), None) => {
                (Kind::Missing, format!("the column {} is missing", quoted(expected)))
            }
            Wrong::Heading(_, None, actual) => {
                let heading = quoted(actual.unwrap_or_default());
                (Kind::Extra, format!("the column {heading} should not be there"))
            }
            Wrong::Heading(number, Some(expected), Some(actual)) => {
                let (expected, actual) = (quoted(expected), quoted(actual));
                (Kind::Wording, format!("heading {number}: expected {expected}, printed {actual}"))
            }
            Wrong::Cell { row, column, expected, actual } => {
                let kind = match is_number(expected) && is_number(actual) {
                    true => Kind::Number,
                    false => between_lines(expected, actual, false).0,
                };
                let (place, expected, actual) = (self.place(row, column), quoted(expected), quoted(actual));
                (kind, format!("{place}: expected {expected}, printed {actual}"))
            }
            Wrong::Length { row, expected, actual } => {
                let (kind, much) = match actual.cells.len() < expected {
                    true => (Kind::Missing, "too few"),
                    false => (Kind::Extra, "too many"),
                };
                let count = actual.cells.len();
                (kind, format!("row {row} has {much} cells: {count} in the place of {expected}"))
            }
            Wrong::Missing(number, row) => {
                (Kind::Missing, format!("row {number} is missing: `{}`", shortened(&row.text())))
            }
            Wrong::Extra(row) => {
                (Kind::Extra, format!("the row `{}` should not be there", shortened(&row.text())))
            }
        }
    }

    /// Names a cell: its column by the heading, if each cell of the row has one; its row also by the first cell where
    /// rows have no order.
    fn place(&self, row: usize, column: usize) -> String {
        let cells = &self.expected.rows[row - 1].cells;
        let row = match (self.comparison.rows, cells.first()) {
            (Order::Any, Some(name)) if column > 1 => format!("row {row} (`{}`)", shortened(name)),
            _ => format!("row {row}"),
        };
        let heading = self.expected.header.as_ref().filter(|header| header.cells.len() == cells.len());
        match heading.map(|header| header.cells[column - 1].as_str()) {
            Some(heading) if !heading.is_empty() => format!("{row}, column `{}`", shortened(heading)),
            _ => format!("{row}, column {column}"),
        }
    }

    /// Lays both tables out alike, row beside row. Rows that are the same count as the same text.
    fn lines(&self) -> [Vec<ScreenLine>; 2] {
        let mut pairs = self.pairs();
        if let Some(expected) = &self.expected.header {
            pairs.insert(0, (Some((0, expected)), self.actual.header.as_ref()));
        }
        let widths =
            widths(pairs.iter().flat_map(|(one, other)| [one.map(|(_, row)| row), *other]).flatten());
        let wanted = pairs.iter().filter_map(|(one, _)| Some(self.laid_out(one.as_ref()?.1, &widths)));
        let expected = plain_lines(wanted.collect::<Vec<_>>().iter().map(String::as_str));
        let found = pairs.iter().filter_map(|(_, other)| Some(self.laid_out(other.as_ref()?, &widths)));
        let mut actual = plain_lines(found.collect::<Vec<_>>().iter().map(String::as_str));
        let stands_for = pairs.iter().filter(|(_, other)| other.is_some());
        for (line, pair) in actual.iter_mut().zip(stands_for) {
            if self.is_same(pair) {
                line.counts_as = pair.0.map(|(_, row)| self.laid_out(row, &widths));
            }
        }
        [expected, actual]
    }

    fn laid_out(&self, row: &Row, widths: &[usize]) -> String {
        match self.comparison.separator {
            None => {
                let padded = row.cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
                padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
            }
            Some('\t') => row.cells.join("\t"),
            Some('|') => row.cells.join(" | "),
            Some(separator) => row.cells.join(&format!("{separator} ")),
        }
    }
}

/// The widest column that is padded.
const WIDEST: usize = 24;

fn widths<'r>(rows: impl Iterator<Item = &'r Row>) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(cell.chars().count().min(WIDEST));
        }
    }
    widths
}

/// Returns for each column of the expected table its place in the actual one, and then the places of all others.
fn order_of_columns(comparison: &TableComparison, wanted: &Row, found: &Row) -> Vec<usize> {
    let mut others: Vec<usize> = (0..found.cells.len()).collect();
    let mut order: Vec<Option<usize>> = Vec::new();
    for heading in &wanted.cells {
        let at = others.iter().position(|at| same_cell(comparison, heading, &found.cells[*at]));
        order.push(at.map(|at| others.remove(at)));
    }
    // In the place of a missing heading stands the next one that is in no other place.
    let mut others = others.into_iter();
    let mut order: Vec<usize> = order.into_iter().filter_map(|at| at.or_else(|| others.next())).collect();
    order.extend(others);
    order
}

impl Row {
    /// Puts the cells into another order. Cells beyond it keep theirs.
    fn reorder(&mut self, order: &[usize]) {
        let cells = order.iter().filter_map(|at| self.cells.get(*at).cloned());
        self.cells = cells.chain(self.cells.iter().skip(order.len()).cloned()).collect();
    }

    fn text(&self) -> String {
        self.cells.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    use super::*;
    use crate::spec::{Comparison, Relaxation};

    fn pieces(of: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
        proptest::collection::vec(select(of), 0..most).prop_map(|pieces| pieces.concat())
    }

    fn comparisons() -> impl Strategy<Value = TableComparison> {
        let cells = vec![Relaxation::Punctuation, Relaxation::Case, Relaxation::LookAlikes];
        let order = || select(&[Order::Same, Order::Any][..]);
        (
            select(&[None, Some(','), Some('|')][..]),
            select(&[None, Some(true), Some(false)][..]),
            order(),
            order(),
            subsequence(cells, 0..=3),
        )
            .prop_map(|(separator, header, rows, columns, cells)| TableComparison {
                separator,
                header,
                rows,
                columns,
                cells,
            })
    }

    proptest! {
        #[test]
        fn a_table_with_cells_that_count_is_never_nothing(
            comparison in comparisons(),
            expected in pieces(&["a", "1", "?", " ", "\n", ",", "|", "-----\n", "|---|---|\n"], 8),
            nothing in pieces(&[" ", "\n", "-----\n", "|---|---|\n"], 8),
        ) {
            let leaves_nothing = Comparison::Table(comparison.clone()).leaves_nothing(&expected);
            prop_assert!(!leaves_nothing || !expected.contains(['a', '1']));
            if !leaves_nothing && !expected.trim().is_empty() {
                prop_assert!(!accepts(&comparison, &expected, &nothing));
            }
        }
    }
}
