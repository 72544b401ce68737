//! `toString`: the grid as the players see it.

use std::fmt;

use super::bugs::*;
use super::grid::{Checker, Grid};
use super::search::is_in_line;
use crate::Bugs;
use crate::lines::Cell;

/// The text that `toString` returns for a grid.
pub(super) struct Picture<'a> {
    /// The grid.
    pub(super) grid: &'a Grid,
    /// The bugs of the program.
    pub(super) bugs: Bugs,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, row) in self.grid.rows().enumerate() {
            let characters: String = row.iter().map(|location| character(location, self.bugs)).collect();
            writeln!(f, "|{characters}|{}", row_number(number, self.bugs))?;
        }
        write!(f, "+{}+", "-".repeat(self.border_length()))?;
        if !self.bugs.has(&FOOTER_MISSING) {
            write!(f, "\n{}", self.footer())?;
        }
        Ok(())
    }
}

impl Picture<'_> {
    /// Returns which characters are checkers in a line.
    pub(super) fn checkers_in_lines(&self) -> Vec<usize> {
        let mut characters = Vec::new();
        let mut start = 0;
        for (row, line) in self.to_string().lines().take(self.grid.height()).enumerate() {
            let columns = (0..self.grid.width()).filter(|&column| self.is_in_line(Cell { row, column }));
            // A bar comes before the first location.
            characters.extend(columns.map(|column| start + 1 + column));
            start += line.chars().count() + 1;
        }
        characters
    }

    fn is_in_line(&self, cell: Cell) -> bool {
        self.grid.checker(cell).is_some() && is_in_line(self.grid, cell, Bugs::NONE)
    }

    fn border_length(&self) -> usize {
        let (grid, bugs) = (self.grid, self.bugs);
        let length = if bugs.has(&BORDER_AS_LONG_AS_HIGH) { grid.height() } else { grid.width() };
        if bugs.has(&BORDER_ONE_TOO_LONG) { length + 1 } else { length }
    }

    fn footer(&self) -> String {
        let blank = if self.bugs.has(&FOOTER_WITHOUT_BLANK) { "" } else { " " };
        let first = usize::from(self.bugs.has(&COLUMNS_NUMBERED_FROM_1));
        let rows_counted = self.bugs.has(&COLUMNS_NUMBERED_LIKE_ROWS);
        let count = if rows_counted { self.grid.height() } else { self.grid.width() };
        let numbers: String = (first..first + count).map(|column| column.to_string()).collect();
        format!("{blank}{numbers}")
    }
}

fn row_number(row: usize, bugs: Bugs) -> String {
    if bugs.has(&ROWS_NOT_NUMBERED) {
        String::new()
    } else if bugs.has(&ROWS_NUMBERED_FROM_1) {
        (row + 1).to_string()
    } else {
        row.to_string()
    }
}

fn character(location: &Option<Checker>, bugs: Bugs) -> char {
    let shown = if bugs.has(&COLOURS_EXCHANGED) { location.map(Checker::other) } else { *location };
    match shown {
        Some(Checker::Red) => 'X',
        Some(Checker::Black) => 'O',
        None if bugs.has(&EMPTY_SHOWN_AS_DOT) => '.',
        None => ' ',
    }
}
