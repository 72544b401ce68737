//! Finds the row of each student: by the ids, or else by the name.

use std::collections::BTreeSet;

use super::layout::Layout;
use super::table::Table;
use crate::submission::Student;
use crate::untrusted::{Text, Untrusted};

/// The rows of students in a gradebook.
pub(super) struct Rows<'a> {
    table: &'a Table,
    layout: &'a Layout,
    rows: Vec<usize>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(table: &'a Table, layout: &'a Layout) -> Self {
        Self { table, layout, rows: layout.students(table) }
    }

    /// All of them, by their numbers in the table.
    pub(super) fn all(&self) -> &[usize] {
        &self.rows
    }

    /// The row of a student, if there is exactly one.
    pub(super) fn only(&self, student: &Student) -> Option<usize> {
        match self.of(student).as_slice() {
            [row] => Some(*row),
            _ => None,
        }
    }

    /// The rows that may belong to a student: those with one of the ids, or else those with the name.
    pub(super) fn of(&self, student: &Student) -> Vec<usize> {
        let has_id = |row: &usize| self.compare(student, *row).contains(&true);
        let by_id: Vec<usize> = self.rows.iter().copied().filter(has_id).collect();
        if !by_id.is_empty() {
            return by_id;
        }
        let name = name_key(student.name.expose());
        // If the row has an id of the same kind with another value, it belongs to another person with the same name.
        let is_namesake = |row: &usize| self.compare(student, *row).contains(&false);
        let has_name =
            |row: &usize| name_key(&self.layout.name(self.table, *row)) == name && !is_namesake(row);
        self.rows.iter().copied().filter(|_| !name.is_empty()).filter(has_name).collect()
    }

    /// Whether the ids are equal, for each kind of id that the student and the row both have.
    fn compare(&self, student: &Student, row: usize) -> BTreeSet<bool> {
        let same = |id: &crate::submission::Id| {
            let theirs = self.layout.id(self.table, row, id.kind)?;
            Some(theirs.eq_ignore_ascii_case(id.text.expose()))
        };
        student.ids.iter().filter_map(same).collect()
    }

    /// The name in a row, or its line where it has none.
    pub(super) fn shown(&self, row: usize) -> Untrusted {
        let name = self.layout.name(self.table, row);
        if name.is_empty() { format!("line {}", self.table.line(row)).into() } else { name.into() }
    }
}

/// Whether two texts are the same name.
pub(super) fn is_same_name(one: &Untrusted, other: &Untrusted) -> bool {
    name_key(one.expose()) == name_key(other.expose())
}

/// The form in which names are compared: `Doe, Jane` and `Jane Doe` are the same name, and neither upper and lower case
/// nor the number of blanks matters.
fn name_key(name: &str) -> String {
    let name =
        name.split_once(',').map_or_else(|| name.to_owned(), |(last, first)| format!("{first} {last}"));
    name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}
