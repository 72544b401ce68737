//! What the scenarios of a spec must catch.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// What the scenarios must catch, and take points for: every wrong program that `yardstick audit` tries, but for those
/// named here.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct AuditDocument {
    /// What no scenario catches, by its name, and why that is right.
    #[serde(default)]
    pub(in crate::spec) survives: BTreeMap<String, At<Scalar>>,
    /// What only scenarios catch that are worth nothing, by its name, and why that is right.
    #[serde(default)]
    pub(in crate::spec) uncharged: BTreeMap<String, At<Scalar>>,
}
