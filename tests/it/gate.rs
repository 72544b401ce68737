//! No test falls between the gate and the night: what one leaves out, the other runs.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the project.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The commands of a script, each on one line.
fn commands(script: &str) -> Vec<String> {
    let text = read(script).replace("\\\n", " ");
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The names of all tests that are ignored, each with the text of its function.
fn ignored() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["src", "tests", "reference"] {
        for file in sources(&root.join(folder)) {
            let text = fs::read_to_string(file).unwrap();
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("#[ignore")) {
                let body = lines[at + 1..].iter().take_while(|line| **line != "#[test]");
                let body = body.copied().collect::<Vec<_>>().join("\n");
                let name = body.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap();
                found.push((name.to_owned(), body));
            }
        }
    }
    found
}

#[test]
fn the_gate_runs_the_command_of_the_readme() {
    assert!(read("README.md").contains("\n$ cargo test --workspace\n"));
    assert!(commands(".ci/check").contains(&"step \"$cargo\" test --workspace --locked".to_owned()));
    assert!(commands(".ci/run").contains(&"CI=true .ci/check".to_owned()));
}

#[test]
fn the_gate_is_passed_with_the_oldest_toolchain_that_is_promised() {
    let workflow = read(".github/workflows/ci.yml");
    let steps = [
        r#"version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)"#,
        r#"rustup toolchain install "$version" "#,
        r#"rustup default "$version""#,
        "- run: .ci/run",
    ];
    let places = steps.map(|step| workflow.find(step).unwrap_or_else(|| panic!("no `{step}`: {workflow}")));
    assert!(places.is_sorted(), "{workflow}");
    let promised = read("Cargo.toml").lines().filter(|line| line.starts_with("rust-version = ")).count();
    assert_eq!(promised, 1);
}

#[test]
fn every_ignored_test_is_run_at_night_but_for_one_that_writes_what_is_committed() {
    let night = commands(".ci/nightly");
    let all = "step cargo test --release --workspace --lib --bins --tests --locked -- --include-ignored --nocapture ";
    let rest =
        night.iter().find_map(|command| command.strip_prefix(all)).expect("it runs all of the workspace");
    // With all that `night::some` leaves out.
    assert!(night.contains(&"export YARDSTICK_NIGHT=1".to_owned()));
    let skipped: Vec<&str> = rest.split("--skip ").skip(1).map(str::trim).collect();
    let ignored = ignored();
    assert!(ignored.len() > 10, "only {ignored:?} were found");
    for (name, body) in ignored {
        for skip in skipped.iter().filter(|skip| name.contains(**skip)) {
            let is_run = night.iter().any(|command| {
                command.starts_with("step cargo test ")
                    && command.ends_with(&format!("--ignored --nocapture {skip}"))
            });
            assert!(is_run || body.contains("std::fs::write("), "`{name}` is never run: `--skip {skip}`");
        }
    }
}

#[test]
fn what_users_wait_for_is_compared_at_night_with_a_commit_that_is_documented() {
    assert!(commands(".ci/nightly").iter().any(|command| command.starts_with("step benches/against --gate")));
    let documented = regex::Regex::new("commit `[0-9a-f]{8}`").unwrap();
    assert_eq!(documented.find_iter(&read("docs/performance.md")).count(), 1);
}

#[test]
fn few_tests_are_left_for_the_night() {
    let left = ignored();
    assert!(left.len() <= 40, "{} tests are ignored: {left:#?}", left.len());
}

#[test]
fn the_gate_and_the_night_are_workflows() {
    for (workflow, script) in [("ci.yml", ".ci/run"), ("nightly.yml", ".ci/nightly")] {
        assert!(
            read(&format!(".github/workflows/{workflow}")).contains(&format!("- run: {script}\n")),
            "{workflow}"
        );
    }
}
