//! `yardstick play`, `specs`, `schema`, and command lines that are wrong.

use predicates::prelude::*;
use predicates::str::{contains, ends_with, starts_with};

use super::scratch::{Scratch, ended};

#[test]
fn a_game_is_played_to_its_end() {
    let scratch = Scratch::greeting();
    let mut play = scratch.command(&["play", "byu-connect-four"]);
    play.write_stdin("0\n7\n0\n6\n9\n0\n5\n0\n").assert().success().stdout(ends_with("Game finished\n"));
    let mut named = scratch.command(&["play", "byu-connect-four", "connect.py"]);
    let left_early = named.write_stdin("0\r\n").assert().success();
    left_early.stdout(contains("X.......\n").and(ends_with("Enter a column: \n")));
}

#[test]
fn a_program_with_arguments_gets_them_after_two_dashes() {
    let scratch = Scratch::greeting();
    let mut play = scratch.command(&["play", "michigan-connect-n"]);
    assert_eq!(ended(play.write_stdin("")).code, 0);
    let mut play = scratch.command(&["play", "michigan-connect-n", "--", "2", "2", "2", "1", "Ada", "Bob"]);
    play.write_stdin("").assert().success().stdout(contains("Ada"));
    let wrong = scratch.run(&["play", "michigan-connect-n", "--", "1"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("`rowNum`"), "{}", wrong.stderr);
}

#[test]
fn a_spec_that_cannot_be_played_is_refused_with_the_reason() {
    let scratch = Scratch::greeting();
    let program = scratch.run(&["play", "spec.yaml"]);
    assert_eq!(program.code, 2);
    assert_eq!(program.stderr, "error: only built-in references can be played; run `solution.py` itself\n");
    let other = scratch.run(&["play", "byu-connect-four", "checkers.py"]);
    assert_eq!(other.code, 2);
    let expected = "error: `byu-connect-four` has no program `checkers.py`\nhelp: it has `connect.py`\n";
    assert_eq!(other.stderr, expected);
    let none = Scratch::hello().run(&["play", "spec.yaml"]);
    assert_eq!((none.code, none.stderr.as_str()), (2, "error: the spec of `hello` names no reference\n"));
}

#[test]
fn the_shipped_specs_are_listed_and_can_be_started_from() {
    let scratch = Scratch::greeting();
    let listed = scratch.run(&["specs"]);
    let keys: Vec<&str> = listed.stdout.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let expected = [
        "byu-connect-four",
        "byu-connect-four-plus",
        "carleton-connect4",
        "michigan-connect-n",
        "umass-connect4",
        "uq-connect4ish",
    ];
    assert_eq!(keys, expected);
    for key in ["byu-connect-four", "byu-connect-four-plus", "carleton-connect4"] {
        let shown = scratch.run(&["specs", "--show", key]).stdout;
        let copy = Scratch::new(&shown).write("connect.py", "");
        // Nothing matches, so nothing is run: but the copy is as good as the original.
        let graded = copy.run(&["grade", "spec.yaml", "connect.py", "--only", "no such scenario"]);
        assert!(graded.stderr.starts_with("error: no scenario matches"), "{key}: {}", graded.stderr);
    }
    let unknown = scratch.run(&["specs", "--show", "chess"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.starts_with("error: no shipped spec `chess`\nhelp: "), "{}", unknown.stderr);
}

#[test]
fn the_schema_accepts_the_specs_that_are_accepted() {
    let scratch = Scratch::greeting();
    let schema = serde_json::from_str(&scratch.run(&["schema"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let keys = scratch.run(&["specs"]).stdout;
    let keys = keys.lines().map(|line| line.split(' ').next().unwrap());
    let shipped = keys.map(|key| scratch.run(&["specs", "--show", key]).stdout);
    for text in shipped.chain([scratch.read("spec.yaml")]) {
        let spec: serde_json::Value = serde_yaml::from_str(&text).unwrap();
        let problems: Vec<String> = validator.iter_errors(&spec).map(|one| one.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?}\n{text}");
    }
    let wrong: serde_json::Value = serde_yaml::from_str("assignment: a\ngruops: []").unwrap();
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn wrong_command_lines_are_usage_errors() {
    let scratch = Scratch::greeting();
    for (args, says) in [
        (&[][..], "Usage: yardstick"),
        (&["grad"], "'grade'"),
        (&["grade"], "<SPEC>"),
        (&["grade", "spec.yaml"], "<SUBMISSIONS>"),
        (&["grade", "spec.yaml", ".", "--jobs", "0"], "'--jobs <N>'"),
        (&["grade", "spec.yaml", ".", "--jobs", "many"], "'--jobs <N>'"),
        (
            &["grade", "spec.yaml", ".", "--format", "xml"],
            "possible values: table, feedback, plain, json, csv",
        ),
        (&["grade", "spec.yaml", ".", "--colour", "always"], "'--color"),
        (&["grade", "spec.yaml", ".", "--fail-under", "much"], "points are a decimal number such as `10`"),
        (&["check"], "<SPEC>"),
        (&["check", "spec.yaml", "one.py", "two.py"], "two.py"),
        (&["play"], "<SPEC>"),
        (&["specs", "--show"], "--show <KEY>"),
        (&["schema", "extra"], "extra"),
    ] {
        let mut command = scratch.command(args);
        command.assert().code(2).stdout("").stderr(contains(says));
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let scratch = Scratch::greeting();
    for args in [&["--help"][..], &["help"], &["grade", "--help"], &["check", "-h"], &["help", "play"]] {
        scratch.command(args).assert().success().stderr("").stdout(contains("Usage: yardstick"));
    }
    // Nothing wraps the lines of its commands.
    let help = scratch.run(&["--help"]).stdout;
    let commands = help.split("Options:").next().unwrap();
    assert!(commands.lines().all(|line| line.chars().count() <= 80), "{commands}");
    scratch.command(&["--version"]).assert().success().stdout(starts_with("yardstick "));
    scratch.command(&["--help"]).assert().stdout(contains("Exit codes: 0 done; 1 points were lost"));
    scratch
        .command(&["--help"])
        .assert()
        .stdout(contains("\nMany machines:\n  plan ").and(contains("Rarely needed: status, ")));
}
