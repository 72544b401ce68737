//! `win`: which checker is tested, and who has won.

use super::bugs::*;
use super::grid::{Checker, Grid};
use super::search::is_in_line;
use crate::lines::Cell;
use crate::{Bugs, Stop, python};

/// `win`: returns the winner by a line through the last checker in the column.
pub(super) fn win(grid: &Grid, column: i64, bugs: Bugs) -> Result<Option<Checker>, Stop> {
    let Some(last) = last_played(grid, column, bugs)? else { return Ok(None) };
    let winner = grid.checker(last).filter(|_| is_in_line(grid, last, bugs));
    Ok(if bugs.has(&ONLY_RED_WINS) && winner == Some(Checker::Black) {
        None
    } else if bugs.has(&OTHER_COLOUR_WINS) {
        winner.map(Checker::other)
    } else {
        winner
    })
}

/// Returns the location of the last checker that was played in a column.
pub(super) fn last_played(grid: &Grid, column: i64, bugs: Bugs) -> Result<Option<Cell>, Stop> {
    let is_too_small = column < 0 && !bugs.has(&WIN_LOOKS_AT_NEGATIVE_COLUMN);
    let is_too_large = column >= grid.width() as i64 && !bugs.has(&WIN_CRASHES_BEYOND_LAST_COLUMN);
    if is_too_small || is_too_large {
        return Ok(None);
    }
    let column = grid.column(python::index(column, grid.width())?);
    let mut checkers = column.filter(|&cell| grid.checker(cell).is_some());
    let last = if bugs.has(&LOWEST_CHECKER_TAKEN) { checkers.next_back() } else { checkers.next() };
    if last.is_none() && bugs.has(&WIN_CRASHES_ON_EMPTY_COLUMN) {
        return Err(Stop::crash("IndexError", "list index out of range"));
    }
    Ok(last)
}
