//! `yardstick record`: what is played becomes a scenario, and nothing else of the spec changes.

use super::scratch::{Ended, Scratch, ended};

fn record(scratch: &Scratch, args: &[&str], typed: &str) -> Ended {
    ended(scratch.command(&[&["record"], args].concat()).write_stdin(typed))
}

const SPEC: &str = "# A spec with a comment\r
assignment: greeting
submission: { files: [hello.py] }   # and odd   blanks
reference: { files: [solution.py] }
groups:
- name: Greets
  points: 10
  scenarios:
  - { name: one name, stdin: [Ada] }

  # The end of the group.
- name: Last
  points: 1
  scenarios: [
    { name: x, stdin: [Bob] } ]
";

#[test]
fn a_game_is_played_with_the_reference_and_added_to_its_group() {
    let scratch = Scratch::new(&SPEC.replace('\r', "")).write("solution.py", super::scratch::SOLUTION);
    let before = scratch.read("spec.yaml");
    let recorded = record(&scratch, &["spec.yaml", "--group", "Greets"], "two: words\nGrace Hopper\n");
    assert_eq!((recorded.code, recorded.stderr.as_str()), (0, ""));
    assert_eq!(
        recorded.stdout,
        "Name of the scenario: Name? Hello, Grace Hopper!\nrecorded `two: words` in `spec.yaml`\n"
    );
    let last = "  - { name: one name, stdin: [Ada] }\n";
    let added = format!("{last}  - name: \"two: words\"\n    stdin: [Grace Hopper]\n");
    assert_eq!(scratch.read("spec.yaml"), before.replace(last, &added));
}

#[test]
fn a_spec_with_the_line_ends_of_windows_keeps_them() {
    let text = SPEC.replace('\r', "").replace('\n', "\r\n");
    let scratch = Scratch::new(&text).write("solution.py", super::scratch::SOLUTION);
    let recorded = record(&scratch, &["spec.yaml", "--group", "Greets", "--name", "below zero"], "-1\n");
    assert_eq!((recorded.code, recorded.stderr.as_str()), (0, ""));
    let last = "  - { name: one name, stdin: [Ada] }\r\n";
    let added = format!("{last}  - name: below zero\r\n    stdin: [-1]\r\n");
    assert_eq!(scratch.read("spec.yaml"), text.replace(last, &added));
}

#[test]
fn a_played_scenario_that_cannot_be_added_is_shown() {
    let scratch = Scratch::new(&SPEC.replace('\r', "")).write("solution.py", super::scratch::SOLUTION);
    let before = scratch.read("spec.yaml");
    let refused = record(&scratch, &["spec.yaml", "--name", "new"], "Ada\n");
    assert_eq!(refused.code, 2);
    insta::assert_snapshot!(refused.stderr, @"
    error: nothing can be added to `Last`: the last scenario there does not begin on a line of its own
     --> spec.yaml:15
    help: begin each scenario on a line of its own, with `- name:`, instead of listing them in brackets

    What was played is not lost, but has to be added by hand:

      - name: new
        stdin: [Ada]
    ");
    assert_eq!(scratch.read("spec.yaml"), before);
}

#[test]
fn a_built_in_reference_is_played_too_and_a_long_game_is_broken_into_lines() {
    let scratch = Scratch::greeting();
    scratch.run(&["specs", "--export", "byu-connect-four"]);
    let refused = "9\n".repeat(40);
    let args = ["byu-connect-four.yaml", "--name", "stubborn", "--group", "O wins"];
    let recorded = record(&scratch, &args, &format!("{refused}0\n7\n0\n7\n0\n7\n0\n"));
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    assert!(recorded.stdout.contains("Enter a column: Invalid move."), "{}", recorded.stdout);
    let spec = scratch.read("byu-connect-four.yaml");
    let added = spec.split_once("- name: stubborn\n").unwrap().1;
    let rows: Vec<&str> = added.lines().take(3).map(str::trim).collect();
    assert!(rows[0] == "stdin:" && rows[1].starts_with("[9, 9, ") && rows[1].ends_with(','), "{rows:?}");
    assert!(rows[2].ends_with("0, 7, 0, 7, 0, 7, 0]"), "{rows:?}");
    let listed = scratch.run(&["check", "byu-connect-four.yaml", "hello.py", "--only", "stubborn"]);
    assert!(!listed.stderr.contains("no scenario matches"), "{}", listed.stderr);
}

#[test]
fn a_scenario_outside_of_groups_gets_points() {
    let scratch = Scratch::new(
        "assignment: a\nsubmission: { files: [hello.py] }\nreference: { files: [solution.py] }\nscenarios:\n  \
         - { name: x, points: 1, stdin: [x] }\n",
    );
    let scratch = scratch.write("solution.py", super::scratch::SOLUTION);
    assert_eq!(record(&scratch, &["spec.yaml", "--name", "z", "--points", "2.5"], "007\n").code, 0);
    let spec = scratch.read("spec.yaml");
    assert!(spec.ends_with("  - name: z\n    points: 2.5\n    stdin: [\"007\"]\n"), "{spec}");
}

#[test]
fn a_crash_is_recorded_as_what_must_happen() {
    let scratch = Scratch::greeting().write("solution.py", "print(10 // int(input('By? ')))\n");
    let recorded = record(&scratch, &["spec.yaml", "--name", "zero", "--group", "Loud"], "0\n");
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    assert!(recorded.stdout.contains("ZeroDivisionError"), "{}", recorded.stdout);
    assert!(
        scratch.read("spec.yaml").contains("- name: zero\n        stdin: [0]\n        expect: { exit: 1 }\n")
    );
}

#[test]
fn a_session_is_answered_line_by_line_and_recorded_with_its_answers() {
    let scratch = Scratch::greeting();
    scratch.run(&["specs", "--export", "umass-connect4"]);
    let typed =
        "board = make_empty_board(2, 3)\nboard\nfor column in range(2):\n    print(column)\n\nboard[9]\n";
    let recorded =
        record(&scratch, &["umass-connect4.yaml", "--name", "typed", "--session", "connect4"], typed);
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    let spec = scratch.read("umass-connect4.yaml");
    let added = spec.split_once("- name: typed\n").unwrap().1;
    insta::assert_snapshot!(added, @"
            module: connect4
            session: |
              >>> board = make_empty_board(2, 3)
              >>> board
              ['...', '...']
              >>> for column in range(2):
              ...     print(column)
              0
              1
              >>> board[9]
              IndexError: list index out of range
    ");
}

#[test]
fn a_session_with_an_instructors_module_is_answered_by_python() {
    let program = "def double(x):\n    return [x, x]\n";
    let scratch = Scratch::greeting().write("solution.py", program);
    let args = ["spec.yaml", "--name", "twice", "--session", "hello"];
    let recorded = record(&scratch, &args, "double(3)\n");
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    assert!(scratch.read("spec.yaml").contains("          >>> double(3)\n          [3, 3]\n"));
}

#[test]
fn a_session_with_a_module_in_javascript_is_answered_by_javascript() {
    let spec = "assignment: twice\nsubmission: { files: [hello.js] }\nreference: { files: [solution.js] }\nscenarios:\n  \
                - name: first\n    points: 1\n    session: |\n      >>> double(1)\n";
    let program = "exports.double = (x) => [x, `${x}`];\n";
    let scratch = Scratch::new(spec).write("solution.js", program);
    let args = ["spec.yaml", "--name", "twice", "--session", "hello", "--points", "1"];
    let recorded = record(&scratch, &args, "double(3)\n");
    assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    assert!(
        scratch.read("spec.yaml").contains(">>> double(3)\n      [3, '3']\n"),
        "{}",
        scratch.read("spec.yaml")
    );
}

#[test]
fn a_game_that_is_not_played_to_its_end_is_not_recorded() {
    let scratch = Scratch::greeting();
    let before = scratch.read("spec.yaml");
    for (args, typed, complaint) in [
        (
            &["spec.yaml", "--name", "x"][..],
            "",
            "error: the program still asks for a line: nothing was recorded\n",
        ),
        (&["spec.yaml"], "", "error: a scenario needs a name\nhelp: give it with `--name`\n"),
        (
            &["spec.yaml", "--name", "x", "--session", "hello"],
            "",
            "error: nothing was typed: nothing was recorded\n",
        ),
        (
            &["spec.yaml", "--name", "x", "--group", "No"],
            "Ada\n",
            "error: the spec has no group `No`\nhelp: it has `Greets`, `Loud`, `Practice`\n",
        ),
        (
            &["byu-connect-four", "--name", "x"],
            "",
            "error: `byu-connect-four` is not a file\nhelp: `yardstick specs --export KEY` writes a shipped spec to a file\n",
        ),
    ] {
        let refused = record(&scratch, args, typed);
        assert_eq!((refused.code, refused.stderr.as_str()), (2, complaint));
    }
    assert_eq!(scratch.read("spec.yaml"), before);
}

#[test]
fn a_reference_that_plays_differently_each_time_is_refused() {
    let program = "import os\nprint(os.urandom(8).hex())\ninput()\n";
    let scratch = Scratch::greeting().write("solution.py", program);
    let refused = record(&scratch, &["spec.yaml", "--name", "x"], "a\n");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.starts_with("error: the reference does not print the same every time\n"));
}

#[test]
fn what_is_played_finds_what_the_spec_fixes() {
    let program = "import os, random, time\n\
                   print(random.randrange(10 ** 9), os.environ['COURSE'], time.strftime('%Y'))\n\
                   print('Hello,', input())\n";
    let spec = SPEC
        .replace('\r', "")
        .replace("groups:\n", "seed: 7\nclock: 2031-05-01\nenv: { COURSE: cs1 }\ngroups:\n");
    let scratch = Scratch::new(&spec).write("solution.py", program).write("hello.py", program);
    let recorded = record(&scratch, &["spec.yaml", "--group", "Greets", "--name", "new"], "Eve\n");
    assert_eq!((recorded.code, recorded.stderr.as_str()), (0, ""));
    assert!(recorded.stdout.contains(" cs1 2031\nHello, Eve\n"), "{}", recorded.stdout);
    let checked = scratch.run(&["check", "spec.yaml", "hello.py"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}
