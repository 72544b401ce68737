//! Mixes the lines of a spec's sessions, and replaces values in them, for modules without a built-in reference.
//!
//! What is done to a session leaves it a session that a compiler takes, as far as its lines show: a name is declared once,
//! before it is used.

use std::collections::{BTreeSet, HashSet};

use yardstick_reference::{Random, Subject, Trial};

use super::Typed;
use super::typed::{DEFAULT_ROUNDS, SLOW_ROUNDS};
use crate::language::Surroundings;
use crate::session::{Module, Notation, check_neutral, shape};
use crate::spec::{AnswerComparison, SessionLine, SessionTask, Spec, Task};

/// A module that gets the lines of the spec's sessions, mixed and with other values.
pub(super) struct TypedSession {
    module: Module,
    stdin: Vec<String>,
    surroundings: Surroundings,
    /// The languages in which the submission may be.
    languages: Vec<Notation>,
    /// All lines: the spec's own first, and the shortest of them first.
    lines: Vec<String>,
    /// For each line, the same line with one value replaced.
    varied: Vec<Vec<usize>>,
    /// For each line, the name that it declares.
    declared: Vec<Option<String>>,
    /// The shapes of the lines that the spec types.
    shapes: HashSet<String>,
    /// The lines of the scenarios, as tokens.
    scenarios: Vec<Vec<usize>>,
    /// Whether the sessions are tried unchanged.
    is_made: bool,
    group: usize,
    comparison: AnswerComparison,
}

impl TypedSession {
    /// Returns one module for the sessions of each group that have the same module, read the same lines, find the same files and
    /// take place where and when the others do.
    pub(super) fn all(spec: &Spec) -> Vec<Self> {
        let names = std::iter::once(&spec.hand_in.entry).chain(&spec.hand_in.instead);
        let languages: Vec<Notation> = names.filter_map(|name| Notation::of_file(name)).collect();
        let of_group = |(group, known): (usize, &crate::spec::Group)| -> Vec<Self> {
            let sessions = known.scenarios.iter().filter_map(|scenario| match &scenario.task {
                Task::Session(task) if task.checker.is_none() => Some(task),
                _ => None,
            });
            let sessions: Vec<&SessionTask> = sessions.collect();
            let choice = |task: &SessionTask| {
                let found = &task.surroundings;
                (task.module.clone(), task.stdin.clone(), found.place_and_time(), found.given.digest())
            };
            let choices: BTreeSet<_> = sessions.iter().map(|task| choice(task)).collect();
            let of_choice = |chosen| {
                let alike = sessions.iter().copied().filter(|task| choice(task) == chosen);
                Self::of(group, &alike.collect::<Vec<_>>(), &languages)
            };
            choices.into_iter().filter_map(of_choice).collect()
        };
        let groups = spec.groups.iter().enumerate().filter(|(group, _)| spec.program_of(*group) == 0);
        groups.flat_map(of_group).collect()
    }

    fn of(group: usize, sessions: &[&SessionTask], languages: &[Notation]) -> Option<Self> {
        let like = *sessions.last()?;
        let notation = like.module.notation;
        let typed: Vec<Vec<String>> = sessions.iter().map(|task| task.sources()).collect();
        let known: BTreeSet<&String> = typed.iter().flatten().collect();
        let with_varied: Vec<(&String, Vec<String>)> =
            known.into_iter().map(|line| (line, notation.with_other_values(line))).collect();
        let all = with_varied.iter().flat_map(|(line, varied)| std::iter::once(*line).chain(varied));
        let mut lines: Vec<String> = all.cloned().collect();
        lines.sort_by_key(|line| {
            (!typed.iter().flatten().any(|own| own == line), line.chars().count(), line.clone())
        });
        lines.dedup();
        let token = |line: &String| lines.iter().position(|known| known == line).unwrap_or_default();
        let mut varied = vec![Vec::new(); lines.len()];
        for (line, others) in &with_varied {
            varied[token(line)] = others.iter().map(token).collect();
        }
        Some(Self {
            declared: lines.iter().map(|line| notation.declared(line).map(str::to_owned)).collect(),
            shapes: typed.iter().flatten().map(|line| shape(line)).collect(),
            module: like.module.clone(),
            stdin: like.stdin.clone(),
            surroundings: like.surroundings.unasked(),
            languages: languages.to_vec(),
            varied,
            scenarios: typed.iter().map(|typed| typed.iter().map(token).collect()).collect(),
            is_made: false,
            lines,
            group,
            comparison: like.comparison.clone(),
        })
    }

    /// Returns a module with generated sessions, which are tried unchanged; comparison, surroundings and group are those of the
    /// last session with it in the spec. `None` if there is none.
    pub(super) fn made(spec: &Spec, module: &str, typed: &[Vec<String>]) -> Option<Self> {
        let groups = spec.groups.iter().enumerate();
        let scenarios =
            groups.flat_map(|(group, known)| known.scenarios.iter().map(move |one| (group, &one.task)));
        let mut sessions = scenarios.rev().filter_map(|(group, task)| match task {
            Task::Session(task) if task.module == Module::python(module) => Some((group, task)),
            _ => None,
        });
        let (group, like) = sessions.next()?;
        let known: BTreeSet<&String> = typed.iter().flatten().collect();
        let mut lines: Vec<String> = known.into_iter().cloned().collect();
        lines.sort_by_key(|line| (line.chars().count(), line.clone()));
        let token = |line: &String| lines.iter().position(|known| known == line).unwrap_or_default();
        let scenarios: Vec<Vec<usize>> =
            typed.iter().map(|typed| typed.iter().map(token).collect()).collect();
        let varied = vec![Vec::new(); lines.len()];
        let declared = vec![None; lines.len()];
        (!scenarios.is_empty()).then_some(Self {
            module: Module::python(module),
            stdin: Vec::new(),
            surroundings: like.surroundings.unasked(),
            languages: Vec::new(),
            lines,
            varied,
            declared,
            shapes: HashSet::new(),
            scenarios,
            is_made: true,
            group,
            comparison: like.comparison.clone(),
        })
    }

    fn typed(&self, tokens: &[usize]) -> Vec<String> {
        tokens.iter().map(|&token| self.lines[token].clone()).collect()
    }

    /// Tells whether a line declares what a later one uses.
    fn is_needed(&self, tokens: &[usize], place: usize) -> bool {
        let Some(name) = &self.declared[tokens[place]] else { return false };
        let is_used =
            |line: &str| line.split(|it: char| !it.is_alphanumeric() && it != '_').any(|word| word == name);
        tokens[place + 1..].iter().any(|&token| is_used(&self.lines[token]))
    }

    fn declares(&self, token: usize) -> bool {
        self.declared[token].is_some()
    }
}

impl Subject for TypedSession {
    fn name(&self) -> String {
        format!("the module `{}`", self.module.name)
    }

    fn tokens(&self) -> usize {
        self.lines.len()
    }

    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        let mut tokens = self.scenarios[round % self.scenarios.len()].clone();
        if self.is_made {
            return tokens;
        }
        for _ in 0..1 + random.below(2) {
            let place = random.below(tokens.len());
            let varied = random.pick(&self.varied[tokens[place]]);
            match (random.below(6), varied) {
                (0, _) if tokens.len() > 1 && !self.is_needed(&tokens, place) => {
                    tokens.remove(place);
                }
                (1, _) if !self.declares(tokens[place]) => tokens.insert(place, tokens[place]),
                (2, _) if place > 0 && !tokens[place - 1..=place].iter().any(|&it| self.declares(it)) => {
                    tokens.swap(place - 1, place);
                }
                (_, Some(varied)) => tokens[place] = varied,
                (_, None) => {}
            }
        }
        tokens
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        Trial::Session {
            module: self.module.name.clone(),
            lines: self.typed(tokens),
            stdin: self.stdin.clone(),
        }
    }
}

impl Typed for TypedSession {
    fn group(&self) -> usize {
        self.group
    }

    fn rounds(&self) -> usize {
        match self.is_made {
            true => self.scenarios.len(),
            false if self.is_slow() => SLOW_ROUNDS,
            false => DEFAULT_ROUNDS,
        }
    }

    fn own(&self) -> Vec<Vec<usize>> {
        if self.is_made { Vec::new() } else { self.scenarios.clone() }
    }

    fn simpler(&self, tokens: &[usize]) -> Vec<Vec<usize>> {
        let own = |token: usize| self.varied.iter().position(|varied| varied.contains(&token));
        let places = (0..tokens.len()).filter_map(|place| Some((place, own(tokens[place])?)));
        let with = |(place, own): (usize, usize)| {
            let mut simpler = tokens.to_vec();
            simpler[place] = own;
            simpler
        };
        places.map(with).collect()
    }

    fn is_readable(&self, tokens: &[usize]) -> bool {
        let interface = self.module.interface.as_ref();
        interface.is_none_or(|it| check_neutral(it, &self.typed(tokens), &self.languages).is_ok())
    }

    fn unusual(&self, tokens: &[usize]) -> Option<String> {
        let mut lines = tokens.iter().map(|&token| self.lines[token].as_str());
        let line = lines.find(|line| !self.shapes.contains(&shape(line)))?;
        Some(format!(
            "no scenario of the spec types a line like `{}`",
            line.lines().next().unwrap_or_default()
        ))
    }

    fn is_slow(&self) -> bool {
        self.module.notation.is_slow()
    }

    fn task(&self, tokens: &[usize]) -> Task {
        let line = |source| SessionLine { source, shown: String::new(), leeway: None, place: 0..0 };
        Task::Session(SessionTask {
            module: self.module.clone(),
            lines: self.typed(tokens).into_iter().map(line).collect(),
            stdin: self.stdin.clone(),
            surroundings: self.surroundings.clone(),
            comparison: self.comparison.clone(),
            checker: None,
        })
    }
}
