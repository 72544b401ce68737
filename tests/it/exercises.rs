//! Several programs in one hand-in, each with groups of its own.

use super::scratch::{Scratch, named};

/// A sum in Python, a count of words in C, and functions that both groups in Python use.
const SPEC: &str = r#"
assignment: week3
title: Week 3
submission: { files: [sum.py, words.c, helper.py] }
reference: { files: [sum.py, words.c, helper.py] }
groups:
  - name: Sum
    entry: sum.py
    points: 4
    scenarios:
      - { name: small, stdin: ["1", "2"] }
      - { name: large, stdin: ["100", "2"] }
  - name: Words
    entry: words.c
    points: 6
    scenarios:
      - { name: two, stdin: [hello world] }
      - { name: none, stdin: [""] }
  - name: Functions
    entry: sum.py
    module: helper
    points: 2
    scenarios:
      - name: add
        session: |
          >>> add(2, 3)
"#;

const SUM: &str =
    "from helper import add\nif __name__ == '__main__':\n    print(add(int(input()), int(input())))\n";
const HELPER: &str = "def add(a, b):\n    return a + b\n";
const WORDS: &str = "#include <stdio.h>\nint main(void) {\n    int count = 0;\n    char word[99];\n    \
                     while (scanf(\"%98s\", word) == 1) count++;\n    printf(\"%d words\\n\", count);\n}\n";

fn class() -> Scratch {
    Scratch::new(SPEC).write("sum.py", SUM).write("words.c", WORDS).write("helper.py", HELPER)
}

/// A class with one submission of these files, and what `check` prints of it.
fn checked(files: &[(&str, &str)]) -> String {
    let class = files.iter().fold(class(), |class, (name, text)| class.write(&format!("work/{name}"), text));
    let checked = class.run(&["check", "spec.yaml", "work"]);
    assert_eq!(checked.stderr, "");
    checked.stdout
}

#[test]
fn each_group_runs_its_own_program() {
    let page = checked(&[("sum.py", SUM), ("words.c", WORDS), ("helper.py", HELPER)]);
    assert!(page.contains("12 of 12 points"), "{page}");
    let wrong = WORDS.replace("count = 0", "count = 1");
    let page = checked(&[("sum.py", SUM), ("words.c", &wrong), ("helper.py", HELPER)]);
    assert!(
        page.contains("6 of 12 points") && page.contains("expected `2 words`, printed `3 words`"),
        "{page}"
    );
}

#[test]
fn a_missing_or_broken_program_costs_its_group_only() {
    let page = checked(&[("sum.py", SUM), ("helper.py", HELPER)]);
    assert!(page.contains("i Words: invalid submission (0/6)"), "{page}");
    assert!(page.contains("`words.c` is missing") && page.contains("6 of 12 points"), "{page}");
    // The first one is no more than the others.
    let page = checked(&[("words.c", WORDS), ("helper.py", HELPER)]);
    assert!(page.contains("`sum.py` is missing") && page.contains("8 of 12 points"), "{page}");
    let page =
        checked(&[("sum.py", SUM), ("helper.py", HELPER), ("words.c", "int main(void) { return x; }\n")]);
    assert!(page.contains("C cannot read `words.c`: line 1: error:"), "{page}");
    assert!(page.contains("6 of 12 points"), "{page}");
}

#[test]
fn what_the_compiler_says_about_the_program_of_a_group_stands_on_every_page() {
    let class = class()
        .write("ada/sum.py", SUM)
        .write("ada/helper.py", HELPER)
        .write("ada/words.c", "int main(void) {\n    return wrods<script>; }\n");
    let page = |format: &str| class.run(&["check", "spec.yaml", "ada", "--format", format]).stdout;
    let html = page("html");
    assert!(html.contains("return wrods&lt;script&gt;; }") && !html.contains("wrods<script>"), "{html}");
    for page in [page("feedback"), page("markdown"), html] {
        assert!(page.contains("2 |     return wrods"), "{page}");
        assert!(page.contains("line 2: error: ‘wrods’ undeclared"), "{page}");
        assert_eq!(page.matches("|            ^~~~~").count(), 1, "{page}");
    }
}

#[test]
fn without_any_program_or_without_a_shared_file_nothing_is_graded() {
    let page = checked(&[("notes.txt", "")]);
    assert!(page.contains("is missing; what was handed in: `notes.txt`"), "{page}");
    let page = checked(&[("sum.py", SUM), ("words.c", WORDS)]);
    assert!(page.contains("`helper.py` is missing") && page.contains("0 of 12 points"), "{page}");
}

#[test]
fn results_of_several_programs_are_known_again_and_can_be_verified() {
    let class = class()
        .write("class/all/sum.py", SUM)
        .write("class/all/words.c", WORDS)
        .write("class/all/helper.py", HELPER)
        .write("class/half/words.c", WORDS)
        .write("class/half/helper.py", HELPER);
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--jobs", "2"]).code, 0);
    let results = class.results();
    assert_eq!(named(&results, "all")["points"], "12");
    assert_eq!(named(&results, "half")["points"], "8");
    let again = class.run(&["grade", "spec.yaml", "class"]);
    assert!(again.stdout.contains("10 of 10 runs were known"), "{}", again.stdout);
    assert_eq!(class.run(&["verify"]).code, 0);
    assert_eq!(class.run(&["regrade", "--preview"]).code, 0);
}

#[test]
fn a_group_has_limits_and_a_reference_of_its_own() {
    let spec = "assignment: s\ntitle: S\nsubmission: { files: [a.py] }\nlimits: { cpu: 10s, output: 10 KiB }\ngroups:\n\
                - name: Short\n  points: 1\n  limits: { output: 1 KiB }\n  scenarios:\n  - { name: s, expect: { stdout: { regex: x } } }\n\
                - name: Long\n  points: 1\n  reference: { files: [solution.py] }\n  scenarios:\n  - { name: l }\n";
    let class = Scratch::new(spec)
        .write("solution.py", "print('x' * 5000)\n")
        .write("work/a.py", "print('x' * 5000)\n");
    let page = class.run(&["check", "spec.yaml", "work"]).stdout;
    assert!(page.contains("Short / s: output limit (0/1)") && page.contains("✓ Long / l (1/1)"), "{page}");
}

#[test]
fn what_is_inferred_of_one_program_is_not_inferred_of_another() {
    let spec = "assignment: s\ntitle: S\nsubmission: { files: [a.py, b.py] }\ngroups:\n\
                - { name: A, entry: a.py, points: 1, scenarios: [{ name: s, expect: { stdout: \"b\\n\" } }] }\n\
                - { name: B, entry: b.py, points: 1, scenarios: [{ name: s, expect: { stdout: \"b\\n\" } }] }\n";
    let class =
        Scratch::new(spec).write("work/a.py", "while True:\n    pass\n").write("work/b.py", "print('b')\n");
    let page = class.run(&["check", "spec.yaml", "work"]).stdout;
    assert!(page.contains("A / s: endless loop (0/1)") && page.contains("✓ B / s (1/1)"), "{page}");
}

#[test]
fn a_scenario_is_recorded_with_the_reference_of_its_group() {
    let spec = "assignment: s\nsubmission: { files: [a.py, b.py] }\nreference: { files: [a.py, b.py] }\ngroups:\n\
                - name: A\n  entry: a.py\n  points: 1\n  scenarios:\n    - { name: a, stdin: [x] }\n\
                - name: B\n  entry: b.py\n  points: 1\n  scenarios:\n    - { name: b, stdin: [x] }\n";
    for (group, printed) in [("A", "a: y"), ("B", "b: y")] {
        let class = Scratch::new(spec)
            .write("a.py", "print('a:', input())\n")
            .write("b.py", "print('b:', input())\n");
        let mut command = class.command(&["record", "spec.yaml", "--group", group, "--name", "new"]);
        let recorded = command.write_stdin("y\n").output().unwrap();
        assert!(String::from_utf8(recorded.stdout).unwrap().contains(printed), "{group}");
        assert!(class.read("spec.yaml").contains("new"), "{group}");
    }
}

#[test]
fn nonsense_about_exercises_is_refused_with_its_place() {
    for (right, wrong, told) in [
        ("entry: words.c", "entry: word.c", "the entry `word.c` is neither handed in nor supplied"),
        ("entry: words.c", "entry: words.c\n    language: klingon", "no language `klingon`"),
        ("entry: words.c", "entry: words.c\n    limits: { cpu: 3 }", "`3` is not a duration"),
        (
            "entry: words.c",
            "entry: words.c\n    reference: nothing",
            "no reference implementation of `nothing`",
        ),
        ("entry: words.c\n    ", "", "several files and no entry"),
        (
            "[sum.py, words.c, helper.py] }\ngroups",
            "[sum.py, helper.py] }\ngroups",
            "nothing says what `two` must print",
        ),
    ] {
        assert!(SPEC.contains(right), "{right}");
        let spec = SPEC.replacen(right, wrong, 1);
        let class = class().write("spec.yaml", spec);
        let refused = class.run(&["check", "spec.yaml", "."]);
        assert_eq!(refused.code, 2, "{wrong}: {}", refused.stdout);
        assert!(
            refused.stderr.contains(told) && refused.stderr.contains("--> spec.yaml:"),
            "{wrong}: {}",
            refused.stderr
        );
    }
}
