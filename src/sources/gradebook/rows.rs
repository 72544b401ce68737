//! Finds the row of each student: by the ids, or else by the name.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use super::Whose;
use super::layout::Layout;
use super::table::Table;
use crate::submission::{IdKind, Student, name_key};
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
        let name = name_key(&student.name);
        // If the row has an id of the same kind with another value, it belongs to another person with the same name.
        let is_namesake = |row: &usize| self.compare(student, *row).contains(&false);
        let has_name =
            |row: &usize| name_key(&self.layout.name(self.table, *row)) == name && !is_namesake(row);
        self.rows.iter().copied().filter(|_| !name.is_empty()).filter(has_name).collect()
    }

    /// Whose a hand-in is that Moodle gave to a student: a team's number may be that of a participant.
    pub(super) fn whose(&self, student: &Student) -> Whose {
        let number = student.id(IdKind::Lms);
        let has_number = |row: &&usize| {
            let theirs = self.layout.id(self.table, **row, IdKind::Lms);
            theirs.is_some_and(|theirs| number.is_some_and(|number| theirs == number.expose()))
        };
        let of_number = self.rows.iter().find(has_number);
        let handed_in_by = letters(student.name.expose());
        let is_same = |text: &str| !handed_in_by.is_empty() && letters(text) == handed_in_by;
        // Where students are not named, folders are called by the word that stands for each of them.
        let is_own = |row: usize| {
            is_same(&self.layout.name(self.table, row))
                || is_same(&self.layout.word_for_participant(self.table, row))
        };
        if of_number.is_some_and(|row| is_own(*row)) {
            return Whose::TheirOwn;
        }
        let members = self.rows.iter().filter(|row| self.layout.is_of_team(self.table, **row, is_same));
        let members: Vec<Student> = members.map(|row| self.layout.student(self.table, *row)).collect();
        if !members.is_empty() {
            return Whose::Team(members);
        }
        match of_number.map(|row| self.layout.name(self.table, *row)).filter(|name| !name.is_empty()) {
            Some(name) => Whose::Another(name.into()),
            None => Whose::TheirOwn,
        }
    }

    /// The name of whose number a hand-in has that is called otherwise, in whatever order the names stand.
    pub(super) fn of_group(&self, student: &Student) -> Option<Untrusted> {
        let number = student.id(IdKind::Lms)?;
        let has_number =
            |row: &&usize| self.layout.id(self.table, **row, IdKind::Lms).as_deref() == Some(number.expose());
        let name = self.layout.name(self.table, *self.rows.iter().find(has_number)?);
        let words: Vec<String> =
            name.split([',', ' ']).map(letters).filter(|word| !word.is_empty()).collect();
        let called = letters(student.name.expose());
        // The last words of a name may be its first ones.
        let is_same =
            (0..words.len()).any(|first| [&words[first..], &words[..first]].concat().concat() == called);
        (!is_same && !words.is_empty() && called != number.expose().to_lowercase()).then(|| name.into())
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

/// The letters and digits of a name: Moodle leaves signs out of the names of files.
fn letters(name: &str) -> String {
    name.nfc().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
