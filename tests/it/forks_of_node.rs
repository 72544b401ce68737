//! Programs in JavaScript are forks of a Node that has started. Nobody loses by that: what does not end well as a fork counts as a
//! Node does it that starts anew, and where Node cannot be forked, every program starts one.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::optional;
use crate::scratch::{Ended, Scratch, ended, named};

/// Node is forked from the third run on.
const RUNS: usize = 6;

/// A spec with so many runs that some are forks.
fn spec(expected: &str) -> String {
    let of = |run| {
        format!(
            "  - {{ name: run {run}, points: 1, stdin: [{run}], expect: {{ stdout: \"{expected}\\n\", exit: any }} }}\n"
        )
    };
    let scenarios: String = (0..RUNS).map(of).collect();
    format!(
        "assignment: forks\ntitle: Forks\nsubmission: {{ files: [main.js] }}\nlanguage: javascript\n\
         limits: {{ wall: 5s }}\nscenarios:\n{scenarios}"
    )
}

/// A folder with this program, or nothing where there is no Node.
fn with_program(expected: &str, program: &str) -> Option<Scratch> {
    optional::found("node")?;
    Some(Scratch::new(&spec(expected)).write("class/Ada/main.js", program))
}

fn grade(scratch: &Scratch, change: impl FnOnce(&mut assert_cmd::Command)) -> Ended {
    // One run after the other, by one launcher.
    let mut command = scratch.command(&["grade", "spec.yaml", "class", "--jobs", "1"]);
    change(&mut command);
    ended(&mut command)
}

fn points(scratch: &Scratch) -> String {
    named(&scratch.results(), "Ada")["points"].as_str().unwrap_or_default().to_owned()
}

/// What was printed in each run.
fn printed(scratch: &Scratch) -> Vec<String> {
    let of = |run| scratch.run(&["trace", "Ada", &format!("run {run}")]).stdout;
    (0..RUNS).map(of).map(|told| told.lines().nth(1).unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_program_that_does_not_end_well_as_a_fork_counts_as_a_node_does_it_that_starts_anew() {
    // The parent of a fork is outside of what it sees. What it prints and leaves before it fails must be gone.
    let ends =
        ["process.kill(process.pid, 'SIGKILL')", "process.abort()", "process.exit(3)", "throw new Error()"];
    for end in ends {
        let program = format!(
            "const fs = require('fs');\n\
             if (process.ppid === 0) {{\n    fs.writeSync(1, 'fork\\n');\n    fs.writeFileSync('left', '');\n    {end};\n}}\n\
             console.log(fs.existsSync('left') ? 'left' : 'anew');\n"
        );
        let Some(scratch) = with_program("anew", &program) else { return };
        let told = grade(&scratch, |_| {});
        assert_eq!(points(&scratch), RUNS.to_string(), "{end}: {}{}", told.stdout, told.stderr);
    }
}

#[test]
fn no_two_forks_draw_the_same_random_numbers() {
    let program = "const { randomBytes, randomUUID } = require('crypto');\n\
        const drawn = [Math.random(), randomBytes(8).toString('hex'), randomUUID(), crypto.getRandomValues(new Uint8Array(8)).join()];\n\
        console.log(process.ppid, ...drawn);\n";
    let Some(scratch) = with_program("nothing", program) else { return };
    grade(&scratch, |_| {});
    let all = printed(&scratch);
    let forks: Vec<Vec<&str>> = all
        .iter()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(|words| words.first() == Some(&"0"))
        .collect();
    assert!(forks.len() >= 2, "{all:?}");
    for column in 1..5 {
        let different: BTreeSet<&str> = forks.iter().map(|words| words[column]).collect();
        assert_eq!(different.len(), forks.len(), "{all:?}");
    }
}

#[test]
fn where_node_cannot_be_forked_every_program_starts_one_and_nobody_sees_it() {
    let gcc = optional::found("gcc");
    let Some(scratch) = with_program("1", "console.log(process.ppid);\n") else { return };
    // A script cannot be loaded with functions of Node; a program that is linked statically loads nothing, and the Node that it
    // starts has threads that are not known, so that the trial fails.
    let node = optional::found("node").unwrap();
    let folder = scratch.path("bin");
    fs::create_dir(&folder).unwrap();
    let stand_in = folder.join("node");
    fs::write(&stand_in, format!("#!/bin/sh\nexec {} \"$@\"\n", node.display())).unwrap();
    fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let all_earned = |what: &str| {
        let told = grade(&scratch, |command| {
            command.env("PATH", &path);
        });
        assert_eq!(points(&scratch), RUNS.to_string(), "{what}: {}{}", told.stdout, told.stderr);
        assert_eq!(told.stderr, "", "{what}");
        fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    };
    all_earned("a script");
    let Some(gcc) = gcc else { return };
    let source = format!(
        "#include <stdlib.h>\n#include <unistd.h>\nint main(int count, char **words) {{ unsetenv(\"LD_PRELOAD\"); \
         execv(\"{}\", words); return 1; }}\n",
        node.display()
    );
    fs::write(scratch.path("node.c"), source).unwrap();
    let built = Command::new(gcc).args(["-static", "-o"]).arg(&stand_in).arg(scratch.path("node.c")).status();
    if built.unwrap().success() {
        all_earned("a program");
    }
}

#[test]
fn doctor_tells_whether_node_can_be_forked() {
    let Some(scratch) = with_program("0", "console.log(process.ppid);\n") else { return };
    let told = scratch.run(&["doctor"]).stdout;
    grade(&scratch, |_| {});
    let some_are_forks = points(&scratch) != "0";
    assert_eq!(told.contains("programs are forks of a Node that has started"), some_are_forks, "{told}");
    assert_eq!(told.contains("this Node cannot be forked"), !some_are_forks, "{told}");
}
