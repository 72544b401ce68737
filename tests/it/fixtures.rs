//! Every fixture gets what `fixtures/<assignment>/expected.yaml` says, scenario by scenario.
//!
//! What the fixtures did is kept between tests, as for any class that is graded twice: below `target/tmp/fixtures/`. What is
//! kept knows nothing of how this yardstick runs programs, so of each assignment one of `STEP` is run anew. All are run by the tests that are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

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

/// One of so many fixtures is run anew for every change.
const STEP: usize = 60;

/// A folder of fixtures, and what they must get.
struct Fixtures {
    assignment: &'static str,
    expected: BTreeMap<String, Expected>,
    /// What the environment of the grader has besides.
    env: &'static [(&'static str, &'static str)],
}

impl Fixtures {
    fn of(assignment: &'static str) -> Self {
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
        Self { assignment, expected, env: &[] }
    }

    /// The same, run without forks and with side files, as on Windows (`src/base/sandbox/plain/channel.rs`).
    fn run_as_on_windows(self) -> Self {
        Self { env: &[("YARDSTICK_SIDE_FILES", "1")], ..self }
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(self.assignment).join("submissions")
    }

    /// Grades the submissions of a folder, and holds them to what is expected.
    fn hold(&self, class: &Path, results: &Path, jobs: &[&str]) {
        let got = grade(self.assignment, class, results, jobs, self.env);
        let mut wrong = Vec::new();
        for (name, (points, loses)) in got {
            let expected = &self.expected[&name];
            if (&points, &loses) != (&expected.points, &expected.loses) {
                wrong.push(format!("{name}: {points} points, loses {loses:#?}\nexpected {expected:#?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }

    /// The names of all submissions, in order.
    fn names(&self) -> Vec<String> {
        let names: BTreeSet<String> = std::fs::read_dir(self.folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        Vec::from_iter(names)
    }

    /// Lays out some of the submissions in a folder of their own.
    fn lay_out<'a>(&self, names: impl Iterator<Item = &'a String>) -> TempDir {
        let room = tempfile::tempdir().unwrap();
        let folders = names.map(|name| self.folder().join(name));
        let copied = std::process::Command::new("cp").arg("-r").args(folders).arg(room.path()).status();
        assert!(copied.unwrap().success());
        room
    }

    /// Some fixtures that are run anew, and those that are kept.
    fn hold_to_expectations(&self) {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures").join(self.assignment);
        let known = kept_names(&kept);
        let names = self.names();
        let fresh = names.iter().step_by(STEP);
        if !known.is_empty() {
            let class = self.lay_out(fresh.clone());
            self.hold(class.path(), &class.path().join("yardstick-results"), &ALONE);
        }
        let tried: BTreeSet<&String> =
            fresh.chain(names.iter().filter(|name| known.contains(*name))).collect();
        let class = self.lay_out(tried.into_iter());
        // What came out wrong is not kept: mended, it is to be run anew.
        let graded = std::panic::catch_unwind(|| self.hold(class.path(), &kept, &ALONE));
        if let Err(wrong) = graded {
            let _ = std::fs::remove_dir_all(&kept);
            std::panic::resume_unwind(wrong);
        }
    }

    /// All fixtures, run anew side by side.
    fn hold_to_expectations_anew(&self) {
        self.hold(&self.folder(), tempfile::tempdir().unwrap().path(), &[]);
    }

    /// Every second fixture without walls, from the first or the second on.
    fn hold_half_to_expectations(&self, from: usize) {
        let class = self.lay_out(self.names().iter().skip(from).step_by(2));
        self.hold(class.path(), &class.path().join("yardstick-results"), &PLAIN);
    }

    /// One fixture without walls.
    fn hold_one_to_expectations(&self) {
        let class = self.lay_out(self.names().iter().take(1));
        self.hold(class.path(), &class.path().join("yardstick-results"), &PLAIN);
    }
}

/// The runner that every system has, which shuts nothing in.
const PLAIN: [&str; 2] = ["--runner", "plain"];

/// The names of the submissions whose results are kept.
fn kept_names(kept: &Path) -> BTreeSet<String> {
    let Ok(results) = std::fs::read(kept.join("results.json")) else { return BTreeSet::new() };
    let results: Value = serde_json::from_slice(&results).unwrap_or_default();
    let submissions = results["submissions"].as_array().into_iter().flatten();
    submissions.filter_map(|one| Some(one["name"].as_str()?.to_owned())).collect()
}

/// One run at a time: nothing has to be repeated because others ran beside it. Tests of other assignments go on meanwhile.
const ALONE: [&str; 2] = ["--jobs", "1"];

fn grade(
    assignment: &str,
    class: &Path,
    results: &Path,
    jobs: &[&str],
    env: &[(&str, &str)],
) -> BTreeMap<String, Got> {
    // The system's own interpreter first, where there is one: it starts three times as fast as one with a
    // version manager's additions, and thousands of programs are run here.
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::cargo_bin("yardstick")
        .unwrap()
        .env("PATH", path)
        .envs(env.iter().copied())
        .args(["grade", assignment])
        .arg(class)
        .args(["--format", "json", "--out"])
        .arg(results)
        .args(jobs)
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

/// Two tests for each assignment, and that there is one for every folder with expectations.
macro_rules! fixtures {
    ($($name:ident: $assignment:literal,)*) => {
        $(mod $name {
            use super::Fixtures;

            #[test]
            fn get_what_they_deserve() {
                Fixtures::of($assignment).hold_to_expectations();
            }

            #[test]
            fn get_what_they_deserve_without_walls() {
                Fixtures::of($assignment).hold_one_to_expectations();
            }
        })*

        const ASSIGNMENTS: &[&str] = &[$($assignment),*];
    };
}

fixtures! {
    byu_connect_four: "byu-connect-four",
    byu_connect_four_plus: "byu-connect-four-plus",
    carleton_connect4: "carleton-connect4",
    michigan_connect_n: "michigan-connect-n",
    umass_connect4: "umass-connect4",
    uq_connect4ish: "uq-connect4ish",
}

#[test]
#[ignore = "takes minutes; some are always run anew"]
fn all_get_what_they_deserve_anew() {
    for assignment in ASSIGNMENTS {
        Fixtures::of(assignment).hold_to_expectations_anew();
    }
}

#[test]
#[ignore = "takes minutes; one of each assignment is always run"]
fn half_get_what_they_deserve_without_walls() {
    for assignment in ASSIGNMENTS {
        Fixtures::of(assignment).hold_half_to_expectations(0);
    }
}

#[test]
#[ignore = "takes minutes; one of each assignment with sessions is always run"]
fn the_other_half_get_what_they_deserve_as_windows_runs_them() {
    for assignment in ASSIGNMENTS {
        Fixtures::of(assignment).run_as_on_windows().hold_half_to_expectations(1);
    }
}

#[test]
fn sessions_and_tests_are_answered_in_a_process_each_as_on_windows() {
    for assignment in ["michigan-connect-n", "uq-connect4ish"] {
        Fixtures::of(assignment).run_as_on_windows().hold_one_to_expectations();
    }
}

#[test]
fn every_shipped_spec_has_fixtures() {
    let shipped: Vec<&str> = yardstick::testing::spec::shipped().iter().map(|shipped| shipped.key).collect();
    assert_eq!(shipped, ASSIGNMENTS);
    for assignment in ASSIGNMENTS {
        let fixtures = Fixtures::of(assignment);
        assert!(fixtures.expected.keys().eq(&fixtures.names()), "of {assignment}");
    }
}
