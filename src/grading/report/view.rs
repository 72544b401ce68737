//! Views: who looks at results, in how much detail, and under which names.

use super::Names;

/// The way in which somebody looks at results. A report is made for a view.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The people who look at the results.
    pub audience: Audience,
    /// The amount of detail.
    pub detail: Detail,
    /// Whether names or pseudonyms are shown.
    pub names: &'a Names,
    /// Whether scenarios that were lost for the same cause are told together.
    pub together: bool,
    /// Whether every hand-in of a student is shown like a submission, and not only the one that counts.
    pub each_hand_in: bool,
}

/// The people who look at results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Instructors see everything.
    Instructors,
    /// Students do not see what the spec hides.
    Students,
}

/// The amount of detail that a report contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The amount of detail about each scenario.
    pub depth: Depth,
    /// Whether the report knows the places of the files on disk, for formats that point into them.
    pub places: bool,
}

/// The amount of detail about a scenario. Each variant includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Verdict and points.
    Points,
    /// The reasons.
    Verdicts,
    /// The causes of losses, and what to do about them.
    Causes,
    /// The transcript, the input, and the hint.
    Transcripts,
    /// The dialogue beside the expected one.
    Dialogues,
}

impl Detail {
    /// Verdict and points of each scenario.
    pub const POINTS: Self = Self { depth: Depth::Points, places: false };

    /// Verdict, points and reasons of each scenario.
    pub const VERDICTS: Self = Self { depth: Depth::Verdicts, places: false };

    /// The causes of losses, besides.
    pub const CAUSES: Self = Self { depth: Depth::Causes, places: false };

    /// The detail that the page of a submission needs; `html` is whether there is a page for browsers too.
    pub fn of_pages(html: bool) -> Self {
        Self { depth: if html { Depth::Dialogues } else { Depth::Transcripts }, places: false }
    }

    /// The detail that is enough for both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { depth: self.depth.max(other.depth), places: self.places || other.places }
    }
}

impl View<'static> {
    /// A view for instructors with all names, in this detail.
    pub fn of_all(detail: Detail) -> Self {
        Self {
            audience: Audience::Instructors,
            detail,
            names: &Names::Known,
            together: true,
            each_hand_in: false,
        }
    }
}
