//! `michigan-connect-n`: rounds of Connect N until a player has the target score.
//!
//! The program is `Game(rowNum, colNum, connectN, targetScore, playerName1, playerName2).play()` with
//! its arguments on the command line, in that order. The handout leaves most of the wording free.

mod board;
mod event;
mod python;
#[cfg(test)]
mod tests;

use crate::session::{self, Answer};
use crate::{Console, Deviations, EndOfInput, Reference, SessionError, Stop};
use board::{Board, Notation};
use event::Event;

/// The program `connectN.py`.
pub(crate) struct MichiganConnectN;

impl Reference for MichiganConnectN {
    fn key(&self) -> &'static str {
        "michigan-connect-n"
    }

    fn title(&self) -> &'static str {
        "Michigan – Connect N"
    }

    fn play(&self, args: &[String], _: &Deviations, console: &mut Console) -> Result<(), Stop> {
        let usage = "takes `rowNum`, `colNum` (1 to 100 each), `connectN`, `targetScore` (at least 1 each), \
                     `playerName1` and `playerName2`";
        let mut game = Game::from_args(args).ok_or_else(|| Stop::Usage(usage.to_owned()))?;
        Ok(game.play(console)?)
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

/// A player and the rounds that the player has won.
pub(super) struct Player {
    name: String,
    notation: Notation,
    score: i64,
}

/// The rounds that two players play on one board.
struct Game {
    board: Board,
    connect_n: usize,
    target_score: i64,
    players: [Player; 2],
    /// Whose turn it is: an index of `players`.
    current: usize,
}

impl Game {
    fn new(board: Board, connect_n: usize, target_score: i64, names: [&str; 2]) -> Self {
        let [first, second] = names.map(str::to_owned);
        let players = [
            Player { name: first, notation: Notation::Player1, score: 0 },
            Player { name: second, notation: Notation::Player2, score: 0 },
        ];
        Self { board, connect_n, target_score, players, current: 0 }
    }

    /// The game with these arguments, if they are as many and as large as they should be.
    fn from_args(args: &[String]) -> Option<Self> {
        let [numbers @ .., name_1, name_2] = args else { return None };
        let numbers = numbers.iter().map(|arg| arg.parse().ok()).collect::<Option<Vec<i64>>>()?;
        let &[rows @ 1..=100, columns @ 1..=100, connect_n @ (1..), target_score @ (1..)] =
            numbers.as_slice()
        else {
            return None;
        };
        let [rows, columns, connect_n] = [rows, columns, connect_n].map(usize::try_from);
        Some(Self::new(
            Board::new(rows.ok()?, columns.ok()?),
            connect_n.ok()?,
            target_score,
            [name_1, name_2],
        ))
    }

    /// Plays rounds until a player has the target score.
    fn play(&mut self, console: &mut Console) -> Result<(), EndOfInput> {
        while self.players.iter().all(|player| player.score < self.target_score) {
            self.play_round(console)?;
        }
        console.print(Event::Over);
        for player in &self.players {
            console.print(Event::Player(player));
        }
        Ok(())
    }

    /// Plays until there is a winner or the board is full.
    fn play_round(&mut self, console: &mut Console) -> Result<(), EndOfInput> {
        self.board.init_grid();
        self.current = 0;
        console.print(Event::Round);
        loop {
            console.print(Event::Player(&self.players[self.current]));
            show(&self.board, console);
            play_board(&mut self.board, self.players[self.current].notation, console)?;
            if let Some(winner) = self.winner() {
                console.print(Event::Won { name: &self.players[winner].name });
                show(&self.board, console);
                self.players[winner].score += 1;
                return Ok(());
            }
            if self.board.is_full() {
                console.print(Event::Full);
                return Ok(());
            }
            self.change_turn();
        }
    }

    /// Whose line there is on the board: an index of `players`.
    fn winner(&self) -> Option<usize> {
        let winner = self.board.check_win(self.connect_n)?;
        self.players.iter().position(|player| player.notation == winner)
    }

    fn change_turn(&mut self) {
        self.current = 1 - self.current;
    }
}

/// Asks for columns until a mark is placed.
fn play_board(board: &mut Board, mark: Notation, console: &mut Console) -> Result<(), EndOfInput> {
    loop {
        let line = console.ask(Event::Prompt)?;
        let Some(column) = column_number(&line) else {
            console.print(Event::InvalidInput);
            continue;
        };
        match board.place_mark(column, mark) {
            Ok(_) => return Ok(()),
            Err(refusal) => console.print(Event::Refused(refusal)),
        }
    }
}

/// Prints the board.
fn show(board: &Board, console: &mut Console) {
    console.print(Event::Title);
    for row in board.rows() {
        console.print(Event::Row(row));
    }
}

/// The number that a line of input is, if it is digits without a leading zero.
fn column_number(line: &str) -> Option<i64> {
    let is_number = line.bytes().all(|byte| byte.is_ascii_digit());
    let has_leading_zero = line.len() > 1 && line.starts_with('0');
    if is_number && !has_leading_zero { line.parse().ok() } else { None }
}
