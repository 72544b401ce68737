//! The value of `hand_ins`: which hand-in counts, if a student or a group handed in several times.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::submission::WhichCounts;

/// Which hand-in counts, if a student or a group handed in several times.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(in crate::spec) enum HandInsDocument {
    /// The latest one. Only this one is graded.
    Latest,
    /// The one with the most points before deductions for lateness; of equals, the latest.
    Best,
    /// The one with the most points after deductions for lateness; of equals, the latest.
    BestAfterDeductions,
    /// The latest one that is not late; the latest one if all are late.
    LatestInTime,
    /// The first one.
    First,
}

impl HandInsDocument {
    /// The rule that is meant.
    pub(in crate::spec) fn which_counts(self) -> WhichCounts {
        match self {
            Self::Latest => WhichCounts::Latest,
            Self::Best => WhichCounts::Best,
            Self::BestAfterDeductions => WhichCounts::BestAfterDeductions,
            Self::LatestInTime => WhichCounts::LatestInTime,
            Self::First => WhichCounts::First,
        }
    }
}
