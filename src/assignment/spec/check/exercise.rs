//! Checks the exercises of a spec: groups with a program, a reference or limits of their own.

use std::path::Path;

use super::Checker;
use super::build::{self, Written};
use crate::language::{BuildOptions, Language, Languages};
use crate::sandbox::Limits;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::GroupDocument;
use crate::spec::yaml::At;
use crate::spec::{Exercise, FurtherProgram, Group, ReferenceSource};
use crate::submission::{HandIn, Snapshot};

/// What a group tests that says nothing of it, and what other groups have said.
#[derive(Debug, Default)]
pub(super) struct Exercises {
    /// The files that can be run: they are handed in or supplied.
    files: Vec<String>,
    entry: String,
    language: Option<&'static Language>,
    pub(super) reference: Option<ReferenceSource>,
    pub(super) limits: Limits,
    /// How the program is built.
    pub(super) build: BuildOptions,
    /// The programs beside that of the whole hand-in.
    pub(super) further_programs: Vec<FurtherProgram>,
    pub(super) all: Vec<Exercise>,
}

impl Exercises {
    pub(super) fn of_whole(
        hand_in: &HandIn,
        supplied: &Snapshot,
        language: Option<&'static Language>,
        reference: Option<ReferenceSource>,
        limits: Limits,
    ) -> Self {
        let supplied = supplied.iter().map(|(path, _)| path.display().to_string());
        let files = hand_in.files.iter().chain(&hand_in.optional).cloned().chain(supplied).collect();
        let (entry, none) = (hand_in.entry.clone(), Self::default());
        Self { files, entry, language, reference, limits, ..none }
    }

    /// The reference of a group.
    pub(super) fn reference_of(&self, group: &Group) -> Option<&ReferenceSource> {
        group.exercise.map_or(self.reference.as_ref(), |exercise| self.all[exercise].reference.as_ref())
    }

    /// The language of the program of an exercise.
    pub(super) fn language_of(&self, exercise: usize, languages: &Languages) -> Option<&'static Language> {
        let (entry, language) = match self.all[exercise].program {
            0 => (&self.entry, self.language),
            further => {
                let further = &self.further_programs[further - 1];
                (&further.entry, further.language)
            }
        };
        language.or_else(|| languages.of_file(entry))
    }

    /// The file that is run in an exercise.
    pub(super) fn entry_of(&self, exercise: usize) -> String {
        match self.all[exercise].program {
            0 => self.entry.clone(),
            further => self.further_programs[further - 1].entry.clone(),
        }
    }

    /// How the program of an exercise is built.
    pub(super) fn build_of(&self, exercise: usize) -> &BuildOptions {
        match self.all[exercise].program {
            0 => &self.build,
            further => &self.further_programs[further - 1].build,
        }
    }

    /// The index of a program.
    fn program(&mut self, program: FurtherProgram) -> usize {
        let is_same = |entry: &str, language: Option<&Language>, build: &BuildOptions| {
            (entry, language.map(|of| &of.name), build)
                == (&program.entry, program.language.map(|of| &of.name), &program.build)
        };
        if is_same(&self.entry, self.language, &self.build) {
            return 0;
        }
        let further = self.further_programs.iter();
        let known = further.map(|one| is_same(&one.entry, one.language, &one.build)).position(|is_it| is_it);
        1 + known.unwrap_or_else(|| {
            self.further_programs.push(program);
            self.further_programs.len() - 1
        })
    }

    /// The reference of the whole hand-in for one of its programs: the file of that name.
    fn reference_for(&self, entry: &str) -> Option<ReferenceSource> {
        match &self.reference {
            same if entry == self.entry => same.clone(),
            Some(ReferenceSource::Program { files, .. }) if files.get(Path::new(entry)).is_some() => {
                Some(ReferenceSource::Program { files: files.clone(), entry: entry.to_owned() })
            }
            Some(ReferenceSource::Program { .. } | ReferenceSource::BuiltIn(_)) | None => None,
        }
    }
}

impl Checker<'_> {
    /// Returns the index of the exercise that a group tests, and its entry; `None` if it is the whole hand-in.
    pub(super) fn exercise(&mut self, group: &GroupDocument) -> Option<(usize, String)> {
        let says_nothing = group.entry.is_none()
            && group.language.is_none()
            && group.reference.is_none()
            && group.limits.0.is_empty();
        let written = Written { build: group.build.as_ref(), runtime: group.runtime.as_ref() };
        if says_nothing && written.is_silent() {
            return None;
        }
        let entry = match &group.entry {
            Some(written) => {
                let name = self.file_name(written);
                if !self.exercises.files.contains(&name) {
                    let message = format!("the entry `{name}` is neither handed in nor supplied");
                    let nearest = suggest(&name, self.exercises.files.iter().map(String::as_str));
                    let help = format!("name it in `submission: {{files: […]}}`; {nearest}");
                    self.complain(Diagnostic::new(written.place(), message, "not a known file").help(help));
                }
                name
            }
            None => self.exercises.entry.clone(),
        };
        let is_whole = entry == self.exercises.entry;
        let language = match &group.language {
            Some(written) => self.language(written),
            None => self.exercises.language.filter(|_| is_whole),
        };
        if language.is_none() && group.language.is_none() && self.languages.of_file(&entry).is_none() {
            let place = group.entry.as_ref().map_or(group.name.place(), At::place);
            let message = format!("no language is known for `{entry}`");
            self.complain(Diagnostic::new(place, message, "unknown ending").help(super::SAY_THE_LANGUAGE));
        }
        let reference = match &group.reference {
            Some(reference) => self.reference(reference),
            None => self.exercises.reference_for(&entry),
        };
        let usual = self.exercises.limits.clone();
        let limits = self.limits(&group.limits, &usual);
        let language = language.or_else(|| self.languages.own_of_file(&entry));
        let known = language.or_else(|| self.languages.of_file(&entry));
        let of_whole = self.exercises.language.or_else(|| self.languages.of_file(&self.exercises.entry));
        // What the whole spec says is about programs of its language.
        let is_same = known.map(|one| &one.name) == of_whole.map(|one| &one.name);
        let usual = if is_same { self.exercises.build.clone() } else { BuildOptions::default() };
        let mut build = self.build_options(written, known, &usual);
        build::ask_for(&mut build, reference.as_ref());
        let program = self.exercises.program(FurtherProgram { entry: entry.clone(), language, build });
        self.exercises.all.push(Exercise { program, reference, limits });
        Some((self.exercises.all.len() - 1, entry))
    }
}
