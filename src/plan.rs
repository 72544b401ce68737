//! Spec and reference become jobs with nothing left to decide.
//!
//! The reference is run here, once for each scenario; from then on what is expected is bytes.

use yardstick_reference::{Console, Host, Reading, Readings, Reference, Stop};

use crate::language::{self, Prepared, Program};
use crate::sandbox::{Exit, Usage};
use crate::spec::{
    AcceptedOutput, Defects, Diagnostic, ExpectedExit, ExpectedStderr, Pattern, ReferenceSource, Scenario,
    Spec,
};
use crate::trace::{Dialogue, Trace};

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
    pub expected: Expected,
}

/// What a run must do.
#[derive(Debug)]
pub struct Expected {
    /// Outputs that are accepted, the usual one first; at least one.
    pub outputs: Vec<ExpectedOutput>,
    /// Exit codes that are accepted.
    pub exit: ExpectedExit,
    /// What may stand on standard error.
    pub stderr: ExpectedStderr,
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
    pub fn new(spec: &'spec Spec, only: Option<&str>) -> Result<Self, Error> {
        let mut reference = Source::new(spec)?;
        let mut jobs = Vec::new();
        for (group, scenario) in spec
            .groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| group.scenarios.iter().map(move |one| (index, one)))
        {
            if only.is_none_or(|pattern| is_selected(&full_name(spec, group, scenario), pattern)) {
                let expected = expected(spec, scenario, &mut reference)?;
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
    fn new(spec: &Spec) -> Result<Self, Error> {
        match &spec.reference {
            None => Ok(Self::None),
            Some(ReferenceSource::BuiltIn(reference)) => Ok(Self::BuiltIn(*reference)),
            Some(ReferenceSource::Program { files, entry }) => {
                let language =
                    language::of_file(entry).expect("a checked spec names a file of a known language");
                match language::prepare(language, files.clone(), entry, &[])? {
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

fn expected(spec: &Spec, scenario: &Scenario, reference: &mut Source) -> Result<Expected, Error> {
    let expectation = &scenario.expectation;
    let outputs: Vec<ExpectedOutput> = match &expectation.stdout {
        Some(accepted) => accepted.iter().map(written).collect(),
        None => match reference {
            Source::BuiltIn(reference) => built_in_outputs(spec, scenario, *reference)?,
            Source::Program(program) => vec![program_output(spec, scenario, program)?],
            Source::None => unreachable!("a checked spec without a reference says what is expected"),
        },
    };
    let usual_exit = match outputs.first() {
        Some(ExpectedOutput::Trace { trace, .. }) => match trace.exit {
            Exit::Code(code) => ExpectedExit::Code(code),
            _ => ExpectedExit::Any,
        },
        _ => ExpectedExit::Code(0),
    };
    Ok(Expected { outputs, exit: expectation.exit.unwrap_or(usual_exit), stderr: expectation.stderr.clone() })
}

fn written(accepted: &AcceptedOutput) -> ExpectedOutput {
    match accepted {
        AcceptedOutput::Pattern(pattern) => ExpectedOutput::Pattern(pattern.clone()),
        AcceptedOutput::Text(text) => {
            ExpectedOutput::Trace { trace: trace_of(text.clone().into_bytes(), None), reading: None }
        }
    }
}

/// What the reference prints, then what it prints under each other reading, and under all of them.
fn built_in_outputs(
    spec: &Spec,
    scenario: &Scenario,
    reference: &'static dyn Reference,
) -> Result<Vec<ExpectedOutput>, Error> {
    let usual = play(spec, scenario, reference, &Readings::default())?;
    let mut outputs = vec![ExpectedOutput::Trace { trace: usual, reading: None }];
    let each = spec.readings.iter().map(std::slice::from_ref);
    let all = std::iter::once(spec.readings.as_slice()).filter(|readings| readings.len() > 1);
    for readings in each.chain(all) {
        let followed = readings.iter().copied().collect();
        // A second reading may want other input than the usual one: then it has no output here.
        let Ok(trace) = play(spec, scenario, reference, &followed) else { continue };
        let known = |output: &ExpectedOutput| match output {
            ExpectedOutput::Trace { trace: known, .. } => known.stdout == trace.stdout,
            ExpectedOutput::Pattern(_) => false,
        };
        if !outputs.iter().any(known) {
            outputs.push(ExpectedOutput::Trace { trace, reading: readings.first().copied() });
        }
    }
    Ok(outputs)
}

fn play(
    spec: &Spec,
    scenario: &Scenario,
    reference: &dyn Reference,
    readings: &Readings,
) -> Result<Trace, Box<Defects>> {
    let mut script = Script { lines: scenario.input.lines.iter() };
    let mut console = Console::new(&mut script);
    let result = reference.play(&scenario.args, readings, &mut console);
    let turns = console.into_turns();
    let place = scenario.place.clone();
    match result {
        Ok(()) => {}
        Err(Stop::EndOfInput) => {
            let asks = turns.last().and_then(|turn| turn.printed.last());
            let asks = asks.map(|printed| printed.text.trim().to_owned()).unwrap_or_default();
            let message = format!("the input of `{}` ends before the reference does", scenario.name);
            let label = format!("after {} lines it still asks: {asks}", scenario.input.lines.len());
            let help = "add the lines that bring the program to its end";
            return Err(spec.defect(Diagnostic::new(place, message, label).help(help)));
        }
        Err(Stop::Usage(usage)) => {
            let message =
                format!("the reference cannot be started with the arguments of `{}`", scenario.name);
            let label = format!("it {usage}");
            return Err(spec.defect(Diagnostic::new(place, message, label).help("change `args`")));
        }
    }
    let mut stdout = Vec::new();
    let mut dialogue = Dialogue::default();
    for turn in turns {
        stdout.extend_from_slice(turn.text().as_bytes());
        dialogue.typed.extend(turn.typed.map(|line| (stdout.len(), line)));
    }
    Ok(trace_of(stdout, Some(dialogue)))
}

fn trace_of(stdout: Vec<u8>, dialogue: Option<Dialogue>) -> Trace {
    Trace { exit: Exit::Code(0), stdout, stderr: Vec::new(), dialogue, usage: Usage::default() }
}

/// Types the lines of a scenario.
struct Script<'a> {
    lines: std::slice::Iter<'a, String>,
}

impl Host for Script<'_> {
    fn print(&mut self, _: &str) {}

    fn read_line(&mut self) -> Option<String> {
        self.lines.next().cloned()
    }
}

fn program_output(spec: &Spec, scenario: &Scenario, program: &Program) -> Result<ExpectedOutput, Error> {
    let execution = program.run(&scenario.args, &scenario.input, &spec.limits)?;
    let trace = Trace::new(execution, &scenario.input.lines);
    let ended_well = match (trace.exit, scenario.expectation.exit) {
        (Exit::Code(0), None) | (Exit::Code(_), Some(_)) => true,
        (_, None | Some(_)) => false,
    };
    if !ended_well {
        let message = format!("the reference fails on `{}`", scenario.name);
        let last = crate::trace::decode(&trace.stderr).lines().last().unwrap_or_default().to_owned();
        let label = format!("{:?} {last}", trace.exit);
        let help = "mend the reference or the input, or say `expect: {exit: …}`";
        return Err(spec.defect(Diagnostic::new(scenario.place.clone(), message, label).help(help)).into());
    }
    Ok(ExpectedOutput::Trace { trace, reading: None })
}
