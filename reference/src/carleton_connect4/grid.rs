//! The grid: how it is created, and how a checker is played. It knows no lines.

use super::bugs::*;
use crate::lines::Cell;
use crate::{Bugs, Stop, python};

/// A checker, named by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checker {
    /// The player who starts every game.
    Red,
    /// The player who goes second.
    Black,
}

impl Checker {
    /// Returns the opponent's checker.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

/// Rows of locations, from the top; a location has a checker or is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    locations: Vec<Vec<Option<Checker>>>,
    /// Whether all rows are the same list, so that a change of one row changes all of them.
    has_one_row: bool,
}

impl Grid {
    /// `makeGrid`
    pub(super) fn new(rows: usize, columns: usize, bugs: Bugs) -> Self {
        let (mut rows, columns) = if bugs.has(&GRID_TRANSPOSED) { (columns, rows) } else { (rows, columns) };
        if bugs.has(&ONE_ROW_TOO_MANY) {
            rows += 1;
        }
        Self { has_one_row: bugs.has(&ROWS_ARE_ONE_LIST), ..Self::of(vec![vec![None; columns]; rows]) }
    }

    /// Creates any position, reachable or not.
    pub(super) fn of(locations: Vec<Vec<Option<Checker>>>) -> Self {
        Self { locations, has_one_row: false }
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.locations.len()
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.locations[0].len()
    }

    /// Returns the rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Option<Checker>]> {
        self.locations.iter().map(Vec::as_slice)
    }

    /// Returns the checker in a location; `None` if the location is empty or off the grid.
    pub(super) fn checker(&self, cell: Cell) -> Option<Checker> {
        *self.locations.get(cell.row)?.get(cell.column)?
    }

    /// Returns the locations of a column, from the top.
    pub(super) fn column(
        &self,
        column: usize,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.height()).map(move |row| Cell { row, column })
    }

    /// Tells whether no location is empty.
    pub(super) fn is_full(&self) -> bool {
        self.rows().flatten().all(Option::is_some)
    }

    /// `play`: plays the checker in the lowest empty location of the column, if the column exists and has one.
    pub(super) fn play(&mut self, column: i64, checker: Checker, bugs: Bugs) -> Result<bool, Stop> {
        let Some(column) = self.existing(column, bugs)? else { return Ok(false) };
        let Some(cell) = self.next_location(column, bugs) else { return Ok(bugs.has(&FULL_COLUMN_ACCEPTED)) };
        self.locations[cell.row][cell.column] = Some(checker);
        if self.has_one_row {
            let row = self.locations[cell.row].clone();
            self.locations.fill(row);
        }
        Ok(true)
    }

    /// Returns the column with this number, if it exists.
    pub(super) fn existing(&self, column: i64, bugs: Bugs) -> Result<Option<usize>, Stop> {
        let is_too_small = column < 0 && !bugs.has(&NEGATIVE_COLUMN_PLAYED);
        let is_too_large = column >= self.column_bound(bugs) && !bugs.has(&COLUMN_BOUND_MISSING);
        if is_too_small || is_too_large {
            return Ok(None);
        }
        python::index(column, self.width()).map(Some)
    }

    /// Returns the number after that of the last column.
    fn column_bound(&self, bugs: Bugs) -> i64 {
        let bound = if bugs.has(&ROWS_BOUND_THE_COLUMN) { self.height() } else { self.width() } as i64;
        if bugs.has(&COLUMN_BOUND_ONE_TOO_LARGE) {
            bound + 1
        } else if bugs.has(&LAST_COLUMN_REFUSED) {
            bound - 1
        } else {
            bound
        }
    }

    /// Returns the location of the next checker in a column.
    fn next_location(&self, column: usize, bugs: Bugs) -> Option<Cell> {
        let top = Cell { row: 0, column };
        let is_used = |&cell: &Cell| cell != top || !bugs.has(&TOP_ROW_NEVER_PLAYED);
        let mut empty = self.column(column).filter(is_used).filter(|&cell| self.checker(cell).is_none());
        let next = if bugs.has(&CHECKER_STAYS_ON_TOP) { empty.next() } else { empty.next_back() };
        next.or(bugs.has(&FULL_COLUMN_OVERWRITTEN).then_some(top))
    }
}
