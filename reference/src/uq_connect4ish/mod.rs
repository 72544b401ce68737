//! `uq-connect4ish`: Connect 4 in which a player may also pop a piece out of the bottom of a column.

mod board;
mod bugs;
mod command;
mod display;
mod event;
mod game;
mod python;
mod search;
mod subjects;
mod support;
#[cfg(test)]
mod tests;

use crate::session::{self, Answer};
use crate::{Bug, Console, Deviations, Reading, Reference, SessionError, Stop};

/// Help does not repeat the board and the move message.
const SHORT_HELP: Reading = Reading {
    id: "short-help",
    about: "Answers `h` with the help message and the prompt only, without the board and whose move it is.",
};

/// The character after `a` or `r` is a column, digit or not.
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

    fn bugs(&self) -> &'static [Bug] {
        &bugs::ALL
    }

    fn subjects(&self) -> &'static [&'static dyn crate::Subject] {
        subjects::ALL
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        if !args.is_empty() {
            return Err(Stop::Usage("takes no arguments".to_owned()));
        }
        game::main(deviations, console)
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
