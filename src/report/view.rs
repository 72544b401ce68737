//! How results are looked at: by whom, in how much detail, and under which names.

use super::Names;

/// How results are looked at. A report is made from it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub audience: Audience,
    /// How much there is to see.
    pub detail: Detail,
    /// Whether it can be seen whose they are.
    pub names: &'a Names,
}

/// Who looks at results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Nothing is hidden.
    Instructors,
    /// What the spec hides is not there.
    Students,
}

/// How much of what was decided is there to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// How much of each scenario.
    pub depth: Depth,
    /// Whether it is found out where files lie, for formats that point into them.
    pub places: bool,
}

/// How much of a scenario is there to be shown: each has what those before it have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Verdict, points and reasons.
    Verdicts,
    /// The transcript, what was typed, and the hint.
    Transcripts,
    /// The dialogue beside the expected one.
    Dialogues,
}

impl Detail {
    /// Verdict, points and reasons of each scenario.
    pub const VERDICTS: Self = Self { depth: Depth::Verdicts, places: false };

    /// What the page of a submission shows: for browsers too, or for terminals alone.
    pub fn of_pages(html: bool) -> Self {
        Self { depth: if html { Depth::Dialogues } else { Depth::Transcripts }, places: false }
    }

    /// What is in either of two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { depth: self.depth.max(other.depth), places: self.places || other.places }
    }
}

impl View<'static> {
    /// Everything, in so much detail.
    pub fn of_all(detail: Detail) -> Self {
        Self { audience: Audience::Instructors, detail, names: &Names::Known }
    }
}
