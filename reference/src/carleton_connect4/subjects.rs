//! The subjects for generated input: the functions, and the game on grids of several sizes.

use crate::Subject;
use crate::trial::{Asked, BoardCall, Call, DropGame, Effect, Move, Size, Word, list_of};

/// All subjects.
pub(super) static ALL: &[&dyn Subject] =
    &[&SMALL_GAME, &ODD_GAME, &WIDE_GAME, &MAKE_GRID, &PLAY, &WIN, &TO_STRING];

/// Lines that are no moves. The handout does not define input that is not a number.
const WORDS: &[Word] = &[
    Word::refused("10", "a number that is no column"),
    Word::refused("-1", "a negative number"),
    Word::refused("-4", "a negative number"),
    Word::with("quit", "quit", Effect::Ends),
    Word::size("4,5", "a size"),
    Word::size("4 , 4", "a size with blanks"),
];

const fn game(name: &'static str, opening: &'static [&'static str], rows: usize, columns: usize) -> DropGame {
    DropGame {
        name,
        args: &[],
        opening,
        size: Size { rows, columns, length: 4, opening: 1 },
        sized: |_, lines| {
            let (rows, columns) = super::input::size_of(lines.first()?)?;
            Some(Size { rows, columns, length: 4, opening: 1 })
        },
        typed: |one| match one {
            Move::Drop(column) | Move::Pop(column) => column.to_string(),
        },
        has_pops: false,
        words: WORDS,
        leaving: &["quit"],
        closing: &["quit"],
    }
}

static SMALL_GAME: DropGame = game("the game on 4 rows and 4 columns", &["4,4"], 4, 4);
static ODD_GAME: DropGame = game("the game on 5 rows and 5 columns", &["5,5"], 5, 5);
static WIDE_GAME: DropGame = game("the game on 6 rows and 7 columns", &[" 6 , 7"], 6, 7);

const fn function(name: &'static str, asked: Asked, write: fn(&Call) -> Vec<String>) -> BoardCall {
    let (rows, columns, length) = ((4, 10), (4, 10), 4);
    BoardCall { name, module: "connect4", rows, columns, length, asked, takes_any_board: false, write }
}

static MAKE_GRID: BoardCall = function("makeGrid", Asked::Nothing, |call| {
    vec![format!("makeGrid({}, {})", call.cells.len(), call.cells[0].len())]
});
static PLAY: BoardCall = function("play", Asked::Anything, |call| {
    let checker = ["red", "black"][call.mover];
    [grid(call), vec![format!("play(grid, {}, \"{checker}\")", call.column), "grid".to_owned()]].concat()
});
static WIN: BoardCall =
    function("win", Asked::Filled, |call| [grid(call), vec![format!("win(grid, {})", call.column)]].concat());
static TO_STRING: BoardCall =
    function("toString", Asked::Nothing, |call| [grid(call), vec!["toString(grid)".to_owned()]].concat());

/// Returns the Python lines that create a grid.
fn grid(call: &Call) -> Vec<String> {
    vec![
        "checkers = {\".\": \"empty\", \"X\": \"red\", \"O\": \"black\"}".to_owned(),
        format!("rows = {}", list_of(&call.texts(['.', 'X', 'O']))),
        "grid = [[checkers[letter] for letter in row] for row in rows]".to_owned(),
    ]
}
