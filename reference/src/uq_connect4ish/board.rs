//! The board: pieces fall in from the top and are popped out of the bottom. It knows no turns.
//!
//! A piece is any character, because the functions that are handed in take any.

use crate::lines::{Cell, is_in_line};

/// So many rows and columns there are.
pub(super) const SIZE: usize = 8;
/// So many pieces in a line win.
const LINE: usize = 4;
/// An empty cell.
pub(super) const BLANK: char = '-';

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Goes first.
    One,
    /// Goes second.
    Two,
}

impl Player {
    /// What the player's pieces look like.
    pub(super) fn piece(self) -> char {
        match self {
            Self::One => 'X',
            Self::Two => 'O',
        }
    }

    /// The opponent.
    pub(super) fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Only this player has a line, whoever made the move.
    Victory(Player),
    /// Both players have a line.
    Draw,
}

/// Why a piece was not added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no room for another piece.
    FullColumn,
    /// There is no piece.
    EmptyColumn,
}

/// Columns from the left, each from its top to its bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Any position, reachable or not.
    pub(super) columns: [[char; SIZE]; SIZE],
}

impl Board {
    /// `generate_initial_board`
    pub(super) fn initial() -> Self {
        Self { columns: [[BLANK; SIZE]; SIZE] }
    }

    /// The rows as they are displayed, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = [char; SIZE]> {
        (0..SIZE).map(|row| self.columns.map(|column| column[row]))
    }

    /// `add_piece`
    pub(super) fn add_piece(&mut self, column: usize, piece: char) -> Result<(), Refusal> {
        add_to_column(&mut self.columns[column], piece)
    }

    /// `remove_piece`
    pub(super) fn remove_piece(&mut self, column: usize) -> Result<(), Refusal> {
        remove_from_column(&mut self.columns[column])
    }

    /// `check_win`: a full board without a line is no draw.
    pub(super) fn check_win(&self) -> Option<Outcome> {
        match (self.has_line(Player::One), self.has_line(Player::Two)) {
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Victory(Player::One)),
            (false, true) => Some(Outcome::Victory(Player::Two)),
            (false, false) => None,
        }
    }

    fn has_line(&self, player: Player) -> bool {
        let is_own = |cell: Cell| {
            self.columns.get(cell.column).and_then(|column| column.get(cell.row)) == Some(&player.piece())
        };
        let cells = (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| Cell { row, column }));
        cells.filter(|&cell| is_own(cell)).any(|cell| is_in_line(cell, LINE, is_own))
    }
}

/// `is_column_full`
pub(super) fn is_column_full(column: &[char]) -> bool {
    !column.contains(&BLANK)
}

/// `is_column_empty`
pub(super) fn is_column_empty(column: &[char]) -> bool {
    column.iter().all(|&cell| cell == BLANK)
}

/// The piece falls to the lowest blank cell; a refusal changes nothing.
pub(super) fn add_to_column(column: &mut [char], piece: char) -> Result<(), Refusal> {
    let lowest = column.iter_mut().rfind(|cell| **cell == BLANK);
    *lowest.ok_or(Refusal::FullColumn)? = piece;
    Ok(())
}

/// The bottom piece goes and the rest falls; a refusal changes nothing.
pub(super) fn remove_from_column(column: &mut [char]) -> Result<(), Refusal> {
    match column.last() {
        None | Some(&BLANK) => Err(Refusal::EmptyColumn),
        Some(_) => {
            column.rotate_right(1);
            column[0] = BLANK;
            Ok(())
        }
    }
}
