//! The rules: whose turn it is, where a marker comes to lie, and when the game ends.
//!
//! A game has any number of rows and at most 10 columns, so that a column is one digit.

use std::fmt;

use super::bugs::*;
use crate::lines::{Cell, Direction, Run};
use crate::{Bugs, Stop};

/// So many markers in a row win.
const LINE: usize = 4;

/// One of the two players, and the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Goes first.
    X,
    /// Goes second.
    O,
}

impl Player {
    /// The opponent.
    fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A player has a line.
    Won {
        /// Whose line it is.
        winner: Player,
        /// The cells of all lines that the last marker completed.
        cells: Vec<Cell>,
    },
    /// The grid is full and there is no line.
    Tied,
}

/// The grid of markers.
pub(crate) struct Board {
    rows: Vec<Vec<Option<Player>>>,
}

impl Board {
    /// An empty grid.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self { rows: vec![vec![None; columns]; rows] }
    }

    /// The rows, from the top.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Option<Player>]> {
        self.rows.iter().map(Vec::as_slice)
    }

    /// How many columns there are.
    pub(crate) fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// Whether a column exists and has an open cell.
    fn is_open(&self, column: usize) -> bool {
        self.rows[0].get(column).is_some_and(Option::is_none)
    }

    fn is_full(&self) -> bool {
        self.rows[0].iter().all(Option::is_some)
    }

    /// Puts a marker in the lowest open cell of a column, if there is one, and says where that is.
    pub(super) fn place(&mut self, column: usize, player: Player) -> Option<Cell> {
        let row = self.rows.iter().rposition(|row| row.get(column) == Some(&None))?;
        self.rows[row][column] = Some(player);
        Some(Cell { row, column })
    }

    /// The cells of all lines through a marker; none, if it is part of no line.
    pub(super) fn lines_through(&self, cell: Cell, bugs: Bugs) -> Vec<Cell> {
        let marker = self.marker(cell);
        let belongs = |cell| marker.is_some() && self.marker(cell) == marker;
        let searched = Direction::ALL.into_iter().filter(|&direction| is_searched(direction, bugs));
        let runs = searched.map(|direction| Run::through(cell, direction, belongs));
        runs.filter(|run| run.length() >= LINE).flat_map(Run::cells).collect()
    }

    fn marker(&self, cell: Cell) -> Option<Player> {
        *self.rows.get(cell.row)?.get(cell.column)?
    }
}

/// Whether lines in this direction count.
fn is_searched(direction: Direction, bugs: Bugs) -> bool {
    match direction {
        Direction::Vertical => !bugs.has(&NO_VERTICAL),
        Direction::Horizontal | Direction::Falling | Direction::Rising => true,
    }
}

/// A game from the first move to the outcome.
pub(crate) struct Game {
    board: Board,
    player: Player,
    outcome: Option<Outcome>,
    bugs: Bugs,
}

impl Game {
    /// A game that has not begun.
    pub(crate) fn new(rows: usize, columns: usize, bugs: Bugs) -> Self {
        Self { board: Board::new(rows, columns), player: Player::X, outcome: None, bugs }
    }

    /// The grid.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub(crate) fn player(&self) -> Player {
        self.player
    }

    /// How it ended, or `None` while it goes on.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The column that a line of input names, if it is exactly one digit and the column is open.
    pub(crate) fn valid_column(&self, line: &str) -> Result<Option<usize>, Stop> {
        if self.bugs.has(&INT_CRASH) && line.trim().parse::<i64>().is_err() {
            return Err(Stop::crash(
                "ValueError",
                format!("invalid literal for int() with base 10: '{line}'"),
            ));
        }
        let &[digit @ b'0'..=b'9'] = line.as_bytes() else { return Ok(None) };
        let column = usize::from(digit - b'0');
        Ok(self.board.is_open(column).then_some(column))
    }

    /// The player whose turn it is plays a column; one that is full changes nothing.
    pub(crate) fn play(&mut self, column: usize) {
        let Some(cell) = self.board.place(column, self.player) else { return };
        let cells = self.board.lines_through(cell, self.bugs);
        if !cells.is_empty() {
            self.outcome = Some(Outcome::Won { winner: self.player, cells });
        } else if self.board.is_full() {
            self.outcome = Some(Outcome::Tied);
        }
        self.player = self.player.other();
    }
}
