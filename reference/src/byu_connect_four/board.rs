//! The grid of markers. It knows no turns and no lines.

use std::fmt::{self, Write};

use crate::lines::Cell;

/// One of the two players, and the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Goes first.
    X,
    /// Goes second.
    O,
}

impl Player {
    /// The opponent.
    pub(super) fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// What the marker looks like.
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
    /// Row by row, from the top.
    cells: Vec<Option<Player>>,
    columns: usize,
}

impl Board {
    /// An empty grid.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { cells: vec![None; rows * columns], columns }
    }

    /// The rows, from the top.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Option<Player>]> + ExactSizeIterator {
        self.cells.chunks(self.columns)
    }

    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// How many columns there are.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// How many cells there are.
    pub(super) fn size(&self) -> usize {
        self.cells.len()
    }

    /// How many markers there are.
    pub(super) fn markers(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// What a cell holds; nothing, if it is off the grid.
    pub(super) fn marker(&self, Cell { row, column }: Cell) -> Option<Player> {
        if column < self.columns { *self.cells.get(row * self.columns + column)? } else { None }
    }

    /// Whether a column has an open cell.
    pub(super) fn is_open(&self, column: usize) -> bool {
        self.cells[column].is_none()
    }

    /// Whether no column is open.
    pub(super) fn is_full(&self) -> bool {
        (0..self.columns).all(|column| !self.is_open(column))
    }

    /// Puts a marker in the lowest open cell of a column, if there is one, and says where that is.
    pub(super) fn place(&mut self, column: usize, player: Player) -> Option<Cell> {
        let row = self.rows().rposition(|row| row[column].is_none())?;
        Some(self.put(Cell { row, column }, player))
    }

    /// Puts a marker in a cell, whatever is there.
    pub(super) fn put(&mut self, cell: Cell, player: Player) -> Cell {
        self.cells[cell.row * self.columns + cell.column] = Some(player);
        cell
    }
}
