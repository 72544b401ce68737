//! Generated games and calls; the grids come from games.

use crate::testing::Move;
use crate::testing::bugs::Input;
use crate::testing::guided::{grid_after, guided_game, lowest_open};
use crate::testing::random::Random;

/// The separators between the two numbers of a size.
const COMMAS: [&str; 4] = [",", ",", ", ", " , "];

/// Endless generated games and calls; the same seed gives the same ones.
pub(super) struct Inputs {
    random: Random,
}

/// A position of a game.
pub(super) struct Position {
    /// The rows and columns of the grid.
    pub(super) size: (usize, usize),
    /// The moves.
    pub(super) moves: Vec<Move>,
}

impl Inputs {
    /// Creates the inputs of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// Returns a position, usually at the end of a game.
    pub(super) fn position(&mut self) -> Position {
        let mut position = self.game();
        if self.random.percent(30) {
            position.moves.truncate(1 + self.random.below(position.moves.len()));
        }
        position
    }

    fn game(&mut self) -> Position {
        let drawn = (4 + self.random.below(7), 4 + self.random.below(7));
        // The smallest grid with an odd number of locations is filled in few moves.
        let size = if self.random.percent(20) { (5, 5) } else { drawn };
        Position { size, moves: guided_game(&mut self.random, size.0, size.1) }
    }

    /// Returns the lines of some games, mixed with invalid ones, until the users quit.
    pub(super) fn lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let Position { size: (rows, columns), moves } = self.game();
            lines.push(format!("{rows}{}{columns}", self.random.pick(&COMMAS)));
            let noise = *self.random.pick(&[0, 0, 10, 45]);
            let until = if self.random.percent(15) { self.random.below(moves.len()) } else { moves.len() };
            for (played, (column, _)) in moves[..until].iter().enumerate() {
                while self.random.percent(noise) {
                    let bad = self.bad_column(&moves[..played], (rows, columns));
                    lines.push(bad.to_string());
                }
                lines.push(column.to_string());
            }
            if until < moves.len() {
                break;
            }
        }
        // More often than a correct program needs.
        lines.extend(["quit", "quit", "5,4", "0", "quit"].map(str::to_owned));
        lines
    }

    /// Returns a column that cannot be played, a full one if there is one.
    fn bad_column(&mut self, moves: &[Move], (rows, columns): (usize, usize)) -> i64 {
        let grid = grid_after(moves, rows, columns);
        let full = (0..columns).find(|&column| lowest_open(&grid, column).is_none());
        match full.filter(|_| self.random.percent(50)) {
            Some(full) => full as i64,
            None => *self.random.pick(&[-1, -11, columns as i64, columns as i64 + 1, 99]),
        }
    }

    fn session(&mut self) -> Input {
        let Position { size: (rows, columns), moves } = self.position();
        let end = columns as i64;
        let (last, _) = moves[moves.len() - 1];
        let mut lines = vec![
            format!("makeGrid({rows}, {columns})"),
            format!("makeGrid({}, {})[0][0]", columns, rows),
            format!("grid = {}", literal(&moves, (rows, columns))),
            "toString(grid)".to_owned(),
        ];
        let other = self.random.below(columns) as i64;
        lines.extend([last as i64, other, -1, end, end + 1].map(|column| format!("win(grid, {column})")));
        for column in [last as i64, other, end - 1, -1, -end - 1, end, end + 1] {
            let checker = self.random.pick(&["red", "black"]);
            lines.push(format!("play(grid, {column}, '{checker}')"));
            lines.push("grid".to_owned());
        }
        lines.push(format!("grid = makeGrid({rows}, {columns})"));
        lines.push(format!("play(grid, {last}, 'red')"));
        lines.push("grid".to_owned());
        Input::Session { module: "connect4", lines, stdin: Vec::new() }
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        Some(if self.random.percent(50) {
            Input::Run { args: Vec::new(), lines: self.lines() }
        } else {
            self.session()
        })
    }
}

/// Returns the Python literal of the grid after these moves.
fn literal(moves: &[Move], (rows, columns): (usize, usize)) -> String {
    let word = |disc: &char| match disc {
        'X' => "'red'",
        'O' => "'black'",
        _ => "'empty'",
    };
    let grid = grid_after(moves, rows, columns);
    let row = |row: &Vec<char>| format!("[{}]", row.iter().map(word).collect::<Vec<_>>().join(", "));
    format!("[{}]", grid.iter().map(row).collect::<Vec<_>>().join(", "))
}
