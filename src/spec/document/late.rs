//! What is taken off for lateness, as it is written.

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// What is taken off for lateness, where it is known when a submission was handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct LateDocument {
    /// When submissions are due, with a time zone: `2026-03-01 23:59 +01:00`; or `--due` says it.
    pub(in crate::spec) due: Option<At<Scalar>>,
    /// What is taken off for each day that has begun: `10%`.
    pub(in crate::spec) per_day: At<Scalar>,
    /// Of what that is a share: of the points that can be earned without bonus (`max`, which is so if not given), or
    /// of those that were `earned`.
    #[serde(default)]
    pub(in crate::spec) of: LateShareDocument,
    /// Who is late by no more than this is not late: `15min`, `2h`.
    pub(in crate::spec) grace: Option<At<Scalar>>,
    /// The most that is taken off: `50%`; everything if not given.
    pub(in crate::spec) cap: Option<At<Scalar>>,
}

/// Of what a share is taken off.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spec) enum LateShareDocument {
    /// Of the points that can be earned without bonus.
    #[default]
    Max,
    /// Of the points that were earned.
    Earned,
}
