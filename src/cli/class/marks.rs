//! Reads marks that were given by hand.

use std::collections::HashMap;
use std::path::Path;

use crate::cli::notes::{self, Notes};
use crate::cli::{Error, file};
use crate::gradebook;
use crate::plan::{Expected, Plan};
use crate::points::Points;
use crate::report::{Csv, Visible};
use crate::results::Revised;
use crate::score::Marks;
use crate::submission::{Submission, name_key};
use crate::untrusted::{Text, Untrusted};

/// The column with the name of the submission.
const NAME: &str = "name";

/// The file of the results folder that lists notes if they are too many for standard error.
const LIST: &str = "mark-notes.txt";

/// The marks of a file.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) marks: Marks,
    /// The rows that are nobody's.
    nobodys: Vec<Untrusted>,
    /// The marks that stand in it twice.
    twice: Vec<Untrusted>,
}

/// Reads the marks in a CSV file. It has a column `name`, and one for each manual item, with the same header as in
/// `grades.csv`. Other columns are ignored, and an empty cell is a mark that nobody has given yet.
pub(crate) fn read(path: &Path, plan: &Plan, class: &[Submission]) -> Result<Given, Error> {
    let usage = |what: Untrusted| {
        Error::Usage(format!("cannot use the marks in `{}`: {}", path.display(), Visible::lines(&what)))
    };
    let help = "help: fill in the grades.csv of an earlier run, and name that file";
    let bytes = file::read(path).map_err(|why| usage(format!("{why}\n{help}").into()))?;
    let rows = gradebook::rows(&bytes, NAME).map_err(|error| usage(error.message()))?;
    let (header, rows) = rows.split_first().ok_or_else(|| usage(gradebook::Error::Empty.message()))?;
    let column = |name: &str| {
        let mut columns = (0..header.cells.len()).filter(|column| header.cells[*column] == *name);
        match (columns.next(), columns.next()) {
            (Some(column), None) => Ok(column),
            (None, _) => Err(usage(format!("it has no column `{name}`\n{help}").into())),
            (Some(_), Some(_)) => {
                let help = "help: keep the one that counts";
                Err(usage(format!("it has two columns `{name}`\n{help}").into()))
            }
        }
    };
    let names = column(NAME)?;
    let mut items: Vec<(usize, String, Points)> = Vec::new();
    for job in plan.jobs.iter().filter(|job| matches!(job.expected, Expected::Manual(_))) {
        let group = plan.spec.groups[job.group].name.as_ref();
        let name = &job.scenario.name;
        let name = group.map_or_else(|| name.clone(), |group| format!("{group} / {name}"));
        items.push((column(&name)?, name, job.scenario.points));
    }
    let whose = Names::of(class);
    let mut given = Given::default();
    for row in rows {
        let nothing = Untrusted::default();
        let cell = |column: usize| row.cells.get(column).unwrap_or(&nothing);
        let name = cell(names);
        let submission = whose.submission(name);
        let mut is_marked = false;
        for (column, item, max) in &items {
            let cell = cell(*column);
            if cell.is_empty() {
                continue;
            }
            let wrong = |why: String| {
                let place = Untrusted::concat(&[&"`", cell, &"` for `", name]);
                usage(Untrusted::concat(&[&place, &format!("` in `{item}`: {why}")]))
            };
            let cell = cell.expose();
            // A spreadsheet may have written `2,5`.
            let points = gradebook::points(cell).map_or_else(|| cell.parse(), Ok);
            let points: Points = points.map_err(|error| wrong(format!("{error}")))?;
            if points > *max {
                return Err(wrong(format!("it is worth {} at the most", max.counted())));
            }
            is_marked = true;
            let Some(submission) = submission else { continue };
            let before = given.marks.insert((submission.clone(), item.clone()), points);
            if let Some(before) = before.filter(|before| *before != points) {
                let said = format!(
                    "` has {before} and {points} for `{item}` in the file of marks: {points} counts, which stands below"
                );
                given.twice.push(Untrusted::concat(&[&"`", submission, &said]));
            }
        }
        if is_marked && submission.is_none() {
            let meant = name.most_alike(class.iter().map(|one| &one.name));
            let meant = meant.map(|meant| Untrusted::concat(&[&"; did you mean `", meant, &"`?"]));
            given.nobodys.push(Untrusted::concat(&[
                &format!("line {} of the file of marks is for `", row.line),
                name,
                &"`, and no submission has that name: nobody gets these marks",
                &meant.unwrap_or_default(),
            ]));
        }
    }
    Ok(given)
}

impl Given {
    /// The same with marks that hold where the file says nothing.
    #[must_use]
    pub(crate) fn with(self, others: Marks) -> Self {
        let marks = others.into_iter().chain(self.marks).collect();
        Self { marks, ..self }
    }

    /// Writes to standard error which marks are nobody's, and which are not the only ones.
    pub(crate) fn tell(&self, revised: &[Revised], results: Option<&Path>) -> Result<(), Error> {
        let all = [
            Notes {
                together: format!("{} rows of the file of marks are for no submission", self.nobodys.len()),
                each: self.nobodys.clone(),
            },
            Notes {
                together: format!("{} marks stand in the file of marks twice", self.twice.len()),
                each: self.twice.clone(),
            },
            Notes {
                together: format!("{} marks of the file were given otherwise, too", revised.len()),
                each: revised.iter().map(was_revised).collect(),
            },
        ];
        notes::tell(&all, results.map(|results| results.join(LIST)).as_deref())
    }
}

fn was_revised(revised: &Revised) -> Untrusted {
    let Revised { submission, scenario, counts, before, by } = revised;
    let why = match by {
        None => format!("` had {before} for `{scenario}`, and has {counts} now, as the file of marks says"),
        Some(by) => format!(
            "` has {counts} for `{scenario}`, which {by} gave after the {before} of the file of marks: to have \
             those again, undo it in `yardstick review`"
        ),
    };
    Untrusted::concat(&[&"`", submission, &why])
}

/// The submissions of a class, by what a file of marks may call them.
struct Names<'a> {
    /// As they are, and as `grades.csv` shows them.
    exact: HashMap<String, &'a Untrusted>,
    /// As people write them; `None` for what several may be.
    written: HashMap<String, Option<&'a Untrusted>>,
}

impl<'a> Names<'a> {
    fn of(class: &'a [Submission]) -> Self {
        let names = || class.iter().map(|submission| &submission.name);
        let shown = names().map(|name| (Csv::cell(name), name));
        let exact = shown.chain(names().map(|name| (name.expose().to_owned(), name))).collect();
        let mut written = HashMap::new();
        for name in names() {
            let several = written.contains_key(&name_key(name));
            written.insert(name_key(name), (!several).then_some(name));
        }
        Self { exact, written }
    }

    fn submission(&self, name: &Untrusted) -> Option<&'a Untrusted> {
        let exact = self.exact.get(name.expose()).copied();
        exact.or_else(|| self.written.get(&name_key(name)).copied().flatten())
    }
}
