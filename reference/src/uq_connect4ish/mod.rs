//! `uq-connect4ish`: Connect 4 in which a player may also pop a piece out of the bottom of a column.

mod board;
mod command;
mod event;
#[cfg(test)]
mod tests;

use crate::{Console, EndOfInput, Reading, Readings, Reference, Stop};
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

    fn play(&self, args: &[String], readings: &Readings, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        loop {
            play_game(readings, console)?;
            let answer = console.ask(Event::Again)?;
            if !matches!(answer.as_str(), "y" | "Y") {
                return Ok(());
            }
        }
    }
}

/// Plays one game, until it is over or a player quits.
fn play_game(readings: &Readings, console: &mut Console) -> Result<(), EndOfInput> {
    let mut board = Board::initial();
    let mut player = Player::One;
    show(&board, console);
    console.print(Event::Turn(player));
    loop {
        let moved = match get_action(readings, console)? {
            Action::Add(column) => board.add_piece(column, player.piece()),
            Action::Remove(column) => board.remove_piece(column),
            Action::Help => {
                console.print(Event::Help);
                if !readings.follow(&SHORT_HELP) {
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

/// Asks until the answer is a well formed command.
fn get_action(readings: &Readings, console: &mut Console) -> Result<Action, EndOfInput> {
    loop {
        let line = console.ask(Event::Prompt)?;
        match Action::from_command(&line) {
            Ok(action) => return Ok(action),
            Err(Invalid::Letter) if readings.follow(&COLUMN_OF_LETTER) => {
                console.print(Event::Invalid(Invalid::Column));
            }
            Err(invalid) => console.print(Event::Invalid(invalid)),
        }
    }
}

/// Prints the board with the columns numbered below.
fn show(board: &Board, console: &mut Console) {
    for row in board.rows() {
        console.print(Event::Row(row));
    }
    console.print(Event::Numbers);
}
