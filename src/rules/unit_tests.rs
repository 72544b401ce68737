//! Finds the tests in a Python file, as `unittest` and `pytest` do, without running it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::doctests::documentation;
use super::source::{Node, Source};
use super::unit_test_marks::{Marks, marks};
use super::{Unreadable, encoding};

/// A test that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundTest {
    /// Its name, with those of the classes around it.
    pub path: Vec<String>,
    /// Whether it is a method of a test case of `unittest`.
    pub is_method_of_case: bool,
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
    /// The place of its whole definition, in bytes of the text.
    pub(super) place: Range<usize>,
}

/// The tests of a file.
#[derive(Clone, Debug)]
pub(crate) struct TestFile {
    pub(super) text: String,
    /// What stands in the place of a test that is cut out.
    pub(super) blank: &'static str,
    /// The tests, in the order of the file.
    pub tests: Vec<FoundTest>,
    /// The modules that it imports, without those below a package, each once.
    pub imports: Vec<String>,
}

impl TestFile {
    /// Finds the tests in a file.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser.
    pub(crate) fn parse(name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let source = Source::parse(name, content)?;
        let mut finder = Finder::default();
        finder.block(source.root(), &[]);
        let classes = &finder.classes;
        let mut tests: Vec<FoundTest> =
            finder.functions.iter().map(|one| found(one, &[], false, false)).collect();
        for class in classes {
            let is_case = is_case(class, classes, &mut BTreeSet::new());
            let is_plain = class.node.field("name").is_some_and(|name| name.text().starts_with("Test"));
            let mut names = BTreeSet::new();
            let mut all = Vec::new();
            methods(class, classes, &mut names, &mut all, &mut BTreeSet::new());
            let is_nested_in_plain = class.path.iter().all(|name| name.starts_with("Test"));
            if is_case || is_plain && is_nested_in_plain && !all.iter().any(|one| one.name == "__init__") {
                let tests_of_class = all.iter().filter(|one| one.name.starts_with("test"));
                tests.extend(tests_of_class.map(|one| found(one, &class.path, is_case, class.is_skipped)));
            }
        }
        // Of several with one name the last holds.
        tests.sort_by_key(|test| (test.path.clone(), std::cmp::Reverse(test.place.start)));
        tests.dedup_by(|later, first| later.path == first.path);
        tests.sort_by_key(|test| (test.place.start, test.path.clone()));
        Ok(Self { text: source.text().to_owned(), imports: imports(&source), tests, blank: "pass" })
    }

    /// Tells whether the file can be read as it is written: in UTF-8.
    pub(crate) fn is_utf_8(content: &[u8]) -> bool {
        std::str::from_utf8(content).is_ok_and(|text| encoding::hiding(text).is_none())
    }

    /// Returns the file in which this test stands alone. All lines keep their numbers.
    pub(crate) fn with_only(&self, test: &FoundTest) -> String {
        let mut alone = String::with_capacity(self.text.len());
        let mut from = 0;
        for other in &self.tests {
            let is_inside = other.place.start < from;
            if other.place == test.place
                || is_inside
                || other.place.start < test.place.end && test.place.start < other.place.end
            {
                continue;
            }
            alone.push_str(&self.text[from..other.place.start]);
            let lines = self.text[other.place.clone()].matches('\n').count();
            alone.push_str(self.blank);
            alone.extend(std::iter::repeat_n('\n', lines));
            from = other.place.end;
        }
        alone.push_str(&self.text[from..]);
        alone
    }
}

/// A class, with what is needed to find its tests.
struct Class<'a> {
    node: Node<'a>,
    /// Its name, with those of the classes around it.
    path: Vec<String>,
    /// The last parts of the names of its bases.
    bases: Vec<&'a str>,
    functions: Vec<Function<'a>>,
    is_skipped: bool,
}

/// A function or a method.
struct Function<'a> {
    name: &'a str,
    node: Node<'a>,
    /// The node with its decorators.
    whole: Node<'a>,
}

/// Collects classes, and functions outside of them that are tests.
#[derive(Default)]
struct Finder<'a> {
    classes: Vec<Class<'a>>,
    functions: Vec<Function<'a>>,
}

impl<'a> Finder<'a> {
    /// Looks at the statements of a file or a class, also at those that are carried out on a condition.
    fn block(&mut self, block: Node<'a>, path: &[String]) -> Vec<Function<'a>> {
        let mut methods = Vec::new();
        for statement in block.parts() {
            let (whole, inner) = match statement.field("definition") {
                Some(inner) if statement.is("decorated_definition") => (statement, inner),
                _ => (statement, statement),
            };
            if inner.is("function_definition") {
                let Some(name) = inner.field("name") else { continue };
                let function = Function { name: name.text(), node: inner, whole };
                match path {
                    [] if name.text().starts_with("test") => self.functions.push(function),
                    [] => {}
                    _ => methods.push(function),
                }
            } else if inner.is("class_definition") {
                self.class(inner, whole, path);
            } else if inner.kind().ends_with("_statement")
                || inner.kind().ends_with("_clause")
                || inner.is("block")
            {
                methods.extend(self.block(inner, path));
            }
        }
        methods
    }

    fn class(&mut self, node: Node<'a>, whole: Node<'a>, path: &[String]) {
        let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else { return };
        let path: Vec<String> = path.iter().cloned().chain([name.text().to_owned()]).collect();
        let bases = node.field("superclasses").into_iter().flat_map(Node::parts);
        let bases = bases.filter(|base| base.is("identifier") || base.is("attribute"));
        let bases = bases.map(|base| base.text().rsplit('.').next().unwrap_or_default()).collect();
        let functions = self.block(body, &path);
        self.classes.push(Class { node, path, bases, functions, is_skipped: marks(whole).is_skipped });
    }
}

/// Tells whether a class is a test case of `unittest`.
fn is_case(class: &Class, classes: &[Class], seen: &mut BTreeSet<usize>) -> bool {
    class.bases.iter().any(|base| {
        base.ends_with("TestCase")
            || classes.iter().any(|other| {
                other.path.last().is_some_and(|name| name == base)
                    && seen.insert(other.node.index())
                    && is_case(other, classes, seen)
            })
    })
}

/// Collects the methods of a class and of its bases in this file. Of several with one name the nearest counts.
fn methods<'c, 'a>(
    class: &'c Class<'a>,
    classes: &'c [Class<'a>],
    names: &mut BTreeSet<&'a str>,
    all: &mut Vec<&'c Function<'a>>,
    seen: &mut BTreeSet<usize>,
) {
    if !seen.insert(class.node.index()) {
        return;
    }
    // The last definition of a name is the one that holds.
    all.extend(class.functions.iter().rev().filter(|function| names.insert(function.name)));
    for base in &class.bases {
        let bases = classes.iter().filter(|other| other.path.last().is_some_and(|name| name == base));
        for other in bases {
            methods(other, classes, names, all, seen);
        }
    }
}

fn found(function: &Function, path: &[String], is_method_of_case: bool, is_skipped: bool) -> FoundTest {
    let marks = marks(function.whole);
    FoundTest {
        path: path.iter().cloned().chain([function.name.to_owned()]).collect(),
        is_method_of_case,
        package: String::new(),
        about: about(function.node),
        examples: None,
        marks: Marks { is_skipped: marks.is_skipped || is_skipped, ..marks },
        line: function.node.line() + 1,
        place: function.whole.start()..function.whole.end(),
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
        let alone = file.with_only(&file.tests[2]);
        assert_eq!(
            alone,
            "import a\n\npass\n\n\n\n\nclass TestB:\n    pass\n\n\n    def test_three(self):\n        assert 2\n"
        );
    }
}
