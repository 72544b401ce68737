//! What other assignments of a course have taken of the budget of days.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::{Error, ResultsFolder};
use crate::submission::{Due, IdKind, Student, name_key};
use crate::system;
use crate::untrusted::Untrusted;

/// The days that each student has taken, by the ids and by the names.
#[derive(Debug, Default)]
pub(crate) struct DaysTaken {
    by_id: HashMap<(String, String), u32>,
    by_name: HashMap<String, u32>,
    /// The number of results folders that were read.
    pub(crate) folders: usize,
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
    /// Reads the results folders that lie in the folder of a course, of assignments that were due before this one.
    ///
    /// # Errors
    ///
    /// When the folder or one of them cannot be read.
    pub(crate) fn read(course: &Path, assignment: &str, due: &Due) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::Read {
            path: course.to_path_buf(),
            reason: error.to_string().into(),
        };
        let mut taken = Self::default();
        for entry in fs::read_dir(course).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let folder = match ResultsFolder::open(&path) {
                Err(Error::NoResults { .. }) => continue,
                opened => opened?,
            };
            let mut spec = folder.manifest().spec.spec()?;
            spec.late.heed(folder.manifest().due.as_ref());
            if spec.assignment != assignment && spec.late.due.as_ref().is_some_and(|theirs| theirs < due) {
                taken.add(&path.join("results.json"))?;
            }
        }
        Ok(taken)
    }

    fn add(&mut self, results: &Path) -> Result<(), Error> {
        let unreadable = |reason: String| Error::Read { path: results.to_path_buf(), reason: reason.into() };
        let text = system::read(results).map_err(|error| unreadable(error.to_string()))?;
        let Results { submissions } =
            serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
        self.folders += 1;
        for graded in submissions {
            let days = |late: Option<Late>| late.and_then(|late| late.budget).map(|budget| budget.taken);
            if graded.students.is_empty() {
                *self.by_name.entry(name_key(&graded.name)).or_default() += days(graded.late).unwrap_or(0);
            }
            for student in graded.students {
                // Where members of a group have different dates, each has her own.
                let days = days(student.late.or(graded.late)).unwrap_or(0);
                for id in &student.ids {
                    *self.by_id.entry((id.kind.clone(), name_key(&id.id))).or_default() += days;
                }
                *self.by_name.entry(name_key(&student.name)).or_default() += days;
            }
        }
        Ok(())
    }

    /// The days that a student has taken: found by an id, or else by the name.
    pub(crate) fn of(&self, student: &Student) -> u32 {
        let key = |kind: IdKind, text: &Untrusted| (kind.word().to_owned(), name_key(text));
        let by_id = student.ids.iter().find_map(|id| self.by_id.get(&key(id.kind, &id.text)));
        by_id.or_else(|| self.by_name.get(&name_key(&student.name))).copied().unwrap_or(0)
    }
}
