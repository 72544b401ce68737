//! `umass-connect4`: the optional game of part 7, which uses the functions of parts 1 to 6.

mod board;
mod bugs;
mod event;
mod python;
mod search;
mod subjects;
#[cfg(test)]
mod tests;
mod verify;
mod wording;

use crate::session::{self, Answer};
use crate::{Bug, Bugs, Console, Deviations, Reference, SessionError, Stop};
use board::{Board, CLASSIC_SIZE, Disc};
use bugs::*;
use event::Event;
use search::has_won;
use verify::{verify_board, verify_move};
use wording::Worded;

/// The program `connect4.py`.
pub(crate) struct UmassConnect4;

impl Reference for UmassConnect4 {
    fn key(&self) -> &'static str {
        "umass-connect4"
    }

    fn title(&self) -> &'static str {
        "UMass – Connect Four functions"
    }

    fn bugs(&self) -> &'static [Bug] {
        &bugs::ALL
    }

    fn subjects(&self) -> &'static [&'static dyn crate::Subject] {
        subjects::ALL
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        let bugs = deviations.bugs;
        let (rows, columns) = size(args)?;
        let mut board = Board::empty(rows, columns, bugs);
        let winner = play_turns(&mut board, bugs, console)?;
        if let Some(winner) = winner {
            console.print(Event::Won(if bugs.has(&WRONG_WINNER_NAMED) { winner.other() } else { winner }));
        }
        if winner.is_none() || bugs.has(&TIE_AFTER_EVERY_GAME) {
            console.print(Event::Tie);
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

/// Returns the rows and columns on the command line.
fn size(args: &[String]) -> Result<(usize, usize), Stop> {
    let usage = || Stop::Usage("takes `nrows` and `ncols` (4 to 10 each), or nothing".to_owned());
    let [rows, columns] = match args {
        [] => return Ok(CLASSIC_SIZE),
        [rows, columns] => [rows, columns].map(|arg| arg.parse().ok().filter(|size| (4..=10).contains(size))),
        _ => return Err(usage()),
    };
    rows.zip(columns).ok_or_else(usage)
}

/// Plays until a player has won or the board is full; returns the winner.
fn play_turns(board: &mut Board, bugs: Bugs, console: &mut Console) -> Result<Option<Disc>, Stop> {
    let mut winner = None;
    for turn in 0..turns(board, bugs) {
        let disc = mover(turn, bugs);
        let Some(column) = ask_column(board, disc, bugs, console)? else { continue };
        board.update(column, disc, bugs);
        if !verify_board(board, bugs)? {
            return Err(Stop::crash("AssertionError", ""));
        }
        if !bugs.has(&LAST_BOARD_NOT_SHOWN) {
            show(board, bugs, console);
        }
        if has_won(board, column, bugs)? {
            if !bugs.has(&CONGRATULATIONS_MISSING) {
                console.print(Event::Congratulations);
            }
            winner = Some(disc);
            if !bugs.has(&GOES_ON_AFTER_WIN) {
                break;
            }
        }
        if bugs.has(&LAST_BOARD_NOT_SHOWN) {
            show(board, bugs, console);
        }
    }
    Ok(winner)
}

/// Returns the largest number of turns.
fn turns(board: &Board, bugs: Bugs) -> usize {
    let spots = board.nrows() * board.ncols();
    if bugs.has(&TIE_NEVER_NOTICED) {
        usize::MAX
    } else if bugs.has(&LAST_DISC_NEVER_PLAYED) {
        spots - 1
    } else {
        spots
    }
}

/// Returns the player whose turn it is.
fn mover(turn: usize, bugs: Bugs) -> Disc {
    let disc = if turn.is_multiple_of(2) { Disc::X } else { Disc::O };
    if bugs.has(&O_MOVES_FIRST) { disc.other() } else { disc }
}

/// Asks until the input is a column with an empty spot; `None` if a bug gives up before.
fn ask_column(board: &Board, disc: Disc, bugs: Bugs, console: &mut Console) -> Result<Option<usize>, Stop> {
    let mut is_checked = true;
    loop {
        let line = console.ask(Event::Prompt(disc))?;
        let answer = typed_column(&line, !is_checked || bugs.has(&LETTERS_CRASH), bugs)?;
        if let Some(column) = answer
            && (!is_checked || verify_move(board, column, bugs)?)
        {
            return crate::python::index(column, board.ncols()).map(Some);
        }
        console.print(Event::Refused);
        if bugs.has(&REFUSED_MOVE_LOSES_TURN) {
            return Ok(None);
        }
        is_checked = !bugs.has(&SECOND_ANSWER_NOT_CHECKED);
    }
}

/// Returns the column that was typed; `None` or a crash if it is no number.
fn typed_column(line: &str, crashes: bool, bugs: Bugs) -> Result<Option<i64>, Stop> {
    let number = if crashes { Some(crate::python::int(line)?) } else { line.trim().parse().ok() };
    let first = i64::from(bugs.has(&COLUMNS_TYPED_FROM_1));
    Ok(number.map(|number| number.saturating_sub(first)))
}

/// Prints the board as `print_board` does.
fn show(board: &Board, bugs: Bugs, console: &mut Console) {
    if !bugs.has(&BOARD_RETURNED_NOT_PRINTED) {
        picture(board, bugs).into_iter().for_each(|line| console.print(line));
    }
}

/// Returns the lines of the board.
fn picture(board: &Board, bugs: Bugs) -> Vec<Worded<'_>> {
    let separator = || Event::Separator { ncols: board.ncols() };
    let mut lines: Vec<Event> =
        (0..board.nrows()).flat_map(|row| [Event::Row { board, row }, separator()]).collect();
    if !bugs.has(&SEPARATOR_AFTER_LAST_ROW) {
        lines.pop();
    }
    if bugs.has(&BLANK_LINE_AFTER_BOARD) {
        lines.push(Event::Blank);
    }
    let mut lines: Vec<Worded> = lines.into_iter().map(|line| line.worded(bugs)).collect();
    if bugs.has(&LAST_NEWLINE_MISSING) {
        let last = lines.pop().map(Worded::without_newline);
        lines.extend(last);
    }
    lines
}
