//! Folders of inputs and outputs, and problems of DMOJ.

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

const ADD: &str = "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n";

/// A package with these files.
fn package(files: &[(&str, &str)]) -> Scratch {
    files
        .iter()
        .fold(Scratch::new(""), |scratch, (path, content)| scratch.write(&format!("package/{path}"), content))
}

#[test]
fn pairs_of_files_are_tests_however_they_are_named() {
    for (input, output, scenarios) in [
        ("1.in", "1.out", "{ from: \"*.in\", expect: \"*.out\" }"),
        ("tests/1.in", "tests/1.ans", "{ from: \"tests/*.in\", expect: \"*.ans\" }"),
        ("input1.txt", "output1.txt", "{ from: \"input*.txt\", expect: \"output*.txt\" }"),
        ("input/1.txt", "output/1.txt", "{ from: \"input/*.txt\", expect: \"output/*.txt\" }"),
        ("t/inputs/a.b", "t/outputs/a.b", "{ from: \"t/inputs/*\", expect: \"t/outputs/*\" }"),
        ("tests/7/input", "tests/7/output", "{ from: \"tests/*/input\", expect: output }"),
    ] {
        let scratch = package(&[(input, "3 4\n"), (output, "7"), ("notes.md", "x\n")]);
        let told = imported(&scratch, "in-out");
        assert!(told.contains("- files that belong to no pair: `notes.md`"), "{input}: {told}");
        let spec = scratch.read("out/spec.yaml");
        assert!(spec.contains(&format!("    scenarios: {scenarios}\n")), "{input}: {spec}");
        let scratch = scratch.write("add.py", ADD).write("wrong.py", "print(8)\n");
        let ended = checked(&scratch, "add.py");
        assert!(ended.stdout.contains("1 of 1 point"), "{input}: {}{}", ended.stdout, ended.stderr);
        assert_eq!(checked(&scratch, "wrong.py").code, 1, "{input}");
    }
}

#[test]
fn files_of_one_folder_may_be_named_in_two_ways() {
    let scratch = package(&[
        ("1.in", "1 1\n"),
        ("1.out", "2\n"),
        ("2.in", "2 2\n"),
        ("2.ans", "4\n"),
        ("3.in", "alone\n"),
        ("4.in", "1\n"),
        ("4.out", "\u{0}"),
    ]);
    let told = imported(&scratch, "in-out");
    assert!(told.contains("- tests that are not text in UTF-8: `4.in`"), "{told}");
    assert!(told.contains("- files that belong to no pair: `3.in`"), "{told}");
    let scratch = scratch.write("add.py", ADD);
    let ended = checked(&scratch, "add.py");
    assert!(ended.code == 0 && ended.stdout.contains("2 of 2 points"), "{}{}", ended.stdout, ended.stderr);
}

/// A problem with a test, a pretest and two batches, of which the second needs the first.
fn sums() -> Scratch {
    let init = "archive: sums.zip\nchecker: { name: floats, args: { precision: 3 } }\nhints: [unicode]\n\
                pretest_test_cases:\n- { in: p.in, out: p.out }\n\
                test_cases:\n- { in: a.in, out: a.out, points: 5 }\n\
                - points: 20\n  batched:\n  - { in: b.in, out: b.out }\n  - { in: c.in, out: c.out }\n\
                - points: 10\n  checker: identical\n  dependencies: [1]\n  batched:\n  - { in: d.in, out: d.out }\n";
    let files = [
        ("p.in", "1\n"),
        ("p.out", "1\n"),
        ("a.in", "1 2\r\n"),
        ("a.out", "from the archive\n"),
        ("b.in", "0 0"),
        ("b.out", "0\r"),
        ("c.in", "-1 1\n"),
        ("c.out", "0\n"),
        ("d.in", "40 2\n"),
        ("d.out", "42\n"),
    ];
    Scratch::new("")
        .write("package/init.yml", init)
        .write("package/a.out", "3.0004\n")
        .zip("package/sums.zip", &files)
}

#[test]
fn a_problem_of_dmoj_becomes_a_spec_with_its_batches_and_what_they_need() {
    let scratch = sums();
    let told = imported(&scratch, "in-out");
    assert!(told.contains("- of `init.yml`: `hints`"), "{told}");
    let spec = scratch.read("out/spec.yaml");
    let tests = &spec[spec.find("compare:").unwrap()..];
    insta::assert_snapshot!(tests, @"
    compare: [trailing-blanks, blank-lines, runs-of-blanks, ends, numbers: 1e-3]
    groups:
      - name: batch 1
        points: 20
        pass: all
        hidden: true
        scenarios:
          - name: b
            stdin: { from: b.in }
            expect: { stdout: { from: b.out } }
          - name: c
            stdin: { from: c.in }
            expect: { stdout: { from: c.out } }
      - name: batch 2
        points: 10
        pass: all
        after: [batch 1]
        hidden: true
        compare: exact
        scenarios:
          - name: d
            stdin: { from: d.in }
            expect: { stdout: { from: d.out } }
    scenarios:
      - name: p
        points: 0
        hidden: true
        stdin: { from: p.in }
        expect: { stdout: { from: p.out } }
      - name: a
        points: 5
        hidden: true
        stdin: { from: a.in }
        expect: { stdout: { from: a.out } }
    ");
    assert_eq!(scratch.read("out/b.in"), "0 0\n");
    assert_eq!(scratch.read("out/b.out"), "0\n");
    assert_eq!(scratch.read("out/a.in"), "1 2\n");
    let scratch = scratch.write("add.py", ADD).write(
        "nothing.py",
        ADD.replace("print(", "print('' if (n := ").replace("())))\n", "()))) == 0 else n)\n"),
    );
    let ended = checked(&scratch, "add.py");
    assert!(ended.stdout.contains("35 of 35 points"), "{}{}", ended.stdout, ended.stderr);
    let ended = checked(&scratch, "nothing.py");
    assert!(ended.stdout.contains("5 of 35 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn what_only_the_judge_of_dmoj_can_do_is_refused_by_name() {
    let one = "test_cases:\n- { in: a.in, out: a.out }\n";
    for (init, told) in [
        (
            format!("signature_grader: {{ entry: a.c, header: a.h }}\n{one}"),
            "`signature_grader` needs a program",
        ),
        ("test_cases:\n- { generator: a.py, points: 1 }\n".to_owned(), "`generator` needs a program"),
        (format!("interactive: {{ files: a.cpp }}\n{one}"), "`interactive` needs a program"),
        ("test_cases++: 'cases()'\n".to_owned(), "`test_cases++` holds Python"),
        (format!("checker: easy\n{one}"), "the checker `easy` has no counterpart"),
        (format!("checker: check.py\n{one}"), "the checker `check.py` has no counterpart"),
        (
            format!("checker: {{ name: sorted, args: {{ split_on: whitespace }} }}\n{one}"),
            "`sorted` has no counterpart",
        ),
        ("archive: a.zip\n".to_owned(), "`init.yml` does not list its tests"),
        ("archive: b.zip\n".to_owned(), "names the archive `b.zip`"),
        (
            "test_cases:\n- { in: a.in, out: ../../secret }\n".to_owned(),
            "names `../../secret`, which is neither",
        ),
        ("test_cases:\n- { in: a.in }\n".to_owned(), "does not name its `in` and its `out`"),
        (format!("points: -3\n{one}"), "-3 points cannot be written"),
        (
            "test_cases:\n- { dependencies: [1], batched: [{ in: a.in, out: a.out }] }\n".to_owned(),
            "does not stand before",
        ),
    ] {
        let scratch = package(&[("init.yml", &init), ("a.in", "x\n"), ("a.out", "x\n")]);
        let scratch = scratch.zip("package/a.zip", &[("b.in", "x\n")]);
        refuses(&scratch, "in-out", "package", told);
    }
    let slip = package(&[("init.yml", &format!("archive: a.zip\n{one}"))]);
    let slip = slip.zip("package/a.zip", &[("../../a.in", "x\n")]);
    refuses(&slip, "in-out", "package", "cannot be the name of a file");
    refuses(
        &package(&[("a.in", "x\n")]),
        "in-out",
        "package",
        "no file of input lies here with one of expected output",
    );
}
