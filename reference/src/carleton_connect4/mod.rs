//! `carleton-connect4`: red and black play on a grid whose size they choose, game after game.

mod bugs;
mod event;
mod game;
mod grid;
mod input;
mod picture;
mod python;
mod search;
mod subjects;
#[cfg(test)]
mod tests;
mod win;

use crate::session;
use crate::{Bug, Bugs, Console, Deviations, Reference, SessionError, Stop};
use bugs::*;
use event::Event;
use game::Game;
use input::{Answer, ask_size};

/// The program `c4game.py`.
pub(crate) struct CarletonConnect4;

impl Reference for CarletonConnect4 {
    fn key(&self) -> &'static str {
        "carleton-connect4"
    }

    fn title(&self) -> &'static str {
        "Carleton COMP 1005/1405, A3 – Connect Four"
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
        main(deviations.bugs, console)
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
fn main(bugs: Bugs, console: &mut Console) -> Result<(), Stop> {
    let mut played: Option<Game> = None;
    while let Answer::Given(size) = ask_size(bugs, console)? {
        let mut game = match played.take() {
            Some(game) => game.next(size),
            None => Game::new(size, bugs),
        };
        if let Answer::Quit = game.play(console)? {
            break;
        }
        if bugs.has(&ENDS_AFTER_ONE_GAME) {
            break;
        }
        played = Some(game);
    }
    if !bugs.has(&PARTING_MISSING) {
        console.print(Event::Parting);
    }
    Ok(())
}
