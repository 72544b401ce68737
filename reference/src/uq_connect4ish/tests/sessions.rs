//! Generated sessions: calls of each function, on boards with lines and false lines.

use super::games::BAD;
use super::naive::{self, Columns};
use crate::testing::bugs::Input;
use crate::testing::random::Random;

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
        let mut stdin = Vec::new();
        let lines = match random.below(10) {
            0 => vec!["num_hours()".to_owned(), "generate_initial_board()".to_owned()],
            1 => {
                let column = column(random);
                vec![format!("is_column_full('{column}')"), format!("is_column_empty('{column}')")]
            }
            2 => vec![format!("display_board({})", literal(&board(random)))],
            3 => vec![format!("check_input('{}')", command(random))],
            4 => {
                stdin = (0..4).map(|_| command(random)).collect();
                vec!["get_action()".to_owned()]
            }
            5 => {
                stdin = ["a1", "a2", "q", "n"].map(str::to_owned).to_vec();
                vec!["play_game()".to_owned()]
            }
            6 | 7 => {
                let (index, piece) = (random.below(8), *random.pick(&['X', 'O', '#']));
                let call = match random.percent(50) {
                    true => format!("add_piece(board, '{piece}', {index})"),
                    false => format!("remove_piece(board, {index})"),
                };
                vec![format!("board = {}", literal(&board(random))), call, "board".to_owned()]
            }
            _ => vec![format!("check_win({})", literal(&board(random)))],
        };
        Some(Input::Session { module: "a1", lines, stdin })
    }
}

/// Returns a command, valid or not.
pub(super) fn command(random: &mut Random) -> String {
    if random.percent(60) {
        return (*random.pick(&BAD)).to_owned();
    }
    match random.below(10) {
        0..8 => format!("{}{}", random.pick(&["a", "A", "r", "R"]), random.below(10)),
        _ => (*random.pick(&["h", "H", "q", "Q"])).to_owned(),
    }
}

/// Returns a column with pieces of both players, or of one, or none.
fn column(random: &mut Random) -> String {
    let height = if random.percent(30) { 8 * random.below(2) } else { random.below(9) };
    let pieces = *random.pick(&["X", "O", "XO", "XO", "XO#"]);
    let piece = |random: &mut Random| *random.pick(&pieces.chars().collect::<Vec<_>>());
    "-".repeat(8 - height) + &(0..height).map(|_| piece(random)).collect::<String>()
}

/// Returns a board with columns of any height, without a line of four or with up to three added lines.
pub(super) fn board(random: &mut Random) -> Columns {
    let mut board = naive::empty_board();
    if random.percent(60) {
        board = (0..8).map(|_| column(random)).collect();
    } else if random.percent(20) {
        board = ["XXOOXXOO", "OOXXOOXX"].repeat(4).into_iter().map(str::to_owned).collect();
    }
    for _ in 0..random.below(4) {
        put_line(&mut board, random);
    }
    board
}

/// Puts three to five equal pieces in a line, which may continue at the opposite edge.
fn put_line(board: &mut Columns, random: &mut Random) {
    let piece = *random.pick(&["X", "O"]);
    let (right, down) = *random.pick(&[(1, 0), (0, 1), (1, 1), (1, 7)]);
    let (first, top) = (random.below(8), random.below(8));
    for step in 0..*random.pick(&[3, 4, 4, 5]) {
        let row = (top + step * down) % 8;
        board[(first + step * right) % 8].replace_range(row..=row, piece);
    }
}

/// Returns the Python literal of a board.
pub(super) fn literal(board: &Columns) -> String {
    format!("{board:?}")
}
