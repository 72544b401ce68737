//! `yardstick check`: the page that a student sees, and what each comparison accepts.

use serde_json::Value;

use super::scratch::{Ended, SOLUTION, Scratch, named};

/// Adds two numbers.
const SUM: &str =
    "print('Adder')\na = int(input('First: '))\nb = int(input('Second: '))\nprint(f'The sum is {a + b}.')\n";

const ADDER: &str = "
assignment: adder
title: Adder
submission: { files: [add.py], instead: [add.c] }
reference: { files: [solution.py] }
scenarios:
  - name: two numbers
    points: 4
    stdin: [20, 22]
    hint: |
      Are they numbers or texts?
      What does `+` do to texts?
";

fn adder(file: &str, program: &str) -> Ended {
    let scratch = Scratch::new(ADDER).write("solution.py", SUM).write(&format!("Ada/{file}"), program);
    scratch.run(&["check", "spec.yaml", "Ada"])
}

#[test]
fn a_right_program_gets_a_line_for_each_scenario_and_exit_code_0() {
    let scratch = Scratch::greeting().write("hello.py", SOLUTION);
    let checked = scratch.run(&["check", "spec.yaml", "hello.py"]);
    assert_eq!((checked.code, checked.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(checked.stdout, @"
    Greeting: hello

    ✓ Greets / one name (3⅓/3⅓)
    ✓ Greets / two words (3⅓/3⅓)
    ✓ Greets / nobody (3⅓/3⅓)
    ✓ Loud / capitals (2/2 bonus)
    ✓ Practice / digits (not counted)

    10 of 10 points and 2 of 2 bonus points
    ");
    assert_eq!(scratch.run(&["check", "spec.yaml", "hello.py", "--only", "two"]).code, 0);
    let here = Scratch::greeting().write("here/hello.py", SOLUTION);
    let mut command = here.command(&["check", "../spec.yaml"]);
    command.current_dir(here.path("here")).assert().success();
}

#[test]
fn the_transcript_shows_typed_lines_where_they_were_typed() {
    let checked = adder("add.py", &SUM.replace("a + b", "a * b"));
    assert_eq!(checked.code, 1);
    insta::assert_snapshot!(checked.stdout, @"
    Adder: Ada

    ✗ two numbers: wrong answer (0/4)
      After line 2 of the input, `22`: a number differs: expected `The sum is 42.`, printed `The sum is 440.`.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
        First: 20
        Second: 22
      - The sum is 42.
      + The sum is 440.

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn characters_that_cannot_be_seen_are_made_visible() {
    let checked = adder("add.py", &SUM.replace("sum is", "sum\\u200b is\\x07"));
    insta::assert_snapshot!(checked.stdout, @r"
    Adder: Ada

    ✗ two numbers: wrong answer (0/4)
      After line 2 of the input, `22`: expected `The sum is 42.`, printed `The sum\u{200b} is␇ 42.`.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
        First: 20
        Second: 22
      - The sum is 42.
      + The sum\u{200b} is␇ 42.

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn blanks_are_made_visible_where_they_make_the_difference() {
    let checked = adder("add.py", &SUM.replace("Adder", "Adder  ").replace("First: ", "First:  "));
    insta::assert_snapshot!(checked.stdout, @"
    Adder: Ada

    ✗ two numbers: wrong answer (0/4)
      Before the first input: too many blanks at the end of the line `Adder`.
      Only blanks at the ends of lines and the numbers of blanks differ.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

      - Adder
      - First: 20⏎
      + Adder··
      + First: ·20⏎
        … 2 lines …

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

/// It flushes nothing, and forgets a full stop.
const KEEPS_BACK: &str = r#"
#include <stdio.h>
int main(void) {
    int a, b;
    printf("Adder\nFirst: ");
    scanf("%d", &a);
    printf("Second: ");
    scanf("%d", &b);
    printf("The sum is %d\n", a + b);
}
"#;

#[test]
fn at_a_terminal_a_program_that_keeps_its_output_back_is_shown_turn_by_turn() {
    let scratch = Scratch::new(&format!("{ADDER}terminal: true\n"))
        .write("solution.py", SUM)
        .write("Ada/add.c", KEEPS_BACK);
    insta::assert_snapshot!(scratch.run(&["check", "spec.yaml", "Ada"]).stdout, @"
    Adder: Ada

    ✗ two numbers: wrong answer (0/4)
      After line 2 of the input, `22`: the `.` at the end of the line is missing.
      Only punctuation marks differ.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
        First: 20
        Second: 22
      - The sum is 42.
      + The sum is 42

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn a_program_that_keeps_its_output_back_is_shown_without_turns() {
    insta::assert_snapshot!(adder("add.c", KEEPS_BACK).stdout, @"
    Adder: Ada

    ✗ two numbers: wrong answer (0/4)
      The `.` at the end of the line is missing.
      Only punctuation marks differ.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
      - First: Second: The sum is 42.
      + First: Second: The sum is 42

    - expected   + printed by the program   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn a_program_that_asks_for_more_is_told_that_it_should_have_ended() {
    let checked = adder("add.py", &format!("{SUM}input('Again? ')\n"));
    insta::assert_snapshot!(checked.stdout, @"
    Adder: Ada

    ! two numbers: runtime error (0/4)
      After line 2 of the input, `22`: the line `Again? ` should not be there.
      It asked for another line after all 2 lines of the input: it should have ended by then.
      It ended with exit code 1: `EOFError: EOF when reading a line` (line 5 of `add.py`).
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
        First: 20
        Second: 22
        The sum is 42.
      + Again?· (no newline)

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn a_runtime_error_names_the_exception_and_the_line() {
    let checked = adder("add.py", &SUM.replace("int(input('Second: '))", "int(input('Second: ') + '!')"));
    insta::assert_snapshot!(checked.stdout, @"
    Adder: Ada

    ! two numbers: runtime error (0/4)
      It ended with exit code 1: `ValueError: invalid literal for int() with base 10: '22!'` (line 3 of `add.py`).
      After line 2 of the input, `22`: the line `The sum is 42.` is missing.
      Hint: Are they numbers or texts?
            What does `+` do to texts?
      Input: 20 22

        Adder
        First: 20
        Second: 22
      - The sum is 42.

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 4 points
    ");
}

#[test]
fn an_empty_line_and_a_line_with_blanks_are_told_apart_in_the_input() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nscenarios:\n  - name: s\n    points: 1\n    \
                args: [--size, 3]\n    stdin: ['', ' ', a b, c]\n    expect: { stdout: x }\n";
    let scratch = Scratch::new(spec).write("a.py", "print('y')");
    let page = scratch.run(&["check", "spec.yaml", "a.py"]).stdout;
    assert!(page.contains("  Arguments: --size 3\n  Input: ⏎ \" \" \"a b\" c\n"), "{page}");
}

/// The verdict and the reasons for each of some scenarios, which a program that prints its first argument
/// and ends with its second is put through.
fn judged(scenarios: &[String]) -> Vec<(String, String)> {
    let program = "import sys\nprint(sys.argv[1], end='')\nprint('a complaint', file=sys.stderr)\n\
                   sys.exit(int(sys.argv[2]))";
    let numbered = |(number, scenario)| format!("  - {{ name: s{number}, points: 1, {scenario} }}\n");
    let scenarios: String = scenarios.iter().enumerate().map(numbered).collect();
    let spec = format!("assignment: a\nsubmission: {{ files: [a.py] }}\nscenarios:\n{scenarios}");
    let scratch = Scratch::new(&spec).write("a.py", program);
    let graded = scratch.run(&["grade", "spec.yaml", "a.py"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let scenarios = named(&results, "a")["scenarios"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let reasons =
        |one: &Value| one["reasons"].as_array().unwrap().iter().map(text).collect::<Vec<_>>().join("\n");
    scenarios.iter().map(|one| (text(&one["verdict"]), reasons(one))).collect()
}

#[test]
fn each_relaxation_accepts_what_it_says_and_nothing_else() {
    let examples = [
        ("exact", "a\n", "a\n", "a"),
        ("[trailing-blanks]", "a\nb\n", "a \t\nb\n", "a\n b\n"),
        ("[blank-lines]", "a\nb\n", "\na\n \nb\n", "a b\n"),
        ("[final-newline]", "a\n", "a", "a\n\n"),
        ("[case]", "Red wins\n", "RED Wins\n", "red  wins\n"),
        ("[punctuation]", "a, b!\n", "a b\n", "a; c\n"),
        ("[runs-of-blanks]", "a b\n", "a   b\n", "ab\n"),
        ("[numbers: 0.01]", "pi is 3.14\n", "pi is 3.1416\n", "pi is 3.3\n"),
        ("[case, blank-lines, final-newline]", "A\nB\n", "a\n\nb", "a\nc\n"),
        // Only when the full stop has gone does a blank stand at the end of the line.
        ("[punctuation, trailing-blanks]", "a\n", "a .\n", "b\n"),
        ("[trailing-blanks, punctuation]", "a\n", "a.\n", "a .\n"),
    ];
    let scenario = |compare: &str, expected: &str, printed: &str| {
        format!("compare: {compare}, args: [{printed:?}, 0], expect: {{ stdout: {expected:?} }}")
    };
    let scenarios: Vec<String> = examples
        .into_iter()
        .flat_map(|(compare, expected, good, bad)| {
            [scenario(compare, expected, good), scenario(compare, expected, bad)]
        })
        .collect();
    for (pair, example) in judged(&scenarios).chunks(2).zip(examples) {
        assert_eq!((pair[0].0.as_str(), pair[1].0.as_str()), ("accepted", "wrong answer"), "{example:?}");
    }
}

#[test]
fn what_would_have_forgiven_a_difference_is_named() {
    let checked = adder("add.py", &SUM.replace("The sum", "the  sum"));
    let said = "  Only the numbers of blanks and upper and lower case differ.\n";
    assert!(checked.stdout.contains(said), "{}", checked.stdout);
}

/// Holds a program to expectations: how it prints and ends, and the verdict and the reason that follow.
fn hold_to(examples: &[(&str, &str, i32, &str, &str)]) {
    let scenario = |(expect, printed, exit, ..): &(&str, &str, i32, &str, &str)| {
        format!("args: [{printed:?}, {exit}], expect: {{ {expect} }}")
    };
    let scenarios: Vec<String> = examples.iter().map(scenario).collect();
    for ((verdict, reasons), example) in judged(&scenarios).iter().zip(examples) {
        assert_eq!(verdict, example.3, "{example:?}: {reasons}");
        assert!(reasons.contains(example.4), "{example:?}: {reasons}");
    }
}

#[test]
fn an_expectation_may_be_a_pattern_or_one_of_several() {
    let pattern = r#"stdout: { pattern: "{word} scored {number} {{points}}\n{lines}bye{text}" }"#;
    let any_of = r#"stdout: { any_of: [tie, { pattern: "{word} wins" }] }"#;
    hold_to(&[
        (pattern, "Ann scored -2.5 {points}\nand\nmore\nbye!", 0, "accepted", ""),
        (pattern, "Ann scored many {points}\nbye", 0, "wrong answer", "not of the form that is expected."),
        (any_of, "tie", 0, "accepted", ""),
        (any_of, "red wins", 0, "accepted", ""),
        (any_of, "red and blue win", 0, "wrong answer", ""),
    ]);
}

#[test]
fn an_expectation_may_be_about_the_exit_code() {
    hold_to(&[
        ("stdout: x, exit: 2", "x", 2, "accepted", ""),
        ("stdout: x, exit: 2", "x", 0, "wrong answer", "It ended with exit code 0, where 2 is expected."),
        ("stdout: x, exit: 2", "x", 1, "wrong answer", "It ended with exit code 1, where 2 is expected."),
        ("stdout: x, exit: nonzero", "x", 7, "accepted", ""),
        ("stdout: x, exit: nonzero", "x", 0, "wrong answer", "where it must report a failure."),
        ("stdout: x, exit: any", "x", 3, "accepted", ""),
        ("stdout: x, exit: any", "y", 3, "wrong answer", "xpected `x`, printed `y`."),
        ("stdout: x", "x", 1, "runtime error", "It ended with exit code 1: `a complaint`."),
    ]);
}

#[test]
fn an_expectation_may_be_about_standard_error() {
    let nothing_expected = "It printed on standard error, where nothing is expected: `a complaint`.";
    hold_to(&[
        ("stdout: x, stderr: ignored", "x", 0, "accepted", ""),
        ("stdout: x, stderr: { contains: plain }", "x", 0, "accepted", ""),
        ("stdout: x, stderr: { contains: Usage }", "x", 0, "wrong answer", "does not contain `Usage`."),
        ("stdout: x, stderr: empty", "x", 0, "wrong answer", nothing_expected),
    ]);
}

#[test]
fn events_leave_the_wording_free_and_find_what_is_missing() {
    let spec = r#"
assignment: race
title: Race
submission: { files: [race.py] }
compare:
  events:
    refused: { line: '(?i)invalid|not a valid' }
    won: { line: '(?i)\b(red|blue) wins', compare: captures }
scenarios:
  - name: blue wins
    points: 1
    stdin: [9, 1]
    expect: { stdout: "Invalid move.\nBlue wins the race!\n" }
"#;
    let check =
        |program: &str| Scratch::new(spec).write("race.py", program).run(&["check", "spec.yaml", "race.py"]);
    let polite = "input('Move? ')\nprint('Sorry, that is not a valid move')\ninput()\nprint('And BLUE wins after 2 moves')";
    assert_eq!(check(polite).code, 0);
    let silent = check(&polite.replace("not a valid", "no"));
    assert_eq!(silent.code, 1);
    insta::assert_snapshot!(silent.stdout, @"
    Race: race

    ✗ blue wins: wrong answer (0/1)
      After line 2 of the input, `1`: `refused` is expected here, `won` (BLUE) was found.
      Input: 9 1

        Move? 9
        Sorry, that is no move
        1
      - Invalid move.
      + And BLUE wins after 2 moves

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 1 points
    ");
    let wrong = check(&polite.replace("BLUE", "Red"));
    assert!(wrong.stdout.contains("expected `Blue`, found `Red`"), "{}", wrong.stdout);
}

#[test]
fn a_program_that_ends_too_early_is_told_so_before_what_is_missing() {
    let spec = r#"
assignment: race
submission: { files: [race.py] }
reference: { files: [solution.py] }
compare: { events: { parting: { line: '(?i)bye' } } }
scenarios:
  - name: says goodbye
    points: 1
    stdin: [1, quit]
"#;
    let check = |program: &str| {
        let scratch = Scratch::new(spec)
            .write("solution.py", "input('Move? ')\ninput('Move? ')\nprint('Bye')")
            .write("race.py", program);
        scratch.run(&["check", "spec.yaml", "race.py"]).stdout
    };
    for (program, sentence) in [
        (
            "input('Move? ')",
            "  It ended without asking for line 2 of the input, `quit`: `parting` is missing",
        ),
        ("pass", "  It printed nothing, and asked for no input.\n"),
        ("input('Move? ')\ninput('Move? ')", "  `parting` is missing"),
    ] {
        let page = check(program);
        assert!(page.contains(sentence), "{page}");
    }
}
