//! A fork of the warm interpreter does what a fresh one does: both leave the same results, byte for byte.
//!
//! `fixtures/faithful/README.md` says what its programs show.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

use super::night;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The files below a folder, by their paths inside of it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(folder).unwrap().to_path_buf();
                files.insert(inside, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// All that is left of grading these submissions with programs started in one way.
fn results(spec: &Path, submissions: &[PathBuf], runner: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let out = tempfile::tempdir().unwrap();
    grade(spec, submissions, runner, out.path());
    let behaviours = behaviours(&out.path().join("traces"));
    // Traces tell what was used too, which is never the same twice; what follows from them is.
    fs::remove_dir_all(out.path().join("traces")).unwrap();
    let mut files = files(out.path());
    files.insert(PathBuf::from("traces"), behaviours.into_bytes());
    files
}

/// The digests of all that programs did, one line for each run: what they printed, also as errors, and how they ended.
fn behaviours(traces: &Path) -> String {
    let mut lines = Vec::new();
    for content in files(traces).values() {
        let content = String::from_utf8_lossy(content);
        for line in content.lines().filter_map(|line| line.split_once(" submission ")) {
            let trace: serde_json::Value = serde_json::from_str(line.1).unwrap();
            // A file that does not parse is not run.
            for (place, job) in trace["outcome"]["jobs"].as_array().into_iter().flatten().enumerate() {
                lines.push(format!("{} {place} {}\n", trace["submission"], job["behaviour"]));
            }
        }
    }
    assert!(!lines.is_empty());
    lines.sort();
    lines.concat()
}

fn grade(spec: &Path, submissions: &[PathBuf], runner: &str, out: &Path) {
    // The system's own interpreter first: what others import at their start is not the same on every machine.
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::cargo_bin("yardstick")
        .unwrap()
        .env("PATH", path)
        .arg("grade")
        .arg(spec)
        .args(submissions)
        .args(["--sandbox", "strict", "--runner", runner, "--quiet", "--out"])
        .arg(out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{runner}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The lines of two texts that are not the same at the same place, the first few of them.
fn differing_lines(fork: &[u8], spawn: &[u8]) -> String {
    let (fork, spawn) = (String::from_utf8_lossy(fork), String::from_utf8_lossy(spawn));
    let (mut fork, mut spawn) = (fork.lines(), spawn.lines());
    let mut differing = Vec::new();
    loop {
        match (fork.next(), spawn.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => differing.push(format!(
                "  fork:  {}\n  spawn: {}",
                one.unwrap_or("(the end)"),
                other.unwrap_or("(the end)")
            )),
        }
    }
    differing.truncate(3);
    differing.join("\n")
}

fn are_the_same_with_both_runners(spec: &Path, submissions: &[PathBuf]) {
    assert!(!submissions.is_empty());
    let fork = results(spec, submissions, "fork");
    let mut spawn = results(spec, submissions, "spawn");
    let mut wrong = Vec::new();
    for (name, content) in &fork {
        match spawn.remove(name) {
            None => wrong.push(format!("{}: left by forks alone", name.display())),
            Some(other) if other != *content => {
                wrong.push(format!("{}:\n{}", name.display(), differing_lines(content, &other)));
            }
            Some(_) => {}
        }
    }
    wrong.extend(spawn.keys().map(|name| format!("{}: left by fresh interpreters alone", name.display())));
    assert!(fork.contains_key(Path::new("results.json")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The submissions to an assignment that are in Python.
fn in_python(assignment: &str) -> Vec<PathBuf> {
    let holds_python = |path: &PathBuf| {
        let is_python = |path: &Path| path.extension().is_some_and(|extension| extension == "py");
        is_python(path) || (path.is_dir() && files(path).keys().any(|name| is_python(name)))
    };
    let entries = fs::read_dir(fixtures().join(assignment).join("submissions")).unwrap();
    let mut submissions: Vec<PathBuf> =
        entries.map(|entry| entry.unwrap().path()).filter(holds_python).collect();
    submissions.sort();
    submissions
}

#[test]
fn a_program_finds_the_same_environment_in_a_fork_and_in_a_new_interpreter() {
    let spec = fixtures().join("faithful/spec.yaml");
    are_the_same_with_both_runners(&spec, &night::spread(in_python("faithful"), 3));
}

#[test]
fn a_program_in_javascript_finds_the_same_in_a_fork_and_in_a_new_node() {
    let entries = fs::read_dir(fixtures().join("faithful/javascript/submissions")).unwrap();
    let mut submissions: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    submissions.sort();
    let submissions = night::spread(submissions, 3);
    are_the_same_with_both_runners(&fixtures().join("faithful/javascript/spec.yaml"), &submissions);
}

#[test]
#[ignore = "takes a minute; programs that show what may differ are always run with both"]
fn byu_connect_four_is_graded_the_same_with_both_runners() {
    are_the_same_with_both_runners(Path::new("byu-connect-four"), &in_python("byu-connect-four"));
}

/// What the sessions and the tests of a submission came to, whole.
fn traces(spec: &Path, submission: &Path, runner: &str) -> String {
    let out = tempfile::tempdir().unwrap();
    grade(spec, &[submission.to_path_buf()], runner, out.path());
    let name = submission.file_name().unwrap();
    let command = &mut Command::cargo_bin("yardstick").unwrap();
    let output =
        command.arg("trace").arg(name).arg("Finds").arg("--results").arg(out.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sessions_and_own_tests_find_the_same_environment_with_both_runners() {
    let spec = fixtures().join("faithful/sessions.yaml");
    for submission in ["alone", "beside-names-of-the-library"] {
        let folder = fixtures().join("faithful/modules").join(submission);
        let fork = traces(&spec, &folder, "fork");
        let spawn = traces(&spec, &folder, "spawn");
        assert!(fork == spawn, "{submission}:\n{}", differing_lines(fork.as_bytes(), spawn.as_bytes()));
        assert!(fork.contains("its own module: True"), "{fork}");
    }
}
