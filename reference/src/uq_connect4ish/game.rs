//! The flow of the program: its prompts, and the output between them.

use super::board::{Board, Outcome, Player, Refusal, SIZE};
use super::bugs::*;
use super::command::{Action, Invalid, has_no_column};
use super::display::show;
use super::event::Event;
use super::{COLUMN_OF_LETTER, SHORT_HELP};
use crate::{Bugs, Console, Deviations, Stop};

/// `main`: plays games until the players want no more.
pub(super) fn main(deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
    let bugs = deviations.bugs;
    let mut game = Game::new(bugs);
    loop {
        let end = game.play(deviations, console)?;
        if bugs.has(&AGAIN_UNASKED) || bugs.has(&QUIT_ENDS_PROGRAM) && end == End::Quit {
            return Ok(());
        }
        let answer = console.ask(Event::Again)?;
        if !is_yes(&answer, bugs) {
            return Ok(());
        }
        game = game.next(bugs);
    }
}

/// Tells whether another game is wanted: only after `y` and `Y`.
fn is_yes(answer: &str, bugs: Bugs) -> bool {
    let answer = if bugs.has(&ANSWER_STRIPPED) { answer.trim() } else { answer };
    let is_taken_for_yes = || {
        bugs.has(&EMPTY_ANSWER_REPLAYS) && "yY".contains(answer)
            || bugs.has(&FIRST_LETTER_REPLAYS) && answer.starts_with(['y', 'Y'])
            || bugs.has(&ONLY_N_ENDS) && !matches!(answer, "n" | "N")
    };
    match answer {
        "Y" if bugs.has(&ONLY_SMALL_Y_REPLAYS) => false,
        "y" | "Y" => true,
        _ => is_taken_for_yes(),
    }
}

/// `play_game`
pub(super) fn play_game(deviations: &Deviations, console: &mut Console) -> Result<(), Stop> {
    if deviations.bugs.has(&AGAIN_IN_PLAY_GAME) {
        return main(deviations, console);
    }
    Game::new(deviations.bugs).play(deviations, console)?;
    Ok(())
}

/// The reason why a game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The rules ended it.
    Decided,
    /// A player quit.
    Quit,
}

/// One game.
struct Game {
    board: Board,
    player: Player,
}

impl Game {
    fn new(bugs: Bugs) -> Self {
        Self {
            board: Board::initial(),
            player: if bugs.has(&PLAYER_TWO_STARTS) { Player::Two } else { Player::One },
        }
    }

    /// Returns the next game, without any state of this one.
    fn next(self, bugs: Bugs) -> Self {
        let new = Self::new(bugs);
        Self {
            board: if bugs.has(&BOARD_KEPT) { self.board } else { new.board },
            player: if bugs.has(&PLAYER_KEPT) { self.player } else { new.player },
        }
    }

    /// Plays until the game is over or a player quits.
    fn play(&mut self, deviations: &Deviations, console: &mut Console) -> Result<End, Stop> {
        let bugs = deviations.bugs;
        self.begin_turn(bugs, console);
        loop {
            let (_, action) = get_action(deviations, console)?;
            let moved = match action {
                Action::Add(column) => self.add_piece(index(column, bugs)?, bugs),
                Action::Remove(column) => self.remove_piece(index(column, bugs)?, bugs),
                Action::Help => {
                    self.help(deviations, console);
                    continue;
                }
                Action::Quit => {
                    if bugs.has(&QUIT_NAMES_WINNER) {
                        console.print(Event::Over(Outcome::Victory(self.player.other())));
                    }
                    return Ok(End::Quit);
                }
            };
            if let Err(refusal) = moved {
                tell(refusal, bugs, console);
                if bugs.has(&REFUSAL_SHOWS_BOARD) {
                    self.begin_turn(bugs, console);
                }
                if !bugs.has(&REFUSAL_ENDS_TURN) {
                    continue;
                }
            }
            if self.end_turn(action, bugs, console) {
                return Ok(End::Decided);
            }
        }
    }

    /// Shows the board after a move and the next message; returns whether the game is over.
    fn end_turn(&mut self, action: Action, bugs: Bugs, console: &mut Console) -> bool {
        let outcome = self.outcome(action, bugs);
        self.player = self.player.other();
        if outcome.is_none() || !bugs.has(&LAST_BOARD_UNSHOWN) {
            show(&self.board, bugs, console);
        }
        if let Some(outcome) = outcome {
            console.print(Event::Over(outcome));
            return true;
        }
        if bugs.has(&BOARD_TWICE) {
            show(&self.board, bugs, console);
        }
        console.print(Event::Turn(self.player));
        false
    }

    /// Shows the board and whose move it is.
    fn begin_turn(&self, bugs: Bugs, console: &mut Console) {
        show(&self.board, bugs, console);
        console.print(Event::Turn(self.player));
    }

    fn add_piece(&mut self, column: usize, bugs: Bugs) -> Result<(), Refusal> {
        self.board.add_piece(column, self.player.piece(), bugs)
    }

    fn remove_piece(&mut self, column: usize, bugs: Bugs) -> Result<(), Refusal> {
        let is_others = self.board.columns[column].last() == Some(&self.player.other().piece());
        if bugs.has(&POP_ONLY_OWN) && is_others {
            return Err(Refusal::EmptyColumn);
        }
        self.board.remove_piece(column, bugs)
    }

    /// Shows the valid commands; then the turn begins again.
    fn help(&mut self, deviations: &Deviations, console: &mut Console) {
        let bugs = deviations.bugs;
        console.print(Event::Help);
        if bugs.has(&HELP_ENDS_TURN) {
            self.player = self.player.other();
        }
        if deviations.readings.follow(&SHORT_HELP) {
            return;
        }
        if bugs.has(&HELP_FORGETS_BOARD) {
            console.print(Event::Turn(self.player));
        } else {
            self.begin_turn(bugs, console);
        }
    }

    /// Returns the outcome of the game after this move, if it is over.
    fn outcome(&self, action: Action, bugs: Bugs) -> Option<Outcome> {
        if bugs.has(&ONLY_ADDING_WINS) && matches!(action, Action::Remove(_)) {
            return None;
        }
        let outcome = self.board.check_win(bugs)?;
        if bugs.has(&ONLY_MOVER_WINS) { self.outcome_for_mover(outcome) } else { Some(outcome) }
    }

    /// Returns the outcome for programs that look only for lines of the player who moved.
    fn outcome_for_mover(&self, outcome: Outcome) -> Option<Outcome> {
        match outcome {
            Outcome::Victory(winner) => (winner == self.player).then_some(outcome),
            Outcome::Draw => Some(Outcome::Victory(self.player)),
        }
    }
}

/// Returns the index of the column that a valid command names.
fn index(column: usize, bugs: Bugs) -> Result<usize, Stop> {
    let index = if bugs.has(&COLUMN_OFF_BY_ONE) { column + 1 } else { column };
    if index < SIZE { Ok(index) } else { Err(Stop::crash("IndexError", "list index out of range")) }
}

/// Prints why a move cannot be made.
pub(super) fn tell(refusal: Refusal, bugs: Bugs, console: &mut Console) {
    let told = match refusal {
        Refusal::FullColumn if bugs.has(&MESSAGES_SWAPPED) => Refusal::EmptyColumn,
        Refusal::EmptyColumn if bugs.has(&MESSAGES_SWAPPED) => Refusal::FullColumn,
        Refusal::FullColumn | Refusal::EmptyColumn => refusal,
    };
    if !bugs.has(&REFUSAL_UNTOLD) {
        console.print(Event::Refused(told));
    }
}

/// `get_action`: asks until the input is well formed; returns it as it was typed, and its action.
pub(super) fn get_action(deviations: &Deviations, console: &mut Console) -> Result<(String, Action), Stop> {
    loop {
        let command = console.ask(Event::Prompt)?;
        if let Some(action) = check_input(&command, deviations, console)? {
            return Ok((command, action));
        }
        if deviations.bugs.has(&MESSAGE_TWICE) {
            console.print(Event::Invalid(Invalid::Format));
        }
    }
}

/// `check_input`: returns the action of a command, or prints what is wrong with it.
pub(super) fn check_input(
    command: &str,
    deviations: &Deviations,
    console: &mut Console,
) -> Result<Option<Action>, Stop> {
    let bugs = deviations.bugs;
    let invalid = match Action::from_command(command, bugs)? {
        Ok(action) => return Ok(Some(action)),
        Err(Invalid::Letter) if deviations.readings.follow(&COLUMN_OF_LETTER) => Invalid::Column,
        Err(invalid) => invalid,
    };
    if bugs.has(&NO_MESSAGE) {
        return Ok(None);
    }
    console.print(Event::Invalid(invalid));
    if bugs.has(&TWO_MESSAGES) && invalid == Invalid::Format && has_no_column(command) {
        console.print(Event::Invalid(Invalid::Column));
    }
    Ok(None)
}
