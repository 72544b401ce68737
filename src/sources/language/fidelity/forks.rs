//! Whether forks of an interpreter do what it does when it starts anew.

use std::path::Path;
use std::sync::{Once, PoisonError};

use super::super::program::{prepare_believing, settings};
use super::super::{Aids, BuildOptions, Error, Language, Prepared, Program, Surroundings, warm};
use super::{DISTRUSTED, Fidelity, Shortcut, Tiny, Tool, differs};
use crate::sandbox::{Execution, Input, Limits, Sandbox};

/// The programs for an interpreter.
pub(super) const PYTHON: &str = include_str!("python.txt");
pub(super) const NODE: &str = include_str!("node.txt");

/// How often a launcher starts Node before it forks one.
const RUNS_BEFORE_FORKS: usize = 2;

/// Tells whether it was seen that forks of an interpreter do something else.
pub(in crate::language) fn is_distrusted(sandbox: &Sandbox, interpreter: &Path) -> bool {
    let level = sandbox.isolation().level.name();
    let distrusted = DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner);
    distrusted
        .iter()
        .any(|(tool, _)| tool.path == interpreter && tool.level == level && tool.shortcut == Shortcut::Forks)
}

impl Language {
    /// Returns what forks of the interpreter of this language do; `None` where programs are never forks.
    ///
    /// # Errors
    ///
    /// When the interpreter is missing or the sandbox fails.
    pub(in crate::language) fn fidelity_of_forks(
        &self,
        sandbox: &Sandbox,
    ) -> Result<Option<Fidelity>, Error> {
        let Some(kind) = self.warm.filter(|_| sandbox.is_warm()) else { return Ok(None) };
        let Some(interpreter) = settings(sandbox, self, BuildOptions::usual())?.interpreter_to_fork() else {
            return Ok(None);
        };
        let (programs, at_once, runs_before) = match kind {
            warm::Kind::Python => (PYTHON, 2, 0),
            // One after the other, they have the same launcher, and all of them are forks.
            warm::Kind::Node => (NODE, 1, RUNS_BEFORE_FORKS),
        };
        let first = Once::new();
        let differs = |tiny: &Tiny| {
            let mut warmed = Ok(());
            first.call_once(|| {
                warmed = (0..runs_before).try_for_each(|_| self.forked_and_anew(sandbox, tiny).map(drop));
            });
            warmed?;
            Ok(Some(differs(&self.forked_and_anew(sandbox, tiny)?)))
        };
        Tool::new(sandbox, interpreter, Shortcut::Forks).fidelity(programs, at_once, differs).map(Some)
    }

    /// Runs a program as a fork, and in an interpreter that starts anew and knows nothing of us.
    fn forked_and_anew(&self, sandbox: &Sandbox, tiny: &Tiny) -> Result<[Execution; 2], Error> {
        let (entry, files) = tiny.files(self);
        let prepared =
            prepare_believing(sandbox, self, files, &entry, &[], BuildOptions::usual(), Aids::Proved)?;
        let Prepared::Ready(program) = prepared else {
            return Err(Error::NotMade(format!("the program that tries {} is not accepted", tiny.name)));
        };
        Ok([ran(&program, tiny)?, ran(&program.started_anew(), tiny)?])
    }
}

/// Runs a program on what is typed into it.
pub(super) fn ran(program: &Program, tiny: &Tiny) -> Result<Execution, Error> {
    let input = Input { lines: tiny.typed.clone(), final_newline: true, terminal: false };
    let (execution, _) = program.run(&[], &input, &Surroundings::default(), &Limits::default())?;
    Ok(execution)
}
