//! A student, as a learning management system knows them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A student who handed something in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Student {
    /// The name as the LMS writes it: `Jane Doe`, `Doe, Jane`, or Canvas's `doejane`.
    pub name: String,
    /// The ids, which distinguish students with the same name.
    pub ids: Vec<Id>,
}

/// An id of a student in some system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    /// The kind: equal texts of different kinds are different ids.
    pub kind: IdKind,
    /// The text of the id.
    pub text: String,
}

/// The kind of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdKind {
    /// The number in the LMS: Canvas's `ID`, the number in Moodle's `Participant 12345`.
    Lms,
    /// The login name: `SIS Login ID`, `Username`.
    Login,
    /// The number at the school: `SIS User ID`, `OrgDefinedId`, `Student ID`.
    School,
    /// The email address.
    Email,
    /// The name on GitHub.
    GitHub,
}

impl IdKind {
    /// Returns the word in `results.json` and in the header of a roster.
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
    /// Creates a student with one id.
    pub fn new(name: &str, kind: IdKind, id: &str) -> Self {
        Self { name: name.to_owned(), ids: vec![Id { kind, text: id.to_owned() }] }
    }

    /// Returns the id of a kind, if it is known.
    pub fn id(&self, kind: IdKind) -> Option<&str> {
        self.ids.iter().find(|id| id.kind == kind).map(|id| id.text.as_str())
    }
}

/// Writes `Jane Doe (4321)`, for messages.
impl fmt::Display for Student {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.ids.first() {
            Some(id) if id.text != self.name => write!(f, "{} ({})", self.name, id.text),
            Some(_) | None => f.write_str(&self.name),
        }
    }
}
