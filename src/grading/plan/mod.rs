//! Combines spec and reference into jobs in which everything is decided.
//!
//! The reference is run here, once for each scenario; after that the expectations are bytes.

mod checked;
mod occasion;
mod own_tests;
mod program;
mod rehearsal;
mod runs;
mod sessions;

mod unit_tests;

use std::borrow::Cow;
use std::sync::Arc;

use yardstick_reference::{Answer, Deviations, Reading, Readings, Reference};

use crate::checker::Checkers;
use crate::language;
use crate::sandbox::{Limits, Sandbox};
use crate::spec::{
    Defects, ExpectedExit, ExpectedFile, ExpectedStderr, OutputChecker, PackageTask, Pattern,
    ReferenceSource, RuleTask, RunTask, Scenario, SessionTask, Spec, Task, TestsTask, UnitTestTask,
};
use crate::trace::{Recorded, Store, StoreError, Trace};

use program::{Asked, ReferenceObserved, ReferenceProgram};

pub use program::trusted;
pub use rehearsal::{Refusal, Rehearsal};
pub use sessions::{same_shown, shown_answer};
pub use unit_tests::WithReference;

/// All jobs for a submission.
#[derive(Debug)]
pub struct Plan<'spec> {
    /// The spec.
    pub spec: &'spec Spec,
    /// The jobs, in the order of the spec.
    pub jobs: Vec<Job<'spec>>,
    /// The results of an instructor's references: of the whole hand-in, and of exercises.
    references: Vec<ReferenceObserved>,
    /// The results of the reference in another run that differed, with the index of the job.
    pub others: Vec<(usize, Recorded)>,
    /// The checkers of its jobs.
    pub checkers: Arc<Checkers>,
}

/// One scenario with its expectation.
#[derive(Debug)]
pub struct Job<'spec> {
    /// The index of its group in the spec.
    pub group: usize,
    /// The name of its group, if it has one; shared, because every result of every submission contains it.
    pub group_name: Option<Arc<str>>,
    /// The name of the scenario.
    pub name: Arc<str>,
    /// The scenario.
    pub scenario: &'spec Scenario,
    /// The expectation.
    pub expected: Expected<'spec>,
}

/// The expectation of a job.
#[derive(Debug)]
pub enum Expected<'spec> {
    /// For a run of the program.
    Run(&'spec RunTask, ExpectedRun),
    /// For a session: the accepted answers, the usual ones first; at least one.
    Session(&'spec SessionTask, Vec<ExpectedSession>),
    /// For a rule about the source: no finding.
    Rule(&'spec RuleTask),
    /// For a check of how it was handed in: the name of the zip file.
    Package(&'spec PackageTask),
    /// For the submission's own tests: that they accept the correct program and reject wrong ones, with the chosen mutants among
    /// these.
    Tests(Cow<'spec, TestsTask>),
    /// For a test of the instructor: that it passes.
    UnitTest(&'spec UnitTestTask, Option<WithReference>),
    /// For a mark by hand: nothing that is known here.
    Manual(&'spec str),
}

impl Expected<'_> {
    /// Tells whether a recorded result is of the right kind for the job.
    pub fn is_met_by(&self, recorded: &Recorded) -> bool {
        match self {
            Self::Run(..) => matches!(recorded, Recorded::Run(_) | Recorded::NotRun(_)),
            Self::Session(..) => matches!(recorded, Recorded::Session(_)),
            Self::Rule(_) => matches!(recorded, Recorded::Rule(_)),
            Self::Package(_) => matches!(recorded, Recorded::Package(_)),
            Self::Tests(_) => matches!(recorded, Recorded::Tests(_)),
            Self::UnitTest(..) => matches!(recorded, Recorded::UnitTest(_)),
            Self::Manual(_) => matches!(recorded, Recorded::Manual),
        }
    }
}

/// The expectation of a run.
#[derive(Debug)]
pub struct ExpectedRun {
    /// The accepted outputs, the usual one first; at least one.
    pub outputs: Vec<ExpectedOutput>,
    /// The accepted exit codes.
    pub exit: ExpectedExit,
    /// The accepted standard error.
    pub stderr: ExpectedStderr,
    /// What it must leave; nothing of it is left to the reference any more.
    pub files: Vec<ExpectedFile>,
}

/// The expected answers of a session.
#[derive(Debug)]
pub struct ExpectedSession {
    /// The answers, one for each line.
    pub answers: Vec<ExpectedAnswer>,
    /// The second reading of the handout that they follow.
    pub reading: Option<&'static Reading>,
}

/// The expected answer to one line of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedAnswer {
    /// The answer of the reference.
    Answer(Answer),
    /// The text under the prompt in the spec.
    Shown(String),
}

/// One accepted output.
#[derive(Debug)]
pub enum ExpectedOutput {
    /// The output of the reference, or a text from the spec (a trace without a dialogue).
    Trace {
        /// The trace.
        trace: Trace,
        /// The second reading of the handout that it follows.
        reading: Option<&'static Reading>,
        /// The bytes of the output that the reference calls decisive, such as the cells of a winning line.
        decisive: Vec<usize>,
    },
    /// Any text that matches a pattern.
    Pattern(Pattern),
}

/// The reason why a plan cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The spec asks for something that the reference cannot do.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
    /// No scenario has the requested name.
    #[error(
        "no scenario matches `{pattern}`\nhelp: scenarios are named `group/scenario`, such as `{example}`"
    )]
    NothingSelected {
        /// The requested name.
        pattern: String,
        /// An existing name.
        example: String,
    },
    /// The instructor's reference could not be run.
    #[error("cannot run the reference: {0}")]
    Reference(#[from] language::Error),
    /// A checker says nothing about what the reference prints.
    #[error("{0}")]
    Checker(String),
    /// The instructor's reference would have to be run, which is not allowed here.
    #[error(
        "what the reference does is not known: it was never run like this\nhelp: grade with this spec first"
    )]
    ReferenceNotRun,
}

/// Runs an instructor's reference, unless its results are known.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceRunner<'a> {
    /// The sandbox for an instructor's reference; `None` if only known results may be used.
    pub sandbox: Option<&'a Sandbox>,
    /// The store with known results.
    pub store: &'a Store,
}

impl ExpectedRun {
    /// Returns the answer that the checker of a task is given: the first text that is expected. What a partner and the reference
    /// said to each other is no answer for anybody else, and neither is what it printed in several passes.
    pub fn answer<'a>(&'a self, task: &'a RunTask) -> &'a [u8] {
        if task.has_own_course() {
            return task.expectation.answer().unwrap_or_default();
        }
        self.usual()
    }

    /// Returns the first text that is accepted.
    pub fn usual(&self) -> &[u8] {
        match self.outputs.first() {
            Some(ExpectedOutput::Trace { trace, .. }) => &trace.stdout,
            Some(ExpectedOutput::Pattern(_)) | None => &[],
        }
    }
}

impl<'spec> Job<'spec> {
    /// Creates a job from a scenario of a group and its expectation.
    pub fn new(spec: &Spec, group: usize, scenario: &'spec Scenario, expected: Expected<'spec>) -> Self {
        let group_name = spec.groups[group].name.as_deref().map(Arc::from);
        Self { group, group_name, name: scenario.name.as_str().into(), scenario, expected }
    }
}

impl<'spec> Plan<'spec> {
    /// Makes a plan: runs the reference on every scenario whose `group/scenario` contains `only`.
    ///
    /// # Errors
    ///
    /// When the reference cannot play a scenario to its end, or no scenario is selected.
    pub fn new(
        reference_runner: &ReferenceRunner,
        spec: &'spec Spec,
        only: Option<&str>,
    ) -> Result<Self, Error> {
        let checkers = Arc::<Checkers>::default();
        let sources = Source::all(reference_runner, spec, &checkers)?;
        let can_be_built = |checker: Option<&OutputChecker>| -> Result<(), Error> {
            if let (Some(checker), Some(sandbox)) = (checker, reference_runner.sandbox) {
                let built = checkers.build(sandbox, checker)?;
                built.map_err(|complaint| checked::broken(spec, checker, &complaint))?;
            }
            Ok(())
        };
        let (mut jobs, mut others) = (Vec::new(), Vec::new());
        for (group, scenario) in spec
            .groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| group.scenarios.iter().map(move |one| (index, one)))
        {
            if only.is_none_or(|pattern| is_selected(&full_name(spec, group, scenario), pattern)) {
                let reference = &sources[spec.groups[group].exercise.map_or(0, |exercise| exercise + 1)];
                let expected = match &scenario.task {
                    Task::Run(task) => {
                        can_be_built(task.checker.as_deref())?;
                        Expected::Run(task, runs::expected(spec, scenario, task, reference)?)
                    }
                    Task::Session(task) => {
                        can_be_built(task.checker.as_deref())?;
                        Expected::Session(task, sessions::expected(spec, scenario, task, reference)?)
                    }
                    Task::Rule(task) => Expected::Rule(task),
                    Task::Package(task) => Expected::Package(task),
                    Task::Tests(task) => Expected::Tests(own_tests::with_mutants(
                        reference_runner,
                        (spec, group),
                        task,
                        (reference, &checkers),
                    )?),
                    Task::UnitTest(task) => {
                        Expected::UnitTest(task, unit_tests::expected(spec, scenario, task, reference)?)
                    }
                    Task::Manual(what) => Expected::Manual(what),
                };
                if let (Source::Program(program), Task::Run(_) | Task::Session(_) | Task::UnitTest(_)) =
                    (reference, &scenario.task)
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
                let programs = sources.into_iter().filter_map(|source| match source {
                    Source::Program(program) => Some(program.into_observed()),
                    Source::BuiltIn(_) | Source::None => None,
                });
                Ok(Self { spec, jobs, references: programs.collect(), others, checkers })
            }
        }
    }

    /// Makes a plan of jobs that are not in the spec.
    pub fn of_jobs(spec: &'spec Spec, jobs: Vec<Job<'spec>>) -> Self {
        Self { spec, jobs, references: Vec::new(), others: Vec::new(), checkers: Arc::default() }
    }

    /// Returns the plan without the jobs that test another program than that of the whole hand-in, of which wrong ones are
    /// made.
    #[must_use]
    pub fn of_whole(mut self) -> Self {
        let spec = self.spec;
        self.jobs.retain(|job| spec.program_of(job.group) == 0);
        self
    }

    /// Stores the results of an instructor's reference, so that it need not be run again.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn keep_reference(&self, store: &Store) -> Result<(), StoreError> {
        self.references.iter().try_for_each(|reference| reference.keep(store))
    }

    /// Returns the limits of one run of a job.
    pub fn limits(&self, job: &Job) -> &'spec Limits {
        self.spec.limits_of(job.group)
    }

    /// Returns the name of a job in reports: `group / scenario`, or only the scenario's name outside of groups.
    pub fn full_name(&self, job: &Job) -> String {
        let group = self.spec.groups[job.group].name.as_ref();
        group.map_or_else(|| job.scenario.name.clone(), |group| format!("{group} / {}", job.scenario.name))
    }
}

/// Returns `group/scenario`, or only the scenario's name outside of groups.
fn full_name(spec: &Spec, group: usize, scenario: &Scenario) -> String {
    let group = spec.groups[group].name.as_deref();
    group.map_or_else(|| scenario.name.clone(), |group| format!("{group}/{}", scenario.name))
}

/// Tells whether a name contains the parts of a pattern, which `*` separates, in this order.
fn is_selected(name: &str, pattern: &str) -> bool {
    // Reports write blanks around the stroke, and people copy from them.
    let spelled = |text: &str| text.to_lowercase().replace(" / ", "/");
    let (name, pattern) = (spelled(name), spelled(pattern));
    let mut rest = name.as_str();
    pattern.split('*').all(|part| {
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

/// Returns the expectation of a built-in reference for a scenario whose input may end before the program does.
///
/// `None` if the assignment leaves the behaviour open: such an input makes no scenario.
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
        Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => None,
    }
}

impl<'a> Source<'a> {
    /// Returns the readings that a built-in reference plays after its usual one: each alone, then all together.
    fn readings(spec: &Spec) -> impl Iterator<Item = (&'static Reading, Deviations)> {
        let each = spec.readings.iter().map(std::slice::from_ref);
        let all = std::iter::once(spec.readings.as_slice()).filter(|readings| readings.len() > 1);
        let deviations =
            |readings: &[&'static Reading]| readings.iter().copied().collect::<Readings>().into();
        each.chain(all).filter_map(move |readings| Some((*readings.first()?, deviations(readings))))
    }

    /// Returns the references of the whole hand-in and of all exercises.
    fn all(
        reference_runner: &'a ReferenceRunner<'a>,
        spec: &'a Spec,
        checkers: &Arc<Checkers>,
    ) -> Result<Vec<Self>, Error> {
        let whole = std::iter::once((None, spec.reference.as_ref(), 0, &spec.limits));
        let exercises = spec.exercises.iter().enumerate();
        let exercises =
            exercises.map(|(index, one)| (Some(index), one.reference.as_ref(), one.program, &one.limits));
        let sources = whole.chain(exercises).map(|(exercise, reference, program, limits)| {
            let asked = Asked { exercise, program, limits, checkers: checkers.clone() };
            Self::new(reference_runner, spec, reference, asked)
        });
        sources.collect()
    }

    fn new(
        reference_runner: &'a ReferenceRunner<'a>,
        spec: &'a Spec,
        reference: Option<&'a ReferenceSource>,
        asked: Asked<'a>,
    ) -> Result<Self, Error> {
        Ok(match reference {
            None => Self::None,
            Some(ReferenceSource::BuiltIn(reference)) => Self::BuiltIn(*reference),
            Some(ReferenceSource::Program { files, entry }) => {
                let program = ReferenceProgram::new(reference_runner, spec, (files, entry), asked)?;
                Self::Program(Box::new(program))
            }
        })
    }
}
