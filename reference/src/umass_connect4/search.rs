//! `has_won`: the search for lines through a disc, and its bugs.

use super::board::{Board, CLASSIC_SIZE};
use super::bugs::*;
use crate::lines::{self, Cell, Direction, Run};
use crate::{Bugs, Stop};

/// The number of discs in a line that wins.
const LINE: usize = 4;

/// The directions, in the order of the handout.
const DIRECTIONS: [Direction; 4] =
    [Direction::Vertical, Direction::Horizontal, Direction::Rising, Direction::Falling];

/// `has_won`: tells whether the topmost disc of the column is part of a line.
pub(super) fn has_won(board: &Board, column: usize, bugs: Bugs) -> Result<bool, Stop> {
    let Some(last) = last_disc(board, column, bugs) else { return Ok(false) };
    if let Some(hasty) = hasty_answer(board, last, bugs)? {
        return Ok(hasty);
    }
    let mut carried = 0;
    for direction in DIRECTIONS {
        let run = run_through(board, last, direction, bugs);
        if leaves_the_board(board, run, bugs) {
            return Err(Stop::crash("IndexError", "list index out of range"));
        }
        let count = carried + count(board, run, last, bugs) + count_around_the_edge(board, run, bugs);
        if is_line(count, bugs) {
            return Ok(true);
        }
        if bugs.has(&COUNT_NEVER_RESET) {
            carried = count - 1;
        }
    }
    Ok(false)
}

/// Returns the answer of a program with a bug that does not search.
fn hasty_answer(board: &Board, last: Cell, bugs: Bugs) -> Result<Option<bool>, Stop> {
    let is_near_the_bottom = last.row + LINE > board.nrows();
    if is_near_the_bottom && bugs.has(&SHORT_COLUMN_CRASHES) {
        return Err(Stop::crash("IndexError", "list index out of range"));
    }
    if is_near_the_bottom && bugs.has(&EARLY_FALSE_NEAR_THE_BOTTOM) {
        return Ok(Some(false));
    }
    let is_won_anywhere = bugs.has(&WON_ANYWHERE) && board.discs().any(|cell| is_in_line(board, cell));
    Ok(is_won_anywhere.then_some(true))
}

/// Returns the equal discs that a search in this direction finds.
fn run_through(board: &Board, cell: Cell, direction: Direction, bugs: Bugs) -> Run {
    let disc = board.disc(cell);
    let belongs = |other| board.disc(other) == disc && !is_out_of_sight(board, other, direction, bugs);
    Run::through(cell, direction, belongs)
}

/// Tells whether the disc in a spot is part of a line.
pub(super) fn is_in_line(board: &Board, cell: Cell) -> bool {
    let disc = board.disc(cell);
    disc.is_some() && lines::is_in_line(cell, LINE, |cell| board.disc(cell) == disc)
}

/// Returns the spot of the last disc in a column.
fn last_disc(board: &Board, column: usize, bugs: Bugs) -> Option<Cell> {
    let mut discs =
        (0..board.nrows()).map(|row| Cell { row, column }).filter(|&cell| board.disc(cell).is_some());
    if bugs.has(&LOWEST_DISC_TAKEN) { discs.next_back() } else { discs.next() }
}

/// Tells whether this number of equal discs wins.
fn is_line(count: usize, bugs: Bugs) -> bool {
    let length = if bugs.has(&THREE_ARE_ENOUGH) { LINE - 1 } else { LINE };
    if bugs.has(&EXACTLY_FOUR) { count == length } else { count >= length }
}

/// Tells whether a search in this direction stops before this spot, although it is on the board.
fn is_out_of_sight(board: &Board, cell: Cell, direction: Direction, bugs: Bugs) -> bool {
    let (is_in_row_0, is_in_column_0) = (cell.row == 0, cell.column == 0);
    let is_in_last_column = cell.column + 1 == board.ncols();
    let is_unseen = match direction {
        Direction::Horizontal => {
            bugs.has(&ROW_MISSES_COLUMN_0) && is_in_column_0
                || bugs.has(&ROW_MISSES_LAST_COLUMN) && is_in_last_column
        }
        Direction::Vertical => false,
        Direction::Falling => bugs.has(&FALLING_MISSES_EDGE) && (is_in_row_0 || is_in_column_0),
        Direction::Rising => bugs.has(&RISING_MISSES_EDGE) && (is_in_row_0 || is_in_last_column),
    };
    let (nrows, ncols) = searched_size(board, bugs);
    is_unseen || cell.row >= nrows || cell.column >= ncols
}

/// Returns how many discs of a run are counted, with the last one played.
fn count(board: &Board, run: Run, last: Cell, bugs: Bugs) -> usize {
    let before = up_to(last, run);
    let after = run.length() + 1 - before;
    let longer = before.max(after);
    match run.direction() {
        Direction::Horizontal if bugs.has(&NO_HORIZONTAL) => 1,
        Direction::Vertical if bugs.has(&NO_VERTICAL) => 1,
        Direction::Falling if bugs.has(&NO_FALLING) => 1,
        Direction::Rising if bugs.has(&NO_RISING) => 1,
        Direction::Horizontal if bugs.has(&ANY_FOUR_OF_THE_ROW) => equal_discs_of_the_row(board, last),
        Direction::Horizontal if bugs.has(&LEFT_HALF_ONLY) => before,
        Direction::Falling if bugs.has(&DIAGONALS_ONLY_DOWNWARDS) => after,
        Direction::Rising if bugs.has(&DIAGONALS_ONLY_DOWNWARDS) => before,
        Direction::Horizontal | Direction::Falling | Direction::Rising if bugs.has(&HALVES_COUNTED_APART) => {
            longer
        }
        // There is nothing above the topmost disc.
        Direction::Vertical => after,
        Direction::Horizontal | Direction::Falling | Direction::Rising => run.length(),
    }
}

fn equal_discs_of_the_row(board: &Board, last: Cell) -> usize {
    let cells = (0..board.ncols()).map(|column| Cell { column, ..last });
    cells.filter(|&cell| board.disc(cell) == board.disc(last)).count()
}

/// Returns how many cells of a run there are up to this one, with it.
fn up_to(cell: Cell, run: Run) -> usize {
    run.cells().take_while(|&other| other != cell).count() + 1
}

/// Returns how many more equal discs a search counts that continues beyond an edge.
fn count_around_the_edge(board: &Board, run: Run, bugs: Bugs) -> usize {
    let next = around_the_edge(board, run, bugs);
    let equal = next.filter(|&cell| board.disc(cell) == board.disc(run.first()));
    equal.map_or(0, |cell| up_to(cell, run_through(board, cell, run.direction(), bugs)))
}

/// Returns the spot where a search continues that has left the board with a negative index.
fn around_the_edge(board: &Board, run: Run, bugs: Bugs) -> Option<Cell> {
    let first = run.first();
    let last_column = board.ncols() - 1;
    match run.direction() {
        Direction::Horizontal
            if bugs.has(&ROW_WRAPS) && first.column == 0 && run.length() < board.ncols() =>
        {
            Some(Cell { row: first.row, column: last_column })
        }
        Direction::Falling if bugs.has(&FALLING_WRAPS) && first.row == 0 => {
            Some(Cell { row: board.nrows() - 1, column: first.column.checked_sub(1)? })
        }
        Direction::Rising if bugs.has(&RISING_WRAPS) && first.column == 0 => {
            Some(Cell { row: first.row + 1, column: last_column })
        }
        Direction::Horizontal | Direction::Vertical | Direction::Falling | Direction::Rising => None,
    }
}

/// Returns the rows and columns that the search uses as those of the board.
fn searched_size(board: &Board, bugs: Bugs) -> (usize, usize) {
    if bugs.has(&CLASSIC_SIZE_SEARCHED) {
        CLASSIC_SIZE
    } else if bugs.has(&SEARCH_BOUNDS_SWAPPED) {
        (board.ncols(), board.nrows())
    } else {
        (board.nrows(), board.ncols())
    }
}

/// Tells whether a search continues beyond an end of a run where there is no spot, because a bug keeps it from
/// stopping.
fn leaves_the_board(board: &Board, run: Run, bugs: Bugs) -> bool {
    let (nrows, ncols) = searched_size(board, bugs);
    let is_beyond = |cell: Cell| {
        let is_searched = cell.row < nrows && cell.column < ncols;
        is_searched && (cell.row >= board.nrows() || cell.column >= board.ncols())
    };
    let passes_last_row = run.direction() == Direction::Vertical && run.last().row + 1 == board.nrows();
    passes_last_row && bugs.has(&COUNTS_BELOW_LAST_ROW) || !bugs.is_empty() && next_cells(run).any(is_beyond)
}

/// Returns the cells beyond the ends of a run, except those above or left of the board.
fn next_cells(run: Run) -> impl Iterator<Item = Cell> {
    let (first, last) = (run.first(), run.last());
    let (below, right) = (last.row + 1, last.column + 1);
    let next = match run.direction() {
        Direction::Vertical => [Some((below, last.column)), None],
        Direction::Horizontal => [Some((last.row, right)), None],
        Direction::Falling => [Some((below, right)), None],
        Direction::Rising => [
            last.row.checked_sub(1).map(|above| (above, right)),
            first.column.checked_sub(1).map(|left| (first.row + 1, left)),
        ],
    };
    next.into_iter().flatten().map(|(row, column)| Cell { row, column })
}
