//! The functions of `connect4.py` and `c4game.py`, for sessions: a grid is a list of lists of strings.

use super::bugs::*;
use super::event::Event;
use super::grid::{Checker, Grid};
use super::picture::Picture;
use super::win::last_played;
use crate::Bugs;
use crate::session::{Call, Function, Module, Object, Outcome};

/// The modules that can be imported.
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
    let bugs = call.deviations.bugs;
    let grid = Grid::new(call.count(0)?, call.count(1)?, bugs);
    let row = |row: &[_]| Object::list(row.iter().map(|location| object(*location, bugs)).collect());
    let mut rows: Vec<Object> = grid.rows().map(row).collect();
    if bugs.has(&ROWS_ARE_ONE_LIST) {
        rows = vec![rows[0].clone(); rows.len()];
    }
    Ok(Object::list(rows))
}

/// Changes the grid that was passed.
fn play(call: &mut Call) -> Outcome<Object> {
    let (before, column, bugs) = (grid(call)?, call.int(1)?, call.deviations.bugs);
    let checker = location(&call.str(2)?, Bugs::NONE).flatten();
    let checker = checker.ok_or_else(|| call.wrong(2, "`'red'` or `'black'`"))?;
    let mut after = before.clone();
    let is_played = after.play(column, checker, bugs)?;
    for (row, (new, old)) in after.rows().zip(before.rows()).enumerate() {
        for column in (0..new.len()).filter(|&column| new[column] != old[column]) {
            call.any(0).set_in_rows(row, column, object(new[column], bugs));
        }
    }
    Ok(match is_played {
        true if bugs.has(&PLAY_GIVES_NOTHING) => Object::None,
        true if bugs.has(&PLAY_GIVES_THE_GRID) => call.any(0),
        false if bugs.has(&FULL_COLUMN_GIVES_NONE) && before.existing(column, bugs)?.is_some() => {
            Object::None
        }
        is_played => Object::Bool(is_played),
    })
}

fn win(call: &mut Call) -> Outcome<Object> {
    let bugs = call.deviations.bugs;
    let (grid, column) = (grid(call)?, call.int(1)?);
    Ok(match super::win::win(&grid, column, bugs)? {
        Some(_) if bugs.has(&WIN_GIVES_TRUE) => Object::Bool(true),
        None if bugs.has(&NOBODY_IS_NONE) && last_played(&grid, column, bugs)?.is_some() => Object::None,
        winner => Object::str(word(winner)),
    })
}

fn to_string(call: &mut Call) -> Outcome<Object> {
    let (grid, bugs) = (grid(call)?, call.deviations.bugs);
    let picture = Picture { grid: &grid, bugs };
    if bugs.has(&GRID_PRINTED_NOT_RETURNED) {
        call.console().print(Event::Grid(picture));
        return Ok(Object::None);
    }
    Ok(Object::str(picture.to_string()))
}

fn main(call: &mut Call) -> Outcome<Object> {
    super::main(call.deviations.bugs, &mut call.console())?;
    Ok(Object::None)
}

/// Returns the grid that was passed.
fn grid(call: &Call) -> Outcome<Grid> {
    let bugs = call.deviations.bugs;
    let locations = call.any(0).as_rows(|item| location(item.as_str()?, bugs));
    let locations = locations.ok_or_else(|| {
        call.wrong(0, "a list of lists of equal length that hold `'red'`, `'black'` and `'empty'` only")
    })?;
    Ok(Grid::of(locations))
}

fn location(word: &str, bugs: Bugs) -> Option<Option<Checker>> {
    match word {
        "red" => Some(Some(Checker::Red)),
        "black" => Some(Some(Checker::Black)),
        "empty" => Some(None),
        " " if bugs.has(&EMPTY_IS_A_BLANK) => Some(None),
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

/// Returns a location as an item of a row.
fn object(location: Option<Checker>, bugs: Bugs) -> Object {
    let is_blank = location.is_none() && bugs.has(&EMPTY_IS_A_BLANK);
    Object::str(if is_blank { " " } else { word(location) })
}
