//! `yardstick check`: the page that a student sees.

use super::scratch::{Ended, SOLUTION, Scratch};

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
    for only in ["two", "greets/two", "Greets / two words"] {
        let checked = scratch.run(&["check", "spec.yaml", "hello.py", "--only", only]);
        assert_eq!((checked.code, checked.stdout.matches('✓').count()), (0, 1), "{only}");
    }
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

    ✗ After line 2 of the input, `22`: a number differs: expected `The sum is 42.`, printed `The sum is 440.`.
      two numbers: wrong answer (0/4)
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
    insta::assert_snapshot!(checked.stdout, @r#"
    Adder: Ada

    ✗ After line 2 of the input, `22`: expected `The sum is 42.`, printed `The sum\u{200b} is␇ 42.`.
      two numbers: wrong answer (0/4)
      If only this were mended: 4 of 4 points.
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
    "#);
}

#[test]
fn blanks_are_made_visible_where_they_make_the_difference() {
    let checked = adder("add.py", &SUM.replace("Adder", "Adder  ").replace("First: ", "First:  "));
    insta::assert_snapshot!(checked.stdout, @"
    Adder: Ada

    ✗ Before the first input: too many blanks at the end of the line `Adder`.
      two numbers: wrong answer (0/4)
      ▸ 1  print('Adder  ')
      Do this: Write `Adder` instead of `Adder  `, in line 1 of `add.py`. Other lines differ in the same way: mend them, too.
      If only this were mended: 4 of 4 points.

      Only blanks at the ends of lines differ.
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
    insta::assert_snapshot!(scratch.run(&["check", "spec.yaml", "Ada"]).stdout, @r#"
    Adder: Ada

    ✗ After line 2 of the input, `22`: the `.` at the end of the line is missing.
      two numbers: wrong answer (0/4)
      ▸ 9      printf("The sum is %d\n", a + b);
      Do this: Write `The sum is 42.` instead of `The sum is 42`, in line 9 of `add.c`.
      If only this were mended: 4 of 4 points.

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
    "#);
}

#[test]
fn a_program_that_keeps_its_output_back_is_shown_without_turns() {
    insta::assert_snapshot!(adder("add.c", KEEPS_BACK).stdout, @"
    Adder: Ada

    ✗ The `.` at the end of the line is missing.
      two numbers: wrong answer (0/4)
      If only this were mended: 4 of 4 points.

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

    ✗ After line 2 of the input, `22`: the line `Again? ` should not be there.
      two numbers: wrong answer (0/4)

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

    ! It ended with exit code 1: `ValueError: invalid literal for int() with base 10: '22!'` (line 3 of `add.py`).
      two numbers: runtime error (0/4)
      ▸ 3  b = int(input('Second: ') + '!')
      Do this: Look at the text before you call `int`: here it was `'22!'`, which is no whole number.

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

#[test]
fn relaxations_that_would_forgive_a_difference_are_named() {
    let checked = adder("add.py", &SUM.replace("The sum", "the  sum"));
    let said = "  Only the numbers of blanks and upper and lower case differ.\n";
    assert!(checked.stdout.contains(said), "{}", checked.stdout);
}
