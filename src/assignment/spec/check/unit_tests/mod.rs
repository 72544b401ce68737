//! Makes scenarios of the instructor's tests, which are found in their files without running them.

mod asked;
mod files;
mod worth;

use std::ops::Range;

use crate::language;
use crate::points::Points;
use crate::rules::{FoundTest, TestFile};
use crate::spec::check::Checker;
use crate::spec::check::groups::Defaults;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{PassDocument, SpecDocument, UnitTestsDocument};
use crate::spec::yaml::At;
use crate::spec::{Effect, Group, Hidden, Passing, Scenario, Task, UnitTestTask};
use crate::submission::{File, Snapshot};
use crate::unit_test::{Asked, Framework, UnitTest};
pub(super) use asked::asked;
use worth::settings;

/// What runs tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Runner {
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

    pub(super) fn word(self) -> &'static str {
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
pub(super) struct Written {
    pub path: String,
    pub place: Range<usize>,
    pub file: TestFile,
}

/// Returns what each of some tests is worth.
type Worth<'c, T> = fn(&mut Checker<'c>, &UnitTestsDocument, &[(&Written, &FoundTest)]) -> Vec<T>;

impl<'c> Checker<'c> {
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
        let usual = Defaults {
            hidden: document.hidden.as_ref().map_or(Hidden::Nothing, |hidden| self.hidden(hidden)),
            hint: document.hint.as_ref().map(|hint| hint.0.clone()),
            ..defaults.clone()
        };
        let (scenarios, worth) = self.unit_tests(document, &usual, Self::worth)?;
        let scenarios: Vec<Scenario> = scenarios
            .into_iter()
            .zip(worth)
            .map(|(scenario, (points, sixths))| Scenario { points, sixths, ..scenario })
            .collect();
        if scenarios.is_empty() {
            return None;
        }
        let passing = match document.pass {
            PassDocument::Each => Passing::Each,
            PassDocument::All => Passing::All,
        };
        let (name, usual) = (Some(name), usual.surroundings());
        Some(Group { name, bonus: document.bonus, passing, after, exercise: None, usual, scenarios })
    }

    /// Makes the scenarios of tests that stand in a group, and returns also the weights by which they share its points.
    pub(super) fn unit_tests_of_group(
        &mut self,
        document: &UnitTestsDocument,
        defaults: &Defaults,
    ) -> (Vec<Scenario>, Vec<u32>) {
        let has_pass = (document.pass == PassDocument::All).then(|| document.runner.place());
        let of_group = [
            ("name", document.name.as_ref().map(At::place)),
            ("points", document.points.as_ref().map(At::place)),
            ("bonus", document.bonus.then(|| document.runner.place())),
            ("pass", has_pass),
            ("after", document.after.first().map(At::place)),
            ("hidden", document.hidden.as_ref().map(At::place)),
            ("hint", document.hint.as_ref().map(|_| document.runner.place())),
        ];
        for (key, place) in of_group {
            let Some(place) = place else { continue };
            let message = format!("tests in a group have no `{key}` of their own");
            let help = format!("say `{key}` in the group, or make `tests:` outside of groups of them");
            self.complain(Diagnostic::new(place, message, "belongs to the group").help(help));
        }
        self.unit_tests(document, defaults, Self::shares_of_group).unwrap_or_default()
    }

    /// Makes the scenarios of tests, without points, and returns also what they are worth.
    fn unit_tests<T>(
        &mut self,
        document: &UnitTestsDocument,
        defaults: &Defaults,
        worth: Worth<'c, T>,
    ) -> Option<(Vec<Scenario>, Vec<T>)> {
        let runner = self.runner(document)?;
        self.is_of_their_language(document, runner);
        let (written, beside) = self.test_files(document, runner);
        let tests = self.tests_of(document, runner, &written);
        let worth = worth(self, document, &tests);
        let names = self.names_of(document, &tests);
        let scenarios = tests
            .iter()
            .zip(names)
            .enumerate()
            .map(|(number, ((of, test), name))| {
                let own = settings(document, test).collect::<Vec<_>>();
                let hidden = own.iter().find_map(|own| own.hidden.as_ref()).map(|hidden| self.hidden(hidden));
                let hint = own
                    .iter()
                    .find_map(|own| own.hint.as_ref())
                    .map(|hint| &hint.0)
                    .or(defaults.hint.as_ref());
                let task = match (runner, &test.examples) {
                    (Runner::Framework(framework), _) => {
                        Task::UnitTest(unit_test(framework, of, test, &written, &beside, &self.asked))
                    }
                    (Runner::Doctest, examples) => {
                        let examples = examples.as_deref().unwrap_or_default();
                        Task::Session(self.doctest(examples, &of.path, &of.place, defaults))
                    }
                };
                let hidden = hidden.or_else(|| visibility(test)).unwrap_or(defaults.hidden);
                let is_secret = !matches!(hidden, Hidden::Nothing | Hidden::Everything);
                Scenario {
                    alias: is_secret.then(|| format!("hidden test {}", number + 1)),
                    name,
                    points: Points::ZERO,
                    sixths: None,
                    effect: Effect::Points,
                    hidden,
                    hint: hint.map(|hint| hint.trim_end().to_owned()),
                    place: of.place.clone(),
                    task,
                }
            })
            .collect();
        Some((scenarios, worth))
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
}

/// Returns the task of a test, with the files that it needs, and no other test in them.
fn unit_test(
    framework: Framework,
    of: &Written,
    test: &FoundTest,
    written: &[Written],
    beside: &Snapshot,
    asked: &Asked,
) -> UnitTestTask {
    let mut files = beside.clone();
    let is_needed = |other: &&Written| {
        other.path == of.path || of.file.needs.contains(&other.path) || other.file.tests.is_empty()
    };
    for other in written.iter().filter(is_needed) {
        let content = other.file.with_only(test, framework == Framework::Unittest).into_bytes();
        files.insert(other.path.clone().into(), File { content, executable: false });
    }
    UnitTestTask {
        test: UnitTest {
            framework,
            path: test.path.clone(),
            package: test.package.clone(),
            file: of.path.clone(),
            origin: test.origin.clone(),
            files,
            asked: asked.clone(),
        },
        most: test.marks.partial_credit.as_ref().and_then(|most| most.parse().ok()),
        told_instead: test.marks.hide_errors.clone(),
    }
}

/// Returns what a decorator says about who sees the result.
fn visibility(test: &FoundTest) -> Option<Hidden> {
    match test.marks.visibility.as_deref()? {
        "visible" => Some(Hidden::Nothing),
        "hidden" => Some(Hidden::Everything),
        "after_due_date" => Some(Hidden::AfterDue),
        "after_published" => Some(Hidden::Result),
        _ => None,
    }
}
