//! `byu-connect-four-plus`: the game of `byu-connect-four` with all optional extensions.
//!
//! Play is in lower case, the winning line is shown in upper case, the outcome is named, and the size
//! of the grid comes from the command line. The rest of the dialogue is the same.

mod event;
#[cfg(test)]
mod tests;

use crate::byu_connect_four::{self as plain, Board, FULL_STOP, Game, Outcome};
use crate::lines::Cell;
use crate::{Bug, Console, Deviations, Equivalent, Reading, Reference, Stop};
use event::Event;

const DEFAULT_ROWS: usize = 5;
const DEFAULT_COLUMNS: usize = 8;

/// The program `connect.py` with all extensions.
pub(crate) struct ByuConnectFourPlus;

impl Reference for ByuConnectFourPlus {
    fn key(&self) -> &'static str {
        "byu-connect-four-plus"
    }

    fn title(&self) -> &'static str {
        "BYU CS 110, Project 4 – Connect Four, above and beyond"
    }

    fn readings(&self) -> &'static [Reading] {
        &[FULL_STOP]
    }

    fn bugs(&self) -> &'static [Bug] {
        &plain::bugs::OF_THE_RULES
    }

    fn equivalents(&self) -> &'static [Equivalent] {
        &[plain::TOO_EARLY_TO_WIN]
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        let (rows, columns) = size(args)?;
        let mut game = Game::new(rows, columns, deviations.bugs);
        while game.outcome().is_none() {
            show(game.board(), &[], console);
            console.print(plain::Event::Turn(game.player()));
            if let Some(column) = plain::ask_column(&mut game, console)? {
                game.play(column)?;
            }
        }
        if let Some(outcome) = game.outcome() {
            conclude(game.board(), outcome, console);
        }
        console.print(plain::Event::Finished { full_stop: deviations.readings.follow(&FULL_STOP) });
        Ok(())
    }
}

/// Returns the rows and columns on the command line.
fn size(args: &[String]) -> Result<(usize, usize), Stop> {
    let usage = || Stop::Usage("takes `rows` (1 to 100) and `columns` (1 to 10), or nothing".to_owned());
    let [rows, columns] = match args {
        [] => return Ok((DEFAULT_ROWS, DEFAULT_COLUMNS)),
        [rows, columns] => [rows, columns].map(|arg| arg.parse().ok()),
        _ => return Err(usage()),
    };
    rows.filter(|rows| (1..=100).contains(rows))
        .zip(columns.filter(|columns| (1..=10).contains(columns)))
        .ok_or_else(usage)
}

/// Prints the final grid and the outcome.
fn conclude(board: &Board, outcome: &Outcome, console: &mut Console) {
    match outcome {
        Outcome::Won { winner, cells } => {
            show(board, cells, console);
            console.print(Event::Won(*winner));
        }
        Outcome::Tied => {
            show(board, &[], console);
            console.print(Event::Tie);
        }
    }
}

/// Prints the grid between its two headers, with the winning cells in upper case.
fn show(board: &Board, winning: &[Cell], console: &mut Console) {
    let columns = board.columns();
    console.print(plain::Event::Blank);
    console.print(plain::Event::Header { columns });
    for (row, cells) in board.rows().enumerate() {
        let is_winning = |column| winning.contains(&Cell { row, column });
        console.print(Event::Row { cells, upper_case: (0..columns).filter(|&it| is_winning(it)).collect() });
    }
    console.print(plain::Event::Header { columns });
}
