//! The keys of `build`, and `runtime`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// What is added to the usual command that builds a program.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct BuildDocument {
    /// Flags of the compiler, each of them an item: `[-Wall, -O2]`.
    pub(in crate::spec) flags: Option<Vec<At<Scalar>>>,
    /// Libraries of the system, without `-l`: `[m]`. Only for C and C++.
    pub(in crate::spec) libraries: Option<Vec<At<Scalar>>>,
    /// Macros of the submission's sources, and not of `files`: `{ main: students_main }`. Only for C and C++.
    pub(in crate::spec) define: Option<BTreeMap<String, At<Scalar>>>,
    /// Files of the instructor, by their paths from the spec's folder. Sources among them are compiled with the submission's.
    /// Only for C and C++.
    pub(in crate::spec) files: Option<Vec<At<Scalar>>>,
    /// The target of a Makefile that says how the program is built: `crack`. Only where programs are executable files.
    pub(in crate::spec) make: Option<At<Scalar>>,
    /// The file that `make` makes and that is run, where it is not called as the target.
    pub(in crate::spec) program: Option<At<Scalar>>,
    /// The points for a program about which the compiler does not warn.
    pub(in crate::spec) warnings: Option<At<Scalar>>,
}

/// What looks at a program while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum RuntimeDocument {
    /// Nothing of the compiler.
    Usual,
    /// Its address and undefined-behaviour sanitizers.
    Sanitized,
}
