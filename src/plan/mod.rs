//! Spec and reference become jobs with nothing left to decide.
//!
//! The reference is run here, once for each scenario; from then on what is expected is bytes.

mod runs;
mod sessions;

use std::path::Path;

use yardstick_reference::{Answer, Reading, Readings, Reference};

use crate::language::{self, Prepared, Program};
use crate::sandbox::Sandbox;
use crate::spec::{
    Defects, Diagnostic, ExpectedExit, ExpectedStderr, PackageTask, Pattern, ReferenceSource, RuleTask,
    RunTask, Scenario, SessionTask, Spec, Task, TestsTask,
};
use crate::submission::Snapshot;
use crate::trace::Trace;

pub use sessions::same_shown;

/// Everything that every submission is put through.
#[derive(Debug)]
pub struct Plan<'spec> {
    /// What it was made from.
    pub spec: &'spec Spec,
    /// In the order of the spec.
    pub jobs: Vec<Job<'spec>>,
}

/// One scenario and what it must do.
#[derive(Debug)]
pub struct Job<'spec> {
    /// Index of its group in the spec.
    pub group: usize,
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
}

impl<'spec> Plan<'spec> {
    /// Runs the reference on every scenario whose `group/scenario` contains `only`.
    ///
    /// # Errors
    ///
    /// When the reference cannot play a scenario to its end, or nothing is selected.
    pub fn new(sandbox: &Sandbox, spec: &'spec Spec, only: Option<&str>) -> Result<Self, Error> {
        let reference = Source::new(sandbox, spec)?;
        let mut jobs = Vec::new();
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
                jobs.push(Job { group, scenario, expected });
            }
        }
        match (jobs.is_empty(), only) {
            (true, Some(pattern)) => {
                let example = full_name(spec, 0, &spec.groups[0].scenarios[0]);
                Err(Error::NothingSelected { pattern: pattern.to_owned(), example })
            }
            _ => Ok(Self { spec, jobs }),
        }
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
enum Source {
    BuiltIn(&'static dyn Reference),
    Program(Program),
    None,
}

impl Source {
    /// The readings that a built-in reference is asked for after its usual one: each, then all together.
    fn readings(spec: &Spec) -> impl Iterator<Item = (&'static Reading, Readings)> {
        let each = spec.readings.iter().map(std::slice::from_ref);
        let all = std::iter::once(spec.readings.as_slice()).filter(|readings| readings.len() > 1);
        each.chain(all).filter_map(|readings| Some((*readings.first()?, readings.iter().copied().collect())))
    }

    fn new(sandbox: &Sandbox, spec: &Spec) -> Result<Self, Error> {
        match &spec.reference {
            None => Ok(Self::None),
            Some(ReferenceSource::BuiltIn(reference)) => Ok(Self::BuiltIn(*reference)),
            Some(ReferenceSource::Program { files, entry }) => {
                let language =
                    language::of_file(entry).expect("a checked spec names a file of a known language");
                let (files, run) = in_the_place_of_a_submission(spec, files, entry);
                match language::prepare(sandbox, language, files, &run, &[])? {
                    Prepared::Ready(program) => Ok(Self::Program(program)),
                    Prepared::Broken(complaint) => {
                        let message = format!("the reference `{entry}` does not parse or compile");
                        let at = spec.source.text.find(entry.as_str()).unwrap_or_default();
                        let place = at..at + entry.len();
                        Err(spec.defect(Diagnostic::new(place, message, "this file").help(complaint)).into())
                    }
                }
            }
        }
    }
}

/// The files of a reference as those of a submission, and the one that is run: with what the grader
/// supplies, and its first file also under the name of the submission's, which sessions import.
fn in_the_place_of_a_submission(spec: &Spec, files: &Snapshot, entry: &str) -> (Snapshot, String) {
    let mut files = files.clone();
    for (path, file) in spec.supplied.iter() {
        files.insert(path.to_path_buf(), file.clone());
    }
    let asked = Path::new(&spec.hand_in.entry);
    if spec.supplied.get(asked).is_some() {
        return (files, spec.hand_in.entry.clone());
    }
    let same_language = asked.extension() == Path::new(entry).extension();
    if let (true, None, Some(file)) = (same_language, files.get(asked), files.get(Path::new(entry))) {
        let file = file.clone();
        files.insert(asked.to_path_buf(), file);
    }
    (files, entry.to_owned())
}
