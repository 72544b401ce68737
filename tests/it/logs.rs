//! What is printed where a service reads commands out of its logs.

use super::scratch::{Scratch, ended};

/// Prints what such services heed.
const COMMANDS: &str = "print('::error::one')\nprint('  ::add-mask::hello')\nprint('a ##[error]two')\n\
                        print('##vso[task.complete result=Failed]')\nprint('##teamcity[buildStop]')\n\
                        print('\\u1680::error::three')\nprint('\\r::error::four')\n";

fn is_command(line: &str) -> bool {
    line.trim_start().starts_with("::")
        || ["##[", "##vso[", "##teamcity["].iter().any(|mark| line.contains(mark))
}

/// A class whose programs, sources and names are commands.
fn class() -> Scratch {
    Scratch::hello()
        .write("class/Ada/hello.py", COMMANDS)
        .write("class/Bob/hello.py", "raise ValueError('\\n::error::x\\n##[error]y')\n")
        .write("class/Cyd/hello.py", "::error::x ##[error]y\n")
        .write("class/::error::Dan/hello.py", "")
        .write("class/##[error]Eve/hello.py", "")
}

#[test]
fn nothing_that_a_submission_prints_is_a_command_of_the_service_that_grades_it() {
    let class = class();
    let mut commands: Vec<Vec<&str>> = vec![vec!["grade", "spec.yaml", "class", "-v"]];
    commands.extend(
        ["Ada", "Bob", "Cyd", "::error::Dan", "##[error]Eve"].map(|name| vec!["trace", name, "says hello"]),
    );
    for path in ["class/Ada", "class/Bob", "class/Cyd", "class/::error::Dan", "class/no ##[error]"] {
        commands.push(vec!["check", "spec.yaml", path]);
    }
    for format in ["table", "tap", "markdown", "json", "junit", "csv"] {
        commands.push(vec!["check", "spec.yaml", "class/Ada", "--format", format]);
    }
    for command in &commands {
        let told = ended(class.command(command).env("GITHUB_ACTIONS", "true"));
        assert!(!(told.stdout.is_empty() && told.stderr.is_empty()), "{command:?}");
        for line in told.stdout.lines().chain(told.stderr.lines()) {
            assert!(!is_command(line), "{command:?}: {line}");
        }
    }
    for service in ["TF_BUILD", "TEAMCITY_VERSION"] {
        let told = ended(class.command(&["check", "spec.yaml", "class/Ada"]).env(service, "1"));
        assert!(!told.stdout.lines().any(is_command), "{}", told.stdout);
    }
}

#[test]
fn where_no_service_reads_the_output_nothing_is_changed() {
    let scratch = Scratch::hello().write("hello.py", COMMANDS);
    let told = ended(
        scratch.command(&["check", "spec.yaml", "."]).env_remove("GITHUB_ACTIONS").env_remove("TF_BUILD"),
    );
    assert!(
        told.stdout.contains("::error::one") && told.stdout.contains("a ##[error]two"),
        "{}",
        told.stdout
    );
}

#[test]
fn the_format_for_github_gives_commands_of_its_own() {
    let scratch = Scratch::hello().write("hello.py", COMMANDS);
    let told = ended(
        scratch.command(&["check", "spec.yaml", ".", "--format", "github"]).env("GITHUB_ACTIONS", "true"),
    );
    assert!(told.stdout.starts_with("::stop-commands::"), "{}", told.stdout);
    assert!(told.stdout.contains("\n::error "), "{}", told.stdout);
}
