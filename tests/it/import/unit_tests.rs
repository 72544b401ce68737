//! Tests for pytest, and autograders for Gradescope.

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

const SOLUTION: &str = "def area(a, b):\n    return a * b\n";

const TESTS: &str = "import unittest\nfrom gradescope_utils.autograder_utils.decorators import weight\nimport helper\n\
                     from shapes import area\n\n\nclass TestArea(unittest.TestCase):\n    @weight(3)\n    def test_area(self):\n        \
                     self.assertEqual(area(helper.SIDE, 4), 12)\n\n    @weight(1)\n    def test_nothing(self):\n        \
                     self.assertEqual(area(0, 4), 0)\n\n    @unittest.skip('later')\n    def test_later(self):\n        self.fail()\n";

/// An autograder as it is uploaded.
fn autograder() -> Scratch {
    Scratch::new("")
        .write("package/setup.sh", "pip3 install -r requirements.txt\n")
        .write("package/run_tests.py", "import unittest\n")
        .write("package/tests/__init__.py", "")
        .write("package/tests/helper.py", "SIDE = 3\n")
        .write("package/tests/test_area.py", TESTS)
}

#[test]
fn an_autograder_for_gradescope_grades_as_it_did() {
    let scratch = autograder()
        .write("package/solution/shapes.py", SOLUTION)
        .write("wrong/shapes.py", "def area(a, b):\n    return a + b\n");
    let told = imported(&scratch, "gradescope");
    assert!(told.contains("tests that are always skipped: `TestArea.test_later`"), "{told}");
    assert!(told.contains("`run_tests.py`, `setup.sh`: install on the machine that grades"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    let end = "submission:\n  files: [shapes.py]\nreference:\n  files: [\"solution/shapes.py\"]\ntests:\n  runner: unittest\n  \
               files: [\"tests/test_area.py\", \"tests/__init__.py\", \"tests/helper.py\"]\n";
    assert!(spec.ends_with(end), "{spec}");
    assert!(checked(&scratch, "out/solution/shapes.py").stdout.contains("4 of 4 points"));
    assert!(checked(&scratch, "wrong/shapes.py").stdout.contains("0 of 4 points"));
}

#[test]
fn tests_for_pytest_share_100_points() {
    let scratch = Scratch::new("")
        .write(
            "package/test_area.py",
            "import math\nimport shapes\n\n\ndef test_area():\n    assert shapes.area(3, 4) == 12\n",
        )
        .write("package/pytest.ini", "[pytest]\n");
    let told = imported(&scratch, "pytest");
    assert!(told.contains("they share 100 points evenly"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    let end = "submission:\n  files: [shapes.py]\ntests:\n  runner: pytest\n  files: [\"test_area.py\", \"pytest.ini\"]\n  points: 100\n";
    assert!(
        spec.replace("test_area.py, pytest.ini", "\"test_area.py\", \"pytest.ini\"").ends_with(end),
        "{spec}"
    );
}

#[test]
fn a_folder_without_tests_is_refused() {
    let scratch = Scratch::new("")
        .write("package/shapes.py", SOLUTION)
        .write("other/test_a.py", "def test_a():\n    pass\n");
    refuses(&scratch, "pytest", "package", "there is no file with tests for pytest");
    refuses(&scratch, "gradescope", "package", "there is no file with tests for `unittest`");
    refuses(&scratch, "pytest", "other", "it is not clear what students hand in");
}
