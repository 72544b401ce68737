//! The class `Board`.

use super::super::board::Board;
use super::super::event::Event;
use super::{member, notation};
use crate::lines::Direction;
use crate::session::{Call, Class, ClassKind, Function, Instance, Object, Outcome};

pub(super) static BOARD: Class = Class {
    name: "Board",
    module: "connectN",
    kind: ClassKind::Plain {
        methods: &[
            Function { name: "__init__", parameters: &["self", "rowNum", "colNum"], run: init },
            Function { name: "initGrid", parameters: &["self"], run: init_grid },
            Function {
                name: "getColNum",
                parameters: &["self"],
                run: |call| Ok(Object::int(call.instance(0, &BOARD)?.int(COLUMNS)?)),
            },
            Function { name: "placeMark", parameters: &["self", "colNum", "mark"], run: place_mark },
            Function {
                name: "checkFull",
                parameters: &["self"],
                run: |call| Ok(Object::Bool(board(&*call.instance(0, &BOARD)?)?.is_full())),
            },
            Function { name: "display", parameters: &["self"], run: display },
            Function {
                name: "checkWin",
                parameters: &["self", "target"],
                run: |call| check_win(call, &Direction::ALL),
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

/// The object that an empty board is.
pub(super) fn object(rows: usize, columns: usize) -> Object {
    let instance = Instance::new(&BOARD);
    fill(&instance, rows, columns);
    Object::Instance(instance.into())
}

/// The board that an object is.
pub(super) fn board(instance: &Instance) -> Outcome<Board> {
    let grid = instance.attribute(GRID).and_then(|grid| grid.as_rows(notation));
    let expected = "a list of lists of equal length that hold Notations only";
    Ok(Board { grid: grid.ok_or_else(|| instance.wrong(GRID, expected))? })
}

/// Gives an object a grid of its own like that of a board.
pub(super) fn set_grid(instance: &Instance, board: &Board) {
    let row = |row: &[_]| Object::list(row.iter().copied().map(member).collect());
    instance.set(GRID, Object::list(board.rows().map(row).collect()));
}

/// Makes the grid of an object like that of a board, cell by cell, for all who know it.
pub(super) fn set_cells(instance: &Instance, board: &Board) {
    let Some(grid) = instance.attribute(GRID) else { return };
    for (row, cells) in board.rows().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            grid.set_in_rows(row, column, member(cell));
        }
    }
}

fn init(call: &mut Call) -> Outcome<Object> {
    fill(&*call.instance(0, &BOARD)?, call.count(1)?, call.count(2)?);
    Ok(Object::None)
}

/// Sets the attributes of an empty board.
fn fill(instance: &Instance, rows: usize, columns: usize) {
    instance.set(ROWS, Object::count(rows));
    instance.set(COLUMNS, Object::count(columns));
    set_grid(instance, &Board::new(rows, columns));
}

fn init_grid(call: &mut Call) -> Outcome<Object> {
    let instance = call.instance(0, &BOARD)?;
    let mut board = board(&instance)?;
    board.init_grid();
    set_grid(&instance, &board);
    Ok(Object::None)
}

fn place_mark(call: &mut Call) -> Outcome<Object> {
    let instance = call.instance(0, &BOARD)?;
    let mark = notation(&call.any(2)).ok_or_else(|| call.wrong(2, "a Notation"))?;
    let column = call.int(1)?;
    let mut board = board(&instance)?;
    let placed = board.place_mark(column, mark);
    match placed {
        Ok(_) => set_cells(&instance, &board),
        Err(refusal) => call.console().print(Event::Refused(refusal)),
    }
    Ok(Object::Bool(placed.is_ok()))
}

fn display(call: &mut Call) -> Outcome<Object> {
    let board = board(&*call.instance(0, &BOARD)?)?;
    super::super::show(&board, &mut call.console());
    Ok(Object::None)
}

fn check_win(call: &mut Call, directions: &[Direction]) -> Outcome<Object> {
    let board = board(&*call.instance(0, &BOARD)?)?;
    let target = usize::try_from(call.int(1)?).ok().filter(|&target| target > 0);
    let target = target.ok_or_else(|| call.wrong(1, "an int of at least 1"))?;
    let mut winners = board.winners(directions, target);
    match (winners.next(), winners.next()) {
        (None, _) => Ok(Object::None),
        (Some(winner), None) => Ok(member(winner)),
        (Some(_), Some(_)) => Err(call.wrong(0, "a Board on which only one player has a line")),
    }
}
