//! What somebody should know about a gradebook before it is handed in.

use std::fmt;

use crate::points::Points;
use crate::submission::Student;

/// One thing to know. Names in it are as the students wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Nobody in the gradebook has one of the student's ids, or else the name.
    NotFound(Student),
    /// More than one row may be the student's, or more than one student may be the row's.
    Ambiguous {
        /// Who.
        student: Student,
        /// Lines of the file, from 1.
        lines: Vec<usize>,
    },
    /// The submission could not be graded.
    NoMark(Student),
    /// The gradebook excuses the student (`EX`).
    Excused(Student),
    /// The gradebook says that the grade cannot be changed.
    Locked(Student),
    /// The row is too short for a mark.
    NoCell {
        /// Who.
        student: Student,
        /// The line of the file, from 1.
        line: usize,
    },
    /// There is a row, and no submission.
    NothingHandedIn(String),
    /// There was another mark before.
    Replaced {
        /// Who.
        student: Student,
        /// The mark that was there.
        before: String,
    },
    /// The mark is more than the gradebook allows.
    AboveMaximum {
        /// Who.
        student: Student,
        /// The mark.
        points: Points,
        /// The gradebook's maximum.
        maximum: Points,
    },
    /// The column counts from another maximum than the spec.
    OtherMaximum {
        /// The gradebook's.
        theirs: Points,
        /// The spec's.
        ours: Points,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotFound(student) => write!(f, "{student} is not in the gradebook"),
            Self::Ambiguous { student, lines } => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{student} is not told from others: line {} of the gradebook",
                    lines.join(" and line ")
                )
            }
            Self::NoMark(student) => {
                write!(f, "{student} has no mark yet: it is not graded, or to be marked by hand")
            }
            Self::Excused(student) => write!(f, "{student} is excused in the gradebook, and stays so"),
            Self::Locked(student) => write!(f, "{student} has a grade that cannot be changed"),
            Self::NoCell { student, line } => {
                write!(f, "{student} has too short a row: line {line} of the gradebook")
            }
            Self::NothingHandedIn(name) => write!(f, "{name} is in the gradebook and handed in nothing"),
            Self::Replaced { student, before } => write!(f, "{student} had another mark before: {before}"),
            Self::AboveMaximum { student, points, maximum } => {
                write!(f, "{student} has {points}, which is more than the {maximum} points of the gradebook")
            }
            Self::OtherMaximum { theirs, ours } => {
                write!(
                    f,
                    "the gradebook counts from {theirs} points, and the spec from {ours}: marks are not converted"
                )
            }
        }
    }
}
