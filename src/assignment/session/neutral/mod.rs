//! Neutral sessions, which submissions in several languages can answer: their lines are written in the language of the
//! submission, and what it answers is made comparable.

mod fold;
mod interface;
mod line;
mod typed;
mod write;

use std::path::Path;

use yardstick_reference::Answer;

use super::{Module, Notation, java};
use crate::language::{Error, Program};
use crate::python::{Drivers, Session};
use crate::sandbox::Limits;
use crate::submission::Snapshot;
use crate::trace::SessionTrace;
use fold::Folding;
use typed::TypedLine;
use write::Writer;

pub use interface::{Class, Interface, Signature, Type};

/// The number of sessions that are answered together.
pub(super) const BATCH: usize = java::BATCH;

/// The number of the version of how lines are written and answers are read. Traces of another version are not used.
pub(super) const VERSION: u32 = 2;

/// Checks that the lines of a session are neutral, and fit the interface, in each of these languages.
///
/// # Errors
///
/// When one does not: its index, and the reason.
pub fn check(interface: &Interface, lines: &[String], languages: &[Notation]) -> Result<(), (usize, String)> {
    let typed = typed::session(interface, lines)?;
    for notation in languages {
        let writer = Writer { notation: *notation, class: "" };
        for (index, line) in typed.iter().enumerate() {
            let because =
                |reason| (index, format!("{reason}, and the submission may be in {}", notation.title()));
            writer.line(line).map_err(because)?;
        }
    }
    Ok(())
}

/// Returns the lines of a session as they are typed at a module in another language; `None` where they cannot be written so.
pub fn written(interface: &Interface, lines: &[String], own: &Module) -> Option<Vec<String>> {
    let writer = Writer { notation: own.notation, class: &own.name };
    let typed = typed::session(interface, lines).ok()?;
    typed.iter().map(|line| writer.line(line).ok()).collect()
}

/// Returns answers that a reference gave in Python.
pub fn of_python(interface: &Interface, lines: &[String], answers: Vec<Answer>) -> Vec<Answer> {
    let typed = typed::session(interface, lines).unwrap_or_default();
    let types: Vec<Type> = typed.iter().map(TypedLine::shows).collect();
    fold::of_python(interface, answers, &types)
}

/// Answers sessions in the language of a program.
///
/// # Errors
///
/// When the sandbox fails, or the language of the program has no sessions.
pub(super) fn answer(
    program: &Program,
    drivers: &Drivers,
    module: &Module,
    supplied: &Snapshot,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let target = target(program, module)?;
    let interface = module.interface.as_deref().expect("a neutral module has an interface");
    let writer = Writer { notation: target.notation, class: &target.name };
    let not_written = |reason: String| Error::NotMade(format!("a line of a session: {reason}"));
    let mut all = Vec::new();
    for session in sessions {
        let typed = typed::session(interface, session.lines).map_err(|(_, reason)| not_written(reason))?;
        let lines = typed.iter().map(|line| writer.line(line)).collect::<Result<Vec<_>, _>>();
        all.push((lines.map_err(not_written)?, typed));
    }
    let written: Vec<Session> = all
        .iter()
        .zip(sessions)
        .map(|((lines, _), session)| Session { lines, stdin: session.stdin })
        .collect();
    let traces = super::answer(program, drivers, &target, supplied, &written, limits)?;
    let folding = Folding { interface, notation: target.notation };
    let folded = traces.into_iter().zip(&all).map(|(trace, (_, typed))| SessionTrace {
        answers: fold::all(folding, trace.answers, typed.iter().map(TypedLine::shows)),
        typed_at: Some(target.file.clone()),
        ..trace
    });
    Ok(folded.collect())
}

/// Returns the module of a program whose names its sessions use.
fn target(program: &Program, module: &Module) -> Result<Module, Error> {
    let has = |file: &str| program.files().get(Path::new(file)).is_some();
    let same_ending = Path::new(&module.file).extension() == Path::new(program.entry()).extension();
    let file = if same_ending && has(&module.file) { &module.file } else { program.entry() };
    let mut target = Module::of_file(file)
        .filter(|target| target.notation != Notation::Neutral)
        .ok_or_else(|| Error::NotMade(format!("no sessions are typed at `{file}`")))?;
    if target.notation.is_native() {
        // A header of C++ may be all that is handed in.
        target.header = module.header.clone().or_else(|| Some(file.to_owned()));
    }
    Ok(target)
}
