//! No program changes what another one earns: every attack is graded between honest programs.
//!
//! Two runs go on at a time. The names are such that one worker grades the attacks while the other one grades honest
//! programs, as many as there are attacks.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::PoisonError;

use serde_json::Value;

use super::hostile::{NOBODY, PLANTED, User, corpus};

/// The honest programs that use most of what others may take, by the files of each.
const HONEST: [(&str, &[&str]); 4] = [
    ("python", &["main.py", "tools.py", "test_double.py"]),
    ("c", &["main.c"]),
    ("c-counts", &["main.c"]),
    ("javascript", &["main.js"]),
];

/// The honest programs of a class, and what they must earn.
struct Class {
    folder: tempfile::TempDir,
    honest: Vec<String>,
}

impl Class {
    /// Attacks with short limits, and as many honest programs.
    fn of(attacks: &[PathBuf]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        for part in ["neighbours", "support"] {
            copy(&corpus().join(part), &folder.path().join(part));
        }
        let class = folder.path().join("class");
        for attack in attacks {
            let name = format!("attack-{}", attack.file_name().unwrap().to_string_lossy());
            copy(attack, &class.join(name));
        }
        let with_node = Command::new("node").arg("--version").output().is_ok();
        let kinds = HONEST.iter().filter(|(kind, _)| with_node || *kind != "javascript");
        let honest = kinds.cycle().take(attacks.len()).enumerate().map(|(number, (kind, files))| {
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
        Self { folder, honest }
    }

    /// Grades all of them, and tells who did not earn what is due to honesty.
    fn grade(&self, spec: &str, user: User, runner: &str) -> Vec<String> {
        let folder = self.folder.path();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("yardstick"));
        if user.is_another() {
            let copy = folder.join("yardstick");
            if !copy.exists() {
                fs::copy(assert_cmd::cargo::cargo_bin!("yardstick"), &copy).unwrap();
            }
            command = Command::new(copy);
            command.uid(NOBODY).gid(NOBODY);
        }
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
        let output = command
            .env("PATH", path)
            .arg("grade")
            .args([folder.join("neighbours").join(spec), folder.join("class")])
            .args(["--sandbox", "strict", "--runner", runner, "--format", "json", "--jobs", "2", "--out"])
            .arg(folder.join(format!("results-{runner}-{user:?}")))
            .output()
            .unwrap();
        let results: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
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
    fn nobody_is_harmed(&self, spec: &str, user: User, runner: &str) {
        for time in ["the first time", "again"] {
            let harmed = self.grade(spec, user, runner);
            assert!(harmed.is_empty(), "{user:?}, {runner}, {time}:\n{}", harmed.join("\n"));
        }
    }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (entry, to) = (entry.as_ref().unwrap(), to.join(entry.as_ref().unwrap().file_name()));
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// The programs of the corpus that are not honest; all, or those that would do harm without isolation.
fn attacks(only_harmful: bool) -> Vec<PathBuf> {
    let expected = fs::read_to_string(corpus().join("expected.yaml")).unwrap();
    let expected: BTreeMap<String, Value> = serde_yaml::from_str(&expected).unwrap();
    let attacks = expected.into_iter().filter(|(name, expected)| {
        let is_harmful = expected.get("none").is_none();
        !name.starts_with("honest-") && (is_harmful || !only_harmful)
    });
    attacks.map(|(name, _)| corpus().join("submissions").join(name)).collect()
}

#[test]
fn beside_every_attack_honest_programs_earn_their_full_marks() {
    let _turn = PLANTED.lock().unwrap_or_else(PoisonError::into_inner);
    Class::of(&attacks(false)).nobody_is_harmed("spec.yaml", User::Same, "fork");
}

#[test]
fn beside_harmful_attacks_an_ordinary_user_s_honest_programs_earn_their_full_marks() {
    let _turn = PLANTED.lock().unwrap_or_else(PoisonError::into_inner);
    Class::of(&attacks(true)).nobody_is_harmed("spec.yaml", User::Ordinary, "fork");
}

#[test]
#[ignore = "it takes minutes"]
fn with_the_usual_limits_and_in_sessions_attacks_harm_nobody_either() {
    let _turn = PLANTED.lock().unwrap_or_else(PoisonError::into_inner);
    let class = Class::of(&attacks(false));
    // What is attacked from a session too: importing an attack carries it out.
    let session =
        "  - name: Attack\n    points: 1\n    scenarios:\n      - { name: import, session: '>>> 1' }\n";
    let folder = class.folder.path().join("neighbours");
    let text = fs::read_to_string(folder.join("spec.yaml")).unwrap();
    let longer = text.replace("cpu: 500ms, wall: 1200ms", "cpu: 2s, wall: 5s") + session;
    fs::write(folder.join("longer.yaml"), longer).unwrap();
    for user in [User::Same, User::Ordinary] {
        for runner in ["fork", "spawn"] {
            class.nobody_is_harmed("longer.yaml", user, runner);
        }
    }
}
