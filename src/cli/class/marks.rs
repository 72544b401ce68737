//! Reads marks that were given by hand.

use std::path::Path;

use crate::cli::{Error, file};
use crate::gradebook;
use crate::plan::{Expected, Plan};
use crate::points::Points;
use crate::report::Visible;
use crate::score::Marks;
use crate::untrusted::{Text, Untrusted};

/// The column with the name of the submission.
const NAME: &str = "name";

/// Reads the marks in a CSV file. It has a column `name`, and one for each manual item, with the same header as in
/// `grades.csv`. Other columns are ignored, and an empty cell is a mark that nobody has given yet.
pub(crate) fn read(path: &Path, plan: &Plan) -> Result<Marks, Error> {
    let usage = |what: Untrusted| {
        Error::Usage(format!("cannot use the marks in `{}`: {}", path.display(), Visible::lines(&what)))
    };
    let help = "help: fill in the grades.csv of an earlier run, and name that file";
    let bytes = file::read(path).map_err(|why| usage(format!("{why}\n{help}").into()))?;
    let rows = gradebook::rows(&bytes, NAME).map_err(|error| usage(error.message()))?;
    let (header, rows) = rows.split_first().ok_or_else(|| usage(gradebook::Error::Empty.message()))?;
    let column = |name: &str| header.cells.iter().position(|header| header == name);
    let names = column(NAME).ok_or_else(|| usage(format!("it has no column `{NAME}`\n{help}").into()))?;
    let mut items: Vec<(usize, String, Points)> = Vec::new();
    for job in plan.jobs.iter().filter(|job| matches!(job.expected, Expected::Manual(_))) {
        let group = plan.spec.groups[job.group].name.as_ref();
        let name = &job.scenario.name;
        let name = group.map_or_else(|| name.clone(), |group| format!("{group} / {name}"));
        let missing = || usage(format!("it has no column `{name}`\n{help}").into());
        items.push((column(&name).ok_or_else(missing)?, name.clone(), job.scenario.points));
    }
    let mut marks = Marks::new();
    for row in rows {
        let nothing = Untrusted::default();
        let cell = |column: usize| row.cells.get(column).unwrap_or(&nothing);
        let submission = cell(names);
        for (column, name, max) in &items {
            let cell = cell(*column);
            if cell.is_empty() {
                continue;
            }
            let wrong = |why: String| {
                let place = Untrusted::concat(&[&"`", cell, &"` for `", submission]);
                usage(Untrusted::concat(&[&place, &format!("` in `{name}`: {why}")]))
            };
            let cell = cell.expose();
            // A spreadsheet may have written `2,5`.
            let points = gradebook::points(cell).map_or_else(|| cell.parse(), Ok);
            let points: Points = points.map_err(|error| wrong(format!("{error}")))?;
            if points > *max {
                return Err(wrong(format!("it is worth {} at the most", max.counted())));
            }
            marks.insert((submission.clone(), name.clone()), points);
        }
    }
    Ok(marks)
}
