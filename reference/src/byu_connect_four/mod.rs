//! `byu-connect-four`: two players drop `X` and `O` on a grid of 5 rows and 8 columns.

mod event;
mod game;
#[cfg(test)]
mod tests;

pub(crate) use event::Event;
pub(crate) use game::{Board, Game, Outcome, Player};

use crate::lines::Cell;
use crate::{Console, EndOfInput, Reading, Readings, Reference, Stop};

const ROWS: usize = 5;
const COLUMNS: usize = 8;

/// The last line ends with a full stop, as in the handout's sentence about it.
pub(crate) const FULL_STOP: Reading =
    Reading { id: "full-stop", about: "Ends with `Game finished.`, with a full stop." };

/// The program `connect.py`.
pub(crate) struct ByuConnectFour;

impl Reference for ByuConnectFour {
    fn key(&self) -> &'static str {
        "byu-connect-four"
    }

    fn title(&self) -> &'static str {
        "BYU CS 110, Project 4 – Connect Four"
    }

    fn readings(&self) -> &'static [Reading] {
        &[FULL_STOP]
    }

    fn play(&self, args: &[String], readings: &Readings, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        let mut game = Game::new(ROWS, COLUMNS);
        while game.outcome().is_none() {
            show(game.board(), &[], console);
            console.print(Event::Turn(game.player()));
            let column = ask_column(&game, console)?;
            game.play(column);
        }
        let winning = match game.outcome() {
            Some(Outcome::Won { cells, .. }) => cells.as_slice(),
            Some(Outcome::Tied) | None => &[],
        };
        show(game.board(), winning, console);
        console.print(Event::Finished { full_stop: readings.follow(&FULL_STOP) });
        Ok(())
    }
}

/// Prints the grid between its two headers.
fn show(board: &Board, winning: &[Cell], console: &mut Console) {
    let columns = board.columns();
    console.print(Event::Blank);
    console.print(Event::Header { columns });
    for (row, cells) in board.rows().enumerate() {
        let is_winning = |column| winning.contains(&Cell { row, column });
        console.print(Event::Row { cells, winning: (0..columns).filter(|&it| is_winning(it)).collect() });
    }
    console.print(Event::Header { columns });
}

/// Asks until the answer is a column that can be played.
pub(crate) fn ask_column(game: &Game, console: &mut Console) -> Result<usize, EndOfInput> {
    loop {
        let line = console.ask(Event::Prompt)?;
        if let Some(column) = game.valid_column(&line) {
            return Ok(column);
        }
        console.print(Event::Refused { columns: game.board().columns() });
    }
}
