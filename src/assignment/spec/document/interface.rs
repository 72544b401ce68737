//! What neutral sessions call.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Scalar;
use crate::spec::yaml::At;

/// What sessions call, in whatever language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct InterfaceDocument {
    /// Functions that belong to no class. In Java they are static methods of the class of the entry.
    #[serde(default)]
    pub(in crate::spec) functions: BTreeMap<String, At<SignatureDocument>>,
    /// Classes by name.
    #[serde(default)]
    pub(in crate::spec) classes: BTreeMap<String, ClassDocument>,
    /// For each name of an error, the class that is raised for it, by language.
    #[serde(default)]
    pub(in crate::spec) errors: BTreeMap<String, BTreeMap<String, At<Scalar>>>,
}

/// What a function takes and gives.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct SignatureDocument {
    /// The types of its arguments; none if not given.
    #[serde(default)]
    pub(in crate::spec) takes: Vec<At<Scalar>>,
    /// The type of its value; `nothing` if not given.
    pub(in crate::spec) gives: Option<At<Scalar>>,
}

/// A class.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct ClassDocument {
    /// The types of the arguments with which an object is made.
    pub(in crate::spec) new: Option<Vec<At<Scalar>>>,
    /// Its methods by name.
    #[serde(default)]
    pub(in crate::spec) methods: BTreeMap<String, At<SignatureDocument>>,
}
