//! The grid, with one method for every function of `connect4.py`.

use std::fmt;

use crate::lines::{Cell, is_in_line};

/// So many checkers in a line win.
const LINE: usize = 4;

/// A checker, by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checker {
    /// Starts every game.
    Red,
    /// Goes second.
    Black,
}

impl Checker {
    /// The opponent's.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

/// Rows of locations, from the top; a location has a checker or is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// Any position, reachable or not.
    pub(super) locations: Vec<Vec<Option<Checker>>>,
}

impl Grid {
    /// `makeGrid`
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { locations: vec![vec![None; columns]; rows] }
    }

    /// Whether no location is empty.
    pub(super) fn is_full(&self) -> bool {
        self.locations.iter().flatten().all(Option::is_some)
    }

    /// `play`: plays the checker in the column and gives its row; one that has no room, or is none, changes
    /// nothing.
    pub(super) fn play(&mut self, column: i64, checker: Checker) -> Option<usize> {
        let column = usize::try_from(column).ok()?;
        let row = self.locations.iter().rposition(|row| row.get(column) == Some(&None))?;
        self.locations[row][column] = Some(checker);
        Some(row)
    }

    /// `win`: whose line there is through the last checker played in the column.
    pub(super) fn win(&self, column: i64) -> Option<Checker> {
        let column = usize::try_from(column).ok()?;
        let row = (0..self.locations.len()).find(|&row| self.checker(Cell { row, column }).is_some())?;
        let last = Cell { row, column };
        let checker = self.checker(last);
        if is_in_line(last, LINE, |cell| self.checker(cell) == checker) { checker } else { None }
    }

    fn checker(&self, cell: Cell) -> Option<Checker> {
        *self.locations.get(cell.row)?.get(cell.column)?
    }
}

/// `toString`
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, row) in self.locations.iter().enumerate() {
            let characters: String = row.iter().map(character).collect();
            writeln!(f, "|{characters}|{number}")?;
        }
        let columns = self.locations[0].len();
        writeln!(f, "+{}+", "-".repeat(columns))?;
        write!(f, " ")?;
        (0..columns).try_for_each(|column| write!(f, "{column}"))
    }
}

fn character(location: &Option<Checker>) -> char {
    match location {
        Some(Checker::Red) => 'X',
        Some(Checker::Black) => 'O',
        None => ' ',
    }
}
