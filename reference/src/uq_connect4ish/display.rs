//! What the board looks like on the screen.

use super::board::{BLANK, Board, Player, SIZE};
use super::bugs::*;
use super::event::Event;
use crate::{Bugs, Console};

/// `display_board`
pub(super) fn show(board: &Board, bugs: Bugs, console: &mut Console) {
    for event in events(board, bugs) {
        console.print(event);
    }
}

/// The rows, and the columns numbered below.
pub(super) fn events(board: &Board, bugs: Bugs) -> impl Iterator<Item = Event> {
    let row = move |cells: [char; SIZE]| Event::Row { cells: cells.map(|cell| shown_cell(cell, bugs)), bugs };
    let numbers = (!bugs.has(&NUMBERS_MISSING)).then_some(Event::Numbers { bugs });
    shown_rows(board, bugs).into_iter().map(row).chain(numbers)
}

/// The rows from the top.
fn shown_rows(board: &Board, bugs: Bugs) -> Vec<[char; SIZE]> {
    let mut rows: Vec<_> =
        if bugs.has(&BOARD_TRANSPOSED) { board.columns.to_vec() } else { board.rows().collect() };
    if bugs.has(&UPSIDE_DOWN) {
        rows.reverse();
    }
    rows
}

/// A cell is shown as it is.
fn shown_cell(cell: char, bugs: Bugs) -> char {
    let is_known = cell == Player::One.piece() || cell == Player::Two.piece();
    if bugs.has(&OTHERS_SHOWN_AS_BLANKS) && !is_known { BLANK } else { cell }
}
