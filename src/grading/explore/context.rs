//! Finds the group of a spec whose settings a generated scenario uses, such as its comparison.

use yardstick_reference::{Reference, Trial};

use super::Generated;
use crate::language::Surroundings;
use crate::plan::{self, Expected};
use crate::sandbox::Input;
use crate::session::Module;
use crate::spec::{
    AnswerComparison, Comparison, Expectation, PrintedComparison, RunTask, Scenario, SessionLine,
    SessionTask, Spec, Task,
};
use crate::submission::Snapshot;

/// A spec and its reference, with the most similar group for each subject.
pub struct GenerationContext<'a> {
    /// The spec.
    pub spec: &'a Spec,
    /// Its reference.
    pub reference: &'static dyn Reference,
    homes: Vec<Home>,
}

/// The settings of the spec that a subject uses.
#[derive(Clone, Debug)]
struct Home {
    /// The group with the most similar scenarios.
    group: Option<usize>,
    comparison: Comparison,
    answers: AnswerComparison,
    surroundings: Surroundings,
    final_newline: bool,
    terminal: bool,
}

impl<'a> GenerationContext<'a> {
    /// Finds the most similar group for each subject.
    pub fn new(spec: &'a Spec, reference: &'static dyn Reference) -> Self {
        let homes = reference.subjects().iter().map(|subject| {
            let trial = subject.trial(&[]);
            let likeness = |scenario: &Scenario| likeness(&trial, &subject.name(), &scenario.task);
            let scenarios = spec
                .groups
                .iter()
                .enumerate()
                .filter(|(group, _)| spec.program_of(*group) == 0)
                .flat_map(|(group, known)| known.scenarios.iter().map(move |scenario| (group, scenario)));
            let nearest = scenarios.filter(|(_, it)| likeness(it) > 0).max_by_key(|(_, it)| likeness(it));
            Home::of(nearest)
        });
        Self { spec, reference, homes: homes.collect() }
    }

    /// Tells whether the spec tests a subject at all.
    pub fn is_tested(&self, subject: usize) -> bool {
        self.homes[subject].group.is_some()
    }

    /// Returns the most similar group for a subject.
    pub fn group(&self, subject: usize) -> Option<usize> {
        self.homes[subject].group
    }

    /// Returns the task of a generated scenario.
    pub fn task(&self, generated: &Generated) -> Task {
        let home = &self.homes[generated.subject];
        match generated.trial(self.reference) {
            Trial::Run { args, lines } => Task::Run(RunTask {
                args,
                input: Input { lines, final_newline: home.final_newline, terminal: home.terminal },
                surroundings: home.surroundings.clone(),
                comparison: home.comparison.clone(),
                checker: None,
                expectation: Expectation::default(),
            }),
            Trial::Session { module, lines, stdin } => Task::Session(SessionTask {
                module: Module::python(module),
                lines: lines
                    .into_iter()
                    .map(|source| SessionLine { source, shown: String::new(), leeway: None, place: 0..0 })
                    .collect(),
                stdin,
                surroundings: home.surroundings.clone(),
                comparison: home.answers.clone(),
                checker: None,
            }),
        }
    }

    /// Returns the expectation of a task; `None` if the assignment leaves the behaviour open.
    pub fn expected<'t>(&self, task: &'t Task) -> Option<Expected<'t>> {
        plan::expected_of_trial(self.spec, self.reference, task)
    }
}

impl Home {
    fn of(nearest: Option<(usize, &Scenario)>) -> Self {
        let mut home = Self {
            group: nearest.map(|(group, _)| group),
            comparison: Comparison::Text(Vec::new()),
            answers: AnswerComparison {
                values: Vec::new(),
                printed: PrintedComparison::Compared(Comparison::Text(Vec::new())),
            },
            surroundings: Surroundings::default(),
            final_newline: true,
            terminal: false,
        };
        match nearest.map(|(_, scenario)| &scenario.task) {
            Some(Task::Run(task)) => {
                home.comparison = task.comparison.clone();
                home.surroundings =
                    Surroundings { given: Snapshot::default(), ..task.surroundings.unasked() };
                home.final_newline = task.input.final_newline;
                home.terminal = task.input.terminal;
            }
            Some(Task::Session(task)) => {
                home.answers = task.comparison.clone();
                home.surroundings = task.surroundings.unasked();
            }
            Some(Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_))
            | None => {}
        }
        home
    }
}

/// Returns how similar a task of a spec is to a trial of the subject with this name; 0 if it is something else.
fn likeness(trial: &Trial, name: &str, task: &Task) -> usize {
    match (trial, task) {
        // If the spec never passes arguments, programs need not accept any.
        (Trial::Run { args, .. }, Task::Run(task))
            if task.expectation.stdout.is_none() && task.args.len() == args.len() =>
        {
            1 + usize::from(task.args == *args)
        }
        (Trial::Session { module, .. }, Task::Session(task)) if task.module.name == *module => {
            let function = name.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or(name);
            let calls = |line: &SessionLine| line.source.contains(&format!("{function}("));
            // The last lines show what a session tests.
            let is_last = task.lines.iter().rev().take(2).any(calls);
            if is_last { 3 } else { usize::from(task.lines.iter().any(calls)) }
        }
        _ => 0,
    }
}
