//! Notebooks of nbgrader.

use serde_json::{Value, json};

use super::{checked, imported, refuses};
use crate::optional;
use crate::scratch::Scratch;

fn code(role: &str, id: &str, points: Option<f64>, source: &str) -> Value {
    let (grade, solution) = (role == "tests" || role == "marked", role == "solution" || role == "marked");
    let mut nbgrader = json!({ "schema_version": 3, "grade": grade, "solution": solution, "locked": grade, "task": false, "grade_id": id });
    if let Some(points) = points {
        nbgrader["points"] = json!(points);
    }
    let lines: Vec<String> = source.split_inclusive('\n').map(str::to_owned).collect();
    let metadata = if role == "plain" { json!({}) } else { json!({ "nbgrader": nbgrader }) };
    json!({ "cell_type": "code", "metadata": metadata, "source": lines, "outputs": [], "execution_count": null })
}

fn notebook(cells: &[Value]) -> String {
    json!({ "nbformat": 4, "nbformat_minor": 5, "metadata": { "kernelspec": { "language": "python" } }, "cells": cells }).to_string()
}

const SQUARES: &str = "def squares(n):\n    ### BEGIN SOLUTION\n    return [i ** 2 for i in range(1, n + 1)]\n    ### END SOLUTION\n";

const TESTS: &str = "ten = squares(10)\nassert len(ten) == math.floor(10.5)\n### BEGIN HIDDEN TESTS\nassert ten[-1] == 100, 'the last one'\n### END HIDDEN TESTS\n";

fn squares() -> Vec<Value> {
    vec![
        code("plain", "", None, "%matplotlib inline\nimport math\n"),
        code("solution", "squares", None, SQUARES),
        code("tests", "test-squares", Some(2.0), TESTS),
        code("tests", "test-data", Some(1.0), "assert open('data.txt').read() == '1\\n2\\n'\n"),
        code("tests", "test-magic", Some(1.0), "!ls\nassert True\n"),
        code("marked", "essay", Some(5.0), "# Why?\n"),
    ]
}

#[test]
fn each_cell_with_tests_is_a_group_that_counts_as_a_whole() {
    let scratch = Scratch::new("")
        .write("package/Problem Set 1.ipynb", notebook(&squares()))
        .write("package/data.txt", "1\n2\n")
        .write("package/.ipynb_checkpoints/Problem Set 1-checkpoint.ipynb", "{}");
    let told = imported(&scratch, "nbgrader");
    for part in [
        "the tests `test-magic`: they have lines that only a notebook understands",
        "what is marked by hand: `essay`",
        "an error in a cell with code fails all tests",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let spec = scratch.read("out/spec.yaml");
    let end = "tests:\n  - name: test-squares\n    runner: pytest\n    files: [test_squares.py]\n    points: 2\n    pass: all\n    \
               each:\n      test_hidden: { hidden: true }\n  - name: test-data\n    runner: pytest\n    files: [test_data.py]\n    \
               points: 1\n    pass: all\n";
    assert!(spec.ends_with(end), "{spec}");
    assert!(spec.contains("  files: [Problem Set 1.ipynb]\n"), "{spec}");
    assert!(spec.contains("reference:\n  files: [\"solutions/Problem Set 1.ipynb\"]\n"), "{spec}");
    let tests = "from importlib import import_module\n\nnames = vars(import_module('Problem Set 1'))\n\
                 globals().update({name: names[name] for name in names if not name.startswith('__')})\n\n\n\
                 def test_visible():\n    ten = squares(10)\n    \
                 assert len(ten) == math.floor(10.5)\n\n\ndef test_hidden():\n    ten = squares(10)\n    \
                 assert len(ten) == math.floor(10.5)\n    assert ten[-1] == 100, 'the last one'\n";
    assert_eq!(scratch.read("out/test_squares.py"), tests);
    assert_eq!(scratch.read("out/solutions/Problem Set 1.ipynb"), notebook(&squares()));
    if optional::found("pytest").is_none() {
        return;
    }
    let right = checked(&scratch, "out/solutions/Problem Set 1.ipynb");
    assert!(right.stdout.contains("3 of 3 points"), "{}{}", right.stdout, right.stderr);
    // What fails only the hidden test earns nothing of its cell.
    let scratch = scratch.write(
        "wrong/Problem Set 1.ipynb",
        notebook(&[code("plain", "", None, "import math\ndef squares(n):\n    return [0] * n\n")]),
    );
    let wrong = checked(&scratch, "wrong").stdout;
    assert!(wrong.contains("1 of 3 points") && !wrong.contains("the last one"), "{wrong}");
}

#[test]
fn what_is_no_notebook_of_nbgrader_is_refused() {
    let of = |content: &str| Scratch::new("").write("package/a.ipynb", content);
    refuses(&Scratch::new("").write("package/a.py", ""), "nbgrader", "package", "there is no notebook");
    refuses(&of("{"), "nbgrader", "package", "it is not valid JSON");
    refuses(&of("{}"), "nbgrader", "package", "it has no cells");
    refuses(
        &of(&notebook(&[code("plain", "", None, "x = 1")])),
        "nbgrader",
        "package",
        "it has no cells with tests",
    );
    let r = "{ \"metadata\": { \"kernelspec\": { \"language\": \"R\" } }, \"cells\": [] }";
    refuses(&of(r), "nbgrader", "package", "its language is R");
    let open = code("tests", "t", Some(1.0), "### BEGIN HIDDEN TESTS\nassert True\n");
    refuses(
        &of(&notebook(&[open])),
        "nbgrader",
        "package",
        "its hidden tests have no `### END HIDDEN TESTS`",
    );
    let two = of(&notebook(&squares())).write("package/b.ipynb", "{}");
    refuses(&two, "nbgrader", "package", "there are several notebooks in it: `a.ipynb`, `b.ipynb`");
}
