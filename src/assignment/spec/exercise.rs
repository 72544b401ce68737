//! Exercises: several programs in one hand-in, each with groups, a reference and limits of its own.

use std::iter;
use std::path::Path;

use super::{ReferenceSource, Spec, Task};
use crate::language::{self, BuildOptions, Language, Packages};
use crate::sandbox::Limits;
use crate::session::Notation;
use crate::submission::{File, Snapshot, is_open};

/// What groups test that do not test the program of the whole hand-in under its limits.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The program, by its index in [`Spec::programs`].
    pub program: usize,
    /// The source of the expected output.
    pub reference: Option<ReferenceSource>,
    /// The limits of one run.
    pub limits: Limits,
}

/// A program beside that of the whole hand-in: another file, or the same built in another way.
#[derive(Clone, Debug)]
pub struct FurtherProgram {
    /// The file that is run.
    pub entry: String,
    /// Its language, if the spec states it.
    pub language: Option<&'static Language>,
    /// How it is built, where that is not as usual.
    pub build: BuildOptions,
}

/// A program of the hand-in.
#[derive(Clone, Copy, Debug)]
pub struct ProgramName<'a> {
    /// The file that is run.
    pub entry: &'a str,
    /// Its language, if the spec states it.
    pub language: Option<&'static Language>,
    /// How it is built, where that is not as usual.
    pub build: &'a BuildOptions,
}

impl<'a> ProgramName<'a> {
    /// Returns its language: the one that the spec states, or that of its ending.
    pub fn known_language(&self) -> Option<&'static Language> {
        self.language.or_else(|| language::of_file(self.entry))
    }

    /// Returns how it is built in a language: what a spec says is about the language of the file that it names, and what is
    /// handed in or expected may be written in another one. Sanitizers are for all that have them.
    pub fn build_in(&self, language: Option<&Language>) -> &'a BuildOptions {
        let is_it = self.known_language().map(|own| &own.name) == language.map(|language| &language.name);
        if is_it { self.build } else { self.build.for_other(language) }
    }

    /// Returns the same program with the file that was handed in for it.
    pub fn as_handed_in<'b>(self, entry: &'b str, language: Option<&'static Language>) -> ProgramName<'b>
    where
        'a: 'b,
    {
        let known = language.or_else(|| language::of_file(entry));
        ProgramName { entry, language, build: self.build_in(known) }
    }
}

impl Spec {
    /// Returns the entry under the name that Java wants for it, if it is the only source and nothing of the spec calls its class by name.
    pub fn named_after_class(&self, files: &mut Snapshot, entry: String) -> String {
        let has_more = self.supplied.iter().any(|(path, _)| path.extension().is_some_and(|it| it == "java"));
        match !has_more && self.only_runs() {
            true => language::name_after_class(files, &entry).unwrap_or(entry),
            false => entry,
        }
    }

    /// Tells whether programs are only run and looked at: no session and no test calls what is in them by name.
    fn only_runs(&self) -> bool {
        (0..self.programs().count()).flat_map(|program| self.tasks_of(program)).all(|task| match task {
            Task::Run(_) | Task::Rule(_) | Task::Package(_) | Task::Manual(_) => true,
            Task::Session(_) | Task::Tests(_) | Task::UnitTest(_) => false,
        })
    }

    /// Tells whether sessions call a program in this language as a library, which is built with the lines.
    pub fn has_library(&self, program: usize, language: Option<&Language>) -> bool {
        let notation = language.and_then(|language| Notation::of_language(&language.name));
        self.tasks_of(program).any(|task| match task {
            Task::Session(session) => session.module.notation.in_place_of(notation).is_native(),
            Task::Run(_)
            | Task::Rule(_)
            | Task::Package(_)
            | Task::Tests(_)
            | Task::UnitTest(_)
            | Task::Manual(_) => false,
        })
    }

    /// Tells whether a program is run.
    pub fn has_runs(&self, program: usize) -> bool {
        self.tasks_of(program).any(|task| matches!(task, Task::Run(_)))
    }

    fn tasks_of(&self, program: usize) -> impl Iterator<Item = &Task> {
        let of_it = (0..self.groups.len()).filter(move |group| self.program_of(*group) == program);
        of_it.flat_map(|group| &self.groups[group].scenarios).map(|scenario| &scenario.task)
    }

    /// Returns the packages of Java that may be declared in what is handed in: those that files of the assignment name or from which
    /// its tests import, and those of folders. But where students choose their files, sessions and tests call classes without knowing a
    /// package.
    pub fn packages(&self) -> Packages {
        let named = |(path, file): (&Path, &File)| language::package_of(path, &file.content);
        let asked = |(path, file): (&Path, &File)| language::packages_in(path, &file.content);
        let tasks = || self.groups.iter().flat_map(|group| &group.scenarios).map(|scenario| &scenario.task);
        let of_tasks = tasks().flat_map(|task| match task {
            Task::UnitTest(task) => task.test.files.iter().flat_map(asked).collect(),
            Task::Tests(tests) => {
                let programs = iter::once(&tests.correct).chain(tests.wrong.iter().map(|wrong| &wrong.file));
                programs.filter_map(|program| named((Path::new(&tests.program), program))).collect()
            }
            Task::Run(_) | Task::Session(_) | Task::Rule(_) | Task::Package(_) | Task::Manual(_) => {
                Vec::new()
            }
        });
        let named = of_tasks.chain(self.supplied.iter().filter_map(named)).collect();
        let has_calls = tasks().any(|task| matches!(task, Task::Session(_) | Task::UnitTest(_)));
        Packages { named, of_folders: !(is_open(&self.hand_in.entry) && has_calls) }
    }

    /// Returns the programs of the hand-in: that of the whole, then those of exercises that have another one.
    pub fn programs(&self) -> impl Iterator<Item = ProgramName<'_>> {
        let whole = ProgramName { entry: &self.hand_in.entry, language: self.language, build: &self.build };
        let further = self.further_programs.iter();
        let further = further.map(|FurtherProgram { entry, language, build }| ProgramName {
            entry,
            language: *language,
            build,
        });
        std::iter::once(whole).chain(further)
    }

    /// Returns the exercise of a group; `None` for the program of the whole hand-in.
    fn exercise_of(&self, group: usize) -> Option<&Exercise> {
        self.groups[group].exercise.map(|exercise| &self.exercises[exercise])
    }

    /// Returns the index of the program that a group tests.
    pub fn program_of(&self, group: usize) -> usize {
        self.exercise_of(group).map_or(0, |exercise| exercise.program)
    }

    /// Returns the limits of one run in a group.
    pub fn limits_of(&self, group: usize) -> &Limits {
        self.exercise_of(group).map_or(&self.limits, |exercise| &exercise.limits)
    }

    /// Returns the source of the expected output of a group.
    pub fn reference_of(&self, group: usize) -> Option<&ReferenceSource> {
        self.exercise_of(group).map_or(self.reference.as_ref(), |exercise| exercise.reference.as_ref())
    }
}
