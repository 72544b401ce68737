//! Adds outputs to scenarios, which are right besides what is expected there. Every other byte of the text is kept.

use serde::{Deserialize, Serialize};

use super::node::Node;
use super::plain::quoted;
use super::yaml::{self, At};
use super::{AcceptedOutput, AmendError, Scenario, Spec, Task};

/// An output that is right too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlsoOutput {
    /// The full name of the scenario.
    pub scenario: String,
    /// What a program may print there.
    pub text: String,
}

impl AlsoOutput {
    /// Whether the scenario accepts this text already, as it is.
    fn is_in(&self, scenario: &Scenario) -> bool {
        let is_it =
            |output: &AcceptedOutput| matches!(output, AcceptedOutput::Text(text) if *text == self.text);
        matches!(&scenario.task, Task::Run(run) if run.expectation.also.iter().any(is_it))
    }
}

/// Keys with their values, and their places in the text.
type Entries = [(At<String>, At<Node>)];

impl Spec {
    /// Returns the spec in which scenarios accept more outputs.
    ///
    /// # Errors
    ///
    /// When a scenario does not stand in the text on its own, or the changed spec has defects.
    pub(super) fn with_outputs(&self, outputs: &[AlsoOutput]) -> Result<Self, AmendError> {
        let mut spec = self.again(self.source.text.clone())?;
        let mut left: Vec<&AlsoOutput> = outputs.iter().collect();
        while !left.is_empty() {
            let text = &spec.source.text;
            let root: At<Node> = yaml::read(text).map_err(|_| self.by_hand(left[0]))?;
            // One output for each scenario at a time: a second one stands beside the first one, in the changed text.
            let (mut added, mut insertions, mut later) = (Vec::<&AlsoOutput>::new(), Vec::new(), Vec::new());
            for output in left {
                let scenario = spec.scenario(&output.scenario);
                let scenario = scenario.ok_or_else(|| self.refused(output, "there is no such scenario"))?;
                if output.is_in(scenario) {
                    continue;
                }
                if added.iter().any(|one| one.scenario == output.scenario) {
                    later.push(output);
                    continue;
                }
                let insertion = insertion(text, root.value(), scenario, &output.text);
                insertions.push(insertion.ok_or_else(|| self.by_hand(output))?);
                added.push(output);
            }
            let changed = self.again(with_all(text, insertions))?;
            // They must be read back as they were meant, and nothing else may be read otherwise.
            let count = |spec: &Self| spec.groups.iter().map(|group| group.scenarios.len()).sum::<usize>();
            let is_there =
                |output: &AlsoOutput| changed.scenario(&output.scenario).is_some_and(|one| output.is_in(one));
            if let Some(lost) = added.iter().find(|output| !is_there(output)) {
                return Err(self.by_hand(lost));
            }
            if let Some(first) = added.first().filter(|_| count(&changed) != count(&spec)) {
                return Err(self.by_hand(first));
            }
            (spec, left) = (changed, later);
        }
        Ok(spec)
    }

    fn refused(&self, output: &AlsoOutput, reason: &'static str) -> AmendError {
        AmendError::NoScenario { scenario: output.scenario.clone(), spec: self.source.name.clone(), reason }
    }

    fn by_hand(&self, output: &AlsoOutput) -> AmendError {
        self.refused(output, "as it is written, only a person can add `also` to its `expect`")
    }

    fn again(&self, text: String) -> Result<Self, AmendError> {
        Ok(Self::parse_beside(&self.source.name, text, &self.beside)?)
    }

    /// The scenario with this full name: `group / scenario`, or only its own name outside of groups.
    fn scenario(&self, full_name: &str) -> Option<&Scenario> {
        self.groups.iter().find_map(|group| {
            let name = match &group.name {
                Some(group) => full_name.strip_prefix(group.as_str())?.strip_prefix(" / ")?,
                None => full_name,
            };
            group.scenarios.iter().find(|scenario| scenario.name == name)
        })
    }
}

/// A place in a text, and what is put there.
type Insertion = (usize, String);

/// Returns the text with all of these.
fn with_all(text: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|(at, _)| *at);
    let (mut all, mut from) = (String::with_capacity(text.len()), 0);
    for (at, inserted) in insertions {
        all.extend([&text[from..at], &inserted]);
        from = at;
    }
    all + &text[from..]
}

/// Returns what is inserted so that a scenario accepts one output more; `None` if the scenario is not written with keys of its own.
fn insertion(text: &str, root: &Node, scenario: &Scenario, output: &str) -> Option<Insertion> {
    let entries = keys_of(root, scenario.place.start)?;
    let added = quoted(output);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Some(match value(entries, "expect") {
        None => {
            let (name, called) = entries.iter().find(|(key, _)| key.value() == "name")?;
            let expect = format!("expect: {{ also: [{added}] }}");
            match Style::at(text, entries.first()?.0.place().start) {
                Style::Flow => (called.place().end, format!(", {expect}")),
                Style::Block => {
                    let end = called.place().end;
                    let next = text[end..].find('\n').map_or(text.len(), |length| end + length + 1);
                    let before = if text[..next].ends_with('\n') { "" } else { newline };
                    (
                        next,
                        format!("{before}{}{expect}{newline}", " ".repeat(column(text, name.place().start))),
                    )
                }
            }
        }
        Some(Node::Keys(expected)) => match value(expected, "also") {
            Some(Node::List(items)) => before(text, items.first()?.place().start, &added, "- "),
            Some(_) => return None,
            None => before(text, expected.first()?.0.place().start, &format!("also: [{added}]"), ""),
        },
        Some(_) => return None,
    })
}

/// Where and what to insert so that an entry of a mapping or a list stands before the one that begins at `at`; the items of a block
/// begin with `mark`.
fn before(text: &str, at: usize, entry: &str, mark: &str) -> Insertion {
    match Style::at(text, at) {
        Style::Flow => (at, format!("{entry}, ")),
        Style::Block => {
            let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let indent = " ".repeat(column(text, at).saturating_sub(mark.len()));
            (at, format!("{entry}{newline}{indent}{mark}"))
        }
    }
}

/// How a mapping or a list is written.
enum Style {
    /// In brackets.
    Flow,
    /// On lines of its own.
    Block,
}

impl Style {
    /// The style of the one whose first entry begins at this place.
    fn at(text: &str, first: usize) -> Self {
        if text[..first].trim_end().ends_with(['{', '[']) { Self::Flow } else { Self::Block }
    }
}

/// The number of characters before a place on its line.
fn column(text: &str, at: usize) -> usize {
    text[..at].chars().rev().take_while(|one| *one != '\n').count()
}

/// What a key has; nothing whoever shares it with others (an alias of YAML).
fn value<'n>(entries: &'n Entries, wanted: &str) -> Option<&'n Node> {
    let found = entries.iter().find(|(key, _)| key.value() == wanted);
    found.map(|(_, value)| if value.place() == value.written() { value.value() } else { &Node::Single })
}

/// The keys of the mapping whose `name` has its value at this place.
fn keys_of(node: &Node, name_at: usize) -> Option<&Entries> {
    match node {
        Node::Keys(entries) => {
            let is_it = |(key, value): &(At<String>, At<Node>)| {
                key.value() == "name" && value.place().start == name_at && value.place() == value.written()
            };
            if entries.iter().any(is_it) {
                return Some(entries);
            }
            entries.iter().find_map(|(_, value)| keys_of(value.value(), name_at))
        }
        Node::List(items) => items.iter().find_map(|item| keys_of(item.value(), name_at)),
        Node::Nothing | Node::Single | Node::Text(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const HEAD: &str = "assignment: a\nsubmission: { files: [a.py] }\n";

    fn with(rest: &str, outputs: &[(&str, &str)]) -> Result<String, String> {
        let spec = Spec::parse_beside("a.yaml", format!("{HEAD}{rest}"), &BTreeMap::new()).unwrap();
        let outputs = outputs.iter();
        let outputs = outputs.map(|(scenario, text)| AlsoOutput {
            scenario: (*scenario).to_owned(),
            text: (*text).to_owned(),
        });
        let spec = spec.with_outputs(&outputs.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
        Ok(spec.source.text.strip_prefix(HEAD).unwrap().to_owned())
    }

    #[test]
    fn an_output_is_added_whatever_way_the_scenario_is_written() {
        for (rest, expected) in [
            (
                "scenarios:\n  - { name: s, points: 1, expect: { stdout: x } } # why\n",
                "scenarios:\n  - { name: s, points: 1, expect: { also: [\"a\\nb\"], stdout: x } } # why\n",
            ),
            (
                "scenarios:\n  - name: \"s\"  # first\n    points: 1\n    expect:\n      stdout: |\n        x\n",
                "scenarios:\n  - name: \"s\"  # first\n    points: 1\n    expect:\n      also: [\"a\\nb\"]\n      stdout: |\n        x\n",
            ),
            (
                "scenarios:\n  - points: 1\n    expect: { also: [y], stdout: x }\n    name: s",
                "scenarios:\n  - points: 1\n    expect: { also: [\"a\\nb\", y], stdout: x }\n    name: s",
            ),
            (
                "scenarios:\n  - points: 1\n    name: s\n    expect:\n      stdout: x\n      also:\n        - y\n        - z\n",
                "scenarios:\n  - points: 1\n    name: s\n    expect:\n      stdout: x\n      also:\n        - \"a\\nb\"\n        - y\n        - z\n",
            ),
            (
                "scenarios:\r\n  - name: s\r\n    points: 1\r\n    expect:\r\n      stdout: x\r\n",
                "scenarios:\r\n  - name: s\r\n    points: 1\r\n    expect:\r\n      also: [\"a\\nb\"]\r\n      stdout: x\r\n",
            ),
        ] {
            assert_eq!(with(rest, &[("s", "a\nb")]).as_deref(), Ok(expected), "{rest}");
            assert_eq!(with(expected, &[("s", "a\nb")]).as_deref(), Ok(expected), "again: {rest}");
        }
    }

    #[test]
    fn a_scenario_that_expects_what_the_reference_does_gets_a_key_of_its_own() {
        let head =
            "assignment: byu-connect-four\nreference: byu-connect-four\nsubmission: { files: [a.py] }\n";
        let with = |rest: &str| {
            let spec = Spec::parse_beside("a.yaml", format!("{head}{rest}"), &BTreeMap::new()).unwrap();
            let output = |text: &str| AlsoOutput { scenario: "G / s".to_owned(), text: text.to_owned() };
            let spec = spec.with_outputs(&[output("x"), output("y ")]).unwrap();
            spec.source.text.strip_prefix(head).unwrap().to_owned()
        };
        assert_eq!(
            with("groups:\n- name: G\n  points: 1\n  scenarios:\n  - name: s\n    stdin: [q]\n"),
            "groups:\n- name: G\n  points: 1\n  scenarios:\n  - name: s\n    expect: { also: [\"y \", \"x\"] }\n    stdin: [q]\n"
        );
        assert_eq!(
            with("groups:\n- name: G\n  points: 1\n  scenarios: [{ name: s, stdin: [q] }]\n"),
            "groups:\n- name: G\n  points: 1\n  scenarios: [{ name: s, expect: { also: [\"y \", \"x\"] }, stdin: [q] }]\n"
        );
        assert_eq!(
            with("groups:\n- name: G\n  points: 1\n  scenarios:\n  - name: s"),
            "groups:\n- name: G\n  points: 1\n  scenarios:\n  - name: s\n    expect: { also: [\"y \", \"x\"] }\n"
        );
    }

    #[test]
    fn a_scenario_without_keys_of_its_own_is_left_to_a_person() {
        let said = with("scenarios:\n  - { name: s, points: 1, expect: { stdout: x } }\n", &[("t", "x")]);
        assert!(said.unwrap_err().contains("`t` of `a.yaml`: there is no such scenario"));
        let shared = "scenarios:\n  - { name: s, points: 1, expect: &it { stdout: x } }\n  - { name: t, points: 1, expect: *it }\n";
        let said = with(shared, &[("t", "y")]);
        assert!(said.is_err() || said.unwrap().matches("also").count() == 1);
    }
}
