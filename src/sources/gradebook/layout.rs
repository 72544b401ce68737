//! Finds the columns of a gradebook by the headers that each LMS writes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use jiff::civil::DateTime;
use regex::Regex;

use crate::points::Points;
use crate::submission::{Arrival, Id, IdKind, Lms, Student};
use crate::untrusted::Untrusted;

use super::Error;
use super::number::{self, Decimal};
use super::table::Table;
use super::translated::Translated;

/// The places of the columns of a gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The LMS that wrote the gradebook.
    pub(super) lms: Lms,
    /// The columns with ids.
    ids: Vec<(usize, IdKind)>,
    /// The column with the full name, or the two columns with the first and the last name.
    names: Vec<usize>,
    /// The column that is filled.
    pub(super) grade: usize,
    /// The row with the maximum of each column, which belongs to no student: Canvas's `Points Possible`.
    maxima: Option<usize>,
    /// The column with the maximum, Moodle's `Maximum Grade`, in any language, and Classroom 50's `max_score`.
    maximum: Option<usize>,
    /// The column that says whether the grade can be changed, Moodle's `Grade can be changed`.
    changeable: Option<usize>,
    /// The column with the time of the submission, Moodle's `Last modified (submission)`.
    submitted: Option<usize>,
    /// The columns of Moodle that may say until when a student can hand in, and whether it is a draft: `Status` and `Due date`.
    status: Vec<usize>,
    /// The column with the name of the team, Moodle's `Group`.
    team: Option<usize>,
    /// The column for comments, Moodle's `Feedback comments` and Blackboard's `Feedback to Learner`.
    pub(super) comments: Option<usize>,
    /// The column that says in which form a comment is, Blackboard's `Feedback Format`.
    pub(super) format: Option<usize>,
    /// Whether each row is a group's, whose members have one mark: Sakai writes the number of the group there.
    pub(super) of_groups: bool,
}

/// The column of marks that is searched for.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The header that was asked for.
    pub asked: Option<&'a str>,
    /// The other names that the column may have: the assignment's title and its key.
    pub titles: [&'a str; 2],
}

/// The LMS that writes this header; `None` if no known LMS does.
pub(super) fn lms(header: &[String]) -> Option<Lms> {
    let has = |name: &str| header.iter().any(|cell| is(cell, name));
    if has("username") && has("submission_tag") && has("score") {
        Some(Lms::Classroom50)
    } else if (has("Student") || has("LastName") && has("FirstName")) && has("ID") {
        Some(Lms::Canvas)
    } else if has("Identifier") && (has("Full name") || has("Grade")) {
        Some(Lms::Moodle)
    } else if has("End-of-Line Indicator") && (has("OrgDefinedId") || has("Username")) {
        Some(Lms::Brightspace)
    } else if header.len() > 2 && header.iter().any(|cell| of_blackboard(cell).is_some()) {
        Some(Lms::Blackboard)
    } else {
        None
    }
}

fn is(cell: &str, name: &str) -> bool {
    cell.trim().eq_ignore_ascii_case(name)
}

/// The title and the maximum in a header of Blackboard, in any language: `Title [Total Pts: 100 Score] |12345`.
fn of_blackboard(cell: &str) -> Option<(&str, &str)> {
    let (rest, number) = cell.trim().rsplit_once('|')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let (title, about) = rest.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    is_number.then(|| (title.trim_end(), first_number(about)))
}

/// The columns of Blackboard for what the student is told, and for its form. In any language, the table of one assignment ends with four:
/// two of notes and two of feedback.
fn of_blackboards_feedback(header: &[String], grade: usize) -> [Option<usize>; 2] {
    let find = |name: &str| header.iter().position(|cell| is(cell, name));
    if let Some(feedback) = find("Feedback to Learner") {
        return [Some(feedback), find("Feedback Format")];
    }
    let others = &header[grade + 1..];
    let are_texts = others.len() == 4 && others.iter().all(|cell| of_blackboard(cell).is_none());
    [grade + 3, grade + 4].map(|column| are_texts.then_some(column))
}

/// The first number in a text; empty if there is none.
fn first_number(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = text.find(|c: char| !c.is_ascii_digit() && !".,".contains(c)).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ','])
}

/// Whether a table is Sakai's `grades.csv`: above the header stand the title of the assignment and the kind of its grades. The header is
/// translated, but the order of its columns is always the same (sakaiproject/sakai, `AssignmentServiceImpl.java`).
pub(super) fn is_of_sakai(table: &Table, downloaded: Option<Lms>) -> bool {
    let header = table.row(1);
    let knows = || downloaded == Some(Lms::Sakai) || header.get(1).is_some_and(|cell| is(cell, "ID"));
    table.row(0).len() == 2 && (4..=7).contains(&header.len()) && knows()
}

impl Layout {
    /// Reads the header. `downloaded` is the LMS of the submissions: Moodle translates its headers, and then its columns
    /// can only be recognised by their places and their contents.
    pub(super) fn new(table: &Table, downloaded: Option<Lms>, column: Column) -> Result<Self, Error> {
        let header = table.row(0);
        let find = |name: &str| header.iter().position(|cell| is(cell, name));
        let found = |columns: &[(&str, IdKind)]| {
            columns.iter().filter_map(|(name, kind)| Some((find(name)?, *kind))).collect::<Vec<_>>()
        };
        let known = if table.has_title() { Some(Lms::Sakai) } else { lms(&header) };
        // Who hands in alone has a column for each of both names.
        let of_groups = known == Some(Lms::Sakai) && header.len().is_multiple_of(2);
        let translated = if known.is_none() { Translated::of_moodle(table) } else { None };
        let lms = match known {
            Some(lms) => lms,
            None if translated.is_some() => Lms::Moodle,
            None if downloaded == Some(Lms::Moodle) && column.asked.is_some() => Lms::Moodle,
            None => {
                let header = header.into_iter().map(Untrusted::from).collect();
                return Err(Error::UnknownHeader { header });
            }
        };
        let (ids, names) = match lms {
            Lms::Canvas => (
                found(&[
                    ("ID", IdKind::Lms),
                    ("SIS User ID", IdKind::School),
                    ("SIS Login ID", IdKind::Login),
                ]),
                [find("Student"), find("FirstName"), find("LastName")],
            ),
            Lms::Moodle => {
                let mut ids = found(&[("Identifier", IdKind::Lms), ("Email address", IdKind::Email)]);
                ids.extend(find("ID number").map(|column| (column, IdKind::School)));
                if known.is_none() {
                    let email = translated.as_ref().and_then(|places| places.email);
                    ids = [(0, IdKind::Lms)].into_iter().chain(email.map(|at| (at, IdKind::Email))).collect();
                }
                (ids, [find("Full name").or(translated.as_ref().map(|_| 1)), None, None])
            }
            Lms::Brightspace => (
                found(&[
                    ("OrgDefinedId", IdKind::School),
                    ("Username", IdKind::Login),
                    ("Email", IdKind::Email),
                ]),
                [None, find("First Name"), find("Last Name")],
            ),
            Lms::Sakai if of_groups => (vec![(1, IdKind::Lms)], [Some(0), None, None]),
            Lms::Sakai => (vec![(1, IdKind::Login)], [None, Some(3), Some(2)]),
            Lms::Classroom50 => (
                found(&[("username", IdKind::GitHub), ("email", IdKind::Email)]),
                [None, find("first_name"), find("last_name")],
            ),
            Lms::Blackboard | Lms::Gradescope | Lms::GitHubClassroom | Lms::Ilias | Lms::OpenOlat => {
                let ids = found(&[("Username", IdKind::Login), ("Student ID", IdKind::School)]);
                match ids.is_empty() {
                    false => (ids, [None, find("First Name"), find("Last Name")]),
                    // Blackboard translates these headers too, but their order is always the same.
                    true => (vec![(2, IdKind::Login), (3, IdKind::School)], [None, Some(1), Some(0)]),
                }
            }
        };
        let maxima = match lms {
            Lms::Canvas => row_of_maxima(table, find("ID").unwrap_or(1)),
            Lms::Moodle
            | Lms::Brightspace
            | Lms::Blackboard
            | Lms::Gradescope
            | Lms::GitHubClassroom
            | Lms::Classroom50
            | Lms::Sakai
            | Lms::Ilias
            | Lms::OpenOlat => None,
        };
        // Canvas writes `(read only)` there, in any language.
        let is_read_only = |column: usize| {
            let cell = maxima.map(|row| table.cell(row, column)).unwrap_or_default();
            !cell.is_empty() && number::points(&cell).is_none()
        };
        let candidates: Vec<usize> = match (&translated, lms) {
            (Some(places), _) => vec![places.grade],
            (None, Lms::Sakai) => vec![if of_groups { 3 } else { 4 }],
            (None, _) => (0..header.len())
                .filter(|&column| may_be_grade(lms, &header, column) && !is_read_only(column))
                .collect(),
        };
        let grade = grade(lms, &header, &candidates, column)?;
        let translated = translated.filter(|places| places.grade == grade);
        let [comments, format] = match lms {
            Lms::Moodle => {
                [find("Feedback comments").or(translated.as_ref().and_then(|places| places.comments)), None]
            }
            Lms::Blackboard => of_blackboards_feedback(&header, grade),
            _ => [None, None],
        };
        let maximum = translated.map(|places| places.maximum);
        Ok(Self {
            lms,
            ids,
            names: names.into_iter().flatten().collect(),
            grade,
            maxima,
            maximum: maximum.or(match lms {
                Lms::Moodle => find("Maximum Grade"),
                Lms::Classroom50 => find("max_score"),
                _ => None,
            }),
            changeable: find("Grade can be changed").filter(|_| lms == Lms::Moodle),
            submitted: find("Last modified (submission)").filter(|_| lms == Lms::Moodle),
            status: ["Status", "Due date"]
                .into_iter()
                .filter(|_| lms == Lms::Moodle)
                .filter_map(find)
                .collect(),
            team: find("Group").filter(|_| lms == Lms::Moodle),
            comments,
            format,
            of_groups,
        })
    }

    /// The rows of students.
    pub(super) fn students(&self, table: &Table) -> Vec<usize> {
        // Classroom 50 has a row for each hand-in, the newest of a student first.
        let mut known = BTreeSet::new();
        let mut is_newest =
            |row: &usize| self.lms != Lms::Classroom50 || known.insert(table.cell(*row, self.ids[0].0));
        let is_student = |row: &usize| Some(*row) != self.maxima && self.is_student(table, *row);
        (1..table.height()).filter(|row| is_student(row) && is_newest(row)).collect()
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
            // The cell is `Participant 12345`, in any language.
            (Lms::Moodle, IdKind::Lms) => {
                let number = cell.trim_start_matches(|c: char| !c.is_ascii_digit());
                number.to_owned()
            }
            // Exports have a `#` before each id, so that spreadsheets keep its zeros.
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

    /// The most points that the student in this row can get in the column.
    pub(super) fn maximum(&self, table: &Table, row: usize) -> Option<Points> {
        number::points(&self.written_maximum(table, row)?)
    }

    fn written_maximum(&self, table: &Table, row: usize) -> Option<String> {
        let header = table.cell(0, self.grade);
        Some(match self.lms {
            Lms::Canvas => table.cell(self.maxima?, self.grade),
            Lms::Moodle | Lms::Classroom50 => table.cell(row, self.maximum?),
            Lms::Brightspace => first_number(header.split_once("MaxPoints:")?.1).to_owned(),
            Lms::Blackboard => of_blackboard(&header)?.1.to_owned(),
            Lms::Gradescope | Lms::GitHubClassroom | Lms::Sakai | Lms::Ilias | Lms::OpenOlat => return None,
        })
    }

    /// The decimal sign of the file: that of the numbers in the column, or else of any numbers in the file, or else the
    /// usual one for files with this delimiter.
    pub(super) fn decimal(&self, table: &Table) -> Decimal {
        let rows = 1..table.height();
        let column = rows.clone().map(|row| table.cell(row, self.grade));
        let maxima = rows.clone().filter_map(|row| self.written_maximum(table, row));
        let nearby: Vec<String> = column.chain(maxima).collect();
        let everywhere: Vec<String> = rows.flat_map(|row| table.row(row)).collect();
        let told = |texts: &[String]| Decimal::of(texts.iter().map(String::as_str));
        let usual = if table.delimiter() == ';' { Decimal::Comma } else { Decimal::Point };
        told(&nearby).or_else(|| told(&everywhere)).unwrap_or(usual)
    }

    /// The student in a row, with all ids that the gradebook has.
    pub(super) fn student(&self, table: &Table, row: usize) -> Student {
        let id = |(column, kind): &(usize, IdKind)| {
            let text = self.id(table, row, *kind).filter(|_| !table.cell(row, *column).is_empty())?;
            Some(Id { kind: *kind, text: text.into() })
        };
        Student::called(self.name(table, row), self.ids.iter().filter_map(id).collect())
    }

    /// What Moodle calls a participant in the language of the worksheet: `Participant` of `Participant 12345`.
    pub(super) fn word_for_participant(&self, table: &Table, row: usize) -> String {
        let column = self.ids.iter().find(|(_, kind)| *kind == IdKind::Lms).map(|(column, _)| *column);
        let cell = column.map(|column| table.cell(row, column)).unwrap_or_default();
        cell.trim_end_matches(|c: char| c.is_ascii_digit()).trim().to_owned()
    }

    /// Whether a row may be of a team, whose name `is_team` knows. Where headers are translated, it may stand in any column
    /// that has no other meaning.
    pub(super) fn is_of_team(&self, table: &Table, row: usize, is_team: impl Fn(&str) -> bool) -> bool {
        let is_other =
            |column: &usize| self.ids.iter().any(|(known, _)| known == column) || self.names.contains(column);
        match self.team {
            Some(column) => is_team(&table.cell(row, column)),
            None => (0..self.grade)
                .filter(|column| !is_other(column))
                .any(|column| is_team(&table.cell(row, column))),
        }
    }

    /// The time when the student in this row handed in. Moodle writes it in English: `Sunday, 1 March 2026, 11:59 PM`.
    pub(super) fn arrival(&self, table: &Table, row: usize) -> Option<Arrival> {
        moodle_time(&table.cell(row, self.submitted?)).map(Arrival::Clock)
    }

    /// Until when the student in this row can hand in, if the LMS gives another time than to everybody: Moodle writes an override
    /// into `Due date`, and `Extension granted until: Sunday, 8 March 2026, 11:59 PM` behind the status. The latest counts.
    pub(super) fn until(&self, table: &Table, row: usize) -> Option<DateTime> {
        let cells = self.status.iter().map(|column| table.cell(row, *column));
        cells
            .filter_map(|cell| {
                MOODLE_TIME.find_iter(&cell).filter_map(|time| moodle_time(time.as_str())).max()
            })
            .max()
    }

    /// Whether Moodle calls it a draft, in English: `Draft (not submitted)`.
    pub(super) fn is_draft(&self, table: &Table, row: usize) -> bool {
        self.status.iter().any(|column| table.cell(row, *column).starts_with("Draft (not submitted)"))
    }

    /// Whether the LMS says that the grade in this row cannot be changed.
    pub(super) fn is_locked(&self, table: &Table, row: usize) -> bool {
        self.changeable.is_some_and(|column| is(&table.cell(row, column), "No"))
    }
}

/// A time as Moodle writes it in English, and in that of the United States.
static MOODLE_TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Z][a-z]+, (?:\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},) \d{4}, \d{1,2}:\d{2} [AP]M")
        .expect("a constant that is tested")
});

fn moodle_time(text: &str) -> Option<DateTime> {
    let forms = ["%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p"];
    forms.iter().find_map(|form| DateTime::strptime(form, text).ok())
}

/// The row of Canvas's `Points Possible`. It stands before the rows of students, where other rows may stand too, such as
/// `Manual Posting`.
fn row_of_maxima(table: &Table, id: usize) -> Option<usize> {
    let before_students = (1..table.height()).take_while(|row| table.cell(*row, id).is_empty());
    before_students.into_iter().find(|row| table.cell(*row, 0).starts_with("Points Possible"))
}

/// Whether a column may have points of an assignment.
fn may_be_grade(lms: Lms, header: &[String], column: usize) -> bool {
    let cell = header[column].trim();
    match lms {
        Lms::Canvas => {
            let section = header.iter().position(|cell| is(cell, "Section")).unwrap_or(0);
            column > section && title(lms, cell) != cell
        }
        Lms::Moodle => is(cell, "Grade"),
        Lms::Classroom50 => is(cell, "score"),
        Lms::Brightspace => cell.contains(" Points Grade"),
        Lms::Blackboard => of_blackboard(cell).is_some(),
        Lms::Gradescope | Lms::GitHubClassroom | Lms::Sakai | Lms::Ilias | Lms::OpenOlat => false,
    }
}

/// The name that people gave to the column, without the parts that the LMS adds, such as Canvas's `(98765)`.
fn title(lms: Lms, header: &str) -> &str {
    let header = header.trim();
    let title = match lms {
        Lms::Canvas => {
            header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")).and_then(|(title, number)| {
                (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(title)
            })
        }
        Lms::Brightspace => header.split_once(" Points Grade").map(|(title, _)| title),
        Lms::Blackboard => of_blackboard(header).map(|(title, _)| title),
        Lms::Moodle
        | Lms::Gradescope
        | Lms::GitHubClassroom
        | Lms::Classroom50
        | Lms::Sakai
        | Lms::Ilias
        | Lms::OpenOlat => None,
    };
    title.unwrap_or(header)
}

/// The column that was asked for, or the only candidate, or the only one with the assignment's name.
fn grade(lms: Lms, header: &[String], candidates: &[usize], column: Column) -> Result<usize, Error> {
    let shown = || candidates.iter().map(|&column| header[column].trim().into()).collect();
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
