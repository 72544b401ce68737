//! The board: how it is created, and how a disc falls. Other modules judge it.
//!
//! It may contain positions that no game leads to.

use std::fmt;

use super::bugs::*;
use crate::Bugs;
use crate::lines::Cell;

/// The rows and columns of the board that is sold in shops.
pub(super) const CLASSIC_SIZE: (usize, usize) = (6, 7);

/// A disc, named by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disc {
    /// The player who goes first.
    X,
    /// The letter O, not a zero.
    O,
}

impl Disc {
    /// Returns the opponent's disc.
    pub(super) fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the disc with this letter.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'X' => Some(Self::X),
            'O' => Some(Self::O),
            _ => None,
        }
    }
}

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// Rows of spots, from the top; a spot has a disc or is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The rows; any position, reachable or not.
    pub(super) spots: Vec<Vec<Option<Disc>>>,
}

impl Board {
    /// `make_empty_board`
    pub(super) fn empty(nrows: usize, ncols: usize, bugs: Bugs) -> Self {
        let (nrows, ncols) = if bugs.has(&EMPTY_BOARD_TRANSPOSED) { (ncols, nrows) } else { (nrows, ncols) };
        Self { spots: vec![vec![None; ncols]; nrows] }
    }

    /// Returns the number of rows.
    pub(super) fn nrows(&self) -> usize {
        self.spots.len()
    }

    /// Returns the number of columns.
    pub(super) fn ncols(&self) -> usize {
        self.spots[0].len()
    }

    /// Returns the rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Option<Disc>]> {
        self.spots.iter().map(Vec::as_slice)
    }

    /// Returns the disc in a spot; `None` if the spot is empty or off the board.
    pub(super) fn disc(&self, cell: Cell) -> Option<Disc> {
        *self.spots.get(cell.row)?.get(cell.column)?
    }

    /// Returns the cells with discs, row by row from the top.
    pub(super) fn discs(&self) -> impl Iterator<Item = Cell> {
        let cells =
            (0..self.nrows()).flat_map(|row| (0..self.ncols()).map(move |column| Cell { row, column }));
        cells.filter(|&cell| self.disc(cell).is_some())
    }

    /// `update_board`: the disc falls to the lowest empty spot of the column, if there is one.
    pub(super) fn update(&mut self, column: usize, disc: Disc, bugs: Bugs) {
        let disc = if bugs.has(&ALWAYS_X) { Disc::X } else { disc };
        while let Some(row) = self.next_spot(column, bugs) {
            self.spots[row][column] = Some(disc);
            if !bugs.has(&WHOLE_COLUMN_FILLED) {
                break;
            }
        }
    }

    /// Returns the row of the lowest empty spot of a column.
    fn next_spot(&self, column: usize, bugs: Bugs) -> Option<usize> {
        let top = usize::from(bugs.has(&ROW_0_NEVER_FILLED));
        let bottom = self.nrows() - usize::from(bugs.has(&LAST_ROW_NEVER_FILLED));
        let mut rows = top..bottom;
        let is_empty = |&row: &usize| self.spots[row][column].is_none();
        if bugs.has(&DISC_STAYS_ON_TOP) { rows.find(is_empty) } else { rows.rfind(is_empty) }
    }
}
