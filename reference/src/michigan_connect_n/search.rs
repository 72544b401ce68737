//! The search for lines, and its bugs.
//!
//! The whole board is searched, because that is the task of `checkWin`. Bugs miss some lines, or find false ones.

use super::board::{Board, Notation, no_such_item};
use super::bugs::*;
use crate::lines::{self, Cell, Direction, Run};
use crate::{Bugs, Stop};

/// `checkWin`: returns who has `target` consecutive marks in any direction.
pub(super) fn check_win(board: &Board, target: usize, bugs: Bugs) -> Result<Option<Notation>, Stop> {
    winner(board, searched(bugs), target, bugs)
}

/// Returns the cells of all lines of at least this length.
pub(super) fn cells_in_lines(board: &Board, length: usize) -> Vec<Cell> {
    let cells =
        (0..board.height()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column }));
    let is_in_line = |cell: &Cell| {
        let mark = board.notation(*cell);
        mark != Some(Notation::Empty)
            && lines::is_in_line(*cell, length, |other| board.notation(other) == mark)
    };
    cells.filter(is_in_line).collect()
}

/// Returns the directions that are searched.
pub(super) fn searched(bugs: Bugs) -> &'static [Direction] {
    if bugs.has(&ONLY_HORIZONTAL) { &[Direction::Horizontal] } else { &Direction::ALL }
}

/// Returns who has `target` consecutive marks in one of these directions.
pub(super) fn winner(
    board: &Board,
    directions: &[Direction],
    target: usize,
    bugs: Bugs,
) -> Result<Option<Notation>, Stop> {
    let target = length(target, bugs);
    if directions.contains(&Direction::Horizontal) && runs_off_a_row(board, target, bugs) {
        return Err(no_such_item());
    }
    Ok(winners(board, directions, target, bugs).next())
}

/// Returns the length of a line.
fn length(target: usize, bugs: Bugs) -> usize {
    let target = if bugs.has(&ALWAYS_FOUR) { 4 } else { target };
    let target = if bugs.has(&ONE_MORE_NEEDED) { target.saturating_add(1) } else { target };
    if bugs.has(&ONE_FEWER_WINS) { target.saturating_sub(1).max(1) } else { target }
}

/// Tells whether a search that tries every start in a row, without checking the length, leaves the row.
fn runs_off_a_row(board: &Board, target: usize, bugs: Bugs) -> bool {
    let is_one_players =
        |row: &[Notation]| row[0] != Notation::Empty && row.iter().all(|&cell| cell == row[0]);
    bugs.has(&LARGE_TARGET_CRASHES) && target > board.columns() && board.rows().any(is_one_players)
}

/// Returns everybody who has a line of this length in one of these directions.
pub(super) fn winners(
    board: &Board,
    directions: &[Direction],
    length: usize,
    bugs: Bugs,
) -> impl Iterator<Item = Notation> {
    let has_line = move |mark: &Notation| {
        has_line(board, directions, *mark, length, bugs)
            || imagines_line(board, directions, *mark, length, bugs)
    };
    marks(bugs).iter().copied().filter(has_line)
}

/// Returns the marks whose lines count.
fn marks(bugs: Bugs) -> &'static [Notation] {
    match (bugs.has(&EMPTY_WINS), bugs.has(&ONLY_PLAYER_1_WINS)) {
        (false, false) => &[Notation::Player1, Notation::Player2],
        (false, true) => &[Notation::Player1],
        // The search begins at the top, where the empty cells are.
        (true, false) => &[Notation::Empty, Notation::Player1, Notation::Player2],
        (true, true) => &[Notation::Empty, Notation::Player1],
    }
}

/// Tells whether the search finds this many equal marks in a row.
fn has_line(board: &Board, directions: &[Direction], mark: Notation, length: usize, bugs: Bugs) -> bool {
    let is_own = |cell| board.notation(cell) == Some(mark);
    let mut runs = cells(board)
        .filter(|&cell| is_own(cell))
        .flat_map(|cell| directions.iter().map(move |&direction| Run::through(cell, direction, is_own)));
    runs.any(|run| is_line(run, length, bugs) && is_found(run, length, board, bugs))
}

/// Tells whether a run is long enough.
fn is_line(run: Run, length: usize, bugs: Bugs) -> bool {
    if bugs.has(&ONLY_EXACTLY_N) { run.length() == length } else { run.length() >= length }
}

/// Tells whether the search finds a line: it does, unless a bug makes it miss every part of it.
fn is_found(line: Run, length: usize, board: &Board, bugs: Bugs) -> bool {
    bugs.is_empty() || line.parts(length).any(|part| !is_overlooked(part, board, bugs))
}

/// Tells whether a search never reaches this part of a line.
fn is_overlooked(part: Run, board: &Board, bugs: Bugs) -> bool {
    let (first, last) = (part.first(), part.last());
    let is_diagonal_overlooked = bugs.has(&DIAGONALS_FROM_FIRST_COLUMN) && first.column != 0
        || bugs.has(&DIAGONALS_COMPARED_WITH_ROWS) && last.column >= board.height();
    match part.direction() {
        Direction::Horizontal => bugs.has(&ROW_MISSES_LAST_COLUMN) && last.column == board.columns() - 1,
        Direction::Vertical => bugs.has(&COLUMN_MISSES_TOP_ROW) && first.row == 0,
        Direction::Falling => bugs.has(&NO_FALLING) || is_diagonal_overlooked,
        Direction::Rising => bugs.has(&NO_RISING) || is_diagonal_overlooked,
    }
}

/// Tells whether a bug finds a false line.
fn imagines_line(board: &Board, directions: &[Direction], mark: Notation, length: usize, bugs: Bugs) -> bool {
    directions.iter().any(|direction| match direction {
        Direction::Horizontal => {
            let count = |row: &[Notation]| row.iter().filter(|&&cell| cell == mark).count();
            bugs.has(&MARKS_OF_ROW_COUNTED) && board.rows().any(|row| count(row) >= length)
                || bugs.has(&ROWS_JOINED) && has_run(&joined_rows(board), mark, length)
        }
        Direction::Vertical => bugs.has(&COLUMNS_JOINED) && has_run(&joined_columns(board), mark, length),
        Direction::Falling => false,
        Direction::Rising => {
            bugs.has(&RISING_WRAPS)
                && cells(board).any(|cell| rises_around_the_top(board, cell, mark, length))
        }
    })
}

fn has_run(notations: &[Notation], mark: Notation, length: usize) -> bool {
    notations.windows(length).any(|part| part.iter().all(|&it| it == mark))
}

/// Returns the cells of all rows, one row after the other.
fn joined_rows(board: &Board) -> Vec<Notation> {
    board.rows().flatten().copied().collect()
}

/// Returns the cells of all columns, one column after the other.
fn joined_columns(board: &Board) -> Vec<Notation> {
    let column = |column: usize| board.rows().map(move |row| row[column]);
    (0..board.columns()).flat_map(column).collect()
}

/// Tells whether a rising line begins in a cell, if the bottom row follows the top row.
fn rises_around_the_top(board: &Board, first: Cell, mark: Notation, length: usize) -> bool {
    let height = board.height();
    // A negative index reaches the top row once more, and not further.
    let has_room = first.column + length <= board.columns() && length <= first.row + 1 + height;
    let row = |step: usize| (first.row + height - step) % height;
    let cell = |step: usize| Cell { row: row(step), column: first.column + step };
    has_room && (0..length).all(|step| board.notation(cell(step)) == Some(mark))
}

fn cells(board: &Board) -> impl Iterator<Item = Cell> {
    let rows = board.rows().enumerate();
    rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| Cell { row, column }))
}
