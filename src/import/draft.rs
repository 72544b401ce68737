//! A spec that is about to be written, and what differs from the assignment that it was made of.

use std::collections::BTreeMap;

/// A spec that is about to be written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The key of the assignment.
    pub(crate) key: String,
    /// The files beside the spec, by their paths from its folder.
    pub(crate) beside: BTreeMap<String, Vec<u8>>,
    /// What is nearly, but not quite, as it was.
    pub(crate) differs: Vec<String>,
    /// What was not carried over.
    pub(crate) left_out: Vec<String>,
    /// The solution, by its path from the spec's folder.
    pub(crate) solution: Option<String>,
    pub(super) title: String,
    /// What it was made of: `a problem package of Kattis or DOMjudge`.
    pub(super) origin: &'static str,
    pub(super) files: Vec<String>,
    pub(super) instead: Vec<String>,
    /// The one of several files that is run.
    pub(super) entry: Option<String>,
    pub(super) limits: Vec<(&'static str, String)>,
    /// Whether no newline follows the last line of any input.
    pub(super) ends_in_a_line: bool,
    pub(super) compare: Compare,
    /// Tests for a framework, which stay in their files.
    pub(super) tests: Option<Tests>,
    pub(super) groups: Vec<Group>,
    /// Those outside of groups.
    pub(super) scenarios: Vec<Scenario>,
}

/// Tests for a framework.
#[derive(Debug)]
pub(super) struct Tests {
    /// The word for it in specs.
    pub(super) runner: &'static str,
    pub(super) files: Vec<String>,
    /// What they share, if they do not say it themselves.
    pub(super) points: Option<&'static str>,
}

/// How outputs are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Compare {
    #[default]
    Exact,
    /// With these relaxations, as they are written.
    Relaxed(Vec<String>),
    /// By a program.
    Judged {
        /// Whether it talks with the submission.
        talks: bool,
        files: Vec<String>,
        args: Vec<String>,
        scores: bool,
    },
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: String,
    /// The file that is run, if groups have several.
    pub(super) entry: Option<String>,
    /// A decimal number.
    pub(super) points: String,
    pub(super) pass_all: bool,
    pub(super) after: Vec<String>,
    pub(super) hidden: bool,
    /// If it is another one than that of the spec.
    pub(super) compare: Option<Compare>,
    pub(super) scenarios: Scenarios,
}

/// The scenarios of a group.
#[derive(Debug)]
pub(super) enum Scenarios {
    /// Files that match a pattern, with the pattern of their answers.
    Files {
        from: String,
        expect: String,
    },
    Written(Vec<Scenario>),
}

/// A run of the program.
#[derive(Debug)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// A decimal number, outside of groups.
    pub(super) points: Option<String>,
    pub(super) args: Vec<String>,
    pub(super) stdin: Stdin,
    pub(super) expect: Expect,
    /// If it is another one than that of the group.
    pub(super) compare: Option<Compare>,
    pub(super) hidden: bool,
}

/// The input of a run.
#[derive(Debug)]
pub(super) enum Stdin {
    /// That of a file beside the spec.
    File(String),
    Lines(Vec<String>),
}

/// What a run must print.
#[derive(Debug)]
pub(super) enum Expect {
    /// What is in a file beside the spec.
    File(String),
    Text(String),
    /// A text in whatever it prints.
    Contains(String),
    /// A regular expression that must match a part of it.
    Regex(String),
    /// Anything.
    Anything,
}

impl Scenario {
    /// A run with the input and the expected output of two files.
    pub(super) fn of_files(name: String, input: String, output: String) -> Self {
        let (stdin, expect) = (Stdin::File(input), Expect::File(output));
        Self { name, points: None, args: Vec::new(), stdin, expect, compare: None, hidden: false }
    }
}

impl Draft {
    /// An empty draft of an assignment with this name.
    pub(super) fn new(name: &str, origin: &'static str) -> Self {
        let mut key = String::new();
        for character in name.chars().map(|character| character.to_ascii_lowercase()) {
            match character {
                'a'..='z' | '0'..='9' => key.push(character),
                _ if key.is_empty() || key.ends_with('-') => {}
                _ => key.push('-'),
            }
        }
        let key = key.trim_end_matches('-');
        let key = if key.is_empty() { "imported" } else { key }.to_owned();
        Self { title: key.replace('-', " "), key, origin, ..Self::default() }
    }

    pub(super) fn differs(&mut self, what: impl Into<String>) {
        self.differs.push(what.into());
    }

    pub(super) fn leave_out(&mut self, what: impl Into<String>) {
        self.left_out.push(what.into());
    }
}

/// A number of points as a spec has it; `None` if it is negative, too large, or finer than thousandths.
pub(super) fn points(number: f64) -> Option<String> {
    let text = number.to_string();
    text.parse::<crate::points::Points>().ok().filter(|_| number >= 0.0)?;
    Some(text)
}
