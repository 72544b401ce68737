//! No program changes what another one earns: every attack is graded between honest programs.
//!
//! Two runs go on at a time. The names are such that one worker grades attacks while the other one grades honest
//! programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use super::hostile::{Expected, secrets, wrong_verdicts};
use super::night;
use super::optional;
use super::plants::{Plants, corpus};
use super::user::User;

/// The honest programs that use most of what others may take, by the files of each, in turn. Counting in C takes most
/// time of all, so fewer do it.
const HONEST: [(&str, &[&str]); 7] = [
    PYTHON,
    ("c", &["main.c"]),
    ("javascript", &["main.js"]),
    PYTHON,
    ("c", &["main.c"]),
    ("javascript", &["main.js"]),
    ("c-counts", &["main.c"]),
];
const PYTHON: (&str, &[&str]) = ("python", &["main.py", "tools.py", "test_double.py"]);

/// What the variants of the spec have in the place of its own words, or behind them.
const SHORT: &str = "cpu: 600ms, wall: 1200ms";
const USUAL: &str = "cpu: 2s, wall: 5s";
const INSTEAD: &str = "  instead: [main.c, main.js]\n";
const IMPORT: &str =
    "  - name: Attack\n    points: 1\n    scenarios:\n      - { name: import, session: '>>> 1' }\n";

/// Attacks between honest programs.
struct Class {
    folder: tempfile::TempDir,
    plants: Plants,
    user: User,
    /// What each program of the corpus must get, by the name that it has there.
    expected: BTreeMap<String, Expected>,
    honest: Vec<String>,
}

impl Class {
    /// These programs of the corpus, and as many honest ones that use what others may take.
    fn of(expected: BTreeMap<String, Expected>, user: User) -> Self {
        let count = expected.len();
        Self::beside(&HONEST, count, expected, user)
    }

    /// These programs of the corpus, and so many honest ones of these kinds.
    fn beside(
        honest: &[(&str, &[&str])],
        count: usize,
        expected: BTreeMap<String, Expected>,
        user: User,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let plants = Plants::plant(user);
        for part in ["neighbours", "support"] {
            plants.copy(&corpus().join(part), &folder.path().join(part));
        }
        let class = folder.path().join("class");
        for name in expected.keys() {
            plants.copy(&corpus().join("submissions").join(name), &class.join(attack(name)));
        }
        let with_node = optional::found("node").is_some();
        let kinds = honest.iter().filter(|(kind, _)| with_node || *kind != "javascript");
        let honest = kinds.cycle().take(count).enumerate().map(|(number, (kind, files))| {
            let name = format!("honest-{number:03}-{kind}");
            for file in *files {
                // No two are the same: what is known is not run again.
                let mark = match Path::new(file).extension().unwrap().to_str().unwrap() {
                    "py" => format!("# {number}\n"),
                    _ => format!("// {number}\n"),
                };
                let from = corpus().join("neighbours").join(kind).join(file);
                fs::create_dir_all(class.join(&name)).unwrap();
                let text = fs::read_to_string(from).unwrap();
                fs::write(class.join(&name).join(file), text + &mark).unwrap();
            }
            name
        });
        let honest = honest.collect();
        Self { folder, plants, user, expected, honest }
    }

    /// Grades all of them.
    fn grade(&self, spec: &str, runner: &str) -> (Output, Value) {
        let folder = self.folder.path();
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
        let output = self
            .user
            .yardstick(folder)
            .env("PATH", path)
            .env("YARDSTICK_HOSTILE_SECRET", &self.plants.secret)
            .arg("grade")
            .args([folder.join("neighbours").join(spec), folder.join("class")])
            .args(["--sandbox", "strict", "--runner", runner, "--format", "json", "--jobs", "2", "--out"])
            .arg(self.results(runner))
            .output()
            .unwrap();
        let results = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        (output, results)
    }

    /// Writes a variant of the spec beside it; its name.
    fn write_spec(&self, name: &'static str, change: impl FnOnce(&str) -> String) -> &'static str {
        let folder = self.folder.path().join("neighbours");
        let spec = fs::read_to_string(folder.join("spec.yaml")).unwrap();
        let changed = change(&spec);
        assert_ne!(changed, spec, "the spec has other words");
        fs::write(folder.join(name), changed).unwrap();
        name
    }

    fn results(&self, runner: &str) -> std::path::PathBuf {
        self.folder.path().join(format!("results-{runner}"))
    }

    /// Who did not earn what is due to honesty.
    fn harmed(&self, results: &Value) -> Vec<String> {
        let graded = results["submissions"].as_array().unwrap();
        let honest = graded.iter().filter(|one| self.honest.iter().any(|name| one["name"] == *name));
        let harmed = honest.flat_map(|one| {
            // The others have no sessions and no tests of their own.
            let python = one["name"].as_str().unwrap().ends_with("-python");
            let due = one["scenarios"].as_array().unwrap().iter().take(if python { 3 } else { 1 });
            let lost = due.filter(|scenario| scenario["verdict"] != "accepted");
            lost.map(|lost| {
                format!("{} {}: {} {}", one["name"], lost["group"], lost["verdict"], lost["reasons"])
            })
        });
        harmed.collect()
    }

    /// Grades all of them twice: what was kept of the first time must not harm anybody either.
    fn nobody_is_harmed(&self, spec: &str, runner: &str) {
        for time in ["the first time", "again"] {
            let harmed = self.harmed(&self.grade(spec, runner).1);
            assert!(harmed.is_empty(), "{:?}, {runner}, {time}:\n{}", self.user, harmed.join("\n"));
        }
    }
}

/// The name of an attack in a class.
fn attack(name: &str) -> String {
    format!("attack-{name}")
}

/// The programs of the corpus that are not honest; all, or those that would do harm without isolation.
fn attacks(only_harmful: bool) -> BTreeMap<String, Expected> {
    let mut attacks = Expected::of_the_corpus();
    attacks.retain(|name, expected| !name.starts_with("honest-") && (expected.is_harmful() || !only_harmful));
    attacks
}

/// The gate's one sweep of the corpus, a quarter of it: the verdicts, what stands outside, and the neighbours.
#[test]
fn between_honest_programs_every_attack_gets_its_verdict_and_takes_from_nobody() {
    let all = Expected::of_the_corpus().into_iter().collect();
    let expected: BTreeMap<_, _> = night::spread(all, 4).into_iter().collect();
    // At night every attack has its neighbour.
    let count = *night::some(&[expected.len() / 3, expected.len()], 1).last().unwrap();
    let class = Class::beside(&HONEST, count, expected, User::Same);
    for time in night::some(&["the first time", "again"], 1) {
        let (output, results) = class.grade("spec.yaml", "fork");
        let mut wrong = wrong_verdicts(&results, "strict", &class.expected, attack);
        wrong.extend(class.harmed(&results));
        wrong.extend(class.plants.disturbed());
        wrong.extend(secrets(&class.plants, &class.results("fork"), &output));
        wrong.extend(class.plants.left());
        assert!(wrong.is_empty(), "{time}:\n{}", wrong.join("\n"));
    }
}

#[test]
#[ignore = "takes a minute"]
fn beside_every_attack_honest_programs_earn_their_full_marks() {
    Class::of(attacks(false), User::Same).nobody_is_harmed("spec.yaml", "fork");
}

#[test]
#[ignore = "takes a minute"]
fn beside_every_attack_an_ordinary_user_s_honest_programs_earn_their_full_marks() {
    Class::of(attacks(false), User::ordinary()).nobody_is_harmed("spec.yaml", "fork");
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn with_the_usual_limits_attacks_harm_nobody_either() {
    for (user, only_harmful, runner) in
        [(User::Same, false, "fork"), (User::Same, true, "spawn"), (User::ordinary(), true, "fork")]
    {
        let class = Class::of(attacks(only_harmful), user);
        let usual = class.write_spec("usual.yaml", |spec| spec.replace(SHORT, USUAL));
        class.nobody_is_harmed(usual, runner);
    }
}

/// A session that imports an attack carries it out. Only programs in Python can be imported.
#[test]
#[ignore = "takes minutes"]
fn in_sessions_attacks_harm_nobody_either() {
    for (user, runner) in [(User::Same, "fork"), (User::Same, "spawn"), (User::ordinary(), "fork")] {
        let attacks = attacks(false);
        let class = Class::beside(&[PYTHON], attacks.len(), attacks, user);
        let sessions = class.write_spec("sessions.yaml", |spec| spec.replace(INSTEAD, "") + IMPORT);
        class.nobody_is_harmed(sessions, runner);
    }
}
