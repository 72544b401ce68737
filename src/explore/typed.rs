//! What can be tried on a program of which nothing is known but the scenarios of its spec.

use std::collections::BTreeSet;

use yardstick_reference::{Random, Subject, Trial};

use crate::spec::{RunTask, Spec, Task};

/// A program that is tried with the lines of the spec's own scenarios, mixed, and a few that are often forgotten.
pub struct TypedProgram {
    args: Vec<String>,
    /// Every line that is typed somewhere, the shortest first.
    lines: Vec<String>,
    /// What the scenarios type, as tokens.
    scenarios: Vec<Vec<usize>>,
}

/// Lines that programs often do not expect.
const FORGOTTEN: [&str; 8] = ["", "0", "-1", "1", "x", " ", "999", "1.5"];

impl TypedProgram {
    /// What the runs of a spec with the same arguments type, for each choice of arguments.
    pub fn all(spec: &Spec) -> Vec<Self> {
        let scenarios = spec.groups.iter().flat_map(|group| &group.scenarios);
        let runs: Vec<&RunTask> = scenarios
            .filter_map(|scenario| match &scenario.task {
                Task::Run(task) if task.expectation.stdout.is_none() => Some(task),
                _ => None,
            })
            .collect();
        let choices: BTreeSet<&Vec<String>> = runs.iter().map(|task| &task.args).collect();
        let of_choice = |args: &Vec<String>| {
            let typed: Vec<&Vec<String>> =
                runs.iter().filter(|task| task.args == *args).map(|task| &task.input.lines).collect();
            let known: BTreeSet<&str> =
                typed.iter().flat_map(|lines| lines.iter().map(String::as_str)).collect();
            let mut lines: Vec<String> = known.into_iter().chain(FORGOTTEN).map(str::to_owned).collect();
            lines.sort_by_key(|line| (line.is_empty(), line.chars().count(), line.clone()));
            lines.dedup();
            let token = |line: &String| lines.iter().position(|known| known == line).unwrap_or_default();
            let scenarios = typed.iter().map(|typed| typed.iter().map(token).collect()).collect();
            Self { args: args.clone(), lines, scenarios }
        };
        choices.into_iter().map(of_choice).collect()
    }
}

impl Subject for TypedProgram {
    fn name(&self) -> String {
        "the program".to_owned()
    }

    fn tokens(&self) -> usize {
        self.lines.len()
    }

    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        let mut tokens = self.scenarios[round % self.scenarios.len()].clone();
        for _ in 0..1 + random.below(3) {
            let place = random.below(tokens.len() + 1);
            match random.below(4) {
                0 if place < tokens.len() => {
                    tokens.remove(place);
                }
                1 if place < tokens.len() => tokens[place] = random.below(self.lines.len()),
                2 => {
                    let other = &self.scenarios[random.below(self.scenarios.len())];
                    tokens.truncate(place);
                    tokens.extend_from_slice(&other[place.min(other.len())..]);
                }
                _ => tokens.insert(place, random.below(self.lines.len())),
            }
        }
        tokens
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        let lines = tokens.iter().map(|&token| self.lines[token].clone()).collect();
        Trial::Run { args: self.args.clone(), lines }
    }
}
