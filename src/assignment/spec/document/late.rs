//! The keys of `late`: the reductions for late submissions.

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The reductions for late submissions, if it is known when a submission was handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct LateDocument {
    /// When submissions are due, with a time zone: `2026-03-01 23:59 +01:00`. The option `--due` can give it, too.
    pub(in crate::spec) due: Option<At<Scalar>>,
    /// The reduction for each day that has begun: `10%`.
    pub(in crate::spec) per_day: At<Scalar>,
    /// The points of which the reduction is a share: those that can be earned without bonus (`max`, the default), or
    /// those that were `earned`.
    #[serde(default)]
    pub(in crate::spec) of: LateShareDocument,
    /// A submission that is late by at most this is not late: `15min`, `2h`.
    pub(in crate::spec) grace: Option<At<Scalar>>,
    /// Where days are counted from: the `due` date, the default, or the end of the `grace`.
    #[serde(default)]
    pub(in crate::spec) days_from: DaysFromDocument,
    /// The largest reduction: `50%`; by default everything.
    pub(in crate::spec) cap: Option<At<Scalar>>,
    /// What is handed in more than this after the due date earns nothing: `7 days`.
    pub(in crate::spec) cut_off: Option<At<Scalar>>,
    /// The dates that do not count: `2026-12-24`, or from one to another, `2026-12-24..2027-01-01`.
    #[serde(default)]
    pub(in crate::spec) free_days: Vec<At<Scalar>>,
    /// The days for which nothing is deducted in all assignments of a course together: `5 days`. `--course` names their results.
    pub(in crate::spec) budget: Option<At<Scalar>>,
}

/// Where days are counted from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spec) enum DaysFromDocument {
    /// The due date.
    #[default]
    Due,
    /// The end of the grace period.
    Grace,
}

/// The points of which a reduction is a share.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spec) enum LateShareDocument {
    /// The points that can be earned without bonus.
    #[default]
    Max,
    /// The points that were earned.
    Earned,
}
