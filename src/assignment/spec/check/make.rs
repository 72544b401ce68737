//! Checks what a spec says about programs that `make` builds.

use std::path::{Component, Path};

use super::Checker;
use super::build::Written;
use crate::language::{BuildKey, BuildOptions, Language, MakeGoal, Runtime};
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{BuildDocument, Scalar};
use crate::spec::yaml::At;
use crate::spec::{Group, Task};

/// Targets that by their meaning name no file.
const NO_FILES: [&str; 5] = ["all", "build", "compile", "default", "clean"];

impl Checker<'_> {
    /// Checks the goal of `make`, which takes the place of the usual command.
    pub(super) fn goal(
        &mut self,
        document: &BuildDocument,
        language: &Language,
        usual: &BuildOptions,
    ) -> Option<MakeGoal> {
        if let Some(first) = document.make.as_ref().or(document.program.as_ref())
            && !language.takes(BuildKey::Make)
        {
            let message = format!("no program in {} is built by `make`", language.title);
            let help = "leave it out; it is for languages whose compiler makes an executable file, such as C and C++";
            self.complain(Diagnostic::new(first.place(), message, "has no effect").help(help));
            return None;
        }
        let (target, program) = (document.make.as_ref(), document.program.as_ref());
        let before = usual.make.as_ref();
        let Some(target_name) =
            target.map(|target| self.target(target)).or_else(|| before.map(|goal| goal.target.clone()))
        else {
            if let Some(program) = program {
                let message = "`program` says what `make` makes, and nothing is made";
                let help = "say the target too (`make: crack`), or leave `program` out";
                self.complain(Diagnostic::new(program.place(), message, "without `make`").help(help));
            }
            return None;
        };
        let program = match (program, target) {
            (Some(program), _) => self.made_program(program),
            (None, Some(target)) => {
                if NO_FILES.contains(&target_name.as_str()) {
                    let message =
                        format!("`make {target_name}` makes no file `{target_name}` that could be run");
                    let help = format!(
                        "say which program it makes: `build: {{ make: {target_name}, program: crack }}`"
                    );
                    self.complain(Diagnostic::new(target.place(), message, "which program?").help(help));
                }
                self.made_program(target)
            }
            (None, None) => before.map(|goal| goal.program.clone()).unwrap_or_default(),
        };
        Some(MakeGoal { target: target_name, program })
    }

    /// Refuses what would be added to a command that a Makefile takes the place of.
    pub(super) fn adds_nothing_to_make(&mut self, written: Written, options: &BuildOptions) {
        let build = written.build.map(|build| {
            let document = build.value();
            let make = document.make.as_ref().or(document.program.as_ref());
            make.map_or(build.place(), At::place)
        });
        let Some(place) = build.or(written.runtime.map(At::place)).filter(|_| options.make.is_some()) else {
            return;
        };
        let said = [
            (!options.flags.is_empty(), "flags", "put the flags into it"),
            (!options.libraries.is_empty(), "libraries", "put the libraries into it (`-lm`)"),
            (!options.define.is_empty(), "define", "put the macros into it (`-Dmain=students_main`)"),
            (
                options.runtime == Runtime::Sanitized,
                "runtime: sanitized",
                "leave one of them out; a group may have a `build` or a `runtime` of its own",
            ),
        ];
        for (_, key, help) in said.into_iter().filter(|(is_said, ..)| *is_said) {
            let message = format!("`{key}` has no effect on what `make` builds: its Makefile says how");
            self.complain(Diagnostic::new(place.clone(), message, "is built by `make`").help(help));
        }
    }

    /// Refuses sessions with a program that `make` builds: they load it as a library, which is built by the usual command.
    pub(super) fn makes_no_session(&mut self, groups: &[Group]) {
        for group in groups {
            let build = match group.exercise {
                None => &self.exercises.build,
                Some(exercise) => self.exercises.build_of(exercise),
            };
            if build.make.is_none() {
                continue;
            }
            let session = group.scenarios.iter().find(|scenario| matches!(scenario.task, Task::Session(_)));
            if let Some(session) = session {
                let message = "a session cannot be built by `make`: only a program that is run can be";
                let help = "call the functions from a source of yours that the Makefile compiles (`build: { files: […] }`), or \
                            leave `make` out";
                let place = session.place.clone();
                self.complain(Diagnostic::new(place, message, "is typed at a program of `make`").help(help));
            }
        }
    }

    fn target(&mut self, written: &At<Scalar>) -> String {
        let target = &written.value().0;
        let is_plain = |one: char| one.is_alphanumeric() || "._+-/%@".contains(one);
        if target.is_empty() || target.starts_with('-') || !target.chars().all(is_plain) {
            let message = format!("`{target}` is not a target of a Makefile");
            let help = "one word that stands before a `:` in the Makefile, such as `make: crack`; variables and options stand \
                        in the Makefile itself";
            self.complain(Diagnostic::new(written.place(), message, "not a target").help(help));
        }
        target.clone()
    }

    fn made_program(&mut self, written: &At<Scalar>) -> String {
        let program = &written.value().0;
        let is_plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
        if program.is_empty() || program.contains('\0') || !is_plain(Path::new(program)) {
            let message = format!("`{program}` is not a path inside the folder in which `make` works");
            let help = "such as `program: crack`, or `program: bin/crack`";
            self.complain(Diagnostic::new(written.place(), message, "leads outside").help(help));
        } else if self.handed_in.contains(program) {
            let message = format!("`{program}` is handed in, and `make` is to make it");
            let help = "say which file it makes: `build: { make: all, program: crack }`";
            self.complain(Diagnostic::new(written.place(), message, "is the submission's").help(help));
        }
        program.clone()
    }
}
