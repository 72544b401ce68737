//! Checkers: programs of the instructor that judge outputs where many are right.

use super::scratch::{Scratch, named};
use super::user::User;
use crate::optional;

/// Asks for two numbers with a given sum; every pair will do.
const SPEC: &str = "
assignment: split
title: Split
submission: { files: [split.py] }
reference: { files: [solution.py] }
compare: { checker: check.py }
groups:
  - name: Splits
    points: 10
    scenarios:
      - { name: seven, stdin: [7] }
      - { name: ten, stdin: [10] }
";

const SOLUTION: &str = "total = int(input())\nprint(1, total - 1)\n";

/// Reads the input and the output, and looks at the answer too.
const CHECK: &str = "
import sys
total = int(open(sys.argv[1]).read())
answer = open(sys.argv[2]).read().split()
feedback = sys.argv[3]
assert feedback.endswith('/') and sum(map(int, answer)) == total
printed = sys.stdin.buffer.read()
open(feedback + 'judgemessage.txt', 'w').write(f'{len(printed)} bytes, secret')
try:
    numbers = [int(word) for word in printed.split()]
except ValueError:
    open(feedback + 'teammessage.txt', 'w').write('these are no numbers')
    sys.exit(43)
if len(numbers) == 2 and sum(numbers) == total:
    sys.exit(42)
open(feedback + 'teammessage.txt', 'w').write(f'{len(numbers)} numbers\\nwith the sum {sum(numbers)}')
sys.exit(43)
";

fn split() -> Scratch {
    split_with(SPEC, CHECK)
}

fn split_with(spec: &str, check: &str) -> Scratch {
    Scratch::new(spec).write("solution.py", SOLUTION).write("check.py", check)
}

fn check(scratch: Scratch, program: &str) -> (i32, String) {
    let checked = scratch.write("work/split.py", program).run(&["check", "spec.yaml", "work"]);
    (checked.code, checked.stdout + &checked.stderr)
}

#[test]
fn every_output_that_the_checker_accepts_earns_the_points() {
    for program in [SOLUTION, "total = int(input())\nprint(total + 5)\nprint(-5)\n"] {
        let (code, page) = check(split(), program);
        assert!(code == 0 && page.contains("10 of 10 points"), "{page}");
    }
}

#[test]
fn what_the_checker_says_is_the_reason() {
    let (code, page) = check(split(), "total = int(input())\nprint(total, 0 if total == 7 else 1)\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(page, @"
    Split: work

    ✗ The checker says: 2 numbers
      Splits / ten: wrong answer (0/5)

      with the sum 11
      Input: 10

        10
        10 1

    ✓ Splits / seven (5/5)

    typed   · blank   ⏎ Enter

    5 of 10 points
    ");
}

#[test]
fn what_the_checker_tells_the_instructor_is_in_the_trace_alone() {
    let scratch = split().write("class/Ada/split.py", "print('one', 'two')\n");
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let trace = scratch.run(&["trace", "Ada", "seven"]).stdout;
    assert!(
        trace.contains("checker: wrong") && trace.contains("to the instructor: 8 bytes, secret"),
        "{trace}"
    );
    let page = scratch.read("yardstick-results/feedback/Ada.txt");
    assert!(page.contains("The checker says: these are no numbers") && !page.contains("secret"), "{page}");
}

#[test]
fn what_the_checker_says_is_harmless_and_hidden_with_its_scenario() {
    let check = CHECK.replace("with the sum", "\\x1b[2J<b>&amp;\\u202e\\nwith the sum");
    let (_, page) = check_of(split_with(SPEC, &check));
    assert!(page.contains("with the sum") && !page.contains('\x1b') && !page.contains('\u{202e}'), "{page}");
    let hidden = SPEC.replace("stdin: [7] }", "stdin: [7], hidden: true }");
    let (_, page) = check_of(split_with(&hidden, &check));
    assert!(page.contains("seven: wrong answer") && !page.contains("with the sum"), "{page}");
}

/// The page about a program that is wrong in the first scenario alone.
fn check_of(scratch: Scratch) -> (i32, String) {
    check(scratch, "print(4, 6)\n")
}

#[test]
fn a_program_that_fails_is_judged_by_that() {
    let (_, page) = check(split(), "total = int(input())\nprint(1, total - 1)\nprint(1 / 0)\n");
    assert!(page.contains("runtime error") && page.contains("ZeroDivisionError"), "{page}");
    let (_, page) = check(split(), "total = int(input())\nprint(1, int(input()))\n");
    assert!(page.contains("It asked for another line after the only one of the input"), "{page}");
}

#[test]
fn results_are_known_the_second_time_until_the_checker_changes() {
    let scratch = split()
        .write("class/Ada/split.py", SOLUTION)
        .write("class/Bob/split.py", "total = int(input())\nprint(total)\n");
    let spec = ["grade", "spec.yaml", "class", "--jobs", "2"];
    assert_eq!(scratch.run(&spec).code, 0);
    let points = |scratch: &Scratch| {
        ["Ada", "Bob"].map(|name| named(&scratch.results(), name)["points"].as_str().unwrap().to_owned())
    };
    assert_eq!(points(&scratch), ["10", "0"]);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    assert!(scratch.run(&spec).stdout.contains("4 of 4 runs were known"));
    assert_eq!(scratch.run(&["regrade", "--preview"]).code, 0);

    let scratch = scratch.write("check.py", CHECK.replace("len(numbers) == 2 and ", ""));
    let regraded = scratch.run(&["regrade"]);
    assert_eq!(regraded.code, 3, "{}", regraded.stdout);
    assert_eq!(scratch.run(&spec).code, 0);
    assert_eq!(points(&scratch), ["10", "10"]);
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn parts_of_a_class_are_merged_without_asking_again() {
    let scratch = split().write("class/Ada/split.py", SOLUTION).write("class/Bob/split.py", "print(3, 4)\n");
    for (part, folder) in [("0/2", "one"), ("1/2", "two")] {
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--shard", part, "--out", folder]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
    }
    assert_eq!(scratch.run(&["merge", "one", "two"]).code, 0);
    let results = scratch.results();
    assert_eq!(named(&results, "Ada")["points"], "10");
    assert_eq!(named(&results, "Bob")["points"], "5");
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn a_score_is_a_share_of_the_points() {
    let spec = SPEC.replace("check.py }", "check.py, score: true, args: [best] }");
    let scoring = |score: &str| {
        format!(
            "import sys\nassert sys.argv[4:] == ['best']\nopen(sys.argv[3] + 'score.txt', 'w').write({score})\nsys.exit(42)\n"
        )
    };
    for (score, points) in [("'1.0'", "10"), ("'0.25'", "2.5"), ("'0'", "0"), ("'1e-1\\n'", "1")] {
        let (_, page) = check(split_with(&spec, &scoring(score)), SOLUTION);
        assert!(page.contains(&format!("{points} of 10 points")), "{score}: {page}");
    }
    let newer = scoring("'0.5'").replace("score.txt", "score_multiplier.txt");
    let (_, page) = check(split_with(&spec, &newer), SOLUTION);
    assert!(page.contains("The checker gives 50% of the points for what it printed."), "{page}");
    assert!(page.contains("5 of 10 points"), "{page}");
}

#[test]
fn the_answer_is_what_the_spec_states_or_what_the_reference_prints_or_empty() {
    let check =
        "import sys\nsame = sys.stdin.read() == open(sys.argv[2]).read()\nsys.exit(42 if same else 43)\n";
    let scenarios = "scenarios: [{ name: a, points: 1, stdin: [7], expect: { stdout: \"three\\n\" } }]\n";
    let head = "assignment: s\nsubmission: { files: [split.py] }\ncompare: { checker: check.py }\n";
    let spec = format!("{head}{scenarios}");
    assert_eq!(check_code(split_with(&spec, check), "print('three')\n"), 0);
    assert_eq!(check_code(split_with(&spec, check), "print('four')\n"), 1);
    let spec = format!("{head}scenarios: [{{ name: a, points: 1, stdin: [7] }}]\n");
    assert_eq!(check_code(split_with(&spec, check), ""), 0);
    let spec = format!(
        "{head}reference: {{ files: [solution.py] }}\nscenarios: [{{ name: a, points: 1, stdin: [7] }}]\n"
    );
    assert_eq!(check_code(split_with(&spec, check), SOLUTION), 0);
}

fn check_code(scratch: Scratch, program: &str) -> i32 {
    check(scratch, program).0
}

#[test]
fn a_checker_gets_every_byte_or_none_that_it_wants() {
    let spec = "assignment: s\nsubmission: { files: [split.py] }\nlimits: { output: 8 MiB }\ncompare: { checker: check.py }\n\
                scenarios: [{ name: a, points: 1 }]\n";
    let program = "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 20_000)\n";
    let reads = "import sys\nall = sys.stdin.buffer.read()\nsys.exit(42 if all == bytes(range(256)) * 20_000 else 43)\n";
    for check in [reads, "import sys\nsys.exit(42)\n", "import sys\nsys.stdin.close()\nsys.exit(42)\n"] {
        assert_eq!(check_code(split_with(spec, check), program), 0, "{check}");
    }
}

#[test]
fn a_checker_may_be_built_of_several_files() {
    let spec = SPEC.replace("checker: check.py", "checker: [check.c, lib/check.h]");
    let source = "#include <stdio.h>\n#include \"check.h\"\nint main(int count, char **args) {\n  int one, other, total;\n  \
                  fscanf(fopen(args[1], \"r\"), \"%d\", &total);\n  \
                  return scanf(\"%d %d\", &one, &other) == 2 && one + other == total ? RIGHT : WRONG;\n}\n";
    let scratch = split_with(&spec, "")
        .write("check.c", source)
        .write("lib/check.h", "#define RIGHT 42\n#define WRONG 43\n");
    let (code, page) = check(scratch, "print(3, 4)\n");
    assert!(code == 1 && page.contains("5 of 10 points"), "{page}");
    assert!(page.contains("The checker does not accept what it printed."), "{page}");
}

#[test]
fn data_from_folders_are_judged_by_the_checker_of_their_group() {
    let spec = "assignment: s\nsubmission: { files: [split.py] }\ngroups:\n  - name: Secret\n    points: 4\n    \
                compare: { checker: check.py }\n    scenarios: { from: 'data/*.in', expect: '*.ans' }\n";
    let scratch = split_with(spec, CHECK)
        .write("data/1.in", "7\n")
        .write("data/1.ans", "1 6\n")
        .write("data/2.in", "10")
        .write("data/2.ans", "5 5\n");
    let (_, page) = check(scratch, "print(2, 5)\n");
    assert!(page.contains("2 of 4 points"), "{page}");
}

/// What a checker can do wrong once the reference has been judged, and what is told of it. The reference alone prints a 1
/// first.
const FAULTS: [(&str, &str); 6] = [
    ("raise ValueError('secret')", "ended with exit code 1, where 42 says that an output is right"),
    ("sys.exit(0)", "ended with exit code 0"),
    ("import os; os.abort()", "was ended by signal 6"),
    ("print('x' * 10_000_000)", "printed too much"),
    ("sys.stderr.write('x' * 10_000_000)", "printed too much"),
    ("open('litter', 'w').write('x' * (300 << 20))", ""),
];

/// Those that use up all of their time.
const SLOW_FAULTS: [(&str, &str); 3] = [
    ("while True: pass", "used too much processor time"),
    ("import os\n    while True:\n        if os.fork() == 0:\n            while True: pass", ""),
    ("hoard = []\n    while True: hoard.append(bytearray(1 << 20))", ""),
];

fn faulty(deed: &str) -> String {
    format!(
        "import sys\nprinted = sys.stdin.read()\nif not printed.startswith('1 '):\n    {deed}\nsys.exit(42)\n"
    )
}

#[test]
fn a_fault_of_the_checker_is_nobodys_loss() {
    are_nobodys_loss(&FAULTS);
}

#[test]
#[ignore = "takes the time that checkers may use"]
fn nor_is_a_checker_that_uses_up_all_it_may() {
    are_nobodys_loss(&SLOW_FAULTS);
}

fn are_nobodys_loss(faults: &[(&str, &str)]) {
    for (deed, told) in faults {
        let scratch = split_with(SPEC, &faulty(deed))
            .write("class/Ada/split.py", SOLUTION)
            .write("class/Bob/split.py", "print(3, 4)\n");
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2", "--only", "seven"]);
        assert_eq!(graded.code, 3, "{deed}: {}", graded.stdout);
        let results = scratch.results();
        assert_eq!(named(&results, "Ada")["points"], "5", "{deed}");
        let bob = &named(&results, "Bob")["scenarios"][0];
        assert_eq!(bob["verdict"], "not graded", "{deed}");
        let reason = bob["reasons"][0].as_str().unwrap();
        assert!(reason.contains("the checker `check.py`") && reason.contains(told), "{deed}: {reason}");
        assert!(!reason.contains("secret"), "{reason}");
    }
}

#[test]
fn a_score_that_is_none_is_a_fault_of_the_checker() {
    let spec = SPEC.replace("check.py }", "check.py, score: true }");
    for (deed, told) in [
        ("pass", "wrote no score into `score.txt`"),
        ("open(sys.argv[3] + 'score.txt', 'w').write('37.5')", "no number from 0 to 1"),
        ("open(sys.argv[3] + 'score.txt', 'w').write('NaN')", "no number from 0 to 1"),
        ("import os; os.symlink('/etc/hostname', sys.argv[3] + 'score.txt')", "wrote no score"),
    ] {
        let good = "else:\n    open(sys.argv[3] + 'score.txt', 'w').write('1')\nsys.exit(42)";
        let check = faulty(deed).replace("sys.exit(42)", good);
        let (code, page) = check_both(split_with(&spec, &check));
        assert!(code == 3 && page.contains(told), "{deed}: {page}");
    }
}

fn check_both(scratch: Scratch) -> (i32, String) {
    check(scratch, "print(3, 4)\n")
}

#[test]
fn a_checker_that_rejects_the_reference_is_refused() {
    let told = [
        (
            CHECK.replace("sum(numbers) == total", "numbers[0] > 1"),
            "does not accept what the reference prints in `seven`",
        ),
        ("import sys\nsys.exit(1)\n".to_owned(), "the checker `check.py` ended with exit code 1"),
        ("import sys\nsys.exit(\n".to_owned(), "the checker `check.py` does not parse or compile"),
    ];
    for (check, told) in told {
        split_with(SPEC, &check).write("split.py", SOLUTION).refuses(told);
    }
}

#[test]
fn nonsense_about_checkers_is_refused_with_its_place() {
    for (right, wrong, told) in [
        ("checker: check.py", "checker: checks.py", "cannot read `checks.py`"),
        ("checker: check.py", "checker: spec.yaml", "no language is known for `spec.yaml`"),
        ("checker: check.py", "checker: []", "the checker has no files"),
        ("checker: check.py", "checker: check.py, scores: true", "unknown key `scores`"),
        ("checker: check.py", "check: check.py", "unknown key `check`"),
        (
            "stdin: [7] }",
            "stdin: [7], expect: { stdout: { pattern: \"{number}\" } } }",
            "gets one text as the answer",
        ),
        (
            "stdin: [7] }",
            "stdin: [7], expect: { files: { a.txt: { text: a, compare: { checker: check.py } } } } }",
            "and nothing else",
        ),
        (
            "stdin: [7] }",
            "session: \">>> 1\", compare: { partner: check.py } }",
            "a partner talks with a program",
        ),
        (
            "stdin: [7] }",
            "session: \">>> 1\", compare: { checker: check.py, passes: 2 } }",
            "a session is typed once",
        ),
    ] {
        assert!(SPEC.contains(right), "{right}");
        split_with(&SPEC.replacen(right, wrong, 1), CHECK).write("split.py", "").refuses(told);
    }
    let built_in = "assignment: byu-connect-four\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\n\
                    compare: { checker: check.py }\nscenarios: [{ name: a, points: 1, stdin: [0, 7, 0, 6, 0, 5, 0, 3] }]\n";
    split_with(built_in, CHECK).write("connect.py", "").refuses("needs no checker");
}

/// Outputs that are meant to harm the checker or the grader.
const HOSTILE: [(&str, &str); 7] = [
    ("flood", "print('9' * (256 << 10))\n"),
    ("many lines", "print('1\\n' * 200_000)\n"),
    ("binary", "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 512)\n"),
    ("nothing", ""),
    ("escapes", "print('\\x1b]0;gone\\x07\\x1b[2J')\n"),
    ("zero bytes", "print('\\0' * 5000)\n"),
    ("endless", "while True: print(1)\n"),
];

#[test]
fn beside_hostile_outputs_and_a_greedy_checker_honest_programs_keep_every_point() {
    // It forks and fills its folder, beside judging what it is asked about.
    let check = CHECK.replace(
        "\ntotal = ",
        "\nimport os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        os.setsid()\n        while True: time.sleep(0.01)\n\
         open('litter', 'w').write('x' * (10 << 20))\nprint('x' * 900_000)\ntotal = ",
    );
    for user in [User::Same, User::ordinary()] {
        let mut class = split_with(SPEC, &check);
        for (index, (name, program)) in HOSTILE.iter().enumerate() {
            class = class
                .write(&format!("class/{index} honest/split.py"), SOLUTION)
                .write(&format!("class/{index} {name}/split.py"), program);
        }
        let folder = class.path(".");
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap());
        let graded = user
            .yardstick(&folder)
            .current_dir(&folder)
            .env("PATH", path)
            .args(["grade", "spec.yaml", "class", "--jobs", "2", "--sandbox", "strict"])
            .output()
            .unwrap();
        assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
        for one in class.results()["submissions"].as_array().unwrap() {
            let is_honest = one["name"].as_str().unwrap().ends_with("honest");
            assert_eq!(one["points"], if is_honest { "10" } else { "0" }, "{one}");
        }
        assert_eq!(class.run(&["verify"]).code, 0);
    }
}

/// A function may return any two numbers with a sum; the session says what is right in general.
const SESSIONS: &str = "
assignment: split
submission: { files: [split.py] }
scenarios:
  - name: seven
    points: 4
    compare: { checker: check_value.py, args: [7] }
    session: |
      >>> total = 7
      >>> split(total)
      (3, 4)
  - { name: exactly, points: 1, session: \">>> split(1)\\n(0, 1)\" }
";

const CHECK_VALUE: &str = "
import ast, sys
assert open(sys.argv[1]).read() == 'total = 7\\nsplit(total)\\n'
assert open(sys.argv[2]).read() == '(3, 4)\\n'
shown = sys.stdin.read()
try:
    two = ast.literal_eval(shown)
    is_right = sum(two) == int(sys.argv[4])
except (SyntaxError, ValueError, TypeError):
    open(sys.argv[3] + 'teammessage.txt', 'w').write('that is no pair')
    sys.exit(43)
sys.exit(42 if is_right else 43)
";

fn sessions_with(check: &str, program: &str) -> (i32, String) {
    let scratch = Scratch::new(SESSIONS).write("check_value.py", check).write("work/split.py", program);
    let checked = scratch.run(&["check", "spec.yaml", "work"]);
    (checked.code, checked.stdout + &checked.stderr)
}

#[test]
fn a_checker_judges_what_a_session_shows() {
    for (program, code, told) in [
        ("def split(n): return (n - 1, 1) if n > 1 else (0, 1)\n", 0, "5 of 5 points"),
        (
            "def split(n): return (n, 1) if n > 1 else (0, 1)\n",
            1,
            "The checker does not accept what it printed",
        ),
        ("def split(n): return 'seven' if n > 1 else (0, 1)\n", 1, "The checker says: that is no pair"),
        ("def split(n): return 1 / 0 if n > 1 else (0, 1)\n", 1, "The checker says: that is no pair"),
        ("def split(n):\n    while n > 1: pass\n    return (0, 1)\n", 1, "1 of 5 points"),
        (
            "def split(n):\n    try:\n        while n > 1: print('x' * 30)\n    except OSError: pass\n    return (n - 1, 1) if n > 1 else (0, 1)\n",
            1,
            "it prints without end: probably a loop that never ends",
        ),
        ("def other(n): return 1\n", 1, "0 of 5 points"),
        ("import nothing_like_this\n", 1, "0 of 5 points"),
    ] {
        let (ended, page) = sessions_with(CHECK_VALUE, program);
        assert!(ended == code && page.contains(told), "{told}: {page}");
    }
}

#[test]
fn a_fault_of_the_checker_of_a_session_is_nobodys_loss() {
    let right = "def split(n): return (0, n)\n";
    for (fault, told) in [
        ("sys.exit(1)", "ended with exit code 1"),
        ("open(sys.argv[3] + 'nextpass.in', 'w'); sys.exit(42)", "a session is typed once"),
    ] {
        let (code, page) = sessions_with(&format!("import sys\n{fault}\n"), right);
        assert!(code != 1 && page.contains("not graded") && page.contains(told), "{page}");
    }
}

#[test]
fn a_reference_that_the_checker_of_a_session_rejects_is_refused() {
    let spec = SESSIONS.replace("scenarios:", "reference: { files: [solution.py] }\nscenarios:");
    let scratch = Scratch::new(&spec).write("check_value.py", CHECK_VALUE).write("split.py", "");
    let right = "def split(n): return (2, 5) if n > 1 else (0, 1)\n";
    let scratch = scratch.write("solution.py", right).write("work/split.py", right);
    let checked = scratch.run(&["check", "spec.yaml", "work"]);
    assert!(checked.stdout.contains("5 of 5 points"), "{}{}", checked.stdout, checked.stderr);
    let scratch = scratch.write("solution.py", "def split(n): return (2, 6) if n > 1 else (0, 1)\n");
    scratch.refuses("does not accept what the reference prints");
}

#[test]
fn what_the_checker_of_a_session_said_is_known_the_second_time() {
    let right = "def split(n): return (0, n)\n";
    let scratch =
        Scratch::new(SESSIONS).write("check_value.py", CHECK_VALUE).write("class/Ada/split.py", right);
    let grade = ["grade", "spec.yaml", "class"];
    assert_eq!(scratch.run(&grade).code, 0);
    assert_eq!(named(&scratch.results(), "Ada")["points"], "5");
    assert!(scratch.run(&grade).stdout.contains("2 of 2 runs were known"));
    assert_eq!(scratch.run(&["verify"]).code, 0);
    assert!(scratch.run(&["trace", "Ada", "seven"]).stdout.contains("checker: right"));
    let scratch = scratch.write("check_value.py", "import sys\nsys.exit(43)\n");
    assert_eq!(scratch.run(&grade).code, 0);
    assert_eq!(named(&scratch.results(), "Ada")["points"], "1");
}

#[test]
fn an_audit_goes_on_after_a_mutant_at_which_the_checker_fails() {
    // At a number that is too large the checker ends with an error of its own. Any other sum is wrong.
    let check = "import sys\nnumbers = [int(word) for word in sys.stdin.read().split()]\n\
                 total = int(open(sys.argv[1]).read())\nassert max(numbers) <= total\n\
                 sys.exit(42 if sum(numbers) == total else 43)\n";
    let scratch = split_with(SPEC, check);
    let audit = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
    let audit: serde_json::Value = serde_json::from_str(&audit.stdout).expect(&audit.stderr);
    let [one] = audit["unjudged"].as_array().unwrap().as_slice() else { panic!("{audit}") };
    let id = one["id"].as_str().unwrap();
    assert!(id == "solution.py:2: - → +" && one["caught"] == false, "{one}");
    assert!(one["reason"].as_str().unwrap().contains("`check.py` ended with exit code 1"), "{one}");
    let targets = audit["targets"].as_array().unwrap();
    assert!(targets.len() > 2 && targets.iter().all(|target| target["id"] != id), "{audit}");
    let table = scratch.run(&["audit", "spec.yaml"]).stdout;
    assert!(table.contains("1 mutant could not be judged everywhere") && table.contains(id), "{table}");
    let page = scratch.run(&["audit", "spec.yaml", "--format", "html"]).stdout;
    assert!(page.contains("Not judged everywhere") && page.contains("ended with exit code 1"), "{page}");
    let suggested = scratch.run(&["suggest", "spec.yaml"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    let told =
        "1 mutant could not be judged everywhere, and what no other scenario catches of them is left out";
    assert!(suggested.stdout.contains(told), "{}", suggested.stdout);
}

/// Has an error of its own at a number that is too large, if it is about seven; elsewhere that is wrong.
const FAILS_AT_SEVEN: &str = "\
import sys
total = int(open(sys.argv[1]).read())
numbers = [int(word) for word in sys.stdin.read().split()]
assert total != 7 or max(numbers) <= total
sys.exit(42 if sum(numbers) == total else 43)
";

#[test]
fn a_diagnosis_goes_on_where_the_checker_fails() {
    let wrong = SOLUTION.replace('-', "+");
    let scratch = split_with(SPEC, FAILS_AT_SEVEN).write("work/split.py", &wrong);
    let diagnosed = scratch.run(&["diagnose", "spec.yaml", "work"]);
    assert_eq!((diagnosed.code, diagnosed.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(diagnosed.stdout, @"
    It does what the reference would do with one small change. (likely)
      Line 2 of `solution.py` has `+` in the place of `-`.
    1 scenario is left out, where something failed that is no fault of the submission:
      Splits / seven: the checker `check.py` ended with exit code 1, where 42 says that an output is right, and 43 that it is wrong
    ");
    // Where nothing can be judged, that is an error.
    let scratch = scratch.write("check.py", FAILS_AT_SEVEN.replace("total != 7 or ", ""));
    let diagnosed = scratch.run(&["diagnose", "spec.yaml", "work"]);
    assert!(
        diagnosed.code > 1 && diagnosed.stderr.contains("`check.py` ended with exit code 1"),
        "{}",
        diagnosed.stderr
    );
}

/// One in each language that has a way to fail at bytes that are no text, besides those that replace them by themselves.
const READS_TEXT: [(&str, &str, &str); 3] = [
    (
        "check.py",
        "python3",
        "import sys\nwords = sys.stdin.buffer.read().decode().split()\nsys.exit(42 if words == ['1', '6'] else 43)\n",
    ),
    (
        "check.py",
        "python3",
        "import sys\nwords = sys.stdin.read().split()\nopen(sys.argv[3] + 'teammessage.txt', 'w').write(f'{words}')\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write(' '.join(words))\nsys.exit(42 if words == ['1', '6'] else 43)\n",
    ),
    (
        "check.js",
        "node",
        "const text = new TextDecoder('utf-8', { fatal: true }).decode(require('fs').readFileSync(0));\nprocess.exit(text.trim() === '1 6' ? 42 : 43);\n",
    ),
];

#[test]
fn bytes_that_are_no_text_are_the_submission_s_also_where_the_checker_fails_at_them() {
    for (name, tool, check) in READS_TEXT {
        if optional::found(tool).is_none() {
            continue;
        }
        let class = Scratch::new(&SPEC.replace("check.py", name))
            .write("solution.py", SOLUTION)
            .write(name, check)
            .write("class/right/split.py", SOLUTION)
            .write("class/odd/split.py", "import sys\nsys.stdout.buffer.write(b'1 6 \\xff\\n')\n");
        let graded = class.run(&["grade", "spec.yaml", "class", "--only", "seven"]);
        assert_eq!(graded.code, 0, "{check}: {}{}", graded.stdout, graded.stderr);
        let results = class.results();
        assert_eq!(named(&results, "right")["points"], "5", "{check}");
        let odd = named(&results, "odd");
        assert_eq!(odd["scenarios"][0]["verdict"], "wrong answer", "{check}: {odd:#}");
    }
}
