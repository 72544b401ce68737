//! `byu-connect-four`: two players drop `X` and `O` on a grid of 5 rows and 8 columns.

mod bugs;
mod event;
mod game;
#[cfg(test)]
mod tests;

pub(crate) use event::Event;
pub(crate) use game::{Board, Game, Outcome, Player};

use crate::{Bug, Console, Deviations, Reading, Reference, Stop};

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

    fn bugs(&self) -> &'static [Bug] {
        &bugs::BUGS
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        let mut game = Game::new(ROWS, COLUMNS, deviations.bugs);
        while game.outcome().is_none() {
            show(game.board(), console);
            console.print(Event::Turn(game.player()));
            let column = ask_column(&game, console)?;
            game.play(column);
        }
        show(game.board(), console);
        console.print(Event::Finished { full_stop: deviations.readings.follow(&FULL_STOP) });
        Ok(())
    }
}

/// Prints the grid between its two headers.
fn show(board: &Board, console: &mut Console) {
    let columns = board.columns();
    console.print(Event::Blank);
    console.print(Event::Header { columns });
    for row in board.rows() {
        console.print(Event::Row(row));
    }
    console.print(Event::Header { columns });
}

/// Asks until the answer is a column that can be played.
pub(crate) fn ask_column(game: &Game, console: &mut Console) -> Result<usize, Stop> {
    loop {
        let line = console.ask(Event::Prompt)?;
        if let Some(column) = game.valid_column(&line)? {
            return Ok(column);
        }
        console.print(Event::Refused { columns: game.board().columns() });
    }
}
