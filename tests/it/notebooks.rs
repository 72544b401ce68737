//! Notebooks of Jupyter, handed in where Python is asked for.

use serde_json::{Value, json};

use super::scratch::{Scratch, named};

/// Asks for two numbers, and has a function.
const SPEC: &str = r#"
assignment: sums
submission: { files: [sums.ipynb], instead: [sums.py] }
reference: { files: [solution.py] }
limits: { cpu: 2s }
scenarios:
  - { name: two numbers, points: 2, stdin: ["3", "4"] }
  - name: the function
    points: 2
    stdin: ["1", "1"]
    session: |
      >>> total([1, 2, 3])
      >>> total([])
  - { name: no sum, points: 1, rule: { imports: [] } }
"#;

const FUNCTION: &str = "def total(numbers):\n    result = 0\n    for number in numbers:\n        result += number\n    return result";

const MAIN: &str = "if __name__ == '__main__':\n    first = int(input('First? '))\n    print(total([first, int(input('Second? '))]))";

/// A notebook with these code cells, in a language.
fn notebook(language: &str, cells: &[&str]) -> String {
    let title = json!({ "cell_type": "markdown", "metadata": {}, "source": ["# Sums"] });
    let code = cells.iter().map(|text| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        json!({ "cell_type": "code", "metadata": {}, "source": lines, "execution_count": 7,
                "outputs": [{ "output_type": "stream", "name": "stdout", "text": ["an old output\n"] }] })
    });
    let cells: Vec<Value> = [title].into_iter().chain(code).collect();
    json!({ "cells": cells, "metadata": { "language_info": { "name": language } }, "nbformat": 4, "nbformat_minor": 5 })
        .to_string()
}

#[test]
fn a_notebook_is_graded_as_the_module_of_its_cells_and_places_are_those_of_its_cells() {
    let python = |cells: &[&str]| notebook("python", cells);
    let scratch = Scratch::new(SPEC)
        .write("solution.py", format!("{FUNCTION}\n\n{MAIN}\n"))
        .write("class/right/sums.ipynb", python(&["%matplotlib inline\n!pip install sums", FUNCTION, MAIN]))
        .write("class/module/sums.py", format!("{FUNCTION}\n\n{MAIN}\n"))
        .write("class/fails/sums.ipynb", python(&[FUNCTION, &MAIN.replace("total([first", "total([nothing")]))
        .write("class/broken/sums.ipynb", python(&["x = 1", &FUNCTION.replace("numbers:", "numbers")]))
        .write("class/indented/sums.ipynb", python(&["x = 1", "y = 2\nfor z in []:\nprint(z)"]))
        .write(
            "class/endless/sums.ipynb",
            python(&[
                FUNCTION,
                &MAIN.replace("    first", "    x = 1\n    while x > 0:\n        x = x * 1\n    first"),
            ]),
        )
        .write("class/rule/sums.ipynb", python(&["x = 1\nimport math", FUNCTION, MAIN]))
        .write("class/wrong/sums.ipynb", python(&[&FUNCTION.replace("result = 0", "result = 1"), MAIN]))
        .write(
            "class/raises/sums.ipynb",
            python(&["x = 1", &FUNCTION.replace("result = 0", "result = numbers[0] * 0"), MAIN]),
        )
        .write("class/r/sums.ipynb", notebook("R", &["x <- 1"]))
        .write("class/empty/sums.ipynb", python(&[]))
        .write("class/blank/sums.ipynb", "")
        .write("class/program/sums.ipynb", FUNCTION)
        .write("class/cut/sums.ipynb", &python(&[FUNCTION, MAIN])[..300])
        .write("class/huge/sums.ipynb", vec![b' '; 65 << 20]);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, points) in [
        ("right", "5"),
        ("module", "5"),
        ("rule", "4"),
        ("wrong", "1"),
        ("raises", "3"),
        ("fails", "3"),
        ("endless", "3"),
    ] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    for (name, said) in [
        (
            "right",
            "Not run, because it is no Python or belongs to Jupyter: `%matplotlib inline` (sums.ipynb, cell 1, line 1), `!pip \
                   install sums` (sums.ipynb, cell 1, line 2).",
        ),
        ("fails", "`NameError: name 'nothing' is not defined` (line 3 of `sums.ipynb, cell 2`)"),
        ("broken", "Python cannot read `sums.ipynb, cell 2`: a colon is missing at the end of line 3."),
        ("indented", "Python cannot read `sums.ipynb, cell 2`: line 3 must stand further to the right"),
        ("endless", "Endless loop: lines 3 and 4 of `sums.ipynb, cell 2` run again and again"),
        ("rule", "`sums.ipynb, cell 1`, line 2: `math` is imported"),
        ("raises", "IndexError"),
        ("r", "`sums.ipynb` is no notebook that can be run: it is written in R, and Python is asked for"),
        ("empty", "there is no code in its cells"),
        ("blank", "the file is empty"),
        ("program", "the file is no notebook of Jupyter, whatever its name is"),
        ("cut", "it ends in the middle, so it was not saved or not sent completely"),
        ("huge", "it is too large: more than 64 MiB, because it keeps what its cells have shown."),
    ] {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert!(page.contains(said), "{name}: {page}");
        assert!(!page.contains("an old output"), "{name}: {page}");
    }
}

#[test]
fn a_notebook_of_an_instructor_is_a_reference_and_its_tests_are_left_out() {
    let marked = |grade: bool, solution: bool, text: &str| {
        json!({ "cell_type": "code", "source": text, "outputs": [],
                "metadata": { "nbgrader": { "grade": grade, "solution": solution, "locked": grade } } })
    };
    let reference = json!({ "nbformat": 4, "metadata": {}, "cells": [
        marked(false, true, "def total(numbers):\n    ### BEGIN SOLUTION\n    return sum(numbers)\n    ### END SOLUTION"),
        marked(true, false, "assert total([1]) == 2\n### BEGIN HIDDEN TESTS\nassert False\n### END HIDDEN TESTS"),
    ] });
    let spec = "assignment: sums\nsubmission: { files: [sums.py] }\nreference: { files: [solution.ipynb] }\nscenarios:\n  - { name: a \
                sum, points: 1, session: \">>> total([1, 2])\" }\n";
    let scratch = Scratch::new(spec)
        .write("solution.ipynb", reference.to_string())
        .write("class/right/sums.py", "def total(numbers):\n    return sum(numbers)\n")
        .write("class/wrong/sums.py", "def total(numbers):\n    return len(numbers)\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    assert_eq!(
        (&named(&results, "right")["points"], &named(&results, "wrong")["points"]),
        (&"1".into(), &"0".into())
    );
    let refused = scratch.write("solution.ipynb", "{}").run(&["grade", "spec.yaml", "class"]);
    assert!(refused.stderr.contains("there are no cells in the file"), "{}", refused.stderr);
    assert_eq!(refused.code, 2);
}

#[test]
fn a_spec_that_asks_for_a_notebook_is_audited_by_mutants_of_a_module() {
    let spec = SPEC.replace(", instead: [sums.py]", "");
    let scratch = Scratch::new(&spec).write("solution.py", format!("{FUNCTION}\n\n{MAIN}\n"));
    let audited = scratch.run(&["audit", "spec.yaml", "--mutants", "6"]);
    assert_eq!((audited.code, audited.stderr.as_str()), (0, ""), "{}", audited.stdout);
    assert!(audited.stdout.contains(" of 6 mutants"), "{}", audited.stdout);
    assert!(!audited.stdout.contains("do not compile"), "{}", audited.stdout);
}
