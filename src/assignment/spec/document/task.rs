//! The keys of scenarios that are neither runs nor sessions.

use schemars::JsonSchema;
use serde::Deserialize;

use super::scalar::Scalar;
use crate::spec::yaml::At;

/// A rule about a source file: exactly one of the keys besides `file` and `within`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct RuleDocument {
    /// The file; by default the entry.
    pub(in crate::spec) file: Option<At<Scalar>>,
    /// Only these modules may be imported; `[]` for none.
    pub(in crate::spec) imports: Option<At<Vec<Scalar>>>,
    /// In C and C++: only these headers may be included; `[]` for none.
    pub(in crate::spec) includes: Option<At<Vec<Scalar>>>,
    /// Functions, classes and methods that must be defined: `area(width, height)`, `public static int f(int)`.
    pub(in crate::spec) defines: Option<Vec<At<Scalar>>>,
    /// The program is started below `if __name__ == "__main__":`.
    pub(in crate::spec) main_guard: Option<At<bool>>,
    /// The file reads no input when it is imported.
    pub(in crate::spec) no_input_at_import: Option<At<bool>>,
    /// Constructs that may not be used: `lambda`, `class`, `dict`.
    pub(in crate::spec) avoids: Option<Vec<At<Scalar>>>,
    /// Constructs that must be used: `while`, `recursion`.
    pub(in crate::spec) uses: Option<Vec<At<Scalar>>>,
    /// The function in which constructs are avoided or used; by default the whole file.
    pub(in crate::spec) within: Option<At<Scalar>>,
    /// Words that the first comment lines must contain: `Author`.
    pub(in crate::spec) header: Option<Vec<Scalar>>,
    /// Methods that a class must have.
    pub(in crate::spec) methods: Option<MethodsDocument>,
}

/// Methods that a class must have.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct MethodsDocument {
    /// The class.
    pub(in crate::spec) class: Scalar,
    /// The first part of their names.
    pub(in crate::spec) prefix: Scalar,
    /// The smallest number of such methods.
    pub(in crate::spec) least: u32,
}

/// How the submission must have been handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct PackageDocument {
    /// The name of the zip file.
    pub(in crate::spec) archive: At<Scalar>,
}

/// The submission's own tests.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct TestsDocument {
    /// The file with the tests: for `unittest`, for JUnit, or for Node.
    pub(in crate::spec) file: At<Scalar>,
    /// A correct program, by its path from the spec's folder: all tests must pass. Tests find it under its bare name.
    pub(in crate::spec) correct: At<Scalar>,
    /// Wrong programs: the more of them fail a test, the better. Each begins with a comment that names its bug.
    #[serde(default)]
    pub(in crate::spec) wrong: Vec<At<Scalar>>,
    /// How many mutants of the right program are wrong programs too: small changes of it that scenarios, sessions or tests of
    /// the spec show.
    pub(in crate::spec) mutants: Option<At<Scalar>>,
    /// What students are told about a mutant.
    pub(in crate::spec) tell: Option<At<TellDocument>>,
    /// Files that the tests need, by their paths from the spec's folder, such as the libraries of JUnit: `lib/*.jar`.
    #[serde(default)]
    pub(in crate::spec) with: Vec<At<Scalar>>,
}

/// What students are told about a mutant of the right program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum TellDocument {
    /// What kind of change it is, and in which function.
    Kind,
    /// Its line, with what stands there and what stood there: this shows a part of the right program.
    Place,
}

/// The effect of a failed rule or package check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::spec) enum EffectDocument {
    /// The points of the scenario are lost.
    #[default]
    Points,
    /// Only a warning.
    Warning,
    /// Nothing else of the submission is graded.
    Gate,
}
