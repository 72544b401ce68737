//! Problem packages of Kattis and DOMjudge.

use super::{checked, imported, refuses};
use crate::scratch::Scratch;

const HALVE: &str = "import sys\nfor word in sys.stdin.read().split():\n    print('Half', int(word) / 2)\n";

/// A package in which numbers are halved, with a submission for every verdict.
fn halves() -> Scratch {
    Scratch::new("")
        .write(
            "package/problem.yaml",
            "name: 'Halves: \"all\" of them'\nauthor: Ada\nlicense: cc0\nvalidation: default\n\
             validator_flags: float_tolerance 1e-4\nlimits: { memory: 512, output: 4 }\n",
        )
        .write("package/.timelimit", "1.5\n")
        .write("package/data/sample/1.in", "3\n")
        .write("package/data/sample/1.ans", "half 1.5\n")
        .write("package/data/secret/1.in", "4 5\n")
        .write("package/data/secret/1.ans", "half 2\nhalf 2.5\n")
        .write("package/data/secret/deep/10.in", "-7")
        .write("package/data/secret/deep/10.ans", "half -3.5\n")
        .write("package/data/secret/2.in", "1\n")
        .write("package/data/secret/2.desc", "has no answer\n")
        .write("package/problem_statement/problem.tex", "Halve.\n")
        .write("package/submissions/accepted/halve.py", HALVE)
        .write(
            "package/submissions/accepted/layout.py",
            HALVE.replace("'Half',", "'\\n  HALF', '\\t', 0.00001 +"),
        )
        .write("package/submissions/wrong_answer/floor.py", HALVE.replace("/ 2", "// 2"))
        .write("package/submissions/run_time_error/none.py", "print(1 / 0)\n")
        .write("package/submissions/time_limit_exceeded/endless.py", "while True: pass\n")
}

#[test]
fn a_problem_package_becomes_a_spec_that_says_what_it_left_out() {
    let scratch = halves();
    let told = imported(&scratch, "kattis");
    insta::assert_snapshot!(scratch.read("out/spec.yaml"), @r#"
    # Made of a problem package of Kattis or DOMjudge by `yardstick import`.
    #
    # Not carried over:
    # - of `problem.yaml`: `author`, `license`
    # - inputs without an answer: `data/secret/2.in`
    # - files that belong to no test, or only explain one: `data/secret/2.desc`
    # - the statement (`problem_statement/`)

    assignment: package
    title: "Halves: \"all\" of them"
    submission:
      files: [package.py]
      instead: [package.cpp, package.cc, package.c, Main.java, package.rs, package.js]
    reference:
      files: ["submissions/accepted/halve.py"]
    limits:
      cpu: 1.5s
      memory: 512 MiB
      output: 4 MiB
    compare: [tokens, case, numbers: 1e-4]
    groups:
      - name: sample
        points: 0
        scenarios: { from: "data/sample/*.in", expect: "*.ans" }
      - name: secret
        points: 100
        pass: all
        after: [sample]
        hidden: true
        scenarios: { from: "data/secret/**/*.in", expect: "*.ans" }
    "#);
    insta::assert_snapshot!(told, @"
    wrote `out/spec.yaml`, and 7 files beside it
    not carried over:
    - of `problem.yaml`: `author`, `license`
    - inputs without an answer: `data/secret/2.in`
    - files that belong to no test, or only explain one: `data/secret/2.desc`
    - the statement (`problem_statement/`)
    try it: yardstick check out/spec.yaml out/submissions/accepted/halve.py
    prove it: it brings 5 programs with known verdicts; `--prove` checks them
    ");
}

#[test]
fn the_submissions_of_a_package_get_the_verdicts_that_it_promises() {
    let scratch = halves();
    imported(&scratch, "kattis");
    for (program, verdict) in [
        ("accepted/halve.py", "100 of 100 points"),
        ("accepted/layout.py", "100 of 100 points"),
        ("wrong_answer/floor.py", "wrong answer"),
        ("run_time_error/none.py", "runtime error"),
        ("time_limit_exceeded/endless.py", "endless loop"),
    ] {
        let ended = checked(&scratch, &format!("package/submissions/{program}"));
        assert_eq!(ended.code, i32::from(!program.starts_with("accepted")), "{program}: {}", ended.stderr);
        assert!(ended.stdout.contains(verdict), "{program}: {}", ended.stdout);
        let is_all_or_nothing = ended.stdout.contains("0 of 100 points");
        assert!(is_all_or_nothing, "{program}: {}", ended.stdout);
    }
}

#[test]
fn an_import_is_proved_by_the_programs_of_the_package() {
    let scratch = halves().write("package/submissions/wrong_answer/right.py", HALVE);
    let scratch = scratch.write("package/submissions/rejected/a.hs", "main = print 1\n");
    let proved = scratch.run(&["import", "kattis", "package", "--out", "out", "--prove"]);
    assert_eq!(proved.code, 1, "{}{}", proved.stdout, proved.stderr);
    for line in [
        "- accepted/halve.py: accepted, as promised (accepted)\n",
        "- accepted/layout.py: accepted, as promised (accepted)\n",
        "- run_time_error/none.py: runtime error, as promised (runtime error)\n",
        "- time_limit_exceeded/endless.py: endless loop, as promised (time limit exceeded)\n",
        "- wrong_answer/floor.py: wrong answer, as promised (wrong answer)\n",
        "- wrong_answer/right.py: accepted, and wrong answer was promised\n",
        "- rejected/a.hs: not tried, because it is in a language that the spec does not ask for\n",
        "not proved: 1 of 6 programs got something else; look at each with `yardstick check out/spec.yaml`\n",
    ] {
        assert!(proved.stdout.contains(line), "{line}{}", proved.stdout);
    }
    let scratch = Scratch::new("").write("package/1.in", "1\n").write("package/1.out", "1\n");
    let proved = scratch.run(&["import", "in-out", "package", "--out", "out", "--prove"]);
    assert!(
        proved.code == 0 && proved.stdout.contains("nothing was proved"),
        "{}{}",
        proved.stdout,
        proved.stderr
    );
}

#[test]
fn a_validator_of_the_package_judges_as_a_checker_and_an_interactive_one_as_a_partner() {
    let check = "import sys\ntotal = int(open(sys.argv[1]).read())\nassert sys.argv[4:] == ['strict']\n\
                 sys.exit(42 if sum(map(int, input().split())) == total else 43)\n";
    let package = |validation: &str, check: &str, solution: &str| {
        Scratch::new("")
            .write(
                "package/problem.yaml",
                format!("name: Split\nvalidation: {validation}\nvalidator_flags: strict\n"),
            )
            .write("package/domjudge-problem.ini", "[DOMjudge]\n; two seconds\ntimelimit = '2'\npoints = 5\n")
            .write("package/output_validators/split/check.py", check)
            .write("package/data/secret/1.in", "7\n")
            .write("package/data/secret/1.ans", "3 4\n")
            .write("package/submissions/accepted/a.py", solution)
    };
    let scratch = package("custom", check, "total = int(input())\nprint(total, 0)\n");
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    let judged = "compare: { checker: \"output_validators/split/check.py\", args: [strict] }\n";
    assert!(
        spec.contains(judged) && spec.contains("  cpu: 2s\n") && spec.contains("    points: 5\n"),
        "{spec}"
    );
    for (program, points) in [("input()\nprint(9, -2)\n", "5 of 5"), ("input()\nprint(9, 2)\n", "0 of 5")] {
        let scratch = scratch.copy().write("split.py", program);
        let ended = checked(&scratch, "split.py");
        assert!(ended.stdout.contains(points), "{}{}", ended.stdout, ended.stderr);
    }

    let talk = "import sys\nprint(open(sys.argv[1]).read().strip(), flush=True)\n\
                sys.exit(42 if input() == '8' else 43)\n";
    let scratch = package("custom interactive", talk, "print(int(input()) + 1, flush=True)\n");
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    assert!(spec.contains("compare: { partner: \"output_validators/split/check.py\""), "{spec}");
    let ended = checked(&scratch, "package/submissions/accepted/a.py");
    assert!(ended.stdout.contains("5 of 5 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn groups_of_a_scored_problem_have_their_points_and_what_they_need() {
    let add = |scratch: Scratch, group: &str, test: &str, settings: &str| {
        let folder = format!("package/data/{group}");
        scratch
            .write(&format!("{folder}/{test}.in"), format!("{}\n", test.len()))
            .write(&format!("{folder}/{test}.ans"), format!("{}\n", test.len()))
            .write(&format!("{folder}/test_group.yaml"), settings)
    };
    let scratch = Scratch::new("").write(
        "package/problem.yaml",
        "problem_format_version: 2025-09\nname: { en: Echo }\ntype: scoring\n",
    );
    let scratch = add(scratch, "sample", "a", "{}");
    let scratch = add(scratch, "secret/1-small", "a", "max_score: 30\nrequire_pass: sample\n");
    let scratch = add(
        scratch,
        "secret/2-large",
        "aa",
        "max_score: 70\nscore_aggregation: sum\nrequire_pass: [secret/1-small]\n",
    );
    let scratch = add(
        scratch,
        "secret/2-large",
        "aaa",
        "max_score: 70\nscore_aggregation: sum\nrequire_pass: [secret/1-small]\n",
    );
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    let groups = spec.split_once("groups:\n").unwrap().1;
    insta::assert_snapshot!(groups, @r#"
      - name: sample
        points: 0
        scenarios: { from: "data/sample/*.in", expect: "*.ans" }
      - name: "secret/1-small"
        points: 30
        pass: all
        after: [sample]
        hidden: true
        scenarios: { from: "data/secret/1-small/*.in", expect: "*.ans" }
      - name: "secret/2-large"
        points: 70
        after: ["secret/1-small"]
        hidden: true
        scenarios: { from: "data/secret/2-large/*.in", expect: "*.ans" }
    "#);
    let scratch = scratch.write("echo.py", "text = input()\nprint(text if text != '3' else '')\n");
    let ended = checked(&scratch, "echo.py");
    assert!(ended.stdout.contains("65 of 100 points"), "{}{}", ended.stdout, ended.stderr);

    let legacy = Scratch::new("")
        .write("package/problem.yaml", "name: Echo\ntype: scoring\nvalidation: default\n")
        .write("package/data/secret/one/testdata.yaml", "accept_score: 12.5\ngrader_flags: min\n")
        .write(
            "package/data/secret/two/testdata.yaml",
            "accept_score: 4\noutput_validator_flags: case_sensitive\n",
        );
    let legacy = ["one/a", "one/b", "two/a", "two/b"].into_iter().fold(legacy, |scratch, test| {
        let path = format!("package/data/secret/{test}");
        scratch.write(&format!("{path}.in"), "x\n").write(&format!("{path}.ans"), "x\n")
    });
    imported(&legacy, "kattis");
    let spec = legacy.read("out/spec.yaml");
    let legacy = legacy.write("echo.py", "print(input().upper())\n");
    let ended = checked(&legacy, "echo.py");
    assert!(ended.stdout.contains("12.5 of 20.5 points"), "{spec}{}{}", ended.stdout, ended.stderr);
}

#[test]
fn what_would_be_graded_otherwise_is_refused() {
    let package = |problem: &str| {
        Scratch::new("")
            .write("package/problem.yaml", problem)
            .write("package/data/secret/1.in", "x\n")
            .write("package/data/secret/1.ans", "x\n")
    };
    for (scratch, told) in [
        (Scratch::new("").write("package/1.in", "x\n"), "there is no `problem.yaml` in it"),
        (Scratch::new("").write("package/problem.yaml", "name: x\n"), "no test with an input and an answer"),
        (package("name: [\n"), "`problem.yaml` cannot be read"),
        (package("type: [pass-fail, multi-pass]\n"), "there is none"),
        (package("type: pvp\nvalidation: custom\n"), "`pvp` has no counterpart"),
        (package("validation: custom\n"), "there is none"),
        (
            package("validation: custom\n").write("package/output_validators/v/check.ml", "print_int 1\n"),
            "in no language that is known here",
        ),
        (
            package("validation: custom\n").write("package/output_validators/v/build", "make\n"),
            "built by a script of its own",
        ),
        (
            package("name: x\n").write("package/domjudge-problem.ini", "special_compare=near\n"),
            "a program that is installed elsewhere: `near`",
        ),
        (package("name: x\n").write("package/data/secret/a*.in", "x\n"), "cannot be written in a spec"),
    ] {
        refuses(&scratch, "kattis", "package", told);
    }
    let scratch = Scratch::new("");
    refuses(&scratch, "kattis", "nowhere", "there is nothing at `nowhere`");
}

#[test]
fn a_zip_file_is_imported_unless_it_leads_out_of_its_folder_or_is_a_bomb() {
    let files = [
        ("echo/problem.yaml", "name: Echo\n"),
        ("echo/data/sample/1.in", "x\n"),
        ("echo/data/sample/1.ans", "x\n"),
    ];
    let scratch = Scratch::new("").zip("echo.zip", &files);
    let done = scratch.run(&["import", "kattis", "echo.zip", "--out", "out"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(scratch.read("out/spec.yaml").contains("assignment: echo\n"));
    let again = scratch.run(&["import", "kattis", "echo.zip", "--out", "out"]);
    assert!(again.code == 2 && again.stderr.contains("`out` is already there"), "{}", again.stderr);

    let slip = [files[0], files[1], files[2], ("../../evil.txt", "x")];
    refuses(&Scratch::new("").zip("echo.zip", &slip), "kattis", "echo.zip", "cannot be the name of a file");
    let huge = "0".repeat(65 << 20);
    let large = [files[0], ("echo/data/sample/1.in", huge.as_str())];
    refuses(
        &Scratch::new("").zip("echo.zip", &large),
        "kattis",
        "echo.zip",
        "it is too large: more than 64 MiB",
    );
    let mut bomb = "a0: &a0 [x, x]\n".to_owned();
    (1..30).for_each(|n| bomb += &format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1));
    let bomb = [("echo/problem.yaml", bomb.as_str()), files[1], files[2]];
    refuses(&Scratch::new("").zip("echo.zip", &bomb), "kattis", "echo.zip", "`problem.yaml` cannot be read");
}

#[test]
fn nothing_of_a_package_becomes_a_line_of_the_spec_or_of_the_terminal() {
    let name = "x\\n# a comment\\n\\e[31mgroups: []\\\"";
    let scratch = Scratch::new("")
        .write("package/problem.yaml", format!("name: \"{name}\"\n\"key\\nassignment: other\\e[31m\": 1\n"))
        .write("package/data/sample/1.in", "x\n")
        .write("package/data/sample/1.ans", "x\n");
    let told = imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    assert!(!told.contains('\u{1b}') && !spec.contains('\u{1b}'), "{told}{spec}");
    assert!(!spec.contains("\nassignment: other") && !spec.contains("\n# a comment"), "{spec}");
    assert!(!told.contains("\nassignment: other"), "{told}");
}

#[test]
fn a_problem_whose_solution_is_compiled_asks_for_optimised_programs() {
    let scratch = Scratch::new("")
        .write("package/problem.yaml", "name: Double\n")
        .write("package/data/secret/1.in", "4\n")
        .write("package/data/secret/1.ans", "8\n")
        .write(
            "package/submissions/accepted/double.cpp",
            "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n",
        );
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    assert!(
        spec.contains("build: { flags: [\"-O2\"] }") || spec.contains("build: { flags: [-O2] }"),
        "{spec}"
    );
    let ended = checked(&scratch, "package/submissions/accepted/double.cpp");
    assert!(ended.stdout.contains("100 of 100 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_package_of_the_new_form_may_say_its_points_as_the_old_ones_do() {
    let settings = "on_reject: break\naccept_score: 1\nrange: 0 1\ngrader_flags: min\n";
    let scratch = Scratch::new("")
        .write("package/problem.yaml", "problem_format_version: 2023-07-draft\nname: Odd\ntype: scoring\n")
        .write("package/data/secret/testdata.yaml", "on_reject: continue\ngrader_flags: first_error\n")
        .write("package/data/secret/one/testdata.yaml", settings)
        .write("package/data/secret/two/testdata.yaml", settings);
    let scratch = ["one/a", "one/b", "two/a", "two/b", "two/c"].into_iter().fold(scratch, |scratch, test| {
        let path = format!("package/data/secret/{test}");
        scratch
            .write(&format!("{path}.in"), format!("{test}\n"))
            .write(&format!("{path}.ans"), format!("{test}\n"))
    });
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    let scratch =
        scratch.write("all.py", "print(input())\n").write("one.py", "print(input().replace('two/c', ''))\n");
    for (program, points) in [("all.py", "2 of 2 points"), ("one.py", "1 of 2 points")] {
        let ended = checked(&scratch, program);
        assert!(ended.stdout.contains(points), "{spec}{}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn folders_of_tests_have_arguments_of_their_own_for_the_validator() {
    let check = "import sys\nwanted = 'kind ' + ' '.join(sys.argv[4:])\nsys.exit(42 if input().strip() == wanted.strip() else 43)\n";
    let scratch = Scratch::new("")
        .write("package/problem.yaml", "name: Kinds\nvalidation: custom\nvalidator_flags: usual\n")
        .write("package/output_validators/check.py", check)
        .write("package/data/secret/testdata.yaml", "output_validator_flags: secret\n")
        .write("package/data/secret/deep/testdata.yaml", "output_validator_flags: secret deep\n");
    let scratch = ["sample/1", "secret/1", "secret/deep/1"].into_iter().fold(scratch, |scratch, test| {
        let kind = match test {
            "sample/1" => "usual",
            "secret/1" => "secret",
            _ => "secret deep",
        };
        let path = format!("package/data/{test}");
        scratch.write(&format!("{path}.in"), format!("{kind}\n")).write(&format!("{path}.ans"), "x\n")
    });
    imported(&scratch, "kattis");
    let spec = scratch.read("out/spec.yaml");
    assert!(
        spec.contains("        compare: { checker: \"output_validators/check.py\", args: [secret, deep] }\n"),
        "{spec}"
    );
    let scratch = scratch
        .write("right.py", "print('kind', input())\n")
        .write("wrong.py", "print('kind', input().split()[0])\n");
    for (program, points) in [("right.py", "100 of 100 points"), ("wrong.py", "0 of 100 points")] {
        let ended = checked(&scratch, program);
        assert!(ended.stdout.contains(points), "{spec}{}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn a_program_of_the_package_that_has_one_source_is_tried_without_what_lies_beside_it() {
    let scratch = halves()
        .write("package/submissions/accepted/beside/halve.py", HALVE)
        .write("package/submissions/accepted/beside/notes.txt", "x\n")
        .write("package/submissions/accepted/two/main.cc", "#include \"half.h\"\nint main() { half(); }\n")
        .write("package/submissions/accepted/two/half.cc", "void half() { }\n")
        .write("package/submissions/accepted/two/half.h", "void half();\n");
    let told = imported(&scratch, "kattis");
    assert!(
        told.contains("programs of several files, of which one is handed in here: `accepted/two`"),
        "{told}"
    );
    std::fs::remove_file(scratch.path("package/submissions/time_limit_exceeded/endless.py")).unwrap();
    let proved = scratch.run(&["import", "kattis", "package", "--out", "proved", "--prove"]);
    assert!(
        proved.stdout.contains("- accepted/beside: accepted, as promised"),
        "{}{}",
        proved.stdout,
        proved.stderr
    );
}

/// A number is doubled in the first pass, and halved again in the second.
fn passes(validation: &str) -> Scratch {
    Scratch::new("")
        .write("package/problem.yaml", format!("name: There and back\n{validation}"))
        .write("package/data/secret/1.in", "double 21\n")
        .write("package/data/secret/1.ans", "21\n")
        .write(
            "package/output_validators/check.py",
            "import sys\nwhat, number = open(sys.argv[1]).read().split()\nprinted = input()\n\
             if 'there is more' not in sys.argv[4:]: sys.exit(1)\n\
             if what == 'halve': sys.exit(42 if printed == open(sys.argv[2]).read().strip() else 43)\n\
             if printed != str(2 * int(number)): sys.exit(43)\n\
             open(sys.argv[3] + 'nextpass.in', 'w').write('halve ' + printed + '\\n')\nsys.exit(42)\n",
        )
        .write(
            "package/submissions/accepted/back.py",
            "what, number = input().split()\nprint(int(number) * 2 if what == 'double' else int(number) // 2)\n",
        )
        .write("package/submissions/wrong_answer/there.py", "print(int(input().split()[1]) * 2)\n")
        .write("package/submissions/run_time_error/half.py", "what, number = input().split()\nassert what == 'double'\nprint(int(number) * 2)\n")
}

#[test]
fn a_problem_with_several_passes_is_carried_over_and_proved() {
    for (validation, passes_of_spec) in [
        ("validation: custom multi-pass\nvalidator_flags: \"'there is more'\"\n", "passes: 2"),
        (
            "problem_format_version: 2023-07-draft\ntype: [pass-fail, multi-pass]\nlimits: { validation_passes: 7 }\n\
             validator_flags: \"'there is more'\"\n",
            "passes: 7",
        ),
    ] {
        let scratch = passes(validation);
        let proved = scratch.run(&["import", "kattis", "package", "--out", "out", "--prove"]);
        assert!(proved.stdout.contains("proved: 3 of 3 programs"), "{}{}", proved.stdout, proved.stderr);
        let spec = scratch.read("out/spec.yaml");
        assert!(spec.contains(passes_of_spec) && spec.contains("args: [there is more]"), "{spec}");
    }
}
