//! The pages that lead somebody by the hand: every command of theirs is run, and prints what they show.
//!
//! A line with nothing but `…` stands for any lines.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin;

use super::scratch::{Scratch, ended};

/// A command, what the page shows below it, and its line in the page.
struct Step {
    command: String,
    shown: String,
    line: usize,
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap()
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::<Step>::new();
    let mut is_console = false;
    for (index, line) in page.lines().enumerate() {
        match line {
            "```console" => is_console = true,
            "```" => is_console = false,
            _ if !is_console => {}
            _ => match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => {
                    steps.push(Step { command: command.to_owned(), shown: String::new(), line: index + 1 });
                }
                (None, Some(step)) => step.shown += &format!("{}\n", line.trim_end()),
                (None, None) => panic!("line {} shows output of no command", index + 1),
            },
        }
    }
    steps
}

/// Whether a text is what a page shows, in which `…` stands for any lines.
fn is_as_shown(printed: &str, shown: &str) -> bool {
    let mut parts = shown.split("…\n");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last == Some("")
}

/// Runs the commands of a page one after the other in a folder.
fn walk(name: &str, scratch: &Scratch) {
    let page = page(name);
    let steps = steps(&page);
    let written = page.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(
        !steps.is_empty() && steps.len() == written,
        "commands of docs/{name} stand in no `console` block"
    );
    let program = cargo_bin!("yardstick").parent().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap();
    for Step { command, shown, line } in steps {
        let mut bash = assert_cmd::Command::new("bash");
        bash.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(scratch.path("."));
        bash.env("PATH", format!("{}:{path}", program.display()))
            .env_remove("COLUMNS")
            .env("LC_ALL", "C.UTF-8");
        let printed: String =
            ended(&mut bash).stdout.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert!(is_as_shown(&printed, &shown), "docs/{name}:{line}: `{command}` prints:\n{printed}");
    }
}

/// A fixture's program.
fn fixture(name: &str) -> String {
    let path = format!("fixtures/byu-connect-four/submissions/{name}/connect.py");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

const GREET: &str = "name = input('Name? ')\nif name:\n    print(f'Hello, {name}!')\nelse:\n    print('Hello, whoever you are!')\n";

#[test]
fn an_instructors_first_ten_minutes_go_as_the_page_says() {
    let no_check = "name = input('Name? ')\nprint(f'Hello, {name}!')\n";
    let first_word = "name = input('Name? ')\nprint('Hello, ' + name.split()[0] + '!')\n";
    let gradebook = "Student,ID,SIS User ID,SIS Login ID,Section,Greet (4711)\n    Points Possible,,,,,10\n\
                     \"Doe, Jane\",1001,,,CS1,\n\"Poe, John\",1003,,,CS1,\n\"Roe, Richard\",1002,,,CS1,\n";
    let scratch = Scratch::new("").write("solution.py", GREET).write("gradebook.csv", gradebook).zip(
        "submissions.zip",
        &[
            ("doejane_1001_9001_greet.py", GREET),
            ("roerichard_1002_9002_greet.py", no_check),
            ("poejohn_LATE_1003_9003_greet.py", first_word),
        ],
    );
    walk("instructor.md", &scratch);
}

#[test]
fn a_students_first_minute_goes_as_the_page_says() {
    walk("student.md", &Scratch::new("").write("connect.py", fixture("prompt-without-space")));
}

#[test]
fn grading_in_ci_goes_as_the_page_says() {
    walk("ci.md", &Scratch::new("").write("connect.py", fixture("accepted-functions")));
}

#[test]
fn the_decisions_of_several_people_are_joined_as_the_page_says() {
    walk("review.md", &super::review::shared());
}

#[test]
fn an_ellipsis_in_a_page_stands_for_any_lines() {
    assert!(is_as_shown("a\nb\nc\n", "a\n…\nc\n") && is_as_shown("a\nb\n", "a\n…\n"));
    assert!(!is_as_shown("a\nb\nc\n", "a\n…\nb\n") && !is_as_shown("a\nb\n", "a\n"));
}
