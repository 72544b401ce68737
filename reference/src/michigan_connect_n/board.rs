//! The board: where marks go and what wins. It knows no turns and no scores.

use std::fmt;

use crate::lines::{Cell, Direction, Run};

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
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { grid: vec![vec![Notation::Empty; columns]; rows] }
    }

    /// Empties the board.
    pub(super) fn init_grid(&mut self) {
        self.grid.iter_mut().for_each(|row| row.fill(Notation::Empty));
    }

    /// The rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Notation]> {
        self.grid.iter().map(Vec::as_slice)
    }

    /// Puts a mark in the lowest empty cell of a column and gives its row; a refusal changes nothing.
    pub(super) fn place_mark(&mut self, column: i64, mark: Notation) -> Result<usize, Refusal> {
        let column = usize::try_from(column).map_err(|_| Refusal::InvalidColumn)?;
        let top = *self.grid[0].get(column).ok_or(Refusal::InvalidColumn)?;
        if top != Notation::Empty {
            return Err(Refusal::ColumnFull);
        }
        if mark == Notation::Empty {
            return Err(Refusal::InvalidMarker);
        }
        let lowest = self.grid.iter().rposition(|row| row[column] == Notation::Empty);
        let row = lowest.ok_or(Refusal::ColumnFull)?;
        self.grid[row][column] = mark;
        Ok(row)
    }

    /// Whether no cell is empty.
    pub(super) fn is_full(&self) -> bool {
        self.grid.iter().flatten().all(|&cell| cell != Notation::Empty)
    }

    /// Who has `target` consecutive marks in any direction.
    pub(super) fn check_win(&self, target: usize) -> Option<Notation> {
        self.winners(&Direction::ALL, target).next()
    }

    /// Everybody who has `target` consecutive marks in one of these directions.
    pub(super) fn winners(&self, directions: &[Direction], target: usize) -> impl Iterator<Item = Notation> {
        let has_line = move |mark: &Notation| {
            let is_own = |cell| self.notation(cell) == Some(*mark);
            let mut runs = self.cells().filter(|&cell| is_own(cell)).flat_map(|cell| {
                directions.iter().map(move |&direction| Run::through(cell, direction, is_own))
            });
            runs.any(|run| run.length() >= target)
        };
        [Notation::Player1, Notation::Player2].into_iter().filter(has_line)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let rows = self.grid.iter().enumerate();
        rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| Cell { row, column }))
    }

    fn notation(&self, cell: Cell) -> Option<Notation> {
        self.grid.get(cell.row)?.get(cell.column).copied()
    }
}
