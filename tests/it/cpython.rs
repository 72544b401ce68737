//! A second oracle for sessions: CPython.
//!
//! What a shipped session must come to is said by a reference in Rust and by the small Python that types at it
//! (`reference/src/session`). Here the same lines are typed in CPython, at a right program of the fixtures, which
//! shares no line with the reference. Both must come to the same values and raise the same classes of exceptions, line
//! by line, without any relaxation of the spec. What the reference prints is worded by its author, and the specs leave
//! the wording free; so it is not compared here, but by the fixtures, as each spec says.
//!
//! The lines that the reference's own tests know (`cpython.txt`) need no program, and what they print counts too. There
//! the text of an exception is left out, which is not the same in all versions of Python. The same lines with a character
//! too many or too few show that what is no Python is refused.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};
use yardstick::testing::spec::{Spec, Task};
use yardstick_reference::{Answer, Deviations, Raised, Random};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What CPython answers to sessions, with the modules of these folders.
fn typed(sessions: &[Json], folders: &[PathBuf]) -> Vec<Vec<Answer>> {
    let mut python = Command::new("python3")
        .args(["-B", "-W", "ignore"])
        .arg(root().join("tests/python/typed.py"))
        .env("PYTHONPATH", std::env::join_paths(folders).unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(&serde_json::to_vec(sessions).unwrap()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A value in which equal sets look equal, and so does `nan`.
fn comparable(answer: &Answer) -> Json {
    fn sort_sets(value: &mut Json) {
        match value {
            Json::Array(items) => items.iter_mut().for_each(sort_sets),
            Json::Object(fields) => {
                fields.values_mut().for_each(sort_sets);
                if let Some(Json::Array(items)) = fields.get_mut("set") {
                    items.sort_by_key(Json::to_string);
                }
            }
            _ => {}
        }
    }
    let mut value = serde_json::to_value(&answer.value).unwrap();
    sort_sets(&mut value);
    value
}

fn class(raised: &Option<Raised>) -> Option<&str> {
    raised.as_ref().map(|raised| raised.class.as_str())
}

/// The lines at which two oracles part.
fn parting(sources: &[String], reference: &[Answer], cpython: &[Answer]) -> Vec<String> {
    assert_eq!((reference.len(), cpython.len()), (sources.len(), sources.len()));
    let lines = sources.iter().zip(reference.iter().zip(cpython));
    let parting = lines.filter(|(_, (reference, cpython))| {
        comparable(reference) != comparable(cpython) || class(&reference.raised) != class(&cpython.raised)
    });
    parting.map(|(line, both)| format!("{line}\n  {both:?}")).collect()
}

/// Types all sessions of a shipped spec at a right program.
fn agrees(key: &str, program: &str) {
    let spec = Spec::load(key).unwrap();
    let reference = yardstick_reference::find(key).unwrap();
    let folders =
        [root().join("fixtures").join(key).join("submissions").join(program), root().join("specs").join(key)];
    let scenarios = spec.groups.iter().flat_map(|group| &group.scenarios);
    let tasks: Vec<_> = scenarios
        .filter_map(|scenario| match &scenario.task {
            Task::Session(task) => Some((&scenario.name, task)),
            _ => None,
        })
        .collect();
    let asked: Vec<Json> = tasks
        .iter()
        .map(|(_, task)| json!({ "module": task.module.name, "lines": task.sources(), "stdin": task.stdin }))
        .collect();
    let mut wrong = Vec::new();
    for ((name, task), cpython) in tasks.iter().zip(typed(&asked, &folders)) {
        let sources = task.sources();
        let answers =
            reference.session(&task.module.name, &sources, &task.stdin, &Deviations::default()).unwrap();
        wrong.extend(parting(&sources, &answers, &cpython).into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(!tasks.is_empty());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cpython_answers_the_sessions_of_carleton_alike() {
    agrees("carleton-connect4", "accepted-handout-words");
}

#[test]
fn cpython_answers_the_sessions_of_michigan_alike() {
    agrees("michigan-connect-n", "accepted-handout-words");
}

#[test]
fn cpython_answers_the_sessions_of_umass_alike() {
    agrees("umass-connect4", "accepted-loops");
}

#[test]
fn cpython_answers_the_sessions_of_uq_alike() {
    agrees("uq-connect4ish", "accepted-plain");
}

/// The lines that need no program.
fn plain_lines() -> Vec<String> {
    let doctest = std::fs::read_to_string(root().join("reference/src/session/cpython.txt")).unwrap();
    let mut sources: Vec<String> = Vec::new();
    for line in doctest.lines() {
        if let Some(source) = line.strip_prefix(">>> ") {
            sources.push(source.to_owned());
        } else if let Some(more) = line.strip_prefix("...") {
            *sources.last_mut().unwrap() += &format!("\n{}", more.strip_prefix(' ').unwrap_or(more));
        }
    }
    sources
}

#[test]
fn cpython_answers_lines_that_need_no_program_alike() {
    let sources = plain_lines();
    let reference = yardstick_reference::find("umass-connect4").unwrap();
    let answers = reference.session("connect4", &sources, &[], &Deviations::default()).unwrap();
    let asked = json!({ "module": null, "lines": sources, "stdin": [] });
    let cpython = typed(&[asked], &[]).remove(0);
    assert!(sources.len() > 90);
    let wrong = parting(&sources, &answers, &cpython);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (source, (answer, cpython)) in sources.iter().zip(answers.iter().zip(&cpython)) {
        assert_eq!(answer.printed, cpython.printed, "{source}");
    }
}

/// A line with a character left out, or with one put in.
fn damaged(line: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = line.chars().collect();
    let place = random.below(characters.len());
    if random.percent(50) {
        characters.remove(place);
    } else {
        let others: Vec<char> = "()[]{},:;=+-*/%<>!. '\"\\#\n01ab".chars().collect();
        characters.insert(place, random.pick(&others).unwrap());
    }
    characters.into_iter().collect()
}

#[test]
fn a_damaged_line_is_refused_or_answered_as_cpython_answers_it() {
    let mut random = Random::new(1);
    let sources = plain_lines();
    let lines: Vec<String> =
        (0..3000).map(|round| damaged(&sources[round % sources.len()], &mut random)).collect();
    let asked = lines.iter().map(|line| json!({ "module": null, "lines": [line], "stdin": [] }));
    let reference = yardstick_reference::find("umass-connect4").unwrap();
    let (mut answered, mut wrong) = (0, Vec::new());
    for (line, cpython) in lines.iter().zip(typed(&asked.collect::<Vec<_>>(), &[])) {
        let source = std::slice::from_ref(line);
        if let Ok(answers) = reference.session("connect4", source, &[], &Deviations::default()) {
            answered += 1;
            wrong.extend(parting(source, &answers, &cpython));
        }
    }
    assert!(answered > 500, "{answered}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_second_oracle_would_notice_another_answer() {
    let sources = ["1".to_owned(), "[]".to_owned(), "len(1)".to_owned()];
    let asked = json!({ "module": null, "lines": ["1.0", "()", "[][0]"], "stdin": [] });
    let reference = yardstick_reference::find("umass-connect4").unwrap();
    let answers = reference.session("connect4", &sources, &[], &Deviations::default()).unwrap();
    assert_eq!(parting(&sources, &answers, &typed(&[asked], &[])[0]).len(), 3);
}
