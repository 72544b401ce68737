//! A grid for planning games: it is no reference, and no program is judged by it.

use crate::lines::{Cell, Direction, Run};

/// The grid, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arena {
    /// The columns from the left, each from its bottom; a disc is the number of its player.
    columns: Vec<Vec<usize>>,
    rows: usize,
    /// The number of discs in a row that wins.
    length: usize,
    mover: usize,
}

/// For each player, whether that player has a line.
pub(crate) type Lines = [bool; 2];

impl Arena {
    /// Creates an empty grid.
    pub(crate) fn new(rows: usize, columns: usize, length: usize) -> Self {
        Self { columns: vec![Vec::new(); columns], rows, length, mover: 0 }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Returns the player whose turn it is.
    pub(crate) fn mover(&self) -> usize {
        self.mover
    }

    /// Returns the disc in a cell, whose rows count from the top.
    pub(crate) fn disc(&self, cell: Cell) -> Option<usize> {
        let height = self.rows.checked_sub(cell.row + 1)?;
        self.columns.get(cell.column)?.get(height).copied()
    }

    /// Returns the number of discs in a column.
    pub(crate) fn height(&self, column: usize) -> usize {
        self.columns[column].len()
    }

    pub(crate) fn is_open(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|discs| discs.len() < self.rows)
    }

    pub(crate) fn is_full(&self) -> bool {
        (0..self.width()).all(|column| !self.is_open(column))
    }

    /// Returns the columns that are not full.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.width()).filter(|&column| self.is_open(column)).collect()
    }

    /// Returns the columns that have discs.
    pub(crate) fn filled(&self) -> Vec<usize> {
        (0..self.width()).filter(|&column| self.height(column) > 0).collect()
    }

    /// Returns the cell of the next disc in an open column.
    pub(crate) fn landing(&self, column: usize) -> Cell {
        Cell { row: self.rows - 1 - self.height(column), column }
    }

    /// Drops a disc of the current player into an open column.
    pub(crate) fn drop(&mut self, column: usize) {
        self.columns[column].push(self.mover);
        self.mover = 1 - self.mover;
    }

    /// Takes the lowest disc of a column away, for the current player.
    pub(crate) fn pop(&mut self, column: usize) {
        self.columns[column].remove(0);
        self.mover = 1 - self.mover;
    }

    /// Returns the longest run of a player's discs through a cell for each direction, as if the cell had the player's
    /// disc.
    pub(crate) fn runs(&self, cell: Cell, player: usize) -> impl Iterator<Item = Run> {
        let belongs = move |other: Cell| other == cell || self.disc(other) == Some(player);
        Direction::ALL.into_iter().map(move |direction| Run::through(cell, direction, belongs))
    }

    /// Tells whether a disc of the current player in this column would complete a line.
    pub(crate) fn would_win(&self, column: usize) -> bool {
        self.runs(self.landing(column), self.mover).any(|run| run.length() >= self.length)
    }

    /// Returns the lines that end with the topmost disc of a column.
    pub(crate) fn lines_at_top(&self, column: usize) -> Vec<Run> {
        let height = self.height(column);
        if height == 0 {
            return Vec::new();
        }
        let cell = Cell { row: self.rows - height, column };
        let player = self.columns[column][height - 1];
        self.runs(cell, player).filter(|run| run.length() >= self.length).collect()
    }

    /// Returns which players have a line.
    pub(crate) fn lines(&self) -> Lines {
        let mut lines = [false; 2];
        for column in 0..self.width() {
            for (height, &player) in self.columns[column].iter().enumerate() {
                let cell = Cell { row: self.rows - 1 - height, column };
                lines[player] |=
                    !lines[player] && self.runs(cell, player).any(|run| run.length() >= self.length);
            }
        }
        lines
    }
}
