//! Reads the files of the instructor's tests, and finds the tests that count.

use std::ops::Range;
use std::path::Path;

use super::{Runner, Written};
use crate::rules::{FoundTest, TestFile, Unreadable};
use crate::spec::check::Checker;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{Scalar, UnitTestsDocument};
use crate::spec::yaml::At;
use crate::submission::{File, Snapshot};
use crate::unit_test::Framework;

/// The most bytes behind the files of an archive: its end, and a comment.
const MOST_AT_THE_END: usize = 22 + 0xffff;

impl Checker<'_> {
    /// Reads the files: those with tests, and all others.
    pub(crate) fn test_files(
        &mut self,
        document: &UnitTestsDocument,
        runner: Runner,
    ) -> (Vec<Written>, Snapshot) {
        let (mut written, mut beside) = (Vec::new(), Snapshot::default());
        if document.files.value().is_empty() {
            let help = "name the file with the tests: `files: [test_shapes.py]`";
            self.complain(
                Diagnostic::new(document.files.place(), "the tests have no files", "empty").help(help),
            );
        }
        let mut read: Vec<(String, Vec<u8>, Range<usize>)> = Vec::new();
        for (place, named) in document.files.value().iter().enumerate() {
            if document.files.value()[..place].iter().any(|other| other.value().0 == named.value().0) {
                let message = format!("`{}` is named twice", named.value().0);
                self.complain(
                    Diagnostic::new(named.place(), message, "a second time").help("keep one of them"),
                );
                continue;
            }
            for path in self.named_files(named) {
                self.path_of_run(&path, named);
                let Some(content) = self.read_beside(&path, named.place()) else { continue };
                if path.ends_with(".jar") && !is_archive(&content) {
                    let message = format!("`{path}` is no archive of Java");
                    let help = match content.starts_with(b"version https://git-lfs") {
                        true => "it stands for a file that Git keeps elsewhere: fetch it by `git lfs pull`",
                        false => "download it again, or leave it out",
                    };
                    self.complain(Diagnostic::new(named.place(), message, "a file of it").help(help));
                    continue;
                }
                read.push((path, content, named.place()));
            }
        }
        let is_tests: Vec<bool> = read
            .iter()
            .map(|(path, content, place)| self.is_test_file(path, content, place, runner))
            .collect();
        let tests = read.iter().zip(&is_tests).filter(|(_, is_tests)| **is_tests);
        let tests: Vec<(&str, &[u8])> =
            tests.map(|((path, content, _), _)| (path.as_str(), content.as_slice())).collect();
        let mut parsed = parsed(&tests, runner).into_iter();
        for ((path, content, place), is_tests) in read.into_iter().zip(is_tests) {
            let file = is_tests.then(|| parsed.next()).flatten();
            if let Some(Ok(TestFile { not_found: Some((written, line)), .. })) = &file {
                let message =
                    format!("`{path}` makes tests by `{written}` in line {line}, and these are not run");
                let help =
                    "write methods with `@Test`, or in version 5 with `@ParameterizedTest`; or take them out";
                self.complain(Diagnostic::new(place.clone(), message, "this file").help(help));
            }
            match file {
                Some(Ok(file)) if !file.tests.is_empty() || file.has_definitions() => {
                    written.push(Written { path, place, file });
                    continue;
                }
                Some(Err(reason)) => {
                    let message = format!("cannot find the tests in `{path}`: {reason}");
                    let help = "write simpler Python";
                    self.complain(Diagnostic::new(place, message, "this file").help(help));
                }
                Some(Ok(_)) | None => {}
            }
            beside.insert(path.into(), File { content, executable: false });
        }
        (written, beside)
    }

    /// Returns the path that is written, or all that match it.
    pub(crate) fn named_files(&mut self, named: &At<Scalar>) -> Vec<String> {
        if !named.value().0.contains('*') {
            return vec![named.value().0.clone()];
        }
        let pattern = self.path_pattern(named);
        let matching = pattern.map(|pattern| self.matching(&pattern, named.place()));
        matching.into_iter().flatten().map(|(path, _)| path).collect()
    }

    /// Tells whether tests may stand in a file.
    fn is_test_file(&mut self, path: &str, content: &[u8], place: &Range<usize>, runner: Runner) -> bool {
        let ending = Path::new(path).extension().unwrap_or_default();
        let has_tests = match runner {
            Runner::Framework(Framework::Junit) => ending == "java",
            Runner::Framework(Framework::Unittest | Framework::Pytest) => ending == "py",
            Runner::Doctest => true,
        };
        if has_tests && !TestFile::is_utf_8(content) {
            let message = format!("`{path}` is not UTF-8");
            let help = "save the file as UTF-8";
            self.complain(Diagnostic::new(place.clone(), message, "cannot be read").help(help));
            return false;
        }
        has_tests
    }

    /// Returns the tests that count, each with its file, in the order of the files.
    pub(crate) fn tests_of<'w>(
        &mut self,
        document: &UnitTestsDocument,
        runner: Runner,
        written: &'w [Written],
    ) -> Vec<(&'w Written, &'w FoundTest)> {
        let all = written.iter().flat_map(|of| of.file.tests.iter().map(move |test| (of, test)));
        let runs =
            |test: &FoundTest| runner != Runner::Framework(Framework::Unittest) || test.is_method_of_case;
        let (runnable, others): (Vec<_>, Vec<_>) = all.partition(|(_, test)| runs(test));
        let has_name = |name: &str| runnable.iter().any(|(_, test)| is_named(name, test));
        let known = || {
            let names = runnable
                .iter()
                .flat_map(|(_, test)| (1..=test.path.len()).map(|end| test.path[..end].join(".")));
            names.collect::<Vec<String>>()
        };
        let named = document.each.iter().map(|(name, value)| (name.as_str(), value.place()));
        let named = named.chain(document.without.iter().map(|name| (name.value().0.as_str(), name.place())));
        for (name, place) in named {
            if !has_name(name) && !runnable.is_empty() {
                let message = format!("there is no test `{name}`");
                let help = suggest(name, known().iter().map(String::as_str));
                self.complain(Diagnostic::new(place, message, "is in none of the files").help(help));
            }
        }
        if runnable.is_empty() && !document.files.value().is_empty() {
            let message = format!("no test for `{}` was found", runner.word());
            let help = match (runner, others.first()) {
                (Runner::Framework(Framework::Unittest), Some((of, test))) => {
                    format!("`{}` in `{}` is one for pytest: say `runner: pytest`", test.path.join("."), of.path)
                }
                (Runner::Framework(Framework::Unittest), None) => {
                    "tests are methods of classes that are derived from `unittest.TestCase`, and their names begin with `test`".to_owned()
                }
                (Runner::Framework(Framework::Junit), _) => "tests are methods with the annotation `@Test`".to_owned(),
                (Runner::Doctest, _) => "examples are lines that begin with `>>> `".to_owned(),
                (Runner::Framework(Framework::Pytest), _) => {
                    "tests are functions whose names begin with `test`, also in classes whose names begin with `Test`".to_owned()
                }
            };
            self.complain(Diagnostic::new(document.files.place(), message, "in these files").help(help));
        }
        let is_left_out = |test: &FoundTest| {
            test.marks.is_skipped
                || test.is_of_base
                || document.without.iter().any(|name| is_named(&name.value().0, test))
        };
        let has_any = !runnable.is_empty();
        let kept: Vec<_> = runnable.into_iter().filter(|(_, test)| !is_left_out(test)).collect();
        if kept.is_empty() && has_any {
            let message = "all tests are skipped or left out";
            let help = "leave fewer of them out";
            self.complain(Diagnostic::new(document.files.place(), message, "nothing is tested").help(help));
        }
        kept
    }
}

/// Finds the tests in files.
fn parsed(files: &[(&str, &[u8])], runner: Runner) -> Vec<Result<TestFile, Unreadable>> {
    match runner {
        Runner::Framework(Framework::Junit) => {
            let texts: Vec<_> = files.iter().map(|(_, content)| String::from_utf8_lossy(content)).collect();
            let texts: Vec<(&str, &str)> =
                files.iter().zip(&texts).map(|((path, _), text)| (*path, text.as_ref())).collect();
            TestFile::parse_all_java(&texts).into_iter().map(Ok).collect()
        }
        Runner::Framework(Framework::Unittest | Framework::Pytest) => TestFile::parse_all(files),
        Runner::Doctest => {
            let each = files.iter().map(|(path, content)| {
                let path = Path::new(path);
                if path.extension().is_some_and(|ending| ending == "py") {
                    return TestFile::doctests(&path.to_string_lossy(), content);
                }
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                Ok(TestFile::of_examples(&name, String::from_utf8_lossy(content).into_owned()))
            });
            each.collect()
        }
    }
}

/// Tells whether a name is that of a test, or of a class around it.
fn is_named(name: &str, test: &FoundTest) -> bool {
    (1..=test.path.len()).any(|end| test.path[..end].join(".") == name)
}

/// Tells whether a file begins and ends as a zip file does.
fn is_archive(content: &[u8]) -> bool {
    let end = &content[content.len().saturating_sub(MOST_AT_THE_END)..];
    content.starts_with(b"PK") && end.windows(4).any(|mark| mark == b"PK\x05\x06")
}
