//! The false lines that only programs with bugs find.

use super::board::Board;
use super::bugs::*;
use crate::Bugs;
use crate::lines::Cell;

/// Returns the cells that a bug takes for a line through the last marker; empty without such a bug.
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

/// The edges over which a false line continues at the opposite edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    Sides,
    TopAndBottom,
}

/// Returns the run of equal markers through the last one if it crosses an edge, as with a negative index.
fn wrapped_line(
    board: &Board,
    last: Cell,
    length: usize,
    (down, right): (isize, isize),
    over: Edges,
) -> Option<Vec<Cell>> {
    let (height, width) = (board.height() as isize, board.columns() as isize);
    let unwrapped = |step: isize| (last.row as isize + step * down, last.column as isize + step * right);
    let cell = |step| {
        let (row, column) = match (over, unwrapped(step)) {
            (Edges::Sides, (row, column)) => (row, column.rem_euclid(width)),
            (Edges::TopAndBottom, (row, column)) => (row.rem_euclid(height), column),
        };
        Some(Cell { row: usize::try_from(row).ok()?, column: usize::try_from(column).ok()? })
    };
    let is_off_grid = |step| {
        let (row, column) = unwrapped(step);
        !(0..height).contains(&row) || !(0..width).contains(&column)
    };
    let is_equal = |step: &isize| cell(*step).is_some_and(|cell| board.marker(cell) == board.marker(last));
    let farthest = length as isize;
    let before = (1..farthest).map(|step| -step).take_while(is_equal).last().unwrap_or(0);
    let after = (1..farthest).take_while(is_equal).last().unwrap_or(0);
    let goes_over = is_off_grid(before) || is_off_grid(after);
    let is_long = after - before + 1 >= length as isize;
    (goes_over && is_long).then(|| (before..=after).filter_map(cell).collect())
}

/// Returns equal markers at the end of one row and the beginning of the next, the last marker among them.
fn line_over_row_ends(board: &Board, last: Cell, length: usize) -> Option<Vec<Cell>> {
    let width = board.columns();
    let cell = |at| Cell { row: at / width, column: at % width };
    let at = last.row * width + last.column;
    let mut firsts = (at + 1).saturating_sub(length)..=at;
    let is_line = |first: &usize| {
        let goes_over = cell(*first).row != cell(first + length - 1).row;
        let mut cells = (*first..first + length).map(cell);
        goes_over && cells.all(|cell| board.marker(cell) == board.marker(last))
    };
    firsts.find(is_line).map(|first| (first..first + length).map(cell).collect())
}

/// Returns the cells with the same marker as the last one, if there are enough for a line.
fn same_markers(
    board: &Board,
    last: Cell,
    length: usize,
    cells: impl Iterator<Item = Cell>,
) -> Option<Vec<Cell>> {
    let same: Vec<Cell> = cells.filter(|&cell| board.marker(cell) == board.marker(last)).collect();
    (same.len() >= length).then_some(same)
}

/// Returns empty cells next to each other in a row.
fn empty_line(board: &Board, length: usize) -> Option<Vec<Cell>> {
    board.rows().enumerate().find_map(|(row, cells)| {
        let first = cells.windows(length).position(|window| window.iter().all(Option::is_none))?;
        Some((first..first + length).map(|column| Cell { row, column }).collect())
    })
}
