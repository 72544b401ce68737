//! The board, on which marks are placed. It knows neither lines, turns nor scores.

use std::fmt;

use super::bugs::*;
use crate::lines::Cell;
use crate::{Bugs, Stop, python};

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// No mark.
    Empty,
    /// The mark of the player who goes first.
    Player1,
    /// The mark of the other player.
    Player2,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "Notation.EMPTY",
            Self::Player1 => "Notation.PLAYER1",
            Self::Player2 => "Notation.PLAYER2",
        })
    }
}

/// The reason why a mark was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The column does not exist.
    InvalidColumn,
    /// The top cell of the column is not empty.
    ColumnFull,
    /// The mark is `Notation::Empty`.
    InvalidMarker,
}

/// A grid of notations.
pub(super) struct Board {
    /// The rows from the top, of equal length; any position, reachable or not.
    pub(super) grid: Vec<Vec<Notation>>,
}

impl Board {
    /// Creates an empty board.
    pub(super) fn new(rows: usize, columns: usize, bugs: Bugs) -> Self {
        let (rows, columns) = if bugs.has(&DIMENSIONS_SWAPPED) { (columns, rows) } else { (rows, columns) };
        Self { grid: vec![vec![Notation::Empty; columns]; rows] }
    }

    /// Empties the board.
    pub(super) fn init_grid(&mut self, bugs: Bugs) {
        if !bugs.has(&BOARD_KEPT) {
            self.grid.iter_mut().for_each(|row| row.fill(Notation::Empty));
        }
    }

    /// Returns the rows, from the top.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Notation]> {
        self.grid.iter().map(Vec::as_slice)
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.grid.len()
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        self.grid[0].len()
    }

    /// Returns the content of a cell; `None` off the board.
    pub(super) fn notation(&self, cell: Cell) -> Option<Notation> {
        self.grid.get(cell.row)?.get(cell.column).copied()
    }

    /// Puts a mark in the lowest empty cell of a column; a refusal changes nothing.
    pub(super) fn place_mark(
        &mut self,
        column: i64,
        mark: Notation,
        bugs: Bugs,
    ) -> Result<Result<(), Refusal>, Stop> {
        let Some(column) = self.column(column, bugs)? else { return Ok(Err(Refusal::InvalidColumn)) };
        let row = match self.row_to_fill(column, bugs) {
            Some(row) => row,
            None if bugs.has(&FULL_CRASHES) => return Err(no_such_item()),
            None if bugs.has(&FULL_OVERWRITES) => 0,
            None => return Ok(Err(Refusal::ColumnFull)),
        };
        if mark == Notation::Empty && !bugs.has(&EMPTY_PLACED) {
            return Ok(Err(Refusal::InvalidMarker));
        }
        self.put(Cell { row, column }, mark, bugs);
        Ok(Ok(()))
    }

    /// Returns the column with this number, if it exists.
    fn column(&self, number: i64, bugs: Bugs) -> Result<Option<usize>, Stop> {
        let columns = if bugs.has(&COLUMN_COMPARED_WITH_ROWS) { self.height() } else { self.columns() };
        let first = if bugs.has(&NEGATIVE_ACCEPTED) { i64::MIN } else { 0 };
        let last = columns as i64 - i64::from(!bugs.has(&COLUMN_COUNT_ACCEPTED));
        let is_accepted = (first..=last).contains(&number);
        is_accepted.then(|| python::index(number, self.columns())).transpose()
    }

    /// Returns the row of the next mark in a column: the lowest empty one, if the top is empty.
    fn row_to_fill(&self, column: usize, bugs: Bugs) -> Option<usize> {
        let top = usize::from(bugs.has(&TOP_ROW_UNUSED));
        let is_empty = |row: &usize| self.grid[*row][column] == Notation::Empty;
        let mut rows = top..self.height();
        if bugs.has(&PLACED_ON_TOP) {
            return rows.find(is_empty);
        }
        rows.clone().next().filter(is_empty)?;
        rows.rfind(is_empty)
    }

    /// Sets the mark of a cell.
    fn put(&mut self, cell: Cell, mark: Notation, bugs: Bugs) {
        if bugs.has(&ROWS_ALIASED) {
            self.grid.iter_mut().for_each(|row| row[cell.column] = mark);
        } else {
            self.grid[cell.row][cell.column] = mark;
        }
    }

    /// Tells whether no cell is empty.
    pub(super) fn is_full(&self, bugs: Bugs) -> bool {
        let is_taken = |cell: &Notation| *cell != Notation::Empty;
        let is_column_full = |column: usize| self.grid.iter().all(|row| is_taken(&row[column]));
        self.grid.iter().flatten().all(is_taken)
            || bugs.has(&FULL_BY_ONE_COLUMN) && (0..self.columns()).any(is_column_full)
            || bugs.has(&FULL_BY_FIRST_CELL) && is_taken(&self.grid[0][0])
    }
}

/// Returns the crash of a program with an index out of range.
pub(super) fn no_such_item() -> Stop {
    Stop::crash("IndexError", "list index out of range")
}
