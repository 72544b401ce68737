//! Scenarios from files: one for each file of input.

use std::ops::Range;

use super::Checker;
use super::groups::Defaults;
use crate::language::Surroundings;
use crate::points::Points;
use crate::sandbox::Input;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{FolderDocument, Scalar};
use crate::spec::yaml::At;
use crate::spec::{AcceptedOutput, Effect, Expectation, RunTask, Scenario, Task};
use crate::submission::{PathPattern, in_natural_order};

/// The advice for a pattern.
const EXAMPLE: &str = "paths start at the spec's folder and stay below it: `data/*.in`, `data/**/*.in`";

impl Checker<'_> {
    /// Makes a scenario of each file that matches, in the order of counting. None has points yet.
    pub(super) fn scenarios_from_files(
        &mut self,
        document: &FolderDocument,
        defaults: &Defaults,
    ) -> Vec<Scenario> {
        let Some(pattern) = self.path_pattern(&document.from) else { return Vec::new() };
        if pattern.wildcards() == 0 {
            let message = format!("`{}` is one file", document.from.value().0);
            let help = "write `*` for what differs, or `stdin: {from: …}` in a scenario";
            self.complain(Diagnostic::new(document.from.place(), message, "has no `*`").help(help));
            return Vec::new();
        }
        let answers = document.expect.as_ref().and_then(|expect| self.answer_pattern(expect, &pattern));
        let mut missing = Vec::new();
        let mut scenarios = Vec::new();
        let paths = self.matching(&pattern, document.from.place());
        for (path, texts) in &paths {
            let Some(input) = self.text_of(path, document.from.place()) else { continue };
            let stdout = match (&document.expect, &answers) {
                (Some(expect), Some(answers)) => {
                    let beside = answers.path(path, texts, &pattern);
                    match self.files.read(&beside) {
                        Ok(_) => {
                            let text = self.text_of(&beside, expect.place()).unwrap_or_default();
                            Some(vec![AcceptedOutput::Text(text)])
                        }
                        Err(reason) => {
                            missing.push((beside, reason));
                            Some(Vec::new())
                        }
                    }
                }
                (Some(_), None) => Some(Vec::new()),
                (None, _) => None,
            };
            let task = RunTask {
                args: defaults.args.clone(),
                input: self.input_of(&input, path, document.from.place()),
                surroundings: Surroundings {
                    env: defaults.env.clone(),
                    seed: defaults.seed,
                    clock: defaults.clock.map(|clock| clock.instant(&defaults.env)),
                    ..Surroundings::default()
                },
                comparison: defaults.comparisons.of_runs(self.language),
                checker: defaults.comparisons.checker.clone(),
                expectation: Expectation { stdout, ..Expectation::default() },
            };
            scenarios.push(Scenario {
                name: pattern.name_of(path).to_owned(),
                task: Task::Run(task),
                points: Points::ZERO,
                alias: None,
                sixths: None,
                effect: Effect::Points,
                hidden: defaults.hidden,
                hint: defaults.hint.as_ref().map(|hint| hint.trim_end().to_owned()),
                place: document.from.place(),
            });
        }
        if let (Some(expect), Some((first, reason))) = (&document.expect, missing.first()) {
            let message = format!("no answer can be read from `{first}`: {reason}");
            let label = format!("{} of {} files of input have no answer", missing.len(), paths.len());
            let help = "add the file, or leave out `expect` to ask the reference";
            self.complain(Diagnostic::new(expect.place(), message, label).help(help));
        }
        scenarios
    }

    pub(super) fn path_pattern(&mut self, written: &At<Scalar>) -> Option<PathPattern> {
        let pattern = PathPattern::new(&written.value().0);
        if pattern.is_none() {
            let message = format!("`{}` is no pattern of files below the spec's folder", written.value().0);
            self.complain(Diagnostic::new(written.place(), message, "cannot be followed").help(EXAMPLE));
        }
        pattern
    }

    /// Reads the pattern of the answers: each of its wildcards stands for what one of the input stands for.
    fn answer_pattern(&mut self, written: &At<Scalar>, input: &PathPattern) -> Option<AnswerPattern> {
        let pattern = self.path_pattern(written)?;
        let (is_beside, wanted) = match pattern.names_a_folder() {
            true => (false, input.wildcards()),
            false => (true, input.wildcards_of_name()),
        };
        if pattern.wildcards() != wanted {
            let message = format!("`{}` does not name one answer for each input", written.value().0);
            let label = format!("has {} wildcards, and the input has {wanted}", pattern.wildcards());
            let help = "write a wildcard wherever `from` has one: `*.ans` beside `*.in`, or `answers/*.ans`";
            self.complain(Diagnostic::new(written.place(), message, label).help(help));
            return None;
        }
        Some(AnswerPattern { pattern, is_beside })
    }

    /// Returns the paths that match, in the order of counting, with what the wildcards stand for.
    pub(super) fn matching(
        &mut self,
        pattern: &PathPattern,
        place: Range<usize>,
    ) -> Vec<(String, Vec<String>)> {
        let folder = pattern.folder();
        let listed = match self.files.files(&folder, pattern.goes_deeper()) {
            Ok(listed) => listed,
            Err(reason) => {
                let message = format!("cannot read the folder `{folder}`: {reason}");
                self.complain(Diagnostic::new(place, message, "in this folder").help(EXAMPLE));
                return Vec::new();
            }
        };
        let matched = listed.into_iter().filter_map(|path| {
            let texts = pattern.matched(&path)?;
            Some((path, texts))
        });
        let mut found: Vec<_> = matched.collect();
        found.sort_by(|(one, _), (other, _)| in_natural_order(one, other));
        if found.is_empty() {
            let message = "no file matches this pattern";
            self.complain(Diagnostic::new(place, message, "nothing is found").help(EXAMPLE));
        }
        found
    }

    /// Reads a text beside the spec.
    fn text_of(&mut self, path: &str, place: Range<usize>) -> Option<String> {
        let text = self.read_beside(path, place.clone()).map(String::from_utf8)?;
        if text.is_err() {
            let message = format!("`{path}` is not text");
            let help = "input and output are text: save the file as UTF-8";
            self.complain(Diagnostic::new(place, message, "not UTF-8").help(help));
        }
        text.ok()
    }

    /// Returns a text as input, byte by byte.
    fn input_of(&mut self, text: &str, path: &str, place: Range<usize>) -> Input {
        if text.contains('\0') {
            let message = format!("`{path}` holds a zero byte");
            let help = "input is text: take it out";
            self.complain(Diagnostic::new(place, message, "not text").help(help));
        }
        let whole = text.strip_suffix('\n');
        let lines = match (text, whole) {
            ("", _) => Vec::new(),
            (text, whole) => whole.unwrap_or(text).split('\n').map(str::to_owned).collect(),
        };
        Input { lines, final_newline: text.is_empty() || whole.is_some(), terminal: self.terminal }
    }
}

/// Where the answer to an input lies.
struct AnswerPattern {
    pattern: PathPattern,
    /// Whether it is a name alone: then the answer lies in the folder of its input.
    is_beside: bool,
}

impl AnswerPattern {
    /// Returns the path of the answer to an input that matched with these texts.
    fn path(&self, input: &str, texts: &[String], pattern: &PathPattern) -> String {
        if !self.is_beside {
            return self.pattern.filled(texts);
        }
        let name = self.pattern.filled(&texts[texts.len() - pattern.wildcards_of_name()..]);
        input.rsplit_once('/').map_or(name.clone(), |(folder, _)| format!("{folder}/{name}"))
    }
}
