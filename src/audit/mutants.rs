//! Mutants of an instructor's program: what scenarios catch where there are no named bugs.
//!
//! They flatter a suite: a small change of a good program is seldom what a student gets wrong.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::{Audit, Set, Target, inputs};
use crate::compare;
use crate::plan::Plan;
use crate::rules::{Change, Source};
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::submission::{self, Snapshot};

/// So many mutants are tried unless somebody asks for another number.
pub const USUAL_MUTANTS: usize = 200;

/// What the scenarios of a spec catch of the mutants of a program.
#[derive(Debug)]
pub struct MutantAudit {
    /// It.
    pub audit: Audit,
    files: Snapshot,
    /// The file that is changed.
    entry: String,
    text: String,
    /// The text of each mutant.
    mutants: Vec<String>,
}

/// Puts mutants of a Python program through a plan; at most so many, spread evenly over the program.
///
/// # Errors
///
/// When the program cannot be read, or something of ours fails.
pub fn of_mutants(
    plan: &Plan,
    sandbox: &Sandbox,
    files: &Snapshot,
    entry: &str,
    most: usize,
) -> Result<MutantAudit, Fault> {
    let file =
        files.get(Path::new(entry)).ok_or_else(|| Fault(format!("the reference has no file `{entry}`")))?;
    let source = Source::parse(entry, &file.content)
        .map_err(|_| Fault(format!("`{entry}` cannot be parsed: it is too long, or nested too deep")))?;
    let changes = spread(source.changes(), most);
    let mutants: Vec<String> = changes.iter().map(|change| source.changed(change)).collect();
    let caught: Vec<Set> = mutants
        .par_iter()
        .map(|text| caught(plan, sandbox, files, entry, text))
        .collect::<Result<_, Fault>>()?;
    let text = String::from_utf8_lossy(&file.content).into_owned();
    let lost = self::caught(plan, sandbox, files, entry, &text)?;
    let refused = lost.iter().filter(|&job| inputs(plan, job).is_some());
    let refused = refused.map(|job| plan.full_name(&plan.jobs[job])).collect();
    let targets = changes.iter().map(|change| target(entry, change)).collect();
    let audit = Audit::new(plan, "mutant", targets, |job| {
        (0..caught.len()).filter(|&mutant| caught[mutant].contains(job)).collect()
    });
    let audit = Audit { refused, ..audit };
    Ok(MutantAudit { audit, files: files.clone(), entry: entry.to_owned(), text, mutants })
}

/// A mutant, or the program itself, as a submission; `None` if it cannot be run.
pub(super) fn ready(
    plan: &Plan,
    sandbox: &Sandbox,
    of: &MutantAudit,
    mutant: Option<usize>,
) -> Result<Option<Ready>, Fault> {
    submitted(plan, sandbox, &of.files, &of.entry, mutant.map_or(&of.text, |number| &of.mutants[number]))
}

fn submitted(
    plan: &Plan,
    sandbox: &Sandbox,
    files: &Snapshot,
    entry: &str,
    text: &str,
) -> Result<Option<Ready>, Fault> {
    let folder = laid_out(plan, files, entry, text)
        .map_err(|error| Fault(format!("cannot write a mutant: {error}")))?;
    let submission = submission::one(folder.path()).map_err(|error| Fault(error.to_string()))?;
    Ok(Ready::new(sandbox, plan, &submission)?.ok())
}

/// So many of these, from the first to the last.
fn spread(all: Vec<Change>, most: usize) -> Vec<Change> {
    let count = all.len();
    if count <= most {
        return all;
    }
    (0..most).map(|number| all[number * count / most].clone()).collect()
}

fn target(entry: &str, change: &Change) -> Target {
    let Change { sort, line, before, after, .. } = change;
    let short = |text: &str| {
        let first = text.lines().next().unwrap_or_default();
        let cut: String = first.chars().take(40).collect();
        if cut.len() < text.len() { format!("{cut}…") } else { cut }
    };
    Target {
        id: format!("{entry}:{line}: {} → {}", short(before), short(after)),
        family: (*sort).to_owned(),
        about: format!(
            "Line {line} of `{entry}` has `{}` in the place of `{}`.",
            short(after),
            short(before)
        ),
        common: 1,
    }
}

/// The jobs that catch a program. One that is no longer a program is caught by all.
fn caught(plan: &Plan, sandbox: &Sandbox, files: &Snapshot, entry: &str, text: &str) -> Result<Set, Fault> {
    let Some(ready) = submitted(plan, sandbox, files, entry, text)? else {
        return Ok((0..plan.jobs.len()).collect());
    };
    let mut caught = Set::default();
    for (number, (job, observed)) in plan.jobs.iter().zip(ready.observe(plan)).enumerate() {
        if !compare::accepts(&job.expected, &observed?.recorded, &plan.spec.limits) {
            caught.insert(number);
        }
    }
    Ok(caught)
}

/// A folder with the program as a student would hand it in: its first file under the name that is asked for.
fn laid_out(plan: &Plan, files: &Snapshot, entry: &str, text: &str) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let write = |path: &Path, content: &[u8]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, content)
    };
    for (path, file) in files.iter() {
        write(path, if path == Path::new(entry) { text.as_bytes() } else { &file.content })?;
    }
    let asked = &plan.spec.hand_in.entry;
    if files.get(Path::new(asked)).is_none() {
        write(Path::new(asked), text.as_bytes())?;
    }
    Ok(folder)
}
