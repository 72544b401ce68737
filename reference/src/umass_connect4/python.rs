//! The functions of `connect4.py`, for sessions: boards come and go as lists of strings.

use super::board::{Board, Disc};
use crate::session::{Call, Function, Module, Object, Outcome};

/// What can be imported.
pub(super) static MODULES: &[&Module] = &[&CONNECT4];

static CONNECT4: Module = Module {
    name: "connect4",
    imports: &[],
    functions: &[
        Function { name: "make_empty_board", parameters: &["nrows", "ncols"], run: make_empty_board },
        Function { name: "print_board", parameters: &["board"], run: print_board },
        Function { name: "verify_board", parameters: &["board"], run: verify_board },
        Function { name: "verify_move", parameters: &["board", "column"], run: verify_move },
        Function { name: "update_board", parameters: &["board", "column", "disc"], run: update_board },
        Function { name: "has_won", parameters: &["board", "column"], run: has_won },
    ],
    classes: &[],
    constants: &[],
};

fn make_empty_board(call: &mut Call) -> Outcome<Object> {
    let board = Board::empty(call.count(0)?, call.count(1)?);
    Ok(Object::list(
        board.rows().map(|row| Object::str(row.iter().map(letter).collect::<String>())).collect(),
    ))
}

fn print_board(call: &mut Call) -> Outcome<Object> {
    let board = board(call)?;
    super::show(&board, &mut call.console());
    Ok(Object::None)
}

fn verify_board(call: &mut Call) -> Outcome<Object> {
    Ok(Object::Bool(board(call)?.verify()))
}

fn verify_move(call: &mut Call) -> Outcome<Object> {
    Ok(Object::Bool(board(call)?.verify_move(call.int(1)?)))
}

/// Changes the list that was passed in, and returns it.
fn update_board(call: &mut Call) -> Outcome<Object> {
    let mut board = board(call)?;
    let column = column(call, &board)?;
    let disc = call.character(2)?.and_then(Disc::from_letter);
    let disc = disc.ok_or_else(|| call.wrong(2, "`'X'` or `'O'`"))?;
    let row = board.update(column, disc).ok_or_else(|| call.wrong(1, "a column that has room"))?;
    let changed: String = board.spots[row].iter().map(letter).collect();
    let list = call.any(0);
    list.set(row, Object::str(changed));
    Ok(list)
}

fn has_won(call: &mut Call) -> Outcome<Object> {
    let board = board(call)?;
    let column = column(call, &board)?;
    if board.rows().all(|row| row[column].is_none()) {
        return Err(call.wrong(1, "a column that has a disc"));
    }
    Ok(Object::Bool(board.has_won(column)))
}

/// The board that was passed in.
fn board(call: &Call) -> Outcome<Board> {
    let spot = |letter| match letter {
        '.' => Some(None),
        letter => Disc::from_letter(letter).map(Some),
    };
    let row = |row: &Object| row.as_str()?.chars().map(spot).collect::<Option<Vec<_>>>();
    let spots = call.any(0).as_list().and_then(|rows| rows.iter().map(row).collect::<Option<Vec<_>>>());
    let has_equal_rows =
        |spots: &Vec<Vec<_>>| !spots.is_empty() && spots.iter().all(|row| row.len() == spots[0].len());
    let spots = spots
        .filter(has_equal_rows)
        .ok_or_else(|| call.wrong(0, "a list of strings of equal length that hold `.`, `X` and `O` only"))?;
    Ok(Board { spots })
}

/// The column that was passed in, which must exist.
fn column(call: &Call, board: &Board) -> Outcome<usize> {
    let column = usize::try_from(call.int(1)?).ok().filter(|&column| column < board.ncols());
    column.ok_or_else(|| call.wrong(1, "a column of the board"))
}

fn letter(spot: &Option<Disc>) -> char {
    match spot {
        None => '.',
        Some(Disc::X) => 'X',
        Some(Disc::O) => 'O',
    }
}
