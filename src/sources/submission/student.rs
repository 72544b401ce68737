//! A student, as a learning management system knows them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::Due;
use crate::untrusted::{Text, Untrusted};

/// A student who handed something in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Student {
    /// The name as the LMS writes it: `Jane Doe`, `Doe, Jane`, or Canvas's `doejane`.
    pub name: Untrusted,
    /// The ids, which distinguish students with the same name.
    pub ids: Vec<Id>,
    /// A due date of the student's own: an extension. It counts where it is later than the one for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Box<Due>>,
    /// The due date of the student's section, which stands in the place of the one for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_due: Option<Box<Due>>,
    /// How many days of the budget of the course other assignments have taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub days_taken: u32,
}

/// An id of a student in some system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    /// The kind: equal texts of different kinds are different ids.
    pub kind: IdKind,
    /// The text of the id.
    pub text: Untrusted,
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
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Lms, Self::Login, Self::School, Self::Email, Self::GitHub];

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

/// The students of a submission. Where none are known, its name stands for one.
pub fn known_students<'s>(
    students: &'s [Student],
    name: impl FnOnce() -> &'s Untrusted,
) -> Cow<'s, [Student]> {
    match students {
        [] => Cow::Owned(vec![Student::called(name().clone(), Vec::new())]),
        known => Cow::Borrowed(known),
    }
}

/// Whether there are none. Then the key is left out.
fn is_zero(days: &u32) -> bool {
    *days == 0
}

impl Student {
    /// Creates a student with these ids.
    pub fn called(name: impl Into<Untrusted>, ids: Vec<Id>) -> Self {
        Self { name: name.into(), ids, due: None, section_due: None, days_taken: 0 }
    }

    /// Creates a student with one id.
    pub fn new(name: &str, kind: IdKind, id: &str) -> Self {
        Self::called(name, vec![Id { kind, text: id.into() }])
    }

    /// Returns until when the student has time, if this is the date for everybody.
    pub fn until<'a>(&'a self, for_all: Option<&'a Due>) -> Option<&'a Due> {
        self.section_due.as_deref().or(for_all).max(self.due.as_deref())
    }

    /// Extends the time until this date, if nothing else gives more.
    pub fn extend(&mut self, until: Option<Due>) {
        self.due = self.due.take().max(until.map(Box::new));
    }

    /// Adds ids that are not known yet.
    pub(super) fn add_ids(&mut self, ids: &[Id]) {
        let new: Vec<Id> = ids.iter().filter(|id| !self.ids.contains(id)).cloned().collect();
        self.ids.extend(new);
    }

    /// Returns the id of a kind, if it is known.
    pub fn id(&self, kind: IdKind) -> Option<&Untrusted> {
        self.ids.iter().find(|id| id.kind == kind).map(|id| &id.text)
    }

    /// Returns whether both are the same person: the ids of a kind that both have tell it, or else the names.
    pub fn is(&self, other: &Self) -> bool {
        let ids = self.ids.iter().filter_map(|id| Some((&id.text, other.id(id.kind)?)));
        let same: Vec<bool> = ids.map(|(one, other)| name_key(one) == name_key(other)).collect();
        if same.is_empty() { name_key(&self.name) == name_key(&other.name) } else { same.contains(&true) }
    }

    /// Returns `Jane Doe (4321)`, for messages.
    pub fn with_id(&self) -> Untrusted {
        match self.ids.first() {
            Some(id) if id.text != self.name => Untrusted::concat(&[&self.name, &" (", &id.text, &")"]),
            Some(_) | None => self.name.clone(),
        }
    }
}

/// Returns the form in which names are compared: `Doe, Jane` and `Jane Doe` are the same name, and neither upper and lower case
/// nor the number of blanks matters, nor whether an accent is a sign of its own, as file systems of Apple write it.
pub fn name_key(name: &(impl Text + ?Sized)) -> String {
    let name: String = name.expose().nfc().collect();
    let name = name.split_once(',').map_or_else(|| name.clone(), |(last, first)| format!("{first} {last}"));
    name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}
