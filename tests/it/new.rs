//! `yardstick new`: what it writes can be used at once.

use super::scratch::{SOLUTION, Scratch};

#[test]
fn without_a_solution_there_is_an_example_that_passes_at_once() {
    let scratch = Scratch::greeting();
    let made = scratch.run(&["new", "first-steps"]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(made.stdout, @"
    wrote `first-steps/first-steps.yaml`
    wrote `first-steps/solution.py`
    try it: yardstick check first-steps/first-steps.yaml first-steps/solution.py
    ");
    let checked = scratch.run(&["check", "first-steps/first-steps.yaml", "first-steps/solution.py"]);
    insta::assert_snapshot!(checked.stdout, @"
    First steps: solution

    ✓ First steps / the first try (10/10)

    10 of 10 points
    ");
}

#[test]
fn a_program_is_tried_until_it_ends_and_its_dialogue_is_told_in_a_comment() {
    let scratch = Scratch::greeting();
    assert_eq!(scratch.run(&["new", "greet", "--from", "solution.py"]).code, 0);
    assert_eq!(scratch.read("greet/solution.py"), SOLUTION);
    let spec = scratch.read("greet/greet.yaml");
    let scenarios = spec.split_once("    scenarios:\n").unwrap().1;
    insta::assert_snapshot!(scenarios, @"
          # What happens, with the typed lines in ⟨⟩:
          #   Name? ⟨Ada⟩
          #   Hello, Ada!
          - name: the first try
            stdin: [Ada]  # the lines that are typed
          # Add the next ones here: edge cases, wrong input, the end of the game. `yardstick record` plays one
          # with you and writes it down.
    ");
}

/// A game that nobody ends by typing the same again and again.
const GAME: &str = "
import sys
target = int(sys.argv[1])
left = right = 0
while left < target:
    side = input('Left (0) or right (1)? ')
    if side == '0' and left == right: left += 1
    elif side == '1' and left > right: right += 1
    else: print('No.')
print('Done')
";

#[test]
fn a_game_is_played_with_lines_that_take_turns_and_with_arguments() {
    let scratch = Scratch::greeting().write("game.py", GAME);
    assert_eq!(scratch.run(&["new", "game", "--from", "game.py", "--", "3"]).code, 0);
    let spec = scratch.read("game/game.yaml");
    assert!(spec.contains("args: [3]  #") && spec.contains("stdin: [0, 1, 0, 1, 0]  #"), "{spec}");
    assert_eq!(scratch.run(&["check", "game/game.yaml", "game/solution.py"]).code, 0);
}

#[test]
fn lines_can_be_given() {
    let scratch = Scratch::greeting();
    let given = ["new", "greet", "--from", "solution.py", "--stdin", "Grace Hopper"];
    assert_eq!(scratch.run(&given).code, 0);
    assert!(scratch.read("greet/greet.yaml").contains("stdin: [Grace Hopper]"));
    let few = ["new", "game", "--from", "hello.py", "--stdin", "x"];
    let scratch = scratch.write("hello.py", "input()\ninput()\n");
    let few = scratch.run(&few);
    assert_eq!(few.code, 2);
    assert_eq!(
        few.stderr,
        "error: the program asks for more lines than these\nhelp: add some with `--stdin`\n"
    );
    assert!(!scratch.path("game").exists());
}

#[test]
fn a_program_that_is_never_content_gets_a_scenario_to_fill_in_that_passes_too() {
    let program = "while True:\n    print(input('More? '))\n";
    let scratch = Scratch::greeting().write("more.py", program);
    assert_eq!(scratch.run(&["new", "more", "--from", "more.py"]).code, 0);
    let spec = scratch.read("more/more.yaml");
    assert!(
        spec.contains("# The program wanted more lines.") && spec.contains("expect: { exit: any }"),
        "{spec}"
    );
    assert_eq!(scratch.run(&["check", "more/more.yaml", "more/solution.py"]).code, 0);
}

#[test]
fn a_program_that_reads_to_the_end_of_its_input_gets_two_lines() {
    let program = "import sys\nfor line in sys.stdin:\n    print(line.upper(), end='')\n";
    let scratch = Scratch::greeting().write("upper.py", program);
    assert_eq!(scratch.run(&["new", "upper", "--from", "upper.py"]).code, 0);
    assert!(scratch.read("upper/upper.yaml").contains("stdin: [one line, another line]"));
    assert_eq!(scratch.run(&["check", "upper/upper.yaml", "upper/solution.py"]).code, 0);
}

#[test]
fn other_languages_will_do() {
    let program = "#include <stdio.h>\nint main(void) {\n    puts(\"Hello\");\n}\n";
    let scratch = Scratch::greeting().write("hello.c", program);
    assert_eq!(scratch.run(&["new", "hello", "--from", "hello.c"]).code, 0);
    assert!(scratch.read("hello/hello.yaml").contains("files: [hello.c]"));
    assert_eq!(scratch.run(&["check", "hello/hello.yaml", "hello/solution.c"]).code, 0);
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_of_what_cannot_be_started_from() {
    let scratch = Scratch::greeting()
        .write("there/x", "")
        .write("broken.py", "print(")
        .write("endless.py", "while True: pass\n")
        .write("notes.txt", "");
    for (args, complaint) in [
        (&["there"][..], "error: `there` is already there\nhelp: choose another name, or take it away\n"),
        (&["Four!"], "error: `Four!` is no key of an assignment\nhelp: use small letters, digits and dashes"),
        (&["--from", "nowhere.py", "new"], "error: cannot start from `nowhere.py`: No such file"),
        (
            &["--from", "notes.txt", "new"],
            "error: cannot start from `notes.txt`: its ending belongs to no known",
        ),
        (&["--from", "broken.py", "new"], "error: the reference `solution.py` does not parse or compile\n"),
        (&["--from", "endless.py", "new"], "error: the program does not end by itself: "),
    ] {
        let ended = scratch.run(&[&["new"], args].concat());
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(ended.stderr.starts_with(complaint), "{}", ended.stderr);
        assert!(!scratch.path("new").exists());
    }
}
