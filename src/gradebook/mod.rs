//! Gradebooks: marks go back into the file that a learning management system gave out.
//!
//! Students are found by their ids, and by their full names only where no id can be compared; nobody is guessed at.
//! Whatever is not a mark that was given here stays in the file, byte for byte.

mod encoding;
mod fill;
mod fresh;
mod layout;
mod number;
mod remark;
mod table;
mod translated;

use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::submission::{Arrival, Lms, Student};

use layout::Layout;
use table::Table;

pub use fresh::fresh;
pub use layout::Column;
pub use remark::Remark;

/// A file of marks that an LMS gave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradebook {
    table: Table,
    layout: Layout,
}

/// What one student gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Who.
    pub student: Student,
    /// How much; `None` if it could not be graded.
    pub points: Option<Points>,
    /// What is said about it, as HTML, for an LMS that takes comments in its table.
    pub comment: String,
}

/// What becomes of marks where the gradebook counts from another maximum than the spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conversion {
    /// They stay as they are.
    #[default]
    None,
    /// They become the same share of the gradebook's maximum.
    ToMaximum,
}

/// A gradebook with marks in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The bytes of the file.
    pub content: Vec<u8>,
    /// How many marks were written.
    pub marks: usize,
    /// Everybody who got none, and why; and what else somebody should know before it is handed in.
    pub remarks: Vec<Remark>,
}

/// Why a file is no gradebook that could be filled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// It is no text in an encoding that is known.
    #[error("it is not a text file\nhelp: save it as CSV, in UTF-8")]
    NotText,
    /// A cell has no end.
    #[error("the quote that is opened in line {line} is not closed")]
    OpenQuote {
        /// From 1.
        line: usize,
    },
    /// No LMS that is known writes such a header.
    #[error(
        "its header is not that of a known gradebook: {}\nhelp: export it again from Canvas, Moodle, Brightspace or \
         Blackboard, in English if that can be chosen; of a Moodle worksheet, name the column of marks with `--column`",
        list(.header)
    )]
    UnknownHeader {
        /// The cells of the header.
        header: Vec<String>,
    },
    /// There is no column of this name.
    #[error("it has no column `{asked}`, or more than one{}", columns(.candidates))]
    NoColumn {
        /// What was asked for.
        asked: String,
        /// The columns that may hold marks.
        candidates: Vec<String>,
    },
    /// No column, or more than one, may be the one of this assignment.
    #[error("it does not tell which column is this assignment's{}", columns(.candidates))]
    WhichColumn {
        /// The columns that may hold marks.
        candidates: Vec<String>,
    },
}

impl Gradebook {
    /// Reads the file of an LMS. `downloaded` is where the submissions come from, if that is known.
    ///
    /// # Errors
    ///
    /// When it is no gradebook, or has no column for the marks.
    pub fn read(bytes: &[u8], downloaded: Option<Lms>, column: Column) -> Result<Self, Error> {
        let table = Table::read(bytes, |header| layout::lms(header).is_some())?;
        let layout = Layout::new(&table, downloaded, column)?;
        Ok(Self { table, layout })
    }

    /// Whose gradebook it is.
    pub fn lms(&self) -> Lms {
        self.layout.lms
    }

    /// The header of the column that is filled.
    pub fn column(&self) -> String {
        self.table.cell(0, self.layout.grade)
    }

    /// When a student handed in, if it tells: Moodle's worksheet does.
    pub fn arrival(&self, student: &Student) -> Option<Arrival> {
        self.layout.arrival(&self.table, fill::row_of(&self.table, &self.layout, student)?)
    }

    /// What it calls a student, if it has one row that is the student's, and another name than is known.
    pub fn name(&self, student: &Student) -> Option<String> {
        let row = fill::row_of(&self.table, &self.layout, student)?;
        let is_new = |name: &String| !name.is_empty() && !fill::is_same_name(name, &student.name);
        Some(self.layout.name(&self.table, row)).filter(is_new)
    }

    /// Whether it tells what can be earned in its column.
    pub fn tells_maximum(&self) -> bool {
        let rows = self.layout.students(&self.table);
        rows.first().is_some_and(|row| self.layout.maximum(&self.table, *row).is_some())
    }

    /// Writes marks into it; `max` is what can be earned.
    pub fn fill(&self, marks: &[Mark], max: Points, conversion: Conversion) -> Filled {
        fill::fill(&self.table, &self.layout, marks, max, conversion)
    }
}

/// One row of a table that somebody saved with a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// Its cells, without quotes and blanks around them.
    pub cells: Vec<String>,
}

/// The rows of a table in whatever encoding and with whatever delimiter a spreadsheet saves it; `column` is one that its
/// header has.
///
/// # Errors
///
/// When it is no table.
pub fn rows(bytes: &[u8], column: &str) -> Result<Vec<Row>, Error> {
    let table = Table::read(bytes, |header| header.iter().any(|cell| cell.trim() == column))?;
    let row = |row| Row {
        line: table.line(row),
        cells: (0..table.row(row).len()).map(|column| table.cell(row, column)).collect(),
    };
    Ok((0..table.height()).map(row).collect())
}

/// A number of points as people of any language write it: `2.5`, `2,5`.
pub fn points(text: &str) -> Option<Points> {
    number::points(text)
}

fn columns(candidates: &[String]) -> String {
    match candidates {
        [] => "\nhelp: no column of it looks like marks of an assignment; export it again".to_owned(),
        [first, ..] => {
            format!("\nhelp: name one of {} with `--column`, such as `--column '{first}'`", list(candidates))
        }
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
