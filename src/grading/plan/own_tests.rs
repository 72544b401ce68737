//! Chooses the mutants on which students' own tests are run: those that something of the spec shows. A mutant that does the
//! same as the right program is no wrong program, and nobody should have to find it.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use yardstick_reference::Answer;

use super::program::{Asked, ReferenceProgram};
use super::{Error, ReferenceRunner, Source};
use crate::checker::Checkers;
use crate::digest::Digest;
use crate::rules;
use crate::sandbox::Exit;
use crate::spec::{Diagnostic, OwnMutants, ReferenceSource, Spec, Task, TestsTask, WrongProgram};
use crate::submission::{File, Snapshot};
use crate::trace::{SessionEnd, UnitTestTrace};
use crate::untrusted::Untrusted;

/// What a program did, as far as others see it.
#[derive(Debug, PartialEq)]
enum Done {
    Run(Vec<u8>, Exit),
    Session(Vec<Answer<Untrusted>>, SessionEnd),
    Test { is_passed: bool },
}

/// Returns the task of own tests with the chosen mutants among its wrong programs.
pub(super) fn with_mutants<'s>(
    reference_runner: &ReferenceRunner,
    (spec, group): (&'s Spec, usize),
    task: &'s TestsTask,
    (reference, checkers): (&Source, &Arc<Checkers>),
) -> Result<Cow<'s, TestsTask>, Error> {
    let Some(mutants) = &task.mutants else { return Ok(Cow::Borrowed(task)) };
    let defect = |message: String, label: &str, help: &str| -> Error {
        spec.defect(Diagnostic::new(mutants.place.clone(), message, label).help(help)).into()
    };
    let (Source::Program(program), Some(ReferenceSource::Program { files, entry })) =
        (reference, spec.reference_of(group))
    else {
        let message =
            "mutants are told apart by the scenarios of a reference of your own, and this spec has none";
        return Err(defect(
            message.into(),
            "made of the right program",
            "name the right program under `reference` too",
        ));
    };
    let Some(path) = changed_file(files, task) else {
        let message = format!(
            "`{}` is no file of the reference, so no scenario tells what its mutants do",
            task.program
        );
        return Err(defect(message, "made of it", "take the right program from the files under `reference`"));
    };
    let choice = Choice { reference_runner, spec, group, files, entry, path: &path, checkers };
    let caught = program.mutants_shown(&choice.digest(mutants), || choice.shown(mutants))?;
    let shown = mutants.candidates.iter().zip(caught).filter(|(_, is_shown)| *is_shown);
    let shown: Vec<&WrongProgram> = shown.map(|(mutant, _)| mutant).collect();
    // Spread over the program.
    let count = shown.len().min(mutants.wanted);
    let chosen = (0..count).map(|number| shown[number * shown.len() / count].clone());
    if shown.is_empty() {
        let message =
            format!("no scenario shows any of the {} mutants that were tried", mutants.candidates.len());
        let help = "test more of the program: `yardstick suggest` finds scenarios that show them; or name wrong programs under `wrong`";
        return Err(defect(message, "none of them is wrong for certain", help));
    }
    let wrong = task.wrong.iter().cloned().chain(chosen).collect();
    Ok(Cow::Owned(TestsTask { wrong, mutants: None, ..task.clone() }))
}

/// Returns the path of the right program among the files of the reference.
fn changed_file(files: &Snapshot, task: &TestsTask) -> Option<std::path::PathBuf> {
    let is_right = |(path, file): &(&Path, &File)| {
        path.file_name().is_some_and(|name| name.to_string_lossy() == task.program)
            && rules::bare(&task.program, &file.content)
                .is_ok_and(|bare| bare.trim_ascii_end() == task.correct.content.trim_ascii_end())
    };
    files.iter().find(is_right).map(|(path, _)| path.to_path_buf())
}

/// What is needed to find out what mutants do.
struct Choice<'a> {
    reference_runner: &'a ReferenceRunner<'a>,
    spec: &'a Spec,
    /// The group with the own tests.
    group: usize,
    files: &'a Snapshot,
    entry: &'a str,
    /// The file that is replaced.
    path: &'a Path,
    checkers: &'a Arc<Checkers>,
}

impl Choice<'_> {
    /// Returns what the mutants are tried with. Own tests call what sessions and tests call; only where there is nothing of that
    /// kind they run the program.
    fn tasks(&self) -> Vec<&Task> {
        let exercise = self.spec.groups[self.group].exercise;
        let groups = self.spec.groups.iter().filter(|group| group.exercise == exercise);
        let all: Vec<&Task> =
            groups.flat_map(|group| &group.scenarios).map(|scenario| &scenario.task).collect();
        let called = |task: &&Task| matches!(task, Task::Session(_) | Task::UnitTest(_));
        let is_run = |task: &&Task| matches!(task, Task::Run(task) if task.checker.is_none());
        match all.iter().any(called) {
            true => all.into_iter().filter(called).collect(),
            false => all.into_iter().filter(is_run).collect(),
        }
    }

    /// Returns what decides which mutants are shown, besides the reference.
    fn digest(&self, mutants: &OwnMutants) -> Digest {
        let of_task = |task: &&Task| match task {
            Task::Run(task) => {
                let files = task.surroundings.digest();
                Digest::of_values(&[&"run", &task.args, &task.input, &format!("{files:?}")])
            }
            Task::Session(task) => Digest::of_values(&[&task.module.key(), &task.sources(), &task.stdin]),
            Task::UnitTest(task) => task.test.digest(),
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::Manual(_) => Digest::of(&[]),
        };
        let tasks: Vec<Digest> = self.tasks().iter().map(of_task).collect();
        let candidates: Vec<Digest> =
            mutants.candidates.iter().map(|mutant| Digest::of(&mutant.file.content)).collect();
        Digest::of_values(&[&tasks, &candidates])
    }

    /// Tells of each mutant whether it always does something else than the reference. Once enough are known that do, the
    /// others are not tried.
    fn shown(&self, mutants: &OwnMutants) -> Result<Vec<bool>, Error> {
        let tasks = self.tasks();
        let right = self.program(self.files)?;
        let right: Vec<Done> = tasks.iter().map(|task| done(&right, task)).collect::<Result<_, _>>()?;
        let is_shown = |mutant: &WrongProgram| -> Result<bool, Error> {
            let mut files = self.files.clone();
            files.insert(self.path.to_path_buf(), mutant.file.clone());
            let program = match self.program(&files) {
                // It does not parse or compile.
                Err(Error::Defects(_)) => return Ok(false),
                program => program?,
            };
            for (task, right) in tasks.iter().zip(&right) {
                match done(&program, task) {
                    Err(Error::Defects(_)) => return Ok(false),
                    // What it does not do twice is no sure sign.
                    done => {
                        if done? != *right && program.other().is_none() {
                            return Ok(true);
                        }
                    }
                }
            }
            Ok(false)
        };
        let count = mutants.candidates.len();
        let rounds = count.div_ceil(mutants.wanted);
        let mut shown = vec![false; count];
        for round in 0..rounds {
            let places: Vec<usize> = (round..count).step_by(rounds).collect();
            let found = places.par_iter().map(|&place| is_shown(&mutants.candidates[place]));
            let found: Vec<bool> = found.collect::<Result<_, Error>>()?;
            places.iter().zip(found).for_each(|(&place, found)| shown[place] = found);
            if shown.iter().filter(|shown| **shown).count() >= mutants.wanted {
                break;
            }
        }
        Ok(shown)
    }

    fn program(&self, files: &Snapshot) -> Result<ReferenceProgram<'_>, Error> {
        let asked = Asked {
            exercise: self.spec.groups[self.group].exercise,
            program: self.spec.program_of(self.group),
            limits: self.spec.limits_of(self.group),
            checkers: self.checkers.clone(),
        };
        ReferenceProgram::new(self.reference_runner, self.spec, (files, self.entry), asked)
    }
}

/// Returns what a program does with a task.
fn done(program: &ReferenceProgram, task: &Task) -> Result<Done, Error> {
    Ok(match task {
        Task::Run(task) => {
            let trace = program.run(task)?;
            Done::Run(trace.stdout, trace.exit)
        }
        Task::Session(task) => {
            let trace = program.session(task)?;
            // What an exception says is no behaviour that tests must look at.
            let without_message = |mut answer: Answer<Untrusted>| {
                if let Some(raised) = &mut answer.raised {
                    raised.message = Untrusted::default();
                }
                answer
            };
            Done::Session(trace.answers.into_iter().map(without_message).collect(), trace.end)
        }
        // What objects of the instructor's own programs say is meant.
        Task::UnitTest(task) => {
            Done::Test { is_passed: UnitTestTrace { liar: None, ..program.unit_test(task)? }.is_passed() }
        }
        Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::Manual(_) => {
            unreachable!("mutants are tried with runs, sessions and tests")
        }
    })
}
