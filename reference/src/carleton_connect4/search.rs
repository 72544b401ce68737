//! The search for lines through the last checker, and its bugs.
//!
//! A program may search the grid for four equal locations, or count from the last checker. Bugs miss some lines, or
//! find false ones.

use super::bugs::*;
use super::grid::Grid;
use crate::lines::{Cell, Direction, Run};
use crate::{Bug, Bugs};

/// The number of checkers in a line that wins.
const LINE: usize = 4;

/// Tells whether a checker is part of a line.
pub(super) fn is_in_line(grid: &Grid, last: Cell, bugs: Bugs) -> bool {
    let checker = grid.checker(last);
    let belongs = |cell| grid.checker(cell) == checker;
    let mut runs = Direction::ALL.into_iter().map(|direction| Run::through(last, direction, belongs));
    runs.any(|run| is_line(run, bugs) && is_found(run, last, grid, bugs))
        || !bugs.is_empty() && imagined(grid, last, bugs).any(|count| count >= length(bugs))
}

/// Tells whether a run is long enough.
fn is_line(run: Run, bugs: Bugs) -> bool {
    if bugs.has(&EXACTLY_FOUR) { run.length() == length(bugs) } else { run.length() >= length(bugs) }
}

/// Returns the length of a line.
fn length(bugs: Bugs) -> usize {
    if bugs.has(&THREE_ARE_ENOUGH) { LINE - 1 } else { LINE }
}

/// Tells whether the search finds a line: it does, unless a bug makes it miss every part of it.
fn is_found(line: Run, last: Cell, grid: &Grid, bugs: Bugs) -> bool {
    bugs.is_empty() || line.parts(length(bugs)).any(|part| !is_overlooked(part, last, grid, bugs))
}

fn is_overlooked(line: Run, checker: Cell, grid: &Grid, bugs: Bugs) -> bool {
    let (first, last) = (line.first(), line.last());
    let is_inside = checker != first && checker != last;
    if is_inside && bugs.has(&HALVES_COUNTED_APART) {
        return true;
    }
    match line.direction() {
        Direction::Horizontal => {
            bugs.has(&NO_HORIZONTAL) || bugs.has(&ROW_MISSES_LAST_COLUMN) && last.column + 1 == grid.width()
        }
        Direction::Vertical => {
            bugs.has(&NO_VERTICAL) || bugs.has(&COLUMN_MISSES_BOTTOM) && last.row + 1 == grid.height()
        }
        Direction::Falling => bugs.has(&NO_FALLING) || is_diagonal_overlooked(first, checker, bugs),
        Direction::Rising => bugs.has(&NO_RISING) || is_diagonal_overlooked(last, checker, bugs),
    }
}

fn is_diagonal_overlooked(highest: Cell, checker: Cell, bugs: Bugs) -> bool {
    bugs.has(&DIAGONALS_MISS_TOP) && highest.row == 0
        || bugs.has(&DIAGONALS_ONLY_DOWNWARDS) && checker != highest
}

/// Counts the checkers that are equal to the last one, and that one itself.
type Count = fn(&Grid, Cell) -> usize;

/// Returns the counts of searches that cross an edge of the grid, or do not stop where they should.
fn imagined(grid: &Grid, last: Cell, bugs: Bugs) -> impl Iterator<Item = usize> {
    let counts: [(&Bug, Count); 5] = [
        (&COUNTS_THE_ROW, equal_in_row),
        (&ROW_WRAPS, around_the_left_edge),
        (&LINE_ACROSS_TWO_ROWS, in_reading_order),
        (&FALLING_OVER_THE_TOP, over_the_top_to_the_left),
        (&RISING_OVER_THE_TOP, over_the_top_to_the_right),
    ];
    counts.into_iter().filter(move |(bug, _)| bugs.has(bug)).map(move |(_, count)| count(grid, last))
}

fn equal_in_row(grid: &Grid, last: Cell) -> usize {
    let row = (0..grid.width()).map(|column| Cell { column, ..last });
    row.filter(|&cell| grid.checker(cell) == grid.checker(last)).count()
}

fn around_the_left_edge(grid: &Grid, last: Cell) -> usize {
    let width = grid.width();
    let right = (last.column + 1..width).map(|column| Cell { column, ..last });
    let left = (1..width).map(|steps| Cell { column: (last.column + width - steps) % width, ..last });
    counted(grid, last, left, right)
}

fn in_reading_order(grid: &Grid, last: Cell) -> usize {
    let width = grid.width();
    let cell = |place: usize| Cell { row: place / width, column: place % width };
    let place = last.row * width + last.column;
    counted(grid, last, (0..place).rev().map(cell), (place + 1..grid.height() * width).map(cell))
}

fn over_the_top_to_the_left(grid: &Grid, last: Cell) -> usize {
    let up =
        (1..=last.column).map(|steps| Cell { row: rows_up(grid, last, steps), column: last.column - steps });
    let down = (1..grid.height()).map(|steps| Cell { row: last.row + steps, column: last.column + steps });
    counted(grid, last, up, down)
}

fn over_the_top_to_the_right(grid: &Grid, last: Cell) -> usize {
    let up = (1..grid.width() - last.column)
        .map(|steps| Cell { row: rows_up(grid, last, steps), column: last.column + steps });
    let down = (1..=last.column).map(|steps| Cell { row: last.row + steps, column: last.column - steps });
    counted(grid, last, up, down)
}

/// Returns the row `rows` further up; the bottom row follows the top row.
fn rows_up(grid: &Grid, cell: Cell, rows: usize) -> usize {
    (cell.row as isize - rows as isize).rem_euclid(grid.height() as isize) as usize
}

/// Counts the last checker and the equal ones next to it on both sides.
fn counted(
    grid: &Grid,
    last: Cell,
    before: impl Iterator<Item = Cell>,
    after: impl Iterator<Item = Cell>,
) -> usize {
    let is_equal = |&cell: &Cell| grid.checker(cell) == grid.checker(last);
    before.take_while(is_equal).count() + 1 + after.take_while(is_equal).count()
}
