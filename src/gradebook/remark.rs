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
    /// The gradebook does not tell what can be earned, and so the mark cannot be converted.
    NoMaximum(Student),
    /// The gradebook says that the student is not assigned this (`N/A`).
    NotAssigned(Student),
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
    /// Nothing tells the column's maximum.
    UnknownMaximum {
        /// The spec's.
        ours: Points,
    },
    /// The column counts from another maximum than the spec, and marks were converted.
    Converted {
        /// The gradebook's.
        theirs: Points,
        /// The spec's.
        ours: Points,
    },
    /// The column counts from another maximum than the spec.
    OtherMaximum {
        /// The gradebook's.
        theirs: Points,
        /// The spec's.
        ours: Points,
    },
}

impl Remark {
    /// What several students have in common of whom this is said, behind how many they are. What is said of the
    /// gradebook itself is said once.
    pub fn of_several(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "are not in it",
            Self::Ambiguous { .. } => "cannot be told apart from others",
            Self::NoMark(_) => "have no mark yet: they are not graded, or to be marked by hand",
            Self::NoMaximum(_) => "have a mark that cannot be converted",
            Self::NotAssigned(_) => "are not assigned this (`N/A`), and keep that",
            Self::Excused(_) => "are excused, and stay so",
            Self::Locked(_) => "have a grade that cannot be changed",
            Self::NoCell { .. } => "have too short a row",
            Self::NothingHandedIn(_) => "are in it and handed in nothing",
            Self::Replaced { .. } => "had another mark before",
            Self::AboveMaximum { .. } => "have more than can be earned in it",
            Self::UnknownMaximum { .. } | Self::Converted { .. } | Self::OtherMaximum { .. } => "",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotFound(student) => write!(f, "{student} is not in the gradebook"),
            Self::Ambiguous { student, lines } => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{student} cannot be told apart from others: line {} of the gradebook",
                    lines.join(" and line ")
                )
            }
            Self::NoMark(student) => {
                write!(f, "{student} has no mark yet: it is not graded, or to be marked by hand")
            }
            Self::NoMaximum(student) => {
                write!(
                    f,
                    "{student} has a mark that cannot be converted: the gradebook does not tell what can be earned"
                )
            }
            Self::NotAssigned(student) => {
                write!(f, "{student} is not assigned this in the gradebook (`N/A`), and keeps that")
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
            Self::UnknownMaximum { ours } => {
                write!(f, "it does not tell what can be earned in its column; the spec counts from {ours}")
            }
            Self::Converted { theirs, ours } => {
                write!(f, "it counts from {theirs} points, and the spec from {ours}: marks are converted")
            }
            Self::OtherMaximum { theirs, ours } => {
                write!(
                    f,
                    "it counts from {theirs} points, and the spec from {ours}: marks are not converted; `--scale` \
                     converts them"
                )
            }
        }
    }
}
