//! The reasons why a file is not a gradebook that can be filled.

use crate::untrusted::Untrusted;

/// The reason why a file is not a gradebook that can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The file is empty.
    Empty,
    /// The file is not a text in a known encoding.
    NotText,
    /// The quote of a cell is not closed.
    OpenQuote {
        /// The line where the cell begins, counted from 1.
        line: usize,
    },
    /// No known LMS writes this header.
    UnknownHeader {
        /// The cells of the header.
        header: Vec<Untrusted>,
    },
    /// There is no column of this name.
    NoColumn {
        /// The name that was asked for.
        asked: String,
        /// The headers of columns that may have marks.
        candidates: Vec<Untrusted>,
    },
    /// No column, or more than one, may be the column of this assignment.
    WhichColumn {
        /// The headers of columns that may have marks.
        candidates: Vec<Untrusted>,
    },
}

impl Error {
    /// Returns the message. Advice stands on a line of its own.
    pub fn message(&self) -> Untrusted {
        match self {
            Self::Empty => "it is empty".into(),
            Self::NotText => "it is not a text file\nhelp: save it as CSV, in UTF-8".into(),
            Self::OpenQuote { line } => {
                format!("the quote that is opened in line {line} is not closed").into()
            }
            Self::UnknownHeader { header } => Untrusted::concat(&[
                &"its header is not that of a known gradebook: ",
                &list(header),
                &"\nhelp: export it again from Canvas, Moodle, Brightspace, Blackboard or Sakai, in English if that can be \
                  chosen; of a Moodle worksheet, name the column of marks with `--column`",
            ]),
            Self::NoColumn { asked, candidates } => {
                let what = format!("it has no column `{asked}`, or more than one");
                Untrusted::concat(&[&what, &columns(candidates)])
            }
            Self::WhichColumn { candidates } => {
                let what = "it does not tell which column is this assignment's";
                Untrusted::concat(&[&what, &columns(candidates)])
            }
        }
    }
}

/// Returns the advice to name one of some columns.
fn columns(candidates: &[Untrusted]) -> Untrusted {
    match candidates {
        [] => "\nhelp: no column of it looks like marks of an assignment; export it again".into(),
        [first, ..] => Untrusted::concat(&[
            &"\nhelp: name one of ",
            &list(candidates),
            &" with `--column`, such as `--column '",
            first,
            &"'`",
        ]),
    }
}

fn list(names: &[Untrusted]) -> Untrusted {
    Untrusted::join(names.iter().map(|name| Untrusted::concat(&[&"`", name, &"`"])), ", ")
}
