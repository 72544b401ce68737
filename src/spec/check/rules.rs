//! Checks rules about source files, and students' own tests.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use super::Checker;
use crate::rules::{self, Construct, Rule, Signature};
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::{RuleDocument, Scalar, TestsDocument};
use crate::spec::yaml::At;
use crate::spec::{RuleTask, TestsTask, WrongProgram};
use crate::submission::File;

impl Checker<'_> {
    pub(super) fn rule(&mut self, rule: &At<RuleDocument>) -> RuleTask {
        let document = rule.value();
        let texts = |words: &[Scalar]| words.iter().map(|word| word.0.clone()).collect::<Vec<_>>();
        let mut rules: Vec<Rule> = Vec::new();
        rules.extend(document.imports.as_ref().map(|only| Rule::Imports { only: texts(only) }));
        if let Some(required) = &document.defines {
            rules.push(Rule::Defines { required: self.parsed::<Signature>(required) });
        }
        if let Some(constructs) = &document.avoids {
            rules.push(Rule::Avoids { constructs: self.parsed::<Construct>(constructs) });
        }
        rules.extend(document.header.as_ref().map(|words| Rule::Header { words: texts(words) }));
        rules.extend(document.methods.as_ref().map(|methods| Rule::Methods {
            class: methods.class.0.clone(),
            prefix: methods.prefix.0.clone(),
            least: methods.least as usize,
        }));
        for (flag, rule) in
            [(&document.main_guard, Rule::MainGuard), (&document.no_input_at_import, Rule::NoInputAtImport)]
        {
            match flag {
                Some(wanted) if *wanted.value() => rules.push(rule),
                Some(wanted) => {
                    let message = "a rule that is not wanted is left out";
                    self.complain(Diagnostic::new(wanted.place(), message, "expected `true`"));
                }
                None => {}
            }
        }
        let file = match &document.file {
            Some(file) => self.file_name(file),
            None => self.entry.clone(),
        };
        let mut rules = rules.into_iter();
        match (rules.next(), rules.next()) {
            (Some(rule), None) => RuleTask { file, rule },
            _ => {
                let message = "a rule says exactly one thing";
                let help = "one of `imports`, `defines`, `main_guard`, `no_input_at_import`, `avoids`, `header`, `methods`";
                self.complain(Diagnostic::new(rule.place(), message, "nothing, or several").help(help));
                RuleTask { file, rule: Rule::MainGuard }
            }
        }
    }

    /// Parses each word of a list.
    fn parsed<T: FromStr<Err: Display>>(&mut self, words: &[At<Scalar>]) -> Vec<T> {
        let mut parsed = Vec::new();
        for word in words {
            match word.value().0.parse() {
                Ok(value) => parsed.push(value),
                Err(error) => {
                    let message = format!("{error}");
                    self.complain(Diagnostic::new(word.place(), message, "not understood"));
                }
            }
        }
        parsed
    }

    pub(super) fn tests(&mut self, document: &TestsDocument) -> TestsTask {
        let program = Path::new(&document.correct.value().0).file_name().unwrap_or_default();
        let program = program.to_string_lossy().into_owned();
        let correct = self.program_under_test(&document.correct).map_or_else(Vec::new, |(_, bare)| bare);
        let wrong: Vec<(String, Vec<u8>)> =
            document.wrong.iter().filter_map(|path| self.program_under_test(path)).collect();
        // All programs get the same size, because tests can ask for it.
        let size = wrong.iter().map(|(_, bare)| bare.len()).fold(correct.len(), usize::max);
        let file = |mut content: Vec<u8>| {
            content.resize(size, b'\n');
            File { content, executable: false }
        };
        let wrong = wrong.into_iter().map(|(about, bare)| WrongProgram { about, file: file(bare) }).collect();
        TestsTask { file: self.file_name(&document.file), program, correct: file(correct), wrong }
    }

    /// Reads a program for own tests: the bug that its first line names, and the program without comments, docstrings
    /// and empty lines, which could tell a test about the bug.
    fn program_under_test(&mut self, path: &At<Scalar>) -> Option<(String, Vec<u8>)> {
        let (name, file) = self.file_beside(path)?;
        let about = String::from_utf8_lossy(&file.content).lines().next().unwrap_or_default().to_owned();
        let about = about.trim_start_matches('#').trim().trim_start_matches("Bug:").trim().to_owned();
        match rules::bare(&name.to_string_lossy(), &file.content) {
            Ok(bare) => Some((about, bare)),
            Err(reason) => {
                let message = format!("cannot take the comments out of `{}`: {reason}", path.value().0);
                let help = "tests must not find there which program is wrong; write it as Python in UTF-8";
                self.complain(Diagnostic::new(path.place(), message, "this file").help(help));
                None
            }
        }
    }
}
