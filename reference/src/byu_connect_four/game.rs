//! A game: whose turn it is, how it reacts to input, and when it ends.
//!
//! A game has any number of rows and at most 10 columns, so that a column is one digit.

use super::board::{Board, Player};
use super::bugs::*;
use super::input;
use super::search::lines_through;
use crate::lines::Cell;
use crate::{Bugs, Stop};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A player has a line.
    Won {
        /// The winner.
        winner: Player,
        /// The cells of all lines that the last marker completed.
        cells: Vec<Cell>,
    },
    /// The grid is full, and there is no line.
    Tied,
}

/// The reason why an input line is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is no column.
    NoColumn,
    /// The column has no open cell.
    FullColumn,
}

/// A game, from the first move to the outcome.
pub(crate) struct Game {
    board: Board,
    player: Player,
    outcome: Option<Outcome>,
    bugs: Bugs,
    /// The cell of the last marker.
    last: Option<Cell>,
    /// The number of turns so far.
    turns: usize,
}

impl Game {
    /// Creates a new game.
    pub(crate) fn new(rows: usize, columns: usize, bugs: Bugs) -> Self {
        let player = if bugs.has(&O_FIRST) { Player::O } else { Player::X };
        Self { board: Board::new(rows, columns), player, outcome: None, bugs, last: None, turns: 0 }
    }

    /// Returns the grid.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player whose turn it is.
    pub(crate) fn player(&self) -> Player {
        self.player
    }

    /// Returns the outcome; `None` while the game goes on.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns the bugs of the program.
    pub(crate) fn bugs(&self) -> Bugs {
        self.bugs
    }

    /// Returns the column that an input line selects; `earlier` is the refusal of the line before in the same turn.
    pub(crate) fn column(
        &self,
        line: &str,
        earlier: Option<Refusal>,
    ) -> Result<Result<usize, Refusal>, Stop> {
        let (columns, bugs) = (self.board.columns(), self.bugs);
        let column = if skips_format(earlier, bugs) {
            Some(input::unchecked(line, columns)?)
        } else {
            input::column(line, columns, bugs)?
        };
        Ok(match column {
            None => Err(Refusal::NoColumn),
            Some(column) if self.is_open(column) || skips_room(earlier, bugs) => Ok(column),
            Some(_) => Err(Refusal::FullColumn),
        })
    }

    /// Tells whether a column has an open cell.
    fn is_open(&self, column: usize) -> bool {
        let below_the_top = Cell { row: 1, column };
        let seems_full = self.bugs.has(&FULL_ONE_EARLY) && self.board.marker(below_the_top).is_some();
        self.board.is_open(column) && !seems_full
    }

    /// Refuses an input line; returns whether the player is asked again at once, as is correct.
    pub(crate) fn refuse(&mut self, refusal: Refusal) -> bool {
        if self.bugs.has(&REFUSALS_ARE_TURNS) {
            self.turns += 1;
            if self.are_turns_over() {
                self.outcome = Some(Outcome::Tied);
            }
        }
        let loses_turn = match refusal {
            Refusal::NoColumn => self.bugs.has(&REFUSAL_LOSES_TURN),
            Refusal::FullColumn => self.bugs.has(&FULL_LOSES_TURN),
        };
        if loses_turn {
            self.player = self.player.other();
        }
        self.outcome.is_none() && !loses_turn && !self.bugs.has(&REFUSAL_REPRINTS_GRID)
    }

    /// Plays a column for the current player.
    pub(crate) fn play(&mut self, column: usize) -> Result<(), Stop> {
        self.turns += 1;
        let placed = match self.board.place(column, self.player) {
            Some(cell) => Some(cell),
            None => self.overflow(column)?,
        };
        if let Some(cell) = placed {
            self.conclude(cell);
        }
        self.player = self.player.other();
        Ok(())
    }

    /// Returns the cell of a marker that is played in a full column, which only a program with a bug allows.
    fn overflow(&mut self, column: usize) -> Result<Option<Cell>, Stop> {
        if self.bugs.has(&FULL_CRASHES) {
            return Err(Stop::crash("IndexError", "list index out of range"));
        }
        let row = if self.bugs.has(&FULL_OVERWRITES_TOP) {
            0
        } else if self.bugs.has(&FULL_OVERWRITES_BOTTOM) {
            self.board.height() - 1
        } else {
            return Ok(None);
        };
        Ok(Some(self.board.put(Cell { row, column }, self.player)))
    }

    /// Checks whether the marker in this cell ends the game.
    fn conclude(&mut self, cell: Cell) {
        let tested = self.tested(cell);
        self.last = Some(cell);
        let cells = tested.map_or_else(Vec::new, |cell| lines_through(&self.board, cell, self.bugs));
        let winner = tested.and_then(|cell| self.board.marker(cell)).filter(|_| !cells.is_empty());
        let is_tied_first = self.bugs.has(&TIE_OVER_WIN) && self.is_tied();
        self.outcome = match winner {
            Some(winner) if !is_tied_first => Some(Outcome::Won { winner, cells }),
            Some(_) | None => self.is_tied().then_some(Outcome::Tied),
        };
    }

    /// Returns the cell that is tested for a line: the given one, unless a bug tests another.
    fn tested(&self, cell: Cell) -> Option<Cell> {
        let tested = if self.bugs.has(&LATE_WIN) { self.last } else { Some(cell) };
        tested.filter(|_| self.turns >= soonest_win(self.bugs))
    }

    /// Tells whether the game ends without a line.
    fn is_tied(&self) -> bool {
        !self.bugs.has(&NEVER_TIED) && (self.board.is_full() || self.is_tied_too_early())
    }

    /// Tells whether a bug ends the game although a column is open.
    fn is_tied_too_early(&self) -> bool {
        let bugs = self.bugs;
        let mut columns = 0..self.board.columns();
        let last = columns.end - 1;
        let is_full = |column| !self.board.is_open(column);
        let is_filled = |row: &[Option<Player>]| row.iter().all(Option::is_some);
        bugs.has(&TIED_ONE_EARLY) && self.board.markers() + 1 == self.board.size()
            || bugs.has(&TIE_IGNORES_LAST_COLUMN) && columns.clone().take(last).all(is_full)
            || bugs.has(&TIED_BY_ONE_COLUMN) && columns.any(is_full)
            || bugs.has(&TIED_BY_BOTTOM_ROW) && self.board.rows().last().is_some_and(is_filled)
            || bugs.has(&REFUSALS_ARE_TURNS) && self.are_turns_over()
    }

    /// Tells whether there were as many turns as there are cells.
    fn are_turns_over(&self) -> bool {
        self.turns >= self.board.size()
    }
}

/// Returns the first turn in which the program looks for a line.
fn soonest_win(bugs: Bugs) -> usize {
    if bugs.has(&NO_WIN_BEFORE_EIGHT) {
        8
    } else if bugs.has(&NO_WIN_BEFORE_SEVEN) {
        7
    } else {
        0
    }
}

/// Tells whether a program skips the check of the format after another refused line in the same turn.
fn skips_format(earlier: Option<Refusal>, bugs: Bugs) -> bool {
    match earlier {
        None => false,
        Some(Refusal::NoColumn) => bugs.has(&CHECKS_ONCE),
        Some(Refusal::FullColumn) => bugs.has(&CHECKS_ONCE) || bugs.has(&FORMAT_UNCHECKED_AFTER_FULL),
    }
}

/// Tells whether a program skips the check for an open cell.
fn skips_room(earlier: Option<Refusal>, bugs: Bugs) -> bool {
    let never = [&FULL_OVERWRITES_TOP, &FULL_OVERWRITES_BOTTOM, &FULL_CRASHES, &FULL_VANISHES];
    let no_longer = match earlier {
        None => false,
        Some(Refusal::NoColumn) => bugs.has(&CHECKS_ONCE) || bugs.has(&FULL_UNCHECKED_AFTER_BAD),
        Some(Refusal::FullColumn) => bugs.has(&CHECKS_ONCE),
    };
    no_longer || never.into_iter().any(|bug| bugs.has(bug))
}
