//! Checks the files of submissions.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::super::diagnostic::Diagnostic;
use super::super::document::{GroupDocument, Scalar, SpecDocument};
use super::super::yaml::At;
use super::Checker;
use crate::language;
use crate::rules::Rule;
use crate::session::Notation;
use crate::spec::{Group, Task};
use crate::submission::{File, HandIn, PathPattern, Snapshot, is_open};

impl Checker<'_> {
    pub(super) fn submission(&mut self, document: &SpecDocument) -> (HandIn, Snapshot) {
        let submission = &document.submission;
        let mut supplied = Snapshot::default();
        for path in &submission.supplied {
            if let Some((name, file)) = self.file_beside(path) {
                supplied.insert(name, file);
            }
        }
        self.are_named_once(
            submission.files.value().iter().chain(&submission.optional).chain(&submission.instead),
        );
        let mut files: Vec<String> =
            submission.files.value().iter().map(|name| self.open_name(name)).collect();
        let mut optional: Vec<String> = submission.optional.iter().map(|name| self.file_name(name)).collect();
        let instead = submission.instead.iter().map(|name| self.file_name(name)).collect();
        let entry = match (&submission.entry, files.as_slice()) {
            (Some(entry), _) => {
                let name = self.open_name(entry);
                let handed_in = files.contains(&name) || optional.contains(&name);
                if !handed_in && supplied.get(Path::new(&name)).is_none() {
                    let message = format!("the entry `{name}` is neither handed in nor supplied");
                    let help = "name it in `files` or in `supplied`";
                    self.complain(Diagnostic::new(entry.place(), message, "not a known file").help(help));
                }
                name
            }
            (None, [only]) => only.clone(),
            (None, [_, ..]) if has_only_exercises(document) => {
                let first = document.groups.iter().find_map(|group| group.value().entry.as_ref());
                first.map(|entry| entry.value().0.clone()).unwrap_or_default()
            }
            (None, [first, ..]) if has_only_tests(document) => first.clone(),
            (None, []) => {
                let place = submission.files.place();
                self.complain(
                    Diagnostic::new(place, "nothing is handed in", "no files").help("name at least one file"),
                );
                String::new()
            }
            // What is run is what `make` makes.
            (None, names) if made_of(document, names).is_some() => {
                made_of(document, names).cloned().unwrap_or_default()
            }
            (None, _) => {
                let place = submission.files.place();
                let help = "say which one is run: `entry: main.py`, here or in each group";
                self.complain(
                    Diagnostic::new(place, "several files and no entry", "which one is run?").help(help),
                );
                String::new()
            }
        };
        let programs = programs(document, &entry, &files, &optional);
        files.retain(|file| !programs.contains(file));
        optional.extend(
            programs.iter().filter(|program| !optional.contains(program)).cloned().collect::<Vec<_>>(),
        );
        (HandIn { files, optional, entry, main: None, is_never_run: false, instead, programs }, supplied)
    }

    /// Complains of a file that is asked for a second time.
    pub(super) fn are_named_once<'a>(&mut self, names: impl Iterator<Item = &'a At<Scalar>>) {
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            let text = name.value().0.as_str();
            if seen.contains(&text) {
                let message = format!("`{text}` is named twice");
                self.complain(
                    Diagnostic::new(name.place(), message, "a second time").help("keep one of them"),
                );
            }
            seen.push(text);
        }
    }

    /// Checks a path of `files`, which may have wildcards.
    fn open_name(&mut self, name: &At<Scalar>) -> String {
        let text = &name.value().0;
        if !is_open(text) {
            return self.file_name(name);
        }
        let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
        if PathPattern::new(text).is_none() || ending.is_empty() || is_open(ending) {
            let message = format!("`{text}` is no name with wildcards");
            let help = "such as `*.java` in one folder, or `**/*.java` in all of them";
            self.complain(Diagnostic::new(name.place(), message, "these files").help(help));
        }
        text.clone()
    }

    /// Refuses scenarios that look at one file where students choose its name.
    pub(super) fn names_its_files(&mut self, groups: &[Group]) {
        for scenario in groups.iter().flat_map(|group| &group.scenarios) {
            let (what, file) = match &scenario.task {
                Task::Rule(rule) if rule.rule != Rule::NoWarnings => ("a rule looks at", &rule.file),
                Task::Tests(tests) => ("tests are run from", &tests.file),
                // In the other languages a session sees all of the program.
                Task::Session(session)
                    if matches!(session.module.notation, Notation::Python | Notation::JavaScript) =>
                {
                    ("a session calls", &session.module.file)
                }
                _ => continue,
            };
            if is_open(file) {
                let message = format!("{what} one file, and `{file}` may be several");
                let help = "name the file in `files`, beside the name with wildcards";
                let place = scenario.place.clone();
                self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
                return;
            }
        }
    }

    /// Checks the path of a file in the submission.
    pub(super) fn file_name(&mut self, name: &At<Scalar>) -> String {
        let plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
        let text = &name.value().0;
        if is_open(text) {
            let message = format!("`{text}` may be several files");
            let help = "only names in `files` may have wildcards";
            self.complain(Diagnostic::new(name.place(), message, "with a wildcard").help(help));
        }
        let label = match text.as_str() {
            "" => Some("empty"),
            path if !plain(Path::new(path)) => Some("leads outside"),
            path if path.ends_with('/') || path.contains("//") => Some("a `/` too many"),
            _ => None,
        };
        if let Some(label) = label {
            let message = format!("`{text}` is not a path inside a submission");
            self.complain(Diagnostic::new(name.place(), message, label).help("such as `main.py`"));
        }
        text.clone()
    }

    /// Reads a file next to the spec, and gives it its bare name.
    pub(super) fn file_beside(&mut self, path: &At<Scalar>) -> Option<(PathBuf, File)> {
        let text = &path.value().0;
        let content = self.read_beside(text, path.place())?;
        let name = Path::new(text).file_name().unwrap_or_default();
        Some((name.into(), File { content, executable: false }))
    }

    /// Reads a file next to the spec, which belongs to the spec from now on.
    pub(super) fn read_beside(&mut self, path: &str, place: Range<usize>) -> Option<Vec<u8>> {
        match self.files.read(path) {
            Ok(content) => {
                self.beside.insert(path.to_owned(), content.clone());
                Some(content)
            }
            Err(reason) => {
                let message = format!("cannot read `{path}`: {reason}");
                let help = "paths start at the spec's folder";
                self.complain(Diagnostic::new(place, message, "this file").help(help));
                None
            }
        }
    }

    /// Reads a text next to the spec.
    pub(super) fn text_beside(&mut self, path: &At<Scalar>) -> Option<String> {
        let (_, file) = self.file_beside(path)?;
        let text = String::from_utf8(file.content).ok();
        if text.is_none() {
            let message = format!("`{}` is not text", path.value().0);
            let help = "input and output are text: save the file as UTF-8";
            self.complain(Diagnostic::new(path.place(), message, "not UTF-8").help(help));
        }
        text
    }
}

/// Returns the first source among files that `make` makes a program of: one with an ending.
fn made_of<'a>(document: &SpecDocument, files: &'a [String]) -> Option<&'a String> {
    let build = document.build.as_ref().filter(|build| build.value().make.is_some());
    let is_source =
        |file: &&String| Path::new(file).extension().is_some() && language::of_file(file).is_some();
    build.and_then(|_| files.iter().find(is_source))
}

/// Tells whether every group says itself which file is run.
fn has_only_exercises(document: &SpecDocument) -> bool {
    let has_entry = |group: &At<GroupDocument>| group.value().entry.is_some();
    document.scenarios.is_empty() && !document.groups.is_empty() && document.groups.iter().all(has_entry)
}

/// Tells whether nothing is run but tests, which import what they test.
fn has_only_tests(document: &SpecDocument) -> bool {
    let has_tests = |group: &At<GroupDocument>| group.value().tests.is_some();
    let has_any = !document.tests.0.is_empty() || !document.groups.is_empty();
    document.groups.iter().all(has_tests) && document.scenarios.is_empty() && has_any
}

/// Returns the files that are run, if there are several that are handed in: nobody must hand in all of them.
fn programs(document: &SpecDocument, entry: &String, files: &[String], optional: &[String]) -> Vec<String> {
    let own = document.groups.iter().filter_map(|group| group.value().entry.as_ref());
    let all = std::iter::once(entry).chain(own.map(|entry| &entry.value().0));
    let mut programs: Vec<String> = Vec::new();
    for name in all.filter(|name| files.contains(name) || optional.contains(name)) {
        if !programs.contains(name) {
            programs.push(name.clone());
        }
    }
    if programs.len() > 1 { programs } else { Vec::new() }
}
