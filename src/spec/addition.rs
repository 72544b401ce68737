//! One more scenario for a spec, and how it is written in YAML.

use super::plain::{comment, entry, plain};
use super::{Spec, Task};
use crate::points::Points;

/// A scenario that is to be put into a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The place of its group in the spec.
    pub group: usize,
    /// What it is good for: a comment each.
    pub comment: Vec<String>,
    /// Its name.
    pub name: String,
    /// What it counts.
    pub worth: Worth,
    /// What it does.
    pub task: AddedTask,
    /// Shown when it is lost.
    pub hint: Option<String>,
}

/// What a scenario counts that is put into a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Nothing, until somebody gives it a weight.
    Nothing,
    /// So many times as much as a scenario without a weight; outside of groups, so many points.
    Weight(u32),
    /// As much as the others of its group; outside of groups, so many points.
    Usual(Points),
}

/// What a scenario does that is put into a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedTask {
    /// It runs the program.
    Run {
        /// Its command line.
        args: Vec<String>,
        /// What is typed.
        lines: Vec<String>,
        /// How it must end, if not well.
        exit: Option<i32>,
    },
    /// It types Python at a module.
    Session {
        /// Its name.
        module: String,
        /// Each statement, and the answer that is shown below it, if any.
        lines: Vec<(String, String)>,
        /// The lines that `input()` gives.
        stdin: Vec<String>,
    },
}

impl Addition {
    /// How it would be written in a list that is indented so far.
    pub fn text(&self, spec: &Spec, indent: usize) -> String {
        self.written(spec, indent).join("\n")
    }

    /// Its lines in a list that is indented so far.
    pub(super) fn written(&self, spec: &Spec, indent: usize) -> Vec<String> {
        let group = &spec.groups[self.group];
        let comment = self.comment.iter().flat_map(|text| comment(text, indent));
        let worth = match (self.worth, &group.name) {
            (Worth::Nothing, Some(_)) => Some("weight: 0".to_owned()),
            (Worth::Nothing, None) => Some("points: 0".to_owned()),
            (Worth::Weight(1), Some(_)) => None,
            (Worth::Weight(weight), Some(_)) => Some(format!("weight: {weight}")),
            (Worth::Weight(points), None) => Some(format!("points: {points}")),
            (Worth::Usual(_), Some(_)) => None,
            (Worth::Usual(points), None) => Some(format!("points: {points}")),
        };
        let inherits_args =
            group.scenarios.iter().any(|one| matches!(&one.task, Task::Run(run) if !run.args.is_empty()));
        let task = self.task.written(inherits_args, indent + 2);
        let hint = self.hint.iter().map(|hint| format!("hint: {}", plain(hint)));
        let mapping = worth.into_iter().chain(task).chain(hint).map(|line| format!("  {line}"));
        let all = comment.chain([format!("- name: {}", plain(&self.name))]).chain(mapping);
        all.map(|line| format!("{}{line}", " ".repeat(indent))).collect()
    }
}

impl AddedTask {
    fn written(&self, inherits_args: bool, indent: usize) -> Vec<String> {
        match self {
            Self::Run { args, lines, exit } => {
                let args = (!args.is_empty() || inherits_args).then(|| entry("args", args, indent));
                let lines = (!lines.is_empty()).then(|| entry("stdin", lines, indent));
                let exit = exit.map(|code| vec![format!("expect: {{ exit: {code} }}")]);
                [args, lines, exit].into_iter().flatten().flatten().collect()
            }
            Self::Session { module, lines, stdin } => {
                let head = [format!("module: {}", plain(module)), "session: |".to_owned()];
                let rows = lines.iter().flat_map(|(statement, shown)| {
                    let prompts = std::iter::once(">>>").chain(std::iter::repeat("..."));
                    let typed =
                        statement.lines().zip(prompts).map(|(row, prompt)| format!("  {prompt} {row}"));
                    typed.chain(shown.lines().map(|row| format!("  {row}")))
                });
                let stdin = (!stdin.is_empty()).then(|| entry("stdin", stdin, indent));
                head.into_iter().chain(rows).chain(stdin.into_iter().flatten()).collect()
            }
        }
    }

    /// Whether a task does what this says.
    pub(super) fn is(&self, task: &Task) -> bool {
        match (self, task) {
            (Self::Run { args, lines, .. }, Task::Run(task)) => {
                *args == task.args && *lines == task.input.lines
            }
            (Self::Session { module, lines, stdin }, Task::Session(task)) => {
                let statements = lines.iter().map(|(statement, _)| statement.as_str());
                *module == task.module
                    && *stdin == task.stdin
                    && statements.eq(task.lines.iter().map(|line| line.source.as_str()))
            }
            _ => false,
        }
    }
}
