//! Runs a program and has its checker judge it: once, or in several passes, each with the input that the checker left in the pass
//! before.

use std::path::Path;

use super::said::{Next, Said};
use super::{Checkers, Output, Silent};
use crate::language::{Program, Surroundings};
use crate::sandbox::{Exit, Input, Limits, Relay};
use crate::spec::{ExpectedExit, RunTask};
use crate::submission::Snapshot;
use crate::trace::Trace;

/// A run of a program that its checker may watch.
#[derive(Clone, Copy, Debug)]
pub struct Watched<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it is run for.
    pub task: &'a RunTask,
    /// The files that are laid out beside it.
    pub surroundings: &'a Surroundings,
    /// The limits of each pass.
    pub limits: &'a Limits,
    /// The paths that are in its folder before it starts.
    pub known: &'a [&'a Path],
    /// What the checker is given as an answer; what the program prints if there is none.
    pub answer: Option<&'a [u8]>,
    /// How the program must end: only then its checker is asked. With exit code 0 if nothing is said.
    pub exit: Option<ExpectedExit>,
    /// What the reference prints here, if there is one: the checker accepts that.
    pub by_reference: Option<&'a [u8]>,
}

impl Checkers {
    /// Runs a program, and asks the checker of its task about it, if there is one: until the checker leaves no input for another
    /// pass.
    ///
    /// # Errors
    ///
    /// When the program cannot be run, or the checker says nothing: nobody loses points for either.
    pub fn run(&self, watched: &Watched) -> Result<Trace, Silent> {
        let most = watched.task.checker.as_ref().map_or(1, |checker| checker.passes);
        let (mut input, mut kept) = (watched.task.input.clone(), Snapshot::default());
        let mut earlier: Option<Trace> = None;
        let mut pass = 1;
        loop {
            let (trace, next) = self.pass(watched, &input, &kept)?;
            let ended_well = ends_well(&trace, watched.exit);
            let trace = match earlier.take() {
                Some(earlier) => earlier.followed_by(trace),
                None => trace,
            };
            let Some(next) = next.filter(|_| ended_well) else { return Ok(trace) };
            if pass == most {
                let deed = match most {
                    1 => "left an input for another pass in `nextpass.in`, and the spec gives it no `passes`"
                        .to_owned(),
                    most => {
                        format!("left an input for another pass in `nextpass.in` after all {most} `passes`")
                    }
                };
                return Err(Silent::Misbehaved(deed));
            }
            pass += 1;
            earlier = Some(trace);
            input = Input { terminal: input.terminal, ..next.input };
            kept = next.kept;
        }
    }

    /// Runs a program once, and asks its checker.
    fn pass(
        &self,
        watched: &Watched,
        input: &Input,
        kept: &Snapshot,
    ) -> Result<(Trace, Option<Next>), Silent> {
        let Watched { program, task, surroundings, limits, .. } = *watched;
        let checker = task.checker.as_ref();
        if let Some(partner) = checker.filter(|checker| checker.talks) {
            let answer = watched.answer.unwrap_or_default();
            let output = Output { input, answer, printed: &[], kept };
            return self.talk(
                partner,
                (program, task, limits),
                (&output, Relay::Bytes),
                watched.by_reference,
            );
        }
        let (execution, folder) = program.run(&task.args, input, surroundings, limits)?;
        let trace = Trace::new(execution, &input.lines);
        let trace = trace.with_left(folder.as_ref(), &task.surroundings.asked, watched.known);
        let ended_well = ends_well(&trace, watched.exit);
        let Some(checker) = checker.filter(|_| ended_well) else { return Ok((trace, None)) };
        let printed = trace.stdout.as_slice();
        let output = Output { input, answer: watched.answer.unwrap_or(printed), printed, kept };
        let Said { checked, next } = self.ask(program.sandbox(), checker, &output)?;
        Ok((trace.with_checked(Some(checked)), next))
    }
}

/// Tells whether a program ended as it must.
fn ends_well(trace: &Trace, exit: Option<ExpectedExit>) -> bool {
    let Exit::Code(code) = trace.exit else { return false };
    match exit {
        None => code == 0,
        Some(ExpectedExit::Code(expected)) => code == expected,
        Some(ExpectedExit::NonZero) => code != 0,
        Some(ExpectedExit::Any | ExpectedExit::Waiting) => true,
    }
}
