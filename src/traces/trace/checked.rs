//! What an instructor's checker said about the output of a run.

use serde::{Deserialize, Serialize};

use crate::untrusted::Untrusted;

/// What an instructor's checker said about the output of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether the output is right, and to what share.
    pub answer: CheckerAnswer,
    /// Whether it talked with the program, as a partner does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub talked: bool,
    /// Whether it called the output wrong while the program was running: then it does not count how that ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decides: bool,
    /// What it tells the student; empty if it tells nothing.
    #[serde(default, skip_serializing_if = "Untrusted::is_empty")]
    pub to_student: Untrusted,
    /// What it tells the instructor alone; empty if it tells nothing.
    #[serde(default, skip_serializing_if = "Untrusted::is_empty")]
    pub to_instructor: Untrusted,
}

/// The answer of a checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckerAnswer {
    /// The output is right.
    Right,
    /// The output is wrong.
    Wrong,
    /// The output is right, and worth so many millionths of the points.
    Millionths(u32),
}

impl CheckerAnswer {
    /// The whole, in millionths.
    pub const WHOLE: u32 = 1_000_000;

    /// Tells whether the answer can be one: it may come from a file that others wrote.
    pub(super) fn is_sound(self) -> bool {
        match self {
            Self::Right | Self::Wrong => true,
            Self::Millionths(part) => part <= Self::WHOLE,
        }
    }
}
