//! The grid of markers. It knows neither turns nor lines.

use std::fmt::{self, Write};

use crate::lines::Cell;

/// A player, and the player's marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// The player who goes first.
    X,
    /// The player who goes second.
    O,
}

impl Player {
    /// Returns the opponent.
    pub(super) fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the letter of the marker.
    pub(super) fn letter(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// The grid of markers.
pub(crate) struct Board {
    /// The cells, row by row from the top.
    cells: Vec<Option<Player>>,
    columns: usize,
}

impl Board {
    /// Creates an empty grid.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { cells: vec![None; rows * columns], columns }
    }

    /// Returns the rows, from the top.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Option<Player>]> + ExactSizeIterator {
        self.cells.chunks(self.columns)
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns the number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of cells.
    pub(super) fn size(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of markers.
    pub(super) fn markers(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Returns the marker in a cell; `None` for an empty cell or one off the grid.
    pub(super) fn marker(&self, Cell { row, column }: Cell) -> Option<Player> {
        if column < self.columns { *self.cells.get(row * self.columns + column)? } else { None }
    }

    /// Tells whether a column has an open cell.
    pub(super) fn is_open(&self, column: usize) -> bool {
        self.cells[column].is_none()
    }

    /// Tells whether the grid is full.
    pub(super) fn is_full(&self) -> bool {
        (0..self.columns).all(|column| !self.is_open(column))
    }

    /// Puts a marker into the lowest open cell of a column, if there is one, and returns that cell.
    pub(super) fn place(&mut self, column: usize, player: Player) -> Option<Cell> {
        let row = self.rows().rposition(|row| row[column].is_none())?;
        Some(self.put(Cell { row, column }, player))
    }

    /// Puts a marker into a cell, even if the cell is not empty.
    pub(super) fn put(&mut self, cell: Cell, player: Player) -> Cell {
        self.cells[cell.row * self.columns + cell.column] = Some(player);
        cell
    }
}
