//! The board: where marks go. It knows no lines, no turns and no scores.

use std::fmt;

use super::bugs::*;
use crate::lines::Cell;
use crate::{Bugs, Stop, python};

/// What a cell of the board holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// Nobody's mark.
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

/// Why a mark was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no such column.
    InvalidColumn,
    /// The top cell of the column is taken.
    ColumnFull,
    /// The mark is `Notation::Empty`.
    InvalidMarker,
}

/// A grid of notations.
pub(super) struct Board {
    /// Rows from the top, equally long; any position, reachable or not.
    pub(super) grid: Vec<Vec<Notation>>,
}

impl Board {
    /// An empty board.
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

    /// The rows, from the top.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Notation]> {
        self.grid.iter().map(Vec::as_slice)
    }

    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.grid.len()
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.grid[0].len()
    }

    /// What a cell holds; nothing, if it is off the board.
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

    /// The column with this number, if there is one.
    fn column(&self, number: i64, bugs: Bugs) -> Result<Option<usize>, Stop> {
        let columns = if bugs.has(&COLUMN_COMPARED_WITH_ROWS) { self.height() } else { self.columns() };
        let first = if bugs.has(&NEGATIVE_ACCEPTED) { i64::MIN } else { 0 };
        let last = columns as i64 - i64::from(!bugs.has(&COLUMN_COUNT_ACCEPTED));
        let is_accepted = (first..=last).contains(&number);
        is_accepted.then(|| python::index(number, self.columns())).transpose()
    }

    /// The row in which the next mark of a column comes to lie: the lowest that is empty, if the top is.
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

    /// Makes a cell hold a mark.
    fn put(&mut self, cell: Cell, mark: Notation, bugs: Bugs) {
        if bugs.has(&ROWS_ALIASED) {
            self.grid.iter_mut().for_each(|row| row[cell.column] = mark);
        } else {
            self.grid[cell.row][cell.column] = mark;
        }
    }

    /// Whether no cell is empty.
    pub(super) fn is_full(&self, bugs: Bugs) -> bool {
        let is_taken = |cell: &Notation| *cell != Notation::Empty;
        let is_column_full = |column: usize| self.grid.iter().all(|row| is_taken(&row[column]));
        self.grid.iter().flatten().all(is_taken)
            || bugs.has(&FULL_BY_ONE_COLUMN) && (0..self.columns()).any(is_column_full)
            || bugs.has(&FULL_BY_FIRST_CELL) && is_taken(&self.grid[0][0])
    }
}

/// The crash of a program that looks beyond the end of a list.
pub(super) fn no_such_item() -> Stop {
    Stop::crash("IndexError", "list index out of range")
}
