//! `carleton-connect4`: red and black play on a grid whose size they choose, game after game.

mod event;
mod grid;
mod python;
#[cfg(test)]
mod tests;

use crate::session;
use crate::{Console, Deviations, EndOfInput, Reference, SessionError, Stop};
use event::Event;
use grid::{Checker, Grid};

/// The program `c4game.py`.
pub(crate) struct CarletonConnect4;

impl Reference for CarletonConnect4 {
    fn key(&self) -> &'static str {
        "carleton-connect4"
    }

    fn title(&self) -> &'static str {
        "Carleton COMP 1005/1405, A3 – Connect Four"
    }

    fn play(&self, args: &[String], _: &Deviations, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        Ok(main(console)?)
    }

    fn modules(&self) -> &'static [&'static str] {
        &["connect4", "c4game"]
    }

    fn session(
        &self,
        module: &str,
        lines: &[String],
        stdin: &[String],
        deviations: &Deviations,
    ) -> Result<Vec<session::Answer>, SessionError> {
        session::answer(python::MODULES, module, lines, stdin, deviations)
    }
}

/// Plays games until the users quit.
fn main(console: &mut Console) -> Result<(), EndOfInput> {
    while let Answer::Given(grid) = ask_size(console)? {
        if let Answer::Quit = play_game(grid, console)? {
            break;
        }
    }
    console.print(Event::Parting);
    Ok(())
}

/// What the users answered to a question.
enum Answer<T> {
    Given(T),
    Quit,
}

/// Plays one game, until a player has won, the grid is full or the users quit.
fn play_game(mut grid: Grid, console: &mut Console) -> Result<Answer<()>, EndOfInput> {
    let mut checker = Checker::Red;
    let mut moves = 0;
    while !grid.is_full() {
        let Answer::Given(column) = play_turn(&mut grid, checker, console)? else {
            return Ok(Answer::Quit);
        };
        moves += 1;
        console.print(Event::Grid(&grid));
        if let Some(winner) = grid.win(column) {
            console.print(Event::Won { winner, moves });
            return Ok(Answer::Given(()));
        }
        checker = checker.other();
    }
    console.print(Event::Tie);
    Ok(Answer::Given(()))
}

/// Asks for columns until the checker can be played in one.
fn play_turn(grid: &mut Grid, checker: Checker, console: &mut Console) -> Result<Answer<i64>, EndOfInput> {
    loop {
        let line = console.ask(Event::ColumnPrompt(checker))?;
        if line.trim() == "quit" {
            return Ok(Answer::Quit);
        }
        match line.trim().parse() {
            Ok(column) if grid.play(column, checker).is_some() => return Ok(Answer::Given(column)),
            _ => console.print(Event::Refused),
        }
    }
}

/// Asks until the answer is a size that a grid can have.
fn ask_size(console: &mut Console) -> Result<Answer<Grid>, EndOfInput> {
    loop {
        let line = console.ask(Event::SizePrompt)?;
        if line.trim() == "quit" {
            return Ok(Answer::Quit);
        }
        if let Some((rows, columns)) = size(&line) {
            return Ok(Answer::Given(Grid::new(rows, columns)));
        }
    }
}

/// The rows and columns that a line like `4,6` asks for.
fn size(line: &str) -> Option<(usize, usize)> {
    let (rows, columns) = line.split_once(',')?;
    let [rows, columns] = [rows, columns].map(|number| number.trim().parse().ok());
    rows.zip(columns).filter(|(rows, columns)| (4..=10).contains(rows) && (4..=10).contains(columns))
}
