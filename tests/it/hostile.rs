//! The corpus of attacks: what each program gets at each level, and what it leaves outside.
//!
//! `fixtures/hostile/README.md` says what is planted and what the programs may find. The gate grades the corpus once, at
//! the strict level and between honest programs (`neighbours.rs`); here are the other levels, runners and users.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

use super::plants::{Plants, corpus};
use super::user::User;

/// What a program must get.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    #[expect(dead_code, reason = "it is for readers")]
    about: String,
    strict: Verdicts,
    standard: Verdicts,
    /// Not to be run without isolation if it is left out.
    none: Option<Verdicts>,
    /// The most that a run may take.
    seconds: f64,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Verdicts {
    One(String),
    Any(Vec<String>),
}

impl Verdicts {
    fn allow(&self, verdict: &str) -> bool {
        match self {
            Self::One(one) => one == verdict,
            Self::Any(any) => any.iter().any(|one| one == verdict),
        }
    }
}

impl Expected {
    /// What each program of the corpus must get, by its name.
    pub(crate) fn of_the_corpus() -> BTreeMap<String, Self> {
        serde_yaml::from_str(&fs::read_to_string(corpus().join("expected.yaml")).unwrap()).unwrap()
    }

    /// Whether the program would do harm without isolation.
    pub(crate) fn is_harmful(&self) -> bool {
        self.none.is_none()
    }

    fn at(&self, level: &str) -> Option<&Verdicts> {
        match level {
            "strict" => Some(&self.strict),
            "standard" => Some(&self.standard),
            _ => self.none.as_ref(),
        }
    }
}

/// What programs got that they must not get, by the first scenario of each; `submission` tells the name of one.
pub(crate) fn wrong_verdicts(
    results: &Value,
    level: &str,
    expected: &BTreeMap<String, Expected>,
    submission: impl Fn(&str) -> String,
) -> Vec<String> {
    let submissions = results["submissions"].as_array().unwrap().iter();
    let graded: BTreeMap<&str, &Value> =
        submissions.map(|one| (one["name"].as_str().unwrap(), &one["scenarios"][0])).collect();
    let mut wrong = Vec::new();
    for (name, expected) in expected {
        let Some(admissible) = expected.at(level) else { continue };
        let Some(scenario) = graded.get(submission(name).as_str()) else {
            wrong.push(format!("{name}: not graded"));
            continue;
        };
        let verdict = scenario["verdict"].as_str().unwrap_or("not graded");
        if !admissible.allow(verdict) {
            let reasons = &scenario["reasons"];
            wrong.push(format!("{name}: {verdict}, where {admissible:?} is expected: {reasons}"));
        }
    }
    wrong
}

/// The reports that hold the planted secret: none may.
pub(crate) fn secrets(plants: &Plants, folder: &Path, output: &Output) -> Vec<String> {
    let holds_it = |text: &[u8]| String::from_utf8_lossy(text).contains(&plants.secret);
    let files = fs::read_dir(folder).unwrap().flatten();
    let files = files.filter(|file| fs::read(file.path()).is_ok_and(|text| holds_it(&text)));
    let mut found: Vec<String> = files.map(|file| file.path().display().to_string()).collect();
    found.extend(
        [&output.stdout, &output.stderr]
            .iter()
            .filter(|text| holds_it(text))
            .map(|_| "what was printed".into()),
    );
    found.into_iter().map(|report| format!("{report} holds the planted secret")).collect()
}

/// Grades the corpus at a level.
fn withstands(level: &str, runner: &str, user: User) {
    let mut expected = Expected::of_the_corpus();
    expected.retain(|_, expected| expected.at(level).is_some());
    let (plants, started) = (Plants::plant(user), Instant::now());
    let folder = tempfile::tempdir().unwrap();
    plants.copy(&corpus(), folder.path());

    let submissions = expected.keys().map(|name| folder.path().join("submissions").join(name));
    let results = folder.path().join("results");
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = user
        .yardstick(folder.path())
        .env("PATH", path)
        .env("YARDSTICK_HOSTILE_SECRET", &plants.secret)
        .arg("grade")
        .arg(folder.path().join("spec.yaml"))
        .args(submissions)
        .args(["--sandbox", level, "--runner", runner, "--format", "json", "--jobs", "2", "--out"])
        .arg(&results)
        .output()
        .unwrap();
    let graded: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));

    let mut wrong = wrong_verdicts(&graded, level, &expected, str::to_owned);
    let most: f64 = expected.values().map(|expected| expected.seconds).sum();
    if started.elapsed().as_secs_f64() > most {
        wrong.push(format!("all together took {:?}, where {most} s is the most", started.elapsed()));
    }
    if level != "none" {
        wrong.extend(plants.disturbed());
        wrong.extend(secrets(&plants, &results, &output));
    }
    wrong.extend(plants.left());
    assert!(wrong.is_empty(), "{level}, {runner}, {user:?}:\n{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes a minute; between honest programs the strict level is always tried"]
fn the_strict_level_withstands_every_attack() {
    withstands("strict", "fork", User::Same);
}

#[test]
#[ignore = "takes a minute"]
fn an_ordinary_user_s_grader_withstands_every_attack_of_programs_that_are_started_anew() {
    withstands("strict", "spawn", User::ordinary());
}

#[test]
#[ignore = "takes a minute"]
fn the_standard_level_keeps_secrets_and_results() {
    withstands("standard", "fork", User::Same);
}

#[test]
#[ignore = "takes a minute"]
fn without_isolation_an_ordinary_user_s_attacks_get_the_expected_verdicts() {
    withstands("none", "spawn", User::ordinary());
}
