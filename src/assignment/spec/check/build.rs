//! Checks what a spec adds to how programs are built.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use crate::language::{BuildKey, BuildOptions, Language, Runtime, Surroundings, defined_in};
use crate::rules::Rule;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{BuildDocument, RuntimeDocument, Scalar, SpecDocument};
use crate::spec::yaml::At;
use crate::spec::{Effect, Group, Hidden, Passing, ReferenceSource, RuleTask, Scenario, Task};
use crate::submission::Snapshot;

/// What the spec, or one of its groups, says about building.
#[derive(Clone, Copy)]
pub(super) struct Written<'d> {
    pub(super) build: Option<&'d At<BuildDocument>>,
    pub(super) runtime: Option<&'d At<RuntimeDocument>>,
}

impl Written<'_> {
    /// Tells whether it says nothing.
    pub(super) fn is_silent(self) -> bool {
        self.build.is_none() && self.runtime.is_none()
    }
}

/// Notes which functions a reference defines, where sources of the instructor call them.
pub(super) fn ask_for(options: &mut BuildOptions, reference: Option<&ReferenceSource>) {
    options.asked = match reference {
        Some(ReferenceSource::Program { files, .. }) if options.files.iter().next().is_some() => {
            defined_in(files)
        }
        Some(ReferenceSource::Program { .. } | ReferenceSource::BuiltIn(_)) | None => BTreeSet::new(),
    };
}

impl Checker<'_> {
    /// Checks what is written about building programs of a language, and puts it into the place of what is usual.
    pub(super) fn build_options(
        &mut self,
        written: Written,
        language: Option<&Language>,
        usual: &BuildOptions,
    ) -> BuildOptions {
        let mut options = usual.clone();
        // An unknown language has its own complaint.
        let Some(language) = language else { return options };
        if let Some(runtime) = written.runtime {
            options.runtime = match runtime.value() {
                RuntimeDocument::Usual => Runtime::Usual,
                RuntimeDocument::Sanitized => {
                    if !language.takes(BuildKey::Sanitized) {
                        let message = format!("{} has no sanitizers here", language.title);
                        let help = "leave it out; programs in C and C++ can be sanitized";
                        self.complain(Diagnostic::new(runtime.place(), message, "has no effect").help(help));
                    }
                    Runtime::Sanitized
                }
            };
        }
        let Some(build) = written.build else {
            self.adds_nothing_to_make(written, &options);
            return options;
        };
        if !language.is_built() {
            let message = format!("a program in {} is not built", language.title);
            let help = "leave `build` out; it is for languages with a compiler";
            self.complain(Diagnostic::new(build.place(), message, "has no effect").help(help));
            return options;
        }
        let document = build.value();
        options.make = self.goal(document, language, usual);
        if let Some(flags) = &document.flags {
            self.is_taken(language, BuildKey::Flags, flags.first(), "is built with flags");
            options.flags = flags.iter().map(|flag| self.flag(flag, language)).collect();
        }
        if let Some(libraries) = &document.libraries {
            self.is_taken(
                language,
                BuildKey::Libraries,
                libraries.first(),
                "is linked with libraries of the system",
            );
            options.libraries = libraries.iter().map(|library| self.library(library)).collect();
        }
        if let Some(define) = &document.define {
            self.is_taken(language, BuildKey::Define, define.values().next(), "has macros");
            options.define = self.definitions(define);
        }
        if let Some(files) = &document.files {
            if options.make.is_none() {
                self.is_taken(language, BuildKey::Files, files.first(), "is compiled with files of `build`");
            }
            options.files = self.files_of_build(files);
        }
        self.adds_nothing_to_make(written, &options);
        options
    }

    /// Refuses sessions with a sanitized program: they load it as a library, which is built without sanitizers.
    pub(super) fn sanitizes_no_session(&mut self, groups: &[Group]) {
        for group in groups {
            let build = match group.exercise {
                None => &self.exercises.build,
                Some(exercise) => self.exercises.build_of(exercise),
            };
            if build.runtime != Runtime::Sanitized {
                continue;
            }
            let session = group.scenarios.iter().find(|scenario| matches!(scenario.task, Task::Session(_)));
            if let Some(session) = session {
                let message = "a session cannot be sanitized: only a program that is run can be";
                let help = "put the sessions into a group with `runtime: usual`, or call the functions from a harness (`build: { files: […] }`)";
                let place = session.place.clone();
                self.complain(Diagnostic::new(place, message, "is typed at a sanitized program").help(help));
            }
        }
    }

    /// Adds the scenarios in which a warning of the compiler costs points.
    pub(super) fn prices_warnings(&mut self, document: &SpecDocument, groups: &mut Vec<Group>) {
        let whole = document.build.iter().map(|build| (build, None, "no compiler warnings".to_owned()));
        let exercises: Vec<Option<usize>> = groups.iter().map(|group| group.exercise).collect();
        let own = document.groups.iter().zip(exercises).filter_map(|(group, exercise)| {
            let group = group.value();
            let name = format!("no compiler warnings: {}", group.name.value().0);
            Some((group.build.as_ref()?, exercise, name))
        });
        for (build, exercise, name) in whole.chain(own).collect::<Vec<_>>() {
            let Some(written) = &build.value().warnings else { continue };
            let (language, file) = match exercise {
                None => (self.language, self.entry.clone()),
                Some(exercise) => {
                    (self.exercises.language_of(exercise, &self.languages), self.exercises.entry_of(exercise))
                }
            };
            if !language.is_some_and(Language::is_built) {
                continue;
            }
            let task = Task::Rule(RuleTask { file, rule: Rule::NoWarnings });
            let points = self.points(written);
            let scenario = Scenario {
                name,
                alias: None,
                task,
                points,
                sixths: None,
                effect: Effect::Points,
                hidden: Hidden::Nothing,
                hint: None,
                place: written.place(),
            };
            groups.push(Group {
                name: None,
                bonus: false,
                passing: Passing::Each,
                after: Vec::new(),
                exercise,
                usual: Surroundings::default(),
                scenarios: vec![scenario],
            });
        }
    }

    /// Refuses what programs of a language do not have.
    fn is_taken(&mut self, language: &Language, key: BuildKey, first: Option<&At<Scalar>>, what: &str) {
        if let (Some(first), false) = (first, language.takes(key)) {
            let message = format!("no program in {} {what}", language.title);
            let help = match key {
                BuildKey::Files => {
                    "files of yours for every submission stand under `submission: {supplied: […]}`"
                }
                BuildKey::Flags
                | BuildKey::Libraries
                | BuildKey::Define
                | BuildKey::Sanitized
                | BuildKey::Make => "leave it out; it is for C and C++",
            };
            self.complain(Diagnostic::new(first.place(), message, "has no effect").help(help));
        }
    }

    fn flag(&mut self, written: &At<Scalar>, language: &Language) -> String {
        let flag = &written.value().0;
        let mut refuse = |message: String, label: &str, help: &str| {
            self.complain(Diagnostic::new(written.place(), message, label).help(help));
        };
        if let Some(reason) = language.refuses(flag) {
            let message = format!("the flag `{flag}` is refused: {reason}");
            refuse(message, "not here", "leave it out, or say it as the reason advises");
        } else if flag.contains(char::is_whitespace) {
            let message = format!("`{flag}` is not one flag");
            refuse(message, "contains a blank", "make each flag an item of its own: `flags: [-Wall, -O2]`");
        } else if !flag.starts_with('-') || flag.len() < 2 || flag.contains('\0') {
            let message = format!("`{flag}` is not a flag of a compiler");
            let help = "a flag begins with `-`, and what it is about stands in the same word; files stand under `files`";
            refuse(message, "does not begin with `-`", help);
        }
        flag.clone()
    }

    fn library(&mut self, written: &At<Scalar>) -> String {
        let name = &written.value().0;
        let is_name = |character: char| character.is_ascii_alphanumeric() || "_+.-".contains(character);
        if !name.starts_with(|first: char| first.is_ascii_alphanumeric()) || !name.chars().all(is_name) {
            let message = format!("`{name}` is not the name of a library");
            let help = "the name for the linker, without `-l` and `lib`: `libraries: [m, cs50]`";
            self.complain(Diagnostic::new(written.place(), message, "not a name").help(help));
        }
        name.clone()
    }

    fn definitions(&mut self, written: &BTreeMap<String, At<Scalar>>) -> BTreeMap<String, String> {
        for (name, value) in written {
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
            if !is_name {
                let message = format!("`{name}` is not the name of a macro");
                let help = "letters, digits and `_`, such as `define: { main: students_main }`";
                self.complain(Diagnostic::new(value.place(), message, "its value").help(help));
            }
            if value.value().0.contains(['\n', '\0']) {
                let message = format!("the value of the macro `{name}` is not one line");
                self.complain(
                    Diagnostic::new(value.place(), message, "several lines").help("write it in one line"),
                );
            }
        }
        written.iter().map(|(name, value)| (name.clone(), value.value().0.clone())).collect()
    }

    fn files_of_build(&mut self, written: &[At<Scalar>]) -> Snapshot {
        let mut files = Snapshot::default();
        for path in written {
            let Some((name, file)) = self.file_beside(path) else { continue };
            let shown = name.display().to_string();
            if self.handed_in.contains(&shown) {
                let message = format!("`{shown}` is handed in");
                let help = "a file of `build` would replace it: give yours another name";
                self.complain(Diagnostic::new(path.place(), message, "is the submission's").help(help));
            } else if files.get(&name).is_some() {
                let message = format!("two files of `build` are called `{shown}`");
                let help = "they are laid out under their bare names: give one of them another name";
                self.complain(Diagnostic::new(path.place(), message, "a second time").help(help));
            }
            files.insert(name, file);
        }
        files
    }
}
