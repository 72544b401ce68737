//! Reads a roster: what somebody knows about the students and the LMS does not say.

use std::path::Path;

use crate::cli::{Error, file};
use crate::gradebook;
use crate::report::Visible;
use crate::submission::{Id, IdKind, Roster, RosterRow};
use crate::untrusted::{Text, Untrusted};

/// The column with the id of the student, and what it is called in the tables of Classroom 50.
const ID: [&str; 2] = ["id", "username"];

/// The columns that only rows of students have.
const STUDENTS: [&str; 9] =
    ["name", "first_name", "last_name", "group", "handed_in", "login", "school", "email", "github"];

/// The columns with other ids of the student.
const IDS: [IdKind; 4] = [IdKind::Login, IdKind::School, IdKind::Email, IdKind::GitHub];

/// Reads the roster in a CSV file. It has a column `id`, and any of `name`, `group`, `section`, `handed_in`, `due`, `login`,
/// `school`, `email`, `github`; or it is a `roster.csv` or `scores.csv` of Classroom 50. Other columns are ignored.
pub(crate) fn read(path: &Path) -> Result<Roster, Error> {
    let usage = |what: String| unusable(path, &what.into());
    let help = "help: make one with the columns that docs/lms.md lists, or leave out `--roster`";
    let bytes = file::read(path).map_err(|why| usage(format!("{why}\n{help}")))?;
    let read = |id| gradebook::rows(&bytes, id).map_err(|error| unusable(path, &error.message()));
    let place =
        |rows: &[gradebook::Row], name: &str| rows.first()?.cells.iter().position(|header| header == name);
    let mut rows = read(ID[0])?;
    if place(&rows, ID[0]).is_none() {
        rows = read(ID[1])?;
    }
    let id = ID.into_iter().find_map(|id| place(&rows, id));
    let column = |name: &str| place(&rows, name);
    let rows = rows.get(1..).ok_or_else(|| unusable(path, &gradebook::Error::Empty.message()))?;
    let id = id.ok_or_else(|| usage(format!("it has no column `{}`", ID[0])))?;
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
        let names = ["first_name", "last_name"].into_iter().filter_map(cell);
        let names = Some(Untrusted::join(names, " ")).filter(|name| !name.is_empty());
        let row = RosterRow {
            id: known.clone(),
            name: cell("name").or(names),
            ids: ids.collect(),
            group: cell("group"),
            section: cell("section"),
            handed_in: time("handed_in").transpose()?,
            due: due("due").transpose()?,
        };
        // Classroom 50 has a row for each time that a student handed in, one below the other.
        if column(ID[0]).is_some() || roster.rows.last() != Some(&row) {
            roster.rows.push(row);
        }
    }
    Ok(roster)
}

/// The error about a roster that cannot be used.
pub(crate) fn unusable(file: &Path, what: &Untrusted) -> Error {
    Error::Usage(format!("cannot use the roster `{}`: {}", file.display(), Visible::lines(what)))
}
