//! One decision.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::spec::Amendment;
use crate::submission::{Due, Student};
use crate::untrusted::Untrusted;

/// A decision, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name. Nobody else has the same one.
    pub id: Id,
    /// When it was made, by the clock of the machine.
    pub time: Timestamp,
    /// Who made it, as they called themselves.
    pub by: String,
    /// The decisions about the same thing that were known then, and in whose place it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead_of: Vec<Id>,
    /// What was decided.
    #[serde(flatten)]
    pub what: What,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// Submissions that go astray alike are answered once.
    Ruling {
        /// What is wrong with all of them, in words.
        headline: Untrusted,
        /// What they get for it.
        ruling: Ruling,
        /// Who they are, and in which scenarios.
        members: Vec<Member>,
    },
    /// A remark for the authors of submissions.
    Comment {
        /// The submissions.
        submissions: Vec<Untrusted>,
        /// The line that it is about, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
        /// What they are told.
        text: String,
    },
    /// Points for a scenario that is marked by hand.
    Mark {
        /// The submission.
        submission: Untrusted,
        /// The full name of the scenario.
        scenario: String,
        /// The points.
        points: Points,
        /// The items of the rubric that were found in it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        items: Vec<Id>,
    },
    /// An item of the rubric of a scenario. One that stands in the place of another renames it wherever it was used.
    Item {
        /// The full name of the scenario.
        scenario: String,
        /// The item that this is; the first of its versions has its own name.
        item: Id,
        /// What one gets for it.
        points: Points,
        /// What it says.
        sentence: String,
    },
    /// The spec is changed, because an output is right that was not accepted.
    AlsoRight {
        /// What the submissions that showed it have in common.
        topic: Untrusted,
        /// What was wrong with them until then, in words.
        headline: Untrusted,
        /// What the spec says from now on. The results follow from it, whatever is done to the file.
        change: Amendment,
        /// Those whose answer it is, if it is only some of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        members: Vec<Member>,
    },
    /// Students have more time, whatever they hand in.
    Extension {
        /// The students. Where none are known, the name of the submission stands for its student.
        students: Vec<Student>,
        /// Until when.
        until: Due,
    },
    /// A student asked for another mark, and was answered.
    Request {
        /// The submission.
        submission: Untrusted,
        /// What the student wrote.
        words: Untrusted,
        /// What was answered.
        answer: String,
    },
    /// Marks and pages were written.
    Published {
        /// The number of submissions whose points changed.
        changed: usize,
        /// What stood in the way, and was confirmed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        confirmed: Vec<String>,
    },
    /// A decision does not count any more.
    Undo {
        /// Its name.
        of: Id,
    },
}

/// What a group of submissions gets for a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// What the grading found.
    AsGraded,
    /// A part of the points that were lost for it.
    Worth {
        /// The part.
        points: Points,
        /// The points that can be earned in the scenarios that were lost for it, if a submission lost all of them.
        of: Points,
    },
    /// Somebody looks at each.
    ByHand,
}

/// A submission that a ruling is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The submission.
    pub submission: Untrusted,
    /// The scenarios that it lost for the mistake.
    pub scenarios: Vec<Settled>,
}

/// A scenario that a ruling is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Its full name.
    pub name: String,
    /// The points that it gets, if the ruling gives points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, as it was handed in.
    pub file: Untrusted,
    /// The line, from 1.
    pub line: usize,
}

/// The name of a decision: 16 hexadecimal digits that were drawn by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Id(u64);

impl Id {
    /// Draws a name.
    pub(super) fn drawn(random: u64) -> Self {
        Self(random)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

impl FromStr for Id {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_name = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_name);
        number.map(Self).ok_or("the name of a decision has 16 hexadecimal digits")
    }
}

impl TryFrom<String> for Id {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl What {
    /// What it is about, for each thing a key: two that live with the same key contradict each other.
    pub(super) fn keys(&self) -> Vec<Key> {
        match self {
            Self::Ruling { members, .. } => members
                .iter()
                .flat_map(|member| {
                    member
                        .scenarios
                        .iter()
                        .map(|one| Key::Ruling(member.submission.clone(), one.name.clone()))
                })
                .collect(),
            Self::Mark { submission, scenario, .. } => vec![Key::Mark(submission.clone(), scenario.clone())],
            Self::Item { item, .. } => vec![Key::Item(*item)],
            Self::Extension { students, .. } => {
                students.iter().map(|student| Key::Extension(student.name.clone())).collect()
            }
            Self::Comment { .. }
            | Self::AlsoRight { .. }
            | Self::Request { .. }
            | Self::Published { .. }
            | Self::Undo { .. } => Vec::new(),
        }
    }
}

/// Something of which only one decision can hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// What a submission gets in a scenario that it lost.
    Ruling(Untrusted, String),
    /// What a submission gets in a scenario that is marked by hand.
    Mark(Untrusted, String),
    /// What an item of a rubric says.
    Item(Id),
    /// Until when a student may hand in. It is the last one, and what stands behind all others.
    Extension(Untrusted),
}
