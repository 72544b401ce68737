//! The search for lines through the last marker, and its bugs.
//!
//! A program may search the whole grid for four equal cells, or count from the last marker. Both can miss a line.

use super::board::{Board, Player};
use super::bugs::*;
use super::imagined::imagined_line;
use crate::Bugs;
use crate::lines::{Cell, Direction, Run};

/// The number of markers in a row that wins.
const LINE: usize = 4;

/// Returns the cells of all lines through a marker; empty if there is no line.
pub(super) fn lines_through(board: &Board, last: Cell, bugs: Bugs) -> Vec<Cell> {
    let Some(player) = board.marker(last) else { return Vec::new() };
    let belongs = |cell| board.marker(cell) == Some(player);
    let runs = Direction::ALL.into_iter().map(|direction| Run::through(last, direction, belongs));
    let lines = runs.filter(|&run| is_line(run, bugs) && is_found(run, last, player, board, bugs));
    let mut cells: Vec<Cell> = lines.flat_map(Run::cells).collect();
    if !bugs.is_empty() {
        cells.extend(imagined_line(board, last, length(bugs), bugs));
    }
    cells
}

/// Tells whether a run is long enough.
fn is_line(run: Run, bugs: Bugs) -> bool {
    if bugs.has(&EXACTLY_FOUR) { run.length() == length(bugs) } else { run.length() >= length(bugs) }
}

/// Returns the length of a line.
fn length(bugs: Bugs) -> usize {
    if bugs.has(&THREE_WIN) {
        LINE - 1
    } else if bugs.has(&FIVE_WIN) {
        LINE + 1
    } else {
        LINE
    }
}

/// Tells whether the search finds a line: it does, unless a bug makes it miss every part of it.
fn is_found(line: Run, last: Cell, player: Player, board: &Board, bugs: Bugs) -> bool {
    let is_overlooked = |part: Run| {
        overlooks_player(part.direction(), player, bugs)
            || overlooks_place(part, board, bugs)
            || overlooks_last(part, last, bugs)
    };
    bugs.is_empty() || line.parts(length(bugs)).any(|part| !is_overlooked(part))
}

/// Tells whether a search finds no lines of this player.
fn overlooks_player(direction: Direction, player: Player, bugs: Bugs) -> bool {
    let is_diagonal = matches!(direction, Direction::Falling | Direction::Rising);
    player == Player::O && (bugs.has(&ONLY_X_WINS) || is_diagonal && bugs.has(&DIAGONALS_ONLY_FOR_X))
}

/// Tells whether a search of the grid never reaches the place of a line.
fn overlooks_place(line: Run, board: &Board, bugs: Bugs) -> bool {
    let (first, last) = (line.first(), line.last());
    let (bottom, right) = (board.height() - 1, board.columns() - 1);
    match line.direction() {
        Direction::Horizontal => {
            bugs.has(&NO_HORIZONTAL)
                || bugs.has(&HORIZONTAL_MISSES_LEFT) && first.column == 0
                || bugs.has(&HORIZONTAL_MISSES_RIGHT) && last.column == right
                || bugs.has(&HORIZONTAL_MISSES_TOP) && first.row == 0
                || bugs.has(&HORIZONTAL_MISSES_BOTTOM) && first.row == bottom
        }
        Direction::Vertical => {
            bugs.has(&NO_VERTICAL)
                || bugs.has(&VERTICAL_MISSES_TOP) && first.row == 0
                || bugs.has(&VERTICAL_MISSES_BOTTOM) && last.row == bottom
                || bugs.has(&VERTICAL_MISSES_LAST_COLUMN) && first.column == right
        }
        Direction::Rising => {
            bugs.has(&NO_RISING)
                || bugs.has(&RISING_ONLY_FROM_BOTTOM) && first.row != bottom
                || bugs.has(&RISING_MISSES_BOTTOM) && first.row == bottom
                || bugs.has(&RISING_MISSES_LEFT) && first.column == 0
                || bugs.has(&RISING_MISSES_RIGHT) && last.column == right
        }
        Direction::Falling => {
            bugs.has(&NO_FALLING)
                || bugs.has(&FALLING_ONLY_FROM_TOP) && first.row != 0
                || bugs.has(&FALLING_MISSES_TOP) && first.row == 0
                || bugs.has(&FALLING_MISSES_LEFT) && first.column == 0
                || bugs.has(&FALLING_MISSES_RIGHT) && last.column == right
        }
    }
}

/// Tells whether a count from the last marker goes only one way, and not the way of the line.
fn overlooks_last(line: Run, marker: Cell, bugs: Bugs) -> bool {
    let is_inside = marker != line.first() && marker != line.last();
    let highest = if line.first().row < line.last().row { line.first() } else { line.last() };
    match line.direction() {
        Direction::Horizontal => bugs.has(&ONE_SIDED_HORIZONTAL) && is_inside,
        Direction::Vertical => false,
        Direction::Rising | Direction::Falling => {
            bugs.has(&ONE_SIDED_DIAGONALS) && is_inside
                || bugs.has(&DIAGONALS_ONLY_DOWNWARDS) && marker != highest
        }
    }
}
