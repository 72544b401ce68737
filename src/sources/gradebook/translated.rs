//! Moodle's grading worksheet in a language other than English: its columns are recognised by their contents.

use super::number;
use super::table::Table;

/// The columns of a worksheet whose headers are in an unknown language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Translated {
    /// The column with the grade.
    pub(super) grade: usize,
    /// The column with the maximum, which is the next one.
    pub(super) maximum: usize,
    /// The column with email addresses, if there is one.
    pub(super) email: Option<usize>,
    /// The column for comments, if there is one.
    pub(super) comments: Option<usize>,
}

impl Translated {
    /// The columns of a table of Moodle; `None` if it is none. The first column is `Participant 12345`. One column has the
    /// same number in all rows, the maximum, and the column before it is empty or has numbers up to that maximum.
    pub(super) fn of_moodle(table: &Table) -> Option<Self> {
        let rows = || 1..table.height();
        if table.height() < 2 || !rows().all(|row| is_participant(&table.cell(row, 0))) {
            return None;
        }
        let columns = table.row(0).len();
        let is_maximum = |column: &usize| {
            let Some(maximum) = number::points(&table.cell(1, *column)) else { return false };
            rows().all(|row| {
                let before = table.cell(row, column - 1);
                let may_be_grade = matches!(before.as_str(), "" | "-")
                    || number::points(&before).is_some_and(|grade| grade <= maximum);
                may_be_grade && number::points(&table.cell(row, *column)) == Some(maximum)
            })
        };
        let maximum = (3..columns).find(is_maximum)?;
        let is_email = |column: &usize| rows().all(|row| table.cell(row, *column).contains('@'));
        // Behind the maximum stand whether the grade can be changed, and times, which are never empty. What is last and empty
        // somewhere is the column for comments.
        let is_last =
            |column: &usize| *column > maximum + 2 && rows().any(|row| table.cell(row, *column).is_empty());
        Some(Self {
            grade: maximum - 1,
            maximum,
            email: (1..maximum).find(is_email),
            comments: columns.checked_sub(1).filter(is_last),
        })
    }
}

/// Whether a cell is `Participant 12345`, in any language.
fn is_participant(cell: &str) -> bool {
    let word = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() < cell.len() && word.chars().any(char::is_alphabetic)
}
