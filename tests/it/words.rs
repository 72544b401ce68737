//! What interpreters say in each version that is found here, beside `words.yaml`: a new version that says something else fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use super::scratch::{Scratch, ended, named};
use super::{night, optional};

/// A mistake, and what is said about it by some versions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    program: String,
    file: Option<String>,
    from: Option<String>,
    before: Option<String>,
    said: String,
    todo: Option<String>,
}

/// How the version of an interpreter is asked for, and in which line of its answer it stands.
const INTERPRETERS: [(&str, &str, &[&str]); 3] = [
    ("python", "python3", &["-c", "import platform; print(platform.python_version())"]),
    ("node", "node", &["--version"]),
    ("go", "go", &["version"]),
];

fn version(text: &str) -> Vec<u32> {
    let from = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let digits = &text[from..][..end(&text[from..])];
    digits.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// The interpreters of a name on this machine; those of other versions at night.
fn found(name: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = optional::found(name).into_iter().collect();
    if name == "python3" {
        let folders = std::env::var("PATH").unwrap_or_default();
        let others = (8..30).flat_map(|minor| {
            std::env::split_paths(&folders)
                .map(move |folder| folder.join(format!("python3.{minor}")))
                .collect::<Vec<_>>()
        });
        all.extend(others.filter(|program| program.is_file()));
    }
    if name == "python3" && night::is_night() {
        let versions = std::env::home_dir().map(|home| home.join(".pyenv/versions"));
        let installed = versions.and_then(|folder| std::fs::read_dir(folder).ok());
        let programs = installed.into_iter().flatten().flatten().map(|one| one.path().join("bin/python3"));
        all.extend(programs.filter(|program| program.is_file()));
    }
    let mut seen = BTreeSet::new();
    all.retain(|program| program.canonicalize().is_ok_and(|path| seen.insert(path)));
    all
}

/// Tells whether a line is said, where `*` stands for any text.
fn is_said(line: &str, said: &str) -> bool {
    let parts: Vec<String> = said.split('*').map(regex::escape).collect();
    regex::Regex::new(&format!("^{}$", parts.join(".*"))).unwrap().is_match(line)
}

#[test]
fn interpreters_say_what_the_table_has_and_it_is_told_what_to_do() {
    let table: BTreeMap<String, Vec<Row>> =
        serde_yaml::from_str(include_str!("../../src/grading/guidance/words.yaml")).unwrap();
    for (language, name, asked) in INTERPRETERS {
        if !optional::is_at_hand(name) {
            continue;
        }
        for program in found(name) {
            let answer = Command::new(&program).args(asked).output().unwrap();
            let own = version(&String::from_utf8_lossy(&answer.stdout));
            // Older ones are not supported.
            if language == "python" && own < vec![3, 8] {
                continue;
            }
            let is_meant = |row: &&Row| {
                let bound = |bound: &Option<String>| bound.as_deref().map(version);
                bound(&row.from).is_none_or(|from| own >= from)
                    && bound(&row.before).is_none_or(|before| own < before)
            };
            let rows: Vec<&Row> = table[language].iter().filter(is_meant).collect();
            try_all(language, &program, &own, &rows);
        }
    }
}

fn try_all(language: &str, program: &std::path::Path, own: &[u32], rows: &[&Row]) {
    let usual = match language {
        "python" => "main.py",
        "node" => "main.js",
        other => &format!("main.{other}"),
    };
    let file = |row: &Row| row.file.clone().unwrap_or_else(|| usual.to_owned());
    let names: BTreeSet<String> = rows.iter().map(|row| file(row)).collect();
    for name in names {
        let rows: Vec<&&Row> = rows.iter().filter(|row| file(row) == name).collect();
        let spec = format!(
            "assignment: words\nsubmission: {{ files: [{name}] }}\nscenarios:\n  - {{ name: it, points: 1, expect: {{ stdout: \"right\\n\" }} }}\n"
        );
        let mut scratch = Scratch::new(&spec);
        for (at, row) in rows.iter().enumerate() {
            scratch = scratch.write(&format!("class/row-{at}/{name}"), format!("{}\n", row.program));
        }
        for (at, row) in rows.iter().enumerate() {
            let mut command = Command::new(program);
            if language == "go" {
                command.arg("run").env("GOCACHE", scratch.path("go-cache"));
            }
            let ended = command
                .arg(&name)
                .current_dir(scratch.path(format!("class/row-{at}")))
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert!(
                row.said.is_empty() || said.lines().any(|line| is_said(line.trim(), &row.said)),
                "{language} {own:?}: {}\n{said}instead of\n{}",
                row.program,
                row.said
            );
        }
        std::fs::create_dir(scratch.path("bin")).unwrap();
        let link = match language {
            "python" => "python3",
            other => other,
        };
        std::os::unix::fs::symlink(program, scratch.path("bin").join(link)).unwrap();
        let path = format!("{}:{}", scratch.path("bin").display(), std::env::var("PATH").unwrap());
        let graded = ended(scratch.command(&["grade", "spec.yaml", "class"]).env("PATH", path));
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let results = scratch.results();
        for (at, row) in rows.iter().enumerate() {
            let submission = format!("row-{at}");
            assert_eq!(named(&results, &submission)["points"], "0");
            let page = scratch.read(&format!("yardstick-results/feedback/{submission}.txt"));
            let is_told = row.todo.as_ref().is_none_or(|todo| page.replace("\n  ", " ").contains(todo));
            assert!(is_told && !page.contains("?."), "{language} {own:?}: {:?}\n{page}", row.todo);
        }
    }
}
