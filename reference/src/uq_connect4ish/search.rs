//! The search for lines, and its bugs.
//!
//! The whole board is searched, because one move can change a whole column. Bugs miss some lines, or find false ones.

use super::board::{Board, Player, SIZE};
use super::bugs::*;
use crate::Bugs;
use crate::lines::{self, Cell, Direction, Run};

/// The number of pieces in a line that wins.
const LINE: usize = 4;

/// Tells whether a player has a line anywhere.
pub(super) fn has_line(board: &Board, player: Player, bugs: Bugs) -> bool {
    lines(board, player, bugs).next().is_some() || imagines_line(board, player, bugs)
}

/// Returns every line of a player, at its full length.
pub(super) fn lines(board: &Board, player: Player, bugs: Bugs) -> impl Iterator<Item = Run> {
    let is_own = move |cell| board.piece(cell) == Some(player.piece());
    let cells = (0..SIZE).flat_map(|column| (0..SIZE).map(move |row| Cell { row, column }));
    let runs = cells.filter(move |&cell| is_own(cell)).flat_map(move |cell| {
        let runs = Direction::ALL.map(|direction| Run::through(cell, direction, is_own));
        runs.into_iter().filter(move |run| run.first() == cell)
    });
    runs.filter(move |&run| is_line(run, bugs) && is_found(run, player, bugs))
}

/// Tells whether the piece in a cell is part of a player's line.
pub(super) fn is_in_line(board: &Board, cell: Cell) -> bool {
    let piece = board.piece(cell);
    let is_players = [Player::One, Player::Two].iter().any(|player| piece == Some(player.piece()));
    is_players && lines::is_in_line(cell, LINE, |cell| board.piece(cell) == piece)
}

/// Tells whether a run is long enough.
fn is_line(run: Run, bugs: Bugs) -> bool {
    if bugs.has(&EXACTLY_FOUR) { run.length() == length(bugs) } else { run.length() >= length(bugs) }
}

/// Returns the length of a line.
fn length(bugs: Bugs) -> usize {
    if bugs.has(&THREE_WIN) { LINE - 1 } else { LINE }
}

/// Tells whether the search finds a line: it does, unless a bug makes it miss every part of it.
fn is_found(line: Run, player: Player, bugs: Bugs) -> bool {
    bugs.is_empty() || line.parts(length(bugs)).any(|part| !is_overlooked(part, player, bugs))
}

/// Tells whether a search never reaches this part of a line.
fn is_overlooked(part: Run, player: Player, bugs: Bugs) -> bool {
    const EDGE: usize = SIZE - 1;
    let (first, last) = (part.first(), part.last());
    let only_from_left = bugs.has(&DIAGONALS_FROM_LEFT_EDGE);
    match part.direction() {
        Direction::Horizontal => {
            bugs.has(&NO_HORIZONTAL) || bugs.has(&HORIZONTAL_MISSES_RIGHT) && last.column == EDGE
        }
        Direction::Vertical => bugs.has(&NO_VERTICAL) || bugs.has(&VERTICAL_MISSES_TOP) && first.row == 0,
        Direction::Rising => {
            bugs.has(&NO_RISING)
                || bugs.has(&RISING_MISSES_BOTTOM) && first.row == EDGE
                || only_from_left && first.row + first.column > EDGE
        }
        Direction::Falling => {
            bugs.has(&NO_FALLING)
                || bugs.has(&NO_FALLING_FOR_O) && player == Player::Two
                || bugs.has(&FALLING_MISSES_RIGHT) && last.column == EDGE
                || only_from_left && first.column > first.row
        }
    }
}

/// Tells whether a bug finds a false line of a player.
fn imagines_line(board: &Board, player: Player, bugs: Bugs) -> bool {
    let is_own = |&piece: &char| piece == player.piece();
    let is_complete = |pieces: Vec<char>| pieces.windows(length(bugs)).any(|part| part.iter().all(is_own));
    let has_enough = |pieces: &[char]| pieces.iter().copied().filter(is_own).count() >= length(bugs);
    !bugs.is_empty()
        && (imagined_lines(board, bugs).into_iter().any(is_complete)
            || bugs.has(&GAPS_OVERLOOKED)
                && (board.rows().any(|row| has_enough(&row))
                    || board.columns.iter().any(|it| has_enough(it))))
}

/// Returns the pieces that a bug takes for neighbours.
fn imagined_lines(board: &Board, bugs: Bugs) -> Vec<Vec<char>> {
    let rows: Vec<[char; SIZE]> = board.rows().collect();
    let mut lines = Vec::new();
    if bugs.has(&ROWS_JOINED) {
        lines.push(rows.concat());
    }
    if bugs.has(&COLUMNS_JOINED) {
        lines.push(board.columns.concat());
    }
    if bugs.has(&SIDES_JOINED) {
        lines.extend(rows.iter().map(|row| row.repeat(2)));
    }
    if bugs.has(&TOP_JOINED) {
        lines.extend((0..SIZE).map(|row| rising_around_the_edge(board, row)));
    }
    lines
}

/// Returns the pieces from a row of the first column to the last column, one row up at each step; the bottom row
/// follows the top row.
fn rising_around_the_edge(board: &Board, row: usize) -> Vec<char> {
    board.columns.iter().enumerate().map(|(step, column)| column[(row + SIZE - step) % SIZE]).collect()
}
