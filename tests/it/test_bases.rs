//! Tests of the instructor whose classes have them from a base, also from one in another file.

use serde_json::Value;

use super::optional;
use super::scratch::{Scratch, named};
use super::unit_tests::has_pytest;

const RIGHT: &str = "def area(a, b):\n    return a * b\n\n\ndef border(a, b):\n    return 2 * (a + b)\n";
const WRONG: &str = "def area(a, b):\n    return a + b\n\n\ndef border(a, b):\n    return 2 * (a + b)\n";

/// A base that is no test case itself, one that is abstract, and one above it in a package.
const BASE: &str = "import unittest\nimport shapes\nfrom helpers.sums import *\n\n\n\
                    class Mixin:\n    def test_area(self):\n        self.assertEqual(self.tried(shapes.area), self.product)\n\n    \
                    def test_border(self):\n        self.assertEqual(self.tried(shapes.border), self.around)\n\n\n\
                    class Shared(Sums):\n    def test_order(self):\n        self.assertEqual(shapes.area(*self.sides[::-1]), self.product)\n";
const SUMS: &str = "from unittest import TestCase as Case\n\n\nclass Sums(Case):\n    sides = product = around = None\n\n    \
                    def tried(self, function):\n        return function(*self.sides)\n\n    \
                    def test_order(self):\n        raise NotImplementedError\n\n    \
                    def test_types(self):\n        import shapes\n        self.assertIs(type(shapes.area(*self.sides)), int)\n";
const SMALL: &str = "import base\nfrom base import Mixin as Both, Shared\n\n\n\
                     class Small(Both, base.Shared):\n    sides, product, around = (2, 2), 4, 8\n\n\n\
                     class Large(Both, Shared):\n    sides, product, around = (3, 4), 12, 14\n    test_border = None\n";
/// Its `Shared` is another one.
const OTHER: &str = "import unittest\nimport shapes\nfrom test_small import Small\n\n\n\
                     class Shared(unittest.TestCase):\n    def test_nothing(self):\n        self.assertEqual(shapes.area(0, 1), 0)\n\n\n\
                     class Mine(Shared):\n    def test_one(self):\n        self.assertEqual(shapes.area(1, 1), 1)\n";

fn graded(folder: &Scratch) -> Value {
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    folder.results()
}

/// Names and verdicts of the scenarios of a submission.
fn rows(results: &Value, submission: &str) -> Vec<String> {
    let scenarios = named(results, submission)["scenarios"].as_array().unwrap();
    let row =
        |one: &Value| format!("{}: {}", one["name"].as_str().unwrap(), one["verdict"].as_str().unwrap());
    scenarios.iter().map(row).collect()
}

fn python(runner: &str, files: &str) -> Scratch {
    Scratch::new(&format!(
        "assignment: shapes\nsubmission: {{ files: [shapes.py] }}\nreference: {{ files: [solution.py] }}\n\
         tests: {{ runner: {runner}, files: [{files}], points: 18 }}\n"
    ))
    .write("solution.py", RIGHT)
    .write("class/right/shapes.py", RIGHT)
}

#[test]
fn a_class_has_the_tests_of_its_bases_in_other_files() {
    let runners = [Some("unittest"), has_pytest().then_some("pytest")];
    for runner in runners.into_iter().flatten() {
        let folder = python(runner, "test_small.py, test_other.py, base.py, helpers/sums.py")
            .write("test_small.py", SMALL)
            .write("test_other.py", OTHER)
            .write("base.py", BASE)
            .write("helpers/sums.py", SUMS)
            .write("class/wrong/shapes.py", WRONG);
        let names = [
            ("Large.test_area", false),
            ("Small.test_area", true),
            ("Small.test_border", true),
            ("Large.test_order", false),
            ("Small.test_order", true),
            ("Large.test_types", true),
            ("Small.test_types", true),
            ("Shared.test_nothing", false),
            ("Mine.test_nothing", false),
            ("Mine.test_one", false),
        ];
        let all = |is_right: bool| {
            let mut rows: Vec<String> = names
                .iter()
                .map(|(name, passes)| {
                    format!("{name}: {}", if *passes || is_right { "accepted" } else { "wrong answer" })
                })
                .collect();
            rows.sort();
            rows
        };
        let results = graded(&folder);
        for (submission, is_right) in [("right", true), ("wrong", false)] {
            let mut rows = rows(&results, submission);
            rows.sort();
            assert_eq!(rows, all(is_right), "{runner}");
        }
        let page = folder.read("yardstick-results/feedback/wrong.txt");
        let told = "self.assertEqual(self.tried(shapes.area), self.product)";
        assert!(page.contains(told) && page.contains("(line 8 of `base.py`)"), "{runner}: {page}");
    }
}

/// What a base decides cannot be replaced either.
#[test]
fn who_replaces_a_test_of_a_base_passes_nothing() {
    let base = "import unittest\nimport shapes\n\n\nclass Shared(unittest.TestCase):\n    def setUp(self):\n        \
                self.got = shapes.area(3, 4)\n\n    def test_area(self):\n        self.assertEqual(self.got, self.product)\n";
    let class = "import base\n\n\nclass Own(base.Shared):\n    product = 12\n";
    let evil = "import sys\n\n\ndef area(a, b):\n    sys.modules['base'].Shared.test_area = lambda self: None\n    return 0\n";
    let folder = python("unittest", "test_own.py, base.py")
        .write("base.py", base)
        .write("test_own.py", class)
        .write("class/evil/shapes.py", evil);
    let results = graded(&folder);
    assert_eq!(rows(&results, "right"), ["Own.test_area: accepted"]);
    assert_eq!(rows(&results, "evil"), ["Own.test_area: no result"]);
}

#[test]
fn java_classes_have_the_tests_of_their_bases_in_other_files() {
    if optional::found("javac").is_none() {
        return;
    }
    let libraries =
        ["junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params", "junit-platform-commons"];
    let more = ["junit-platform-engine", "junit-platform-launcher", "opentest4j", "apiguardian-api"];
    let spec = "assignment: shapes\nsubmission: { files: [Shapes.java] }\ntests:\n  runner: junit\n  \
                files: [tests/TestSmall.java, tests/BaseTest.java, tests/Sides.java, 'lib/*.jar']\n  points: 6\n";
    let shapes = "public class Shapes {\n    public static int area(int a, int b) { return a * b; }\n    \
                  public static void main(String[] args) { }\n}\n";
    let base = "package checks;\n\nimport org.junit.jupiter.api.*;\n\npublic abstract class BaseTest {\n    \
                protected abstract int product();\n\n    @Test\n    public void area() throws Exception {\n        \
                Assertions.assertEquals(product(), area(3, 4));\n    }\n\n    static int area(int a, int b) throws Exception {\n        \
                return (int) Class.forName(\"Shapes\").getMethod(\"area\", int.class, int.class).invoke(null, a, b);\n    }\n}\n";
    let sides = "package checks;\n\nimport org.junit.jupiter.api.*;\n\npublic interface Sides {\n    @Test\n    \
                 default void zero() throws Exception {\n        Assertions.assertEquals(0, BaseTest.area(0, 4));\n    }\n}\n";
    let small = "import checks.BaseTest;\nimport org.junit.jupiter.api.*;\n\nclass TestSmall extends BaseTest implements checks.Sides {\n    \
                 @Override protected int product() { return 12; }\n\n    @Test\n    void one() {\n        \
                 Assertions.assertEquals(1, Shapes.area(1, 1));\n    }\n}\n";
    let mut folder = Scratch::new(spec)
        .write("tests/BaseTest.java", base)
        .write("tests/Sides.java", sides)
        .write("tests/TestSmall.java", small)
        .write("class/right/Shapes.java", shapes)
        .write("class/wrong/Shapes.java", shapes.replace("a * b", "a + b"));
    for name in libraries.into_iter().chain(more) {
        let Ok(library) = std::fs::read(format!("/usr/share/java/{name}.jar")) else {
            return optional::skipped("JUnit");
        };
        folder = folder.write(&format!("lib/{name}.jar"), library);
    }
    let all = |verdict: &str| ["one", "zero", "area"].map(|name| format!("TestSmall.{name}: {verdict}"));
    let results = graded(&folder);
    assert_eq!(rows(&results, "right"), all("accepted"));
    assert_eq!(rows(&results, "wrong"), all("wrong answer"));
    let page = folder.read("yardstick-results/feedback/wrong.txt");
    assert!(page.contains("(line 10 of `tests/BaseTest.java`)"), "{page}");
}
