//! Finds the tests in Python files, as `unittest` and `pytest` do, without running them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::doctests::documentation;
use super::source::{Node, Source};
use super::unit_test_classes::{Function, Module, Modules};
use super::unit_test_marks::{Marks, marks};
use super::{Unreadable, encoding};

/// A test that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTest {
    /// Its name, with those of the classes around it.
    pub path: Vec<String>,
    /// Whether it is a method of a test case of `unittest`.
    pub is_method_of_case: bool,
    /// Whether its class only serves others as their base: these have the test, and it is not run itself.
    pub is_of_base: bool,
    /// The package of its class; empty if it has none.
    pub package: String,
    /// The first line of its documentation.
    pub about: Option<String>,
    /// What its decorators say.
    pub marks: Marks,
    /// The examples of a doctest: the text that holds them.
    pub examples: Option<String>,
    /// The line, from 1, in which its definition begins.
    pub line: usize,
    /// The file with its definition, if that is not the file of its class.
    pub origin: Option<String>,
    /// The places of definitions without which it does not run, in bytes of their files. The first is its own.
    pub(super) needs: Vec<(String, Range<usize>)>,
}

/// The tests of a file.
#[derive(Clone, Debug)]
pub struct TestFile {
    pub(super) path: String,
    pub(super) text: String,
    /// The definitions of tests, and whether they stand in test cases of `unittest`. A class in another file may have them.
    pub(super) definitions: Vec<(Range<usize>, bool)>,
    /// What stands in the place of a test that is cut out.
    pub(super) blank: &'static str,
    /// What makes tests in another way, which are not found, and its line, from 1.
    pub not_found: Option<(String, usize)>,
    /// The tests, in the order of the file.
    pub tests: Vec<FoundTest>,
    /// The modules that it imports, without those below a package, each once.
    pub imports: Vec<String>,
    /// The other files that it needs, by their paths, in all steps.
    pub needs: BTreeSet<String>,
}

impl TestFile {
    /// Finds the tests in a file alone.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser.
    pub fn parse(path: &str, content: &[u8]) -> Result<Self, Unreadable> {
        Self::parse_all(&[(path, content)]).remove(0)
    }

    /// Finds the tests in files that may import each other: a class has its tests also from a base in another of them.
    pub fn parse_all(files: &[(&str, &[u8])]) -> Vec<Result<Self, Unreadable>> {
        let sources: Vec<Result<Source, Unreadable>> =
            files.iter().map(|(path, content)| Source::parse(path, content)).collect();
        let readable = files.iter().zip(&sources);
        let readable = readable.filter_map(|((path, _), source)| Some((*path, source.as_ref().ok()?)));
        let modules = Modules(readable.map(|(path, source)| Module::new(path, source)).collect());
        let tests: Vec<Vec<FoundTest>> = (0..modules.0.len()).map(|at| tests_of(&modules, at)).collect();
        let all: Vec<(String, Range<usize>, bool)> = (tests.iter().flatten())
            .map(|test| (test.needs[0].0.clone(), test.needs[0].1.clone(), test.is_method_of_case))
            .collect();
        let mut found = modules.0.iter().zip(tests).enumerate().map(|(at, (module, tests))| {
            let own = all.iter().filter(|(path, _, _)| path == module.path);
            let mut definitions: Vec<(Range<usize>, bool)> =
                own.map(|(_, place, is_of_case)| (place.clone(), *is_of_case)).collect();
            definitions.sort_by_key(|(place, is_of_case)| (place.start, place.end, !is_of_case));
            definitions.dedup_by(|later, first| later.0 == first.0);
            Self {
                path: module.path.to_owned(),
                text: module.source.text().to_owned(),
                definitions,
                blank: "pass",
                not_found: None,
                tests,
                imports: imports(module.source),
                needs: modules.needs(at),
            }
        });
        let files = sources.iter().map(|source| match source {
            Ok(_) => Ok(found.next().expect("each source is a module")),
            Err(reason) => Err(*reason),
        });
        files.collect()
    }

    /// Tells whether the file can be read as it is written: in UTF-8.
    pub fn is_utf_8(content: &[u8]) -> bool {
        std::str::from_utf8(content).is_ok_and(|text| encoding::hiding(text).is_none())
    }

    /// Tells whether a test stands here, of this file or of a class in another one.
    pub fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// Returns the file with the definitions of no test but this one. All lines keep their numbers.
    ///
    /// For `unittest`, functions outside of test cases are no tests, whatever they are called.
    pub fn with_only(&self, test: &FoundTest, is_unittest: bool) -> String {
        let needed: Vec<&Range<usize>> =
            test.needs.iter().filter(|(path, _)| *path == self.path).map(|(_, place)| place).collect();
        let mut alone = String::with_capacity(self.text.len());
        let mut from = 0;
        for (place, is_of_case) in &self.definitions {
            let meets = |one: &&Range<usize>| place.start < one.end && one.start < place.end;
            if place.start < from || is_unittest && !is_of_case || needed.iter().any(meets) {
                continue;
            }
            alone.push_str(&self.text[from..place.start]);
            let lines = self.text[place.clone()].matches('\n').count();
            alone.push_str(self.blank);
            alone.extend(std::iter::repeat_n('\n', lines));
            from = place.end;
        }
        alone.push_str(&self.text[from..]);
        alone
    }
}

/// Returns the tests of one of some files.
fn tests_of(modules: &Modules, at: usize) -> Vec<FoundTest> {
    let module = &modules.0[at];
    let needs = |function: &Function| (module.path.to_owned(), function.place());
    let mut tests: Vec<FoundTest> =
        module.functions.iter().map(|one| found(one, &[], false, vec![needs(one)])).collect();
    for (place, class) in module.classes.iter().enumerate() {
        let line = modules.line((at, place));
        let is_case = class.path.len() == 1 && modules.is_case((at, place));
        let is_plain = class.path.iter().all(|name| name.starts_with("Test"));
        let has_own_start =
            || line.iter().any(|one| modules.class(*one).functions.iter().any(|one| one.name == "__init__"));
        let is_deleted = class.path.len() == 1 && module.deleted.contains(&class.name());
        if is_deleted || !is_case && (!is_plain || has_own_start()) {
            continue;
        }
        let is_skipped = line.iter().any(|one| modules.class(*one).is_skipped);
        let is_of_base = !is_named_as_tests(module.path) && modules.is_base_elsewhere((at, place));
        let mut names = BTreeSet::new();
        for one in &line {
            let holder = modules.class(*one);
            // The last definition of a name is the one that holds.
            for function in holder.functions.iter().rev().filter(|function| function.name.starts_with("test"))
            {
                if !names.insert(function.name) {
                    continue;
                }
                // What it overrides is there for it to call.
                let same = line.iter().flat_map(|one| {
                    let path = modules.0[one.0].path;
                    let all = modules.class(*one).functions.iter();
                    all.filter(|other| other.name == function.name)
                        .map(move |other| (path.to_owned(), other.place()))
                });
                let own = (modules.0[one.0].path.to_owned(), function.place());
                let others = same.filter(|other| *other != own).collect::<Vec<_>>();
                let mut test = found(function, &class.path, is_case, [vec![own], others].concat());
                test.marks.is_skipped |= is_skipped;
                test.is_of_base = is_of_base;
                test.origin = (one.0 != at).then(|| modules.0[one.0].path.to_owned());
                tests.push(test);
            }
            names.extend(holder.emptied.iter().copied());
        }
    }
    let in_order = |test: &FoundTest| (test.origin.is_some(), test.needs[0].1.start);
    // Of several with one name the last holds.
    tests.sort_by_key(|test| (test.path.clone(), std::cmp::Reverse(in_order(test))));
    tests.dedup_by(|later, first| later.path == first.path);
    tests.sort_by_key(|test| (in_order(test), test.path.clone()));
    tests
}

/// Tells whether a file is called as those in which the runners look for tests.
fn is_named_as_tests(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let name = name.trim_end_matches(".py");
    name.starts_with("test") || name.ends_with("test") || name.ends_with("tests")
}

fn found(
    function: &Function,
    path: &[String],
    is_method_of_case: bool,
    needs: Vec<(String, Range<usize>)>,
) -> FoundTest {
    FoundTest {
        path: path.iter().cloned().chain([function.name.to_owned()]).collect(),
        is_method_of_case,
        is_of_base: false,
        package: String::new(),
        about: about(function.node),
        examples: None,
        marks: marks(function.whole),
        line: function.node.line() + 1,
        origin: None,
        needs,
    }
}

/// Returns the modules that a file imports: of `a.b` the name `a`, and nothing of relative imports.
pub(super) fn imports(source: &Source) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in source.nodes() {
        let modules: Vec<Node> = if node.is("import_statement") {
            node.parts()
                .map(|part| part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part))
                .collect()
        } else if node.is("import_from_statement") {
            node.field("module_name").into_iter().collect()
        } else {
            continue;
        };
        for module in modules.into_iter().filter(|module| module.is("dotted_name")) {
            let name = module.text().split('.').next().unwrap_or_default().trim().to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the first line of the documentation of a function.
fn about(function: Node) -> Option<String> {
    let text = documentation(function.field("body")?)?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let file = TestFile::parse("test_a.py", text.as_bytes()).unwrap();
        file.tests.iter().map(|test| test.path.join(".")).collect()
    }

    #[test]
    fn functions_plain_classes_and_test_cases_are_found() {
        let text = "import unittest\n\ndef test_a(): pass\n\ndef helper(): pass\n\nclass TestB:\n    def test_c(self): pass\n    \
                    class TestD:\n        def test_e(self): pass\n\nclass Own(unittest.TestCase):\n    def test_f(self): pass\n    \
                    def setUp(self): pass\n\nclass Other:\n    def test_g(self): pass\n\nclass TestH:\n    def __init__(self): pass\n    \
                    def test_i(self): pass\n\nif True:\n    def test_j(): pass\n";
        assert_eq!(names(text), ["test_a", "TestB.test_c", "TestB.TestD.test_e", "Own.test_f", "test_j"]);
        assert_eq!(names("def test_a(): pass\n\ndef test_a(): pass\n"), ["test_a"]);
    }

    #[test]
    fn tests_of_a_base_belong_to_each_class() {
        let text = "class Shared:\n    def test_a(self): pass\n    def test_b(self): pass\n\nclass One(Shared, unittest.TestCase):\n    \
                    def test_b(self): pass\n\nclass Two(One):\n    pass\n";
        assert_eq!(names(text), ["One.test_a", "Two.test_a", "One.test_b", "Two.test_b"]);
    }

    #[test]
    fn decorators_and_documentation_are_read() {
        let text = "class T(unittest.TestCase):\n    @weight(2.5)\n    @number('1.1')\n    @visibility(\"hidden\")\n    \
                    @hide_errors()\n    def test_a(self):\n        '''\n        Area of a square\n        '''\n\n    \
                    @unittest.skip('later')\n    def test_b(self): pass\n";
        let file = TestFile::parse("test_a.py", text.as_bytes()).unwrap();
        let [a, b] = file.tests.as_slice() else { panic!("{:?}", file.tests) };
        assert_eq!(a.about.as_deref(), Some("Area of a square"));
        let text = |text: &str| Some(text.to_owned());
        let expected = Marks {
            weight: text("2.5"),
            number: text("1.1"),
            visibility: text("hidden"),
            hide_errors: text("Test failed"),
            ..Marks::default()
        };
        assert_eq!(a.marks, expected);
        assert!(b.marks.is_skipped);
    }

    #[test]
    fn a_test_stands_alone_and_keeps_its_line() {
        let text = "import a\n\n@parametrize('x', [1,\n    2])\ndef test_one(x):\n    assert x\n\nclass TestB:\n    def test_two(self):\n        \
                    assert 1\n\n    def test_three(self):\n        assert 2\n";
        let file = TestFile::parse("test_a.py", text.as_bytes()).unwrap();
        let alone = file.with_only(&file.tests[2], false);
        assert_eq!(
            alone,
            "import a\n\npass\n\n\n\n\nclass TestB:\n    pass\n\n\n    def test_three(self):\n        assert 2\n"
        );
    }
}
