//! Reads the marks that were given by hand.

use std::path::Path;

use super::{Error, file};
use crate::gradebook;
use crate::plan::{Expected, Plan};
use crate::points::Points;
use crate::report::Visible;
use crate::score::Marks;

/// The column that says whose marks a row holds.
const NAME: &str = "name";

/// The marks in a CSV file: a column `name`, and one for each manual item, headed as in `grades.csv`. Other
/// columns are not looked at, and empty cells are marks that are still to come.
pub(super) fn read(path: &Path, plan: &Plan) -> Result<Marks, Error> {
    let usage = |what: String| {
        Error::Usage(format!("cannot use the marks in `{}`: {}", path.display(), Visible::lines(&what)))
    };
    let help = "help: fill in the grades.csv of an earlier run, and name that file";
    let bytes = file::read(path).map_err(|why| usage(format!("{why}\n{help}")))?;
    let rows = gradebook::rows(&bytes, NAME).map_err(|error| usage(error.to_string()))?;
    let (header, rows) = rows.split_first().ok_or_else(|| usage(gradebook::Error::Empty.to_string()))?;
    let column = |name: &str| header.cells.iter().position(|header| header == name);
    let names = column(NAME).ok_or_else(|| usage(format!("it has no column `{NAME}`\n{help}")))?;
    let mut items: Vec<(usize, String, Points)> = Vec::new();
    for job in plan.jobs.iter().filter(|job| matches!(job.expected, Expected::Manual(_))) {
        let group = plan.spec.groups[job.group].name.as_ref();
        let name = &job.scenario.name;
        let name = group.map_or_else(|| name.clone(), |group| format!("{group} / {name}"));
        let missing = || usage(format!("it has no column `{name}`\n{help}"));
        items.push((column(&name).ok_or_else(missing)?, name.clone(), job.scenario.points));
    }
    let mut marks = Marks::new();
    for row in rows {
        let cell = |column: usize| row.cells.get(column).map_or("", String::as_str);
        let submission = cell(names);
        for (column, name, max) in &items {
            let cell = cell(*column);
            if cell.is_empty() {
                continue;
            }
            let wrong = |why: String| usage(format!("`{cell}` for `{submission}` in `{name}`: {why}"));
            // A spreadsheet may have written `2,5`.
            let points = gradebook::points(cell).map_or_else(|| cell.parse(), Ok);
            let points: Points = points.map_err(|error| wrong(format!("{error}")))?;
            if points > *max {
                return Err(wrong(format!("it is worth {max} points at the most")));
            }
            marks.insert((submission.to_owned(), name.clone()), points);
        }
    }
    Ok(marks)
}
