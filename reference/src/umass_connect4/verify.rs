//! `verify_board` and `verify_move`: which boards are valid, and which columns can be played.

use super::board::{Board, CLASSIC_SIZE, Disc};
use super::bugs::*;
use super::search::is_in_line;
use crate::lines::Cell;
use crate::{Bugs, Stop, python};

/// `verify_board`: no player is two discs ahead, and no disc is above an empty spot.
pub(super) fn verify_board(board: &Board, bugs: Bugs) -> Result<bool, Stop> {
    if bugs.has(&CLASSIC_SIZE_VERIFIED) && (board.nrows() < CLASSIC_SIZE.0 || board.ncols() < CLASSIC_SIZE.1)
    {
        return Err(Stop::crash("IndexError", "list index out of range"));
    }
    if bugs.has(&WIN_IS_INVALID) && board.discs().any(|cell| is_in_line(board, cell)) {
        return Ok(false);
    }
    if bugs.has(&ONE_RULE_IS_ENOUGH) {
        return Ok(!has_hanging_disc(board, bugs)? || is_balanced(board, bugs));
    }
    Ok(!has_hanging_disc(board, bugs)? && is_balanced(board, bugs))
}

/// Tells whether no player has too many discs.
fn is_balanced(board: &Board, bugs: Bugs) -> bool {
    let count = |disc| board.discs().filter(|&cell| board.disc(cell) == Some(disc)).count() as i64;
    let spots = (board.nrows() * board.ncols()) as i64;
    let xs = if bugs.has(&EVERY_SPOT_COUNTED_AS_X) { spots } else { count(Disc::X) };
    let ahead = xs - count(Disc::O);
    bugs.has(&COUNTS_NOT_COMPARED)
        || bugs.has(&FIRST_SPOT_DECIDES)
        || (-o_ahead(bugs)..=x_ahead(bugs)).contains(&ahead)
}

/// Returns how many discs more than O X may have.
fn x_ahead(bugs: Bugs) -> i64 {
    if bugs.has(&TWO_TOO_MANY_ALLOWED) {
        2
    } else if bugs.has(&EQUAL_COUNTS_WANTED) {
        0
    } else {
        1
    }
}

/// Returns how many discs more than X O may have.
fn o_ahead(bugs: Bugs) -> i64 {
    if bugs.has(&ONLY_X_TOO_MANY) {
        i64::MAX
    } else if bugs.has(&O_NEVER_AHEAD) {
        0
    } else {
        x_ahead(bugs)
    }
}

/// Tells whether a disc is directly above an empty spot.
fn has_hanging_disc(board: &Board, bugs: Bugs) -> Result<bool, Stop> {
    if bugs.has(&GRAVITY_NOT_CHECKED) {
        return Ok(false);
    }
    if bugs.has(&FLAG_NEVER_RESET) && has_empty_spot_after_disc(board) {
        return Ok(true);
    }
    for cell in board.discs().filter(|&cell| !is_skipped(board, cell, bugs)) {
        if hangs(board, cell, bugs)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether an empty spot follows one with a disc, column by column from the left.
fn has_empty_spot_after_disc(board: &Board) -> bool {
    let columns =
        (0..board.ncols()).flat_map(|column| (0..board.nrows()).map(move |row| Cell { row, column }));
    columns.map(|cell| board.disc(cell)).skip_while(Option::is_none).any(|spot| spot.is_none())
}

/// Tells whether a bug skips this disc.
fn is_skipped(board: &Board, cell: Cell, bugs: Bugs) -> bool {
    bugs.has(&ROW_ABOVE_LAST_MAY_HANG) && cell.row + 2 == board.nrows()
        || bugs.has(&FIRST_SPOT_DECIDES) && (cell.row, cell.column) != (0, 0)
        || bugs.has(&TOP_ROW_MAY_HANG) && cell.row == 0
        || bugs.has(&FIRST_COLUMN_MAY_HANG) && cell.column == 0
        || bugs.has(&LAST_COLUMN_MAY_HANG) && cell.column + 1 == board.ncols()
        || bugs.has(&ONLY_X_FALLS) && board.disc(cell) == Some(Disc::O)
        || bugs.has(&CLASSIC_SIZE_VERIFIED) && (cell.row >= CLASSIC_SIZE.0 || cell.column >= CLASSIC_SIZE.1)
}

fn hangs(board: &Board, cell: Cell, bugs: Bugs) -> Result<bool, Stop> {
    let is_empty = |row| board.disc(Cell { row, column: cell.column }).is_none();
    let mut below = cell.row + 1..board.nrows();
    if below.is_empty() {
        if bugs.has(&LOOKS_BELOW_LAST_ROW) {
            return Err(Stop::crash("IndexError", "list index out of range"));
        }
        return Ok(false);
    }
    Ok(if bugs.has(&ANY_DISC_FURTHER_DOWN_SUPPORTS) { below.all(is_empty) } else { is_empty(below.start) })
}

/// `verify_move`: the column exists and its topmost spot is empty.
pub(super) fn verify_move(board: &Board, column: i64, bugs: Bugs) -> Result<bool, Stop> {
    Ok(is_column(board, column, bugs) && has_room(board, column - first_column(bugs), bugs)?)
}

/// Returns the number of the first column.
fn first_column(bugs: Bugs) -> i64 {
    if bugs.has(&MOVES_CHECKED_FROM_1) { 1 } else { 0 }
}

fn is_column(board: &Board, column: i64, bugs: Bugs) -> bool {
    let is_too_small = column < first_column(bugs);
    let is_too_large = column >= column_bound(board, bugs);
    (!is_too_small || bugs.has(&NEGATIVE_COLUMN_ACCEPTED))
        && (!is_too_large || bugs.has(&COLUMN_BOUND_MISSING))
}

/// Returns the number after that of the last column.
fn column_bound(board: &Board, bugs: Bugs) -> i64 {
    let columns = if bugs.has(&ROWS_BOUND_THE_COLUMN) { board.nrows() } else { board.ncols() };
    let bound = columns as i64 + first_column(bugs);
    if bugs.has(&COLUMN_BOUND_ONE_TOO_LARGE) {
        bound + 1
    } else if bugs.has(&LAST_COLUMN_REFUSED) {
        bound - 1
    } else {
        bound
    }
}

fn has_room(board: &Board, column: i64, bugs: Bugs) -> Result<bool, Stop> {
    let column = python::index(column, board.ncols())?;
    let is_empty = |row| board.disc(Cell { row, column }).is_none();
    Ok(if bugs.has(&FULL_COLUMN_ACCEPTED) {
        true
    } else if bugs.has(&ROW_1_DECIDES) {
        is_empty(1)
    } else if bugs.has(&ANY_DISC_FILLS_THE_COLUMN) {
        (0..board.nrows()).all(is_empty)
    } else {
        is_empty(0)
    })
}
