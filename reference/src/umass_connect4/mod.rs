//! `umass-connect4`: the optional game of part 7, put together from the functions of parts 1 to 6.

mod board;
mod event;
mod python;
#[cfg(test)]
mod tests;

use crate::session::{self, Answer};
use crate::{Console, Deviations, EndOfInput, Reference, SessionError, Stop};
use board::{Board, Disc};
use event::Event;

const DEFAULT_ROWS: usize = 6;
const DEFAULT_COLUMNS: usize = 7;

/// The program `connect4.py`.
pub(crate) struct UmassConnect4;

impl Reference for UmassConnect4 {
    fn key(&self) -> &'static str {
        "umass-connect4"
    }

    fn title(&self) -> &'static str {
        "UMass – Connect Four functions"
    }

    fn play(&self, args: &[String], _: &Deviations, console: &mut Console) -> Result<(), Stop> {
        let (rows, columns) = size(args)?;
        let mut board = Board::empty(rows, columns);
        match play_moves(&mut board, console)? {
            Some(winner) => console.print(Event::Won(winner)),
            None => console.print(Event::Tie),
        }
        Ok(())
    }

    fn modules(&self) -> &'static [&'static str] {
        &["connect4"]
    }

    fn session(
        &self,
        module: &str,
        lines: &[String],
        stdin: &[String],
        deviations: &Deviations,
    ) -> Result<Vec<Answer>, SessionError> {
        session::answer(python::MODULES, module, lines, stdin, deviations)
    }
}

/// The rows and columns that the command line asks for.
fn size(args: &[String]) -> Result<(usize, usize), Stop> {
    let usage = || Stop::Usage("takes `nrows` and `ncols` (4 to 10 each), or nothing".to_owned());
    let [rows, columns] = match args {
        [] => return Ok((DEFAULT_ROWS, DEFAULT_COLUMNS)),
        [rows, columns] => [rows, columns].map(|arg| arg.parse().ok().filter(|size| (4..=10).contains(size))),
        _ => return Err(usage()),
    };
    rows.zip(columns).ok_or_else(usage)
}

/// Plays until a player has won or the board is full, and says who has won.
fn play_moves(board: &mut Board, console: &mut Console) -> Result<Option<Disc>, EndOfInput> {
    for turn in 0..board.nrows() * board.ncols() {
        let disc = if turn % 2 == 0 { Disc::X } else { Disc::O };
        let column = ask_column(board, disc, console)?;
        board.update(column, disc);
        debug_assert!(board.verify(), "a move was played that leads to no valid board");
        show(board, console);
        if board.has_won(column) {
            console.print(Event::Congratulations);
            return Ok(Some(disc));
        }
    }
    Ok(None)
}

/// Asks until the answer is a column that has room.
fn ask_column(board: &Board, disc: Disc, console: &mut Console) -> Result<usize, EndOfInput> {
    loop {
        let line = console.ask(Event::Prompt(disc))?;
        let column = line.trim().parse().ok().filter(|&column| board.verify_move(column));
        if let Some(column) = column.and_then(|column| usize::try_from(column).ok()) {
            return Ok(column);
        }
        console.print(Event::Refused);
    }
}

/// Prints the board as `print_board` does.
fn show(board: &Board, console: &mut Console) {
    for (number, row) in board.rows().enumerate() {
        if number > 0 {
            console.print(Event::Separator { ncols: row.len() });
        }
        console.print(Event::Row(row));
    }
}
