//! Which column of a gradebook is which, by the headers that each LMS writes.

use jiff::civil::DateTime;

use crate::points::Points;
use crate::submission::{Arrival, IdKind, Lms};

use super::Error;
use super::table::Table;

/// What the columns of a gradebook are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Whose gradebook it is.
    pub(super) lms: Lms,
    /// The columns that hold ids.
    ids: Vec<(usize, IdKind)>,
    /// The column with the full name, or those with the first and the last name.
    names: Vec<usize>,
    /// The column to fill.
    pub(super) grade: usize,
    /// The row with the maxima, instead of one of a student: Canvas's `Points Possible`.
    maxima: Option<usize>,
    /// Moodle's `Maximum Grade`.
    maximum: Option<usize>,
    /// Moodle's `Grade can be changed`.
    changeable: Option<usize>,
    /// Moodle's `Last modified (submission)`.
    submitted: Option<usize>,
    /// Moodle's `Feedback comments`.
    pub(super) comments: Option<usize>,
}

/// What is sought.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The header that was asked for.
    pub asked: Option<&'a str>,
    /// What else the column may be called: the assignment's title and its key.
    pub titles: [&'a str; 2],
}

/// The LMS that writes such a header.
pub(super) fn lms(header: &[String]) -> Option<Lms> {
    let has = |name: &str| header.iter().any(|cell| is(cell, name));
    if has("Student") && has("ID") {
        Some(Lms::Canvas)
    } else if has("Identifier") && (has("Full name") || has("Grade")) {
        Some(Lms::Moodle)
    } else if has("End-of-Line Indicator") && (has("OrgDefinedId") || has("Username")) {
        Some(Lms::Brightspace)
    } else if has("Username") && header.iter().any(|cell| cell.contains("[Total Pts:")) {
        Some(Lms::Blackboard)
    } else {
        None
    }
}

fn is(cell: &str, name: &str) -> bool {
    cell.trim().eq_ignore_ascii_case(name)
}

impl Layout {
    /// Reads the header. `downloaded` is the LMS of the submissions: Moodle translates its headers, and so only the
    /// places of its columns are known in other languages.
    pub(super) fn new(table: &Table, downloaded: Option<Lms>, column: Column) -> Result<Self, Error> {
        let header = table.row(0);
        let find = |name: &str| header.iter().position(|cell| is(cell, name));
        let found = |columns: &[(&str, IdKind)]| {
            columns.iter().filter_map(|(name, kind)| Some((find(name)?, *kind))).collect::<Vec<_>>()
        };
        let translated = downloaded == Some(Lms::Moodle) && column.asked.is_some();
        let lms = match lms(&header) {
            Some(lms) => lms,
            None if translated => Lms::Moodle,
            None => return Err(Error::UnknownHeader { header }),
        };
        let (ids, names) = match lms {
            Lms::Canvas => (
                found(&[
                    ("ID", IdKind::Lms),
                    ("SIS User ID", IdKind::School),
                    ("SIS Login ID", IdKind::Login),
                ]),
                vec!["Student"],
            ),
            Lms::Moodle => {
                let mut ids = found(&[("Identifier", IdKind::Lms), ("Email address", IdKind::Email)]);
                ids.extend(find("ID number").map(|column| (column, IdKind::School)));
                let ids = if translated && ids.is_empty() { vec![(0, IdKind::Lms)] } else { ids };
                (ids, vec!["Full name"])
            }
            Lms::Brightspace => (
                found(&[
                    ("OrgDefinedId", IdKind::School),
                    ("Username", IdKind::Login),
                    ("Email", IdKind::Email),
                ]),
                vec!["First Name", "Last Name"],
            ),
            Lms::Blackboard | Lms::Gradescope | Lms::GitHubClassroom => (
                found(&[("Username", IdKind::Login), ("Student ID", IdKind::School)]),
                vec!["First Name", "Last Name"],
            ),
        };
        let maxima = (lms == Lms::Canvas && table.cell(1, 0).starts_with("Points Possible")).then_some(1);
        let names: Vec<usize> = names.iter().filter_map(|name| find(name)).collect();
        let is_read_only =
            |column: usize| maxima.is_some_and(|row| table.cell(row, column).contains("read only"));
        let candidates: Vec<usize> = (0..header.len())
            .filter(|&column| may_be_grade(lms, &header, column) && !is_read_only(column))
            .collect();
        Ok(Self {
            lms,
            ids,
            names,
            grade: grade(lms, &header, &candidates, column)?,
            maxima,
            maximum: find("Maximum Grade").filter(|_| lms == Lms::Moodle),
            changeable: find("Grade can be changed").filter(|_| lms == Lms::Moodle),
            submitted: find("Last modified (submission)").filter(|_| lms == Lms::Moodle),
            comments: find("Feedback comments").filter(|_| lms == Lms::Moodle),
        })
    }

    /// The rows of students.
    pub(super) fn students(&self, table: &Table) -> Vec<usize> {
        (1..table.height()).filter(|row| Some(*row) != self.maxima && self.is_student(table, *row)).collect()
    }

    fn is_student(&self, table: &Table, row: usize) -> bool {
        self.ids.iter().any(|(column, _)| !table.cell(row, *column).is_empty())
            || !self.name(table, row).is_empty()
    }

    /// The id of a kind in a row, if there is one.
    pub(super) fn id(&self, table: &Table, row: usize, kind: IdKind) -> Option<String> {
        let (column, _) = self.ids.iter().find(|(_, known)| *known == kind)?;
        let cell = table.cell(row, *column);
        let id = match (self.lms, kind) {
            // `Participant 12345`, in whatever language.
            (Lms::Moodle, IdKind::Lms) => {
                let number = cell.trim_start_matches(|c: char| !c.is_ascii_digit());
                number.to_owned()
            }
            // Exports put a `#` before ids, so that spreadsheets keep their zeros.
            (Lms::Brightspace, _) => cell.trim_start_matches('#').to_owned(),
            _ => cell,
        };
        Some(id).filter(|id| !id.is_empty())
    }

    /// The name in a row, as the gradebook writes it.
    pub(super) fn name(&self, table: &Table, row: usize) -> String {
        let parts: Vec<String> = self.names.iter().map(|column| table.cell(row, *column)).collect();
        parts.join(" ").trim().to_owned()
    }

    /// What can be had in the column, for the student in this row.
    pub(super) fn maximum(&self, table: &Table, row: usize) -> Option<Points> {
        let header = table.cell(0, self.grade);
        let after = |mark: &str| {
            let rest = header.split_once(mark)?.1.trim_start();
            Some(
                rest[..rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())].to_owned(),
            )
        };
        let text = match self.lms {
            Lms::Canvas => table.cell(self.maxima?, self.grade),
            Lms::Moodle => table.cell(row, self.maximum?),
            Lms::Brightspace => after("MaxPoints:")?,
            Lms::Blackboard => after("[Total Pts:")?,
            Lms::Gradescope | Lms::GitHubClassroom => return None,
        };
        text.replace(',', ".").parse().ok()
    }

    /// When the student in this row handed in, as Moodle writes it in English: `Sunday, 1 March 2026, 11:59 PM`.
    pub(super) fn arrival(&self, table: &Table, row: usize) -> Option<Arrival> {
        let cell = table.cell(row, self.submitted?);
        DateTime::strptime("%A, %d %B %Y, %I:%M %p", &cell).ok().map(Arrival::Clock)
    }

    /// Whether the LMS says that the grade in this row cannot be changed.
    pub(super) fn is_locked(&self, table: &Table, row: usize) -> bool {
        self.changeable.is_some_and(|column| is(&table.cell(row, column), "No"))
    }
}

/// Whether a column may hold points of an assignment.
fn may_be_grade(lms: Lms, header: &[String], column: usize) -> bool {
    let cell = header[column].trim();
    match lms {
        Lms::Canvas => {
            let section = header.iter().position(|cell| is(cell, "Section")).unwrap_or(0);
            column > section && title(lms, cell) != cell
        }
        Lms::Moodle => is(cell, "Grade"),
        Lms::Brightspace => cell.contains(" Points Grade"),
        Lms::Blackboard => cell.contains("[Total Pts:"),
        Lms::Gradescope | Lms::GitHubClassroom => false,
    }
}

/// The name that people gave to the column: without Canvas's `(98765)`, and so on.
fn title(lms: Lms, header: &str) -> &str {
    let header = header.trim();
    let title = match lms {
        Lms::Canvas => {
            header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")).and_then(|(title, number)| {
                (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(title)
            })
        }
        Lms::Brightspace => header.split_once(" Points Grade").map(|(title, _)| title),
        Lms::Blackboard => header.split_once(" [Total Pts:").map(|(title, _)| title),
        Lms::Moodle | Lms::Gradescope | Lms::GitHubClassroom => None,
    };
    title.unwrap_or(header)
}

/// The column that was asked for, or the only candidate, or the only one with the assignment's name.
fn grade(lms: Lms, header: &[String], candidates: &[usize], column: Column) -> Result<usize, Error> {
    let shown = || candidates.iter().map(|&column| header[column].trim().to_owned()).collect();
    let only = |columns: Vec<usize>| match columns.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let called = |name: &str, columns: &[usize]| {
        only(columns.iter().copied().filter(|&column| is(&header[column], name)).collect()).or_else(|| {
            let titled = |column: &usize| title(lms, &header[*column]).eq_ignore_ascii_case(name.trim());
            only(columns.iter().copied().filter(titled).collect())
        })
    };
    if let Some(asked) = column.asked {
        let all: Vec<usize> = (0..header.len()).collect();
        return called(asked, &all)
            .ok_or_else(|| Error::NoColumn { asked: asked.to_owned(), candidates: shown() });
    }
    let by_title = || column.titles.iter().find_map(|title| called(title, candidates));
    only(candidates.to_vec()).or_else(by_title).ok_or_else(|| Error::WhichColumn { candidates: shown() })
}
