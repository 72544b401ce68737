//! Checks the files of runs.

use std::ffi::OsStr;
use std::path::Path;

use super::Checker;
use crate::language::Surroundings;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{DetailedDocument, FilesDocument, GivenDocument, LeftDocument, Scalar};
use crate::spec::yaml::At;
use crate::spec::{Comparison, ExpectedContent, ExpectedFile, Pattern};
use crate::submission::limits::is_reserved;
use crate::submission::{File, Snapshot};

impl Checker<'_> {
    /// Checks the files that are laid out for a run, and those that are looked at afterwards.
    pub(super) fn surroundings(
        &mut self,
        given: Option<&FilesDocument<GivenDocument>>,
        expected: &[ExpectedFile],
    ) -> Surroundings {
        let mut laid_out = Snapshot::default();
        for (path, file) in given.into_iter().flatten() {
            self.path_of_run(path, file);
            if *path == self.entry {
                let message = format!("`{path}` is the program itself");
                let help = "files are laid out beside it: choose another name";
                self.complain(Diagnostic::new(file.place(), message, "in its place").help(help));
            }
            let in_the_way = laid_out
                .iter()
                .map(|(other, _)| other)
                .find(|other| Path::new(path).starts_with(other) || other.starts_with(path));
            if let Some(other) = in_the_way.map(|other| other.display().to_string()) {
                let message = format!("`{other}` cannot be a file and a folder");
                let help = "rename one of them";
                self.complain(Diagnostic::new(file.place(), message, "in its way").help(help));
            }
            let content = match file.value() {
                GivenDocument::Text(text) => Some(text.clone().into_bytes()),
                GivenDocument::From(from) => self.content_beside(from),
            };
            let content = content.unwrap_or_default();
            laid_out.insert(path.into(), File { content, executable: false });
        }
        let asked = expected.iter().map(|file| file.path.clone()).collect();
        Surroundings { given: laid_out, asked, ..Surroundings::default() }
    }

    /// Checks the files that a program must leave.
    pub(super) fn expected_files(&mut self, document: &FilesDocument<LeftDocument>) -> Vec<ExpectedFile> {
        let files = document.iter().map(|(path, file)| {
            self.path_of_run(path, file);
            let exact = || Comparison::Text(Vec::new());
            let (content, comparison) = match file.value() {
                LeftDocument::Absent => (ExpectedContent::Absent, exact()),
                LeftDocument::Reference => (self.content_of_reference(file), exact()),
                LeftDocument::Text(text) => (ExpectedContent::Bytes(text.clone().into_bytes()), exact()),
                LeftDocument::Detailed(detailed) => self.detailed(file, detailed),
            };
            ExpectedFile { path: path.clone(), content, comparison }
        });
        files.collect()
    }

    fn detailed(
        &mut self,
        file: &At<LeftDocument>,
        detailed: &DetailedDocument,
    ) -> (ExpectedContent, Comparison) {
        let DetailedDocument { text, from, contains, regex, .. } = detailed;
        let [text_at, from_at, contains_at, regex_at] = [
            text.as_ref().map(At::place),
            from.as_ref().map(At::place),
            contains.as_ref().map(At::place),
            regex.as_ref().map(At::place),
        ];
        let mut given = [text_at, from_at, contains_at, regex_at].into_iter().flatten();
        if let (Some(_), Some(second)) = (given.next(), given.next()) {
            let message = "the content is given twice";
            self.complain(Diagnostic::new(second, message, "and here").help("keep one of them"));
        }
        let like = |pattern: Option<Pattern>| pattern.map_or(ExpectedContent::Absent, ExpectedContent::Like);
        let content = if let Some(text) = text {
            ExpectedContent::Bytes(text.value().0.clone().into_bytes())
        } else if let Some(from) = from {
            ExpectedContent::Bytes(self.content_beside(from).unwrap_or_default())
        } else if let Some(contains) = contains {
            like(self.contained(contains, contains.value()))
        } else if let Some(regex) = regex {
            like(self.regex(regex).map(Pattern::Regex))
        } else {
            self.content_of_reference(file)
        };
        let comparison = match &detailed.compare {
            None => Comparison::Text(Vec::new()),
            Some(compare) => match self.comparisons_without_checker(compare).run {
                Comparison::Events(_) => {
                    let message = "a file is compared as text or as a table";
                    let help = "write `exact`, `table`, or a list of relaxations";
                    self.complain(Diagnostic::new(compare.place(), message, "has events").help(help));
                    Comparison::Text(Vec::new())
                }
                Comparison::Table(_) if matches!(content, ExpectedContent::Like(_)) => {
                    let message = "a pattern is no table";
                    let help = "give the whole table: `text`, `from`, or what the reference leaves";
                    self.complain(Diagnostic::new(compare.place(), message, "compared as one").help(help));
                    Comparison::Text(Vec::new())
                }
                comparison @ (Comparison::Text(_) | Comparison::Table(_)) => comparison,
            },
        };
        (content, comparison)
    }

    /// Only a program leaves files: a built-in reference plays, and an expected text stands for nothing else.
    fn content_of_reference<T>(&mut self, file: &At<T>) -> ExpectedContent {
        if !self.has_program {
            let message = "no reference leaves this file";
            let help = "name a program as the reference (`reference: {files: [solution.py]}`), or write what the file holds";
            self.complain(Diagnostic::new(file.place(), message, "expected from it").help(help));
        }
        ExpectedContent::Reference
    }

    /// Reads a file next to the spec.
    fn content_beside(&mut self, from: &At<Scalar>) -> Option<Vec<u8>> {
        self.file_beside(from).map(|(_, file)| file.content)
    }

    /// Checks the path of a file in the folder of a run.
    pub(super) fn path_of_run<T>(&mut self, path: &str, file: &At<T>) {
        if !is_inside(path) {
            let message = format!("`{path}` is not a path inside the folder of the program");
            let help = "such as `grades.csv` or `data/grades.csv`";
            self.complain(Diagnostic::new(file.place(), message, "of this file").help(help));
        } else if path.split('/').any(|name| is_reserved(OsStr::new(name))) {
            let message = format!("`{path}` is a name that yardstick uses itself");
            let help = "choose another name";
            self.complain(Diagnostic::new(file.place(), message, "of this file").help(help));
        }
    }
}

/// Whether a path is plain: it names a file below the folder in one way only.
fn is_inside(path: &str) -> bool {
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && name.len() < 256;
    path.split('/').all(is_name) && !path.contains('\0') && path.len() < 4000
}
