//! The flow of the program: rounds, turns, and the output between them.

use super::Player;
use super::board::{Board, Notation, Refusal};
use super::bugs::*;
use super::event::Event;
use super::input::column_number;
use super::search::{cells_in_lines, check_win};
use crate::lines::Cell;
use crate::{Bugs, Console, Stop};

/// The rounds of two players on one board.
pub(super) struct Game {
    pub(super) board: Board,
    pub(super) connect_n: usize,
    pub(super) target_score: i64,
    pub(super) players: [Player; 2],
    /// The index of the player whose turn it is.
    pub(super) current: usize,
    /// The bugs of the program.
    pub(super) bugs: Bugs,
}

impl Game {
    fn new(board: Board, connect_n: usize, target_score: i64, names: [&str; 2], bugs: Bugs) -> Self {
        let [first, second] = names.map(str::to_owned);
        let players = [
            Player { name: first, notation: Notation::Player1, score: 0 },
            Player { name: second, notation: Notation::Player2, score: 0 },
        ];
        Self { board, connect_n, target_score, players, current: 0, bugs }
    }

    /// Creates a game from the arguments; `None` if they are wrong.
    pub(super) fn from_args(args: &[String], bugs: Bugs) -> Option<Self> {
        let [numbers @ .., name_1, name_2] = args else { return None };
        let numbers = numbers.iter().map(|arg| arg.parse().ok()).collect::<Option<Vec<i64>>>()?;
        let &[rows @ 1..=100, columns @ 1..=100, connect_n @ (1..), target_score @ (1..)] =
            numbers.as_slice()
        else {
            return None;
        };
        let [rows, columns, connect_n] = [rows, columns, connect_n].map(usize::try_from);
        let board = Board::new(rows.ok()?, columns.ok()?, bugs);
        Some(Self::new(board, connect_n.ok()?, target_score, [name_1, name_2], bugs))
    }

    /// `play`: plays rounds until a player reaches the target score.
    pub(super) fn play(&mut self, console: &mut Console) -> Result<(), Stop> {
        while !self.is_over() {
            self.play_round(console)?;
            if self.bugs.has(&ONLY_ONE_ROUND) {
                break;
            }
        }
        if !self.bugs.has(&GAME_OVER_MISSING) {
            console.print(Event::Over);
        }
        for player in self.players.iter().filter(|player| self.is_shown_at_the_end(player)) {
            show_player(player, self.bugs, console);
        }
        Ok(())
    }

    /// Tells whether a player has the target score.
    fn is_over(&self) -> bool {
        let bugs = self.bugs;
        let looked_at = if bugs.has(&ONLY_FIRST_SCORE_ENDS) { 1 } else { self.players.len() };
        let enough = self.target_score.saturating_add(i64::from(bugs.has(&ONE_ROUND_TOO_MANY)));
        self.players.iter().take(looked_at).any(|player| player.score >= enough)
    }

    /// Tells whether the final score of a player is printed: it is for all players.
    fn is_shown_at_the_end(&self, player: &Player) -> bool {
        let has_won = player.score >= self.target_score;
        !self.bugs.has(&FINAL_DETAILS_MISSING) && (has_won || !self.bugs.has(&FINAL_DETAILS_OF_WINNER))
    }

    /// `playRound`: plays until there is a winner or the board is full.
    pub(super) fn play_round(&mut self, console: &mut Console) -> Result<(), Stop> {
        let bugs = self.bugs;
        self.board.init_grid(bugs);
        if !bugs.has(&STARTER_KEPT) {
            self.current = 0;
        }
        if !bugs.has(&ROUND_UNTOLD) {
            console.print(Event::Round);
        }
        loop {
            let player = &self.players[self.current];
            show_player(player, bugs, console);
            show(&self.board, &[], bugs, console);
            play_board(&mut self.board, player.notation, bugs, console)?;
            if let Some(winner) = self.winner()? {
                self.win(winner, console);
                return Ok(());
            }
            if self.board.is_full(bugs) && !bugs.has(&TIE_OVERLOOKED) {
                return self.tie(console);
            }
            self.change_turn();
        }
    }

    /// Returns the index of the player with a line.
    fn winner(&self) -> Result<Option<usize>, Stop> {
        if self.bugs.has(&TIE_BEFORE_WIN) && self.board.is_full(self.bugs) {
            return Ok(None);
        }
        let winner = check_win(&self.board, self.connect_n, self.bugs)?;
        let player = |winner| self.players.iter().position(|player| player.notation == winner);
        // A line of empty cells, which only a bug finds, wins for the player who moved.
        Ok(winner.map(|winner| player(winner).unwrap_or(self.current)))
    }

    /// Ends the round with a point for the winner.
    fn win(&mut self, winner: usize, console: &mut Console) {
        let bugs = self.bugs;
        let named = if bugs.has(&FIRST_PLAYER_NAMED) { 0 } else { winner };
        console.print(Event::Won { name: &self.players[named].name });
        if !bugs.has(&FINAL_BOARD_MISSING) {
            let winning = cells_in_lines(&self.board, self.connect_n);
            show(&self.board, &winning, bugs, console);
        }
        let scoring = if bugs.has(&OTHER_PLAYER_SCORES) { 1 - winner } else { winner };
        self.players[scoring].add_score(bugs);
    }

    /// Ends the round without a winner.
    fn tie(&mut self, console: &mut Console) -> Result<(), Stop> {
        let bugs = self.bugs;
        if bugs.has(&TIE_ENDLESS) {
            (0..3).for_each(|_| console.print(Event::Full));
            return Err(Stop::Endless);
        }
        if !bugs.has(&TIE_UNTOLD) {
            console.print(Event::Full);
        }
        if bugs.has(&TIE_SCORES) {
            self.players[self.current].add_score(bugs);
        }
        Ok(())
    }

    /// `__changeTurn`
    pub(super) fn change_turn(&mut self) {
        self.current = if self.bugs.has(&TURN_NEVER_BACK) { 1 } else { 1 - self.current };
    }
}

impl Player {
    /// `addScoreByOne`
    pub(super) fn add_score(&mut self, bugs: Bugs) {
        if !bugs.has(&SCORE_UNCHANGED) {
            self.score = self.score.saturating_add(1);
        }
    }
}

/// `__playBoard`: asks for columns until a mark is placed.
pub(super) fn play_board(
    board: &mut Board,
    mark: Notation,
    bugs: Bugs,
    console: &mut Console,
) -> Result<(), Stop> {
    loop {
        let line = console.ask(Event::Prompt)?;
        let Some(column) = column_number(&line, bugs)? else {
            console.print(Event::InvalidInput);
            if bugs.has(&REFUSAL_LOSES_TURN) {
                return Ok(());
            }
            continue;
        };
        match board.place_mark(column, mark, bugs)? {
            Ok(()) if !bugs.has(&NONE_FOR_PLACED) => return Ok(()),
            Ok(()) => {}
            Err(refusal) => {
                tell(refusal, bugs, console);
                if bugs.has(&FULL_LOSES_TURN) && refusal == Refusal::ColumnFull {
                    return Ok(());
                }
            }
        }
    }
}

/// Prints why a mark was not placed.
pub(super) fn tell(refusal: Refusal, bugs: Bugs, console: &mut Console) {
    let is_untold = match refusal {
        Refusal::InvalidColumn => bugs.has(&WRONG_COLUMN_UNTOLD),
        Refusal::ColumnFull => bugs.has(&FULL_COLUMN_UNTOLD),
        Refusal::InvalidMarker => bugs.has(&EMPTY_MARK_UNTOLD),
    };
    if !is_untold {
        console.print(Event::Refused(refusal));
    }
}

/// Prints the details of a player, if they are shown.
fn show_player(player: &Player, bugs: Bugs, console: &mut Console) {
    console.print(Event::Player { player, bugs });
    if bugs.has(&NONE_AFTER_DETAILS) {
        console.print(Event::None);
    }
}

/// `Board.display`; `winning` are the decisive cells of the round.
pub(super) fn show(board: &Board, winning: &[Cell], bugs: Bugs, console: &mut Console) {
    for event in board_events(board, winning, bugs) {
        console.print(event);
    }
}

/// Returns the board under its title.
pub(super) fn board_events<'a>(
    board: &'a Board,
    winning: &[Cell],
    bugs: Bugs,
) -> impl Iterator<Item = Event<'a>> {
    let title = (!bugs.has(&TITLE_MISSING)).then_some(Event::Title);
    let winning_columns = |row| winning.iter().filter(move |cell| cell.row == row).map(|cell| cell.column);
    let rows = board.rows().enumerate();
    let mut rows: Vec<Event> = rows
        .map(|(row, cells)| Event::Row { cells, winning: winning_columns(row).collect(), bugs })
        .collect();
    if bugs.has(&BOARD_UPSIDE_DOWN) {
        rows.reverse();
    }
    title.into_iter().chain(rows)
}
