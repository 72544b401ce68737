//! Grades fixtures: programs that are known to be right or wrong, with their expected results.
//!
//! A folder of fixtures has `submissions/` and `expected.yaml`, which names for each submission its purpose, its points
//! and the scenarios that it loses, by groups. Scenarios that are not listed must be accepted. An entry `everyone`
//! names the groups that every submission loses which does not list them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::report::{Detail, Graded, GradedScenario, Grading, View, Visible};
use crate::run::{Fault, Progress, Runner};
use crate::score::Marks;
use crate::submission::{self, Recognition, WhichCounts};
use crate::system;
use crate::untrusted::Untrusted;

/// The file with the expected results.
const EXPECTED: &str = "expected.yaml";

/// The expected result of one submission.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(rename = "about")]
    _about: String,
    points: String,
    /// The verdicts, by group and scenario.
    #[serde(default)]
    loses: BTreeMap<String, BTreeMap<String, String>>,
}

/// The reason why a folder of fixtures cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FixturesError {
    /// The file with the expected results cannot be read.
    #[error("cannot read `{}`: {reason}\nhelp: a folder of fixtures has `submissions/` and `expected.yaml`", path.display())]
    Expected {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// There are no submissions.
    #[error("{}", Visible::lines(&.0.message()))]
    Submissions(submission::Error),
    /// A failure of ours.
    #[error("{}", Visible::lines(&.0.0))]
    Fault(Fault),
}

impl From<submission::Error> for FixturesError {
    fn from(error: submission::Error) -> Self {
        Self::Submissions(error)
    }
}

impl From<Fault> for FixturesError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Grades the fixtures of a folder; returns one sentence for each wrong result.
///
/// # Errors
///
/// When the folder cannot be used, or something of ours fails.
pub(crate) fn wrongly_graded(
    runner: &Runner,
    folder: &Path,
    workers: usize,
    progress: &dyn Progress,
) -> Result<Vec<Untrusted>, FixturesError> {
    let path = folder.join(EXPECTED);
    let unreadable = |reason: String| FixturesError::Expected { path: path.clone(), reason };
    let text = system::read_text(&path).map_err(|error| unreadable(error.to_string()))?;
    let mut expected = read(&text).map_err(unreadable)?;
    let plan = runner.plan;
    let submissions = submission::find(
        &[folder.join("submissions")],
        &plan.spec.hand_in,
        Recognition::Nothing,
        WhichCounts::Latest,
    )?
    .submissions;
    let view = View::of_all(Detail::VERDICTS);
    let grading = Grading::begin(plan, Marks::new(), runner.sandbox.isolation(), view);
    let all = runner.run_all(&submissions, workers, progress, |submission, attempt| {
        grading.keep(submission, &attempt.sources, &attempt.outcome)
    })?;
    let mut wrong = Vec::new();
    for graded in &all {
        match expected.remove(&graded.name) {
            None => wrong.push(Untrusted::concat(&[
                &format!("`{EXPECTED}` does not say what `"),
                &graded.name,
                &"` must get",
            ])),
            Some(expected) => wrong.extend(complaints(graded, &expected)),
        }
    }
    let problem = format!("` is in `{EXPECTED}`, but there is no such submission");
    wrong.extend(expected.into_keys().map(|name| Untrusted::concat(&[&"`", &name, &problem])));
    Ok(wrong)
}

fn read(text: &str) -> Result<BTreeMap<Untrusted, Expected>, String> {
    let mut expected: BTreeMap<Untrusted, Expected> =
        crate::spec::read_yaml(text).map_err(|diagnostic| diagnostic.message)?;
    if let Some(everyone) = expected.remove(&"everyone".into()) {
        for submission in expected.values_mut() {
            for (group, scenarios) in &everyone.loses {
                submission.loses.entry(group.clone()).or_insert_with(|| scenarios.clone());
            }
        }
    }
    Ok(expected)
}

/// Returns the wrong results of one submission.
fn complaints(graded: &Graded, expected: &Expected) -> Vec<Untrusted> {
    let complaint = |what: String| Untrusted::concat(&[&"`", &graded.name, &"` ", &what]);
    let mut complaints = Vec::new();
    let points = graded.points.map_or_else(|| "no points".to_owned(), |points| points.to_string());
    if points != expected.points {
        complaints.push(complaint(format!("gets {points}, and must get {}", expected.points)));
    }
    for scenario in &graded.scenarios {
        let must = verdict_of(expected, scenario);
        let got = if scenario.is_lost() { scenario.verdict.words() } else { "accepted" };
        if got != must {
            let name = scenario.full_name();
            complaints.push(complaint(format!("gets `{got}` in `{name}`, and must get `{must}`")));
        }
    }
    for (group, name) in unknown(expected, &graded.scenarios) {
        let of = if group.is_empty() { String::new() } else { format!(" of `{group}`") };
        complaints.push(complaint(format!("must lose `{name}`{of}, but the spec has no such scenario")));
    }
    complaints
}

/// Returns the expected losses of a submission whose scenarios do not exist.
fn unknown<'a>(expected: &'a Expected, scenarios: &[GradedScenario]) -> Vec<(&'a str, &'a str)> {
    let all = expected.loses.iter().flat_map(|(group, names)| names.keys().map(move |name| (group, name)));
    let all = all.map(|(group, name)| (group.as_str(), name.as_str()));
    let is_known = |(group, name): &(&str, &str)| {
        scenarios.iter().any(|it| it.group.as_deref().unwrap_or_default() == *group && &*it.name == *name)
    };
    all.filter(|one| !is_known(one)).collect()
}

fn verdict_of<'a>(expected: &'a Expected, scenario: &GradedScenario) -> &'a str {
    let group = expected.loses.get(scenario.group.as_deref().unwrap_or_default());
    group.and_then(|group| group.get(&*scenario.name)).map_or("accepted", String::as_str)
}
