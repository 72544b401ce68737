//! Reads what came of a session in C or C++: records and output, and which function was not there.

use std::path::Path;

use serde_json::Value as Json;
use yardstick_reference::{Answer, Raised};

use crate::sandbox::{Execution, Exit};
use crate::session::{NOT_COMPILED, Notation, marked};
use crate::submission::Snapshot;
use crate::trace::{Import, ImportFailure, SessionEnd, SessionTrace, SourcePlace};

/// The class name of what a line raises that calls a function which is not there.
pub const NOT_DEFINED: &str = "not defined";

/// The exit code of the dynamic linker when it does not find a name.
const NOT_LINKED: i32 = 127;

/// What keeps a session from going on at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) line: usize,
    /// The class name of what the line seems to raise.
    pub(super) class: &'static str,
    pub(super) message: String,
}

/// Returns the trace of a session whose first line cannot be carried out, or whose header cannot be compiled.
pub(super) fn not_begun(cut: Option<&Cut>, files: &Snapshot) -> SessionTrace {
    let raised = cut.map(|cut| Raised { class: cut.class.into(), message: cut.message.clone().into() });
    let end = SessionEnd::Code(0);
    let of_submission = cut.filter(|cut| cut.class == NOT_COMPILED);
    match (of_submission.and_then(|cut| place(&cut.message, files)), raised) {
        (Some((place, message)), Some(raised)) => {
            let raised = Raised { message: message.into(), ..raised };
            let failure = ImportFailure { raised, place: Some(place) };
            let (answers, raised_at) = Default::default();
            SessionTrace {
                import: Import::Failed(failure),
                answers,
                raised_at,
                end,
                typed_at: None,
                checked: None,
            }
        }
        (_, raised) => {
            let answers = vec![Answer { raised, ..Answer::default() }];
            SessionTrace {
                import: Import::Done,
                answers,
                raised_at: vec![None],
                end,
                typed_at: None,
                checked: None,
            }
        }
    }
}

/// Returns the place in a file at the beginning of a message, and the rest of the message.
fn place(message: &str, files: &Snapshot) -> Option<(SourcePlace, String)> {
    let (file, rest) = message.split_once(':')?;
    let (line, rest) = rest.split_once(':')?;
    let line: usize = line.parse().ok()?;
    let text = String::from_utf8_lossy(&files.get(Path::new(file))?.content).into_owned();
    let shown = text.lines().nth(line.checked_sub(1)?)?.trim().into();
    Some((SourcePlace { line, shown, file: file.into() }, rest.trim().to_owned()))
}

/// Returns the trace of a session with so many lines, which was carried out up to its cut.
pub(super) fn trace(execution: &Execution, count: usize, cut: Option<&Cut>) -> SessionTrace {
    let mut trace = marked::trace(execution, count, Notation::C);
    let line = trace.answers.len();
    let is_done = !matches!(trace.import, Import::Failed(_)) && trace.end != SessionEnd::Malformed;
    let raised = match cut {
        Some(cut) if cut.line == line && execution.exit == Exit::Code(0) => {
            Some((cut.class, cut.message.clone()))
        }
        _ if execution.exit == Exit::Code(NOT_LINKED) => not_defined(execution),
        _ => None,
    };
    if let Some((class, message)) = raised.filter(|_| is_done && line < count) {
        let raised = Some(Raised { class: class.into(), message: message.into() });
        trace.answers.push(Answer { raised, ..Answer::default() });
        trace.raised_at.push(None);
        trace.import = Import::Done;
        trace.end = SessionEnd::Code(0);
    }
    trace
}

/// Returns the name that the dynamic linker did not find, and on further lines the names that are there.
fn not_defined(execution: &Execution) -> Option<(&'static str, String)> {
    let said = String::from_utf8_lossy(&execution.stderr);
    let name = said.lines().rev().find_map(|line| line.split_once("undefined symbol: "))?.1;
    let name = name.split([',', ' ']).next().unwrap_or_default();
    let first = execution.channel.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first: Json = serde_json::from_slice(first).unwrap_or_default();
    let is_it = |pair: &&Json| pair[0].as_str() == Some(name);
    let missing = first["missing"].as_array().into_iter().flatten();
    let shown = missing.filter(is_it).find_map(|pair| pair[1].as_str()).unwrap_or(name);
    let there = first["there"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let message: Vec<&str> = std::iter::once(shown).chain(there).collect();
    Some((NOT_DEFINED, message.join("\n")))
}
