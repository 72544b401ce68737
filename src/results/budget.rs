//! What other assignments of a course have taken of the budget of days.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Error, ResultsFolder};
use crate::submission::{Due, Id, IdKind, Student, name_key};
use crate::system;
use crate::untrusted::Untrusted;

/// The days that each student has taken, in the results of each assignment that was due before.
#[derive(Debug, Default)]
pub(crate) struct DaysTaken(Vec<OfAssignment>);

/// The days that each student has taken in one assignment.
#[derive(Debug, Default)]
struct OfAssignment {
    all: Vec<(Student, u32)>,
    /// Where each name and each id stands, in the form in which they are compared.
    places: HashMap<String, Vec<usize>>,
}

/// The parts of a `results.json` that tell it.
#[derive(Debug, Deserialize)]
struct Results {
    submissions: Vec<Graded>,
}

#[derive(Debug, Deserialize)]
struct Graded {
    name: Untrusted,
    late: Option<Late>,
    students: Vec<Listed>,
}

#[derive(Debug, Deserialize)]
struct Listed {
    name: Untrusted,
    ids: Vec<ListedId>,
    late: Option<Late>,
}

#[derive(Debug, Deserialize)]
struct ListedId {
    kind: String,
    id: Untrusted,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Late {
    budget: Option<Budget>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Budget {
    taken: u32,
}

impl DaysTaken {
    /// Reads the results folders that lie in the folder of a course, of assignments that were due before this one. Of two that are due at
    /// the same time, the key tells which one goes first.
    ///
    /// # Errors
    ///
    /// When the folder or one of them cannot be read, or two of them are of one assignment.
    pub(crate) fn read(course: &Path, assignment: &str, due: &Due) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::Read {
            path: course.to_path_buf(),
            reason: error.to_string().into(),
        };
        let mut found = BTreeMap::<String, PathBuf>::new();
        for entry in fs::read_dir(course).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let folder = match ResultsFolder::open(&path) {
                Err(Error::NoResults { .. }) => continue,
                opened => opened?,
            };
            let mut spec = folder.manifest().spec.spec()?;
            spec.late.heed(folder.manifest().due.as_ref());
            let is_before = |theirs: &Due| (theirs, spec.assignment.as_str()) < (due, assignment);
            if spec.assignment == assignment || !spec.late.due.as_ref().is_some_and(is_before) {
                continue;
            }
            if let Some(one) = found.insert(spec.assignment.clone(), path.clone()) {
                return Err(Error::Twice { one, other: path, assignment: spec.assignment });
            }
        }
        found
            .values()
            .map(|path| OfAssignment::read(&path.join("results.json")))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether there are no results of another assignment.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The days that a student has taken. Nothing is taken from whoever cannot be told apart from others.
    pub(crate) fn of(&self, student: &Student) -> u32 {
        self.0.iter().map(|one| one.of(student)).sum()
    }
}

impl OfAssignment {
    fn read(results: &Path) -> Result<Self, Error> {
        let unreadable = |reason: String| Error::Read { path: results.to_path_buf(), reason: reason.into() };
        let text = system::read(results).map_err(|error| unreadable(error.to_string()))?;
        let read: Results = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
        let mut taken = Self::default();
        for Graded { name, late, students } in read.submissions {
            let days =
                |late: Option<Late>| late.and_then(|late| late.budget).map_or(0, |budget| budget.taken);
            if students.is_empty() {
                taken.add(Student::called(name, Vec::new()), days(late));
            }
            for Listed { name, ids, late: own } in students {
                let id = |ListedId { kind, id }: ListedId| {
                    let kind = IdKind::ALL.into_iter().find(|known| known.word() == kind)?;
                    Some(Id { kind, text: id })
                };
                // Where members of a group have different dates, each has her own.
                taken
                    .add(Student::called(name, ids.into_iter().filter_map(id).collect()), days(own.or(late)));
            }
        }
        Ok(taken)
    }

    fn add(&mut self, student: Student, days: u32) {
        for key in keys(&student) {
            self.places.entry(key).or_default().push(self.all.len());
        }
        self.all.push((student, days));
    }

    fn of(&self, student: &Student) -> u32 {
        let mut places: Vec<usize> =
            keys(student).filter_map(|key| self.places.get(&key)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.retain(|place| self.all[*place].0.is(student));
        match places[..] {
            [only] => self.all[only].1,
            _ => 0,
        }
    }
}

/// The name and the ids of a student, in the form in which they are compared.
fn keys(student: &Student) -> impl Iterator<Item = String> {
    std::iter::once(&student.name).chain(student.ids.iter().map(|id| &id.text)).map(name_key)
}
