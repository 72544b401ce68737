//! Programs that say to the instructor's tests that all is well, and solve nothing. Beside them, honest ones that do what looks like it.

use super::night;
use super::scratch::{Scratch, named};
use super::unit_tests::has_pytest;

/// Programs that want points for nothing, by what they do.
const FORGERIES: [(&str, &str); 35] = [
    (
        "loader",
        r#"import unittest
class Own(unittest.TestCase):
    def test_area(self): pass
unittest.defaultTestLoader.loadTestsFromName = lambda *a: unittest.TestSuite([Own('test_area')])
def area(a, b): return 0
"#,
    ),
    (
        "patch-next",
        r#"import builtins, unittest
builtins.next = lambda *a: None
unittest.TestCase.assertEqual = lambda *a: None
def area(a, b): return 0
"#,
    ),
    (
        "patch-walk",
        r#"import ast, unittest
node = ast.parse('x.assertEqual = 1')
real = list(ast.walk(node))
ast.walk = lambda tree: real
unittest.TestCase.assertEqual = lambda *a: None
def area(a, b): return 0
"#,
    ),
    (
        "patch-managers",
        r#"import contextlib, unittest
class Quiet:
    def __init__(self, made): self.made = made
    def __enter__(self): return next(self.made)
    def __exit__(self, *a):
        for _ in self.made: pass
        return True
contextlib.contextmanager = lambda f: lambda *a, **k: Quiet(f(*a, **k))
def area(a, b): return 0
"#,
    ),
    (
        "patch-case-class",
        r#"import unittest
def made(cls, **k):
    for name in list(vars(cls)):
        if name.startswith('test'): setattr(cls, name, lambda self: None)
unittest.TestCase.__init_subclass__ = classmethod(made)
def area(a, b): return 0
"#,
    ),
    (
        "patch-code",
        r#"import unittest
def quiet(self, *a, **k): pass
unittest.TestCase.assertEqual.__code__ = quiet.__code__
def area(a, b): return 0
"#,
    ),
    (
        "patch-defaults",
        r#"import unittest
unittest.TestCase.assertEqual.__defaults__ = (3,)
def area(a, b): return 0
"#,
    ),
    (
        "shouldstop",
        r#"import unittest.case
def area(a, b): raise unittest.case._ShouldStop
"#,
    ),
    (
        "failexc",
        r#"import unittest
unittest.TestCase.failureException = unittest.case._ShouldStop
def area(a, b): return 0
"#,
    ),
    (
        "failexc-late",
        r#"import unittest
def area(a, b):
    unittest.TestCase.failureException = unittest.case._ShouldStop
    return 0
"#,
    ),
    (
        "skips",
        r#"import unittest
def area(a, b): raise unittest.SkipTest('no')
"#,
    ),
    (
        "skips-at-import",
        r#"import unittest
raise unittest.SkipTest('no')
"#,
    ),
    (
        "exp-attr",
        r#"import unittest
unittest.TestCase.__unittest_expecting_failure__ = True
def area(a, b): return 0
"#,
    ),
    (
        "exp-attr-late",
        r#"import unittest
def area(a, b):
    unittest.TestCase.__unittest_expecting_failure__ = True
    return 0
"#,
    ),
    (
        "skip-attr",
        r#"import unittest
unittest.TestCase.__unittest_skip__ = True
def area(a, b): return 0
"#,
    ),
    (
        "getattribute",
        r#"import unittest
def get(self, name):
    return (lambda *a, **k: None) if name == 'assertEqual' else object.__getattribute__(self, name)
unittest.TestCase.__getattribute__ = get
def area(a, b): return 0
"#,
    ),
    (
        "call-class",
        r#"import unittest
unittest.TestCase.__call__ = lambda s, *a, **k: a[0].addSuccess(s)
def area(a, b): return 0
"#,
    ),
    (
        "fakemodule",
        r#"import sys, types, unittest
class Quiet(unittest.TestCase):
    def assertEqual(self, *a): pass
fake = types.ModuleType('unittest')
fake.__dict__.update(vars(unittest))
fake.TestCase = Quiet
for name in ('test_shapes',):
    if name in sys.modules: sys.modules[name].unittest = fake
def area(a, b): return 0
"#,
    ),
    (
        "fakemodule-thread",
        r#"import sys, threading, types, unittest
class Quiet(unittest.TestCase):
    def assertEqual(self, *a): pass
fake = types.ModuleType('unittest')
fake.__dict__.update(vars(unittest))
fake.TestCase = Quiet
def wait():
    for _ in range(10**6):
        if 'test_shapes' in sys.modules:
            sys.modules['test_shapes'].unittest = fake
threading.Thread(target=wait, daemon=True).start()
def area(a, b): return 0
"#,
    ),
    (
        "pytestmark",
        r#"import sys
try:
    import pytest
    for name in ('test_shapes',):
        if name in sys.modules: sys.modules[name].pytestmark = pytest.mark.xfail
except ImportError: pass
def area(a, b): return 0
"#,
    ),
    (
        "xfails",
        r#"def area(a, b):
    import pytest
    pytest.xfail('no')
"#,
    ),
    (
        "pytest-skips",
        r#"def area(a, b):
    import pytest
    pytest.skip('no')
"#,
    ),
    (
        "pytest-exits",
        r#"def area(a, b):
    import pytest
    pytest.exit('no', 0)
"#,
    ),
    (
        "pytest-skips-at-import",
        r#"import pytest
pytest.skip('no', allow_module_level=True)
"#,
    ),
    (
        "fake-file",
        r#"import os
source = '''import sys
def walk():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            yield value
        frame = frame.f_back
'''
space = {}
for path in (os.path.join(os.getcwd(), 'test_shapes.py'),):
    exec(compile(source, path, 'exec'), space)
def area(a, b):
    for value in space['walk']():
        if type(value).__name__ == 'Cases':
            value.add = lambda *a, **k: None
            value.all.append({'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''})
    raise KeyError
"#,
    ),
    (
        "fake-library",
        r#"import ast
source = '''import sys
def walk():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            yield value
        frame = frame.f_back
'''
space = {}
exec(compile(source, ast.__file__, 'exec'), space)
def area(a, b):
    for value in space['walk']():
        if type(value).__name__ == 'Cases':
            value.add = lambda *a, **k: None
            value.all.append({'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''})
    raise KeyError
"#,
    ),
    (
        "signal-frame",
        r#"import signal
def area(a, b):
    found = []
    signal.signal(signal.SIGUSR1, lambda number, frame: found.append(frame))
    signal.raise_signal(signal.SIGUSR1)
    frame = found[0]
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if type(value).__name__ == 'Cases':
                value.add = lambda *a, **k: None
                value.all.append({'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''})
        frame = frame.f_back
    raise KeyError
"#,
    ),
    (
        "logging-frame",
        r#"import logging
def area(a, b):
    frame = logging.currentframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if type(value).__name__ == 'Cases':
                value.add = lambda *a, **k: None
                value.all.append({'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''})
        frame = frame.f_back
    raise KeyError
"#,
    ),
    (
        "signal-key",
        r#"import signal, os
def area(a, b):
    found = []
    signal.signal(signal.SIGUSR1, lambda number, frame: found.append(frame))
    signal.raise_signal(signal.SIGUSR1)
    frame = found[0]
    while frame is not None:
        held = frame.f_locals
        if 'key' in held and 'records' in held:
            held['records'].add(key=held['key'], cases=[{'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''}], score=None, changed=None, seen=[], liar=None)
            os._exit(0)
        frame = frame.f_back
    raise KeyError
"#,
    ),
    (
        "signal-success",
        r#"import signal, os, unittest
def area(a, b):
    found = []
    signal.signal(signal.SIGUSR1, lambda number, frame: found.append(frame))
    signal.raise_signal(signal.SIGUSR1)
    frame = found[0]
    while frame is not None:
        held = frame.f_locals
        if type(held.get('result')).__name__ == 'Result' and hasattr(held.get('self'), 'assertEqual'):
            held['result'].addSuccess(held['self'])
            raise unittest.case._ShouldStop
        frame = frame.f_back
    raise KeyError
"#,
    ),
    (
        "write-elsewhere",
        r#"import os, sys
sys.path.insert(0, '/tmp')
open('/tmp/yardstick-walker.py', 'w').write('''import sys
def walk():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            yield value
        frame = frame.f_back
''')
import importlib.util
spec = importlib.util.spec_from_file_location('walker', '/tmp/yardstick-walker.py')
walker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(walker)
def area(a, b):
    for value in walker.walk():
        if type(value).__name__ == 'Cases':
            value.add = lambda *a, **k: None
            value.all.append({'name': '', 'outcome': 'passed', 'reason': '', 'printed': ''})
    raise KeyError
"#,
    ),
    (
        "reports",
        r#"import signal, sys
def area(a, b):
    found = []
    signal.signal(signal.SIGUSR1, lambda number, frame: found.append(frame))
    signal.raise_signal(signal.SIGUSR1)
    return found[0].f_back.f_locals['expected']
"#,
    ),
    (
        "logs",
        r#"import logging
def area(a, b):
    return logging.currentframe().f_back and 12
"#,
    ),
    (
        "shadows",
        r#"import unittest.case
unittest.case.round = unittest.case.isinstance = lambda *a: True
def area(a, b): return 0
"#,
    ),
    (
        "adds",
        r#"import builtins
builtins.__import__ = lambda *a, **k: None
def area(a, b): return 0
"#,
    ),
];

/// Programs that are right.
const HONEST: [(&str, &str); 8] = [
    (
        "honest-plain",
        r#"def area(a, b): return a * b
"#,
    ),
    (
        "honest-prints",
        r#"print('hello')
def area(a, b):
    print(a)
    return a * b
"#,
    ),
    (
        "honest-compile",
        r#"code = compile('a * b', 'shapes.py', 'eval')
def area(a, b): return eval(code)
"#,
    ),
    (
        "honest-lazy",
        r#"def area(a, b):
    import decimal, fractions, statistics, csv, argparse, json, colorsys, wave, plistlib, xml.dom.minidom
    return int(decimal.Decimal(a) * b)
"#,
    ),
    (
        "honest-signal",
        r#"import signal
def area(a, b):
    signal.signal(signal.SIGALRM, lambda n, f: None)
    signal.alarm(0)
    return a * b
"#,
    ),
    (
        "honest-thread",
        r#"import threading
def area(a, b):
    out = []
    t = threading.Thread(target=lambda: out.append(a * b)); t.start(); t.join()
    return out[0]
"#,
    ),
    (
        "honest-own-test",
        r#"import unittest
class TestOwn(unittest.TestCase):
    def test_a(self): self.assertEqual(area(1, 1), 1)
def area(a, b): return a * b
"#,
    ),
    (
        "honest-namedtuple",
        r#"import collections, typing, dataclasses, enum
P = collections.namedtuple('P', 'a b')
def area(a, b):
    p = P(a, b)
    return p.a * p.b
"#,
    ),
];

const METHOD: &str = "import unittest\nimport shapes\n\n\nclass TestShapes(unittest.TestCase):\n    def test_area(self):\n        \
                      self.assertEqual(shapes.area(3, 4), 12)\n";
const FUNCTION: &str = "from shapes import area\n\n\ndef test_area():\n    assert area(3, 4) == 12\n";
const RIGHT: &str = "def area(a, b): return a * b\n";
const WRONG: &str = "def area(a, b): return a + b\n";

/// A folder with a test, and perhaps with a reference that passes it.
fn tested_by(runner: &str, test: &str, has_reference: bool) -> Scratch {
    let reference = if has_reference { "reference: { files: [solution.py] }\n" } else { "" };
    let tests = format!("tests: {{ runner: {runner}, files: ['t/*.py'], points: 4 }}\n");
    Scratch::new(&format!("assignment: shapes\nsubmission: {{ files: [shapes.py] }}\n{reference}{tests}"))
        .write("solution.py", RIGHT)
        .write("t/test_shapes.py", test)
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

/// Returns the reason why a submission is not graded.
pub(super) fn not_graded(folder: &Scratch, name: &str) -> String {
    let graded = folder.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    let results = folder.results();
    let scenario = &named(&results, name)["scenarios"][0];
    assert_eq!(scenario["verdict"], "not graded", "{scenario:#}");
    scenario["reasons"][0].as_str().unwrap().to_owned()
}

fn assert_no_forgery_earns(runner: &str, test: &str) {
    for has_reference in [false, true] {
        let folder = handed_in(tested_by(runner, test, has_reference), &FORGERIES);
        assert_only_the_honest_earn(&handed_in(folder, &HONEST), "4");
    }
}

#[test]
fn no_forgery_earns_a_point_from_unittest() {
    assert_no_forgery_earns("unittest", METHOD);
}

#[test]
fn no_forgery_earns_a_point_from_a_test_case_under_pytest() {
    if night::is_day_of(1, 2) && has_pytest() {
        assert_no_forgery_earns("pytest", METHOD);
    }
}

#[test]
fn no_forgery_earns_a_point_from_a_function_under_pytest() {
    if night::is_day_of(0, 2) && has_pytest() {
        assert_no_forgery_earns("pytest", FUNCTION);
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
    for hook in [
        "pytest_terminal_summary(terminalreporter)",
        "pytest_sessionfinish(session)",
        "pytest_runtest_teardown(item)",
        "pytest_runtest_logreport(report)",
        "pytest_unconfigure(config)",
    ] {
        let conftest = format!("def {hook}:\n    {{}}['no such entry']\n");
        let folder = handed_in(tested_by("pytest", FUNCTION, false), &[("right", RIGHT)])
            .write("t/conftest.py", conftest);
        let (name, _) = hook.split_once('(').unwrap();
        let told = format!("an error in `{name}` of `t/conftest.py`: KeyError: 'no such entry'");
        let reason = not_graded(&folder, "right");
        assert!(reason.contains(&told), "{reason}");
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
