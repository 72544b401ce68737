//! The board: pieces are added at the top of a column and removed at its bottom. It knows no turns.
//!
//! A piece is any character, because the functions of the assignment accept any.

use std::cmp::Ordering;

use super::bugs::*;
use super::search;
use crate::Bugs;
use crate::lines::Cell;

/// The number of rows and of columns.
pub(super) const SIZE: usize = 8;
/// An empty cell.
pub(super) const BLANK: char = '-';

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// The player who goes first.
    One,
    /// The player who goes second.
    Two,
}

impl Player {
    /// Returns the player's piece.
    pub(super) fn piece(self) -> char {
        match self {
            Self::One => 'X',
            Self::Two => 'O',
        }
    }

    /// Returns the opponent.
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
    /// Only this player has a line, whoever moved.
    Victory(Player),
    /// Both players have a line.
    Draw,
}

/// The reason why a piece was not added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The column is full.
    FullColumn,
    /// The column is empty.
    EmptyColumn,
}

/// The columns from the left, each from its top to its bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The columns; any position, reachable or not.
    pub(super) columns: [[char; SIZE]; SIZE],
}

impl Board {
    /// `generate_initial_board`
    pub(super) fn initial() -> Self {
        Self { columns: [[BLANK; SIZE]; SIZE] }
    }

    /// Returns the rows as they are shown, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = [char; SIZE]> {
        (0..SIZE).map(|row| self.columns.map(|column| column[row]))
    }

    /// Returns the piece in a cell; `None` off the board.
    pub(super) fn piece(&self, cell: Cell) -> Option<char> {
        self.columns.get(cell.column)?.get(cell.row).copied()
    }

    /// `add_piece`
    pub(super) fn add_piece(&mut self, column: usize, piece: char, bugs: Bugs) -> Result<(), Refusal> {
        let column = changed_column(&self.columns, column, bugs);
        add_to_column(&mut self.columns[column], piece, bugs)
    }

    /// `remove_piece`
    pub(super) fn remove_piece(&mut self, column: usize, bugs: Bugs) -> Result<(), Refusal> {
        let column = changed_column(&self.columns, column, bugs);
        remove_from_column(&mut self.columns[column], bugs)
    }

    /// `check_win`: a full board without a line is no draw.
    pub(super) fn check_win(&self, bugs: Bugs) -> Option<Outcome> {
        let has_line = |player| search::has_line(self, player, bugs);
        match (has_line(Player::One), has_line(Player::Two)) {
            (true, true) => Some(self.both_have_a_line(bugs)),
            (true, false) => Some(self.one_has_a_line(Player::One, bugs)),
            (false, true) => Some(self.one_has_a_line(Player::Two, bugs)),
            (false, false) if bugs.has(&FULL_BOARD_IS_DRAW) && self.is_full() => Some(Outcome::Draw),
            (false, false) => None,
        }
    }

    /// Returns a draw, unless a bug names a winner.
    fn both_have_a_line(&self, bugs: Bugs) -> Outcome {
        if bugs.has(&DRAW_OVERLOOKED) {
            return Outcome::Victory(Player::One);
        }
        let lines = |player| search::lines(self, player, bugs).count();
        match lines(Player::One).cmp(&lines(Player::Two)) {
            Ordering::Greater if bugs.has(&MORE_LINES_WIN) => Outcome::Victory(Player::One),
            Ordering::Less if bugs.has(&MORE_LINES_WIN) => Outcome::Victory(Player::Two),
            Ordering::Less | Ordering::Equal | Ordering::Greater => Outcome::Draw,
        }
    }

    /// Returns a victory, unless a bug takes two lines for those of two players.
    fn one_has_a_line(&self, player: Player, bugs: Bugs) -> Outcome {
        if bugs.has(&TWO_LINES_ARE_DRAW) && search::lines(self, player, bugs).count() > 1 {
            return Outcome::Draw;
        }
        Outcome::Victory(player)
    }

    fn is_full(&self) -> bool {
        self.columns.iter().flatten().all(|&cell| cell != BLANK)
    }
}

/// `is_column_full`
pub(super) fn is_column_full(column: &[char], bugs: Bugs) -> bool {
    let is_taken = |place: usize| column.get(place).is_some_and(|&cell| cell != BLANK);
    !column.contains(&BLANK)
        || bugs.has(&FULL_WITH_ONE_FREE) && is_taken(1)
        || bugs.has(&FULL_WITH_ANY_PIECE) && column.last().is_some_and(|&bottom| bottom != BLANK)
}

/// `is_column_empty`
pub(super) fn is_column_empty(column: &[char], bugs: Bugs) -> bool {
    column.iter().all(|&cell| cell == BLANK)
        || bugs.has(&EMPTY_TOLD_BY_TOP) && column.first() == Some(&BLANK)
        || bugs.has(&ONLY_X_COUNTS) && !column.contains(&Player::One.piece())
}

/// Returns the column that a move changes: the intended one, unless a bug changes another.
pub(super) fn changed_column<T: PartialEq>(columns: &[T], meant: usize, bugs: Bugs) -> usize {
    let first_equal = || columns.iter().position(|column| *column == columns[meant]);
    if bugs.has(&FIRST_EQUAL_COLUMN) { first_equal().unwrap_or(meant) } else { meant }
}

/// Adds a piece to the lowest blank cell of a column; a refusal changes nothing.
pub(super) fn add_to_column(column: &mut [char], piece: char, bugs: Bugs) -> Result<(), Refusal> {
    if bugs.has(&ADDED_TO_A_COPY) {
        return add_to_column(&mut column.to_vec(), piece, bugs.without(&ADDED_TO_A_COPY));
    }
    let piece = added_piece(piece, bugs);
    if is_column_full(column, bugs) {
        return add_to_full_column(column, piece, bugs);
    }
    let lowest = column.iter_mut().rfind(|cell| **cell == BLANK);
    *lowest.ok_or(Refusal::FullColumn)? = piece;
    Ok(())
}

/// Returns the piece that is added.
fn added_piece(piece: char, bugs: Bugs) -> char {
    let is_first = piece == Player::One.piece();
    if bugs.has(&ONLY_TWO_PIECES) && !is_first { Player::Two.piece() } else { piece }
}

/// Refuses a piece for a full column, unless a bug makes room.
fn add_to_full_column(column: &mut [char], piece: char, bugs: Bugs) -> Result<(), Refusal> {
    if bugs.has(&FULL_PUSHES_DOWN) && !column.is_empty() {
        column.rotate_right(1);
    } else if !bugs.has(&FULL_OVERWRITES) {
        return Err(Refusal::FullColumn);
    }
    *column.first_mut().ok_or(Refusal::FullColumn)? = piece;
    Ok(())
}

/// Removes the bottom piece of a column, and the others fall; a refusal changes nothing.
pub(super) fn remove_from_column(column: &mut [char], bugs: Bugs) -> Result<(), Refusal> {
    if bugs.has(&REMOVED_FROM_A_COPY) {
        return remove_from_column(&mut column.to_vec(), bugs.without(&REMOVED_FROM_A_COPY));
    }
    // Nothing can be removed at a blank bottom, even if there are pieces above it.
    if column.last() == Some(&BLANK) || is_column_empty(column, bugs) {
        return if bugs.has(&POP_NOTHING) { Ok(()) } else { Err(Refusal::EmptyColumn) };
    }
    let place = removed_place(column, bugs);
    column[place] = BLANK;
    if !bugs.has(&POP_LEAVES_A_HOLE) {
        column[..=place].rotate_right(1);
    }
    Ok(())
}

/// Returns the index of the piece that is removed: the bottom one.
fn removed_place(column: &[char], bugs: Bugs) -> usize {
    let top = || column.iter().position(|&cell| cell != BLANK);
    let bottom = column.len() - 1;
    if bugs.has(&POP_FROM_TOP) { top().unwrap_or(bottom) } else { bottom }
}
