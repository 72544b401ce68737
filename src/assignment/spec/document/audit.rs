//! The keys of `audit`: what the scenarios of a spec must catch.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// The scenarios must catch every wrong program that `yardstick audit` tries, and take points for it, except those
/// named here.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct AuditDocument {
    /// Wrong programs that no scenario catches, by name, each with the reason why that is right.
    #[serde(default)]
    pub(in crate::spec) survives: BTreeMap<String, At<Scalar>>,
    /// Wrong programs that only scenarios without points catch, by name, each with the reason why that is right.
    #[serde(default)]
    pub(in crate::spec) uncharged: BTreeMap<String, At<Scalar>>,
}
