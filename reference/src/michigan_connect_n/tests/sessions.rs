//! Generated sessions: calls of each method, on boards with lines and false lines.

use super::games::settings;
use super::naive::{self, Grid, STEPS, Settings};
use crate::testing::bugs::Input;
use crate::testing::random::Random;

/// The Python line that defines the letters of boards.
const LETTERS: &str = "O = Notation.EMPTY; R = Notation.PLAYER1; Y = Notation.PLAYER2";

/// The methods that search for lines, with their directions.
const CHECKS: [(&str, &[(i64, i64)]); 4] = [
    ("checkWin", &STEPS),
    ("_Board__checkWinHorizontal", &[(0, 1)]),
    ("_Board__checkWinVertical", &[(1, 0)]),
    ("_Board__checkWinDiagonal", &[(1, 1), (-1, 1)]),
];

/// Endless generated sessions; the same seed gives the same ones.
pub(super) struct Sessions(Random);

impl Sessions {
    /// Creates the sessions of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Iterator for Sessions {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        let random = &mut self.0;
        let settings = settings(random);
        let mut stdin = Vec::new();
        let mut lines = vec![LETTERS.to_owned()];
        match random.below(6) {
            0 => lines.extend(player(random)),
            1 => lines.extend(new_board(&settings)),
            2 | 3 => lines.extend(marks(&settings, random)),
            4 => lines.extend(check(&settings, random)),
            _ => {
                lines.extend(game(&settings));
                stdin = (0..12).map(|_| random.below(settings.columns + 1).to_string()).collect();
            }
        }
        Some(Input::Session { module: "connectN", lines, stdin })
    }
}

/// Returns a session with all methods of a player.
fn player(random: &mut Random) -> Vec<String> {
    let (notation, score) = (*random.pick(&["R", "Y"]), random.below(5));
    let calls =
        ["display()", "addScoreByOne()", "getScore()", "getName()", "getNotation()", "_Player__curScore"];
    let new = format!("player = Player('Ann', {notation}, {score})");
    std::iter::once(new).chain(calls.map(|call| format!("player.{call}"))).collect()
}

/// Returns a session with a new board, and one that was emptied.
fn new_board(settings: &Settings) -> Vec<String> {
    let Settings { rows, columns, .. } = settings;
    [
        format!("board = Board({rows}, {columns})"),
        "board._Board__grid".to_owned(),
        "board.getColNum(), board.checkFull()".to_owned(),
        "board.placeMark(0, R)".to_owned(),
        "board.initGrid()".to_owned(),
        "board._Board__grid".to_owned(),
    ]
    .into()
}

/// Returns a session that places marks, some of which are refused.
fn marks(settings: &Settings, random: &mut Random) -> Vec<String> {
    let Settings { rows, columns, .. } = settings;
    let mut lines = vec![format!("board = Board({rows}, {columns})")];
    for _ in 0..random.below(rows * columns + 4) {
        let column = random.below(columns + 3) as i64 - 1;
        let mark = *random.pick(&["R", "Y", "R", "Y", "R", "Y", "O"]);
        lines.push(format!("board.placeMark({column}, {mark})"));
    }
    lines.extend(["board._Board__grid", "board.checkFull()", "board.display()"].map(str::to_owned));
    lines
}

/// Returns a session that searches a board on which at most one player has a line.
fn check(settings: &Settings, random: &mut Random) -> Vec<String> {
    let Settings { rows, columns, connect_n, .. } = settings;
    let (method, steps) = *random.pick(&CHECKS);
    let grid = loop {
        let grid = grid(settings, random);
        if !['R', 'Y'].iter().all(|&mark| naive::has_line(&grid, mark, *connect_n, steps)) {
            break grid;
        }
    };
    let rows_of_letters: Vec<String> = grid.iter().map(|row| row_literal(row)).collect();
    vec![
        format!("board = Board({rows}, {columns})"),
        format!("board._Board__grid = [{}]", rows_of_letters.join(", ")),
        format!("board.{method}({connect_n})"),
        "board.checkFull()".to_owned(),
    ]
}

fn row_literal(row: &[char]) -> String {
    let letters: Vec<String> = row.iter().map(ToString::to_string).collect();
    format!("[{}]", letters.join(", "))
}

/// Returns a session with a game that is played for a turn, a round and to the end.
fn game(settings: &Settings) -> Vec<String> {
    let Settings { rows, columns, connect_n, target_score } = settings;
    [
        format!("game = Game({rows}, {columns}, {connect_n}, {target_score}, 'Ann', 'Ben')"),
        "game._Game__playBoard(game._Game__playerList[1])".to_owned(),
        "game._Game__board._Board__grid".to_owned(),
        "game._Game__changeTurn()".to_owned(),
        "game._Game__curPlayer.getName()".to_owned(),
        "game.playRound()".to_owned(),
        "game.play()".to_owned(),
        "[player.getScore() for player in game._Game__playerList]".to_owned(),
    ]
    .into()
}

/// Returns a board of random marks, some of them in a line that may continue at the opposite edge.
pub(super) fn grid(settings: &Settings, random: &mut Random) -> Grid {
    let marks = *random.pick(&["O", "OOR", "OOY", "ORY", "RY", "RRY"]);
    let marks: Vec<char> = marks.chars().collect();
    let mut grid = settings.empty_grid();
    grid.iter_mut().flatten().for_each(|cell| *cell = *random.pick(&marks));
    for _ in 0..random.below(3) {
        let mark = *random.pick(&['R', 'Y']);
        let (down, right) = *random.pick(&STEPS);
        let (row, column) = (random.below(settings.rows), random.below(settings.columns));
        let length = settings.connect_n + random.below(2);
        for step in 0..length as i64 {
            let row = (row as i64 + step * down).rem_euclid(settings.rows as i64);
            let column = (column as i64 + step * right).rem_euclid(settings.columns as i64);
            grid[row as usize][column as usize] = mark;
        }
    }
    grid
}
