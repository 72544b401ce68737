//! The subjects for generated input: the functions, and the game on boards of three sizes.

use super::board::CLASSIC_SIZE;
use crate::Subject;
use crate::trial::{Asked, BoardCall, Call, DropGame, Move, Size, Word, list_of};

/// All subjects.
pub(super) static ALL: &[&dyn Subject] = &[
    &GAME,
    &SMALL_GAME,
    &WIDE_GAME,
    &MAKE_EMPTY_BOARD,
    &PRINT_BOARD,
    &VERIFY_BOARD,
    &VERIFY_MOVE,
    &UPDATE_BOARD,
    &HAS_WON,
];

/// Lines that are no moves.
const WORDS: &[Word] = &[
    Word::refused("10", "a number that is no column"),
    Word::refused("-1", "a negative number"),
    Word::refused("100", "a number that is no column"),
    Word::refused("-7", "a negative number"),
    // The handout says that a column index is typed, and nothing about other input.
    Word::open("a", "a letter"),
    Word::open("", "an empty line"),
];

const fn game(name: &'static str, args: &'static [&'static str], rows: usize, columns: usize) -> DropGame {
    DropGame {
        name,
        args,
        opening: &[],
        size: Size { rows, columns, length: 4, opening: 0 },
        sized: |args, _| {
            let (rows, columns) = super::size(args).ok()?;
            Some(Size { rows, columns, length: 4, opening: 0 })
        },
        typed: |one| match one {
            Move::Drop(column) | Move::Pop(column) => column.to_string(),
        },
        has_pops: false,
        words: WORDS,
        leaving: &[],
        closing: &[],
    }
}

static GAME: DropGame = game("the game", &[], CLASSIC_SIZE.0, CLASSIC_SIZE.1);
static SMALL_GAME: DropGame = game("the game on 4 rows and 4 columns", &["4", "4"], 4, 4);
static WIDE_GAME: DropGame = game("the game on 5 rows and 9 columns", &["5", "9"], 5, 9);

const fn function(name: &'static str, asked: Asked, write: fn(&Call) -> Vec<String>) -> BoardCall {
    let (rows, columns, length) = ((4, 10), (4, 10), 4);
    BoardCall { name, module: "connect4", rows, columns, length, asked, takes_any_board: false, write }
}

static MAKE_EMPTY_BOARD: BoardCall = function("make_empty_board", Asked::Nothing, |call| {
    vec![format!("make_empty_board({}, {})", call.cells.len(), call.cells[0].len())]
});
static PRINT_BOARD: BoardCall = function("print_board", Asked::Nothing, |call| {
    vec![board(call), "shown = print_board(board)".to_owned()]
});
static VERIFY_BOARD: BoardCall = BoardCall {
    takes_any_board: true,
    ..function("verify_board", Asked::Nothing, |call| vec![board(call), "verify_board(board)".to_owned()])
};
static VERIFY_MOVE: BoardCall = function("verify_move", Asked::Anything, |call| {
    vec![board(call), format!("verify_move(board, {})", call.column)]
});
static UPDATE_BOARD: BoardCall = function("update_board", Asked::Open, |call| {
    let disc = ["X", "O"][call.mover];
    vec![board(call), format!("update_board(board, {}, \"{disc}\")", call.column), "board".to_owned()]
});
static HAS_WON: BoardCall =
    function("has_won", Asked::Filled, |call| vec![board(call), format!("has_won(board, {})", call.column)]);

fn board(call: &Call) -> String {
    format!("board = {}", list_of(&call.texts(['.', 'X', 'O'])))
}
