//! Writes each mark into the row of its student.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::Layout;
use super::number;
use super::table::Table;
use super::{Conversion, Filled, Gradebook, Mark, Remark};
use crate::points::Points;
use crate::submission::Student;

/// The form of our comments, as Blackboard calls it.
const HTML: &str = "HTML";

/// Writes every mark into the row of its student, if there is exactly one such row.
pub(super) fn fill(gradebook: &Gradebook, marks: &[Mark], max: Points, conversion: Conversion) -> Filled {
    let Gradebook { table, layout, rows } = gradebook;
    let decimal = layout.decimal(table);
    let found: Vec<Vec<usize>> = marks.iter().map(|mark| gradebook.rows_of(&mark.student)).collect();
    let mut takers = BTreeMap::<usize, Vec<&Mark>>::new();
    for (mark, rows) in marks.iter().zip(&found) {
        for row in rows {
            takers.entry(*row).or_default().push(mark);
        }
    }
    // The members of a group have one row, if they have one mark.
    let is_for_all = |marks: &[&Mark]| {
        marks.len() == 1 || layout.of_groups && marks.iter().all(|mark| mark.points == marks[0].points)
    };
    let mut filled = BTreeSet::new();
    let mut count = 0;
    let mut cells = Vec::new();
    let mut remarks: Vec<Remark> =
        of_maximum(table, layout, &rows.all, max, conversion).into_iter().collect();
    for (mark, found) in marks.iter().zip(&found) {
        let student = mark.student.clone();
        let row = match found.as_slice() {
            [] => {
                remarks.push(Remark::NotFound(student));
                continue;
            }
            [row] if is_for_all(&takers[row]) => *row,
            rows => {
                let lines = rows.iter().map(|row| table.line(*row)).collect();
                remarks.push(Remark::Ambiguous { student, lines });
                continue;
            }
        };
        if !filled.insert(row) {
            continue;
        }
        let target = Row { table, layout, row };
        let written = target.converted(mark, max, conversion);
        match written.and_then(|points| target.written(student, points)) {
            Ok((points, remark)) => {
                cells.push((row, layout.grade, decimal.write(points)));
                cells.extend(target.comment(mark));
                count += 1;
                remarks.extend(remark);
            }
            Err(remark) => remarks.push(remark),
        }
    }
    let without = rows.all.iter().filter(|row| !takers.contains_key(row));
    remarks.extend(without.map(|row| Remark::NothingHandedIn(gradebook.shown(*row))));
    Filled { content: table.with(&cells), marks: count, remarks }
}

/// The row of one student, into which a mark is written.
#[derive(Clone, Copy)]
struct Row<'a> {
    table: &'a Table,
    layout: &'a Layout,
    row: usize,
}

impl Row<'_> {
    /// The cells of the comment and of its form; none if somebody has already written a comment there.
    fn comment(self, mark: &Mark) -> Vec<(usize, usize, String)> {
        let width = self.table.row(self.row).len();
        let is_free = |column: usize| column < width && self.table.cell(self.row, column).is_empty();
        let Some(column) = self.layout.comments.filter(|column| is_free(*column) && !mark.comment.is_empty())
        else {
            return Vec::new();
        };
        let format = self.layout.format.map(|column| (self.row, column, HTML.to_owned()));
        [(self.row, column, mark.comment.clone())].into_iter().chain(format).collect()
    }

    /// The points of a mark, converted to the maximum of the row if a conversion is wanted.
    fn converted(self, mark: &Mark, max: Points, conversion: Conversion) -> Result<Points, Remark> {
        let points = mark.points.ok_or_else(|| Remark::NoMark(mark.student.clone()))?;
        match conversion {
            Conversion::None => Ok(points),
            Conversion::ToMaximum => {
                let theirs = self.layout.maximum(self.table, self.row);
                let theirs = theirs.ok_or_else(|| Remark::NoMaximum(mark.student.clone()))?;
                Ok(points.scaled(max, theirs))
            }
        }
    }

    /// The points for the row, perhaps with a remark; or the remark that says why no points are written.
    fn written(self, student: Student, points: Points) -> Result<(Points, Option<Remark>), Remark> {
        let Self { table, layout, row } = self;
        let before = table.cell(row, layout.grade);
        if table.row(row).len() <= layout.grade {
            return Err(Remark::NoCell { student, line: table.line(row) });
        }
        if before.eq_ignore_ascii_case("EX") {
            return Err(Remark::Excused(student));
        }
        if before.eq_ignore_ascii_case("N/A") {
            return Err(Remark::NotAssigned(student));
        }
        if layout.is_locked(table, row) {
            return Err(Remark::Locked(student));
        }
        if let Some(maximum) = layout.maximum(table, row).filter(|maximum| points > *maximum) {
            return Ok((points, Some(Remark::AboveMaximum { student, points, maximum })));
        }
        let same = number::points(&before) == Some(points);
        let was_empty = before.is_empty() || before == "-";
        Ok((points, (!was_empty && !same).then(|| Remark::Replaced { student, before: before.into() })))
    }
}

/// The remark about the maximum of the column, if it is not that of the spec.
fn of_maximum(
    table: &Table,
    layout: &Layout,
    rows: &[usize],
    ours: Points,
    conversion: Conversion,
) -> Option<Remark> {
    let Some(theirs) = layout.maximum(table, *rows.first()?) else {
        return Some(Remark::UnknownMaximum { ours });
    };
    (theirs != ours).then_some(match conversion {
        Conversion::None => Remark::OtherMaximum { theirs, ours },
        Conversion::ToMaximum => Remark::Converted { theirs, ours },
    })
}
