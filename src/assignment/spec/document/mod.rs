//! A spec as it is written: one type for each mapping, and the place of each value.
//!
//! Only the shape is checked here. The doc comments become the descriptions in the JSON Schema, and so an editor shows
//! them.

mod audit;
mod build;
mod checker;
mod compare;
mod expect;
mod files;
mod hand_ins;
mod hidden;
mod interface;
mod language;
mod late;
mod limits;
mod reference;
mod scalar;
mod scenarios;
mod scoring;
mod table;
mod task;
mod tolerance;
mod unit_tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::yaml::At;

pub(super) use audit::AuditDocument;
pub(super) use build::{BuildDocument, RuntimeDocument};
pub(super) use checker::{CheckerDocument, PathsDocument};
pub(super) use compare::{
    BlanksDocument, CompareDocument, EventCompareDocument, EventDocument, OtherTexts, PrintedDocument,
    RelaxationDocument, RepeatDocument, SessionDocument, ValueRelaxationDocument,
};
pub(super) use expect::{
    ContainedDocument, ExpectDocument, OutputDocument, StderrDocument, TextsDocument, WholeDocument,
};
pub(super) use files::{DetailedDocument, FilesDocument, GivenDocument, LeftDocument};
pub(super) use hand_ins::HandInsDocument;
pub(super) use hidden::HiddenDocument;
pub(super) use interface::{InterfaceDocument, SignatureDocument};
pub(super) use language::{LanguageDocument, OwnLanguageDocument};
pub(super) use late::{DaysFromDocument, LateDocument, LateShareDocument};
pub(super) use limits::{LimitDocument, LimitsDocument};
pub(super) use reference::ReferenceDocument;
pub(super) use scalar::{LinesDocument, Scalar};
pub(super) use scenarios::{FolderDocument, ScenariosDocument};
pub(super) use scoring::ScoringDocument;
pub(super) use table::{OrderDocument, TableDocument};
pub(super) use task::{EffectDocument, PackageDocument, RuleDocument, TellDocument, TestsDocument};
pub(super) use tolerance::{BoundsDocument, ToleranceDocument};
pub(super) use unit_tests::{AllUnitTestsDocument, UnitTestDocument, UnitTestsDocument};

/// The spec of an assignment: what is handed in, how it is tested, and what that is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "yardstick spec")]
pub(super) struct SpecDocument {
    /// The key of the assignment: `word-count`.
    pub(super) assignment: At<Scalar>,
    /// The name of the assignment, for people.
    pub(super) title: Option<At<Scalar>>,
    /// The files that are handed in.
    pub(super) submission: SubmissionDocument,
    /// The language of the program: its name, or how it is checked, built and started; by default the ending of the file's name
    /// decides.
    pub(super) language: Option<At<LanguageDocument>>,
    /// What is added to the command that builds a program.
    pub(super) build: Option<At<BuildDocument>>,
    /// What looks at programs while they run; `usual` if not given.
    pub(super) runtime: Option<At<RuntimeDocument>>,
    /// The source of the expected output: the key of a built-in reference, or a program.
    pub(super) reference: Option<At<ReferenceDocument>>,
    /// Second readings of the handout that are accepted too, by the names that the reference gives them.
    #[serde(default)]
    pub(super) readings: Vec<At<Scalar>>,
    /// The limits of one run.
    #[serde(default)]
    pub(super) limits: LimitsDocument,
    /// What a lost scenario costs; `per-scenario` if not given.
    pub(super) scoring: Option<ScoringDocument>,
    /// The reductions for late submissions; none if not given.
    pub(super) late: Option<LateDocument>,
    /// Which hand-in counts, if a student or a group handed in several times; `latest` if not given.
    pub(super) hand_ins: Option<HandInsDocument>,
    /// Whether a newline follows the last line of input; `true` if not given.
    pub(super) final_newline: Option<bool>,
    /// Whether programs are run at a terminal, because they buffer their output when it goes into a pipe; `false` if
    /// not given.
    pub(super) terminal: Option<bool>,
    /// Variables of the environment of all runs.
    #[serde(default)]
    pub(super) env: BTreeMap<String, At<Scalar>>,
    /// The time zone of all runs: `UTC`, `Europe/Berlin`.
    pub(super) timezone: Option<At<Scalar>>,
    /// The time at which the clock of all runs begins: `2026-03-01T12:00:00`, in the time zone of the run.
    pub(super) clock: Option<At<Scalar>>,
    /// The seed of the random numbers of all runs: a whole number. Only for Python and JavaScript.
    pub(super) seed: Option<At<Scalar>>,
    /// The module whose names sessions use: a file that is handed in, without its ending; by default the entry.
    pub(super) module: Option<At<Scalar>>,
    /// The header with which sessions in C and C++ are compiled: a file that is supplied or handed in; by default the only one.
    pub(super) header: Option<At<Scalar>>,
    /// What sessions call, if submissions may be in several languages: then they are typed in a neutral form.
    pub(super) interface: Option<At<InterfaceDocument>>,
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
    /// Tests that are written for `unittest`, `pytest`, `doctest` or `junit`: one mapping, or a list of them.
    #[serde(default)]
    pub(super) tests: AllUnitTestsDocument,
}

/// The files that are handed in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionDocument {
    /// Files that must be there.
    pub(super) files: At<Vec<At<Scalar>>>,
    /// Files that are asked for; if they are missing, the rest is still graded.
    #[serde(default)]
    pub(super) optional: Vec<At<Scalar>>,
    /// The file that is run; by default the only one of `files`.
    pub(super) entry: Option<At<Scalar>>,
    /// Files that may replace the entry: the same program in another language.
    #[serde(default)]
    pub(super) instead: Vec<At<Scalar>>,
    /// Files that the grader puts beside the submission, by their paths from the spec's folder.
    #[serde(default)]
    pub(super) supplied: Vec<At<Scalar>>,
}

/// Scenarios that share points.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupDocument {
    /// A name that no other group has.
    pub(super) name: At<Scalar>,
    /// The points that its scenarios share, by weight; 0 for an ungraded group.
    pub(super) points: At<Scalar>,
    /// Whether the points come on top of the maximum.
    #[serde(default)]
    pub(super) bonus: bool,
    /// `all`: its scenarios earn points only if all of them are accepted.
    #[serde(default)]
    pub(super) pass: PassDocument,
    /// How many of its scenarios count: those that earn the most. The points are those of so many scenarios.
    pub(super) best_of: Option<At<Scalar>>,
    /// The names of groups before it: it earns points only if all of their scenarios are accepted.
    #[serde(default)]
    pub(super) after: Vec<At<Scalar>>,
    /// The file that is run in this group, if the hand-in has several programs; if it is missing, only this group is lost.
    pub(super) entry: Option<At<Scalar>>,
    /// The language of that file; by default the ending of its name decides.
    pub(super) language: Option<At<LanguageDocument>>,
    /// What is added to the command that builds the program of this group.
    pub(super) build: Option<At<BuildDocument>>,
    /// What looks at the program of this group while it runs.
    pub(super) runtime: Option<At<RuntimeDocument>>,
    /// The source of the expected output in this group.
    pub(super) reference: Option<At<ReferenceDocument>>,
    /// The limits of one run in this group, where they are not those of the whole spec.
    #[serde(default)]
    pub(super) limits: LimitsDocument,
    /// How outputs are compared in this group.
    pub(super) compare: Option<At<CompareDocument>>,
    /// The module whose names its sessions use.
    pub(super) module: Option<At<Scalar>>,
    /// The header with which its sessions in C and C++ are compiled.
    pub(super) header: Option<At<Scalar>>,
    /// Variables of the environment of its runs.
    #[serde(default)]
    pub(super) env: BTreeMap<String, At<Scalar>>,
    /// The time zone of its runs: `UTC`, `Europe/Berlin`.
    pub(super) timezone: Option<At<Scalar>>,
    /// The time at which the clock of its runs begins: `2026-03-01T12:00:00`, in the time zone of the run.
    pub(super) clock: Option<At<Scalar>>,
    /// The seed of the random numbers of its runs: a whole number. Only for Python and JavaScript.
    pub(super) seed: Option<At<Scalar>>,
    /// Command line arguments of its scenarios.
    pub(super) args: Option<Vec<Scalar>>,
    /// What students do not see of its scenarios.
    pub(super) hidden: Option<At<HiddenDocument>>,
    /// The hint that is shown when one of its scenarios is lost.
    pub(super) hint: Option<Scalar>,
    /// The scenarios, at least one: a list, or `{from: …}` for one of each file that matches.
    pub(super) scenarios: Option<At<ScenariosDocument>>,
    /// In the place of scenarios: tests that are written for `unittest`, `pytest`, `doctest` or `junit`. They share the points of the group.
    pub(super) tests: Option<At<UnitTestsDocument>>,
}

/// Which scenarios of a group must be accepted for points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PassDocument {
    /// Each earns its own.
    #[default]
    Each,
    /// All of them, or none earns any.
    All,
}

/// One test of a submission: a run of the program, unless it says otherwise.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioDocument {
    /// A name that no other scenario of the group has.
    pub(super) name: At<Scalar>,
    /// Only for a scenario outside of groups: its points.
    pub(super) points: Option<At<Scalar>>,
    /// Only in a group: its share of the group's points; 1 if not given.
    pub(super) weight: Option<At<u32>>,
    /// Variables of the environment of this run.
    #[serde(default)]
    pub(super) env: BTreeMap<String, At<Scalar>>,
    /// The time zone of this run: `UTC`, `Europe/Berlin`.
    pub(super) timezone: Option<At<Scalar>>,
    /// The time at which the clock of this run begins: `2026-03-01T12:00:00`, in the time zone of the run.
    pub(super) clock: Option<At<Scalar>>,
    /// The seed of the random numbers of this run: a whole number. Only for Python and JavaScript.
    pub(super) seed: Option<At<Scalar>>,
    /// Command line arguments.
    pub(super) args: Option<Vec<Scalar>>,
    /// Only for a session: the module whose names it uses.
    pub(super) module: Option<At<Scalar>>,
    /// Only for a session in C or C++: the header with which it is compiled.
    pub(super) header: Option<At<Scalar>>,
    /// Python, JavaScript, Java, C or C++, typed as in a doctest, with a prompt before each line: the functions are called, not
    /// the program.
    pub(super) session: Option<At<Scalar>>,
    /// The lines of input: a list, or a text with one line of input on each line.
    #[serde(default)]
    pub(super) stdin: LinesDocument,
    /// Files that are laid out for this run, by their paths: a text, or `{from: …}` with a path from the spec's folder.
    pub(super) files: Option<FilesDocument<GivenDocument>>,
    /// Instead of a run: a rule about a source file.
    pub(super) rule: Option<At<RuleDocument>>,
    /// Instead of a run: a check of how the submission was handed in.
    pub(super) package: Option<At<PackageDocument>>,
    /// Instead of a run: the submission's own tests, on a correct program and on wrong ones.
    pub(super) tests: Option<At<TestsDocument>>,
    /// Instead of a run: a mark by hand, with `--marks`. The text says what is marked.
    pub(super) manual: Option<At<Scalar>>,
    /// For a rule or a package check: the effect if it fails.
    #[serde(default)]
    pub(super) effect: EffectDocument,
    /// How outputs are compared in this scenario.
    pub(super) compare: Option<At<CompareDocument>>,
    /// The expectation where it is not the reference's.
    #[serde(default)]
    pub(super) expect: ExpectDocument,
    /// What students do not see of the scenario; by default as in the group.
    pub(super) hidden: Option<At<HiddenDocument>>,
    /// The hint that is shown when the scenario is lost.
    pub(super) hint: Option<Scalar>,
}
