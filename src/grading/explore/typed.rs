//! Mixes the input of a spec's scenarios, for programs without a built-in reference.

use std::collections::{BTreeSet, HashSet};

use yardstick_reference::{Random, Subject, Trial};

use super::other_lines::other_lines;
use super::typed_session::TypedSession;
use crate::language::Surroundings;
use crate::sandbox::Input;
use crate::session::shape;
use crate::spec::{Comparison, Expectation, RunTask, Spec, Task};

/// The default number of inputs for each choice of arguments, or for each kind of session.
pub(super) const DEFAULT_ROUNDS: usize = 60;

/// The default number of sessions of a kind that take long.
pub(super) const SLOW_ROUNDS: usize = 48;

/// A subject that is made from the input of a spec.
pub trait Typed: Subject + Send {
    /// Returns the index of the group with the most similar scenarios.
    fn group(&self) -> usize;

    /// Returns the number of inputs that are worth drawing.
    fn rounds(&self) -> usize {
        DEFAULT_ROUNDS
    }

    /// Returns the spec's own inputs, as tokens.
    fn own(&self) -> Vec<Vec<usize>>;

    /// Returns the tokens with one of the spec's own lines in the place of one that was made of it.
    fn simpler(&self, _tokens: &[usize]) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Tells whether some tokens are lines of the language at all, as far as it is known before they are run.
    fn is_readable(&self, _tokens: &[usize]) -> bool {
        true
    }

    /// Returns a sentence if some tokens are of another kind than all that the spec types, so that the handout may leave open
    /// what they do.
    fn unusual(&self, tokens: &[usize]) -> Option<String>;

    /// Tells whether a run takes long, so that many should be made together.
    fn is_slow(&self) -> bool {
        false
    }

    /// Returns the task of some tokens, with the comparison of the spec.
    fn task(&self, tokens: &[usize]) -> Task;
}

/// Returns a subject for each program and module that the scenarios of a spec use.
pub fn typed(spec: &Spec) -> Vec<Box<dyn Typed>> {
    let programs = TypedProgram::all(spec).into_iter().map(|one| Box::new(one) as Box<dyn Typed>);
    let sessions = TypedSession::all(spec).into_iter().map(|one| Box::new(one) as Box<dyn Typed>);
    programs.chain(sessions).collect()
}

/// Returns a subject with sessions that were generated for a module; `None` if the spec has no session with it.
pub fn made_for(spec: &Spec, module: &str, sessions: &[Vec<String>]) -> Option<Box<dyn Typed>> {
    TypedSession::made(spec, module, sessions).map(|one| Box::new(one) as Box<dyn Typed>)
}

/// A program that gets the lines of the spec's scenarios, mixed and with other words and numbers, and a few that are often
/// forgotten.
struct TypedProgram {
    args: Vec<String>,
    /// All input lines, the shortest first.
    lines: Vec<String>,
    /// For each line, lines that differ from it in one word.
    varied: Vec<Vec<usize>>,
    /// The shapes of the lines that the spec types.
    shapes: HashSet<String>,
    /// The input of the scenarios that find these files, as tokens.
    own: Vec<Vec<usize>>,
    /// The input of all scenarios with these arguments, as tokens.
    scenarios: Vec<Vec<usize>>,
    /// How many choices of files there are with these arguments.
    choices_of_files: usize,
    group: usize,
    surroundings: Surroundings,
    comparison: Comparison,
    final_newline: bool,
    terminal: bool,
}

/// Lines that programs often do not expect.
const FORGOTTEN: [&str; 8] = ["", "0", "-1", "1", "x", " ", "999", "1.5"];

impl TypedProgram {
    /// Returns one program for each choice of arguments in the spec, for each place and time at which they are given, and for
    /// each choice of files that it finds then. Whatever the files are, lines are mixed.
    fn all(spec: &Spec) -> Vec<Self> {
        let groups = spec.groups.iter().enumerate().filter(|(group, _)| spec.program_of(*group) == 0);
        let scenarios =
            groups.flat_map(|(group, known)| known.scenarios.iter().map(move |it| (group, &it.task)));
        let runs: Vec<(usize, &RunTask)> = scenarios
            .filter_map(|(group, task)| match task {
                Task::Run(task) if task.checker.is_none() && task.surroundings.is_text() => {
                    Some((group, task))
                }
                _ => None,
            })
            .collect();
        let choice = |task: &RunTask| (task.args.clone(), task.surroundings.place_and_time());
        let files = |task: &RunTask| task.surroundings.given.digest();
        let choices: BTreeSet<_> = runs.iter().map(|(_, task)| (choice(task), files(task))).collect();
        let of_choice = |(chosen, found): &_| {
            let alike = || runs.iter().filter(|(_, task)| choice(task) == *chosen);
            let typed: Vec<&Vec<String>> = alike().map(|(_, task)| &task.input.lines).collect();
            let known: BTreeSet<&str> =
                typed.iter().flat_map(|lines| lines.iter().map(String::as_str)).collect();
            let with_varied: Vec<(&str, Vec<String>)> =
                known.iter().map(|line| (*line, other_lines(line))).collect();
            let others = with_varied.iter().flat_map(|(_, others)| others).map(String::as_str);
            let mut lines: Vec<String> =
                known.iter().copied().chain(FORGOTTEN).chain(others).map(str::to_owned).collect();
            lines.sort_by_key(|line| (line.is_empty(), line.chars().count(), line.clone()));
            lines.dedup();
            let token = |line: &String| lines.iter().position(|known| known == line).unwrap_or_default();
            let mut varied = vec![Vec::new(); lines.len()];
            for (line, others) in &with_varied {
                varied[token(&(*line).to_owned())] = others.iter().map(token).collect();
            }
            let tokens = |typed: &Vec<String>| -> Vec<usize> { typed.iter().map(token).collect() };
            let scenarios = typed.into_iter().map(tokens).collect();
            let own = || alike().filter(|(_, task)| files(task) == *found);
            let (group, like) = own().next_back()?;
            Some(Self {
                args: like.args.clone(),
                shapes: known.iter().map(|line| shape(line)).collect(),
                own: own().map(|(_, task)| tokens(&task.input.lines)).collect(),
                scenarios,
                choices_of_files: choices.iter().filter(|(other, _)| other == chosen).count(),
                varied,
                lines,
                group: *group,
                surroundings: like.surroundings.unasked(),
                comparison: like.comparison.clone(),
                final_newline: like.input.final_newline,
                terminal: like.input.terminal,
            })
        };
        choices.iter().filter_map(of_choice).collect()
    }

    fn typed(&self, tokens: &[usize]) -> Vec<String> {
        tokens.iter().map(|&token| self.lines[token].clone()).collect()
    }
}

impl Typed for TypedProgram {
    fn group(&self) -> usize {
        self.group
    }

    fn rounds(&self) -> usize {
        DEFAULT_ROUNDS.div_ceil(self.choices_of_files)
    }

    fn own(&self) -> Vec<Vec<usize>> {
        self.own.clone()
    }

    fn unusual(&self, tokens: &[usize]) -> Option<String> {
        let mut lines = tokens.iter().map(|&token| self.lines[token].as_str());
        if tokens.is_empty() && !self.scenarios.iter().any(Vec::is_empty) {
            return Some("every scenario of the spec types something".to_owned());
        }
        let line = lines.find(|line| !self.shapes.contains(&shape(line)))?;
        let line = if line.is_empty() { "an empty line".to_owned() } else { format!("a line like `{line}`") };
        Some(format!("no scenario of the spec types {line}"))
    }

    fn task(&self, tokens: &[usize]) -> Task {
        let (final_newline, terminal) = (self.final_newline, self.terminal);
        Task::Run(RunTask {
            args: self.args.clone(),
            input: Input { lines: self.typed(tokens), final_newline, terminal },
            surroundings: self.surroundings.clone(),
            comparison: self.comparison.clone(),
            checker: None,
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
        let mut tokens = self.own[round % self.own.len()].clone();
        for _ in 0..1 + random.below(3) {
            let place = random.below(tokens.len() + 1);
            let is_inside = place < tokens.len();
            match random.below(9) {
                0 if is_inside => {
                    tokens.remove(place);
                }
                1 if is_inside => tokens[place] = random.below(self.lines.len()),
                2 => {
                    let other = &self.scenarios[random.below(self.scenarios.len())];
                    tokens.truncate(place);
                    tokens.extend_from_slice(&other[place.min(other.len())..]);
                }
                3 if is_inside && place > 0 => tokens.swap(place - 1, place),
                4 if is_inside => tokens.insert(place, tokens[place]),
                // Longer: another scenario goes before what is left of this one.
                5 => {
                    let other = &self.scenarios[random.below(self.scenarios.len())];
                    tokens.splice(place..place, other.iter().copied().take(place.max(1)));
                }
                6..=8 if is_inside => {
                    if let Some(varied) = random.pick(&self.varied[tokens[place]]) {
                        tokens[place] = varied;
                    }
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
