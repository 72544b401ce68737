//! The functions of `connect4.py`, for sessions: boards are lists of strings.

use super::board::{Board, Disc};
use super::bugs::*;
use super::event::{Event, letters};
use super::{has_won, verify_board, verify_move};
use crate::session::{Call, Fault, Function, Module, Object, Outcome};
use crate::{Bugs, python};

/// The modules that can be imported.
pub(super) static MODULES: &[&Module] = &[&CONNECT4];

static CONNECT4: Module = Module {
    name: "connect4",
    imports: &[],
    functions: &[
        Function { name: "make_empty_board", parameters: &["nrows", "ncols"], run: answer_make_empty_board },
        Function { name: "print_board", parameters: &["board"], run: answer_print_board },
        Function { name: "verify_board", parameters: &["board"], run: answer_verify_board },
        Function { name: "verify_move", parameters: &["board", "column"], run: answer_verify_move },
        Function { name: "update_board", parameters: &["board", "column", "disc"], run: answer_update_board },
        Function { name: "has_won", parameters: &["board", "column"], run: answer_has_won },
    ],
    classes: &[],
    constants: &[],
};

fn answer_make_empty_board(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let board = Board::empty(call.count(0)?, call.count(1)?, bugs);
    let rows = board.rows().map(|row| {
        let spots = if bugs.has(&EMPTY_BOARD_OF_BLANKS) { " ".repeat(row.len()) } else { letters(row) };
        if bugs.has(&EMPTY_BOARD_OF_LISTS) { characters(&spots) } else { Object::str(spots) }
    });
    let list = Object::list(rows.collect());
    if bugs.has(&EMPTY_BOARD_PRINTED) || bugs.has(&EMPTY_BOARD_NOT_RETURNED) {
        call.console().print(Event::List(&board));
    }
    Ok(if bugs.has(&EMPTY_BOARD_NOT_RETURNED) { Object::None } else { list })
}

fn answer_print_board(call: &mut Call) -> Outcome<Object> {
    let (board, bugs) = (board(call)?, call.deviations.bugs);
    if bugs.has(&BOARD_RETURNED_NOT_PRINTED) {
        let text: String = super::picture(&board, bugs).iter().map(ToString::to_string).collect();
        return Ok(Object::str(text.trim_end_matches('\n')));
    }
    super::show(&board, bugs, &mut call.console());
    Ok(if bugs.has(&PRINT_GIVES_THE_BOARD) { call.any(0) } else { Object::None })
}

fn answer_verify_board(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    Ok(truth(verify_board(&board(call)?, bugs)?, bugs))
}

fn answer_verify_move(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let is_good = verify_move(&board(call)?, call.int(1)?, bugs)?;
    Ok(if !is_good && bugs.has(&MOVE_CHECK_GIVES_NONE) { Object::None } else { truth(is_good, bugs) })
}

/// Changes the list that was passed, and returns it.
fn answer_update_board(call: &mut Call) -> Outcome<Object> {
    let (before, bugs) = (board(call)?, call.deviations.bugs);
    let column = column(call, &before)?;
    let disc = call.character(2)?.and_then(Disc::from_letter);
    let disc = disc.ok_or_else(|| call.wrong(2, "`'X'` or `'O'`"))?;
    if bugs.is_empty() && before.rows().all(|row| row[column].is_some()) {
        return Err(call.wrong(1, "a column that has room"));
    }
    let mut after = before.clone();
    after.update(column, disc, bugs);
    let mut list = call.any(0);
    if bugs.has(&COPY_UPDATED) {
        list = Object::list(list.as_list().unwrap_or_default());
    }
    for (number, (row, _)) in after.rows().zip(before.rows()).enumerate().filter(|(_, (new, old))| new != old)
    {
        let row = letters(row);
        if bugs.has(&ROWS_BECOME_LISTS) {
            list.set(number, characters(&row));
        } else if is_list(&list, number) {
            return Err(Fault::type_error("can only concatenate list (not \"str\") to list"));
        } else {
            list.set(number, Object::str(row));
        }
    }
    Ok(if bugs.has(&UPDATE_GIVES_NOTHING) { Object::None } else { list })
}

fn answer_has_won(call: &mut Call) -> Outcome<Object> {
    let (board, bugs) = (board(call)?, call.deviations.bugs);
    let column = column(call, &board)?;
    if bugs.is_empty() && board.rows().all(|row| row[column].is_none()) {
        return Err(call.wrong(1, "a column that has a disc"));
    }
    let has_won = has_won(&board, column, bugs)?;
    Ok(if !has_won && bugs.has(&WON_GIVES_NONE) { Object::None } else { truth(has_won, bugs) })
}

/// Returns True or False, or the value that a bug returns instead.
fn truth(truth: bool, bugs: Bugs) -> Object {
    if bugs.has(&NUMBERS_FOR_TRUTH) { Object::int(i64::from(truth)) } else { Object::Bool(truth) }
}

/// Returns the board that was passed.
fn board(call: &Call) -> Outcome<Board> {
    let bugs = call.deviations.bugs;
    let row = |row: &Object| {
        let text = if makes_lists(bugs) { joined(row) } else { row.as_str().map(str::to_owned) };
        text?.chars().map(|letter| spot(letter, bugs)).collect::<Option<Vec<_>>>()
    };
    let spots = call.any(0).as_list().and_then(|rows| rows.iter().map(row).collect::<Option<Vec<_>>>());
    let has_equal_rows =
        |spots: &Vec<Vec<_>>| !spots.is_empty() && spots.iter().all(|row| row.len() == spots[0].len());
    let spots = spots.filter(has_equal_rows).ok_or_else(|| no_board(call))?;
    Ok(Board { spots })
}

/// Returns the spot of a letter on a board.
fn spot(letter: char, bugs: Bugs) -> Option<Option<Disc>> {
    match letter {
        '.' => Some(None),
        ' ' if bugs.has(&EMPTY_BOARD_OF_BLANKS) => Some(None),
        letter => Disc::from_letter(letter).map(Some),
    }
}

/// Tells whether a row is a list of characters, which only a bug creates.
fn is_list(board: &Object, row: usize) -> bool {
    board.as_list().and_then(|rows| rows.get(row)?.as_list()).is_some()
}

/// Tells whether these bugs create rows that are lists of characters.
fn makes_lists(bugs: Bugs) -> bool {
    bugs.has(&EMPTY_BOARD_OF_LISTS) || bugs.has(&ROWS_BECOME_LISTS)
}

/// Returns the text of a row that is a string or a list of strings.
fn joined(row: &Object) -> Option<String> {
    match row.as_list() {
        Some(items) => items.iter().map(Object::as_str).collect(),
        None => row.as_str().map(str::to_owned),
    }
}

fn characters(text: &str) -> Object {
    Object::list(text.chars().map(|letter| Object::str(letter.to_string())).collect())
}

/// Returns the fault for an argument that is no board.
fn no_board(call: &Call) -> Fault {
    let board = call.any(0);
    if call.deviations.bugs.is_empty() || board.as_list().is_some() {
        return call.wrong(0, "a list of strings of equal length that hold `.`, `X` and `O` only");
    }
    // With a bug, another function may have returned it: then the program itself crashes here.
    Fault::type_error(format!("'{}' object is not subscriptable", board.type_name()))
}

/// Returns the column that was passed, which must exist.
fn column(call: &Call, board: &Board) -> Outcome<usize> {
    if !call.deviations.bugs.is_empty() {
        return Ok(python::index(call.int(1)?, board.ncols())?);
    }
    let column = usize::try_from(call.int(1)?).ok().filter(|&column| column < board.ncols());
    column.ok_or_else(|| call.wrong(1, "a column of the board"))
}
