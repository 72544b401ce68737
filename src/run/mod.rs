//! Carries out the jobs of a plan on submissions, in parallel.
//!
//! All it does is write down what happened; what that is worth is decided elsewhere.

mod unit;

use std::fmt;
use std::path::Path;

use rayon::prelude::*;

use crate::language::{self, Prepared, Program};
use crate::plan::Plan;
use crate::sandbox::{self, Sandbox};
use crate::submission::{Problem, Snapshot, Submission, TakeError};
use crate::trace::Recorded;

use unit::units;

/// What came of one submission.
#[derive(Debug)]
pub enum Outcome {
    /// Every job was run; the traces are in the order of the plan.
    Ran(Vec<Result<Recorded, Fault>>),
    /// There is nothing to run.
    Invalid(Invalid),
    /// It could not be looked at.
    Fault(Fault),
}

/// Why a submission cannot be run: the student's to mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// Something is wrong with what was handed in.
    Problem(Problem),
    /// It does not parse or compile, and this is what the language says.
    Broken {
        /// The language's title.
        language: &'static str,
        /// What it says.
        complaint: String,
    },
}

/// In words: the first line says it all, what follows is what the language says.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Problem(problem) => problem.fmt(f),
            Self::Broken { language, complaint } => {
                let last = complaint.lines().last().unwrap_or_default();
                write!(f, "{language} does not accept it: {last}\n{complaint}")
            }
        }
    }
}

/// Something of ours that failed, in words: nobody loses points for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// What is told while jobs are carried out.
pub trait Progress: Sync {
    /// One scenario of one submission has been run, or will not be.
    fn scenarios_done(&self, count: u64);
}

/// Puts every submission through the plan with `workers` at a time, and hands what happened to `judge` as
/// soon as it is known; what that gives comes back in the order of the submissions.
///
/// # Errors
///
/// When the workers cannot be started.
pub fn run_all<T: Send>(
    sandbox: &Sandbox,
    plan: &Plan,
    submissions: &[Submission],
    workers: usize,
    progress: &dyn Progress,
    judge: impl Fn(&Submission, Outcome) -> T + Sync,
) -> Result<Vec<T>, Fault> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
    let pool = pool.map_err(|error| Fault(format!("cannot start {workers} workers: {error}")))?;
    Ok(pool.install(|| {
        // One at a time for each worker, so that memory does not grow with the number of submissions.
        let each = submissions.par_iter().with_max_len(1);
        each.map(|submission| judge(submission, run(sandbox, plan, submission, progress))).collect()
    }))
}

/// Puts one submission through the plan.
fn run(sandbox: &Sandbox, plan: &Plan, submission: &Submission, progress: &dyn Progress) -> Outcome {
    let all = plan.jobs.len() as u64;
    let prepared = match prepare(sandbox, plan, submission) {
        Ok(Ok(prepared)) => prepared,
        Ok(Err(invalid)) => {
            progress.scenarios_done(all);
            return Outcome::Invalid(invalid);
        }
        Err(fault) => {
            progress.scenarios_done(all);
            return Outcome::Fault(fault);
        }
    };
    let mut recorded: Vec<(usize, Result<Recorded, Fault>)> = units(plan)
        .par_iter()
        .flat_map_iter(|unit| {
            let recorded = unit.carry_out(plan, &prepared);
            progress.scenarios_done(recorded.len() as u64);
            recorded
        })
        .collect();
    recorded.sort_by_key(|(job, _)| *job);
    Outcome::Ran(recorded.into_iter().map(|(_, recorded)| recorded).collect())
}

/// A submission that can be run.
struct Submitted {
    program: Program,
    /// As they were handed in, with what the grader supplies.
    files: Snapshot,
    /// The name of the zip file in which they were, if they were.
    archive: Option<String>,
    /// Why the program cannot be run though its modules can be used.
    not_run: Option<Invalid>,
}

fn prepare(
    sandbox: &Sandbox,
    plan: &Plan,
    submission: &Submission,
) -> Result<Result<Submitted, Invalid>, Fault> {
    if sandbox::interrupted() {
        return Err(interrupted());
    }
    let snapshot = match Snapshot::take(submission) {
        Ok(snapshot) => snapshot,
        Err(TakeError::Problem(problem)) => return Ok(Err(Invalid::Problem(problem))),
        Err(TakeError::Fault(fault)) => return Err(Fault(fault.to_string())),
    };
    let archive = snapshot.archive_name().map(str::to_owned);
    let hand_in = &plan.spec.hand_in;
    let handed_in = match hand_in.find(&snapshot) {
        Ok(handed_in) => handed_in,
        Err(problem) => return Ok(Err(Invalid::Problem(problem))),
    };
    let mut files = handed_in.files;
    for (path, file) in plan.spec.supplied.iter() {
        files.insert(path.to_path_buf(), file.clone());
    }
    let not_run = match hand_in.optional.contains(&handed_in.entry) {
        true => optional_entry(sandbox, plan, &files, &handed_in.entry)?,
        false => None,
    };
    // Without its entry a submission is what its first file makes it.
    let first = hand_in.files.first().filter(|_| not_run.is_some());
    let entry = first.unwrap_or(&handed_in.entry);
    Ok(match build(sandbox, plan, &files, entry, &hand_in.files)? {
        Ok(program) => Ok(Submitted { program, files, archive, not_run }),
        Err(invalid) => Err(invalid),
    })
}

/// What is wrong with an entry that need not be there, if anything is.
fn optional_entry(
    sandbox: &Sandbox,
    plan: &Plan,
    files: &Snapshot,
    entry: &str,
) -> Result<Option<Invalid>, Fault> {
    if files.get(Path::new(entry)).is_none() {
        let found = files.iter().map(|(path, _)| path.display().to_string()).collect();
        let missing = Problem::Missing { wanted: entry.to_owned(), similar: None, found };
        return Ok(Some(Invalid::Problem(missing)));
    }
    Ok(build(sandbox, plan, files, entry, &[])?.err())
}

fn build(
    sandbox: &Sandbox,
    plan: &Plan,
    files: &Snapshot,
    entry: &str,
    sources: &[String],
) -> Result<Result<Program, Invalid>, Fault> {
    let by_name = language::of_file(entry);
    // A program in another language that is taken instead of the entry is of the language of its ending.
    let language = if entry == plan.spec.hand_in.entry { plan.spec.language.or(by_name) } else { by_name };
    let language = language.ok_or_else(|| Fault(format!("no language is known for `{entry}`")))?;
    Ok(match again(|| language::prepare(sandbox, language, files.clone(), entry, sources))? {
        Prepared::Ready(program) => Ok(program),
        Prepared::Broken(complaint) => Err(Invalid::Broken { language: &language.title, complaint }),
    })
}

/// Tries what failed through no fault of the submission once more.
fn again<T>(attempt: impl Fn() -> Result<T, language::Error>) -> Result<T, Fault> {
    if sandbox::interrupted() {
        return Err(interrupted());
    }
    match attempt() {
        Err(language::Error::Sandbox(sandbox::Error::Interrupted)) => Err(interrupted()),
        Err(language::Error::Tool(missing)) => Err(Fault(missing.to_string())),
        Err(_) => attempt().map_err(|error| Fault(error.to_string())),
        Ok(done) => Ok(done),
    }
}

fn interrupted() -> Fault {
    Fault("interrupted before it was graded".to_owned())
}
