//! A scenario to add to a spec, and its YAML.

use super::plain::{comment, entry, plain};
use super::surrounded::surrounded;
use super::{Spec, Task};
use crate::language::Surroundings;
use crate::points::Points;

/// A scenario to add to a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The index of its group in the spec.
    pub group: usize,
    /// The reasons for the scenario, written as one comment each.
    pub comment: Vec<String>,
    /// The name of the scenario.
    pub name: String,
    /// The points of the scenario.
    pub worth: Worth,
    /// The task of the scenario.
    pub task: AddedTask,
    /// What the run finds besides its program.
    pub surroundings: Surroundings,
    /// The hint that is shown when the scenario is lost.
    pub hint: Option<String>,
}

/// The points of an added scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// No points, until somebody gives it a weight.
    Nothing,
    /// This multiple of the default weight; outside of groups, this number of points.
    Weight(u32),
    /// The default weight; outside of groups, these points.
    Usual(Points),
}

/// The task of an added scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedTask {
    /// A run of the program.
    Run {
        /// The command line arguments.
        args: Vec<String>,
        /// The lines of input.
        lines: Vec<String>,
        /// The expected exit code, if it is not 0.
        exit: Option<i32>,
    },
    /// A session with a module.
    Session {
        /// The name of the module.
        module: String,
        /// Each statement, with the expected answer that is written below it, if any.
        lines: Vec<(String, String)>,
        /// The lines that `input()` returns.
        stdin: Vec<String>,
    },
}

impl Addition {
    /// Returns the YAML of the scenario in a list with this indentation.
    pub fn text(&self, spec: &Spec, indent: usize) -> String {
        self.written(spec, indent).join("\n")
    }

    /// Returns the lines of YAML in a list with this indentation.
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
        let surrounded = surrounded(&self.surroundings, &group.usual);
        let hint = self.hint.iter().map(|hint| format!("hint: {}", plain(hint)));
        let mapping =
            worth.into_iter().chain(task).chain(surrounded).chain(hint).map(|line| format!("  {line}"));
        let all = comment.chain([format!("- name: {}", plain(&self.name))]).chain(mapping);
        all.map(|line| format!("{}{line}", " ".repeat(indent))).collect()
    }

    /// Tells whether a task of a spec is that of this scenario.
    pub(super) fn is(&self, task: &Task) -> bool {
        self.task.is(task) && self.surroundings == task.surroundings()
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

    /// Tells whether a task of a spec is the same as this one.
    fn is(&self, task: &Task) -> bool {
        match (self, task) {
            (Self::Run { args, lines, .. }, Task::Run(task)) => {
                *args == task.args && *lines == task.input.lines
            }
            (Self::Session { module, lines, stdin }, Task::Session(task)) => {
                let statements = lines.iter().map(|(statement, _)| statement.as_str());
                *module == task.module.name
                    && *stdin == task.stdin
                    && statements.eq(task.lines.iter().map(|line| line.source.as_str()))
            }
            _ => false,
        }
    }
}
