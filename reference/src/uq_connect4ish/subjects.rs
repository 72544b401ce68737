//! The subjects for generated input: the functions, and the game with pops.

use super::board::SIZE;
use crate::Subject;
use crate::trial::{Asked, BoardCall, Call, DropGame, Effect, Move, Script, Size, Step, Word, list_of};

/// All subjects.
pub(super) static ALL: &[&dyn Subject] = &[
    &GAME,
    &IS_COLUMN_FULL,
    &IS_COLUMN_EMPTY,
    &DISPLAY_BOARD,
    &ADD_PIECE,
    &REMOVE_PIECE,
    &CHECK_WIN,
    &CHECK_INPUT,
];

const GAME_SIZE: Size = Size { rows: SIZE, columns: SIZE, length: 4, opening: 0 };

static GAME: DropGame = DropGame {
    name: "the game",
    args: &[],
    opening: &[],
    size: GAME_SIZE,
    sized: |args, _| args.is_empty().then_some(GAME_SIZE),
    typed: |one| match one {
        Move::Drop(column) => format!("a{}", column + 1),
        Move::Pop(column) => format!("r{}", column + 1),
    },
    has_pops: true,
    words: &[
        Word::with("q", "quit", Effect::Ends),
        Word::with("y", "another game", Effect::Again),
        Word::refused("n", "a letter that is no command"),
        Word::refused("h", "help"),
        Word::refused("a9", "a column that does not exist"),
        Word::refused("r0", "a column that does not exist"),
        Word::refused("a0", "a column that does not exist"),
        Word::refused("r9", "a column that does not exist"),
        Word::refused("a10", "a column of two digits"),
        Word::refused("a", "a command without a column"),
        Word::refused("r", "a command without a column"),
        Word::refused("", "an empty line"),
        Word::refused("1a", "a column before the command"),
        Word::refused("3", "a column without a command"),
        Word::refused("b4", "a letter that is no command"),
        Word::refused(" a1", "a command with blanks around it"),
        Word::refused("a1 ", "a command with blanks around it"),
        Word::refused("h1", "more than help"),
        Word::refused("q ", "more than quit"),
        Word::refused("H", "help in capitals"),
        Word::with("Y", "another game in capitals", Effect::Again),
        Word::with("Q", "quit in capitals", Effect::Ends),
        Word::refused("a-1", "a negative column"),
        Word::refused("ab", "a letter in place of the column"),
        Word::open("a²", "a superscript"),
    ],
    leaving: &["q", "n"],
    closing: &["n"],
};

const fn function(name: &'static str, asked: Asked, write: fn(&Call) -> Vec<String>) -> BoardCall {
    let (rows, columns, length) = ((SIZE, SIZE), (SIZE, SIZE), 4);
    BoardCall { name, module: "a1", rows, columns, length, asked, takes_any_board: false, write }
}

static IS_COLUMN_FULL: BoardCall =
    function("is_column_full", Asked::Anything, |call| vec![format!("is_column_full(\"{}\")", column(call))]);
static IS_COLUMN_EMPTY: BoardCall = function("is_column_empty", Asked::Anything, |call| {
    vec![format!("is_column_empty(\"{}\")", column(call))]
});
static DISPLAY_BOARD: BoardCall =
    function("display_board", Asked::Nothing, |call| vec![board(call), "display_board(board)".to_owned()]);
static ADD_PIECE: BoardCall = function("add_piece", Asked::Open, |call| {
    let piece = ["X", "O"][call.mover];
    vec![board(call), format!("add_piece(board, \"{piece}\", {})", call.column), "board".to_owned()]
});
static REMOVE_PIECE: BoardCall = function("remove_piece", Asked::Filled, |call| {
    vec![board(call), format!("remove_piece(board, {})", call.column), "board".to_owned()]
});
static CHECK_WIN: BoardCall = BoardCall {
    takes_any_board: true,
    ..function("check_win", Asked::Nothing, |call| vec![board(call), "check_win(board)".to_owned()])
};

static CHECK_INPUT: Script = Script {
    name: "check_input",
    module: "a1",
    opening: &[],
    steps: &[
        Step::silent("check_input(\"a1\")"),
        Step::silent("check_input(\"r1\")"),
        Step::silent("check_input(\"a8\")"),
        Step::silent("check_input(\"R8\")"),
        Step::silent("check_input(\"A4\")"),
        Step::silent("check_input(\"h\")"),
        Step::silent("check_input(\"Q\")"),
        Step::silent("check_input(\"a9\")"),
        Step::silent("check_input(\"r0\")"),
        Step::silent("check_input(\"\")"),
        Step::silent("check_input(\"a\")"),
        Step::silent("check_input(\"3\")"),
        Step::silent("check_input(\"3a\")"),
        Step::silent("check_input(\"b4\")"),
        Step::silent("check_input(\"b9\")"),
        Step::silent("check_input(\"a10\")"),
        Step::silent("check_input(\"a3 \")"),
        Step::silent("check_input(\" a3\")"),
        Step::silent("check_input(\"r-1\")"),
        Step::silent("check_input(\"ab\")"),
        Step::silent("check_input(\"help\")"),
        Step::silent("check_input(\"q \")"),
    ],
    closing: &[],
    most: 3,
    most_alike: 1,
};

/// Returns the columns as text, each from its top.
fn columns(call: &Call) -> Vec<String> {
    let rows = call.texts(['-', 'X', 'O']);
    (0..SIZE).map(|column| rows.iter().filter_map(|row| row.chars().nth(column)).collect()).collect()
}

/// Returns the column argument, or the first column.
fn column(call: &Call) -> String {
    columns(call).swap_remove(usize::try_from(call.column).ok().filter(|it| *it < SIZE).unwrap_or_default())
}

fn board(call: &Call) -> String {
    format!("board = {}", list_of(&columns(call)))
}
