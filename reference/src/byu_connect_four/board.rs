//! The grid of markers. It knows no turns and no lines.

use std::fmt;

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
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// The grid of markers.
pub(crate) struct Board {
    rows: Vec<Vec<Option<Player>>>,
}

impl Board {
    /// An empty grid.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { rows: vec![vec![None; columns]; rows] }
    }

    /// The rows, from the top.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[Option<Player>]> {
        self.rows.iter().map(Vec::as_slice)
    }

    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many columns there are.
    pub(crate) fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// What a cell holds; nothing, if it is off the grid.
    pub(super) fn marker(&self, cell: Cell) -> Option<Player> {
        *self.rows.get(cell.row)?.get(cell.column)?
    }

    /// Whether a column exists and has an open cell.
    pub(super) fn is_open(&self, column: usize) -> bool {
        self.rows[0].get(column).is_some_and(Option::is_none)
    }

    /// Whether no column is open.
    pub(super) fn is_full(&self) -> bool {
        self.rows[0].iter().all(Option::is_some)
    }

    /// How many markers there are.
    pub(super) fn markers(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    /// Puts a marker in the lowest open cell of a column, if there is one, and says where that is.
    pub(super) fn place(&mut self, column: usize, player: Player) -> Option<Cell> {
        let row = self.rows.iter().rposition(|row| row.get(column) == Some(&None))?;
        Some(self.put(Cell { row, column }, player))
    }

    /// Puts a marker in a cell, whatever is there.
    pub(super) fn put(&mut self, cell: Cell, player: Player) -> Cell {
        self.rows[cell.row][cell.column] = Some(player);
        cell
    }
}
