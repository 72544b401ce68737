//! What a tool said that could not check or build a program, and what stopped it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::super::{complaint, options};
use super::Prepared;
use crate::sandbox::{Execution, Exit};
use crate::submission::limits::is_reserved;
use crate::untrusted::Untrusted;

/// What is told of a tool that said nothing, or was stopped, before how it ended.
pub const STOPPED: &str = "checking or building it ended with ";

/// Returns the message of a failed check or build; without one, how it ended.
pub(super) fn not_prepared(execution: &Execution) -> Prepared {
    match execution.exit {
        Exit::Code(_) => Prepared::Broken(complaint(execution)),
        _ => Prepared::Stopped(stopped(execution).into()),
    }
}

/// Tells whether a tool says of a file why it refuses it: then the tool itself works. A file that it misses may be its own.
pub(super) fn is_about_one_of(refused: &Prepared, files: &BTreeSet<PathBuf>) -> bool {
    let Prepared::Broken(complaint) = refused else { return true };
    let theirs =
        || files.iter().filter(|path| !is_reserved(path.as_os_str())).filter_map(|path| path.to_str());
    let mut lines = complaint.lines().filter(|line| !line.contains(&"No such file"));
    lines.any(|line| theirs().any(|name| line.contains(&name)))
}

/// Returns what a tool said before it was stopped, and what stopped it.
fn stopped(execution: &Execution) -> String {
    let (said, end) = (said(execution), ended(execution));
    if said == end { end } else { format!("{said}\n{end}") }
}

fn ended(execution: &Execution) -> String {
    format!("{STOPPED}{}", execution.exit)
}

fn complaint(execution: &Execution) -> Untrusted {
    said(execution).into()
}

/// Returns what a tool said; if nothing, how it ended.
pub(super) fn said(execution: &Execution) -> String {
    let stderr = complaint::without_folder(&execution.stderr, &execution.folder);
    let said = [&stderr, &execution.stdout].into_iter().find(|stream| !stream.trim_ascii().is_empty());
    said.map_or_else(
        || ended(execution),
        |said| {
            // The instructor's sources are named as in the spec.
            let said = String::from_utf8_lossy(said).replace(options::UNIT, "");
            let lines: Vec<&str> = said.trim_end().lines().map(complaint::without_object).collect();
            complaint::bounded(&lines.join("\n"))
        },
    )
}
