//! `michigan-connect-n`: rounds of Connect N until a player has the target score.
//!
//! The program is `Game(rowNum, colNum, connectN, targetScore, playerName1, playerName2).play()` with its arguments on
//! the command line, in that order. The handout leaves most of the wording open.

mod board;
mod bugs;
mod event;
mod game;
mod input;
mod python;
mod search;
mod subjects;
#[cfg(test)]
mod tests;

use crate::session::{self, Answer};
use crate::{Bug, Console, Deviations, Reference, SessionError, Stop};
use board::Notation;
use game::Game;

/// The program `connectN.py`.
pub(crate) struct MichiganConnectN;

impl Reference for MichiganConnectN {
    fn key(&self) -> &'static str {
        "michigan-connect-n"
    }

    fn title(&self) -> &'static str {
        "Michigan – Connect N"
    }

    fn bugs(&self) -> &'static [Bug] {
        &bugs::ALL
    }

    fn subjects(&self) -> &'static [&'static dyn crate::Subject] {
        subjects::ALL
    }

    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
        let usage = "takes `rowNum`, `colNum` (1 to 100 each), `connectN`, `targetScore` (at least 1 each), \
                     `playerName1` and `playerName2`";
        let game = Game::from_args(args, deviations.bugs);
        game.ok_or_else(|| Stop::Usage(usage.to_owned()))?.play(console)
    }

    fn modules(&self) -> &'static [&'static str] {
        &["connectN"]
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

/// A player, with the number of won rounds.
pub(super) struct Player {
    name: String,
    notation: Notation,
    score: i64,
}
