//! Every fixture gets what `fixtures/<assignment>/expected.yaml` says, scenario by scenario.

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

/// What a submission must get; what is not listed under `loses` must be accepted. An entry `everyone` says
/// which groups all lose that do not list them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[expect(dead_code, reason = "it is for readers")]
    about: String,
    points: String,
    /// Verdicts by group and scenario.
    #[serde(default)]
    loses: BTreeMap<String, BTreeMap<String, String>>,
}

/// What a submission got: its points, and the scenarios that it lost.
type Got = (String, BTreeMap<String, BTreeMap<String, String>>);

fn grade(assignment: &str) -> BTreeMap<String, Got> {
    let out = tempfile::tempdir().unwrap();
    let submissions = format!("{}/fixtures/{assignment}/submissions", env!("CARGO_MANIFEST_DIR"));
    // The system's own interpreter first, where there is one: it starts three times as fast as one with a
    // version manager's additions, and thousands of programs are run here.
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::cargo_bin("yardstick")
        .unwrap()
        .env("PATH", path)
        .args(["grade", assignment, &submissions, "--format", "json", "--out"])
        .arg(out.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all = BTreeMap::new();
    for submission in results["submissions"].as_array().unwrap() {
        let mut lost = BTreeMap::<String, BTreeMap<String, String>>::new();
        for scenario in submission["scenarios"].as_array().unwrap() {
            if scenario["verdict"] != "accepted" && scenario["verdict"] != "to be marked" {
                let group = lost.entry(text(&scenario["group"])).or_default();
                group.insert(text(&scenario["name"]), text(&scenario["verdict"]));
            }
        }
        all.insert(text(&submission["name"]), (text(&submission["points"]), lost));
    }
    all
}

fn hold_to_expectations(assignment: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(assignment);
    let expected = std::fs::read_to_string(folder.join("expected.yaml")).unwrap();
    let mut expected: BTreeMap<String, Expected> = serde_yaml::from_str(&expected).unwrap();
    if let Some(everyone) = expected.remove("everyone") {
        for submission in expected.values_mut() {
            for (group, scenarios) in &everyone.loses {
                submission.loses.entry(group.clone()).or_insert_with(|| scenarios.clone());
            }
        }
    }
    let got = grade(assignment);
    let names = |keys: Vec<&String>| keys.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(got.keys().collect()),
        names(expected.keys().collect()),
        "the submissions of {assignment}"
    );
    let mut wrong = Vec::new();
    for (name, expected) in expected {
        let (points, loses) = &got[&name];
        if (points, loses) != (&expected.points, &expected.loses) {
            wrong.push(format!("{name}: {points} points, loses {loses:#?}\nexpected {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn byu_connect_four_fixtures_get_what_they_deserve() {
    hold_to_expectations("byu-connect-four");
}

#[test]
fn byu_connect_four_plus_fixtures_get_what_they_deserve() {
    hold_to_expectations("byu-connect-four-plus");
}

#[test]
fn carleton_connect4_fixtures_get_what_they_deserve() {
    hold_to_expectations("carleton-connect4");
}

#[test]
fn michigan_connect_n_fixtures_get_what_they_deserve() {
    hold_to_expectations("michigan-connect-n");
}

#[test]
fn umass_connect4_fixtures_get_what_they_deserve() {
    hold_to_expectations("umass-connect4");
}

#[test]
fn uq_connect4ish_fixtures_get_what_they_deserve() {
    hold_to_expectations("uq-connect4ish");
}
