//! Checks students' own tests, and reads the programs on which they are run.

use std::path::Path;

use super::Checker;
use crate::rules::{self, Grammar};
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{Scalar, TestsDocument};
use crate::spec::yaml::At;
use crate::spec::{OwnMutants, TestsTask, WrongProgram};
use crate::submission::{File, Snapshot};

impl Checker<'_> {
    pub(super) fn tests(&mut self, document: &TestsDocument) -> TestsTask {
        let name = self.file_name(&document.file);
        // Tests in another language have a complaint of their own.
        let language = Grammar::of_file(&name).unwrap_or(Grammar::Python);
        let program = Path::new(&document.correct.value().0).file_name().unwrap_or_default();
        let program = program.to_string_lossy().into_owned();
        self.are_wrong(document);
        let correct = self.program_under_test(&document.correct, language);
        let correct = correct.map_or_else(Vec::new, |(_, bare)| bare);
        let wrong: Vec<(String, Vec<u8>)> =
            document.wrong.iter().filter_map(|path| self.program_under_test(path, language)).collect();
        let wanted = self.wanted_mutants(document);
        let mutants = wanted.map_or_else(Vec::new, |wanted| {
            self.candidates((&document.correct, wanted), document.tell.as_ref())
        });
        // All programs get the same size, because tests can ask for it.
        let all = wrong.iter().chain(&mutants);
        let size = all.map(|(_, bare)| bare.len()).fold(correct.len(), usize::max);
        let file = |mut content: Vec<u8>| {
            content.resize(size, b'\n');
            File { content, executable: false }
        };
        let programs = |all: Vec<(String, Vec<u8>)>| {
            all.into_iter().map(|(about, bare)| WrongProgram { about, file: file(bare) }).collect()
        };
        let mutants = document.mutants.as_ref().zip(wanted).map(|(asked, wanted)| OwnMutants {
            wanted,
            candidates: programs(mutants),
            place: asked.place(),
        });
        let (wrong, correct) = (programs(wrong), file(correct));
        let needed = self.needed_by_tests(document, language);
        TestsTask { file: name, language, program, needed, correct, wrong, mutants }
    }

    /// Checks that each wrong program is named once, and that the correct one is none of them.
    fn are_wrong(&mut self, document: &TestsDocument) {
        let mut seen = vec![document.correct.value().0.as_str()];
        for wrong in &document.wrong {
            let name = wrong.value().0.as_str();
            let message = match seen.iter().position(|other| *other == name) {
                None => {
                    seen.push(name);
                    continue;
                }
                Some(0) => format!("`{name}` is the correct program too"),
                Some(_) => format!("`{name}` is named twice"),
            };
            let help = "each wrong program is a file of its own, with a bug of its own";
            self.complain(Diagnostic::new(wrong.place(), message, "this wrong program").help(help));
        }
    }

    /// Reads the files that the tests need besides.
    fn needed_by_tests(&mut self, document: &TestsDocument, language: Grammar) -> Snapshot {
        let mut needed = Snapshot::default();
        for named in &document.with {
            for path in self.named_files(named) {
                self.path_of_run(&path, named);
                let Some(content) = self.read_beside(&path, named.place()) else { continue };
                needed.insert(path.into(), File { content, executable: false });
            }
        }
        let is_library = |path: &Path| path.extension().is_some_and(|ending| ending == "jar");
        if language == Grammar::Java && !needed.iter().any(|(path, _)| is_library(path)) {
            let message = "tests in Java need the libraries of JUnit";
            let help = "put them beside the spec and name them: `with: [\"lib/*.jar\"]`";
            self.complain(Diagnostic::new(document.file.place(), message, "this file").help(help));
        }
        needed
    }

    /// Reads a program for own tests: the bug that its first line names, and the program without comments, docstrings
    /// and empty lines, which could tell a test about the bug.
    fn program_under_test(&mut self, path: &At<Scalar>, language: Grammar) -> Option<(String, Vec<u8>)> {
        let (name, file) = self.file_beside(path)?;
        let name = name.to_string_lossy();
        if Grammar::of_file(&name) != Some(language) {
            let message = format!("the tests are written in {}, and `{name}` is not", language.title());
            let help = "tests and the programs on which they are run are in one language";
            self.complain(Diagnostic::new(path.place(), message, "this file").help(help));
            return None;
        }
        let about = String::from_utf8_lossy(&file.content).lines().next().unwrap_or_default().to_owned();
        let about =
            about.trim_matches(['#', '/', '*', ' ', '\t']).trim_start_matches("Bug:").trim().to_owned();
        match rules::bare(&name, &file.content) {
            Ok(bare) => Some((about, bare)),
            Err(reason) => {
                let message = format!("cannot take the comments out of `{}`: {reason}", path.value().0);
                let help = format!(
                    "tests must not find there which program is wrong; write it as {} in UTF-8",
                    language.title()
                );
                self.complain(Diagnostic::new(path.place(), message, "this file").help(help));
                None
            }
        }
    }
}
