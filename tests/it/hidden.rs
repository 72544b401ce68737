//! Scenarios that a spec hides: what students see of them, and what instructors do.

use serde_json::Value;

use super::scratch::{Scratch, named};

/// One open scenario, and one of each way to hide; every secret has `sesame` in it.
const SPEC: &str = r#"
assignment: secrets
submission: { files: [hello.py] }
reference: { files: [solution.py] }
groups:
  - name: Group
    points: 8
    hint: Read the name first.
    scenarios:
      - { name: open, stdin: [Ada] }
      - { name: detail, stdin: [sesame-1], args: [sesame-2], hidden: true }
      - { name: outcome, stdin: [sesame-3], hidden: result }
      - { name: covert-sesame, stdin: [sesame-4], hidden: everything }
  - name: Sessions
    points: 4
    hidden: details
    scenarios:
      - name: session
        session: |
          >>> greet("sesame-5")
      - { name: rule, rule: { defines: [sesame] } }
      - { name: shown after all, hidden: false, session: ">>> greet('Bob')" }
"#;

const SOLUTION: &str = "def sesame():\n    pass\ndef greet(sesame):\n    return 'Hello ' + sesame\nif __name__ == '__main__':\n    \
                        print('Hello, ' + input() + '!')\n";

/// Tells all that it is given, in every way in which a program can fail.
const TELLTALE: &str = "import sys\ndef greet(name):\n    raise ValueError(name)\nif __name__ == '__main__':\n    \
                        name = input()\n    print(name, sys.argv)\n    raise SystemExit(name)\n";

fn scratch() -> Scratch {
    Scratch::new(SPEC).write("solution.py", SOLUTION).write("Bob/hello.py", TELLTALE)
}

const EVERY_FORMAT: [&str; 13] = [
    "table",
    "feedback",
    "json",
    "csv",
    "junit",
    "tap",
    "markdown",
    "sarif",
    "github",
    "gitlab",
    "ctrf",
    "classroom",
    "gradescope",
];

#[test]
fn no_format_of_check_gives_a_secret_away() {
    let scratch = scratch();
    let formats: Vec<&str> = EVERY_FORMAT.into_iter().filter(|format| *format != "gradescope").collect();
    let (checked, pages) = scratch.check_in("Bob", &formats);
    assert_eq!(checked.code, 1);
    for (format, page) in formats.iter().zip(&pages).chain([(&"", &checked.stdout)]) {
        assert!(!page.contains("sesame") && !page.contains("outcome"), "{format}\n{page}");
    }
}

#[test]
fn pages_of_feedback_tell_the_verdict_the_points_and_the_hint() {
    let scratch = scratch();
    scratch.run(&["grade", "spec.yaml", "Bob"]);
    let page = scratch.read("yardstick-results/feedback/Bob.txt");
    insta::assert_snapshot!(page, @"
    secrets: Bob

    ✗ After line 1 of the input, `Ada`: expected `Hello, Ada!`, printed `Ada ['hello.py']`.
      Group / open: wrong answer (0/2)

      It ended with exit code 1: `Ada`.
      Hint: Read the name first.
      Input: Ada

        Ada
      - Hello, Ada!
      + Ada ['hello.py']

    ✗ Group / detail: wrong answer (0/2)
      What is tested here is hidden.
      Hint: Read the name first.

    ! Sessions / session: runtime error (0/1⅓)
      What is tested here is hidden.

    ✗ Sessions / rule: wrong answer (0/1⅓)
      What is tested here is hidden.

    ! `greet('Bob')`: it raised `ValueError: Bob` (line 3 of `hello.py`).
      Sessions / shown after all: runtime error (0/1⅓)
      ▸ 3      raise ValueError(name)

        >>> greet('Bob')
      - 'Hello Bob'
      + ValueError: Bob

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    1 more scenario, worth 2 points, is graded and not shown here.

    0 of 8 points
      ✗     2  After line 1 of the input, `Ada`: expected `Hello, Ada!`, printed…
      !  1.33  `greet('Bob')`: it raised `ValueError: Bob` (line 3 of `hello.py`).
    ");
    assert_eq!(scratch.run(&["check", "spec.yaml", "Bob"]).stdout, page);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "Bob", "--format", "feedback"]).stdout, page);
}

#[test]
fn instructors_see_everything() {
    let scratch = scratch();
    scratch.run(&["grade", "spec.yaml", "Bob"]);
    let results = scratch.results();
    let bob = named(&results, "Bob");
    let hidden: Vec<&str> =
        bob["scenarios"].as_array().unwrap().iter().map(|one| one["hidden"].as_str().unwrap()).collect();
    assert_eq!(hidden, ["nothing", "details", "result", "everything", "details", "details", "nothing"]);
    assert_eq!(bob["max_points"], "12");
    assert!(bob["scenarios"][2]["reasons"].to_string().contains("sesame-3"), "{bob:#}");
    // A page in Markdown shows one scenario of each cause.
    for (format, told) in
        [("junit", "sesame-3"), ("tap", "sesame-3"), ("ctrf", "sesame-3"), ("markdown", "Also: ")]
    {
        let graded = scratch.run(&["grade", "spec.yaml", "Bob", "--format", format]);
        assert!(graded.stdout.contains(told), "{format}: {}", graded.stdout);
    }
}

#[test]
fn gradescope_is_told_who_may_see_which_test() {
    let scratch = scratch();
    for command in ["check", "grade"] {
        let printed = scratch.run(&[command, "spec.yaml", "Bob", "--format", "gradescope"]).stdout;
        let results: Value = serde_json::from_str(&printed).unwrap();
        let tests = results["tests"].as_array().unwrap();
        let visibility: Vec<&str> = tests.iter().map(|test| test["visibility"].as_str().unwrap()).collect();
        assert_eq!(
            visibility,
            ["visible", "visible", "after_published", "hidden", "visible", "visible", "visible"],
            "{command}"
        );
        for test in tests.iter().filter(|test| test["visibility"] != "hidden") {
            assert!(!test.to_string().contains("sesame"), "{test:#}");
        }
        let detail = tests[1]["output"].as_str().unwrap();
        assert!(detail.contains("What is tested here is hidden.") && detail.contains("Read the name first."));
        assert!(tests[3]["output"].as_str().unwrap().contains("sesame-4"), "for instructors");
        assert_eq!(tests.iter().map(|test| test["max_score"].as_f64().unwrap()).sum::<f64>(), 12.0);
    }
}

/// Every way to expect something, of which students see only what their program does; what is expected has `sesame` in it.
const EXPECTED: &str = r#"
assignment: secrets
submission: { files: [hello.py] }
reference: { files: [solution.py] }
groups:
  - name: Group
    points: 8
    hidden: expected
    scenarios:
      - { name: printed, stdin: [Ada, Bob], hint: Read both names. }
      - { name: contained, stdin: [Ada, Bob], expect: { stdout: { contains: [sesame-1] } } }
      - { name: a pattern, stdin: [Ada, Bob], expect: { stdout: { regex: "sesame-[2]" } } }
      - { name: said aside, stdin: [Ada, Bob], expect: { stdout: { contains: Ada }, stderr: { contains: [sesame-3] } } }
      - { name: written, stdin: [Ada, Bob], expect: { stdout: { contains: Ada }, files: { out.txt: "sesame-4\n" } } }
      - name: returned
        session: |
          >>> word = greet("Ada")
          >>> word
"#;

#[test]
fn where_only_what_is_expected_is_hidden_students_see_what_their_program_did() {
    let solution = "def greet(name):\n    return 'sesame-5 ' + name\nif __name__ == '__main__':\n    \
                    print('sesame-6', input())\n    print('sesame-7', input())\n    open('out.txt', 'w').write('sesame-8')\n";
    let hello = "def greet(name):\n    return 'mine ' + name\nif __name__ == '__main__':\n    print('mine', input())\n";
    let mut shown = Vec::new();
    for hello in [
        hello.to_owned(),
        // It ends in other ways.
        hello.replace("print('mine', input())", "print(input().index('x'))"),
        hello.replace("print('mine', input())", "pass"),
        format!("{hello}    while True:\n        pass\n"),
        hello.replace("return 'mine ' + name", "raise ValueError('mine')"),
        hello.replace("return 'mine ' + name", "return object()"),
        format!("{hello}    print('mine', input(), end='')\n    open('out.txt', 'w').write('mine')\n"),
        "def greet(\n".to_owned(),
    ] {
        let scratch = Scratch::new(EXPECTED).write("solution.py", solution).write("Bob/hello.py", &hello);
        let formats = EVERY_FORMAT.into_iter().filter(|format| *format != "gradescope").chain(["html"]);
        let formats: Vec<&str> = formats.collect();
        let (checked, pages) = scratch.check_in("Bob", &formats);
        for (format, page) in formats.iter().zip(&pages).chain([(&"", &checked.stdout)]) {
            assert!(!page.contains("sesame"), "{format}\n{hello}\n{page}");
        }
        let gradescope = scratch.run(&["grade", "spec.yaml", "Bob", "--format", "gradescope"]).stdout;
        assert!(!gradescope.contains("sesame"), "{hello}\n{gradescope}");
        let page = scratch.read("yardstick-results/feedback/Bob.txt");
        assert!(!page.contains("sesame"), "{hello}\n{page}");
        // Instructors see it.
        assert!(
            scratch.read("yardstick-results/results.json").contains("sesame")
                || hello.starts_with("def greet(\n")
        );
        shown.push(checked.stdout);
    }
    insta::assert_snapshot!(shown[0], @r#"
    secrets: Bob

    ✗ Group / printed: wrong answer (0/1⅓)
      What is expected here is hidden.
      Hint: Read both names.
      Input: Ada Bob

        Ada
        mine Ada

    ✗ Group / contained: wrong answer (0/1⅓)
      What is expected here is hidden.
      Input: Ada Bob

        Ada
        mine Ada

    ✗ Group / a pattern: wrong answer (0/1⅓)
      What is expected here is hidden.
      Input: Ada Bob

        Ada
        mine Ada

    ✗ Group / said aside: wrong answer (0/1⅓)
      What is expected here is hidden.
      Input: Ada Bob

    ✗ Group / written: wrong answer (0/1⅓)
      What is expected here is hidden.
      Input: Ada Bob

    ✗ Group / returned: wrong answer (0/1⅓)
      What is expected here is hidden.

        >>> word = greet("Ada")
        >>> word
        'mine Ada'

    typed   · blank   ⏎ Enter

    0 of 8 points
    "#);
}

#[test]
fn what_is_hidden_until_everybody_is_due_is_shown_after_that_and_never_before() {
    let spec = |late: &str| {
        format!(
            "assignment: secrets\nsubmission: {{ files: [hello.py] }}\nreference: {{ files: [solution.py] }}\n{late}scenarios:\n\
             - {{ name: open, points: 1, stdin: [Ada] }}\n- {{ name: later, points: 2, stdin: [sesame-1], hidden: after due }}\n"
        )
    };
    let due = |date: &str| spec(&format!("late: {{ due: {date} 12:00 +00:00, per_day: 0% }}\n"));
    let class = Scratch::new(&spec(""))
        .write("solution.py", SOLUTION)
        .write("class/Bob/hello.py", "print('Hello, Ada!')\n");
    let is_shown = |class: &Scratch, args: &[&str]| {
        let graded = class.run(args);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        assert!(class.read("yardstick-results/results.json").contains("sesame-1"));
        let page = class.read("yardstick-results/feedback/Bob.txt");
        assert_eq!(
            page.contains("1 more scenario, worth 2 points, is graded and not shown here."),
            !page.contains("sesame-1")
        );
        page.contains("sesame-1")
    };
    let grade =
        |class: &Scratch, more: &[&str]| is_shown(class, &[&["grade", "spec.yaml", "class"], more].concat());
    assert!(!grade(&class, &[]), "nobody knows when it is due");
    let said = class.run(&["grade", "spec.yaml", "class"]).stderr;
    assert!(said.contains("note: what is hidden until `after due` stays hidden: neither"), "{said}");
    assert!(grade(&class, &["--due", "2001-01-01 12:00 +00:00"]));
    assert!(!grade(&class, &["--due", "2901-01-01 12:00 +00:00"]));
    let class = class.write("spec.yaml", due("2901-01-01"));
    assert!(!grade(&class, &[]));
    // Once the date has passed, the pages are still what followed when they were written.
    assert_eq!(class.run(&["verify"]).code, 0);
    let manifest = class.read("yardstick-results/grading.json");
    let mut later: Value = serde_json::from_str(&manifest).unwrap();
    later.as_object_mut().unwrap().remove("checksum");
    later["written"] = "2950-01-01T00:00:00Z".into();
    let class = class.write("yardstick-results/grading.json", later.to_string());
    assert_eq!(class.run(&["verify"]).code, 1, "then they would have shown it");
    let class = class.write("yardstick-results/grading.json", manifest);
    // The same results, once it is over.
    let mut class = class.write("spec.yaml", due("2001-01-01"));
    assert!(is_shown(&class, &["regrade", "spec.yaml"]));
    assert!(!class.run(&["check", "spec.yaml", "class/Bob"]).stdout.contains("sesame"));
    // Some have more time: also who has not handed in yet.
    for (roster, shown) in [
        ("id,due\nBob,2901-01-01 12:00 +00:00\n", false),
        ("id,due\nBob,\nEve,2901-01-01 12:00 +00:00\n", false),
        ("id,due\nBob,2002-01-01 12:00 +00:00\n", true),
        ("id,section,due\nBob,a,\nEve,b,\n,a,2001-01-01 12:00 +00:00\n,b,2901-01-01 12:00 +00:00\n", false),
    ] {
        class = class.write("roster.csv", roster);
        assert_eq!(grade(&class, &["--roster", "roster.csv"]), shown, "{roster}");
        assert_eq!(is_shown(&class, &["regrade", "spec.yaml"]), shown, "{roster}");
    }
}

#[test]
fn what_a_mistake_costs_elsewhere_tells_no_hidden_result() {
    for hidden in ["result", "after due", "everything"] {
        let spec = format!(
            "assignment: a\nscoring: per-cause\nsubmission: {{ files: [hello.py] }}\nreference: {{ files: [solution.py] }}\n\
             scenarios:\n- {{ name: s, points: 1, stdin: [Ada], hidden: {hidden} }}\n"
        );
        let scratch = Scratch::new(&spec).write("solution.py", SOLUTION).write("Bob/hello.py", SOLUTION);
        let refused = scratch.run(&["check", "spec.yaml", "Bob"]);
        assert_eq!(refused.code, 2, "{hidden}");
        assert!(refused.stderr.contains("would reveal a hidden result"), "{}", refused.stderr);
        let both = scratch.write("spec.yaml", spec.replace("per-cause", "both"));
        assert_eq!(both.run(&["check", "spec.yaml", "Bob"]).code, 0);
    }
}

#[test]
fn check_does_not_count_the_points_of_hidden_scenarios() {
    let scratch = scratch().write("Ada/hello.py", SOLUTION);
    let checked = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    assert!(checked.stdout.ends_with("\n8 of 8 points\n"), "{}", checked.stdout);
    // What is lost in hidden scenarios alone shows neither in the points nor in the exit code.
    let almost = SOLUTION.replace("input()", "input().replace('-3', '').replace('-4', '')");
    let checked_almost = scratch.write("Ada/hello.py", almost).run(&["check", "spec.yaml", "Ada"]);
    assert_eq!((checked_almost.code, checked_almost.stdout), (checked.code, checked.stdout));
}

#[test]
fn a_misspelt_value_of_hidden_is_refused() {
    let spec = |hidden: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [hello.py] }}\nscenarios:\n  - {{ name: s, points: 1, \
             {hidden}, expect: {{ stdout: x }} }}\n"
        )
    };
    insta::assert_snapshot!(Scratch::new(&spec("hidden: detials")).run(&["check", "spec.yaml", "."]).stderr, @"
    error: `detials` does not say what is hidden
     --> spec.yaml:4:35
      |
    4 |   - { name: s, points: 1, hidden: detials, expect: { stdout: x } }
      |                                   ^^^^^^^ one of `true`, `false`, `expected`, `details`, `result`, `after due` and `everything` stands here
      |
      = help: did you mean `details`?
    ");
    for wrong in ["hidden: yes", "hidden: 1", "hidden: [input]"] {
        let refused = Scratch::new(&spec(wrong)).run(&["check", "spec.yaml", "."]);
        assert_eq!(refused.code, 2, "{wrong}");
        assert!(refused.stderr.contains("--> spec.yaml:4:"), "{wrong}: {}", refused.stderr);
    }
    let gate = spec("hidden: result").replace("expect: { stdout: x }", "effect: gate, rule: { imports: [] }");
    insta::assert_snapshot!(Scratch::new(&gate).run(&["check", "spec.yaml", "."]).stderr, @"
    error: a gate cannot hide its result
     --> spec.yaml:4:35
      |
    4 |   - { name: s, points: 1, hidden: result, effect: gate, rule: { imports: [] } }
      |                                   ^^^^^^ hides more than its input
      |
      = help: when it is lost, all other scenarios name it as the reason: say `hidden: true` at the most
    ");
}
