//! Reads a roster: what somebody knows about the students and the LMS does not say.

use std::path::Path;

use crate::cli::{Error, file};
use crate::gradebook;
use crate::report::Visible;
use crate::submission::{Id, IdKind, Roster, RosterRow};
use crate::untrusted::{Text, Untrusted};

/// The column with the id of the student.
const ID: &str = "id";

/// The columns that only rows of students have.
const STUDENTS: [&str; 7] = ["name", "group", "handed_in", "login", "school", "email", "github"];

/// The columns with other ids of the student.
const IDS: [IdKind; 4] = [IdKind::Login, IdKind::School, IdKind::Email, IdKind::GitHub];

/// Reads the roster in a CSV file. It has a column `id`, and any of `name`, `group`, `section`, `handed_in`, `due`, `login`,
/// `school`, `email`, `github`. Other columns are ignored.
pub(crate) fn read(path: &Path) -> Result<Roster, Error> {
    let usage = |what: String| unusable(path, &what.into());
    let help = "help: make one with the columns that docs/lms.md lists, or leave out `--roster`";
    let bytes = file::read(path).map_err(|why| usage(format!("{why}\n{help}")))?;
    let rows = gradebook::rows(&bytes, ID).map_err(|error| unusable(path, &error.message()))?;
    let (header, rows) =
        rows.split_first().ok_or_else(|| unusable(path, &gradebook::Error::Empty.message()))?;
    let column = |name: &str| header.cells.iter().position(|header| header == name);
    let id = column(ID).ok_or_else(|| usage(format!("it has no column `{ID}`")))?;
    let mut roster = Roster::default();
    for row in rows {
        let line = row.line;
        let cell = |name: &str| {
            let text = column(name).and_then(|column| row.cells.get(column))?;
            (!text.is_empty()).then(|| text.clone())
        };
        let wrong = |column: &str, why: String| usage(format!("line {line}, column `{column}`: {why}"));
        let time = |name: &str| {
            cell(name).map(|text| text.expose().parse().map_err(|error| wrong(name, format!("{error}"))))
        };
        let due = |name: &str| {
            cell(name).map(|text| text.expose().parse().map_err(|error| wrong(name, format!("{error}"))))
        };
        let Some(known) = row.cells.get(id).filter(|known| !known.is_empty()) else {
            // A row about a section tells nothing else, unlike that of a student whose id is missing.
            let is_bare = STUDENTS.into_iter().all(|column| cell(column).is_none());
            if let Some(section) = cell("section").filter(|_| is_bare) {
                roster.sections.push((section, due("due").transpose()?));
            }
            continue;
        };
        let ids = IDS.into_iter().filter_map(|kind| cell(kind.word()).map(|text| Id { kind, text }));
        roster.rows.push(RosterRow {
            id: known.clone(),
            name: cell("name"),
            ids: ids.collect(),
            group: cell("group"),
            section: cell("section"),
            handed_in: time("handed_in").transpose()?,
            due: due("due").transpose()?,
        });
    }
    Ok(roster)
}

/// The error about a roster that cannot be used.
pub(crate) fn unusable(file: &Path, what: &Untrusted) -> Error {
    Error::Usage(format!("cannot use the roster `{}`: {}", file.display(), Visible::lines(what)))
}
