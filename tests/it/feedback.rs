//! The page of a submission: what stands first on it, and what is told once.

use super::scratch::Scratch;

/// Functions, a game that is optional, another that nobody must hand in, and a gate.
const SPEC: &str = r#"
assignment: sums
title: Sums
submission: { files: [sums.py], optional: [game.py], entry: sums.py }
reference: { files: [solution.py] }
groups:
  - name: add
    points: 4
    module: sums
    hint: Which sign adds?
    scenarios:
      - { name: small, session: ">>> add(1, 2)\n3" }
      - { name: large, session: ">>> add(100, 1)\n101" }
  - name: text
    points: 2
    module: sums
    compare: { printed: ignored }
    scenarios:
      - { name: table, session: ">>> table(2).rstrip()\n'1\\n2'", hint: Where is the newline? }
  - name: game
    points: 0
    hint: Who is asked first?
    scenarios:
      - { name: one, stdin: [1], expect: { stdout: "1\n" } }
      - { name: two, stdin: [2], expect: { stdout: "2\n" } }
      - { name: three, stdin: [3], expect: { stdout: "3\n" } }
  - name: Form
    points: 0
    scenarios:
      - { name: imports, rule: { file: sums.py, imports: [math] }, effect: gate, hint: Look at the first lines. }
      - { name: names, rule: { file: sums.py, defines: [add, table] }, effect: warning }
"#;

const ADD: &str = "def add(one, other):\n    return one + other\n";
const TABLE: &str = "def table(rows):\n    return ''.join(f'{row + 1}\\n' for row in range(rows))\n";

fn scratch(spec: &str) -> Scratch {
    Scratch::new(spec)
        .write("solution.py", format!("{ADD}{TABLE}if __name__ == '__main__':\n    print(input())\n"))
}

fn page(program: &str) -> String {
    let scratch = scratch(SPEC).write("sums.py", program);
    scratch.run(&["check", "spec.yaml", "sums.py"]).stdout
}

#[test]
fn a_failed_gate_stands_first_and_the_rest_is_told_once() {
    let page = page(&format!("import os\n{ADD}{TABLE}"));
    assert!(page.starts_with("Sums: sums\n\n✗ Form / imports: wrong answer"), "{page}");
    assert!(
        page.contains("\ni add, text, game, Form: invalid submission (0/6)\n  7 scenarios did not run. "),
        "{page}"
    );
    assert_eq!(page.matches("Nothing is graded, because `Form / imports` failed.").count(), 1, "{page}");
    assert_eq!(page.matches("Hint:").count(), 1, "the gate has one: {page}");
}

#[test]
fn an_extra_that_was_not_handed_in_takes_one_line_and_no_hint() {
    let page = page(&format!("{ADD}{TABLE}"));
    let line = "\n– game (not counted): 3 scenarios did not run. \
                The program prints nothing and asks nothing when it is run.\n";
    assert!(page.contains(line) && !page.contains("Hint:") && !page.contains("game / one"), "{page}");
    assert!(page.ends_with("\n6 of 6 points\n"), "{page}");
}

#[test]
fn an_extra_that_is_there_and_wrong_is_shown() {
    let page = page(&format!("{ADD}{TABLE}if __name__ == '__main__':\n    print(input() + '!')\n"));
    assert!(page.contains("  game / one: wrong answer (not counted)"), "{page}");
    assert!(page.contains("Hint: Who is asked first?"), "{page}");
}

#[test]
fn a_warning_stands_before_what_is_lost() {
    let page = page(&format!("{ADD}\ndef Table(rows):\n    return ''\n"));
    let warning = page.find("Form / names (not counted)\n  A warning, which costs no points:").unwrap();
    assert!(warning < page.find("text / table: runtime error").unwrap(), "{page}");
}

#[test]
fn an_error_in_a_session_names_the_line_of_the_submission() {
    let page = page(&format!("def add(one, other):\n    return [one][other]\n{TABLE}"));
    let line = "`add(1, 2)`: it raised `IndexError: list index out of range` (line 2 of `sums.py`).";
    assert!(page.contains(line), "{page}");
}

#[test]
fn an_error_of_the_line_that_was_typed_is_not_the_submissions() {
    let printed = "def table(rows):\n    for row in range(rows):\n        print(row + 1)\n";
    let page = page(&format!("{ADD}{printed}"));
    let sentence = "✗ `table(2).rstrip()`: it printed the text instead of returning it.\n  text / table: wrong answer (0/2)";
    assert!(page.contains(sentence) && !page.contains("NoneType"), "{page}");
}

#[test]
fn without_a_reference_the_line_is_named_as_well() {
    let spec = SPEC.replace("reference: { files: [solution.py] }\n", "");
    let wrong = format!("def add(one, other):\n    return [one][other]\n{TABLE}");
    let scratch = Scratch::new(&spec).write("sums.py", wrong);
    let page = scratch.run(&["check", "spec.yaml", "sums.py"]).stdout;
    assert!(
        page.contains("it raised `IndexError: list index out of range` (line 2 of `sums.py`)."),
        "{page}"
    );
}

#[test]
fn a_function_that_returned_nothing_is_reported_without_an_error_of_python() {
    let page = page(&format!("{ADD}def table(rows):\n    '1\\n2'\n"));
    let sentence = "`table(2).rstrip()`: it returned nothing: `None`.";
    assert!(page.contains(sentence) && !page.contains("NoneType"), "{page}");
}

#[test]
fn a_program_that_was_not_handed_in_is_told_once() {
    let spec = SPEC
        .replace("reference: { files: [solution.py] }\n", "")
        .replace("entry: sums.py", "entry: game.py")
        .replace("points: 0\n    hint", "points: 3\n    hint");
    let scratch = scratch(&spec).write("sums.py", format!("{ADD}{TABLE}"));
    let page = scratch.run(&["check", "spec.yaml", "sums.py"]).stdout;
    let block = "\ni game: invalid submission (0/3)\n  3 scenarios did not run. `game.py` is missing; ";
    assert!(page.contains(block) && !page.contains("Hint:"), "{page}");
}

#[test]
fn html_and_markdown_list_what_a_failed_gate_left_out_only_once() {
    let scratch = scratch(SPEC).write("class/ada/sums.py", format!("import os\n{ADD}{TABLE}"));
    for format in ["html", "markdown"] {
        let told = scratch.run(&["check", "spec.yaml", "class/ada/sums.py", "--format", format]).stdout;
        assert_eq!(told.matches("7 scenarios did not run").count(), 1, "{format}: {told}");
        let (gate, rest) = (told.rfind("Look at the first lines."), told.find("7 scenarios did not run"));
        assert!(gate.unwrap() < rest.unwrap(), "{format}: {told}");
    }
}

#[test]
fn a_failed_gate_is_the_first_test_of_gradescope() {
    let scratch = scratch(SPEC).write("sums.py", format!("import os\n{ADD}{TABLE}"));
    let told = scratch.run(&["check", "spec.yaml", "sums.py", "--format", "gradescope"]).stdout;
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["tests"][0]["name"], "Form / imports");
    assert!(!told["tests"][1]["output"].as_str().unwrap().contains("Hint:"));
}
