//! Who handed something in, as a learning management system knows them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Somebody who handed something in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Student {
    /// The name as the LMS writes it: `Jane Doe`, `Doe, Jane`, or Canvas's `doejane`.
    pub name: String,
    /// What tells them from others of that name.
    pub ids: Vec<Id>,
}

/// What a system knows a student by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    /// Whose number or name it is: equal texts of different kinds are different students.
    pub kind: IdKind,
    /// As it is written.
    pub text: String,
}

/// Whose number or name an id is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdKind {
    /// The number that the LMS itself gave: Canvas's `ID`, the number in Moodle's `Participant 12345`.
    Lms,
    /// The name to log in with: `SIS Login ID`, `Username`.
    Login,
    /// The number that the school gave: `SIS User ID`, `OrgDefinedId`, `Student ID`.
    School,
    /// An address.
    Email,
    /// The name on GitHub.
    GitHub,
}

impl IdKind {
    /// The word for it, in `results.json` and as the header of a roster's column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lms => "lms",
            Self::Login => "login",
            Self::School => "school",
            Self::Email => "email",
            Self::GitHub => "github",
        }
    }
}

impl Student {
    /// Somebody with one id.
    pub fn new(name: &str, kind: IdKind, id: &str) -> Self {
        Self { name: name.to_owned(), ids: vec![Id { kind, text: id.to_owned() }] }
    }

    /// The id of a kind, if it is known.
    pub fn id(&self, kind: IdKind) -> Option<&str> {
        self.ids.iter().find(|id| id.kind == kind).map(|id| id.text.as_str())
    }
}

/// `Jane Doe (4321)`, for messages.
impl fmt::Display for Student {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.ids.first() {
            Some(id) if id.text != self.name => write!(f, "{} ({})", self.name, id.text),
            Some(_) | None => f.write_str(&self.name),
        }
    }
}
