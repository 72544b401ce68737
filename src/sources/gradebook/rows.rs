//! Finds the row of each student: by the ids, or else by the name.

use std::collections::{BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization;

use super::layout::Layout;
use super::table::Table;
use super::{Gradebook, Whose};
use crate::submission::{Id, IdKind, Student, name_key};
use crate::untrusted::{Text, Untrusted};

/// The rows of students in a gradebook, by their numbers in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) all: Vec<usize>,
    /// The rows with an id, which is in small letters.
    by_id: HashMap<(IdKind, String), Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Rows {
    pub(super) fn new(table: &Table, layout: &Layout) -> Self {
        let all = layout.students(table);
        let (mut by_id, mut by_name) = (HashMap::<_, Vec<usize>>::new(), HashMap::<_, Vec<usize>>::new());
        for row in &all {
            let student = layout.student(table, *row);
            for id in student.ids {
                by_id.entry(key(id.kind, id.text.expose())).or_default().push(*row);
            }
            by_name.entry(name_key(&student.name)).or_default().push(*row);
        }
        Self { all, by_id, by_name }
    }
}

fn key(kind: IdKind, id: &str) -> (IdKind, String) {
    (kind, id.to_ascii_lowercase())
}

impl Gradebook {
    /// The row of a student, if there is exactly one.
    pub(super) fn only_row(&self, student: &Student) -> Option<usize> {
        match self.rows_of(student).as_slice() {
            [row] => Some(*row),
            _ => None,
        }
    }

    /// The rows that may belong to a student: those with one of the ids, or else those with the name.
    pub(super) fn rows_of(&self, student: &Student) -> Vec<usize> {
        let with_id = |id: &Id| self.rows.by_id.get(&key(id.kind, id.text.expose())).cloned();
        let by_id: BTreeSet<usize> = student.ids.iter().filter_map(with_id).flatten().collect();
        if !by_id.is_empty() {
            return by_id.into_iter().collect();
        }
        let name = name_key(&student.name);
        let named = self.rows.by_name.get(&name).filter(|_| !name.is_empty());
        // If the row has an id of the same kind with another value, it belongs to another person with the same name.
        let is_namesake =
            |row: usize| student.ids.iter().any(|id| self.layout.id(&self.table, row, id.kind).is_some());
        named.into_iter().flatten().copied().filter(|row| !is_namesake(*row)).collect()
    }

    /// The name in the row with a number of the LMS, and the row.
    fn with_number(&self, student: &Student) -> Option<(usize, String)> {
        let number = student.id(IdKind::Lms)?;
        let row = *self.rows.by_id.get(&key(IdKind::Lms, number.expose()))?.first()?;
        Some((row, self.layout.name(&self.table, row)))
    }

    /// Whose a hand-in is that Moodle gave to a student: a team's number may be that of a participant.
    pub(super) fn whose_at_moodle(&self, student: &Student) -> Whose {
        let of_number = self.with_number(student);
        let handed_in_by = letters(student.name.expose());
        let is_same = |text: &str| !handed_in_by.is_empty() && letters(text) == handed_in_by;
        // Where students are not named, folders are called by the word that stands for each of them.
        let is_own = |(row, name): &(usize, String)| {
            is_same(name) || is_same(&self.layout.word_for_participant(&self.table, *row))
        };
        if of_number.as_ref().is_some_and(is_own) {
            return Whose::TheirOwn;
        }
        let members = self.rows.all.iter().filter(|row| self.layout.is_of_team(&self.table, **row, is_same));
        let members: Vec<Student> = members.map(|row| self.layout.student(&self.table, *row)).collect();
        if !members.is_empty() {
            return Whose::Team(members);
        }
        match of_number.filter(|(_, name)| !name.is_empty()) {
            Some((_, name)) => Whose::Another(name.into()),
            None => Whose::TheirOwn,
        }
    }

    /// Whose a hand-in is that Canvas gave to a student. A group's has the number of one member and the name of the group, in
    /// whatever order the names of students stand.
    pub(super) fn whose_at_canvas(&self, student: &Student) -> Whose {
        let Some((_, name)) = self.with_number(student) else { return Whose::TheirOwn };
        let called = letters(student.name.expose());
        let words: Vec<String> =
            name.split([',', ' ']).map(letters).filter(|word| !word.is_empty()).collect();
        // The last words of a name may be its first ones.
        let is_name =
            (0..words.len()).any(|first| [&words[first..], &words[..first]].concat().concat() == called);
        let is_number = student.ids.iter().any(|id| letters(id.text.expose()) == called);
        match words.is_empty() || is_name || is_number {
            true => Whose::TheirOwn,
            false => Whose::Group(name.into()),
        }
    }

    /// The name in a row, or its line where it has none.
    pub(super) fn shown(&self, row: usize) -> Untrusted {
        let name = self.layout.name(&self.table, row);
        if name.is_empty() { format!("line {}", self.table.line(row)).into() } else { name.into() }
    }
}

/// The letters and digits of a name: Moodle leaves signs out of the names of files.
fn letters(name: &str) -> String {
    name.nfc().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
