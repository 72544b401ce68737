//! `byu-connect-four`: two players drop `X` and `O` on a grid of 5 rows and 8 columns.

mod board;
pub(crate) mod bugs;
mod event;
mod game;
mod imagined;
mod input;
mod search;
mod subjects;
#[cfg(test)]
mod tests;
mod wording;

use crate::{Bug, Bugs, Console, Deviations, Equivalent, Reading, Reference, Stop};
use bugs::*;

use crate::lines::Cell;
pub(crate) use board::{Board, Player};
pub(crate) use event::Event;
use game::Refusal;
pub(crate) use game::{Game, Outcome};
use wording::Extra;

const ROWS: usize = 5;
const COLUMNS: usize = 8;

/// The last line ends with a full stop, as in the handout's sentence about it.
pub(crate) const FULL_STOP: Reading =
    Reading { id: "full-stop", about: "Ends with `Game finished.`, with a full stop." };

/// Nobody has four markers before the seventh move.
pub(crate) const TOO_EARLY_TO_WIN: Equivalent = Equivalent {
    bug: NO_WIN_BEFORE_SEVEN,
    reason: "X has the fourth marker in the seventh move, so nobody can win before.",
};

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
        &bugs::ALL
    }

    fn equivalents(&self) -> &'static [Equivalent] {
        const NOT_NAMED: &str = "Wins and ties look the same: neither is named.";
        &[TOO_EARLY_TO_WIN, Equivalent { bug: TIE_OVER_WIN, reason: NOT_NAMED }]
    }

    fn subjects(&self) -> &'static [&'static dyn crate::Subject] {
        subjects::ALL
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        let mut game = Game::new(ROWS, COLUMNS, deviations.bugs);
        while game.outcome().is_none() {
            show(&game, &[], console);
            console.print(Event::Turn(game.player()).worded(game.bugs()));
            if let Some(column) = ask_column(&mut game, console)? {
                game.play(column)?;
            }
        }
        conclude(&game, console)?;
        let full_stop = deviations.readings.follow(&FULL_STOP);
        console.print(Event::Finished { full_stop }.worded(game.bugs()));
        Ok(())
    }
}

/// Prints the grid between its two headers, with the winning cells marked as decisive.
fn show(game: &Game, winning: &[Cell], console: &mut Console) {
    let (board, bugs) = (game.board(), game.bugs());
    let columns = board.columns();
    if has_blank(game) {
        console.print(Event::Blank);
    }
    console.print(Event::Header { columns }.worded(bugs));
    let mut rows: Vec<_> = board.rows().enumerate().collect();
    if bugs.has(&UPSIDE_DOWN) {
        rows.reverse();
    }
    for (row, cells) in rows {
        let is_winning = |column: &usize| winning.contains(&Cell { row, column: *column });
        let winning = (0..columns).filter(is_winning).collect();
        console.print(Event::Row { cells, winning }.worded(bugs));
    }
    if !bugs.has(&NO_FOOTER) {
        console.print(Event::Header { columns }.worded(bugs));
    }
}

/// Tells whether there is an empty line above the grid.
fn has_blank(game: &Game) -> bool {
    let bugs = game.bugs();
    let is_missing = bugs.has(&NO_BLANK_LINE)
        || bugs.has(&NO_BLANK_LINE_AT_START) && game.board().markers() == 0
        || bugs.has(&NO_BLANK_LINE_AT_END) && game.outcome().is_some();
    !is_missing
}

/// Asks until the input is a column that can be played; `None` if a bug begins another turn instead.
pub(crate) fn ask_column(game: &mut Game, console: &mut Console) -> Result<Option<usize>, Stop> {
    let mut earlier = None;
    loop {
        let line = ask(earlier, game.bugs(), console)?;
        match game.column(&line, earlier)? {
            Ok(column) => return Ok(Some(column)),
            Err(refusal) => {
                complain(refusal, game, console)?;
                if !game.refuse(refusal) {
                    return Ok(None);
                }
                earlier = Some(refusal);
            }
        }
    }
}

/// Prints the prompt and waits for a line.
fn ask(earlier: Option<Refusal>, bugs: Bugs, console: &mut Console) -> Result<String, Stop> {
    if earlier.is_some() && bugs.has(&NO_SECOND_PROMPT) {
        return Ok(console.read_line()?);
    }
    Ok(console.ask(Event::Prompt.worded(bugs))?)
}

/// Prints that a line was refused.
fn complain(refusal: Refusal, game: &Game, console: &mut Console) -> Result<(), Stop> {
    let bugs = game.bugs();
    let refused = || Event::Refused { columns: game.board().columns() }.worded(bugs);
    let is_full = refusal == Refusal::FullColumn;
    if is_full && bugs.has(&FULL_HANGS) {
        (0..3).for_each(|_| console.print(refused()));
        return Err(Stop::Endless);
    }
    if is_full && bugs.has(&FULL_OTHER_MESSAGE) {
        console.print(Extra::ColumnFull);
    } else if !(is_full && bugs.has(&FULL_IS_SILENT)) {
        console.print(refused());
    }
    if bugs.has(&REFUSAL_REPRINTS_TURN) {
        console.print(Event::Turn(game.player()).worded(bugs));
    }
    Ok(())
}

/// Prints the final grid.
fn conclude(game: &Game, console: &mut Console) -> Result<(), Stop> {
    let (outcome, bugs) = (game.outcome(), game.bugs());
    let (winner, winning) = match outcome {
        Some(Outcome::Won { winner, cells }) => (Some(*winner), cells.as_slice()),
        Some(Outcome::Tied) | None => (None, [].as_slice()),
    };
    if bugs.has(&EXTRA_PROMPT) {
        console.ask(Event::Prompt.worded(bugs))?;
    }
    let has_no_grid = match winner {
        Some(_) => bugs.has(&NO_FINAL_GRID) || bugs.has(&NO_FINAL_GRID_ON_WIN),
        None => bugs.has(&NO_FINAL_GRID) || bugs.has(&NO_FINAL_GRID_ON_TIE),
    };
    if !has_no_grid {
        show(game, winning, console);
    }
    match winner {
        Some(winner) if bugs.has(&WINNER_MESSAGE) => console.print(Extra::Winner(winner)),
        None if bugs.has(&TIE_MESSAGE) => console.print(Extra::Tie),
        Some(_) | None => {}
    }
    if bugs.has(&TURN_AFTER_END) {
        console.print(Event::Turn(game.player()).worded(bugs));
    }
    Ok(())
}
