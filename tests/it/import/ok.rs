//! Tests of OK and Otter, which are read by their syntax and never run.

use serde_json::json;

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

const SQUARE: &str =
    "def square(x):\n    \"\"\"Squares.\n\n    >>> square(4)\n    16\n    \"\"\"\n    return x * x\n";

/// A test of OK: a question to be answered, and a suite.
const OK: &str = r#"
test = {
  'name': 'Question 1',
  'points': 3,
  'suites': [
    { 'cases': [{ 'question': 'What?', 'answer': 'A', 'choices': ['A', 'B'] }], 'type': 'concept' },
    {
      'type': 'doctest',
      'cases': [
        { 'code': r"""
          >>> square(3)
          9
          # explanation: three times three
          """ },
        { 'code': r"""
          >>> for i in range(2):
          ...     print(square(i))
          0
          1
          >>> 1 / square(0)
          ZeroDivisionError
          """, 'hidden': True },
        { 'code': ">>> square(9)\n41f\n", 'locked': True },
      ],
      'setup': ">>> from hw1 import *\n",
    },
  ]
}
"#;

#[test]
fn suites_of_ok_count_as_a_whole() {
    let configuration =
        json!({ "src": ["hw1.py"], "tests": { "hw1.py:square": "doctest", "tests/q*.py": "ok_test" } });
    let scratch = Scratch::new("")
        .write("package/hw1.ok", configuration.to_string())
        .write("package/hw1.py", SQUARE)
        .write("package/tests/q1.py", OK);
    let told = imported(&scratch, "ok");
    for part in [
        "`Question 1, suite 1`: a suite of the type `concept`",
        "case 3 of `Question 1, suite 2`: it is locked",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: [hw1.py]\n",
        "  - name: square\n    points: 1\n",
        "  - name: \"Question 1, suite 2\"\n    points: 1.5\n    pass: all\n",
        "        hidden: true\n        session: |\n          >>> from hw1 import *\n          >>> for i in range(2):\n          ...     \
         print(square(i))\n          0\n          1\n          >>> try:\n          ...     1 / square(0)\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let ended = checked(&scratch, "package/hw1.py");
    assert!(ended.stdout.contains("2.5 of 2.5 points"), "{}{}", ended.stdout, ended.stderr);
    let scratch = scratch.write("wrong.py", SQUARE.replace("x * x", "x * 4"));
    assert!(checked(&scratch, "wrong.py").stdout.contains("1 of 2.5 points"));
}

#[test]
fn cases_of_otter_have_points_of_their_own() {
    let q1 = "test = {'name': 'q1', 'points': 4, 'suites': [{'cases': [\n {'code': '>>> \\n>>> square(2.5) == 6.25\\nTrue', \
              'hidden': False, 'points': 3, 'failure_message': 'Try 2.5.'},\n {'code': '>>> square(\"a\")\\nTraceback (most \
              recent call last):\\n  ...\\nTypeError: no'}], 'type': 'doctest'}]}\n";
    let q2 = "from otter.test_files import test_case\nOK_FORMAT = False\nname = \"q2\"\npoints = 2\n\n@test_case()\ndef \
              test_low(square):\n    # low\n    n = 1\n    assert square(n) == 1\n    for i in range(3):\n        assert \
              square(i) == i * i\n\n@test_case(points=0.5, hidden=True)\ndef test_env(env):\n    env[\"square\"](5)\n    \
              assert env[\"square\"](5) == 25\n\nx = open('made', 'w')\n";
    let notebook = json!({ "cells": [], "metadata": { "otter": { "tests": { "q3": {
        "name": "q3", "points": null, "suites": [{ "type": "doctest", "cases": [{ "code": ">>> square(3)\n9", "hidden": false }] }]
    } } } } });
    let scratch = Scratch::new("")
        .write("package/tests/q1.py", q1)
        .write("package/tests/q2.py", q2)
        .write("package/lab.ipynb", notebook.to_string());
    imported(&scratch, "ok");
    assert!(!scratch.path("made").exists());
    let spec = scratch.read("out/spec.yaml");
    for part in [
        "  files: [lab.ipynb]\n",
        "  - name: q1\n    points: 4\n",
        "        weight: 3\n        hint: Try 2.5.\n        session: |\n          >>> square(2.5) == 6.25\n          True\n",
        "        weight: 1\n        hidden: true\n",
        "          >>> n = 1\n          >>> assert square(n) == 1\n          >>> for i in range(3):\n          ...     assert square(i) == i * i\n",
        "          >>> env = globals()\n          >>> pass\n          ... env[\"square\"](5)\n",
        "  - name: q3\n    points: 1\n",
    ] {
        assert!(spec.contains(part), "{part}\n{spec}");
    }
    let program = "def square(x):\n    if isinstance(x, str): raise TypeError('no')\n    return x * x\n";
    let notebook = |code: &str| {
        json!({ "cells": [{ "cell_type": "code", "source": format!("import otter\n{code}") }] }).to_string()
    };
    let scratch = scratch
        .write("a.ipynb", notebook(program))
        .write("b.ipynb", notebook(&program.replace("'no'", "'na'").replace("x * x", "x * x * (x != 2)")));
    let ended = checked(&scratch, "a.ipynb");
    assert!(ended.stdout.contains("7 of 7 points"), "{}{}", ended.stdout, ended.stderr);
    assert!(
        checked(&scratch, "b.ipynb").stdout.contains("4.5 of 7 points"),
        "{}",
        checked(&scratch, "b.ipynb").stdout
    );
}

#[test]
fn what_holds_no_tests_is_refused() {
    refuses(
        &Scratch::new("").write("package/tests/a.py", "x = 1\n"),
        "ok",
        "package",
        "there are no tests of OK or Otter",
    );
    let computed = Scratch::new("").write("package/tests/a.py", "test = make(open('made', 'w'))\n");
    refuses(&computed, "ok", "package", "there are no tests of OK or Otter");
    refuses(&Scratch::new("").write("package/a.ok", "{"), "ok", "package", "is not valid JSON");
    let empty = "test = {'suites': [{'type': 'scheme', 'cases': []}]}\n";
    refuses(
        &Scratch::new("").write("package/tests/a.py", empty),
        "ok",
        "package",
        "a suite of the type `scheme`",
    );
}
