//! What can be tried on a program of which nothing is known but the scenarios of its spec: the same input, mixed.

use std::collections::BTreeSet;

use yardstick_reference::{Random, Subject, Trial};

use super::typed_session::TypedSession;
use crate::sandbox::Input;
use crate::spec::{Comparison, Expectation, RunTask, Spec, Task};

/// So many inputs are mixed for each choice of arguments, or of what sessions have in common.
pub(super) const USUAL_ROUNDS: usize = 60;

/// What is tried by what the spec types at it, where nothing else is known.
pub trait Typed: Subject {
    /// The group whose scenarios are the most like it.
    fn group(&self) -> usize;

    /// How many inputs it is worth to draw.
    fn rounds(&self) -> usize {
        USUAL_ROUNDS
    }

    /// What tokens stand for, compared as the spec does.
    fn task(&self, tokens: &[usize]) -> Task;
}

/// Everything that the scenarios of a spec type at, to be tried.
pub fn typed(spec: &Spec) -> Vec<Box<dyn Typed>> {
    let programs = TypedProgram::all(spec).into_iter().map(|one| Box::new(one) as Box<dyn Typed>);
    let sessions = TypedSession::all(spec).into_iter().map(|one| Box::new(one) as Box<dyn Typed>);
    programs.chain(sessions).collect()
}

/// Sessions that were made for a module, to be tried as they are; nothing, where the spec has no session with it.
pub fn made_for(spec: &Spec, module: &str, sessions: &[Vec<String>]) -> Option<Box<dyn Typed>> {
    TypedSession::made(spec, module, sessions).map(|one| Box::new(one) as Box<dyn Typed>)
}

/// A program that is tried with the lines of the spec's own scenarios, mixed, and a few that are often forgotten.
struct TypedProgram {
    args: Vec<String>,
    /// Every line that is typed somewhere, the shortest first.
    lines: Vec<String>,
    /// What the scenarios type, as tokens.
    scenarios: Vec<Vec<usize>>,
    group: usize,
    comparison: Comparison,
    final_newline: bool,
    terminal: bool,
}

/// Lines that programs often do not expect.
const FORGOTTEN: [&str; 8] = ["", "0", "-1", "1", "x", " ", "999", "1.5"];

impl TypedProgram {
    /// What the runs of a spec with the same arguments type, for each choice of arguments.
    fn all(spec: &Spec) -> Vec<Self> {
        let groups = spec.groups.iter().enumerate();
        let scenarios =
            groups.flat_map(|(group, known)| known.scenarios.iter().map(move |it| (group, &it.task)));
        let runs: Vec<(usize, &RunTask)> = scenarios
            .filter_map(|(group, task)| match task {
                Task::Run(task) if task.expectation.stdout.is_none() => Some((group, task)),
                _ => None,
            })
            .collect();
        let choices: BTreeSet<&Vec<String>> = runs.iter().map(|(_, task)| &task.args).collect();
        let of_choice = |args: &Vec<String>| {
            let with_args = || runs.iter().filter(|(_, task)| task.args == *args);
            let typed: Vec<&Vec<String>> = with_args().map(|(_, task)| &task.input.lines).collect();
            let known: BTreeSet<&str> =
                typed.iter().flat_map(|lines| lines.iter().map(String::as_str)).collect();
            let mut lines: Vec<String> = known.into_iter().chain(FORGOTTEN).map(str::to_owned).collect();
            lines.sort_by_key(|line| (line.is_empty(), line.chars().count(), line.clone()));
            lines.dedup();
            let token = |line: &String| lines.iter().position(|known| known == line).unwrap_or_default();
            let scenarios = typed.iter().map(|typed| typed.iter().map(token).collect()).collect();
            let (group, like) = with_args().next_back()?;
            Some(Self {
                args: args.clone(),
                lines,
                scenarios,
                group: *group,
                comparison: like.comparison.clone(),
                final_newline: like.input.final_newline,
                terminal: like.input.terminal,
            })
        };
        choices.into_iter().filter_map(of_choice).collect()
    }

    fn typed(&self, tokens: &[usize]) -> Vec<String> {
        tokens.iter().map(|&token| self.lines[token].clone()).collect()
    }
}

impl Typed for TypedProgram {
    fn group(&self) -> usize {
        self.group
    }

    fn task(&self, tokens: &[usize]) -> Task {
        let (final_newline, terminal) = (self.final_newline, self.terminal);
        Task::Run(RunTask {
            args: self.args.clone(),
            input: Input { lines: self.typed(tokens), final_newline, terminal },
            comparison: self.comparison.clone(),
            expectation: Expectation::default(),
        })
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
        Trial::Run { args: self.args.clone(), lines: self.typed(tokens) }
    }
}
