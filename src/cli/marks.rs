//! Reads the marks that were given by hand.

use std::path::Path;

use super::Error;
use crate::plan::{Expected, Plan};
use crate::points::Points;
use crate::score::Marks;

/// The marks in a CSV file: a column `name`, and one for each manual item, headed as in `grades.csv`. Other
/// columns are not looked at, and empty cells are marks that are still to come.
pub(super) fn read(file: &Path, plan: &Plan) -> Result<Marks, Error> {
    let usage = |what: String| Error::Usage(format!("cannot use the marks in `{}`: {what}", file.display()));
    let mut reader = csv::Reader::from_path(file).map_err(|error| usage(error.to_string()))?;
    let headers = reader.headers().map_err(|error| usage(error.to_string()))?.clone();
    let column = |name: &str| headers.iter().position(|header| header == name);
    let names = column("name").ok_or_else(|| usage("it has no column `name`".to_owned()))?;
    let mut items: Vec<(usize, String, Points)> = Vec::new();
    for job in plan.jobs.iter().filter(|job| matches!(job.expected, Expected::Manual(_))) {
        let group = plan.spec.groups[job.group].name.as_ref();
        let name = &job.scenario.name;
        let name = group.map_or_else(|| name.clone(), |group| format!("{group} / {name}"));
        let help =
            || usage(format!("it has no column `{name}`\nhelp: fill in the grades.csv of an earlier run"));
        items.push((column(&name).ok_or_else(help)?, name.clone(), job.scenario.points));
    }
    let mut marks = Marks::new();
    for row in reader.records() {
        let row = row.map_err(|error| usage(error.to_string()))?;
        let submission = row.get(names).unwrap_or_default();
        for (column, name, max) in &items {
            let cell = row.get(*column).unwrap_or_default().trim();
            if cell.is_empty() {
                continue;
            }
            let wrong = |why: String| usage(format!("`{cell}` for `{submission}` in `{name}`: {why}"));
            let points: Points = cell.parse().map_err(|error| wrong(format!("{error}")))?;
            if points > *max {
                return Err(wrong(format!("it is worth {max} points at the most")));
            }
            marks.insert((submission.to_owned(), name.clone()), points);
        }
    }
    Ok(marks)
}
