//! The log of a step, read as the runner of GitHub Actions reads it (`ActionCommand.cs` and
//! `ActionCommandManager.cs` of `actions/runner`).

use std::collections::BTreeMap;

use super::{NAME, checked, graded};

/// A command that the runner carries out.
#[derive(Debug)]
struct Command {
    name: String,
    properties: BTreeMap<String, String>,
    text: String,
}

const KNOWN: [&str; 12] = [
    "error",
    "warning",
    "notice",
    "debug",
    "group",
    "endgroup",
    "add-mask",
    "stop-commands",
    "set-env",
    "add-path",
    "set-output",
    "save-state",
];

/// The commands of a log.
fn commands(log: &str) -> Vec<Command> {
    let mut stopped_until: Option<String> = None;
    let mut carried_out = Vec::new();
    for line in log.lines() {
        if let Some(token) = &stopped_until {
            if line.trim() == format!("::{token}::") {
                stopped_until = None;
            }
            continue;
        }
        let Some(command) = new_style(line).or_else(|| old_style(line)) else { continue };
        if command.name == "stop-commands" {
            stopped_until = Some(command.text);
        } else {
            carried_out.push(command);
        }
    }
    assert_eq!(stopped_until, None, "commands are heeded again");
    carried_out
}

/// `::name key=value,…::text`, at the start of a line.
fn new_style(line: &str) -> Option<Command> {
    let (head, text) = line.trim_start().strip_prefix("::")?.split_once("::")?;
    read(head, text, &[("%3A", ":"), ("%2C", ",")], ',')
}

/// `##[name key=value;…]text`, anywhere in a line.
fn old_style(line: &str) -> Option<Command> {
    let (_, rest) = line.split_once("##[")?;
    let (head, text) = rest.split_once(']')?;
    read(head, text, &[("%3B", ";"), ("%5D", "]")], ';')
}

fn read(head: &str, text: &str, escapes: &[(&str, &str)], separator: char) -> Option<Command> {
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    if !KNOWN.contains(&name) {
        return None;
    }
    let plain = |text: &str| {
        let text = escapes.iter().fold(text.to_owned(), |text, (escape, sign)| text.replace(escape, sign));
        text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    };
    let properties = properties.split(separator).filter(|one| !one.is_empty());
    let properties =
        properties.map(|one| one.split_once('=').map(|(key, value)| (key.to_owned(), plain(value))));
    Some(Command { name: name.to_owned(), properties: properties.collect::<Option<_>>()?, text: plain(text) })
}

#[test]
fn the_reader_knows_the_commands_that_it_looks_for() {
    assert_eq!(commands("  ::add-mask::x\nsome ##[set-env name=PATH]/tmp").len(), 2);
    let [command] = &commands("::error file=a%2Cb,line=1::50%25 %0A more")[..] else { panic!() };
    assert_eq!(command.properties["file"], "a,b");
    assert_eq!(command.text, "50% \n more");
}

#[test]
fn the_runner_carries_out_no_command_of_a_submission() {
    for log in [graded("github"), checked("github")] {
        let carried_out = commands(&log);
        assert!(carried_out.len() >= 4, "{log}");
        for command in carried_out {
            assert!(["error", "warning", "notice"].contains(&command.name.as_str()), "{command:?}");
            let known = ["file", "line", "col", "title"];
            assert!(command.properties.keys().all(|key| known.contains(&key.as_str())), "{command:?}");
            assert_ne!(command.text, "pwned");
        }
    }
}

#[test]
fn annotations_stand_on_the_lines_of_the_source() {
    let log = graded("github");
    let commands = commands(&log);
    let shown = NAME.replace('\u{202e}', "\\u{202e}");
    let places: Vec<(&str, &str, &str)> = commands
        .iter()
        .filter_map(|one| {
            let property = |key: &str| one.properties.get(key).map_or("", String::as_str);
            one.properties
                .contains_key("file")
                .then(|| (property("file"), property("line"), property("title")))
        })
        .collect();
    let hostile = format!("class/{shown}/src/hello.py");
    assert_eq!(
        places,
        [
            (hostile.as_str(), "22", "Greets # one: two, 100% / a crash"),
            (hostile.as_str(), "1", "Greets # one: two, 100% / no module"),
            ("class/grace/hello.py", "2", "does-not-compile"),
        ]
    );
    let points: Vec<&str> =
        commands.iter().filter(|one| one.name == "notice").map(|one| one.text.as_str()).collect();
    assert_eq!(points, ["Points 0/12.5", "Points 10/12.5", "Points 0/12.5", "Points 0/12.5"]);
}

#[test]
fn the_word_that_stops_commands_is_another_each_time() {
    let first = |log: &str| log.lines().next().unwrap().to_owned();
    let (one, other) = (first(&checked("github")), first(&graded("github")));
    assert!(one.starts_with("::stop-commands::yardstick-") && one.len() > 50, "{one}");
    assert_ne!(one, other);
}
