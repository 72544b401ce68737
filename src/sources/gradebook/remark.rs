//! Remarks about a filled gradebook, which somebody should read before the LMS gets it.

use crate::points::Points;
use crate::submission::Student;
use crate::untrusted::Untrusted;

/// One remark about a student, or about the gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// No row of the gradebook has one of the student's ids or the student's name.
    NotFound(Student),
    /// More than one row may be the student's, or more than one student may be the row's.
    Ambiguous {
        /// The student.
        student: Student,
        /// The lines of the file where these rows begin, counted from 1.
        lines: Vec<usize>,
    },
    /// The submission could not be graded.
    NoMark(Student),
    /// The gradebook does not say how many points can be earned, so the mark cannot be converted.
    NoMaximum(Student),
    /// The gradebook says that the student is not assigned this (`N/A`).
    NotAssigned(Student),
    /// The gradebook excuses the student (`EX`).
    Excused(Student),
    /// The gradebook says that the grade cannot be changed.
    Locked(Student),
    /// The row is too short for a mark.
    NoCell {
        /// The student.
        student: Student,
        /// The line of the file, counted from 1.
        line: usize,
    },
    /// There is a row for this name, but no submission.
    NothingHandedIn(Untrusted),
    /// There was another mark before.
    Replaced {
        /// The student.
        student: Student,
        /// The mark that was there.
        before: Untrusted,
    },
    /// The mark is more than the gradebook allows.
    AboveMaximum {
        /// The student.
        student: Student,
        /// The mark.
        points: Points,
        /// The maximum of the gradebook.
        maximum: Points,
    },
    /// The maximum of the column is not known.
    UnknownMaximum {
        /// The maximum of the spec.
        ours: Points,
    },
    /// The maximum of the column is not that of the spec, and marks were converted.
    Converted {
        /// The maximum of the gradebook.
        theirs: Points,
        /// The maximum of the spec.
        ours: Points,
    },
    /// The maximum of the column is not that of the spec.
    OtherMaximum {
        /// The maximum of the gradebook.
        theirs: Points,
        /// The maximum of the spec.
        ours: Points,
    },
}

impl Remark {
    /// The words for several students with this remark, which follow their number: `12 students are not in it`. Empty for
    /// a remark about the gradebook itself, of which there is only one.
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

impl Remark {
    /// The remark in a sentence, without a full stop.
    pub fn sentence(&self) -> Untrusted {
        let of = |student: &Student, what: &str| Untrusted::concat(&[&student.with_id(), &" ", &what]);
        match self {
            Self::NotFound(student) => of(student, "is not in the gradebook"),
            Self::Ambiguous { student, lines } => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                let lines = lines.join(" and line ");
                of(student, &format!("cannot be told apart from others: line {lines} of the gradebook"))
            }
            Self::NoMark(student) => of(student, "has no mark yet: it is not graded, or to be marked by hand"),
            Self::NoMaximum(student) => of(
                student,
                "has a mark that cannot be converted: the gradebook does not tell what can be earned",
            ),
            Self::NotAssigned(student) => {
                of(student, "is not assigned this in the gradebook (`N/A`), and keeps that")
            }
            Self::Excused(student) => of(student, "is excused in the gradebook, and stays so"),
            Self::Locked(student) => of(student, "has a grade that cannot be changed"),
            Self::NoCell { student, line } => {
                of(student, &format!("has too short a row: line {line} of the gradebook"))
            }
            Self::NothingHandedIn(name) => {
                Untrusted::concat(&[name, &" is in the gradebook and handed in nothing"])
            }
            Self::Replaced { student, before } => {
                Untrusted::concat(&[&student.with_id(), &" had another mark before: ", before])
            }
            Self::AboveMaximum { student, points, maximum } => {
                of(student, &format!("has {points}, which is more than the {maximum} points of the gradebook"))
            }
            Self::UnknownMaximum { ours } => {
                format!("it does not tell what can be earned in its column; the spec counts from {ours}").into()
            }
            Self::Converted { theirs, ours } => {
                format!("it counts from {theirs} points, and the spec from {ours}: marks are converted").into()
            }
            Self::OtherMaximum { theirs, ours } => format!(
                "it counts from {theirs} points, and the spec from {ours}: marks are not converted; `--scale` \
                 converts them"
            )
            .into(),
        }
    }
}
