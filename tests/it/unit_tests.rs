//! The instructor's tests: files for `unittest`, `pytest` and `doctest` grade as they are.

use serde_json::Value;

use super::night;
use super::optional;
use super::scratch::{Scratch, ended};

const SOLUTION: &str = "def area(a, b):\n    if a < 0:\n        raise ValueError('negative')\n    return a * b\n\n\n\
                        class Square:\n    def __init__(self, side):\n        self.side = side\n\n    def scaled(self, by):\n        \
                        return Square(self.side * by)\n";

/// Adds where it should multiply, and accepts what is negative.
const WRONG: &str = "def area(a, b):\n    print('adding', a, b)\n    return a + b\n\n\nclass Square:\n    def __init__(self, side):\n        \
                     self.side = side\n\n    def scaled(self, by):\n        return Square(self.sid * by)\n";

const UNITTEST: &str = "import unittest\nimport shapes\n\n\nclass TestShapes(unittest.TestCase):\n    def test_area(self):\n        \
                        self.assertEqual(shapes.area(3, 4), 12)\n\n    def test_negative(self):\n        \
                        self.assertRaises(ValueError, shapes.area, -1, 2)\n";

/// A folder with a spec whose `tests` are these, and a reference.
fn shapes(tests: &str) -> Scratch {
    let spec =
        "assignment: shapes\nsubmission: { files: [shapes.py] }\nreference: { files: [solution.py] }\n";
    Scratch::new(&format!("{spec}tests: {tests}\n")).write("solution.py", SOLUTION)
}

/// The same without a reference.
fn without_reference(tests: &str) -> Scratch {
    Scratch::new(&format!("assignment: shapes\nsubmission: {{ files: [shapes.py] }}\ntests: {tests}\n"))
}

pub(crate) fn has_pytest() -> bool {
    let asked = Scratch::python().args(["-c", "import pytest"]).output();
    let is_there = asked.is_ok_and(|output| output.status.success());
    if !is_there {
        optional::skipped("pytest");
    }
    is_there
}

/// Names, verdicts and points of the scenarios of a checked submission.
fn rows(folder: &Scratch, submission: &str) -> Vec<(String, String, String)> {
    let (_, pages) = folder.check_in(submission, &["json"]);
    let results: Value = serde_json::from_str(&pages[0]).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let scenarios = results["submissions"][0]["scenarios"].as_array().unwrap();
    let row = |one: &Value| (text(&one["name"]), text(&one["verdict"]), text(&one["points"]));
    scenarios.iter().map(row).collect()
}

fn row(name: &str, verdict: &str, points: &str) -> (String, String, String) {
    (name.to_owned(), verdict.to_owned(), points.to_owned())
}

#[test]
fn each_test_of_a_unittest_file_is_a_scenario() {
    let folder = shapes("{ runner: unittest, files: [test_shapes.py], points: 10 }")
        .write("test_shapes.py", UNITTEST)
        .write("right/shapes.py", SOLUTION)
        .write("wrong/shapes.py", WRONG);
    let right =
        [row("TestShapes.test_area", "accepted", "5"), row("TestShapes.test_negative", "accepted", "5")];
    assert_eq!(rows(&folder, "right"), right);
    let wrong = folder.run(&["check", "spec.yaml", "wrong"]);
    insta::assert_snapshot!(wrong.stdout, @r#"
    shapes: wrong

    ✗ `self.assertEqual(shapes.area(3, 4), 12)` fails: 7 != 12 (line 7 of `test_shapes.py`).
      Tests / TestShapes.test_area: wrong answer (0/5)

        adding 3 4
        >>> self.assertEqual(shapes.area(3, 4), 12)
      + 7 != 12

    ✗ `self.assertRaises(ValueError, shapes.area, -1, 2)` fails: ValueError not raised by area (line 10 of `test_shapes.py`).
      Tests / TestShapes.test_negative: wrong answer (0/5)

        adding -1 2
        >>> self.assertRaises(ValueError, shapes.area, -1, 2)
      + ValueError not raised by area

    + what the test says   typed   · blank   ⏎ Enter

    0 of 10 points
      ✗     5  `self.assertEqual(shapes.area(3, 4), 12)` fails: 7 != 12 (line 7 of…
      ✗     5  `self.assertRaises(ValueError, shapes.area, -1, 2)` fails: ValueError…
    "#);
}

#[test]
fn a_pytest_file_grades_as_it_is() {
    if !has_pytest() {
        return;
    }
    let tests = "import subprocess, sys\nimport pytest\nimport shapes\nfrom shapes import area, Square\n\n\n\
                 def test_area():\n    '''Area of a rectangle'''\n    assert area(3, 4) == 12\n\n\n\
                 @pytest.mark.parametrize('a, b, c', [(2, 2, 4), (0, 5, 0), (2.5, 2, 5.0)])\n\
                 def test_areas(a, b, c):\n    assert area(a, b) == c\n\n\n\
                 class TestSquare:\n    @pytest.fixture\n    def square(self):\n        return Square(3)\n\n    \
                 def test_scaled(self, square):\n        assert square.scaled(2).side == 6\n\n\n\
                 def test_negative(lowest):\n    with pytest.raises(ValueError):\n        area(lowest, 2)\n\n\n\
                 def test_program():\n    command = [sys.executable, '-c', 'import shapes; print(shapes.area(2, 3))']\n    \
                 six = int(subprocess.check_output(command).split()[-1])\n    assert six == 6\n";
    let folder = shapes("{ runner: pytest, files: [tests/test_shapes.py, tests/conftest.py], points: 20 }")
        .write("tests/test_shapes.py", tests)
        .write("tests/conftest.py", "import pytest\n\n\n@pytest.fixture\ndef lowest():\n    return -1\n")
        .write("right/shapes.py", SOLUTION)
        .write("wrong/shapes.py", WRONG);
    assert!(rows(&folder, "right").iter().all(|(_, verdict, points)| verdict == "accepted" && points == "4"));
    let wrong = folder.run(&["check", "spec.yaml", "wrong"]);
    insta::assert_snapshot!(wrong.stdout, @r#"
    shapes: wrong

    ✗ `assert area(3, 4) == 12` fails: `7 == 12` (line 9 of `tests/test_shapes.py`).
      Tests / Area of a rectangle: wrong answer (0/4)

        adding 3 4
        >>> assert area(3, 4) == 12
      + assert 7 == 12
      +  +  where 7 = area(3, 4)

    ✗ Tests / test_areas: partly right (1.33/4)
      With `0-5-0`, `assert area(a, b) == c` fails: `5 == 0` (line 14 of `tests/test_shapes.py`).
      It passes with 1 of 3 sets of parameters.

        adding 0 5
        >>> assert area(a, b) == c
      + assert 5 == 0
      +  +  where 5 = area(0, 5)

    ! It raised `AttributeError: 'Square' object has no attribute 'sid'` (line 11 of `shapes.py`).
      Tests / TestSquare.test_scaled: runtime error (0/4)
      ▸ 11          return Square(self.sid * by)
      Do this: Look whether `sid` is spelled right, and what stands before the dot.

        >>> assert square.scaled(2).side == 6
      + AttributeError: 'Square' object has no attribute 'sid'

    ✗ `with pytest.raises(ValueError)` fails: no `ValueError` was raised (line 27 of `tests/test_shapes.py`).
      Tests / test_negative: wrong answer (0/4)

        adding -1 2
        >>> with pytest.raises(ValueError):
      + DID NOT RAISE <class 'ValueError'>

    ✗ `assert six == 6` fails: `5 == 6` (line 34 of `tests/test_shapes.py`).
      Tests / test_program: wrong answer (0/4)

        >>> assert six == 6
      + assert 5 == 6

    + what the test says   typed   · blank   ⏎ Enter

    1.33 of 20 points
      ✗     4  `assert area(3, 4) == 12` fails: `7 == 12` (line 9 of…
      !     4  It raised `AttributeError: 'Square' object has no attribute 'sid'`… (line 11 of shapes.py)
      ✗     4  `with pytest.raises(ValueError)` fails: no `ValueError` was raised…
      ✗     4  `assert six == 6` fails: `5 == 6` (line 34 of `tests/test_shapes.py`).
    "#);
}

#[test]
fn decorators_of_gradescope_give_points_names_and_visibility() {
    let tests = "import unittest\nfrom gradescope_utils.autograder_utils.decorators import (\n    weight, number, visibility, \
                 partial_credit, hide_errors)\nfrom gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner\n\
                 import shapes\n\n\nclass T(unittest.TestCase):\n    @weight(2)\n    @number('1.1')\n    def test_area(self):\n        \
                 '''Area'''\n        self.assertEqual(shapes.area(3, 4), 12)\n\n    @weight(1)\n    @hide_errors('think of zero')\n    \
                 def test_zero(self):\n        self.assertEqual(shapes.area(0, 4), 0)\n\n    @partial_credit(4)\n    \
                 def test_part(self, set_score=None):\n        set_score(sum(shapes.area(n, 2) == 2 * n for n in (1, 2, 3, 4)))\n\n    \
                 @weight(3)\n    @visibility('after_published')\n    def test_late(self):\n        \
                 self.assertEqual(shapes.area(5, 5), 25)\n\n    def test_unmarked(self):\n        pass\n\n    \
                 @unittest.skip('one day')\n    def test_skipped(self):\n        self.fail()\n";
    let folder = shapes("{ runner: unittest, files: [test_shapes.py] }")
        .write("test_shapes.py", tests)
        .write("wrong/shapes.py", WRONG);
    let wrong = folder.run(&["check", "spec.yaml", "wrong"]);
    insta::assert_snapshot!(wrong.stdout, @r#"
    shapes: wrong

    ✗ Tests / T.test_part: partly right (1/4)
      The test gives 1 of 4 points.

    ✗ `self.assertEqual(shapes.area(3, 4), 12)` fails: 7 != 12 (line 13 of `test_shapes.py`).
      Tests / 1.1) Area: wrong answer (0/2)

        adding 3 4
        >>> self.assertEqual(shapes.area(3, 4), 12)
      + 7 != 12

    ✗ Tests / T.test_zero: wrong answer (0/1)
      think of zero

    ✓ Tests / T.test_unmarked (not counted)

    + what the test says   typed   · blank   ⏎ Enter

    1 more scenario, worth 3 points, is graded and not shown here.

    1 of 7 points
    "#);
}

#[test]
fn doctests_are_typed_and_their_answers_are_not_there() {
    let starter = "'''Shapes.\n\n>>> area(1, 1)\n1\n'''\n\n\ndef area(a, b):\n    '''\n    >>> area(3, 4)\n    12\n    \
                   >>> area(-1, 2)\n    Traceback (most recent call last):\n        ...\n    ValueError: negative\n    '''\n";
    let tour = "A tour:\n\n    >>> from shapes import Square\n    >>> Square(3).scaled(2).side\n    6\n\nThat was it.\n";
    let folder = without_reference(
        "[{ name: Handout, runner: doctest, files: [starter/shapes.py], points: 4 }, \
         { name: Tour, runner: doctest, files: [tour.txt], points: 2, after: [Handout] }]",
    )
    .write("starter/shapes.py", starter)
    .write("tour.txt", tour)
    .write("right/shapes.py", SOLUTION)
    .write("wrong/shapes.py", SOLUTION.replace("a * b", "a + b"));
    let right = [row("module", "accepted", "2"), row("area", "accepted", "2"), row("tour", "accepted", "2")];
    assert_eq!(rows(&folder, "right"), right);
    let wrong =
        [row("module", "wrong answer", "0"), row("area", "wrong answer", "0"), row("tour", "accepted", "0")];
    assert_eq!(rows(&folder, "wrong"), wrong);
}

#[test]
fn a_test_that_the_reference_fails_is_a_fault_of_the_spec() {
    let folder = shapes("{ runner: unittest, files: [test_shapes.py], points: 1 }")
        .write("test_shapes.py", UNITTEST.replace("12", "13"))
        .write("right/shapes.py", SOLUTION);
    let refused = folder.run(&["check", "spec.yaml", "right"]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    insta::assert_snapshot!(refused.stderr, @r#"
    error: the reference fails the test `TestShapes.test_area`
     --> spec.yaml:4:36
      |
    4 | tests: { runner: unittest, files: [test_shapes.py], points: 1 }
      |                                    ^^^^^^^^^^^^^^ line 7 of test_shapes.py: AssertionError: 12 != 13
      |
      = help: correct the test or the reference, or leave the test out: `without: [TestShapes.test_area]`
    "#);
}

#[test]
fn what_a_test_lacks_costs_nobody_a_point() {
    for (tests, told) in [
        (
            UNITTEST.replace("import shapes", "import no_such_thing\nimport shapes"),
            "need the module `no_such_thing`",
        ),
        (
            UNITTEST.replace("class TestShapes", "x = (]\n\nclass TestShapes"),
            "line 5 of `test_shapes.py` is no Python",
        ),
        (UNITTEST.replace("self.assertEqual", "self.skipTest('no'); self.assertEqual"), "was skipped: no"),
    ] {
        let folder = without_reference("{ runner: unittest, files: [test_shapes.py], points: 1 }")
            .write("test_shapes.py", tests)
            .write("right/shapes.py", SOLUTION);
        let checked = folder.run(&["check", "spec.yaml", "right"]);
        assert_eq!(checked.code, 3, "{told}: {}{}", checked.stdout, checked.stderr);
        assert!(
            checked.stdout.contains(told) && checked.stdout.contains("not graded"),
            "{told}: {}",
            checked.stdout
        );
    }
}

#[test]
fn nothing_of_hidden_tests_is_shown_and_no_run_has_the_source_of_another_test() {
    let tests = "import unittest\nimport shapes\n\n\nclass TestShapes(unittest.TestCase):\n    def test_open(self):\n        \
                 self.assertEqual(shapes.area(3, 4), 12)\n\n    def test_hush_4711(self):\n        '''hush-4711'''\n        \
                 self.assertEqual(shapes.area(4711, 1), 4711, 'hush-4711')\n";
    let spy = "import glob, os\n\n\ndef area(a, b):\n    for path in glob.glob('/**/*test*.py', recursive=True)[:50] + glob.glob('*') + glob.glob('../*'):\n        \
               try:\n            print(open(path).read())\n        except (OSError, UnicodeDecodeError):\n            pass\n    \
               print(a)\n    raise ValueError(a)\n";
    let folder = shapes(
        "{ runner: unittest, files: [test_shapes.py], points: 2, each: { TestShapes.test_hush_4711: { hidden: true } } }",
    )
    .write("test_shapes.py", tests)
    .write("spy/shapes.py", spy);
    let formats = [
        "feedback",
        "json",
        "html",
        "junit",
        "tap",
        "markdown",
        "sarif",
        "github",
        "gitlab",
        "ctrf",
        "gradescope",
    ];
    let (checked, pages) = folder.check_in("spy", &formats);
    for shown in pages.iter().chain([&checked.stdout, &checked.stderr]) {
        assert!(!shown.contains("4711"), "{shown}");
    }
    assert!(checked.stdout.contains("hidden test 2"), "{}", checked.stdout);
}

/// Submissions that want points for nothing.
const ATTACKS: [(&str, &str); 25] = [
    ("always-equal", "class Yes:\n    def __eq__(self, other): return True\ndef area(a, b): return Yes()"),
    ("os-exit", "import os\ndef area(a, b): os._exit(0)"),
    ("sys-exit", "import sys\ndef area(a, b): sys.exit(0)"),
    ("os-exit-at-import", "import os\nos._exit(0)"),
    (
        "patch-assertion",
        "import unittest\nunittest.TestCase.assertEqual = lambda *a: None\ndef area(a, b): return 0",
    ),
    (
        "patch-result",
        "import unittest\nunittest.TestResult.addFailure = unittest.TestResult.addSuccess\ndef area(a, b): return 0",
    ),
    (
        "patch-run",
        "import unittest\nunittest.TestCase.run = lambda s, r=None: r.addSuccess(s)\ndef area(a, b): return 0",
    ),
    (
        "patch-test",
        "import sys\ndef area(a, b):\n    for one in list(vars(sys.modules['test_shapes']).values()):\n        if isinstance(one, type):\n            \
         one.test_area = lambda self: None\n    return 0",
    ),
    (
        "patch-and-restore",
        "import unittest\nreal = unittest.TestCase.assertEqual\ndef quiet(self, *a): unittest.TestCase.assertEqual = real\n\
         def area(a, b):\n    unittest.TestCase.assertEqual = quiet\n    return 0",
    ),
    (
        "patch-builtins",
        "import builtins\nclass Quiet(Exception): pass\nbuiltins.AssertionError = Quiet\ndef area(a, b): return 0",
    ),
    (
        "replace-module",
        "import sys, types\nsys.modules['unittest'] = types.ModuleType('unittest')\ndef area(a, b): return 12",
    ),
    (
        "write-results",
        "import os\ndef area(a, b):\n    for one in range(3, 30):\n        try: os.write(one, b'{\"key\": \"x\", \"cases\": [{\"name\": \"\", \"outcome\": \
         \"passed\", \"reason\": \"\", \"printed\": \"\"}], \"score\": null, \"changed\": null, \"seen\": []}\\n')\n        except OSError: pass\n    os._exit(0)",
    ),
    ("collect-garbage", "import gc\ndef area(a, b): return 12 if gc.get_objects() else 0"),
    ("frames", "import sys\ndef area(a, b): return 12 if sys._getframe() else 0"),
    ("inspect", "import inspect\ndef area(a, b): return 12 if inspect.currentframe() else 0"),
    ("frames-in-text", "def area(a, b):\n    exec('import sys; sys._getframe()')\n    return 12"),
    (
        "traceback-frames",
        "def area(a, b):\n    try: 1 / 0\n    except Exception as e: e.__traceback__.tb_frame\n    return 12",
    ),
    (
        "walk",
        "import traceback\ndef area(a, b):\n    for frame in traceback.walk_stack(None): pass\n    return 12",
    ),
    ("generator-frames", "def area(a, b):\n    g = (1 for _ in 'a')\n    g.gi_frame\n    return 12"),
    ("memory", "def area(a, b):\n    open('/proc/self/mem', 'rb')\n    return 12"),
    ("trace", "import sys\ndef area(a, b):\n    sys.settrace(lambda *a: None)\n    return 12"),
    ("foreign-functions", "import ctypes\ndef area(a, b):\n    ctypes.CDLL(None)\n    return 12"),
    ("skips", "import unittest\ndef area(a, b): raise unittest.SkipTest('no')"),
    ("closes", "import os\ndef area(a, b):\n    os.closerange(0, 100)\n    return 12"),
    ("at-exit", "import atexit, os\natexit.register(os._exit, 0)\ndef area(a, b): return 0"),
];

/// Submissions that are right, and do what looks like more.
const HONEST: [(&str, &str); 4] = [
    ("honest-fork", "import os\ndef area(a, b):\n    os.fork()\n    return 12"),
    (
        "honest-library",
        "import collections, copy, ctypes, dataclasses, enum, functools, inspect, logging, pickle, traceback, typing, warnings\n\
         class Pair(typing.NamedTuple):\n    a: int\n@dataclasses.dataclass\nclass Side:\n    a: int\n@functools.lru_cache\n\
         def area(a, b):\n    logging.warning('x')\n    warnings.warn('y')\n    try: 1 / 0\n    except ZeroDivisionError: traceback.print_exc()\n    \
         traceback.print_stack()\n    inspect.signature(area)\n    return copy.deepcopy(Pair(a)).a * pickle.loads(pickle.dumps(Side(b).a))",
    ),
    (
        "honest-equality",
        "class Area(int):\n    def __eq__(self, other): return int(self) == other\ndef area(a, b): return Area(a * b)",
    ),
    (
        "honest-coroutine",
        "import asyncio\nasync def later(a, b): return a * b\ndef area(a, b): return asyncio.run(later(a, b))",
    ),
];

/// A class of attacks and honest submissions, which is graded with a runner.
fn attacked(runner: &str, attacks: Vec<(&str, &str)>) -> Scratch {
    let test = "import unittest\nimport shapes\nclass TestShapes(unittest.TestCase):\n    def test_area(self):\n        \
                self.assertEqual(shapes.area(3, 4), 12)\n";
    let folder = shapes(&format!("{{ runner: {runner}, files: [test_shapes.py], points: 1 }}"))
        .write("test_shapes.py", test);
    let hook = "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    \
                (yield).get_result().outcome = 'passed'\n";
    let folder = folder
        .write("class/own-hooks/shapes.py", "def area(a, b): return 0\n")
        .write("class/own-hooks/conftest.py", hook)
        .write("class/own-hooks/pytest.ini", "[pytest]\npython_functions = nothing\n")
        .write("class/own-framework/shapes.py", "def area(a, b): return 0\n")
        .write("class/own-framework/unittest.py", "class TestCase:\n    pass\n");
    let all = attacks.into_iter().chain(HONEST);
    all.fold(folder, |folder, (name, text)| {
        folder.write(&format!("class/{name}/shapes.py"), format!("{text}\n"))
    })
}

fn assert_only_the_honest_earn(folder: &Scratch) {
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_points_of_the_honest(folder);
}

fn assert_points_of_the_honest(folder: &Scratch) {
    for submission in folder.results()["submissions"].as_array().unwrap() {
        let name = submission["name"].as_str().unwrap();
        let points = if name.starts_with("honest") { "1" } else { "0" };
        assert_eq!(submission["points"], points, "{name}: {}", submission["scenarios"][0]["reasons"]);
    }
}

#[test]
fn no_attack_on_unittest_earns_a_point() {
    let folder = attacked("unittest", ATTACKS.to_vec());
    assert_only_the_honest_earn(&folder);
    let before = folder.results();
    let again = folder.run(&["regrade"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(folder.results()["submissions"], before["submissions"], "nothing is run again");
}

#[test]
fn no_attack_on_a_test_earns_a_point_without_walls_and_without_forks() {
    for runner in ["unittest", "pytest"].into_iter().filter(|runner| *runner != "pytest" || has_pytest()) {
        for (from, side_files) in [false, true].into_iter().enumerate() {
            let folder = attacked(runner, night::share(ATTACKS.to_vec(), from, 4));
            let mut command = folder.command(&["grade", "spec.yaml", "class", "--runner", "plain"]);
            if side_files {
                command.env("YARDSTICK_SIDE_FILES", "1");
            }
            let graded = ended(&mut command);
            assert_eq!(graded.code, 0, "{}", graded.stderr);
            assert_points_of_the_honest(&folder);
        }
    }
}

#[test]
fn no_attack_on_pytest_earns_a_point() {
    if has_pytest() {
        assert_only_the_honest_earn(&attacked("pytest", ATTACKS.to_vec()));
    }
}

#[test]
fn tests_that_cannot_be_meant_are_refused() {
    for (tests, told) in [
        ("{ runner: nose, files: [test_shapes.py], points: 1 }", "no runner of tests is called `nose`"),
        ("{ runner: unittest, files: [], points: 1 }", "the tests have no files"),
        (
            "{ runner: unittest, files: [test_shapes.py, test_shapes.py], points: 1 }",
            "`test_shapes.py` is named twice",
        ),
        ("{ runner: unittest, files: [no.py], points: 1 }", "cannot read `no.py`"),
        ("{ runner: unittest, files: [../test_shapes.py], points: 1 }", "is not a path inside"),
        ("{ runner: unittest, files: [functions.py], points: 1 }", "no test for `unittest` was found"),
        ("{ runner: pytest, files: [solution.py], points: 1 }", "no test for `pytest` was found"),
        ("{ runner: doctest, files: [solution.py], points: 1 }", "no test for `doctest` was found"),
        ("{ runner: unittest, files: [test_shapes.py] }", "nothing says what the tests are worth"),
        (
            "{ runner: unittest, files: [test_shapes.py], points: 1, each: { TestShapes: { hidden: maybe } } }",
            "`maybe` does not say what is hidden",
        ),
        (
            "{ runner: unittest, files: [test_shapes.py], points: 1, each: { test_area: { weight: 2 } } }",
            "there is no test `test_area`",
        ),
        (
            "{ runner: unittest, files: [test_shapes.py], points: 1, each: { TestShapes: { weight: 0 } } }",
            "nobody can earn the points",
        ),
        (
            "{ runner: unittest, files: [test_shapes.py], points: 1, without: [TestShapes] }",
            "all tests are skipped or left out",
        ),
        (
            "{ runner: unittest, files: [test_shapes.py], points: 1, after: [Others] }",
            "no group before this one is called `Others`",
        ),
        ("{ runner: unittest, files: [latin.py], points: 1 }", "`latin.py` is not UTF-8"),
        (
            "[{ runner: unittest, files: [test_shapes.py], points: 1 }, { runner: unittest, files: [test_shapes.py], points: 1 }]",
            "there is another group called `Tests`",
        ),
    ] {
        let folder = without_reference(tests)
            .write("test_shapes.py", UNITTEST)
            .write("solution.py", SOLUTION)
            .write("functions.py", "def test_area():\n    assert True\n")
            .write("latin.py", b"# \xe9\ndef test_a(): pass\n");
        folder.refuses(told);
    }
    let folder = Scratch::new(
        "assignment: shapes\nsubmission: { files: [shapes.c] }\ntests: { runner: unittest, files: [test_shapes.py], points: 1 }\n",
    );
    folder.write("test_shapes.py", UNITTEST).refuses("`unittest` tests Python, and `shapes.c` is C");
}

/// A folder with tests for JUnit and its libraries, if this machine has them.
fn junit(libraries: &[&str], test: &str) -> Option<Scratch> {
    optional::found("javac")?;
    let spec = "assignment: shapes\nsubmission: { files: [Shapes.java] }\n\
                tests: { runner: junit, files: [TestShapes.java, 'lib/*.jar'], points: 6 }\n";
    let shapes = "public class Shapes {\n    static int area(int a, int b) { return a + b; }\n    static int leave() {\n        \
                  System.exit(0);\n        return 0;\n    }\n    public static void main(String[] args) { }\n}\n";
    let folder = Scratch::new(spec).write("TestShapes.java", test).write("wrong/Shapes.java", shapes);
    libraries.iter().try_fold(folder, |folder, name| {
        let library = std::fs::read(format!("/usr/share/java/{name}.jar"));
        if library.is_err() {
            optional::skipped("JUnit");
        }
        Some(folder.write(&format!("lib/{name}.jar"), library.ok()?))
    })
}

#[test]
fn tests_for_junit_4_grade_java() {
    let test = "import static org.junit.Assert.*;\nimport org.junit.*;\n\npublic class TestShapes {\n    @Test\n    \
                public void area() {\n        assertEquals(12, Shapes.area(3, 4));\n    }\n\n    @Test\n    \
                public void perimeter() {\n        assertEquals(12, Shapes.perimeter(3));\n    }\n\n    @Test\n    \
                public void leave() {\n        assertEquals(1, Shapes.leave());\n    }\n\n    @Ignore @Test\n    public void later() { }\n}\n";
    let Some(folder) = junit(&["junit4", "hamcrest"], test) else { return };
    let wrong = folder.run(&["check", "spec.yaml", "wrong"]);
    insta::assert_snapshot!(wrong.stdout, @r#"
    shapes: wrong

    ✗ `assertEquals(12, Shapes.area(3, 4))` fails: expected:<12> but was:<7> (line 7 of `TestShapes.java`).
      Tests / TestShapes.area: wrong answer (0/2)

        >>> assertEquals(12, Shapes.area(3, 4))
      + expected:<12> but was:<7>

    ! `assertEquals(12, Shapes.perimeter(3))`: there is no method perimeter(int) in class Shapes (line 12 of `TestShapes.java`).
      Tests / TestShapes.perimeter: runtime error (0/2)

        >>> assertEquals(12, Shapes.perimeter(3))
      + does not compile: cannot find symbol
      +   symbol:   method perimeter(int)
      +   location: class Shapes

    n The program ended the test before it was over, with exit code 0: is there an `exit`?
      Tests / TestShapes.leave: no result (0/2)

    + what the test says   typed   · blank   ⏎ Enter

    0 of 6 points
      ✗     2  `assertEquals(12, Shapes.area(3, 4))` fails: expected:<12> but…
      !     2  `assertEquals(12, Shapes.perimeter(3))`: there is no method…
      n     2  The program ended the test before it was over, with exit code 0: is…
    "#);
}

#[test]
fn tests_for_junit_5_grade_java() {
    let test = "import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\n\
                import org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.CsvSource;\n\n\
                class TestShapes {\n    @ParameterizedTest\n    @DisplayName(\"areas of rectangles\")\n    @CsvSource({\"2, 2, 4\", \"3, 4, 12\"})\n    \
                void areas(int a, int b, int c) {\n        assertEquals(c, Shapes.area(a, b));\n    }\n}\n";
    let libraries = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-jupiter-params",
        "junit-platform-commons",
        "junit-platform-engine",
        "junit-platform-launcher",
        "opentest4j",
        "apiguardian-api",
    ];
    let Some(folder) = junit(&libraries, test) else { return };
    let wrong = folder.run(&["check", "spec.yaml", "wrong"]);
    for told in ["areas of rectangles: partly right (3/6)", "With `3, 4, 12`", "was: <7>", "1 of 2 sets"] {
        assert!(wrong.stdout.contains(told), "{told}: {}", wrong.stdout);
    }
}
