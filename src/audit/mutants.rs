//! Audits with mutants of an instructor's program, if there are no named bugs.
//!
//! They make a suite look better than it is: students seldom make a small change to a correct program.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::expecting::expecting;
use super::{Audit, FeatureKind, Set, Target, inputs};
use crate::compare;
use crate::plan::{Expected, Plan};
use crate::rules::{Callable, Change, Source};
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::spec::Spec;
use crate::submission::{self, Snapshot};
use crate::trace::Recorded;

/// The default number of mutants.
pub(crate) const DEFAULT_MUTANTS: usize = 200;

/// The audit of a spec with mutants.
#[derive(Debug)]
pub(crate) struct MutantAudit {
    /// The audit.
    pub audit: Audit,
    /// The functions and methods that no scenario runs.
    pub never_run: Vec<NeverRun>,
    program: Reference,
    mutants: Vec<Mutant>,
}

/// A function or method that no scenario runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NeverRun {
    /// The file that defines it.
    pub file: String,
    /// The function or method.
    pub callable: Callable,
}

/// An instructor's program.
#[derive(Clone, Debug)]
struct Reference {
    files: Snapshot,
    /// The file that is run.
    entry: String,
}

/// The program with one file replaced.
#[derive(Clone, Debug)]
struct Mutant {
    file: String,
    text: String,
}

/// Returns the Python files of a reference that students write. Files that the grader supplies are left out, because
/// the supplied ones would replace their mutants.
fn own_sources(spec: &Spec, files: &Snapshot) -> Vec<(String, Source)> {
    let is_own = |path: &Path| {
        path.extension().is_some_and(|ending| ending == "py") && spec.supplied.get(path).is_none()
    };
    let parsed = files.iter().filter(|(path, _)| is_own(path)).filter_map(|(path, file)| {
        let name = path.display().to_string();
        Source::parse(&name, &file.content).ok().map(|source| (name, source))
    });
    parsed.collect()
}

/// Puts mutants of a Python program through a plan: at most `most`, spread evenly over the program.
///
/// # Errors
///
/// When the program cannot be read, or something of ours fails.
pub(crate) fn of_mutants(
    plan: &Plan,
    sandbox: &Sandbox,
    files: &Snapshot,
    entry: &str,
    most: usize,
) -> Result<MutantAudit, Fault> {
    let program = Reference { files: files.clone(), entry: entry.to_owned() };
    let sources = own_sources(plan.spec, files);
    let (targets, mutants) = mutants_of(&sources, entry, most)?;
    let caught_by = |mutant: Option<&Mutant>| caught(plan, sandbox, &program, mutant);
    let caught: Vec<Set> =
        mutants.par_iter().map(|mutant| caught_by(Some(mutant))).collect::<Result<_, Fault>>()?;
    let refused = caught_by(None)?;
    let refused = refused.iter().filter(|&job| inputs(plan, job).is_some());
    let refused = refused.map(|job| plan.full_name(&plan.jobs[job])).collect();
    let callables: Vec<(&String, &Source, Callable)> = sources
        .iter()
        .flat_map(|(file, source)| source.callables().into_iter().map(move |it| (file, source, it)))
        .collect();
    let is_run = |(file, source, callable): &(&String, &Source, Callable)| {
        let without = Mutant { file: (*file).clone(), text: source.without(callable) };
        Ok(!caught_by(Some(&without))?.is_empty())
    };
    let run: Vec<bool> = callables.par_iter().map(is_run).collect::<Result<_, Fault>>()?;
    let never_run: Vec<NeverRun> = callables
        .iter()
        .zip(&run)
        .filter(|(_, is_run)| !**is_run)
        .map(|((file, _, callable), _)| NeverRun { file: (*file).clone(), callable: callable.clone() })
        .collect();
    let audit = Audit::new(plan, "mutant", targets, |job| {
        (0..caught.len()).filter(|&mutant| caught[mutant].contains(job)).collect()
    });
    let functions = FeatureKind {
        name: "functions",
        exercised: run.iter().filter(|is_run| **is_run).count(),
        of: run.len(),
        never: never_run.iter().map(|it| it.callable.path()).collect(),
    };
    let features = if run.is_empty() { Vec::new() } else { vec![functions] };
    let audit = Audit { refused, features, ..audit };
    Ok(MutantAudit { audit, never_run, program, mutants })
}

/// Returns at most `most` mutants of some sources, spread evenly, each with what is wrong with it.
fn mutants_of(
    sources: &[(String, Source)],
    entry: &str,
    most: usize,
) -> Result<(Vec<Target>, Vec<Mutant>), Fault> {
    if sources.is_empty() {
        return Err(Fault(
            format!("`{entry}` cannot be changed: it is supplied, or cannot be parsed").into(),
        ));
    }
    let all = sources
        .iter()
        .flat_map(|(file, source)| source.changes().into_iter().map(move |change| (file, source, change)));
    let changes = spread(all.collect(), most).into_iter();
    let mutant = |(file, source, change): (&String, &Source, Change)| {
        (target(file, &change), Mutant { file: file.clone(), text: source.changed(&change) })
    };
    Ok(changes.map(mutant).unzip())
}

/// Returns the mutants of a Python program, of at most `most`, that do what a submission does in every job of a plan.
///
/// # Errors
///
/// When the program cannot be read, or something of ours fails.
pub(crate) fn like_submission(
    plan: &Plan,
    sandbox: &Sandbox,
    (files, entry): (&Snapshot, &str),
    most: usize,
    recorded: &[Recorded],
) -> Result<Vec<Target>, Fault> {
    let program = Reference { files: files.clone(), entry: entry.to_owned() };
    let (targets, mutants) = mutants_of(&own_sources(plan.spec, files), entry, most)?;
    let is_like = |mutant: &Mutant| -> Result<bool, Fault> {
        let Some(ready) = submitted(plan, sandbox, &program, Some(mutant))? else { return Ok(false) };
        for ((job, observed), recorded) in plan.jobs.iter().zip(ready.observe(plan)).zip(recorded) {
            if !matches!(job.expected, Expected::Run(..) | Expected::Session(..)) {
                continue;
            }
            let same = expecting(&job.expected, &observed?.recorded);
            if same.is_none_or(|same| !compare::accepts(&same, recorded, plan.limits(job))) {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let like: Vec<bool> = mutants.par_iter().map(is_like).collect::<Result<_, Fault>>()?;
    Ok(targets.into_iter().zip(like).filter(|(_, is_like)| *is_like).map(|(target, _)| target).collect())
}

impl MutantAudit {
    /// Returns the files that are mutated, parsed.
    pub(super) fn sources(&self, spec: &Spec) -> Vec<(String, Source)> {
        own_sources(spec, &self.program.files)
    }

    /// Tells whether a file takes the place of the entry that students hand in.
    pub(super) fn is_entry(&self, file: &str) -> bool {
        file == self.program.entry
    }

    /// Returns the function or method that a mutant changes, if no scenario runs it.
    pub(crate) fn never_run_by(&self, target: usize) -> Option<&NeverRun> {
        let place = self.audit.targets[target].id.split(": ").next()?;
        let (file, line) = place.rsplit_once(':')?;
        let line: usize = line.parse().ok()?;
        self.never_run.iter().find(|it| it.file == file && it.callable.lines.contains(&line))
    }
}

/// Prepares a mutant, or the program itself, as a submission; `None` if it cannot be run.
pub(super) fn ready(
    plan: &Plan,
    sandbox: &Sandbox,
    of: &MutantAudit,
    mutant: Option<usize>,
) -> Result<Option<Ready>, Fault> {
    submitted(plan, sandbox, &of.program, mutant.map(|number| &of.mutants[number]))
}

fn submitted(
    plan: &Plan,
    sandbox: &Sandbox,
    program: &Reference,
    mutant: Option<&Mutant>,
) -> Result<Option<Ready>, Fault> {
    let folder = laid_out(plan, program, mutant)
        .map_err(|error| Fault(format!("cannot write a mutant: {error}").into()))?;
    let submission = submission::one(folder.path()).map_err(|error| Fault(error.message()))?;
    Ok(Ready::new(sandbox, plan, &submission)?.ok())
}

/// Returns `most` of the items, spread evenly.
fn spread<T: Clone>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    (0..most).map(|number| all[number * count / most].clone()).collect()
}

fn target(entry: &str, change: &Change) -> Target {
    let Change { sort, line, before, after, .. } = change;
    let (mut old, mut new) = (beginning(before), beginning(after));
    if old == new {
        (old, new) = (end(before), end(after));
    }
    Target {
        id: format!("{entry}:{line}: {old} → {new}"),
        family: (*sort).to_owned(),
        about: format!("Line {line} of `{entry}` has `{new}` in the place of `{old}`."),
        common: 1,
    }
}

/// The most characters of a change that are shown.
const LONGEST: usize = 40;

fn beginning(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(LONGEST).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

fn end(text: &str) -> String {
    let last = text.lines().last().unwrap_or_default();
    let cut: String = last.chars().skip(last.chars().count().saturating_sub(LONGEST)).collect();
    if cut.len() < text.len() { format!("…{cut}") } else { cut }
}

/// Returns the jobs that catch a program. A mutant that cannot be run is caught by all.
fn caught(
    plan: &Plan,
    sandbox: &Sandbox,
    program: &Reference,
    mutant: Option<&Mutant>,
) -> Result<Set, Fault> {
    let Some(ready) = submitted(plan, sandbox, program, mutant)? else {
        return Ok((0..plan.jobs.len()).collect());
    };
    let mut caught = Set::default();
    for (number, (job, observed)) in plan.jobs.iter().zip(ready.observe(plan)).enumerate() {
        if !compare::accepts(&job.expected, &observed?.recorded, plan.limits(job)) {
            caught.insert(number);
        }
    }
    Ok(caught)
}

/// Writes the program into a folder as a student would hand it in: the first file gets the required name.
fn laid_out(plan: &Plan, program: &Reference, mutant: Option<&Mutant>) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let write = |path: &Path, content: &[u8]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, content)
    };
    let asked = Path::new(&plan.spec.hand_in.entry);
    for (path, file) in program.files.iter() {
        let changed = mutant.filter(|mutant| Path::new(&mutant.file) == path);
        let content = changed.map_or(file.content.as_slice(), |mutant| mutant.text.as_bytes());
        write(path, content)?;
        if path == Path::new(&program.entry) && program.files.get(asked).is_none() {
            write(asked, content)?;
        }
    }
    Ok(folder)
}
