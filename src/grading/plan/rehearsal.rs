//! Plays the reference on input that is in no spec yet.

use std::sync::Arc;

use yardstick_reference::{Answer, Deviations, Stop};

use super::program::{Asked, trusted};
use super::{Error, ReferenceRunner, Source};
use crate::language::Surroundings;
use crate::sandbox::Input;
use crate::session::Module;
use crate::session::incomparable;
use crate::spec::{
    AnswerComparison, Comparison, Expectation, PrintedComparison, RunTask, SessionLine, SessionTask, Spec,
};
use crate::trace::{Trace, played};

/// A reference for trying out input.
pub struct Rehearsal<'a> {
    source: Source<'a>,
    /// What it finds when it is run.
    surroundings: &'a Surroundings,
}

/// The reason why a reference does not answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be run.
    #[error(transparent)]
    Plan(#[from] Error),
    /// It refuses the input, with the reason in words.
    #[error("{0}")]
    Refused(String),
}

impl<'a> Rehearsal<'a> {
    /// Prepares the reference of a group.
    ///
    /// # Errors
    ///
    /// When the spec names no reference, or it cannot be run.
    pub fn new(
        reference_runner: &'a ReferenceRunner<'a>,
        spec: &'a Spec,
        group: usize,
    ) -> Result<Self, Refusal> {
        let (program, limits) = (spec.program_of(group), spec.limits_of(group));
        let known = &spec.groups[group];
        let asked = Asked { exercise: known.exercise, program, limits, checkers: Arc::default() };
        match Source::new(reference_runner, spec, spec.reference_of(group), asked)? {
            Source::None => {
                Err(Refusal::Refused(format!("the spec of `{}` names no reference", spec.assignment)))
            }
            source => Ok(Self { source, surroundings: &known.usual }),
        }
    }

    /// Plays the reference with these arguments and lines. The trace's dialogue shows whether it asked for more.
    ///
    /// # Errors
    ///
    /// When it cannot be run with these arguments.
    pub fn run(&self, args: &[String], input: &Input) -> Result<Trace, Refusal> {
        let input = input.clone();
        let (comparison, expectation) = (Comparison::Text(Vec::new()), Expectation::default());
        let task = RunTask {
            args: args.to_vec(),
            input,
            surroundings: self.surroundings.clone(),
            comparison,
            checker: None,
            expectation,
        };
        match &self.source {
            Source::BuiltIn(reference) => {
                let played = played(*reference, &task.args, &task.input.lines, &Deviations::default());
                if let Err(Stop::Usage(usage)) = played.stopped {
                    let given = args.join(" ");
                    let message = format!("the reference cannot be started with `{given}`: it {usage}");
                    return Err(Refusal::Refused(message));
                }
                Ok(played.trace)
            }
            Source::Program(program) => Ok(program.run(&task)?),
            Source::None => unreachable!("there is a reference in every rehearsal"),
        }
    }

    /// Returns the text under each of some typed lines; as many as it can answer.
    ///
    /// # Errors
    ///
    /// When it answers no sessions with this module, or not this line.
    pub fn answers(&self, module: &str, lines: &[String]) -> Result<Vec<String>, Refusal> {
        let notation = self.module(module).notation;
        let answers = self.session(module, lines)?;
        let last = answers.get(lines.len() - 1).and_then(|answer| answer.value.as_ref());
        // Of a built-in reference's own objects the class counts.
        let is_program = matches!(self.source, Source::Program(_));
        if let Some(part) = last.filter(|_| is_program).and_then(|value| incomparable(notation, value)) {
            let (message, label, help) = part.told(notation);
            return Err(Refusal::Refused(format!("{message}: {label}\nhelp: {help}")));
        }
        Ok(answers.iter().map(|answer| notation.own_under_prompt(answer)).collect())
    }

    /// Returns the module with a name.
    fn module(&self, name: &str) -> Module {
        match &self.source {
            Source::Program(program) => program.module(name),
            Source::BuiltIn(_) | Source::None => Module::python(name),
        }
    }

    /// Returns the answers to some typed lines; as many as it can answer.
    ///
    /// # Errors
    ///
    /// When it answers no sessions with this module, or not this line.
    pub fn session(&self, module: &str, lines: &[String]) -> Result<Vec<Answer>, Refusal> {
        Ok(match &self.source {
            Source::BuiltIn(reference) => {
                let answers = reference.session(module, lines, &[], &Deviations::default());
                answers.map_err(|error| Refusal::Refused(error.message))?
            }
            Source::Program(program) => {
                let line = |source: &String| SessionLine {
                    source: source.clone(),
                    shown: String::new(),
                    leeway: None,
                    place: 0..0,
                };
                let task = SessionTask {
                    module: program.module(module),
                    lines: lines.iter().map(line).collect(),
                    stdin: Vec::new(),
                    // In a session no random numbers are fixed.
                    surroundings: Surroundings { seed: None, ..self.surroundings.clone() },
                    comparison: AnswerComparison { values: Vec::new(), printed: PrintedComparison::Ignored },
                    checker: None,
                };
                trusted(&program.session(&task)?.answers)
            }
            Source::None => unreachable!("there is a reference in every rehearsal"),
        })
    }
}
