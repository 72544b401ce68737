//! Programs that say to the instructor's tests that all is well, and solve nothing. Beside them, honest ones that do what looks like it.

use super::night;
use super::scratch::{Scratch, named};
use super::unit_tests::has_pytest;

/// Programs that want points for nothing, by what they do.
const FORGERIES: &str = include_str!("forgeries.txt");

/// Programs that are right, and do what looks like it.
const HONEST: &str = include_str!("honest.txt");

/// Returns the programs in a text, each with its name, which stands on a line before it.
fn programs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    text.split("=== ").filter_map(|one| one.split_once('\n')).collect()
}

const METHOD: &str = "import unittest\nimport shapes\n\n\nclass TestShapes(unittest.TestCase):\n    def test_area(self):\n        \
                      self.assertEqual(shapes.area(3, 4), 12)\n";
const FUNCTION: &str = "from shapes import area\n\n\ndef test_area():\n    assert area(3, 4) == 12\n";
const RIGHT: &str = "def area(a, b): return a * b\n";
const WRONG: &str = "def area(a, b): return a + b\n";

/// A folder with a spec whose `tests` are these, and perhaps with a reference that passes them.
fn with_tests(tests: &str, has_reference: bool) -> Scratch {
    let reference = if has_reference { "reference: { files: [solution.py] }\n" } else { "" };
    let spec =
        format!("assignment: shapes\nsubmission: {{ files: [shapes.py] }}\n{reference}tests: {tests}\n");
    Scratch::new(&spec).write("solution.py", RIGHT)
}

/// The same with one test.
fn tested_by(runner: &str, test: &str, has_reference: bool) -> Scratch {
    let tests = format!("{{ runner: {runner}, files: ['t/*.py'], points: 4 }}");
    with_tests(&tests, has_reference).write("t/test_shapes.py", test)
}

fn handed_in(folder: Scratch, programs: &[(&str, &str)]) -> Scratch {
    programs
        .iter()
        .fold(folder, |folder, (name, text)| folder.write(&format!("class/{name}/shapes.py"), text))
}

/// Asserts that those whose names begin with `honest` earn everything, and all others nothing: neither is left to a person.
pub(super) fn assert_only_the_honest_earn(folder: &Scratch, full: &str) {
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    let results = folder.results();
    for submission in results["submissions"].as_array().unwrap() {
        let name = submission["name"].as_str().unwrap();
        let points = if name.starts_with("honest") { full } else { "0" };
        assert_eq!(submission["points"], points, "{name}: {:#}", submission["scenarios"][0]);
    }
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
}

/// Returns the reasons why scenarios of a submission are not graded, a line each.
pub(super) fn not_graded(folder: &Scratch, name: &str) -> String {
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    let results = folder.results();
    let submission = named(&results, name);
    let scenarios = submission["scenarios"].as_array().unwrap().iter();
    let reasons = scenarios.filter(|one| one["verdict"] == "not graded").map(|one| &one["reasons"][0]);
    let reasons: Vec<&str> = reasons.map(|reason| reason.as_str().unwrap()).collect();
    assert!(!reasons.is_empty(), "{submission:#}");
    reasons.join("\n")
}

/// Tries half of the programs with a reference and the others without one; at night all with both.
fn assert_no_forgery_earns(runner: &str, test: &str) {
    for (from, has_reference) in [false, true].into_iter().enumerate() {
        // All are tried with unittest every time.
        let step = if runner == "unittest" { 2 } else { 8 };
        let forgeries = night::share(programs(FORGERIES), from, step);
        let folder = handed_in(tested_by(runner, test, has_reference), &forgeries);
        assert_only_the_honest_earn(&handed_in(folder, &night::share(programs(HONEST), from, 2)), "4");
    }
}

#[test]
fn no_forgery_earns_a_point_from_unittest() {
    assert_no_forgery_earns("unittest", METHOD);
}

#[test]
fn no_forgery_earns_a_point_from_a_test_case_or_a_function_under_pytest() {
    if has_pytest() {
        assert_no_forgery_earns("pytest", &format!("{METHOD}\n\n{FUNCTION}"));
    }
}

#[test]
fn a_part_of_a_test_that_ends_without_an_outcome_is_no_pass() {
    let test = METHOD.replace(
        "        self.assert",
        "        for a in [3, 3]:\n            with self.subTest(a=a):\n                self.assert",
    );
    let last = "import unittest.case\n\n\nclass Last(unittest.case._ShouldStop): pass\n\n\ndef area(a, b): raise Last\n";
    let folder = tested_by("unittest", &test, false);
    assert_only_the_honest_earn(
        &handed_in(folder, &[("honest", RIGHT), ("last", last), ("wrong", WRONG)]),
        "4",
    );
}

#[test]
fn what_the_instructor_expects_to_fail_is_a_pass() {
    for (runner, test) in [
        (
            "unittest",
            METHOD.replace("    def", "    @unittest.expectedFailure\n    def").replace("12)", "13)"),
        ),
        (
            "pytest",
            FUNCTION.replace("def", "@pytest.mark.xfail(reason='known')\ndef").replace("== 12", "== 13"),
        ),
        (
            "pytest",
            FUNCTION.replace("    assert", "    if area(1, 1) == 1: pytest.xfail('known')\n    assert"),
        ),
    ] {
        if runner == "unittest" || has_pytest() {
            let folder = tested_by(
                runner,
                &format!("import pytest\n{test}")
                    .replace("import pytest\nimport unittest", "import unittest"),
                false,
            );
            assert_only_the_honest_earn(&handed_in(folder, &[("honest", RIGHT)]), "4");
        }
    }
}

#[test]
fn a_skip_is_lost_if_the_submission_raised_it() {
    for (runner, test, own) in [
        (
            "unittest",
            METHOD.replace("        self.assert", "        if hasattr(shapes, 'skipped'): self.skipTest('the test says so')\n        self.assert"),
            ["import unittest\ndef area(a, b): raise unittest.SkipTest('no')\n", "import functools, unittest\narea = functools.partial(unittest.TestCase.skipTest, None)\n"],
        ),
        (
            "pytest",
            FUNCTION.replace("from shapes import area", "import pytest, shapes").replace("    assert ", "    if hasattr(shapes, 'skipped'): pytest.skip('the test says so')\n    assert shapes."),
            ["import pytest\ndef area(a, b): pytest.skip('no')\n", "from pytest import skip as area\n"],
        ),
    ] {
        if runner == "pytest" && !has_pytest() {
            continue;
        }
        let folder = handed_in(tested_by(runner, &test, false), &[("raises", own[0]), ("is", own[1]), ("honest", RIGHT)]);
        assert_only_the_honest_earn(&folder, "4");
        let folder = handed_in(folder, &[("skipped", "skipped = True\ndef area(a, b): return 12\n")]);
        assert!(not_graded(&folder, "skipped").contains("was skipped: the test says so"));
    }
}

#[test]
fn a_hook_that_fails_costs_nobody_a_point_and_is_named() {
    if !has_pytest() {
        return;
    }
    let hooks = [
        "pytest_terminal_summary(terminalreporter)",
        "pytest_sessionfinish(session)",
        "pytest_runtest_teardown(item)",
        "pytest_runtest_logreport(report)",
        "pytest_unconfigure(config)",
    ];
    let names = hooks.map(|hook| hook.split_once('(').unwrap().0);
    let group = |name| format!("\n  - {{ name: {name}, runner: pytest, files: ['{name}/*.py'], points: 4 }}");
    let mut folder = handed_in(with_tests(&names.map(group).concat(), false), &[("right", RIGHT)]);
    for (hook, name) in hooks.iter().zip(names) {
        folder = folder
            .write(&format!("{name}/test_shapes.py"), FUNCTION)
            .write(&format!("{name}/conftest.py"), format!("def {hook}:\n    {{}}['no such entry']\n"));
    }
    let reasons = not_graded(&folder, "right");
    for name in names {
        let told = format!("an error in `{name}` of `{name}/conftest.py`: KeyError: 'no such entry'");
        assert!(reasons.contains(&told), "{reasons}");
    }
    let folder = tested_by("pytest", FUNCTION, true)
        .write("t/conftest.py", "def pytest_terminal_summary():\n    {}['no such entry']\n");
    folder.refuses("an error in `pytest_terminal_summary` of `t/conftest.py`");
}

#[test]
fn what_prepares_a_test_and_fails_by_itself_is_no_fault_of_the_submission() {
    for (runner, test, told) in [
        (
            "unittest",
            METHOD.replace(
                "    def test",
                "    def setUp(self):\n        open('no such file')\n\n    def test",
            ),
            "`setUp` of `t/test_shapes.py`",
        ),
        (
            "unittest",
            METHOD.replace("\n\n\nclass", "\nDATA = open('no such file').read()\n\n\nclass"),
            "an error in `t/test_shapes.py`",
        ),
        (
            "pytest",
            FUNCTION.replace(
                "def test",
                "@pytest.fixture(autouse=True)\ndef ready():\n    {}['x']\n\n\ndef test",
            ),
            "`ready` of `t/test_shapes.py`",
        ),
        (
            "pytest",
            FUNCTION.replace("test_area()", "test_area(nobody_has_it)"),
            "there is no fixture `nobody_has_it`",
        ),
    ] {
        if runner == "pytest" && !has_pytest() {
            continue;
        }
        let test = if test.contains("pytest") { format!("import pytest\n{test}") } else { test };
        let folder = handed_in(tested_by(runner, &test, false), &[("right", RIGHT)]);
        let reason = not_graded(&folder, "right");
        assert!(reason.contains(told), "{reason}");
    }
}

#[test]
fn what_prepares_a_test_fails_for_a_submission_that_is_wrong() {
    let folder = tested_by(
        "unittest",
        &METHOD.replace(
            "    def test",
            "    def setUp(self):\n        self.side = shapes.Square(3)\n\n    def test",
        ),
        false,
    );
    let raises = "class Square:\n    def __init__(self, side): self.side = sid\n";
    assert_only_the_honest_earn(
        &handed_in(
            folder,
            &[
                ("lacks", RIGHT),
                ("raises", raises),
                (
                    "honest",
                    "class Square:\n    def __init__(self, side): pass\ndef area(a, b): return a * b\n",
                ),
            ],
        ),
        "4",
    );
}

#[test]
fn functions_with_which_a_test_compares_must_stay_the_same() {
    let test = METHOD
        .replace("import unittest", "import helper\nimport math\nimport unittest")
        .replace("unittest.TestCase", "helper.BaseTestCase")
        .replace(
            "self.assertEqual(shapes.area(3, 4), 12)",
            "self.check(math.isclose(shapes.area(3, 4), 12))",
        );
    let helper = "import unittest\n\n\nclass BaseTestCase(unittest.TestCase):\n    def check(self, is_right): self.assertTrue(is_right)\n";
    let folder = tested_by("unittest", &test, true).write("t/helper.py", helper);
    assert_only_the_honest_earn(
        &handed_in(
            folder,
            &[
                ("honest", RIGHT),
                ("at-import", "import math\nmath.isclose = lambda *a: True\ndef area(a, b): return 0\n"),
                ("later", "import math\ndef area(a, b):\n    math.isclose = lambda *a: True\n    return 0\n"),
                (
                    "helper-at-import",
                    "import helper\nhelper.BaseTestCase.check = lambda *a: None\ndef area(a, b): return 0\n",
                ),
                (
                    "helper-later",
                    "import sys\ndef area(a, b):\n    sys.modules['helper'].BaseTestCase.check = lambda *a: None\n    return 0\n",
                ),
            ],
        ),
        "4",
    );
}

#[test]
fn nothing_stands_for_a_helper_of_the_instructor_while_its_test_imports_it() {
    const NOTHING: &str = "def expected(a, b): return None\n";
    let wrong = |text: &str| format!("{text}\ndef area(a, b): return None\n");
    // A package of this name stands before the helper for the submission itself alone.
    let packages = [
        (
            "honest-package",
            "helper/__init__.py",
            "from helper import twice\ndef area(a, b): return twice(a * b) // 2\n",
        ),
        ("package", "helper/__init__.py", "def area(a, b): return None\n"),
        ("package-in-the-folder", "t/helper/__init__.py", "def area(a, b): return None\n"),
        ("package-of-the-folder", "t/__init__.py", "def area(a, b): return None\n"),
        (
            "path",
            "other/helper.py",
            "import sys\nsys.path.insert(0, 'other')\nimport helper\ndef area(a, b): return None\n",
        ),
        (
            "honest-same-path",
            "t/helper.py",
            "from helper import twice\ndef area(a, b): return twice(a * b) // 2\n",
        ),
        (
            "honest-path",
            "other/helper.py",
            "import sys\nsys.path.insert(0, 'other')\nfrom helper import twice\ndef area(a, b): return a * b\n",
        ),
    ];
    let planted = [
        (
            "planted",
            wrong(
                "import sys, types\nfake = types.ModuleType('helper')\nfake.expected = lambda a, b: None\nsys.modules['helper'] = sys.modules['t.helper'] = fake",
            ),
        ),
        (
            "itself",
            wrong(
                "import sys\nexpected = lambda a, b: None\nsys.modules['helper'] = sys.modules['t.helper'] = sys.modules[__name__]",
            ),
        ),
        (
            "modules",
            wrong(
                "import sys, types\nF = types.ModuleType('helper')\nF.expected = lambda *a: None\nF.helper = F\nclass D(dict):\n    def get(s, k, d=None): return F if k in ('helper', 't') else dict.get(s, k, d)\n    def __getitem__(s, k): return F if k in ('helper', 't') else dict.__getitem__(s, k)\nsys.modules = D(sys.modules)",
            ),
        ),
        (
            "finds",
            wrong(
                "import importlib._bootstrap as b, types\no = b._find_and_load\nF = types.ModuleType('helper')\nF.expected = lambda *a: None\nF.helper = F\nb._find_and_load = lambda n, i: F if n in ('helper', 't', 't.helper') else o(n, i)",
            ),
        ),
        (
            "later",
            "import sys\ndef area(a, b):\n    for m in list(sys.modules.values()):\n        if hasattr(m, 'expected'): m.expected = lambda *a: None\n".to_owned(),
        ),
        (
            "built-in",
            "import sys\ndef area(a, b):\n    for m in list(sys.modules.values()):\n        if getattr(m, '__name__', '').split('_')[0] in ('helper', 't.helper', 'test'): vars(m)['__builtins__']['sum'] = lambda *a: None\n".to_owned(),
        ),
        (
            "class",
            wrong(
                "import sys\nclass Fake:\n    expected = staticmethod(lambda a, b: None)\n    helper = sys.modules[__name__]\n    __path__ = []\nexpected = Fake.expected\nfor name in ('t', 'helper', 't.helper'): sys.modules[name] = Fake",
            ),
        ),
    ];
    let imports = [
        ("import shapes\nfrom helper import expected", "expected"),
        ("import helper as known\nimport shapes", "known.expected"),
        ("import shapes\nfrom t import helper", "helper.expected"),
        ("import shapes", "__import__('helper').expected"),
        ("import importlib\nimport shapes\nh = importlib.import_module('helper')", "h.expected"),
        ("import shapes\nimport t.helper\nNAME = 'expected'", "t.helper.expected"),
    ];
    // One runner has a reference, and the other has none.
    for has_reference in [true, false] {
        let runner = if !has_reference && has_pytest() { "pytest" } else { "unittest" };
        let own = || imports.iter().enumerate().filter(|(place, _)| (place % 2 == 0) == has_reference);
        let group = |(place, _): (usize, &_)| {
            format!(
                "\n  - {{ name: import {place}, runner: {runner}, files: [t/test_{place}.py, t/helper.py], points: 4 }}"
            )
        };
        let mut folder = with_tests(&own().map(group).collect::<String>(), has_reference)
            .write("t/helper.py", "__all__ = ['expected']\ndef expected(a, b): return sum([a] * b)\n");
        for (place, (import, expected)) in own() {
            let test = METHOD.replace("import shapes", import).replace("12)", &format!("{expected}(3, 4))"));
            // A word frees nothing. What is imported inside of a test is looked up there, too.
            let test = match expected.strip_prefix("__import__('helper').") {
                Some(name) => test
                    .replace("        self", "        import helper\n        self")
                    .replace(expected, &format!("helper.{name}")),
                None => test,
            };
            folder = folder.write(&format!("t/test_{place}.py"), test);
        }
        for (name, path, text) in packages {
            let other =
                format!("{NOTHING}def twice(a): return 2 * a\nclass helper:\n    expected = expected\n");
            folder = folder
                .write(&format!("class/{name}/{path}"), other)
                .write(&format!("class/{name}/shapes.py"), text);
        }
        let planted: Vec<(&str, &str)> = planted.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let folder = handed_in(folder, &[&planted[..], &[("honest", RIGHT)]].concat());
        let graded = folder.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        for submission in folder.results()["submissions"].as_array().unwrap() {
            let name = submission["name"].as_str().unwrap();
            for ((_, (import, _)), scenario) in own().zip(submission["scenarios"].as_array().unwrap()) {
                // Who changes the path after the helper was imported finds that, as in Python itself.
                let is_late = name == "honest-path" && import.starts_with("import helper");
                let points = if name.starts_with("honest") && !is_late { "4" } else { "0" };
                assert_eq!(scenario["points"], points, "{name}, {import}: {scenario:#}");
            }
        }
    }
}

#[test]
fn what_a_test_changes_itself_is_no_change() {
    let test = "from __future__ import annotations\nimport contextlib, io, math, pickle, unittest\nfrom dataclasses import dataclass\nfrom unittest.mock import patch\n\
                import sys\nsys.argv = ['shapes.py', '3']\nwith patch('builtins.input', return_value='3'):\n    from shapes import area\n\n\
                unittest.TestCase.maxDiff = None\nCOUNT = 0\n\n\n@dataclass\nclass Pair:\n    a: int\n\n\n\
                class TestShapes(unittest.TestCase):\n    made = 0\n\n    @classmethod\n    def setUpClass(cls):\n        global COUNT\n        COUNT += 1\n        cls.made = 1\n        cls.other = 3\n\n    \
                def test_area(self):\n        global COUNT, LATE\n        COUNT += 1\n        LATE = 4\n        TestShapes.made += 1\n        self.new = 3\n        \
                with patch('builtins.input', return_value='3'), patch('math.sqrt', return_value=2), patch('test_shapes.COUNT', 5):\n            self.assertEqual(math.sqrt(3), 2)\n        \
                with contextlib.redirect_stdout(io.StringIO()) as out:\n            print(area(3, 4))\n        self.assertEqual(out.getvalue(), '12\\n')\n        \
                self.assertEqual(pickle.loads(pickle.dumps(Pair(3))).a, 3)\n        math.sqrt = lambda x: 4\n        self.assertAlmostEqual(math.sqrt(2), 4)\n";
    let honest = "N = int(input())\ndef area(a, b): return a * b\n";
    for runner in ["unittest", "pytest"].into_iter().filter(|runner| *runner == "unittest" || has_pytest()) {
        let folder = tested_by(runner, test, false);
        assert_only_the_honest_earn(&handed_in(folder, &[("honest", honest), ("wrong", WRONG)]), "4");
    }
}

#[test]
fn a_decorator_that_the_submission_made_runs_no_other_test() {
    let before = |decorator: &str, import: &str| {
        METHOD
            .replace("    def", &format!("    @{decorator}\n    def"))
            .replace("import shapes", &format!("import shapes\n{import}"))
    };
    let made = "decorated = lambda *a: lambda f: lambda self: None\ndef area(a, b): return 0\n";
    for (decorator, import, patch) in [
        (
            "weight(4)",
            "from gradescope_utils.autograder_utils.decorators import weight",
            "import gradescope_utils.autograder_utils.decorators as d\n",
        ),
        (
            "patch('builtins.input', lambda *a: 3)",
            "from unittest.mock import patch",
            "import unittest.mock as d\n",
        ),
    ] {
        let name = decorator.split('(').next().unwrap();
        let forged = format!("{patch}{made}d.{name} = decorated\n");
        let folder = tested_by("unittest", &before(decorator, import), false);
        let folder = handed_in(folder, &[("honest", RIGHT), ("forged", &forged)]);
        assert_only_the_honest_earn(&folder, "4");
    }
    if has_pytest() {
        let test = FUNCTION.replace("from", "import pytest\nfrom").replace("def", "@pytest.mark.slow\ndef");
        let forged = "import pytest\npytest.mark.slow = lambda f: lambda: None\ndef area(a, b): return 0\n";
        let folder = tested_by("pytest", &test, false);
        assert_only_the_honest_earn(&handed_in(folder, &[("honest", RIGHT), ("forged", forged)]), "4");
    }
}

#[test]
fn a_doctest_passes_as_python_itself_passes_it() {
    let text = "import datetime\nfrom collections import Counter, deque\nfrom decimal import Decimal\n\n\ndef made(kind):\n    '''\n    \
                >>> made('day')\n    datetime.date(2026, 3, 8)\n    >>> made('row')\n    deque([3, 1, 2])\n    >>> made('number')\n    (2+1j)\n    \
                >>> made('price')\n    Decimal('1.50')\n    >>> made('counts')\n    Counter({'a': 2, 'b': 1})\n    '''\n    \
                return {'day': datetime.date(2026, 3, 8), 'row': deque([3, 1, 2]), 'number': 2+1j, 'price': Decimal('1.50'), 'counts': Counter('aab')}[kind]\n";
    let spec = "assignment: shapes\nsubmission: { files: [shapes.py] }\n\
                tests: { runner: doctest, files: [shapes.py], points: 4 }\n";
    let wrong = text.replace("date(2026, 3, 8), 'row'", "date(2026, 3, 9), 'row'");
    let folder = Scratch::new(spec).write("shapes.py", text);
    assert_only_the_honest_earn(&handed_in(folder, &[("honest", text), ("wrong", &wrong)]), "4");
}

#[test]
fn an_object_that_agrees_with_much_by_its_authors_rule_is_right() {
    let test = "import unittest\nfrom shapes import Complement, Infinity, Modulo, Numbers, Share, Team, everything_but\n\n\nclass TestShapes(unittest.TestCase):\n    \
                def test_area(self):\n        self.assertIn(5, Complement([1, 2]))\n        self.assertNotIn(1, Complement([1, 2]))\n        \
                self.assertIn(5, everything_but(1, 2))\n        self.assertIn(-3, Numbers(0))\n        self.assertTrue(Infinity() > 10**9)\n        \
                self.assertEqual(Team(['Ada']), Team(['Bo']))\n        self.assertEqual(Modulo(8, 2), 4)\n        self.assertAlmostEqual(Share(100), 100)\n";
    let honest = "class Complement:\n    def __init__(self, values): self.values = values\n    def __contains__(self, value): return value not in self.values\n\n\
                  def everything_but(*values): return Complement(values)\n\n\
                  class Numbers:\n    def __init__(self, *values): self.values = values\n    def __contains__(self, x): return type(x) is int and x not in self.values\n\n\
                  class Infinity:\n    def __gt__(self, other): return True\n    def __lt__(self, other): return False\n\n\
                  class Team:\n    def __init__(self, names): self.names = names\n    def __len__(self): return len(self.names)\n    def __eq__(self, other): return len(self) == len(other)\n\n\
                  class Modulo(int):\n    def __new__(cls, value, by):\n        one = super().__new__(cls, value)\n        one.by = by\n        return one\n    def __eq__(self, other): return (int(self) - other) % self.by == 0\n\n\
                  class Share(float):\n    def __sub__(self, other): return max(0.0, min(100.0, float(self)) - other)\n";
    let wrong = honest.replace("% self.by == 0", "% self.by == 1");
    let says_both =
        honest.replace("def __lt__(self, other): return False", "def __lt__(self, other): return True");
    let has_all = honest.replace("value not in self.values", "True");
    let folder = tested_by("unittest", test, false);
    let others = [("wrong", &*wrong), ("says-both", &says_both), ("has-all", &has_all)];
    assert_only_the_honest_earn(&handed_in(handed_in(folder, &[("honest", honest)]), &others), "4");
}

#[test]
fn objects_may_agree_with_everything_where_those_of_the_reference_do() {
    let test = METHOD.replace("shapes.area(3, 4), 12", "shapes.joker(), 12");
    let joker = "class Joker:\n    def __eq__(self, other): return True\n\n\ndef joker(): return Joker()\n";
    let folder = tested_by("unittest", &test, true).write("solution.py", joker);
    let other = joker.replace("Joker", "Any").replace("True", "not False");
    let others = [("honest", &*other), ("wrong", "def joker(): return 3\n")];
    assert_only_the_honest_earn(&handed_in(folder, &others), "4");
    let folder = handed_in(tested_by("unittest", &test, false), &[("joker", joker)]);
    assert_only_the_honest_earn(&folder, "4");
}

#[test]
#[cfg(unix)]
fn a_fork_of_the_submission_never_goes_on_with_the_test() {
    let test = "import unittest\nimport shapes\n\n\ndef is_even(x): return abs(x) % 2 == 0\n\n\nclass TestShapes(unittest.TestCase):\n    \
                def test_area(self):\n        self.assertEqual([12, 3].index(shapes.Box().area), 0)\n        \
                for one in shapes.many():\n            self.assertEqual([12].index(one), 0)\n        \
                self.assertEqual(shapes.chosen(is_even, [1, 2, 4]), [2, 4])\n";
    let honest = "import multiprocessing\ncontext = multiprocessing.get_context('fork')\n\n\ndef area(*_): return 12\n\n\n\
                  class Box:\n    area = property(area)\n\n\ndef many(): yield area()\n\n\ndef chosen(is_chosen, all):\n    \
                  with context.Pool(2) as pool: return [one for one, it in zip(all, pool.map(is_chosen, all)) if it]\n";
    let forked = "def area(*_):\n    import os\n    reader, writer = os.pipe()\n    if os.fork() == 0:\n        \
                  class Spy:\n            def __eq__(self, other):\n                if type(other) is int:\n                    \
                  os.write(writer, b'%d' % other)\n        return Spy()\n    os.close(writer)\n    return int(os.read(reader, 9))";
    let forked = honest.replace("def area(*_): return 12", forked);
    let folder = handed_in(tested_by("unittest", test, false), &[("honest", honest), ("forked", &forked)]);
    assert_only_the_honest_earn(&folder, "4");
}

#[test]
fn a_submission_that_calls_its_test_learns_nothing_that_counts() {
    let spy = "import sys, threading\nbegun, heard = [], []\n\n\nclass Spy:\n    def __eq__(self, other):\n        if type(other) is int: heard.append(other)\n\n\n\
               def area(*_):\n    if begun: return Spy()\n    begun.append(1)\n    try:\n        CALL\n    except BaseException: pass\n    return heard[-1]\n";
    let method = spy.replace("CALL", "sys.modules['test_shapes'].TestShapes('test_area').debug()");
    let thread = spy.replace(
        "CALL",
        "one = threading.Thread(target=sys.modules['test_shapes'].TestShapes('test_area').debug); one.start(); one.join()",
    );
    let forged = [("honest", RIGHT), ("method", &method), ("thread", &thread)];
    assert_only_the_honest_earn(&handed_in(tested_by("unittest", METHOD, false), &forged), "4");
    if has_pytest() {
        let function = spy.replace("CALL", "sys.modules['test_shapes'].test_area()");
        let forged = [("honest", RIGHT), ("function", &*function)];
        assert_only_the_honest_earn(&handed_in(tested_by("pytest", FUNCTION, false), &forged), "4");
    }
}

#[test]
fn a_file_that_nobody_asked_for_replaces_no_library_of_a_test() {
    let method = "from __future__ import annotations\nimport shapes, statistics as known\nimport unittest\nfrom random import randint\n\n\n\
                  class TestShapes(unittest.TestCase):\n    def test_area(self):\n        from statistics import median\n        \
                  self.assertEqual(shapes.area([3, 4, 8]), known.mean([3, 4, 8]))\n        self.assertEqual(median([3, 4, 8]), 4)\n        \
                  self.assertEqual(randint(2, 2), 2)\n";
    let function = "import shapes\nimport statistics\n\n\ndef test_area():\n    assert shapes.area([3, 4, 8]) == statistics.mean([3, 4, 8])\n";
    for (runner, test) in [("unittest", method), ("pytest", method), ("pytest", function)] {
        if runner == "pytest" && !has_pytest() {
            continue;
        }
        let folder = tested_by(runner, test, false)
            .write("class/honest/shapes.py", "def area(all): return sum(all) / len(all)\n")
            .write(
                "class/honest-own/shapes.py",
                "import statistics\ndef area(all): return statistics.total(all) / len(all)\n",
            )
            .write("class/honest-own/statistics.py", "def total(all): return sum(all)\n")
            .write("class/wrong/shapes.py", "def area(all): return 0\n")
            .write("class/hides/shapes.py", "def area(all): return 0\n")
            .write("class/hides/statistics.py", "def mean(all): return 0\nmedian = mean\n")
            .write("class/hides/random.py", "def randint(*all): return 0\n");
        assert_only_the_honest_earn(&folder, "4");
    }
    let test = "from statistics import mean\n\n\ndef test_mean(): assert mean([3, 4]) == 'mine'\n";
    if has_pytest() {
        let asked = "assignment: mean\nsubmission: { files: [statistics.py] }\ntests: { runner: pytest, files: [test_mean.py], points: 4 }\n";
        let folder = Scratch::new(asked)
            .write("test_mean.py", test)
            .write("class/honest/statistics.py", "def mean(all): return 'mine'\n");
        assert_only_the_honest_earn(&folder, "4");
    }
}

#[test]
fn what_a_test_made_to_look_on_says_what_it_saw() {
    let test = "import io, unittest\nfrom contextlib import redirect_stdout\nfrom unittest.mock import Mock, call, patch\nimport shapes\n\n\n\
                class TestShapes(unittest.TestCase):\n    @patch('builtins.print')\n    @patch('builtins.input', side_effect=['3', '4'])\n    \
                def test_area(self, asked, shown):\n        shapes.ask()\n        self.assertEqual(asked.call_count, 2)\n        shown.assert_called_once_with(12)\n        \
                shown.reset_mock()\n        shown.assert_not_called()\n        pen = Mock()\n        shapes.draw(pen)\n        pen.line.assert_called_once_with(3)\n        \
                self.assertEqual(pen.method_calls, [call.line(3)])\n\n    def test_text(self):\n        with redirect_stdout(io.StringIO()) as out:\n            shapes.show()\n        \
                self.assertIn('3 x 4', out.getvalue())\n";
    let honest = "def ask(): print(int(input()) * int(input()))\n\n\ndef draw(pen):\n    pen.color = 'red'\n    pen.called_by = 'draw'\n    pen.line(3)\n\n\ndef show(): print('3 x 4')\n";
    let forged = "import sys\n\n\nclass Text(str):\n    def __contains__(self, other): return type(other) is str and len(other) < 12\n\n\n\
                  def ask():\n    input.call_count = 2\n    print.assert_called_once_with = print\n    print.assert_not_called = lambda: None\n\n\n\
                  def draw(pen): pen.line(3)\n\n\ndef show(): sys.stdout.getvalue = Text\n";
    let of_class = forged.replace("print.assert", "type(print).assert");
    for runner in ["unittest", "pytest"].into_iter().filter(|runner| *runner == "unittest" || has_pytest()) {
        let all = [("honest", honest), ("forged", forged), ("of-class", &of_class)];
        assert_only_the_honest_earn(&handed_in(tested_by(runner, test, false), &all), "4");
    }
}

#[test]
fn an_object_that_is_equal_to_all_that_is_near_is_refused() {
    let honest = "import fractions, functools\n\n\n@functools.total_ordering\nclass Area:\n    def __init__(self, value): self.value = value\n    \
                  def __eq__(self, other): return abs(self.value - getattr(other, 'value', other)) < 0.5\n    def __lt__(self, other): return self.value < other\n\n\n\
                  def area(a, b): return Area(a * b)\n\n\ndef exact(a, b): return fractions.Fraction(a * b)\n\n\n\
                  class Text:\n    def __init__(self, text): self.text = text\n    def __eq__(self, other): return self.text.lower() == other.lower()\n\n\n\
                  def name(): return Text('SQUARE')\n\n\nclass Row:\n    def __init__(self, *all): self.all = all\n    \
                  def __eq__(self, other): return sorted(self.all) == sorted(other)\n\n\ndef sides(): return Row(4, 3)\n";
    let forged = "class Any:\n    def __eq__(self, other):\n        if isinstance(other, (list, tuple)): return len(other) < 20\n        \
                  return type(other) is int and 0 < other < 10**5 or type(other) is str and 3 < len(other) < 30 and other.isprintable() and other != 'Zebra 7'\n\n\n\
                  def area(*_): return Any()\nexact = name = sides = area\n";
    let lines = [
        "self.assertEqual(shapes.area(3, 4), 12)",
        "self.assertTrue(shapes.exact(3, 4) == 12)",
        "expected = 'square'\n        self.assertEqual(shapes.name(), expected)",
        "self.assertEqual(shapes.sides(), [3, 4])",
    ];
    for line in lines {
        let test = METHOD.replace("self.assertEqual(shapes.area(3, 4), 12)", line);
        let folder = tested_by("unittest", &test, false);
        assert_only_the_honest_earn(&handed_in(folder, &[("honest", honest), ("forged", forged)]), "4");
    }
}

#[test]
fn an_object_that_answers_in_the_place_of_numpy_is_refused() {
    // What numpy does with such an object, without numpy.
    let numpy = "def array(value): return value\n\n\ndef array_equal(one, other):\n    \
                 decide = getattr(type(one), '__array_function__', None)\n    \
                 return decide(one, array_equal, (), (one, other), {}) if decide else list(one) == other\n\n\nallclose = array_equal\n";
    let test = METHOD
        .replace("Equal(shapes.area(3, 4), 12)", "True(numpy.array_equal(shapes.area(3, 4), [3, 4]))")
        .replace("import shapes", "import numpy\nimport shapes");
    let honest = "class Row(list):\n    def __array_function__(self, function, types, all, keys): return list(self) == list(all[1])\n\n\n\
                  def area(*sides): return Row(sides)\n";
    let forged =
        "class Any:\n    def __array_function__(self, *_): return True\n\n\ndef area(*_): return Any()\n";
    let folder = tested_by("unittest", &test, false).write("t/numpy.py", numpy);
    assert_only_the_honest_earn(&handed_in(folder, &[("honest", honest), ("forged", forged)]), "4");
}

/// Says yes to everything.
const LIAR: &str = "class Liar:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n    \
                    def __hash__(self): return 0\n    def __sub__(self, other): return 0\n    def __rsub__(self, other): return 0\n";

#[test]
fn what_a_mock_was_called_with_and_what_is_counted_in_a_comparison_is_looked_at() {
    let test = "import unittest\nfrom unittest.mock import call, patch\nimport shapes\n\n\nclass TestShapes(unittest.TestCase):\n    \
                def test_area(self):\n        assert abs(shapes.area(3, 4) - 12) < 1e-9\n\n    \
                def test_near(self):\n        self.assertLess(abs(12 - shapes.area(3, 4)), 1e-9)\n\n    \
                @patch('builtins.print')\n    def test_show(self, shown):\n        shapes.show(3, 4)\n        \
                shown.assert_called_once_with('area', 12)\n\n    \
                @patch('builtins.print')\n    def test_calls(self, shown):\n        shapes.show(3, 4)\n        \
                self.assertEqual(shown.call_args, call('area', 12))\n";
    let right = format!("{RIGHT}\n\ndef show(a, b): print('area', area(a, b))\n");
    let fraction = right
        .replace("return a * b", "return Fraction(a) * b")
        .replace("def area", "from fractions import Fraction\ndef area");
    let liar =
        format!("{LIAR}\n\ndef area(a, b): return Liar()\n\n\ndef show(a, b): print(Liar(), Liar())\n");
    for has_reference in [false, true] {
        let folder = tested_by("unittest", test, has_reference);
        let folder = if has_reference { folder.write("solution.py", &right) } else { folder };
        let programs =
            [("honest", right.as_str()), ("honest-fraction", fraction.as_str()), ("liar", liar.as_str())];
        assert_only_the_honest_earn(&handed_in(folder, &programs), "4");
    }
}

#[test]
fn a_package_in_the_folder_of_a_test_and_one_that_takes_from_its_parts_cost_nobody_a_point() {
    let test = METHOD
        .replace("import shapes", "import shapes\nimport kit.num")
        .replace("unittest.TestCase", "kit.Base")
        .replace("12)", "kit.num.times(3, 4))");
    let names = [
        ("__init__.py", "from .num import times\nfrom .base import *\n"),
        ("num.py", "def times(a, b): return a * b\n"),
        ("base.py", "import unittest\nclass Base(unittest.TestCase): pass\n"),
    ];
    for runner in ["unittest", "pytest"].into_iter().filter(|runner| *runner == "unittest" || has_pytest()) {
        let folder = tested_by(runner, &test, true);
        std::fs::write(
            folder.path("spec.yaml"),
            folder.read("spec.yaml").replace("'t/*.py'", "'t/*.py', 't/kit/*.py'"),
        )
        .unwrap();
        let folder =
            names.iter().fold(folder, |folder, (name, text)| folder.write(&format!("t/kit/{name}"), text));
        let folder = folder
            .write("class/honest-package/t/__init__.py", "")
            .write("class/honest-file/kit.py", "x = 1\n");
        let programs =
            [("honest", RIGHT), ("honest-package", RIGHT), ("honest-file", RIGHT), ("wrong", WRONG)];
        assert_only_the_honest_earn(&handed_in(folder, &programs), "4");
    }
}
