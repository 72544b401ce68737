//! The subjects for generated input: the game on boards of several sizes, and the methods of all classes.

use crate::Subject;
use crate::trial::{Asked, BoardCall, Call, DropGame, Move, Script, Size, Step, Word};

/// All subjects.
pub(super) static ALL: &[&dyn Subject] = &[
    &GAME,
    &SMALL_GAME,
    &LONG_GAME,
    &PLACE_MARK,
    &PLACE_MARKS,
    &CHECK_FULL,
    &CHECK_WIN,
    &PLAYER,
    &TURNS,
    &ROUNDS,
];

/// Lines that are no moves.
const WORDS: &[Word] = &[
    Word::refused("10", "a number that is no column"),
    Word::refused("-1", "a negative number"),
    Word::refused("x", "a letter"),
    Word::refused("", "an empty line"),
    Word::open("1.5", "a fraction"),
    Word::open(" 1", "a column with blanks around it"),
    Word::open("01", "a column with a zero before it"),
];

const fn game(
    name: &'static str,
    args: &'static [&'static str],
    rows: usize,
    columns: usize,
    length: usize,
) -> DropGame {
    DropGame {
        name,
        args,
        opening: &[],
        size: Size { rows, columns, length, opening: 0 },
        sized: |args, _| {
            let number = |place: usize| args.get(place)?.parse().ok();
            Some(Size { rows: number(0)?, columns: number(1)?, length: number(2)?, opening: 0 })
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

static GAME: DropGame = game("the game", &["6", "7", "4", "1", "Ann", "Bob"], 6, 7, 4);
static SMALL_GAME: DropGame =
    game("the game on 4 rows and 3 columns", &["4", "3", "3", "1", "Ann", "Bob"], 4, 3, 3);
static LONG_GAME: DropGame =
    game("the game with lines of five", &["6", "6", "5", "1", "Ann", "Bob"], 6, 6, 5);

const fn method(name: &'static str, asked: Asked, write: fn(&Call) -> Vec<String>) -> BoardCall {
    let (rows, columns, length) = ((3, 8), (3, 8), 4);
    BoardCall { name, module: "connectN", rows, columns, length, asked, takes_any_board: false, write }
}

static PLACE_MARK: BoardCall = method("placeMark", Asked::Anything, |call| {
    let mark = format!("board.placeMark({}, Notation.PLAYER{})", call.column, call.mover + 1);
    [board(call), vec![mark, "board._Board__grid".to_owned()]].concat()
});
static PLACE_MARKS: BoardCall = method("placeMark, several times", Asked::Nothing, |call| {
    [board(call), vec!["board._Board__grid".to_owned()]].concat()
});
static CHECK_FULL: BoardCall =
    method("checkFull", Asked::Nothing, |call| [board(call), vec!["board.checkFull()".to_owned()]].concat());
static CHECK_WIN: BoardCall = method("checkWin", Asked::Nothing, |call| {
    [board(call), vec!["board.checkWin(4)".to_owned(), "board.checkWin(3)".to_owned()]].concat()
});

/// Returns the Python lines that create a board.
fn board(call: &Call) -> Vec<String> {
    let new = format!("board = Board({}, {})", call.cells.len(), call.cells[0].len());
    let place = |(turn, column): (usize, &usize)| {
        format!("placed = board.placeMark({column}, Notation.PLAYER{})", turn % 2 + 1)
    };
    std::iter::once(new).chain(call.moves.iter().enumerate().map(place)).collect()
}

static PLAYER: Script = Script {
    name: "Player",
    module: "connectN",
    opening: &[
        "first = Player(\"Ann\", Notation.PLAYER1, 0)",
        "second = Player(\"Bob\", Notation.PLAYER2, 37)",
    ],
    // The handout leaves the wording of a player's details open.
    steps: &[
        Step::silent("first.addScoreByOne()"),
        Step::silent("second.addScoreByOne()"),
        Step::silent("first.getScore()"),
        Step::silent("second.getScore()"),
        Step::silent("first.getName()"),
        Step::silent("second.getNotation()"),
        Step::silent("details = first.display()"),
        Step::silent("first = Player(\"Rosa\", Notation.PLAYER2, 4)"),
    ],
    closing: &[
        "[first.getName(), first.getNotation(), first.getScore()]",
        "[second.getName(), second.getNotation(), second.getScore()]",
        "[first._Player__playerName, first._Player__playerNotation, first._Player__curScore]",
    ],
    most: 7,
    most_alike: 3,
};

/// On a board of 4 rows, no column is full after three marks.
static TURNS: Script = Script {
    name: "Game, turn by turn",
    module: "connectN",
    opening: &["game = Game(4, 5, 3, 2, \"Ann\", \"Bob\")"],
    steps: &[
        Step::silent("changed = game._Game__changeTurn()"),
        Step { line: "played = game._Game__playBoard(game._Game__playerList[0])", stdin: &["0"] },
        Step { line: "played = game._Game__playBoard(game._Game__playerList[1])", stdin: &["4"] },
        Step {
            line: "played = game._Game__playBoard(game._Game__curPlayer)",
            stdin: &["5", "-1", "x", "", "2"],
        },
        Step::silent("game._Game__curPlayer.getName()"),
    ],
    closing: &["game._Game__curPlayer.getName()", "game._Game__board._Board__grid"],
    most: 8,
    most_alike: 3,
};

/// The handout leaves open what happens to the board and the turn after a round.
static ROUNDS: Script = Script {
    name: "Game, round by round",
    module: "connectN",
    opening: &["game = Game(3, 3, 3, 9, \"Ann\", \"Bob\")"],
    steps: &[
        Step { line: "played = game.playRound()", stdin: &["0", "1", "0", "1", "0"] },
        Step { line: "played = game.playRound()", stdin: &["0", "1", "0", "1", "2", "1"] },
        Step {
            line: "played = game.playRound()",
            stdin: &["0", "0", "0", "0", "1", "1", "3", "x", "2", "2", "2", "1"],
        },
        Step { line: "played = game.playRound()", stdin: &["0", "0", "0", "2", "1", "1", "2", "1", "2"] },
    ],
    closing: &["[player.getScore() for player in game._Game__playerList]"],
    most: 4,
    most_alike: 3,
};
