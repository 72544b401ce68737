//! The board on the screen.

use super::board::{BLANK, Board, Player, SIZE};
use super::bugs::*;
use super::event::Event;
use crate::lines::Cell;
use crate::{Bugs, Console};

/// `display_board`
pub(super) fn show(board: &Board, bugs: Bugs, console: &mut Console) {
    for event in events(board, bugs) {
        console.print(event);
    }
}

/// Returns the rows, and the column numbers below.
pub(super) fn events(board: &Board, bugs: Bugs) -> impl Iterator<Item = Event<'_>> {
    let row = move |cells| Event::Row { board, cells, bugs };
    let numbers = (!bugs.has(&NUMBERS_MISSING)).then_some(Event::Numbers { bugs });
    shown_rows(bugs).into_iter().map(row).chain(numbers)
}

/// Returns the cells of the shown rows, from the top.
fn shown_rows(bugs: Bugs) -> [[Cell; SIZE]; SIZE] {
    let is_transposed = bugs.has(&BOARD_TRANSPOSED);
    let cell =
        |row, column| if is_transposed { Cell { row: column, column: row } } else { Cell { row, column } };
    let mut rows = std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)));
    if bugs.has(&UPSIDE_DOWN) {
        rows.reverse();
    }
    rows
}

/// Returns a piece as it is shown.
pub(super) fn shown_piece(board: &Board, cell: Cell, bugs: Bugs) -> char {
    let piece = board.columns[cell.column][cell.row];
    let is_known = piece == Player::One.piece() || piece == Player::Two.piece();
    if bugs.has(&OTHERS_SHOWN_AS_BLANKS) && !is_known { BLANK } else { piece }
}
