//! What a scenario says of the output itself: parts, forms, files, words.

use super::scratch::{Scratch, named};

/// What `check` prints of a program that must print what these keys of a scenario say.
fn check(keys: &str, program: &str) -> String {
    let spec = format!(
        "assignment: s\ntitle: S\nsubmission: {{ files: [a.py] }}\nscenarios:\n- {{ name: s, points: 1, {keys} }}\n"
    );
    let scratch = Scratch::new(&spec).write("out.txt", "Ada\nGrace\n").write("work/a.py", program);
    let checked = scratch.run(&["check", "spec.yaml", "work"]);
    assert!(checked.code < 2, "{}", checked.stderr);
    checked.stdout
}

fn accepts(keys: &str, program: &str) -> bool {
    check(keys, program).contains("1 of 1 point")
}

#[test]
fn what_must_be_contained_is_looked_for_in_its_order() {
    let keys = "expect: { stdout: { contains: [Ada, Grace] } }";
    assert!(accepts(keys, "print('Hello Ada,')\nprint('and Grace.')"));
    assert!(!accepts(keys, "print('Grace, Ada')"));
    let page = check(keys, "print('Hello Ada')");
    assert!(page.contains("`Grace` was not printed after `Ada`."), "{page}");
    assert!(accepts("expect: { stdout: { contains: ada } }, compare: [case]", "print('ADA!')"));
    assert!(accepts("expect: { stdout: { any_of: [{ contains: x }, { contains: y }] } }", "print('y')"));
}

#[test]
fn one_more_relaxation_takes_nothing_from_a_pattern() {
    let accepts = |compare: &str, program: &str| {
        let keys = r#"expect: { stdout: { pattern: "Hello, {word}!\n" } }"#;
        accepts(&format!("{keys}, compare: [{compare}]"), program)
    };
    for compare in ["case", "case, final-newline", "case, ends", "tokens, case"] {
        assert!(accepts(compare, "print('Hello, Bo!')"), "{compare}");
        assert!(!accepts(compare, "print('Hello, !')") && !accepts(compare, "pass"), "{compare}");
    }
    assert!(accepts("final-newline", "print('Hello, Bo!', end='')"));
    assert!(accepts("ends", "print()\nprint('Hello, Bo!', end='')"));
    assert!(!accepts("case", "print('Hello, Bo!', end='')"));
}

#[test]
fn what_is_missing_is_named_under_the_same_comparison() {
    let keys = "expect: { stdout: { contains: [ADA, GRACE] } }, compare: [case]";
    assert!(check(keys, "print('Ada')").contains("`GRACE` was not printed after `ADA`."));
}

#[test]
fn standard_error_is_looked_at_like_output() {
    let prints = |text: &str| format!("import sys\nprint({text:?}, file=sys.stderr)\n");
    let both = "expect: { stdout: '', stderr: { contains: [Ada, Grace] } }";
    assert!(accepts(both, &prints("Ada and Grace")));
    assert!(check(both, &prints("Grace and Ada")).contains("Standard error does not contain `Grace`."));
    let form = "expect: { stdout: '', stderr: { regex: '^usage: ' } }";
    assert!(accepts(form, &prints("usage: me")));
    assert!(check(form, &prints("use: me")).contains("Nothing on standard error is of the form"));
    let all = "expect: { stdout: '', stderr: { from: out.txt } }";
    assert!(accepts(all, &prints("Ada\nGrace")));
    assert!(check(all, &prints("Ada")).contains("On standard error, expected `Grace`, printed ``."));
}

#[test]
fn a_regular_expression_matches_a_part_of_the_output() {
    let keys = r#"expect: { stdout: { regex: "^Total: [0-9]+$" } }"#;
    assert!(accepts(keys, "print('Hi')\nprint('Total: 12')\nprint('bye')"));
    let page = check(keys, "print('Total: twelve')");
    assert!(
        page.contains("Nothing in the output matches the regular expression that is expected."),
        "{page}"
    );
}

#[test]
fn an_expected_output_can_lie_beside_the_spec() {
    let keys = "expect: { stdout: { from: out.txt } }";
    assert!(accepts(keys, "print('Ada')\nprint('Grace')"));
    assert!(check(keys, "print('Ada')\nprint('Bob')").contains("xpected `Grace`, printed `Bob`"));
}

#[test]
fn input_can_lie_beside_the_spec() {
    let keys = "stdin: { from: out.txt }, expect: { stdout: { from: out.txt } }";
    assert!(accepts(keys, "print(input())\nprint(input())"));
    assert!(check(keys, "print(input())").contains("`Grace`"));
}

#[test]
fn of_tokens_only_the_words_count() {
    let keys = "expect: { stdout: { from: out.txt } }, compare: [tokens]";
    assert!(accepts(keys, "print('\\n  Ada  Grace', end='')"));
    assert!(!accepts(keys, "print('AdaGrace')"));
    let page = check(keys, "print('Ada Bob Alan')");
    assert!(page.contains("xpected `Grace`, printed `Bob`"), "{page}");
    let near = "expect: { stdout: \"1.0 2.0\\n3.0\\n\" }, compare: [tokens, numbers: 0.01]";
    assert!(accepts(near, "print(1, 2.001, 3, sep='\\n')"));
    assert!(!accepts(near, "print(1, 2.1, 3)"));
}

#[test]
fn lines_in_any_order_are_the_same_lines() {
    let keys = "expect: { stdout: \"a\\nb\\nb\\nc\\n\" }, compare: [any-order-of-lines]";
    assert!(accepts(keys, "print('b', 'c', 'a', 'b', sep='\\n')"));
    for (wrong, told) in [
        ("'b', 'c', 'a', 'x'", "xpected `b`, printed `x`"),
        ("'c', 'a', 'b'", "`b`"),
        ("'b', 'c', 'a', 'b', 'b'", "`b`"),
    ] {
        let page = check(keys, &format!("print({wrong}, sep='\\n')"));
        assert!(page.contains("0 of 1 point") && page.contains(told), "{page}");
    }
}

#[test]
fn a_flood_of_words_is_compared_and_shown_in_part() {
    let page = check("expect: { stdout: a }, compare: [tokens]", "print('a ' * 200_000)");
    assert!(page.len() < 10_000 && page.contains("wrong answer"), "{}", page.len());
}

#[test]
fn nonsense_is_refused_with_its_place() {
    for (stdout, told) in [
        ("{ contains: [] }", "every output contains an empty text"),
        ("{ contains: [a, \"\"] }", "every output contains an empty text"),
        ("{ regex: \"(\" }", "this regular expression cannot be used"),
        ("{ regex: \"x*\" }", "it matches the empty text"),
        ("{ from: nowhere.txt }", "cannot read `nowhere.txt`"),
        ("{ from: binary }", "`binary` is not text"),
        ("{ containing: a }", "containing"),
        ("x, stderr: { contains: '' }", "every output contains an empty text"),
        ("x, stderr: { regex: '(' }", "this regular expression cannot be used"),
    ] {
        let spec = format!(
            "assignment: s\nsubmission: {{ files: [a.py] }}\nscenarios:\n- {{ name: s, points: 1, expect: {{ stdout: {stdout} }} }}\n"
        );
        Scratch::new(&spec).write("binary", [0xff, 0xfe, 0]).write("a.py", "").refuses(told);
    }
}

#[test]
fn a_run_has_the_environment_that_the_nearest_setting_gives_it() {
    let spec = "assignment: s\nsubmission: { files: [a.py] }\nreference: { files: [solution.py] }\nenv: { ONE: a, TWO: a }\n\
                timezone: UTC\ngroups:\n- name: G\n  points: 4\n  env: { TWO: b }\n  scenarios:\n  - { name: one }\n  \
                - { name: two, env: { ONE: c, THREE: d }, timezone: Asia/Tokyo }\n";
    let program = "import os, time\nprint(*(os.environ.get(name) for name in ('ONE', 'TWO', 'THREE')))\nprint(time.localtime(0).tm_hour)\n";
    let wrong = "import os\nprint('a b None', 0, sep='\\n')\n";
    let scratch = Scratch::new(spec)
        .write("solution.py", program)
        .write("class/right/a.py", program)
        .write("class/wrong/a.py", wrong);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    assert_eq!(named(&results, "right")["points"], "4");
    assert_eq!(named(&results, "wrong")["points"], "2");
    let page = scratch.read("yardstick-results/feedback/wrong.txt");
    assert!(page.contains("Environment: ONE=c THREE=d TWO=b TZ=Asia/Tokyo"), "{page}");
    assert!(page.contains("xpected `c b d`, printed `a b None`"), "{page}");
    assert_eq!(scratch.run(&["verify"]).code, 0);
}

#[test]
fn a_loop_in_an_environment_of_its_own_is_proved_too() {
    let page = check("env: { ONE: a }, expect: { stdout: x }", "while True:\n    pass\n");
    assert!(page.contains("endless loop"), "{page}");
}

#[test]
fn nonsense_about_the_environment_is_refused() {
    for (keys, told) in [
        ("env: { 1A: x }", "`1A` is no name of a variable"),
        ("env: { A B: x }", "`A B` is no name of a variable"),
        ("env: { LD_PRELOAD: x }", "`LD_PRELOAD` cannot be set"),
        ("env: { PYTHONPATH: x }", "`PYTHONPATH` cannot be set"),
        ("timezone: Europe/Atlantis", "no time zone `Europe/Atlantis`"),
        ("timezone: ../../etc/passwd", "no time zone `../../etc/passwd`"),
        ("timezone: ''", "no time zone ``"),
    ] {
        let spec = format!(
            "assignment: s\nsubmission: {{ files: [a.py] }}\nscenarios:\n- {{ name: s, points: 1, {keys}, expect: {{ stdout: x }} }}\n"
        );
        Scratch::new(&spec).write("a.py", "").refuses(told);
    }
}

#[test]
fn with_a_seed_a_program_has_the_luck_of_the_reference() {
    let spec = |file: &str| {
        format!(
            "assignment: s\nsubmission: {{ files: [{file}] }}\nreference: {{ files: [solution/{file}] }}\nseed: 7\nscenarios:\n\
             - {{ name: one, points: 1 }}\n- {{ name: two, points: 1, seed: 8 }}\n"
        )
    };
    for (file, dice, other) in [
        (
            "dice.py",
            "import random, os\nprint([random.randint(1, 6) for _ in range(20)], os.environ.get('YARDSTICK_SEED'))\n",
            "from random import randint\nprint([randint(1, 6) for _ in range(20)], None)\n",
        ),
        (
            "dice.js",
            "console.log([...Array(20)].map(() => Math.floor(Math.random() * 6)), process.env.NODE_OPTIONS, process.env.YARDSTICK_SEED)\n",
            "const throws = [];\nwhile (throws.length < 20) throws.push(Math.floor(Math.random() * 6));\nconsole.log(throws, undefined, undefined);\n",
        ),
    ] {
        let scratch = Scratch::new(&spec(file))
            .write(&format!("solution/{file}"), dice)
            .write(&format!("class/same/{file}"), other)
            .write(&format!("class/throws-once-more/{file}"), other.replace("20", "21"));
        let graded = scratch.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        let results = scratch.results();
        assert_eq!(named(&results, "same")["points"], "2", "{file}");
        assert_eq!(named(&results, "throws-once-more")["points"], "0", "{file}");
        let page = scratch.read("yardstick-results/feedback/throws-once-more.txt");
        assert!(page.contains("random seed 7"), "{page}");
        let [one, two] = ["one", "two"].map(|name| {
            let only = ["check", "spec.yaml", "class/throws-once-more", "--only", name];
            scratch.run(&only).stdout.lines().find(|line| line.starts_with("  - ")).map(str::to_owned)
        });
        assert_ne!(one, two, "{file}");
    }
}

#[test]
fn a_seed_that_has_no_effect_is_refused() {
    let spec = |file: &str, seed: &str| {
        format!(
            "assignment: s\nsubmission: {{ files: [{file}] }}\nscenarios:\n- {{ name: s, points: 1, seed: {seed}, expect: {{ stdout: x }} }}\n"
        )
    };
    Scratch::new(&spec("a.c", "7")).write("a.c", "").refuses("the random numbers of C cannot be fixed");
    Scratch::new(&spec("a.py", "-1")).write("a.py", "").refuses("`-1` is no seed");
    Scratch::new(&spec("a.py", "luck")).write("a.py", "").refuses("`luck` is no seed");
}

const ASKS_AGAIN: &str =
    "n = int(input('Height: '))\nwhile n < 1:\n    n = int(input('Height: '))\nprint(n)\n";

#[test]
fn a_program_that_must_refuse_its_input_waits_for_more() {
    let keys = "stdin: ['-1'], expect: { stdout: 'Height: Height: ', exit: waiting }";
    assert!(accepts(keys, ASKS_AGAIN));
    // What it does when the input has ended does not count, even if it cannot end.
    let lost = "import sys\nprint('Height: ', end='', flush=True)\nsys.stdin.readline()\nwhile True:\n    \
                print('Height: ', end='', flush=True)\n    sys.stdin.readline()\n";
    assert!(accepts(keys, lost));
    let page = check(keys, "input('Height: ')\nprint(1)\n");
    assert!(page.contains("It ended, where it should have asked for another line of input."), "{page}");
    let page = check(keys, "input('Height: ')\nraise SystemExit(3)\n");
    assert!(page.contains("It ended with exit code 3, where it should have asked"), "{page}");
    assert!(check(keys, "input('Height: ')\nwhile True: pass\n").contains("0 of 1 point"));
    assert!(!accepts(keys, &ASKS_AGAIN.replace("Height", "Width")));
}

#[test]
fn a_reference_tells_what_is_printed_before_it_waits() {
    let spec = "assignment: s\ntitle: S\nsubmission: { files: [a.py] }\nreference: { files: [right.py] }\nscenarios:\n\
                - { name: s, points: 1, stdin: [\"-1\"], expect: { exit: waiting } }\n";
    let scratch = Scratch::new(spec).write("right.py", ASKS_AGAIN).write("work/a.py", ASKS_AGAIN);
    assert!(scratch.run(&["check", "spec.yaml", "work"]).stdout.contains("1 of 1 point"));
    let scratch =
        Scratch::new(&spec.replace("-1", "1")).write("right.py", ASKS_AGAIN).write("work/a.py", ASKS_AGAIN);
    let refused = scratch.run(&["check", "spec.yaml", "work"]);
    assert!(
        refused.stderr.contains("the reference does not ask for more input in `s`"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_checker_is_not_asked_about_a_program_that_must_not_end() {
    let spec = "assignment: s\nsubmission: { files: [a.py] }\ncompare: { checker: check.py }\nscenarios:\n\
                - { name: s, points: 1, expect: { exit: waiting } }\n";
    let scratch = Scratch::new(spec).write("check.py", "raise SystemExit(42)\n").write("a.py", "");
    scratch.refuses("the checker `check.py` judges programs that end");
}
