//! One game, and the state that a program with a bug keeps from the game before.

use super::bugs::*;
use super::event::Event;
use super::grid::{Checker, Grid};
use super::input::{Answer, ask_column};
use super::picture::Picture;
use super::win::win;
use crate::{Bugs, Console, Stop};

/// A game, from the first move to the last.
pub(super) struct Game {
    size: (usize, usize),
    grid: Grid,
    /// The player whose turn it is.
    mover: Checker,
    /// The number of moves so far.
    moves: usize,
    bugs: Bugs,
}

impl Game {
    /// Creates a new game.
    pub(super) fn new(size: (usize, usize), bugs: Bugs) -> Self {
        let mover = if bugs.has(&BLACK_STARTS) { Checker::Black } else { Checker::Red };
        Self { size, grid: Grid::new(size.0, size.1, bugs), mover, moves: 0, bugs }
    }

    /// Returns the next game, which is new unless a bug keeps some state.
    pub(super) fn next(self, size: (usize, usize)) -> Self {
        let bugs = self.bugs;
        let new = Self::new(if bugs.has(&SIZE_NOT_RESET) { self.size } else { size }, bugs);
        Self {
            grid: if bugs.has(&GRID_KEPT) { self.grid } else { new.grid },
            mover: if bugs.has(&WINNER_BEGINS_NEXT_GAME) { self.mover } else { new.mover },
            moves: if bugs.has(&MOVES_NOT_RESET) { self.moves } else { new.moves },
            ..new
        }
    }

    /// Plays until a player has won, the grid is full or the users quit.
    pub(super) fn play(&mut self, console: &mut Console) -> Result<Answer<()>, Stop> {
        while !self.is_tied() {
            let column = match self.play_turn(console)? {
                Answer::Given(Some(column)) => column,
                Answer::Given(None) => continue,
                Answer::Quit => return Ok(Answer::Quit),
            };
            if let Some(winner) = self.conclude(column, console)? {
                console.print(Event::Won { winner, moves: self.counted_moves() });
                return Ok(Answer::Given(()));
            }
            self.mover = self.mover.other();
        }
        console.print(Event::Tie);
        Ok(Answer::Given(()))
    }

    /// Tells whether the game ends because nobody can move.
    fn is_tied(&self) -> bool {
        let is_overlooked = self.bugs.has(&TIE_NEVER_NOTICED)
            || self.bugs.has(&TIE_ONLY_BEFORE_RED) && self.mover == Checker::Black;
        self.grid.is_full() && !is_overlooked
    }

    /// Asks for columns until the checker can be played; `None` if a bug gives up before.
    fn play_turn(&mut self, console: &mut Console) -> Result<Answer<Option<i64>>, Stop> {
        let bugs = self.bugs;
        loop {
            let Answer::Given(column) = ask_column(self.mover, bugs, console)? else {
                return Ok(Answer::Quit);
            };
            if let Some(column) = column
                && self.grid.play(column, self.mover, bugs)?
            {
                self.moves += 1;
                return Ok(Answer::Given(Some(column)));
            }
            if !bugs.has(&NO_MESSAGE_FOR_REFUSED_MOVE) {
                console.print(Event::Refused);
            }
            if bugs.has(&REFUSED_MOVE_COUNTED) {
                self.moves += 1;
            }
            if bugs.has(&REFUSED_MOVE_COSTS_TURN) {
                self.mover = self.mover.other();
                return Ok(Answer::Given(None));
            }
        }
    }

    /// Prints the grid after the move, and the winner if there is one.
    fn conclude(&self, column: i64, console: &mut Console) -> Result<Option<Checker>, Stop> {
        if !self.bugs.has(&LAST_GRID_NOT_SHOWN) {
            self.show(console);
        }
        let winner = self.winner(column)?;
        if self.bugs.has(&LAST_GRID_NOT_SHOWN) && winner.is_none() {
            self.show(console);
        }
        Ok(winner)
    }

    fn winner(&self, column: i64) -> Result<Option<Checker>, Stop> {
        if self.bugs.has(&TIE_BEFORE_WIN) && self.grid.is_full() {
            return Ok(None);
        }
        win(&self.grid, column, self.bugs)
    }

    /// Returns the number of moves that is printed.
    fn counted_moves(&self) -> usize {
        let moves = self.moves - usize::from(self.bugs.has(&MOVES_ONE_TOO_FEW));
        if self.bugs.has(&ONLY_WINNERS_MOVES_COUNTED) { moves.div_ceil(2) } else { moves }
    }

    fn show(&self, console: &mut Console) {
        let times = if self.bugs.has(&GRID_SHOWN_TWICE) { 2 } else { 1 };
        for _ in 0..times {
            console.print(Event::Grid(Picture { grid: &self.grid, bugs: self.bugs }));
            if self.bugs.has(&GRID_PRINTED_NOT_RETURNED) {
                console.print(Event::Nothing);
            }
        }
    }
}
