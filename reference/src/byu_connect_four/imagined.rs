//! Lines that only a program with a bug sees.

use super::board::Board;
use super::bugs::*;
use crate::Bugs;
use crate::lines::Cell;

/// The cells that a bug takes for a line when the last marker lies there; none, if no bug does.
pub(super) fn imagined_line(board: &Board, last: Cell, length: usize, bugs: Bugs) -> Vec<Cell> {
    let wrap = |step, over| wrapped_line(board, last, length, step, over);
    let diagonal = |over| wrap((1, 1), over).or_else(|| wrap((-1, 1), over));
    let mut found = None;
    if bugs.has(&HORIZONTAL_WRAPS) {
        found = found.or_else(|| wrap((0, 1), Edges::Sides));
    }
    if bugs.has(&VERTICAL_WRAPS) {
        found = found.or_else(|| wrap((1, 0), Edges::TopAndBottom));
    }
    if bugs.has(&DIAGONALS_WRAP_SIDES) {
        found = found.or_else(|| diagonal(Edges::Sides));
    }
    if bugs.has(&DIAGONALS_WRAP_TOP) {
        found = found.or_else(|| diagonal(Edges::TopAndBottom));
    }
    if bugs.has(&ROWS_RUN_ON) {
        found = found.or_else(|| line_over_row_ends(board, last, length));
    }
    if bugs.has(&BROKEN_ROW_WINS) {
        let row = (0..board.columns()).map(|column| Cell { column, ..last });
        found = found.or_else(|| same_markers(board, last, length, row));
    }
    if bugs.has(&BROKEN_STACK_WINS) {
        let stack = (0..board.height()).map(|row| Cell { row, ..last });
        found = found.or_else(|| same_markers(board, last, length, stack));
    }
    if bugs.has(&EMPTY_CELLS_WIN) {
        found = found.or_else(|| empty_line(board, length));
    }
    found.unwrap_or_default()
}

/// Edges at which a line may leave the grid, to come in at the opposite one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    Sides,
    TopAndBottom,
}

/// Equal markers, the last one among them, in a line that goes over an edge as a negative index does.
fn wrapped_line(
    board: &Board,
    last: Cell,
    length: usize,
    (down, right): (isize, isize),
    over: Edges,
) -> Option<Vec<Cell>> {
    let (height, width) = (board.height() as isize, board.columns() as isize);
    let fits = length as isize <= if over == Edges::Sides { width } else { height };
    let cell = |step: isize| {
        let row = last.row as isize + step * down;
        let column = last.column as isize + step * right;
        let (row, column) = match over {
            Edges::Sides => (row, column.rem_euclid(width)),
            Edges::TopAndBottom => (row.rem_euclid(height), column),
        };
        Some(Cell { row: usize::try_from(row).ok()?, column: usize::try_from(column).ok()? })
    };
    let is_broken = |cells: &[Cell]| {
        let is_step = |pair: &[Cell]| {
            pair[1].row.checked_signed_diff(pair[0].row) == Some(down)
                && pair[1].column.checked_signed_diff(pair[0].column) == Some(right)
        };
        !cells.windows(2).all(is_step)
    };
    let lines = (0..length as isize)
        .filter_map(|before| (-before..length as isize - before).map(cell).collect::<Option<Vec<Cell>>>());
    let mut lines = lines.filter(|cells| is_broken(cells) && are_equal(board, last, cells));
    if fits { lines.next() } else { None }
}

/// Equal markers, the last one among them, at the end of one row and the beginning of the next.
fn line_over_row_ends(board: &Board, last: Cell, length: usize) -> Option<Vec<Cell>> {
    let width = board.columns();
    let at = last.row * width + last.column;
    let firsts = (at + 1).saturating_sub(length)..=at;
    let mut lines = firsts.map(|first| {
        (first..first + length).map(|at| Cell { row: at / width, column: at % width }).collect::<Vec<_>>()
    });
    lines.find(|cells| cells[0].row != cells[length - 1].row && are_equal(board, last, cells))
}

/// The markers like the last one among these cells, if they are as many as a line has.
fn same_markers(
    board: &Board,
    last: Cell,
    length: usize,
    cells: impl Iterator<Item = Cell>,
) -> Option<Vec<Cell>> {
    let same: Vec<Cell> = cells.filter(|&cell| board.marker(cell) == board.marker(last)).collect();
    (same.len() >= length).then_some(same)
}

/// Empty cells next to each other in a row.
fn empty_line(board: &Board, length: usize) -> Option<Vec<Cell>> {
    board.rows().enumerate().find_map(|(row, cells)| {
        let first = cells.windows(length).position(|window| window.iter().all(Option::is_none))?;
        Some((first..first + length).map(|column| Cell { row, column }).collect())
    })
}

/// Whether all cells hold the marker that the last one is.
fn are_equal(board: &Board, last: Cell, cells: &[Cell]) -> bool {
    cells.iter().all(|&cell| board.marker(cell) == board.marker(last))
}
