//! `yardstick trace`: what a submission did, as it was kept.

use super::scratch::{GREETING, SOLUTION, Scratch};

/// What a run took is different every time.
fn without_usage(said: &str) -> String {
    let line = |line: &str| match line.split_once("; ") {
        Some((exit, rest)) if rest.contains("processor time") => {
            format!("{exit}; … {}", rest.rsplit_once(' ').unwrap().1)
        }
        _ => line.to_owned(),
    };
    said.lines().map(|one| line(one) + "\n").collect()
}

fn graded(submission: &str, program: impl AsRef<[u8]>) -> Scratch {
    let class = Scratch::greeting().write(&format!("class/{submission}/hello.py"), program);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    class
}

#[test]
fn a_dialogue_is_shown_with_the_typed_lines_where_they_were_typed() {
    let talkative = format!("{SOLUTION}import sys\nprint('oh', file=sys.stderr)\ninput('More? ')\n");
    let class = graded("Ada", talkative);
    let shown = class.run(&["trace", "Ada", "two words"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    insta::assert_snapshot!(without_usage(&shown.stdout), @r#"
    Greets / two words
    Name? ⟨Grace Hopper⟩
    Hello, Grace Hopper!
    More? ⟨end of input⟩

    standard error:
    oh
    Traceback (most recent call last):
      File "hello.py", line 5, in <module>
        input('More? ')
    EOFError: EOF when reading a line

    exit code 1; … strict
    "#);
    let all = class.run(&["trace", "Ada", "greets"]);
    let heads: Vec<&str> = all.stdout.lines().filter(|line| line.starts_with("Greets / ")).collect();
    assert_eq!(heads, ["Greets / one name", "Greets / two words", "Greets / nobody"]);
}

#[test]
fn the_json_of_a_trace_holds_every_byte() {
    let class = graded("Ada", "import sys\nsys.stdout.buffer.write(b'\\xff\\x00')\n");
    let shown = class.run(&["trace", "Ada", "digits", "--json"]);
    let trace: serde_json::Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(trace["run"]["stdout"]["base64"], "/wA=");
    assert_eq!(trace["run"]["exit"]["code"], 0);
}

#[test]
fn output_of_a_program_does_not_control_the_terminal() {
    let hostile = "import sys\nsys.stdout.write('\\x1b[2J\\x1b]0;title\\x07\\x9b31m\\u202eabc\\r\\n')\n\
                   sys.stderr.write('\\x1b[31mred')\nsys.stdout.buffer.write(b'\\xff')\n";
    let class = graded("Ada", hostile);
    for args in [&["trace", "Ada", "digits"][..], &["trace", "Ada", "digits", "--json"]] {
        let shown = class.run(args).stdout;
        let is_harmless = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        assert!(shown.chars().all(is_harmless), "{shown:?}");
        assert!(shown.contains("31m"), "{shown}");
    }
}

#[test]
fn sessions_rules_and_the_rest_are_shown_in_words() {
    let spec = "assignment: two\ntitle: Two\nsubmission: { files: [hello.py] }\nreference: { files: [solution.py] }\n\
        groups:\n  - name: All\n    points: 4\n    scenarios:\n      \
        - { name: session, session: \">>> two()\\n>>> print('a')\\n>>> 1 / 0\" }\n      \
        - { name: rule, rule: { avoids: [while] } }\n      \
        - { name: kept, rule: { avoids: [for] } }\n      \
        - { name: style, manual: Is it readable? }\n";
    let class = Scratch::new(spec)
        .write("solution.py", "def two():\n    return 2\n")
        .write("class/Ada/hello.py", "def two():\n    while True:\n        return '\u{202e}2'\n")
        .write("class/Bob/hello.py", "1 / 0\n");
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    insta::assert_snapshot!(class.run(&["trace", "Ada", "all"]).stdout, @r"
    All / session
    >>> two()
    '\u202e2'
    >>> print('a')
    a
    >>> 1 / 0
    ZeroDivisionError: division by zero

    All / rule
    line 2: a `while` loop is not among the techniques of this assignment

    All / kept
    Nothing was found.

    All / style
    Nothing was run: somebody marks it by hand.
    ");
    insta::assert_snapshot!(class.run(&["trace", "Bob", "session"]).stdout, @"
    All / session
    It cannot be imported: ZeroDivisionError: division by zero
    ");
}

#[test]
fn of_an_invalid_submission_the_reason_is_shown() {
    let class = graded("Ada", "print('\u{1b}[2J'");
    let shown = class.run(&["trace", "Ada", "digits"]);
    assert_eq!(shown.code, 0);
    assert!(shown.stdout.starts_with("It was never run: Python does not accept it: "), "{}", shown.stdout);
    assert!(!shown.stdout.contains('\u{1b}'), "{}", shown.stdout);
    let json = class.run(&["trace", "Ada", "digits", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["broken"]["language"], "Python");
}

#[test]
fn every_other_run_of_a_flaky_program_is_shown_too() {
    let class = Scratch::new(GREETING)
        .write("solution.py", SOLUTION)
        .write("class/Ada/hello.py", "import time\nprint('run', time.time_ns())\n");
    class.run(&["grade", "spec.yaml", "class", "--repeat", "3"]);
    let shown = class.run(&["trace", "Ada", "digits"]).stdout;
    assert_eq!(shown.matches("One of 3 runs was like this:").count(), 2, "{shown}");
}

#[test]
fn an_unknown_submission_or_scenario_is_named() {
    let class = graded("Ada", SOLUTION);
    let nobody = class.run(&["trace", "Adda", "digits"]);
    assert_eq!(nobody.code, 2);
    assert!(nobody.stderr.ends_with("\nhelp: did you mean `Ada`?\n"), "{}", nobody.stderr);
    let nothing = class.run(&["trace", "Ada", "no such thing"]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.starts_with("error: no scenario matches `no such thing`"), "{}", nothing.stderr);
}
