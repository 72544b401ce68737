//! Generated games and calls: boards come from games, and some are damaged for `verify_board`.

use crate::testing::Move;
use crate::testing::bugs::Input;
use crate::testing::guided::{Rows, grid_after, guided_game, lowest_open};
use crate::testing::random::Random;

/// Lines that are no column of any board.
const BAD: [&str; 6] = ["-1", "-11", "11", "a", "", "1.0"];

/// Lines after the end of every game, for programs that read on.
const SPARE: [&str; 4] = ["0", "1", "2", "x"];

/// Endless generated games and calls; the same seed gives the same ones.
pub(super) struct Inputs {
    random: Random,
}

/// A position of a game.
pub(super) struct Position {
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// The board after the moves.
    pub(super) board: Rows,
}

impl Inputs {
    /// Creates the inputs of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Returns the rows and columns of a board.
    pub(super) fn size(&mut self) -> (usize, usize) {
        if self.random.percent(30) { (6, 7) } else { (4 + self.random.below(7), 4 + self.random.below(7)) }
    }

    /// Returns a position, usually at the end of a game.
    pub(super) fn position(&mut self) -> Position {
        let (nrows, ncols) = self.size();
        let mut moves = guided_game(&mut self.random, nrows, ncols);
        if self.random.percent(30) {
            moves.truncate(1 + self.random.below(moves.len()));
        }
        let board = grid_after(&moves, nrows, ncols);
        Position { moves, board }
    }

    /// Returns the board with one changed spot: a disc added, exchanged or removed.
    pub(super) fn damaged(&mut self, board: &Rows) -> Rows {
        let mut board = board.clone();
        let (row, column) = (self.random.below(board.len()), self.random.below(board[0].len()));
        board[row][column] = *self.random.pick(&['X', 'O', '.']);
        board
    }

    /// Returns the lines of one game, mixed with invalid ones.
    pub(super) fn lines(&mut self, moves: &[Move], (nrows, ncols): (usize, usize)) -> Vec<String> {
        let noise = *self.random.pick(&[0, 0, 10, 45]);
        let mut lines = Vec::new();
        for (played, (column, _)) in moves.iter().enumerate() {
            let board = grid_after(&moves[..played], nrows, ncols);
            while self.random.percent(noise) {
                let full = (0..ncols).find(|&column| lowest_open(&board, column).is_none());
                lines.push(match full.filter(|_| self.random.percent(50)) {
                    Some(full) => full.to_string(),
                    None if self.random.percent(20) => ncols.to_string(),
                    None => (*self.random.pick(&BAD)).to_owned(),
                });
            }
            lines.push(column.to_string());
        }
        lines.extend(SPARE.map(str::to_owned));
        lines
    }

    fn run(&mut self) -> Input {
        let (nrows, ncols) = self.size();
        let moves = guided_game(&mut self.random, nrows, ncols);
        let lines = self.lines(&moves, (nrows, ncols));
        Input::Run { args: vec![nrows.to_string(), ncols.to_string()], lines }
    }

    fn session(&mut self) -> Input {
        let Position { moves, board } = self.position();
        let (nrows, ncols) = (board.len(), board[0].len());
        let (last, _) = moves[moves.len() - 1];
        let damaged = self.damaged(&board);
        let mut lines = vec![
            format!("make_empty_board({nrows}, {ncols})"),
            format!("verify_board({})", literal(&damaged)),
            format!("board = {}", literal(&board)),
            "verify_board(board)".to_owned(),
            "print_board(board)".to_owned(),
            format!("has_won(board, {last})"),
        ];
        let other = self.random.below(ncols);
        if board[nrows - 1][other] != '.' {
            lines.push(format!("has_won(board, {other})"));
        }
        let columns =
            [-1, -(ncols as i64) - 1, 0, ncols as i64 - 1, ncols as i64, ncols as i64 + 1, last as i64];
        lines.extend(columns.map(|column| format!("verify_move(board, {column})")));
        if let Some(open) = (0..ncols).map(|column| (column + other) % ncols).find(|&it| board[0][it] == '.')
        {
            let disc = self.random.pick(&['X', 'O']);
            lines.push(format!("board is update_board(board, {open}, '{disc}')"));
            lines.push("board".to_owned());
            lines.push(format!("has_won(board, {open})"));
        }
        lines.push(format!("board = update_board(make_empty_board({nrows}, {ncols}), {last}, 'O')"));
        lines.push("verify_board(board)".to_owned());
        lines.push("print_board(board)".to_owned());
        Input::Session { module: "connect4", lines, stdin: Vec::new() }
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        Some(if self.random.percent(25) { self.run() } else { self.session() })
    }
}

/// Returns the Python literal of a board.
fn literal(board: &Rows) -> String {
    let rows: Vec<String> = board.iter().map(|row| format!("'{}'", row.iter().collect::<String>())).collect();
    format!("[{}]", rows.join(", "))
}
