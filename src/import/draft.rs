//! A spec that is about to be written, and what differs from the assignment that it was made of.

use std::collections::BTreeMap;

use super::promise::Promise;

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
    /// What can be checked to try the spec, if it is not the solution.
    pub(crate) tried: Option<String>,
    /// Programs whose verdicts the assignment promises.
    pub(crate) promises: Vec<Promise>,
    pub(super) title: String,
    /// What it was made of: `a problem package of Kattis or DOMjudge`.
    pub(super) origin: &'static str,
    pub(super) files: Vec<String>,
    /// Files that are asked for, and without which the rest is graded all the same.
    pub(super) optional: Vec<String>,
    pub(super) instead: Vec<String>,
    /// The one of several files that is run.
    pub(super) entry: Option<String>,
    /// The files of the spec's folder that are laid beside every submission.
    pub(super) supplied: Vec<String>,
    /// The file whose names sessions have, if it is not the entry.
    pub(super) module: Option<String>,
    /// What sessions are compiled with, in C and C++.
    pub(super) header: Option<String>,
    pub(super) limits: Vec<(&'static str, String)>,
    /// How `make` builds the program, if it does.
    pub(super) make: Option<Make>,
    /// Flags for the compiler, where `make` does not build it.
    pub(super) flags: Vec<String>,
    /// Whether no newline follows the last line of any input.
    pub(super) ends_in_a_line: bool,
    pub(super) compare: Compare,
    /// Tests for a framework, which stay in their files.
    pub(super) tests: Vec<Tests>,
    pub(super) groups: Vec<Group>,
    /// Those outside of groups.
    pub(super) scenarios: Vec<Scenario>,
}

/// Tests for a framework.
#[derive(Debug, Default)]
pub(super) struct Tests {
    /// The name of their group, if there are several.
    pub(super) name: Option<String>,
    /// The word for it in specs.
    pub(super) runner: &'static str,
    pub(super) files: Vec<String>,
    /// What they share, if they do not say it themselves.
    pub(super) points: Option<String>,
    pub(super) pass_all: bool,
    /// The names of those that students do not see.
    pub(super) hidden: Vec<String>,
    /// The names of those that do not count.
    pub(super) without: Vec<String>,
}

/// How `make` builds a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Make {
    pub(super) target: String,
    pub(super) program: String,
    /// The instructor's files, by their paths from the spec's folder.
    pub(super) files: Vec<String>,
    /// Whether the flags of the whole spec do not hold for it.
    pub(super) resets_flags: bool,
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
        /// How often it may have the program started.
        passes: u32,
    },
    /// The answers of sessions: what does not matter in values, and how prints are compared, as they are written.
    Answers { values: Vec<String>, printed: Option<String> },
}

#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) name: String,
    /// The file that is run, if groups have several.
    pub(super) entry: Option<String>,
    /// How `make` builds it, if it does.
    pub(super) make: Option<Make>,
    /// A decimal number.
    pub(super) points: String,
    pub(super) pass_all: bool,
    pub(super) after: Vec<String>,
    pub(super) hidden: bool,
    /// Whether programs run under sanitizers.
    pub(super) is_sanitized: bool,
    /// The solution, if it is another one than that of the spec.
    pub(super) solution: Option<String>,
    pub(super) limits: Vec<(&'static str, String)>,
    /// If it is another one than that of the spec.
    pub(super) compare: Option<Compare>,
    /// Tests for a framework, in the place of scenarios.
    pub(super) tests: Option<Tests>,
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

impl Default for Scenarios {
    fn default() -> Self {
        Self::Written(Vec::new())
    }
}

/// A run of the program, or a session.
#[derive(Debug, Default)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// A decimal number, outside of groups.
    pub(super) points: Option<String>,
    /// A decimal number, inside of groups.
    pub(super) weight: Option<String>,
    pub(super) args: Vec<String>,
    /// Variables of the environment.
    pub(super) env: Vec<(String, String)>,
    pub(super) stdin: Stdin,
    /// The files that are laid out for it: their paths, and what they hold.
    pub(super) files: Vec<(String, Laid)>,
    pub(super) expect: Expect,
    /// The exit code, if it is not 0: a number, or what a spec has instead.
    pub(super) exit: Option<String>,
    pub(super) stderr: Stderr,
    /// The files that it must leave, with the relaxations for each.
    pub(super) left: Vec<(String, Laid, Vec<String>)>,
    /// The lines of a session, each with its prompt. Then nothing is expected but what they say.
    pub(super) session: Option<String>,
    /// The file whose names the session has, if it is not that of the spec.
    pub(super) module: Option<String>,
    /// If it is another one than that of the group.
    pub(super) compare: Option<Compare>,
    pub(super) hint: Option<String>,
    pub(super) hidden: bool,
}

/// The input of a run.
#[derive(Debug)]
pub(super) enum Stdin {
    /// That of a file beside the spec.
    File(String),
    Lines(Vec<String>),
}

impl Default for Stdin {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Laid {
    /// What a file beside the spec holds.
    File(String),
    Text(String),
}

/// What a run must print.
#[derive(Debug, Default)]
pub(super) enum Expect {
    /// What is in a file beside the spec.
    File(String),
    Text(String),
    /// Texts in whatever it prints, one after the other.
    Contains(Vec<String>),
    /// A regular expression that must match a part of it.
    Regex(String),
    /// Anything.
    #[default]
    Anything,
}

/// What a run must print to standard error.
#[derive(Debug, Default)]
pub(super) enum Stderr {
    #[default]
    Ignored,
    Empty,
    Contains(String),
}

impl Scenario {
    /// A run with the input and the expected output of two files.
    pub(super) fn of_files(name: String, input: String, output: String) -> Self {
        let (stdin, expect) = (Stdin::File(input), Expect::File(output));
        Self { name, stdin, expect, ..Self::default() }
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
