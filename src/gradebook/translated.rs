//! Moodle's grading worksheet in another language than English: its columns are told by what they hold.

use super::number;
use super::table::Table;

/// The columns of a worksheet whose headers nobody here can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Translated {
    /// The grade.
    pub(super) grade: usize,
    /// The maximum, which stands right behind it.
    pub(super) maximum: usize,
    /// The addresses, if there are any.
    pub(super) email: Option<usize>,
}

impl Translated {
    /// The columns of a table that is as Moodle writes it: `Participant 12345` comes first, and somewhere there is a
    /// column with one number in all rows, behind one with nothing or numbers up to that.
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
        Some(Self { grade: maximum - 1, maximum, email: (1..maximum).find(is_email) })
    }
}

/// `Participant 12345`, in whatever language.
fn is_participant(cell: &str) -> bool {
    let word = cell.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() < cell.len() && word.chars().any(char::is_alphabetic)
}
