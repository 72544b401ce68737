//! Gradebooks: marks go back into the file that a learning management system gave out.
//!
//! Students are found by their ids, and by their full names only if no id can be compared. If a student is not found for
//! certain, nothing is written. Everything in the file except the marks stays the same, byte for byte.
//!
//! Students choose their names, so the text of a cell is [`Untrusted`] when it leaves this module. Inside, it is compared,
//! and never shown.

mod encoding;
mod error;
mod fill;
mod fresh;
mod layout;
mod number;
mod remark;
mod rows;
mod table;
#[cfg(test)]
mod tests;
mod translated;

use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::submission::{Arrival, Lms, Student, name_key};
use crate::untrusted::Untrusted;

use layout::Layout;
use rows::Rows;
use table::Table;

pub use error::Error;
pub use fresh::fresh;
pub use layout::Column;
pub use remark::Remark;

/// A file of marks that an LMS gave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradebook {
    table: Table,
    layout: Layout,
    rows: Rows,
}

/// The mark of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The student.
    pub student: Student,
    /// The points; `None` if the submission could not be graded.
    pub points: Option<Points>,
    /// The comment as HTML, for an LMS that accepts comments in its table.
    pub comment: String,
}

/// The conversion of marks if the gradebook has another maximum than the spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conversion {
    /// Marks are not changed.
    #[default]
    None,
    /// Marks become the same share of the maximum of the gradebook.
    ToMaximum,
}

/// Whose a hand-in is, by the gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Nothing speaks against the student that the LMS names.
    TheirOwn,
    /// It is a team's, with these members.
    Team(Vec<Student>),
    /// The number is that of somebody else, with this name.
    Another(Untrusted),
    /// It has the number of a member of a group, and the group's name. The member's name is this.
    Group(Untrusted),
}

/// What a gradebook knows of a student. Of the times, only Moodle's worksheet tells any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name, if it is another one than that of the student.
    pub name: Option<Untrusted>,
    /// When the student handed in.
    pub arrival: Option<Arrival>,
    /// Until when this student can hand in, on the clock of the LMS, if that is not as for everybody.
    pub until: Option<DateTime>,
    /// Whether what was handed in is a draft, which Moodle gives out, too.
    pub is_draft: bool,
}

/// A gradebook that was filled with marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The bytes of the file.
    pub content: Vec<u8>,
    /// The number of marks that were written.
    pub marks: usize,
    /// Remarks about every student without a mark, and about everything else that somebody should check.
    pub remarks: Vec<Remark>,
}

impl Gradebook {
    /// Reads the file of an LMS. `downloaded` is the LMS that the submissions come from, if that is known.
    ///
    /// # Errors
    ///
    /// When the file is not a gradebook, or has no column for the marks.
    pub fn read(bytes: &[u8], downloaded: Option<Lms>, column: Column) -> Result<Self, Error> {
        let mut table = Table::read(bytes, |header| layout::lms(header).is_some())?;
        if layout::is_of_sakai(&table, downloaded) {
            table = table.with_title();
        }
        let layout = Layout::new(&table, downloaded, column)?;
        let rows = Rows::new(&table, &layout);
        Ok(Self { table, layout, rows })
    }

    /// The LMS that wrote the gradebook.
    pub fn lms(&self) -> Lms {
        self.layout.lms
    }

    /// What a file is called that it is written into. What Blackboard parts by tabs ends in `.xls`, and its upload may go by that.
    pub fn file_name(&self) -> &'static str {
        match (self.layout.lms, self.table.delimiter()) {
            (Lms::Blackboard, '\t') => TABBED,
            _ => FILE_NAME,
        }
    }

    /// The header of the column that is filled.
    pub fn column(&self) -> Untrusted {
        self.table.cell(0, self.layout.grade).into()
    }

    /// Whose a hand-in is that the LMS gave to this student. Only Moodle's numbers may be those of others; Canvas writes the name of a
    /// group beside the number of one of its members.
    pub fn whose(&self, student: &Student) -> Whose {
        match self.lms() {
            Lms::Moodle => self.whose_at_moodle(student),
            Lms::Canvas => self.whose_at_canvas(student),
            _ => Whose::TheirOwn,
        }
    }

    /// What the gradebook knows of a student; `None` unless exactly one row is the student's.
    pub fn known(&self, student: &Student) -> Option<Known> {
        let row = self.only_row(student)?;
        let is_new = |name: &Untrusted| !name.is_empty() && name_key(name) != name_key(&student.name);
        Some(Known {
            name: Some(self.layout.name(&self.table, row).into()).filter(is_new),
            arrival: self.layout.arrival(&self.table, row),
            until: self.layout.until(&self.table, row),
            is_draft: self.layout.is_draft(&self.table, row),
        })
    }

    /// Until when students have time, where that is not the same for all.
    pub fn extensions(&self) -> impl Iterator<Item = DateTime> {
        self.rows.all.iter().filter_map(|row| self.layout.until(&self.table, *row))
    }

    /// Whether the gradebook has the maximum of its column.
    pub fn tells_maximum(&self) -> bool {
        self.rows.all.first().is_some_and(|row| self.layout.maximum(&self.table, *row).is_some())
    }

    /// Writes marks into the gradebook; `max` is the maximum of the spec.
    pub fn fill(&self, marks: &[Mark], max: Points, conversion: Conversion) -> Filled {
        fill::fill(self, marks, max, conversion)
    }
}

/// What files of marks are called.
pub const FILE_NAME: &str = "gradebook.csv";

/// What those are called whose cells are parted by tabs.
pub const TABBED: &str = "gradebook.xls";

/// One row of a table that somebody saved with a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file where the row begins, counted from 1.
    pub line: usize,
    /// The cells, without the quotes and the blanks around them.
    pub cells: Vec<Untrusted>,
}

/// The rows of a table, in every encoding and with every delimiter that spreadsheets use; `column` is a name that the
/// header must contain.
///
/// # Errors
///
/// When the bytes are not a table.
pub fn rows(bytes: &[u8], column: &str) -> Result<Vec<Row>, Error> {
    let table = Table::read(bytes, |header| header.iter().any(|cell| cell.trim() == column))?;
    let row = |row| Row {
        line: table.line(row),
        cells: (0..table.row(row).len()).map(|column| table.cell(row, column).into()).collect(),
    };
    Ok((0..table.height()).map(row).collect())
}

/// A number of points as people write it in any language: `2.5` or `2,5`.
pub fn points(text: &str) -> Option<Points> {
    number::points(text)
}
