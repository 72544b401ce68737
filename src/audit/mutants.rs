//! Audits with mutants of an instructor's program, if there are no named bugs.
//!
//! They make a suite look better than it is: students seldom make a small change to a correct program.

use std::path::Path;

use rayon::prelude::*;

use super::expecting::expecting;
use super::{Audit, FeatureKind, Set, Target, Unjudged, inputs};
use crate::compare;
use crate::explore::{Mutant, OwnProgram};
use crate::language::is_notebook;
use crate::plan::{Expected, Job, Plan};
use crate::rules::{Callable, Change, Grammar, Source};
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::spec::Spec;
use crate::submission::Snapshot;
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
    program: OwnProgram,
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

/// Tells whether mutants can be made of a program, by the name of the file that is run.
pub(crate) fn can_be_changed(entry: &str) -> bool {
    // A notebook is changed by its author alone.
    Grammar::of_file(entry).is_some() && !is_notebook(entry)
}

/// Returns the words for the languages of which mutants are made.
pub(crate) fn changeable_languages() -> String {
    let titles: Vec<&str> = Grammar::ALL.iter().map(|grammar| grammar.title()).collect();
    format!("mutants are made of programs in {}", titles.join(", "))
}

/// Tells whether a file belongs to programs in the language of another: sources in C may lie beside those in C++.
fn goes_with(file: &Path, entry: &str) -> bool {
    let plain = |name: &str| match Grammar::of_file(name)? {
        Grammar::Cpp => Some(Grammar::C),
        other => Some(other),
    };
    plain(&file.to_string_lossy()).is_some_and(|grammar| plain(entry) == Some(grammar))
}

/// Returns the files of a reference that students write. Files that the grader supplies are left out, because the
/// supplied ones would replace their mutants, and so are the other programs of the hand-in, which are not tried.
fn own_sources(spec: &Spec, files: &Snapshot, entry: &str) -> Vec<(String, Source)> {
    let is_another = |path: &Path| {
        let others = spec.further_programs.iter().filter(|other| other.entry != spec.hand_in.entry);
        path != Path::new(entry) && others.into_iter().any(|other| Path::new(&other.entry) == path)
    };
    let is_own =
        |path: &Path| goes_with(path, entry) && spec.supplied.get(path).is_none() && !is_another(path);
    let parsed = files.iter().filter(|(path, _)| is_own(path)).filter_map(|(path, file)| {
        let name = path.display().to_string();
        Source::parse(&name, &file.content).ok().map(|source| (name, source))
    });
    parsed.collect()
}

/// Puts mutants of a program through a plan: at most `most`, spread evenly over the program. Those that cannot be built
/// are left out.
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
    let program = OwnProgram::new(files, entry);
    let sources = own_sources(plan.spec, files, entry);
    let (targets, mutants) = mutants_of(&sources, entry, most)?;
    let caught_by = |mutant: Option<&Mutant>| caught(plan, sandbox, &program, mutant);
    let tried: Vec<Option<Tried>> =
        mutants.par_iter().map(|mutant| caught_by(Some(mutant))).collect::<Result<_, Fault>>()?;
    let not_built = tried.iter().filter(|tried| tried.is_none()).count();
    let mut unjudged = Vec::new();
    let mut built = Vec::new();
    for ((target, mutant), tried) in targets.into_iter().zip(mutants).zip(tried) {
        let Some(Tried { caught, fault }) = tried else { continue };
        let is_caught = !caught.is_empty();
        let is_target = is_caught || fault.is_none();
        unjudged.extend(fault.map(|Fault(reason)| Unjudged { id: target.id.clone(), reason, is_caught }));
        if is_target {
            built.push(((target, mutant), caught));
        }
    }
    let ((targets, mutants), caught): ((Vec<Target>, Vec<Mutant>), Vec<Set>) = built.into_iter().unzip();
    let refused = match caught_by(None)? {
        Some(Tried { fault: Some(fault), .. }) => return Err(fault),
        Some(Tried { caught, fault: None }) => caught,
        None => (0..plan.jobs.len()).collect(),
    };
    let refused = refused.iter().filter(|&job| inputs(plan, job).is_some());
    let refused = refused.map(|job| plan.full_name(&plan.jobs[job])).collect();
    let callables: Vec<(&String, &Source, Callable)> = sources
        .iter()
        .flat_map(|(file, source)| source.callables().into_iter().map(move |it| (file, source, it)))
        .collect();
    let is_run = |(file, source, callable): &(&String, &Source, Callable)| {
        // What is caught after a change in it is run; only the others need be tried without it.
        let mut changed = targets.iter().zip(&caught);
        let is_inside = |target: &Target| {
            place(target).is_some_and(|(name, line)| name == file.as_str() && callable.lines.contains(&line))
        };
        if changed.any(|(target, caught)| !caught.is_empty() && is_inside(target)) {
            return Ok(true);
        }
        let without = Mutant { file: (*file).clone(), text: source.without(callable) };
        // What cannot be built tells nothing about what is run.
        Ok(caught_by(Some(&without))?.is_none_or(|tried| !tried.caught.is_empty() || tried.fault.is_some()))
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
    let audit = Audit { refused, features, not_built, unjudged, ..audit };
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

/// The mutants of a program that do what a submission does.
#[derive(Debug)]
pub(crate) struct Like {
    /// Those that do the same in every job in which it is known what the submission does.
    pub all: Vec<Target>,
    /// What failed with others, which do the same in all jobs in which nothing failed.
    pub untried: Vec<Fault>,
}

/// Returns the mutants of a program, of at most `most`, that do what a submission does in every job of a plan. `recorded` is what
/// it did, where that is known.
///
/// # Errors
///
/// When the program cannot be read, or nothing can be run.
pub(crate) fn like_submission(
    plan: &Plan,
    sandbox: &Sandbox,
    (files, entry): (&Snapshot, &str),
    most: usize,
    recorded: &[Option<Recorded>],
) -> Result<Like, Fault> {
    let program = OwnProgram::new(files, entry);
    let (targets, mutants) = mutants_of(&own_sources(plan.spec, files, entry), entry, most)?;
    let likeness = |mutant: &Mutant| -> Result<Likeness, Fault> {
        let Some(ready) = program.handed_in(plan, sandbox, Some(mutant))?.ok() else {
            return Ok(Likeness::Other);
        };
        let mut first_fault = None;
        for ((job, observed), recorded) in plan.jobs.iter().zip(ready.observe(plan)).zip(recorded) {
            let Some(recorded) = recorded else { continue };
            if !matches!(job.expected, Expected::Run(..) | Expected::Session(..)) {
                continue;
            }
            match observed {
                Err(fault) if sandbox.is_stopped() => return Err(fault),
                Err(fault) => {
                    first_fault.get_or_insert(fault);
                }
                Ok(observed) if !does_the_same(plan, job, &observed.recorded, recorded) => {
                    return Ok(Likeness::Other);
                }
                Ok(_) => {}
            }
        }
        Ok(first_fault.map_or(Likeness::Same, Likeness::Untried))
    };
    let all: Vec<Likeness> = mutants.par_iter().map(likeness).collect::<Result<_, Fault>>()?;
    let mut like = Like { all: Vec::new(), untried: Vec::new() };
    for (target, likeness) in targets.into_iter().zip(all) {
        match likeness {
            Likeness::Same => like.all.push(target),
            Likeness::Untried(fault) => like.untried.push(fault),
            Likeness::Other => {}
        }
    }
    Ok(like)
}

/// Tells whether a submission does what a mutant did in a job.
fn does_the_same(plan: &Plan, job: &Job, mutant: &Recorded, submission: &Recorded) -> bool {
    let checker = match &job.expected {
        Expected::Run(task, _) => task.checker.as_ref(),
        Expected::Session(task, _) => task.checker.as_ref(),
        Expected::Rule(_)
        | Expected::Package(_)
        | Expected::Tests(_)
        | Expected::UnitTest(..)
        | Expected::Manual(_) => None,
    };
    // A checker knows what is right, and not what is the same.
    match (checker, mutant, submission) {
        (Some(_), Recorded::Run(mutant), Recorded::Run(submission)) => {
            (mutant.exit, &mutant.stdout) == (submission.exit, &submission.stdout)
        }
        (Some(_), _, _) => mutant.behaves_like(submission),
        (None, _, _) => {
            let same = expecting(&job.expected, mutant);
            same.is_some_and(|same| compare::accepts(&same, submission, plan.limits(job)))
        }
    }
}

/// Whether a mutant does what a submission does.
enum Likeness {
    Same,
    Other,
    /// In all jobs but some in which this failed.
    Untried(Fault),
}

impl MutantAudit {
    /// Returns the files that are mutated, parsed.
    pub(super) fn sources(&self, spec: &Spec) -> Vec<(String, Source)> {
        own_sources(spec, &self.program.files, &self.program.entry)
    }

    /// Tells whether a file takes the place of the entry that students hand in.
    pub(super) fn is_entry(&self, file: &str) -> bool {
        file == self.program.entry
    }

    /// Returns the function or method that a mutant changes, if no scenario runs it.
    pub(crate) fn never_run_by(&self, target: usize) -> Option<&NeverRun> {
        let (file, line) = place(&self.audit.targets[target])?;
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
    Ok(of.program.handed_in(plan, sandbox, mutant.map(|number| &of.mutants[number]))?.ok())
}

/// Returns `most` of the items, spread evenly.
fn spread<T: Clone>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    (0..most).map(|number| all[number * count / most].clone()).collect()
}

/// Returns the file and the line that a mutant changes.
fn place(target: &Target) -> Option<(&str, usize)> {
    let (file, line) = target.id.split(": ").next()?.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
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

/// What came of a program in the jobs of a plan.
struct Tried {
    /// The jobs that catch it.
    caught: Set,
    /// What failed in the first job that says nothing about it.
    fault: Option<Fault>,
}

/// Puts a program through a plan; returns `None` if it cannot be built. What fails in a job is no reason to know nothing of the others,
/// as long as nobody stops us.
fn caught(
    plan: &Plan,
    sandbox: &Sandbox,
    program: &OwnProgram,
    mutant: Option<&Mutant>,
) -> Result<Option<Tried>, Fault> {
    let Some(ready) = program.handed_in(plan, sandbox, mutant)?.ok() else { return Ok(None) };
    let (mut caught, mut first_fault) = (Set::default(), None);
    for (number, (job, observed)) in plan.jobs.iter().zip(ready.observe(plan)).enumerate() {
        match observed {
            Err(fault) if sandbox.is_stopped() => return Err(fault),
            Err(fault) => {
                first_fault.get_or_insert(fault);
            }
            Ok(observed) if !compare::accepts(&job.expected, &observed.recorded, plan.limits(job)) => {
                caught.insert(number);
            }
            Ok(_) => {}
        }
    }
    Ok(Some(Tried { caught, fault: first_fault }))
}
