//! Reads what somebody knows of the students and their LMS does not tell.

use std::path::Path;

use super::Error;
use crate::report::Visible;
use crate::submission::{Id, IdKind, Roster, RosterRow};

/// The columns of further ids.
const IDS: [IdKind; 4] = [IdKind::Login, IdKind::School, IdKind::Email, IdKind::GitHub];

/// The roster in a CSV file: a column `id`, and any of `name`, `group`, `handed_in`, `due`, `login`, `school`,
/// `email`, `github`. Other columns are not looked at.
pub(super) fn read(file: &Path) -> Result<Roster, Error> {
    let usage = |what: String| unusable(file, &what);
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(file).map_err(|e| usage(e.to_string()))?;
    let headers = reader.headers().map_err(|error| usage(error.to_string()))?.clone();
    let column = |name: &str| headers.iter().position(|header| header.trim_start_matches('\u{feff}') == name);
    let id = column("id").ok_or_else(|| usage("it has no column `id`".to_owned()))?;
    let mut roster = Roster::default();
    for row in reader.records() {
        let row = row.map_err(|error| usage(error.to_string()))?;
        let cell = |name: &str| {
            let text = column(name).and_then(|column| row.get(column))?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        let line = row.position().map_or(0, csv::Position::line);
        let wrong = |column: &str, why: String| usage(format!("line {line}, column `{column}`: {why}"));
        let time =
            |name: &str| cell(name).map(|text| text.parse().map_err(|error| wrong(name, format!("{error}"))));
        let due =
            |name: &str| cell(name).map(|text| text.parse().map_err(|error| wrong(name, format!("{error}"))));
        let known = row.get(id).unwrap_or_default();
        if known.is_empty() {
            continue;
        }
        let ids = IDS.into_iter().filter_map(|kind| cell(kind.word()).map(|text| Id { kind, text }));
        roster.rows.push(RosterRow {
            id: known.to_owned(),
            name: cell("name"),
            ids: ids.collect(),
            group: cell("group"),
            handed_in: time("handed_in").transpose()?,
            due: due("due").transpose()?,
        });
    }
    Ok(roster)
}

/// A roster that cannot be used.
pub(super) fn unusable(file: &Path, what: &impl ToString) -> Error {
    let what = what.to_string();
    Error::Usage(format!("cannot use the roster `{}`: {}", file.display(), Visible::lines(&what)))
}
