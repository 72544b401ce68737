//! Spec and reference become jobs with nothing left to decide.
//!
//! The reference is run here, once for each scenario; from then on what is expected is bytes.

mod program;
mod rehearsal;
mod runs;
mod sessions;

use std::sync::Arc;

use yardstick_reference::{Answer, Deviations, Reading, Readings, Reference};

use crate::language;
use crate::sandbox::Sandbox;
use crate::spec::{
    Defects, ExpectedExit, ExpectedStderr, PackageTask, Pattern, ReferenceSource, RuleTask, RunTask,
    Scenario, SessionTask, Spec, Task, TestsTask,
};
use crate::trace::{Recorded, Store, StoreError, Trace};

use program::{ReferenceObserved, ReferenceProgram};

pub use rehearsal::{Refusal, Rehearsal};
pub use sessions::same_shown;

/// Everything that every submission is put through.
#[derive(Debug)]
pub struct Plan<'spec> {
    /// What it was made from.
    pub spec: &'spec Spec,
    /// In the order of the spec.
    pub jobs: Vec<Job<'spec>>,
    /// What an instructor's reference did.
    reference: Option<ReferenceObserved>,
    /// What it did in another run of a job, by the job's place, where that was not the same.
    pub others: Vec<(usize, Recorded)>,
}

/// One scenario and what it must do.
#[derive(Debug)]
pub struct Job<'spec> {
    /// Index of its group in the spec.
    pub group: usize,
    /// The name of its group, if it is in one: shared, because every result of every submission has it.
    pub group_name: Option<Arc<str>>,
    /// Its own name.
    pub name: Arc<str>,
    /// What to run.
    pub scenario: &'spec Scenario,
    /// What that must do.
    pub expected: Expected<'spec>,
}

/// What a job must do.
#[derive(Debug)]
pub enum Expected<'spec> {
    /// Of a run of the program.
    Run(&'spec RunTask, ExpectedRun),
    /// Of a session: answers that are accepted, the usual ones first; at least one.
    Session(&'spec SessionTask, Vec<ExpectedSession>),
    /// Of a look at the source: no finding.
    Rule(&'spec RuleTask),
    /// Of a look at how it was handed in: the name of the zip file.
    Package(&'spec PackageTask),
    /// Of the submission's own tests: that they tell right from wrong.
    Tests(&'spec TestsTask),
    /// Of somebody's judgement: nothing that is known here.
    Manual(&'spec str),
}

impl Expected<'_> {
    /// Whether something is of the kind that its job leaves.
    pub fn is_met_by(&self, recorded: &Recorded) -> bool {
        match self {
            Self::Run(..) => matches!(recorded, Recorded::Run(_) | Recorded::NotRun(_)),
            Self::Session(..) => matches!(recorded, Recorded::Session(_)),
            Self::Rule(_) => matches!(recorded, Recorded::Rule(_)),
            Self::Package(_) => matches!(recorded, Recorded::Package(_)),
            Self::Tests(_) => matches!(recorded, Recorded::Tests(_)),
            Self::Manual(_) => matches!(recorded, Recorded::Manual),
        }
    }
}

/// What a run must do.
#[derive(Debug)]
pub struct ExpectedRun {
    /// Outputs that are accepted, the usual one first; at least one.
    pub outputs: Vec<ExpectedOutput>,
    /// Exit codes that are accepted.
    pub exit: ExpectedExit,
    /// What may stand on standard error.
    pub stderr: ExpectedStderr,
}

/// What the lines of a session must come to.
#[derive(Debug)]
pub struct ExpectedSession {
    /// One for each line.
    pub answers: Vec<ExpectedAnswer>,
    /// The second reading of the handout that they follow.
    pub reading: Option<&'static Reading>,
}

/// What one line of a session must come to.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedAnswer {
    /// What it comes to with the reference.
    Answer(Answer),
    /// What Python shows under the prompt, from the spec.
    Shown(String),
}

/// One output that is accepted.
#[derive(Debug)]
pub enum ExpectedOutput {
    /// What the reference did, or a text from the spec (a trace without a dialogue).
    Trace {
        /// It.
        trace: Trace,
        /// The second reading of the handout that it follows.
        reading: Option<&'static Reading>,
        /// The bytes of its output that the reference calls decisive, such as the cells of a winning line.
        decisive: Vec<usize>,
    },
    /// Any text of a pattern.
    Pattern(Pattern),
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The spec asks for something that the reference cannot do.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
    /// No scenario has the name that was asked for.
    #[error(
        "no scenario matches `{pattern}`\nhelp: scenarios are named `group/scenario`, such as `{example}`"
    )]
    NothingSelected {
        /// What was asked for.
        pattern: String,
        /// A name that would do.
        example: String,
    },
    /// The instructor's reference could not be run.
    #[error("cannot run the reference: {0}")]
    Reference(#[from] language::Error),
    /// The instructor's reference would have to be run, and nothing may be.
    #[error(
        "what the reference does is not known: it was never run like this\nhelp: grade with this spec first"
    )]
    ReferenceNotRun,
}

/// What a plan is made with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Where an instructor's reference is run; nowhere, if only what is known may be used.
    pub sandbox: Option<&'a Sandbox>,
    /// What is known of it.
    pub store: &'a Store,
}

impl<'spec> Job<'spec> {
    /// A scenario of a group, and what it must do.
    pub fn new(spec: &Spec, group: usize, scenario: &'spec Scenario, expected: Expected<'spec>) -> Self {
        let group_name = spec.groups[group].name.as_deref().map(Arc::from);
        Self { group, group_name, name: scenario.name.as_str().into(), scenario, expected }
    }
}

impl<'spec> Plan<'spec> {
    /// Runs the reference on every scenario whose `group/scenario` contains `only`.
    ///
    /// # Errors
    ///
    /// When the reference cannot play a scenario to its end, or nothing is selected.
    pub fn new(means: &Means, spec: &'spec Spec, only: Option<&str>) -> Result<Self, Error> {
        let reference = Source::new(means, spec)?;
        let (mut jobs, mut others) = (Vec::new(), Vec::new());
        for (group, scenario) in spec
            .groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| group.scenarios.iter().map(move |one| (index, one)))
        {
            if only.is_none_or(|pattern| is_selected(&full_name(spec, group, scenario), pattern)) {
                let expected = match &scenario.task {
                    Task::Run(task) => Expected::Run(task, runs::expected(spec, scenario, task, &reference)?),
                    Task::Session(task) => {
                        Expected::Session(task, sessions::expected(spec, scenario, task, &reference)?)
                    }
                    Task::Rule(task) => Expected::Rule(task),
                    Task::Package(task) => Expected::Package(task),
                    Task::Tests(task) => Expected::Tests(task),
                    Task::Manual(what) => Expected::Manual(what),
                };
                if let (Source::Program(program), Task::Run(_) | Task::Session(_)) =
                    (&reference, &scenario.task)
                {
                    others.extend(program.other().map(|other| (jobs.len(), other)));
                }
                jobs.push(Job::new(spec, group, scenario, expected));
            }
        }
        match (jobs.is_empty(), only) {
            (true, Some(pattern)) => {
                let example = full_name(spec, 0, &spec.groups[0].scenarios[0]);
                Err(Error::NothingSelected { pattern: pattern.to_owned(), example })
            }
            _ => {
                let reference = match reference {
                    Source::Program(program) => Some(program.into_observed()),
                    Source::BuiltIn(_) | Source::None => None,
                };
                Ok(Self { spec, jobs, reference, others })
            }
        }
    }

    /// A plan of jobs that are not in the spec.
    pub fn of_jobs(spec: &'spec Spec, jobs: Vec<Job<'spec>>) -> Self {
        Self { spec, jobs, reference: None, others: Vec::new() }
    }

    /// Keeps what an instructor's reference did, so that it need not be run again.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn keep_reference(&self, store: &Store) -> Result<(), StoreError> {
        self.reference.as_ref().map_or(Ok(()), |reference| reference.keep(store))
    }

    /// The name of a job in reports: `group / scenario`, or just the scenario's name outside of groups.
    pub fn full_name(&self, job: &Job) -> String {
        let group = self.spec.groups[job.group].name.as_ref();
        group.map_or_else(|| job.scenario.name.clone(), |group| format!("{group} / {}", job.scenario.name))
    }
}

/// `group/scenario`, or just the scenario's name outside of groups.
fn full_name(spec: &Spec, group: usize, scenario: &Scenario) -> String {
    let group = spec.groups[group].name.as_deref();
    group.map_or_else(|| scenario.name.clone(), |group| format!("{group}/{}", scenario.name))
}

/// Whether the parts of a pattern, which `*` separates, stand in a name in this order.
fn is_selected(name: &str, pattern: &str) -> bool {
    let name = name.to_lowercase();
    let mut rest = name.as_str();
    pattern.to_lowercase().split('*').all(|part| {
        rest.find(part).is_some_and(|at| {
            rest = &rest[at + part.len()..];
            true
        })
    })
}

/// The reference, ready to be run.
enum Source<'a> {
    BuiltIn(&'static dyn Reference),
    Program(Box<ReferenceProgram<'a>>),
    None,
}

/// What a built-in reference accepts in a scenario whose input may end before the program does.
///
/// `None` if the reference does not answer it: what the assignment leaves open is no scenario.
pub fn expected_of_trial<'t>(
    spec: &Spec,
    reference: &'static dyn Reference,
    task: &'t Task,
) -> Option<Expected<'t>> {
    match task {
        Task::Run(task) => Some(Expected::Run(task, runs::expected_of_trial(spec, task, reference)?)),
        Task::Session(task) => {
            Some(Expected::Session(task, sessions::expected_of_trial(spec, task, reference)?))
        }
        Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::Manual(_) => None,
    }
}

impl<'a> Source<'a> {
    /// The readings that a built-in reference is asked for after its usual one: each, then all together.
    fn readings(spec: &Spec) -> impl Iterator<Item = (&'static Reading, Deviations)> {
        let each = spec.readings.iter().map(std::slice::from_ref);
        let all = std::iter::once(spec.readings.as_slice()).filter(|readings| readings.len() > 1);
        let deviations =
            |readings: &[&'static Reading]| readings.iter().copied().collect::<Readings>().into();
        each.chain(all).filter_map(move |readings| Some((*readings.first()?, deviations(readings))))
    }

    fn new(means: &'a Means<'a>, spec: &'a Spec) -> Result<Self, Error> {
        Ok(match &spec.reference {
            None => Self::None,
            Some(ReferenceSource::BuiltIn(reference)) => Self::BuiltIn(*reference),
            Some(ReferenceSource::Program { files, entry }) => {
                Self::Program(Box::new(ReferenceProgram::new(means, spec, files, entry)?))
            }
        })
    }
}
