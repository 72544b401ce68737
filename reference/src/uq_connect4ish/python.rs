//! The functions of `a1.py` and the constants of `a1_support.py`, for sessions: a board is a list of
//! strings, one for each column.

use super::board::{self, BLANK, Board, Outcome as Ending, Player, SIZE};
use super::bugs::*;
use super::display;
use super::{game, support};
use crate::Bugs;
use crate::session::{Call, Constant, Function, Module, Object, Outcome};

/// The modules that can be imported.
pub(super) static MODULES: &[&Module] = &[&A1, &A1_SUPPORT];

static A1: Module = Module {
    name: "a1",
    imports: &[&A1_SUPPORT],
    functions: &[
        Function { name: "num_hours", parameters: &[], run: num_hours },
        Function { name: "generate_initial_board", parameters: &[], run: generate_initial_board },
        Function { name: "is_column_full", parameters: &["column"], run: is_column_full },
        Function { name: "is_column_empty", parameters: &["column"], run: is_column_empty },
        Function { name: "display_board", parameters: &["board"], run: display_board },
        Function { name: "check_input", parameters: &["command"], run: check_input },
        Function { name: "get_action", parameters: &[], run: get_action },
        Function { name: "add_piece", parameters: &["board", "piece", "column_index"], run: add_piece },
        Function { name: "remove_piece", parameters: &["board", "column_index"], run: remove_piece },
        Function { name: "check_win", parameters: &["board"], run: check_win },
        Function { name: "play_game", parameters: &[], run: play_game },
        Function { name: "main", parameters: &[], run: main },
    ],
    classes: &[],
    constants: &[],
};

static A1_SUPPORT: Module = Module {
    name: "a1_support",
    imports: &[],
    functions: &[],
    classes: &[],
    constants: &[
        ("PLAYER_1_PIECE", Constant::Str("X")),
        ("PLAYER_2_PIECE", Constant::Str("O")),
        ("BLANK_PIECE", Constant::Str("-")),
        ("COLUMN_SEPARATOR", Constant::Str("|")),
        ("BOARD_SIZE", Constant::Int(8)),
        ("REQUIRED_WIN_LENGTH", Constant::Int(4)),
        ("PLAYER_1_MOVE_MESSAGE", Constant::Str(support::PLAYER_1_MOVE_MESSAGE)),
        ("PLAYER_2_MOVE_MESSAGE", Constant::Str(support::PLAYER_2_MOVE_MESSAGE)),
        ("PLAYER_1_VICTORY_MESSAGE", Constant::Str(support::PLAYER_1_VICTORY_MESSAGE)),
        ("PLAYER_2_VICTORY_MESSAGE", Constant::Str(support::PLAYER_2_VICTORY_MESSAGE)),
        ("DRAW_MESSAGE", Constant::Str(support::DRAW_MESSAGE)),
        ("ENTER_COMMAND_MESSAGE", Constant::Str(support::ENTER_COMMAND_MESSAGE)),
        ("INVALID_FORMAT_MESSAGE", Constant::Str(support::INVALID_FORMAT_MESSAGE)),
        ("INVALID_COLUMN_MESSAGE", Constant::Str(support::INVALID_COLUMN_MESSAGE)),
        ("FULL_COLUMN_MESSAGE", Constant::Str(support::FULL_COLUMN_MESSAGE)),
        ("EMPTY_COLUMN_MESSAGE", Constant::Str(support::EMPTY_COLUMN_MESSAGE)),
        ("HELP_MESSAGE", Constant::Str(support::HELP_MESSAGE)),
        ("CONTINUE_MESSAGE", Constant::Str(support::CONTINUE_MESSAGE)),
    ],
};

/// Returns a float; any will do.
fn num_hours(call: &mut Call) -> Outcome<Object> {
    Ok(if call.deviations.bugs.has(&HOURS_WHOLE) { Object::int(0) } else { Object::Float(0.0) })
}

fn generate_initial_board(_: &mut Call) -> Outcome<Object> {
    Ok(Object::list(Board::initial().columns.iter().map(|column| text(column)).collect()))
}

fn is_column_full(call: &mut Call) -> Outcome<Object> {
    Ok(Object::Bool(board::is_column_full(&cells(&call.str(0)?), call.deviations.bugs)))
}

fn is_column_empty(call: &mut Call) -> Outcome<Object> {
    Ok(Object::Bool(board::is_column_empty(&cells(&call.str(0)?), call.deviations.bugs)))
}

fn display_board(call: &mut Call) -> Outcome<Object> {
    let (board, bugs) = (whole_board(call)?, call.deviations.bugs);
    if bugs.has(&DISPLAY_RETURNS_TEXT) {
        let lines = display::events(&board, bugs).map(|event| event.to_string());
        return Ok(Object::str(lines.collect::<String>()));
    }
    display::show(&board, bugs, &mut call.console());
    Ok(Object::None)
}

fn check_input(call: &mut Call) -> Outcome<Object> {
    let (command, deviations) = (call.str(0)?, call.deviations);
    let action = game::check_input(&command, deviations, &mut call.console())?;
    Ok(truth(action.is_some(), deviations.bugs.has(&NONE_FOR_INVALID)))
}

fn get_action(call: &mut Call) -> Outcome<Object> {
    let deviations = call.deviations;
    let (command, _) = game::get_action(deviations, &mut call.console())?;
    Ok(Object::str(if deviations.bugs.has(&COMMAND_LOWERED) { command.to_lowercase() } else { command }))
}

fn add_piece(call: &mut Call) -> Outcome<Object> {
    let piece = call.character(1)?.ok_or_else(|| call.wrong(1, "one character"))?;
    change_column(call, 2, |column, bugs| board::add_to_column(column, piece, bugs))
}

fn remove_piece(call: &mut Call) -> Outcome<Object> {
    change_column(call, 1, board::remove_from_column)
}

fn check_win(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let piece = match whole_board(call)?.check_win(bugs) {
        None if bugs.has(&FALSE_FOR_NO_WIN) => return Ok(Object::Bool(false)),
        None => return Ok(Object::None),
        Some(Ending::Victory(player @ (Player::One | Player::Two))) => player.piece(),
        Some(Ending::Draw) => BLANK,
    };
    Ok(Object::str(piece.to_string()))
}

fn play_game(call: &mut Call) -> Outcome<Object> {
    game::play_game(call.deviations, &mut call.console())?;
    Ok(Object::None)
}

fn main(call: &mut Call) -> Outcome<Object> {
    game::main(call.deviations, &mut call.console())?;
    Ok(Object::None)
}

/// Changes a column of the list that was passed, or returns the refusal.
fn change_column(
    call: &mut Call,
    index: usize,
    change: impl FnOnce(&mut [char], Bugs) -> Result<(), board::Refusal>,
) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let board = call.any(0);
    let columns = board.as_list().ok_or_else(|| call.wrong(0, "a list of columns"))?;
    let place = usize::try_from(call.int(index)?).ok().filter(|&place| place < columns.len());
    let place = place.ok_or_else(|| call.wrong(index, "the index of a column of the board"))?;
    let columns: Option<Vec<&str>> = columns.iter().map(Object::as_str).collect();
    let columns = columns.ok_or_else(|| call.wrong(0, "a list of columns"))?;
    let place = board::changed_column(&columns, place, bugs);
    let mut column = cells(columns[place]);
    match change(&mut column, bugs) {
        Ok(()) => {
            board.set(place, text(&column));
            Ok(Object::Bool(true))
        }
        Err(refusal) => {
            game::tell(refusal, bugs, &mut call.console());
            Ok(truth(false, bugs.has(&NONE_FOR_REFUSED)))
        }
    }
}

/// Returns True or False; a function that forgets to return False returns None.
fn truth(is_true: bool, forgets_false: bool) -> Object {
    if forgets_false && !is_true { Object::None } else { Object::Bool(is_true) }
}

/// Returns the board that was passed, which must have its full size.
fn whole_board(call: &Call) -> Outcome<Board> {
    let column = |column: &Object| <[char; SIZE]>::try_from(cells(column.as_str()?)).ok();
    let columns =
        call.any(0).as_list().and_then(|columns| columns.iter().map(column).collect::<Option<Vec<_>>>());
    let columns = columns.and_then(|columns| columns.try_into().ok());
    Ok(Board { columns: columns.ok_or_else(|| call.wrong(0, "a list of 8 strings of 8 characters each"))? })
}

fn cells(column: &str) -> Vec<char> {
    column.chars().collect()
}

fn text(column: &[char]) -> Object {
    Object::str(column.iter().collect::<String>())
}
