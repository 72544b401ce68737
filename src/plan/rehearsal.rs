//! The reference, played on lines that stand in no spec yet.

use yardstick_reference::{Answer, Deviations, Stop};

use super::{Error, Means, Source};
use crate::python::under_prompt;
use crate::sandbox::Input;
use crate::spec::{
    AnswerComparison, Comparison, Expectation, PrintedComparison, RunTask, SessionLine, SessionTask, Spec,
};
use crate::trace::{Trace, played};

/// A reference that is tried out.
pub struct Rehearsal<'a> {
    source: Source<'a>,
}

/// Why a reference does not play on.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be run.
    #[error(transparent)]
    Plan(#[from] Error),
    /// It does not do what it was asked for; in words.
    #[error("{0}")]
    Refused(String),
}

impl<'a> Rehearsal<'a> {
    /// The reference of a spec.
    ///
    /// # Errors
    ///
    /// When the spec names none, or it cannot be run.
    pub fn new(means: &'a Means<'a>, spec: &'a Spec) -> Result<Self, Refusal> {
        match Source::new(means, spec)? {
            Source::None => {
                Err(Refusal::Refused(format!("the spec of `{}` names no reference", spec.assignment)))
            }
            source => Ok(Self { source }),
        }
    }

    /// What it does with these arguments and lines. Whether it would have gone on is in the trace's dialogue.
    ///
    /// # Errors
    ///
    /// When it cannot be run with these arguments.
    pub fn run(&self, args: &[String], input: &Input) -> Result<Trace, Refusal> {
        let input = input.clone();
        let (comparison, expectation) = (Comparison::Text(Vec::new()), Expectation::default());
        let task = RunTask { args: args.to_vec(), input, comparison, expectation };
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

    /// What Python shows under each of some lines typed at a module; as many as it gets to.
    ///
    /// # Errors
    ///
    /// When it answers no sessions with this module, or not this line.
    pub fn answers(&self, module: &str, lines: &[String]) -> Result<Vec<String>, Refusal> {
        Ok(self.session(module, lines)?.iter().map(under_prompt).collect())
    }

    /// What some lines typed at a module come to; as many as it gets to.
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
                    place: 0..0,
                };
                let task = SessionTask {
                    module: module.to_owned(),
                    lines: lines.iter().map(line).collect(),
                    stdin: Vec::new(),
                    comparison: AnswerComparison { values: Vec::new(), printed: PrintedComparison::Ignored },
                };
                program.session(&task)?.answers
            }
            Source::None => unreachable!("there is a reference in every rehearsal"),
        })
    }
}
