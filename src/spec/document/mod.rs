//! A spec as it is written: one type for every mapping, and where each value stands.
//!
//! Nothing is checked here but the shape. The doc comments are what the JSON Schema says, and so what an
//! editor shows.

mod audit;
mod compare;
mod expect;
mod hidden;
mod late;
mod limits;
mod reference;
mod scalar;
mod task;

use schemars::JsonSchema;
use serde::Deserialize;

use super::yaml::At;

pub(super) use audit::AuditDocument;
pub(super) use compare::{
    BlanksDocument, CompareDocument, EventCompareDocument, EventDocument, PrintedDocument,
    RelaxationDocument, RepeatDocument, SessionDocument, ValueRelaxationDocument,
};
pub(super) use expect::{ExpectDocument, OutputDocument, StderrDocument};
pub(super) use hidden::HiddenDocument;
pub(super) use late::{LateDocument, LateShareDocument};
pub(super) use limits::{LimitDocument, LimitsDocument};
pub(super) use reference::ReferenceDocument;
pub(super) use scalar::{LinesDocument, Scalar};
pub(super) use task::{EffectDocument, PackageDocument, RuleDocument, TestsDocument};

/// The spec of an assignment: what is handed in, what is tested and what that is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "yardstick spec")]
pub(super) struct SpecDocument {
    /// The key of the assignment: `word-count`.
    pub(super) assignment: At<Scalar>,
    /// Its name for people.
    pub(super) title: Option<Scalar>,
    /// What is handed in.
    pub(super) submission: SubmissionDocument,
    /// The language of the program; by default the ending of the file's name tells.
    pub(super) language: Option<At<Scalar>>,
    /// What is expected comes from this: the key of a built-in reference, or a program.
    pub(super) reference: Option<At<ReferenceDocument>>,
    /// Second readings of the handout that are accepted too, by the names that the reference gives them.
    #[serde(default)]
    pub(super) readings: Vec<At<Scalar>>,
    /// What one run may use.
    #[serde(default)]
    pub(super) limits: LimitsDocument,
    /// What is taken off for lateness; nothing if not given.
    pub(super) late: Option<LateDocument>,
    /// Whether a newline follows the last line of input; `true` if not given.
    pub(super) final_newline: Option<bool>,
    /// Whether programs are run at a terminal, because they keep back what they print into a pipe; `false` if
    /// not given.
    pub(super) terminal: Option<bool>,
    /// The module whose names sessions use: a file that is handed in, without its ending; by default the entry.
    pub(super) module: Option<At<Scalar>>,
    /// How outputs are compared, unless a group or a scenario says otherwise; `exact` if not given.
    pub(super) compare: Option<At<CompareDocument>>,
    /// What the scenarios must catch.
    pub(super) audit: Option<AuditDocument>,
    /// Scenarios that share points.
    #[serde(default)]
    pub(super) groups: Vec<At<GroupDocument>>,
    /// Scenarios with points of their own.
    #[serde(default)]
    pub(super) scenarios: Vec<At<ScenarioDocument>>,
}

/// What is handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionDocument {
    /// Files that must be there.
    pub(super) files: At<Vec<At<Scalar>>>,
    /// Files that are asked for, and without which the rest is graded all the same.
    #[serde(default)]
    pub(super) optional: Vec<At<Scalar>>,
    /// The file that is run; by default the only one of `files`.
    pub(super) entry: Option<At<Scalar>>,
    /// Files that are as good as the entry: the same program in another language.
    #[serde(default)]
    pub(super) instead: Vec<At<Scalar>>,
    /// Files that are laid beside the submission, by their paths from the spec's folder.
    #[serde(default)]
    pub(super) supplied: Vec<At<Scalar>>,
}

/// Scenarios that share points.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupDocument {
    /// A name that no other group has.
    pub(super) name: At<Scalar>,
    /// What its scenarios share, by weight; 0 for an ungraded group.
    pub(super) points: At<Scalar>,
    /// Whether the points come on top of the maximum.
    #[serde(default)]
    pub(super) bonus: bool,
    /// How outputs are compared in this group.
    pub(super) compare: Option<At<CompareDocument>>,
    /// The module whose names its sessions use.
    pub(super) module: Option<At<Scalar>>,
    /// Command line arguments of its scenarios.
    pub(super) args: Option<Vec<Scalar>>,
    /// What of its scenarios students are not to see.
    pub(super) hidden: Option<At<HiddenDocument>>,
    /// Shown when one of its scenarios is lost.
    pub(super) hint: Option<Scalar>,
    /// At least one.
    pub(super) scenarios: At<Vec<At<ScenarioDocument>>>,
}

/// One thing that a submission is put through: a run of the program unless it says otherwise.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioDocument {
    /// A name that no other scenario of the group has.
    pub(super) name: At<Scalar>,
    /// Only for a scenario outside of groups: what it is worth.
    pub(super) points: Option<At<Scalar>>,
    /// Only in a group: its share of the group's points; 1 if not given.
    pub(super) weight: Option<At<u32>>,
    /// Command line arguments.
    pub(super) args: Option<Vec<Scalar>>,
    /// Only for a session: the module whose names it uses.
    pub(super) module: Option<At<Scalar>>,
    /// Python, typed as in a doctest, with a prompt before each line: the functions are called, not the program.
    pub(super) session: Option<At<Scalar>>,
    /// The lines that are typed at the program: a list, or a text with one on each line.
    #[serde(default)]
    pub(super) stdin: LinesDocument,
    /// Instead of running anything: a look at a source file.
    pub(super) rule: Option<At<RuleDocument>>,
    /// Instead of running anything: a look at how it was handed in.
    pub(super) package: Option<At<PackageDocument>>,
    /// Run the submission's own tests, on a right program and on wrong ones.
    pub(super) tests: Option<At<TestsDocument>>,
    /// Marked by hand, with `--marks`: what is looked at.
    pub(super) manual: Option<At<Scalar>>,
    /// For a rule or a package: what it means to fail it.
    #[serde(default)]
    pub(super) effect: EffectDocument,
    /// How outputs are compared in this scenario.
    pub(super) compare: Option<At<CompareDocument>>,
    /// What is expected, where that is not what the reference does.
    #[serde(default)]
    pub(super) expect: ExpectDocument,
    /// What of it students are not to see; that of the group if not given.
    pub(super) hidden: Option<At<HiddenDocument>>,
    /// Shown when the scenario is lost.
    pub(super) hint: Option<Scalar>,
}
