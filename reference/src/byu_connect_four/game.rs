//! A game: whose turn it is, what a line of input does, and when it ends.
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
        /// Whose line it is.
        winner: Player,
        /// The cells of all lines that the last marker completed.
        cells: Vec<Cell>,
    },
    /// The grid is full and there is no line.
    Tied,
}

/// Why a line of input is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It names no column.
    NoColumn,
    /// It names a column that has no open cell.
    FullColumn,
}

/// A game from the first move to the outcome.
pub(crate) struct Game {
    board: Board,
    player: Player,
    outcome: Option<Outcome>,
    bugs: Bugs,
    /// Where the last marker lies.
    last: Option<Cell>,
    /// How many turns there were.
    turns: usize,
}

impl Game {
    /// A game that has not begun.
    pub(crate) fn new(rows: usize, columns: usize, bugs: Bugs) -> Self {
        let player = if bugs.has(&O_FIRST) { Player::O } else { Player::X };
        Self { board: Board::new(rows, columns), player, outcome: None, bugs, last: None, turns: 0 }
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

    /// What the program does wrong.
    pub(crate) fn bugs(&self) -> Bugs {
        self.bugs
    }

    /// The column that a line of input plays; `earlier` is what became of the line before in the same turn.
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

    /// Whether a column has room.
    fn is_open(&self, column: usize) -> bool {
        let below_the_top = Cell { row: 1, column };
        let seems_full = self.bugs.has(&FULL_ONE_EARLY) && self.board.marker(below_the_top).is_some();
        self.board.is_open(column) && !seems_full
    }

    /// A line of input was refused; says whether the player is asked again at once, as is right.
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

    /// The player whose turn it is plays a column.
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

    /// Where a marker ends up that is played in a full column, which only a program with a bug does.
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

    /// Finds out whether the game is over now that this marker lies there.
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

    /// The marker that is tested for a line when this one was placed: this one, unless a bug looks elsewhere.
    fn tested(&self, cell: Cell) -> Option<Cell> {
        let tested = if self.bugs.has(&LATE_WIN) { self.last } else { Some(cell) };
        tested.filter(|_| self.turns >= soonest_win(self.bugs))
    }

    /// Whether the game ends without a line.
    fn is_tied(&self) -> bool {
        !self.bugs.has(&NEVER_TIED) && (self.board.is_full() || self.is_tied_too_early())
    }

    /// Whether a bug ends the game although a column is open.
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

    /// Whether there were as many turns as there are cells.
    fn are_turns_over(&self) -> bool {
        self.turns >= self.board.size()
    }
}

/// In which turn a line is looked for first.
fn soonest_win(bugs: Bugs) -> usize {
    if bugs.has(&NO_WIN_BEFORE_EIGHT) {
        8
    } else if bugs.has(&NO_WIN_BEFORE_SEVEN) {
        7
    } else {
        0
    }
}

/// Whether a program no longer asks what form the line has, after another one in the same turn.
fn skips_format(earlier: Option<Refusal>, bugs: Bugs) -> bool {
    match earlier {
        None => false,
        Some(Refusal::NoColumn) => bugs.has(&CHECKS_ONCE),
        Some(Refusal::FullColumn) => bugs.has(&CHECKS_ONCE) || bugs.has(&FORMAT_UNCHECKED_AFTER_FULL),
    }
}

/// Whether a program does not ask if the column has room.
fn skips_room(earlier: Option<Refusal>, bugs: Bugs) -> bool {
    let never = [&FULL_OVERWRITES_TOP, &FULL_OVERWRITES_BOTTOM, &FULL_CRASHES, &FULL_VANISHES];
    let no_longer = match earlier {
        None => false,
        Some(Refusal::NoColumn) => bugs.has(&CHECKS_ONCE) || bugs.has(&FULL_UNCHECKED_AFTER_BAD),
        Some(Refusal::FullColumn) => bugs.has(&CHECKS_ONCE),
    };
    no_longer || never.into_iter().any(|bug| bugs.has(bug))
}
