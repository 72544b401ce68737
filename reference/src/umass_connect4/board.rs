//! The board, with one method for every function that is handed in.
//!
//! It may hold positions that no game leads to: judging those is what `verify` is for.

use std::fmt;

use crate::lines::{Cell, is_in_line};

/// So many discs in a line win.
const LINE: usize = 4;

/// A disc, by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disc {
    /// Always makes a move first.
    X,
    /// The letter O, not a zero.
    O,
}

impl Disc {
    /// The disc with this letter.
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
    /// Any position, reachable or not.
    pub(super) spots: Vec<Vec<Option<Disc>>>,
}

impl Board {
    /// `make_empty_board`
    pub(super) fn empty(nrows: usize, ncols: usize) -> Self {
        Self { spots: vec![vec![None; ncols]; nrows] }
    }

    /// How many rows there are.
    pub(super) fn nrows(&self) -> usize {
        self.spots.len()
    }

    /// How many columns there are.
    pub(super) fn ncols(&self) -> usize {
        self.spots[0].len()
    }

    /// The rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Option<Disc>]> {
        self.spots.iter().map(Vec::as_slice)
    }

    /// `verify_board`: no player is two discs ahead, and no disc hangs over an empty spot.
    pub(super) fn verify(&self) -> bool {
        self.count(Disc::X).abs_diff(self.count(Disc::O)) < 2 && !self.has_hanging_disc()
    }

    fn count(&self, disc: Disc) -> usize {
        self.spots.iter().flatten().filter(|&&spot| spot == Some(disc)).count()
    }

    fn has_hanging_disc(&self) -> bool {
        let mut neighbours = self.spots.windows(2).flat_map(|rows| rows[0].iter().zip(&rows[1]));
        neighbours.any(|(upper, lower)| upper.is_some() && lower.is_none())
    }

    /// `verify_move`: the column exists and its topmost spot is empty.
    pub(super) fn verify_move(&self, column: i64) -> bool {
        usize::try_from(column).is_ok_and(|column| self.spots[0].get(column) == Some(&None))
    }

    /// `update_board`: the disc falls to the lowest empty spot of the column, if there is one; gives its row.
    pub(super) fn update(&mut self, column: usize, disc: Disc) -> Option<usize> {
        let row = self.spots.iter().rposition(|row| row[column].is_none())?;
        self.spots[row][column] = Some(disc);
        Some(row)
    }

    /// `has_won`: the topmost disc of the column is part of a line.
    pub(super) fn has_won(&self, column: usize) -> bool {
        let Some(row) = self.spots.iter().position(|row| row[column].is_some()) else { return false };
        let disc = self.spots[row][column];
        is_in_line(Cell { row, column }, LINE, |cell| self.disc(cell) == disc)
    }

    fn disc(&self, cell: Cell) -> Option<Disc> {
        *self.spots.get(cell.row)?.get(cell.column)?
    }
}
