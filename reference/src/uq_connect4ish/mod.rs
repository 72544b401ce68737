//! `uq-connect4ish`: Connect 4 in which a player may also pop a piece out of the bottom of a column.

mod board;
mod command;
mod event;
mod python;
mod support;
#[cfg(test)]
mod tests;

use crate::session::{self, Answer};
use crate::{Console, Deviations, EndOfInput, Reading, Reference, SessionError, Stop};
use board::{Board, Player};
use command::{Action, Invalid};
use event::Event;

/// Help does not repeat the board and the move message.
const SHORT_HELP: Reading = Reading {
    id: "short-help",
    about: "Answers `h` with the help message and the prompt only, without the board and whose move it is.",
};

/// What stands after `a` or `r` is a column, digit or not.
const COLUMN_OF_LETTER: Reading = Reading {
    id: "column-of-letter",
    about: "Answers `ab` with the message about invalid columns, not with the one about invalid commands.",
};

/// The program `a1.py`.
pub(crate) struct UqConnect4ish;

impl Reference for UqConnect4ish {
    fn key(&self) -> &'static str {
        "uq-connect4ish"
    }

    fn title(&self) -> &'static str {
        "UQ CSSE1001, Assignment 1 – Connect 4 (ish)"
    }

    fn readings(&self) -> &'static [Reading] {
        &[SHORT_HELP, COLUMN_OF_LETTER]
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        Ok(main(deviations, console)?)
    }

    fn modules(&self) -> &'static [&'static str] {
        &["a1", "a1_support"]
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

/// Plays games until the players have had enough.
fn main(deviations: &Deviations, console: &mut Console) -> Result<(), EndOfInput> {
    loop {
        play_game(deviations, console)?;
        let answer = console.ask(Event::Again)?;
        if !matches!(answer.as_str(), "y" | "Y") {
            return Ok(());
        }
    }
}

/// Plays one game, until it is over or a player quits.
fn play_game(deviations: &Deviations, console: &mut Console) -> Result<(), EndOfInput> {
    let mut board = Board::initial();
    let mut player = Player::One;
    show(&board, console);
    console.print(Event::Turn(player));
    loop {
        let (_, action) = get_action(deviations, console)?;
        let moved = match action {
            Action::Add(column) => board.add_piece(column, player.piece()),
            Action::Remove(column) => board.remove_piece(column),
            Action::Help => {
                console.print(Event::Help);
                if !deviations.readings.follow(&SHORT_HELP) {
                    show(&board, console);
                    console.print(Event::Turn(player));
                }
                continue;
            }
            Action::Quit => return Ok(()),
        };
        if let Err(refusal) = moved {
            console.print(Event::Refused(refusal));
            continue;
        }
        show(&board, console);
        if let Some(outcome) = board.check_win() {
            console.print(Event::Over(outcome));
            return Ok(());
        }
        player = player.other();
        console.print(Event::Turn(player));
    }
}

/// Asks until the answer is a well formed command; gives it as it was typed, and what it asks for.
fn get_action(deviations: &Deviations, console: &mut Console) -> Result<(String, Action), EndOfInput> {
    loop {
        let command = console.ask(Event::Prompt)?;
        if let Some(action) = check_input(&command, deviations, console) {
            return Ok((command, action));
        }
    }
}

/// What a command asks for; of one that is badly formed, says what is wrong with it.
fn check_input(command: &str, deviations: &Deviations, console: &mut Console) -> Option<Action> {
    let invalid = match Action::from_command(command) {
        Ok(action) => return Some(action),
        Err(Invalid::Letter) if deviations.readings.follow(&COLUMN_OF_LETTER) => Invalid::Column,
        Err(invalid) => invalid,
    };
    console.print(Event::Invalid(invalid));
    None
}

/// Prints the board with the columns numbered below.
fn show(board: &Board, console: &mut Console) {
    for row in board.rows() {
        console.print(Event::Row(row));
    }
    console.print(Event::Numbers);
}
