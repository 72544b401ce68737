//! The class `Board`.

use std::rc::Rc;

use super::super::board::Board;
use super::super::bugs::*;
use super::super::{game, search};
use super::{attribute, member, notation};
use crate::Bugs;
use crate::lines::Direction;
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};

pub(super) static BOARD: Class = Class {
    name: "Board",
    kind: ClassKind::Plain {
        methods: &[
            Function { name: "__init__", parameters: &["self", "rowNum", "colNum"], run: init },
            Function { name: "initGrid", parameters: &["self"], run: init_grid },
            Function { name: "getColNum", parameters: &["self"], run: get_col_num },
            Function { name: "placeMark", parameters: &["self", "colNum", "mark"], run: place_mark },
            Function { name: "checkFull", parameters: &["self"], run: check_full },
            Function { name: "display", parameters: &["self"], run: display },
            Function {
                name: "checkWin",
                parameters: &["self", "target"],
                run: |call| check_win(call, search::searched(call.deviations.bugs)),
            },
            Function {
                name: "__checkWinHorizontal",
                parameters: &["self", "target"],
                run: |call| check_win(call, &[Direction::Horizontal]),
            },
            Function {
                name: "__checkWinVertical",
                parameters: &["self", "target"],
                run: |call| check_win(call, &[Direction::Vertical]),
            },
            Function {
                name: "__checkWinDiagonal",
                parameters: &["self", "target"],
                run: |call| check_win(call, &[Direction::Falling, Direction::Rising]),
            },
        ],
    },
};

const ROWS: &str = "_Board__rowNum";
const COLUMNS: &str = "_Board__colNum";
const GRID: &str = "_Board__grid";

/// Returns the name of an attribute of a board.
fn name(private: &'static str, bugs: Bugs) -> &'static str {
    attribute(private, bugs.has(&BOARD_PUBLIC))
}

/// Returns an empty board as an object.
pub(super) fn object(rows: usize, columns: usize, bugs: Bugs) -> Object {
    let instance = Instance::new(&BOARD);
    fill(&instance, rows, columns, bugs);
    Object::Instance(instance.into())
}

/// Returns the board of an object.
pub(super) fn board(instance: &Instance, bugs: Bugs) -> Outcome<Board> {
    let name = name(GRID, bugs);
    let grid = instance.attribute(name).and_then(|grid| grid.as_rows(notation));
    let expected = "a list of lists of equal length that hold Notations only";
    Ok(Board { grid: grid.ok_or_else(|| instance.wrong(name, expected))? })
}

/// Gives an object its own grid, equal to that of a board.
pub(super) fn set_grid(instance: &Instance, board: &Board, bugs: Bugs) {
    let rows = board.rows().map(|row| Object::list(row.iter().copied().map(member).collect()));
    let mut rows: Vec<Object> = rows.collect();
    if bugs.has(&ROWS_ALIASED) {
        rows = vec![rows[0].clone(); rows.len()];
    }
    instance.set(name(GRID, bugs), Object::list(rows));
}

/// Copies the cells of a board into the grid of an object, for all references to that grid.
pub(super) fn set_cells(instance: &Instance, board: &Board, bugs: Bugs) {
    let Some(grid) = instance.attribute(name(GRID, bugs)) else { return };
    for (row, cells) in board.rows().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            grid.set_in_rows(row, column, member(cell));
        }
    }
}

fn init(call: &mut Call) -> Outcome<Object> {
    fill(&*call.instance(0, &BOARD)?, call.count(1)?, call.count(2)?, call.deviations.bugs);
    Ok(Object::None)
}

/// Sets the attributes of an empty board.
fn fill(instance: &Instance, rows: usize, columns: usize, bugs: Bugs) {
    instance.set(name(ROWS, bugs), Object::count(rows));
    instance.set(name(COLUMNS, bugs), Object::count(columns));
    set_grid(instance, &Board::new(rows, columns, bugs), bugs);
}

/// Returns the board on which a method is called, as an object and as a board.
fn this(call: &Call) -> Outcome<(Rc<Instance>, Board)> {
    let instance = call.instance(0, &BOARD)?;
    let board = board(&instance, call.deviations.bugs)?;
    Ok((instance, board))
}

fn init_grid(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (instance, mut board) = this(call)?;
    board.init_grid(bugs);
    set_grid(&instance, &board, bugs);
    Ok(Object::None)
}

fn get_col_num(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let number = if bugs.has(&ROWS_FOR_COLUMNS) { ROWS } else { COLUMNS };
    Ok(Object::int(call.instance(0, &BOARD)?.int(name(number, bugs))?))
}

fn place_mark(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (instance, mut board) = this(call)?;
    let mark = notation(&call.any(2)).ok_or_else(|| call.wrong(2, "a Notation"))?;
    match board.place_mark(call.int(1)?, mark, bugs)? {
        Ok(()) => {
            set_cells(&instance, &board, bugs);
            Ok(if bugs.has(&NONE_FOR_PLACED) { Object::None } else { Object::Bool(true) })
        }
        Err(refusal) => {
            game::tell(refusal, bugs, &mut call.console());
            Ok(if bugs.has(&NONE_FOR_REFUSED) { Object::None } else { Object::Bool(false) })
        }
    }
}

fn check_full(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (_, board) = this(call)?;
    Ok(match board.is_full(bugs) {
        false if bugs.has(&NONE_FOR_NOT_FULL) => Object::None,
        is_full => Object::Bool(is_full),
    })
}

fn display(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (_, board) = this(call)?;
    game::show(&board, &[], bugs, &mut call.console());
    if bugs.has(&BOARD_TEXT_RETURNED) {
        let lines = game::board_events(&board, &[], bugs).map(|event| event.to_string());
        return Ok(Object::str(lines.collect::<String>()));
    }
    Ok(Object::None)
}

fn check_win(call: &mut Call, directions: &[Direction]) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (_, board) = this(call)?;
    let target = usize::try_from(call.int(1)?).ok().filter(|&target| target > 0);
    let target = target.ok_or_else(|| call.wrong(1, "an int of at least 1"))?;
    // A program with a bug meets such boards all the same, and finds the first player first.
    if bugs == Bugs::NONE && search::winners(&board, directions, target, bugs).count() > 1 {
        return Err(call.wrong(0, "a Board on which only one player has a line"));
    }
    Ok(match search::winner(&board, directions, target, bugs)? {
        Some(_) if bugs.has(&TRUE_FOR_WINNER) => Object::Bool(true),
        Some(winner) => member(winner),
        None if bugs.has(&FALSE_FOR_NO_WIN) => Object::Bool(false),
        None => Object::None,
    })
}
