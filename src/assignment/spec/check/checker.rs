//! Checks the programs that judge outputs.

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Checker;
use crate::language;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{CheckerDocument, ExpectDocument, OutputDocument, PathsDocument};
use crate::spec::yaml::At;
use crate::spec::{ExpectedExit, OutputChecker, RunTask};
use crate::submission::File;

/// How often a checker may have a program started.
const PASSES: RangeInclusive<u32> = 2..=100;

impl Checker<'_> {
    /// Reads the files of a checker; the first one is run.
    pub(super) fn output_checker(&mut self, document: &CheckerDocument) -> Option<Arc<OutputChecker>> {
        let place = document.checker.place();
        let paths: Vec<(&String, Range<usize>)> = match document.checker.value() {
            PathsDocument::One(path) => vec![(path, place.clone())],
            PathsDocument::Several(paths) => {
                paths.iter().map(|path| (&path.value().0, path.place())).collect()
            }
        };
        let read = paths.iter().filter_map(|(path, place)| {
            let content = self.read_beside(path, place.clone())?;
            let name = Path::new(path).file_name().unwrap_or_default();
            Some((PathBuf::from(name), File { content, executable: false }))
        });
        let files: Vec<(PathBuf, File)> = read.collect();
        let Some((first, first_place)) = paths.first() else {
            let help = "name its file: `checker: check.py`";
            self.complain(Diagnostic::new(place, "the checker has no files", "empty").help(help));
            return None;
        };
        if self.has_built_in {
            let message = "what a built-in reference prints needs no checker";
            let help = "leave the checker out, or name a program as the reference (`reference: {files: [solution.py]}`)";
            self.complain(Diagnostic::new(place.clone(), message, "beside that reference").help(help));
        }
        let passes = self.passes(document);
        if files.len() < paths.len() {
            return None;
        }
        let entry = files[0].0.display().to_string();
        if language::of_file(&entry).is_none() {
            let message = format!("no language is known for `{entry}`");
            let help = "write the checker in a language that submissions can have, such as `check.py` or `check.cpp`";
            self.complain(Diagnostic::new(first_place.clone(), message, "unknown ending").help(help));
            return None;
        }
        Some(Arc::new(OutputChecker {
            name: (*first).clone(),
            files: files.into_iter().collect(),
            entry,
            args: document.args.iter().map(|arg| arg.0.clone()).collect(),
            scores: document.score,
            talks: document.talks,
            passes,
            place,
        }))
    }

    /// Reads how often a checker may have a program started.
    fn passes(&mut self, document: &CheckerDocument) -> u32 {
        let Some(passes) = &document.passes else { return 1 };
        let most = *passes.value();
        if !PASSES.contains(&most) {
            let (fewest, most) = (PASSES.start(), PASSES.end());
            let message = format!("`passes` is a number from {fewest} to {most}");
            let help = "write how often the program may be started, the first time included, or leave `passes` out: then it is \
                        started once";
            self.complain(Diagnostic::new(passes.place(), message, "not one of these").help(help));
        }
        most
    }

    /// Complains of a checker that wants more of a session than to see what it shows.
    pub(super) fn judges_sessions(&mut self, checker: &OutputChecker, place: Range<usize>) {
        let (message, help) = if checker.talks {
            (
                "a partner talks with a program, and a session runs none",
                "name it as `checker`, which reads what the session shows",
            )
        } else if checker.passes > 1 {
            ("a session is typed once", "leave `passes` out, or run the program with `stdin`")
        } else {
            return;
        };
        self.complain(Diagnostic::new(place, message, "for this session").help(help));
    }

    /// Complains of an expected output that is no answer which a checker could be given.
    pub(super) fn is_one_answer(&mut self, task: &RunTask, expect: &ExpectDocument) {
        if let (Some(checker), Some(ExpectedExit::Waiting), Some(exit)) =
            (&task.checker, task.expectation.exit, &expect.exit)
        {
            let message = format!("the checker `{}` judges programs that end", checker.name);
            let help = "leave `waiting` out, or compare without a checker in this scenario";
            self.complain(Diagnostic::new(exit.place(), message, "this one must not end").help(help));
        }
        if let (Some(checker), Some(also)) = (&task.checker, expect.also.first()) {
            let message = format!("the checker `{}` alone judges what is right", checker.name);
            let help = "leave `also` out, or let the checker accept it";
            self.complain(Diagnostic::new(also.place(), message, "nothing is compared here").help(help));
        }
        let (Some(checker), Some(stdout)) = (&task.checker, &expect.stdout) else { return };
        if !is_text(stdout) {
            let message = format!("the checker `{}` gets one text as the answer", checker.name);
            let help = "write the text or `{from: …}`, or leave `stdout` out: the checker judges alone";
            self.complain(Diagnostic::new(stdout.place(), message, "is no text").help(help));
        }
    }
}

fn is_text(output: &At<OutputDocument>) -> bool {
    match output.value() {
        OutputDocument::Text(_) | OutputDocument::From(_) => true,
        OutputDocument::Pattern(_)
        | OutputDocument::Contains(_)
        | OutputDocument::Regex(_)
        | OutputDocument::AnyOf(_) => false,
    }
}
