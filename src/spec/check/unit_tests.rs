//! Makes scenarios of the instructor's tests, which are found in their files without running them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::Checker;
use super::groups::Defaults;
use crate::language;
use crate::points::{Points, Sixths};
use crate::rules::{FoundTest, TestFile};
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{PassDocument, Scalar, SpecDocument, UnitTestDocument, UnitTestsDocument};
use crate::spec::yaml::At;
use crate::spec::{Effect, Group, Hidden, Passing, Scenario, Task, UnitTestTask};
use crate::submission::{File, Snapshot};
use crate::unit_test::{Framework, UnitTest};

/// The longest name that is taken from the documentation of a test, in characters.
const LONGEST: usize = 100;

/// What runs tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runner {
    Framework(Framework),
    /// The lines of a doctest are typed as a session is.
    Doctest,
}

impl Runner {
    const ALL: [Self; 4] = [
        Self::Framework(Framework::Unittest),
        Self::Framework(Framework::Pytest),
        Self::Framework(Framework::Junit),
        Self::Doctest,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Framework(framework) => framework.word(),
            Self::Doctest => "doctest",
        }
    }

    fn language(self) -> &'static str {
        match self {
            Self::Framework(framework) => framework.language(),
            Self::Doctest => "python",
        }
    }
}

/// A file with tests.
struct Written {
    path: String,
    place: Range<usize>,
    file: TestFile,
}

impl Checker<'_> {
    /// Makes a group of each part of `tests`.
    pub(super) fn unit_test_groups(
        &mut self,
        document: &SpecDocument,
        defaults: &Defaults,
        groups: &mut Vec<Group>,
    ) {
        for tests in &document.tests.0 {
            let group = self.unit_test_group(tests, defaults, groups);
            if let Some(group) = group {
                groups.push(group);
            }
        }
    }

    fn unit_test_group(
        &mut self,
        document: &UnitTestsDocument,
        defaults: &Defaults,
        groups: &[Group],
    ) -> Option<Group> {
        let name =
            document.name.as_ref().map_or_else(|| "Tests".to_owned(), |name| self.named(name, "the group"));
        let place = document.name.as_ref().map_or_else(|| document.runner.place(), At::place);
        if groups.iter().any(|group| group.name.as_ref() == Some(&name)) {
            let message = format!("there is another group called `{name}`");
            let help = "give each its own `name`";
            self.complain(Diagnostic::new(place.clone(), message, "a second time").help(help));
        }
        let after = self.after(&document.after, groups);
        let runner = self.runner(document)?;
        self.is_of_their_language(document, runner);
        let (written, beside) = self.test_files(document, runner);
        let tests = self.tests_of(document, runner, &written);
        let worth = self.worth(document, &tests);
        let usual = document.hidden.as_ref().map_or(Hidden::Nothing, |hidden| self.hidden(hidden));
        let names = self.names_of(document, &tests);
        let scenarios: Vec<Scenario> = tests
            .iter()
            .zip(worth)
            .zip(names)
            .enumerate()
            .map(|(number, (((of, test), (points, sixths)), name))| {
                let own = settings(document, test).collect::<Vec<_>>();
                let hidden = own.iter().find_map(|own| own.hidden.as_ref()).map(|hidden| self.hidden(hidden));
                let hint = own.iter().find_map(|own| own.hint.as_ref()).or(document.hint.as_ref());
                let task = match (runner, &test.examples) {
                    (Runner::Framework(framework), _) => {
                        Task::UnitTest(unit_test(framework, of, test, &beside))
                    }
                    (Runner::Doctest, examples) => {
                        let examples = examples.as_deref().unwrap_or_default();
                        Task::Session(self.doctest(examples, &of.path, &of.place, defaults))
                    }
                };
                let hidden = hidden.or_else(|| visibility(test)).unwrap_or(usual);
                let is_secret = matches!(hidden, Hidden::Details | Hidden::Result);
                Scenario {
                    alias: is_secret.then(|| format!("hidden test {}", number + 1)),
                    name,
                    points,
                    sixths,
                    effect: Effect::Points,
                    hidden,
                    hint: hint.map(|hint| hint.0.trim_end().to_owned()),
                    place: of.place.clone(),
                    task,
                }
            })
            .collect();
        if scenarios.is_empty() {
            return None;
        }
        let passing = match document.pass {
            PassDocument::Each => Passing::Each,
            PassDocument::All => Passing::All,
        };
        Some(Group { name: Some(name), bonus: document.bonus, passing, after, exercise: None, scenarios })
    }

    fn runner(&mut self, document: &UnitTestsDocument) -> Option<Runner> {
        let word = document.runner.value().0.as_str();
        let found = Runner::ALL.into_iter().find(|one| one.word() == word);
        if found.is_none() {
            let message = format!("no runner of tests is called `{word}`");
            let help = suggest(word, Runner::ALL.map(Runner::word));
            self.complain(Diagnostic::new(document.runner.place(), message, "not known").help(help));
        }
        found
    }

    /// Tests run together with the submission, which must be in their language.
    fn is_of_their_language(&mut self, document: &UnitTestsDocument, runner: Runner) {
        let wanted = runner.language();
        let other = self.language.filter(|language| language.name != wanted);
        if let Some(language) = other {
            let message = format!(
                "`{}` tests {}, and `{}` is {}",
                runner.word(),
                language::find(wanted).map_or(wanted, |language| language.title.as_str()),
                self.entry,
                language.title
            );
            let help = "compare what the program prints, or type sessions at it";
            self.complain(
                Diagnostic::new(document.runner.place(), message, "in another language").help(help),
            );
        }
    }

    /// Reads the files: those with tests, and all others.
    fn test_files(&mut self, document: &UnitTestsDocument, runner: Runner) -> (Vec<Written>, Snapshot) {
        let (mut written, mut beside) = (Vec::new(), Snapshot::default());
        if document.files.value().is_empty() {
            let help = "name the file with the tests: `files: [test_shapes.py]`";
            self.complain(
                Diagnostic::new(document.files.place(), "the tests have no files", "empty").help(help),
            );
        }
        for named in document.files.value() {
            for path in self.named_files(named) {
                self.path_of_run(&path, named);
                let Some(content) = self.read_beside(&path, named.place()) else { continue };
                let parsed = self.test_file(&path, &content, named.place(), runner);
                match parsed {
                    Some(file) if !file.tests.is_empty() => {
                        written.push(Written { path, place: named.place(), file });
                    }
                    _ => beside.insert(path.into(), File { content, executable: false }),
                }
            }
        }
        (written, beside)
    }

    /// Returns the path that is written, or all that match it.
    fn named_files(&mut self, named: &At<Scalar>) -> Vec<String> {
        if !named.value().0.contains('*') {
            return vec![named.value().0.clone()];
        }
        let pattern = self.path_pattern(named);
        let matching = pattern.map(|pattern| self.matching(&pattern, named.place()));
        matching.into_iter().flatten().map(|(path, _)| path).collect()
    }

    fn test_file(
        &mut self,
        path: &str,
        content: &[u8],
        place: Range<usize>,
        runner: Runner,
    ) -> Option<TestFile> {
        let ending = Path::new(path).extension().unwrap_or_default();
        let (is_python, is_java) = (ending == "py", ending == "java");
        let has_tests = match runner {
            Runner::Framework(Framework::Junit) => is_java,
            Runner::Framework(Framework::Unittest | Framework::Pytest) => is_python,
            Runner::Doctest => true,
        };
        if !has_tests {
            return None;
        }
        if !TestFile::is_utf_8(content) {
            let message = format!("`{path}` is not UTF-8");
            self.complain(Diagnostic::new(place, message, "cannot be read").help("save the file as UTF-8"));
            return None;
        }
        let parsed = match runner {
            Runner::Framework(Framework::Junit) => {
                Ok(TestFile::parse_java(&String::from_utf8_lossy(content)))
            }
            Runner::Framework(Framework::Unittest | Framework::Pytest) => TestFile::parse(path, content),
            Runner::Doctest if is_python => TestFile::doctests(path, content),
            Runner::Doctest => {
                let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
                Ok(TestFile::of_examples(&name, String::from_utf8_lossy(content).into_owned()))
            }
        };
        match parsed {
            Ok(file) => Some(file),
            Err(reason) => {
                let message = format!("cannot find the tests in `{path}`: {reason}");
                self.complain(Diagnostic::new(place, message, "this file").help("write simpler Python"));
                None
            }
        }
    }

    /// Returns the tests that count, each with its file, in the order of the files.
    fn tests_of<'w>(
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
            test.marks.is_skipped || document.without.iter().any(|name| is_named(&name.value().0, test))
        };
        let has_any = !runnable.is_empty();
        let kept: Vec<_> = runnable.into_iter().filter(|(_, test)| !is_left_out(test)).collect();
        if kept.is_empty() && has_any {
            let message = "all tests are skipped or left out";
            self.complain(Diagnostic::new(document.files.place(), message, "nothing is tested"));
        }
        kept
    }

    /// Shares the points. Where some tests say what they are worth, those that do not are worth nothing.
    fn worth(
        &mut self,
        document: &UnitTestsDocument,
        tests: &[(&Written, &FoundTest)],
    ) -> Vec<(Points, Option<Sixths>)> {
        let marked =
            |test: &FoundTest| test.marks.weight.clone().or_else(|| test.marks.partial_credit.clone());
        let usual = if tests.iter().any(|(_, test)| marked(test).is_some()) {
            Points::ZERO
        } else {
            Points::whole(1)
        };
        let mut weights: Vec<Points> = Vec::new();
        for (of, test) in tests {
            let own = settings(document, test).find_map(|own| own.weight.as_ref());
            weights.push(match (own, marked(test)) {
                (Some(own), _) => self.points(own),
                (None, Some(marked)) => marked.parse().unwrap_or_else(|error| {
                    let message = format!("`{marked}` is no weight: {error}");
                    let label = format!("line {} of this file", test.line);
                    self.complain(
                        Diagnostic::new(of.place.clone(), message, label).help("such as `@weight(2)`"),
                    );
                    Points::ZERO
                }),
                (None, None) => usual,
            });
        }
        let total: Points = weights.iter().copied().sum();
        let points = match &document.points {
            Some(points) => self.points(points),
            None if tests.iter().any(|(_, test)| marked(test).is_some()) => total,
            None => {
                let message = "nothing says what the tests are worth";
                let help = "say what they share, such as `points: 20`; or give each its own in the file, with `@weight(2)`";
                self.complain(Diagnostic::new(document.runner.place(), message, "no `points`").help(help));
                Points::ZERO
            }
        };
        if total == Points::ZERO && points > Points::ZERO && !tests.is_empty() {
            let message = "nobody can earn the points of these tests";
            let place = document.points.as_ref().map_or_else(|| document.runner.place(), At::place);
            let help = "give at least one test a weight above 0";
            self.complain(Diagnostic::new(place, message, "all weights are 0").help(help));
        }
        let divisor =
            weights.iter().fold(0, |divisor, weight| common_divisor(divisor, weight.weight())).max(1);
        let weights: Vec<u32> = weights.iter().map(|weight| weight.weight() / divisor).collect();
        let total = weights.iter().map(|&weight| u64::from(weight)).sum();
        let shares = points.shares(&weights).into_iter().zip(&weights);
        shares.map(|(share, &weight)| (share, Sixths::of(points, weight, total))).collect()
    }

    /// Names the tests: as the spec says, or by their documentation, as long as no two have the same.
    fn names_of(&mut self, document: &UnitTestsDocument, tests: &[(&Written, &FoundTest)]) -> Vec<String> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let wanted: Vec<String> = tests
            .iter()
            .map(|(_, test)| {
                let exact = document.each.get(&test.path.join(".")).and_then(|own| own.value().name.as_ref());
                exact.map(|name| self.named(name, "the test")).unwrap_or_else(|| usual_name(test))
            })
            .collect();
        for name in &wanted {
            *taken.entry(name.clone()).or_default() += 1;
        }
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let named = wanted.into_iter().zip(tests).map(|(name, (of, test))| {
            let name = if taken[&name] > 1 { test.path.join(".") } else { name };
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            // Two files may have a test of one name.
            if *count > 1 { format!("{name} in {}", of.path) } else { name }
        });
        named.collect()
    }
}

/// Returns the task of a test, with its own file and those beside it.
fn unit_test(framework: Framework, of: &Written, test: &FoundTest, beside: &Snapshot) -> UnitTestTask {
    let mut files = beside.clone();
    let content = of.file.with_only(test).into_bytes();
    files.insert(of.path.clone().into(), File { content, executable: false });
    UnitTestTask {
        test: UnitTest {
            framework,
            path: test.path.clone(),
            package: test.package.clone(),
            file: of.path.clone(),
            files,
        },
        most: test.marks.partial_credit.as_ref().and_then(|most| most.parse().ok()),
        told_instead: test.marks.hide_errors.clone(),
    }
}

fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// Tells whether a name is that of a test, or of a class around it.
fn is_named(name: &str, test: &FoundTest) -> bool {
    (1..=test.path.len()).any(|end| test.path[..end].join(".") == name)
}

/// Returns what the spec says about a test, the nearest first.
fn settings<'d>(
    document: &'d UnitTestsDocument,
    test: &FoundTest,
) -> impl Iterator<Item = &'d UnitTestDocument> {
    let names: Vec<String> = (1..=test.path.len()).rev().map(|end| test.path[..end].join(".")).collect();
    names.into_iter().filter_map(|name| document.each.get(&name).map(At::value))
}

fn usual_name(test: &FoundTest) -> String {
    let about = test.about.clone().unwrap_or_else(|| test.path.join("."));
    let name = match &test.marks.number {
        Some(number) => format!("{number}) {about}"),
        None => about,
    };
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

/// Returns what a decorator says about who sees the result.
fn visibility(test: &FoundTest) -> Option<Hidden> {
    match test.marks.visibility.as_deref()? {
        "visible" => Some(Hidden::Nothing),
        "hidden" => Some(Hidden::Everything),
        "after_due_date" | "after_published" => Some(Hidden::Result),
        _ => None,
    }
}
