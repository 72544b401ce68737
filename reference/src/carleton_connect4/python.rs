//! The functions of `connect4.py` and `c4game.py`, for sessions: a grid is a list of lists of strings.

use super::grid::{Checker, Grid};
use crate::session::{Call, Function, Module, Object, Outcome};

/// What can be imported.
pub(super) static MODULES: &[&Module] = &[&CONNECT4, &C4GAME];

static CONNECT4: Module = Module {
    name: "connect4",
    imports: &[],
    functions: &[
        Function { name: "makeGrid", parameters: &["nRows", "nCols"], run: make_grid },
        Function { name: "play", parameters: &["grid", "column", "checker"], run: play },
        Function { name: "win", parameters: &["grid", "column"], run: win },
        Function { name: "toString", parameters: &["grid"], run: to_string },
    ],
    classes: &[],
    constants: &[],
};

static C4GAME: Module = Module {
    name: "c4game",
    imports: &[],
    functions: &[Function { name: "main", parameters: &[], run: main }],
    classes: &[],
    constants: &[],
};

fn make_grid(call: &mut Call) -> Outcome<Object> {
    let grid = Grid::new(call.count(0)?, call.count(1)?);
    let row = |row: &Vec<_>| Object::list(row.iter().map(|location| Object::str(word(*location))).collect());
    Ok(Object::list(grid.locations.iter().map(row).collect()))
}

/// Changes the grid that was passed in.
fn play(call: &mut Call) -> Outcome<Object> {
    let (mut grid, column) = (grid(call)?, call.int(1)?);
    let checker = location(&call.str(2)?).flatten();
    let checker = checker.ok_or_else(|| call.wrong(2, "`'red'` or `'black'`"))?;
    let row = grid.play(column, checker);
    if let (Some(row), Ok(column)) = (row, usize::try_from(column)) {
        call.any(0).set_in_rows(row, column, Object::str(word(Some(checker))));
    }
    Ok(Object::Bool(row.is_some()))
}

fn win(call: &mut Call) -> Outcome<Object> {
    Ok(Object::str(word(grid(call)?.win(call.int(1)?))))
}

fn to_string(call: &mut Call) -> Outcome<Object> {
    Ok(Object::str(grid(call)?.to_string()))
}

fn main(call: &mut Call) -> Outcome<Object> {
    super::main(&mut call.console())?;
    Ok(Object::None)
}

/// The grid that was passed in.
fn grid(call: &Call) -> Outcome<Grid> {
    let locations = call.any(0).as_rows(|item| location(item.as_str()?));
    let locations = locations.ok_or_else(|| {
        call.wrong(0, "a list of lists of equal length that hold `'red'`, `'black'` and `'empty'` only")
    })?;
    Ok(Grid { locations })
}

fn location(word: &str) -> Option<Option<Checker>> {
    match word {
        "red" => Some(Some(Checker::Red)),
        "black" => Some(Some(Checker::Black)),
        "empty" => Some(None),
        _ => None,
    }
}

fn word(location: Option<Checker>) -> &'static str {
    match location {
        Some(Checker::Red) => "red",
        Some(Checker::Black) => "black",
        None => "empty",
    }
}
