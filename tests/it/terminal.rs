//! What a page looks like on terminals of different widths, with colours and without, and elsewhere.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

/// A game on a small board, which a submission draws with one wrong cell and asks without a blank.
const BOARD: &str = "
assignment: board
title: Board
submission: { files: [board.py] }
reference: { files: [solution.py] }
scenarios:
  - name: three rounds
    points: 1
    stdin: [0, 1, 2]
";
const ROUNDS: &str = "
grid = [['.'] * 5 for _ in range(4)]
for turn in range(3):
    for row in grid: print(''.join(row))
    column = int(input('Column? '))
    grid[3][column] = 'XO'[turn % 2]
for row in grid: print(''.join(row))
print('Done')
";

fn board() -> Scratch {
    let wrong = ROUNDS.replace("grid[3][column] = 'XO'[turn % 2]", "grid[3][column] = 'XO'[turn // 2]");
    Scratch::new(BOARD).write("solution.py", ROUNDS).write("board.py", wrong)
}

fn page(scratch: &Scratch, columns: &str) -> String {
    let mut command = scratch.command(&["check", "spec.yaml", "board.py"]);
    super::scratch::ended(command.env("COLUMNS", columns)).stdout
}

#[test]
fn a_wide_terminal_shows_what_was_expected_beside_what_was_printed() {
    insta::assert_snapshot!(page(&board(), "120"), @"
    Board: board

    ✗ After line 2 of the input, `1`: one cell of the board differs: character 2 of this row must be `O` and is `X`.
      three rounds: wrong answer (0/1)
      Input: 0 1 2

        expected                                     printed by the program
        … 1 turn before, without a difference …
        .....                                        .....
        .....                                        .....
        .....                                        .....
        X....                                        X....
        Column? 1                                    Column? 1
        .....                                        .....
        .....                                        .....
        .....                                        .....
        XO...                                     ≠  XX...
        Column? 2                                    Column? 2
        … 1 turn after the first difference …

    ≠ differs   typed   · blank   ⏎ Enter

    0 of 1 point
    ");
}

#[test]
fn a_narrow_terminal_shows_one_below_the_other() {
    let narrow = page(&board(), "80");
    insta::assert_snapshot!(narrow, @"
    Board: board

    ✗ After line 2 of the input, `1`: one cell of the board differs: character 2 of this row must be `O` and is `X`.
      three rounds: wrong answer (0/1)
      Input: 0 1 2

        … 1 line …
        .....
        .....
        .....
        Column? 0
        .....
        .....
        .....
        X....
        Column? 1
        .....
        .....
        .....
      - XO...
      + XX...
        Column? 2
        … 5 lines …

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 1 point
    ");
    assert_eq!(narrow, page(&board(), "109"));
}

#[test]
fn dialogues_that_do_not_fit_side_by_side_are_not_cut_off() {
    let long = "x".repeat(90);
    let scratch = Scratch::greeting()
        .write("solution.py", format!("print('{long}')\nprint(1)\n"))
        .write("hello.py", format!("print('{long}')\nprint(2)\n"));
    let mut command = scratch.command(&["check", "spec.yaml", "hello.py", "--only", "one name"]);
    let page = super::scratch::ended(command.env("COLUMNS", "150")).stdout;
    assert!(page.contains(&format!("    {long}\n  - 1\n  + 2\n")), "{page}");
}

#[test]
fn where_the_width_is_unknown_both_outputs_stand_one_below_the_other() {
    let scratch = board();
    let mut command = scratch.command(&["check", "spec.yaml", "board.py"]);
    let piped = super::scratch::ended(command.env_remove("COLUMNS")).stdout;
    assert_eq!(piped, page(&scratch, "80"));
}

#[test]
fn pages_in_files_do_not_depend_on_the_terminal() {
    let scratch = board();
    let written = |columns: &str| {
        let mut grade = scratch.command(&["grade", "spec.yaml", "board.py"]);
        grade.env("COLUMNS", columns).assert().success();
        let to_file = ["check", "spec.yaml", "board.py", "--format", "feedback=page.txt"];
        scratch.command(&to_file).env("COLUMNS", columns).assert().code(1);
        (scratch.read("yardstick-results/feedback/board.txt"), scratch.read("page.txt"))
    };
    let narrow = written("80");
    assert_eq!(narrow, written("200"));
    assert!(narrow.0.contains("  - XO...\n  + XX...\n"), "{}", narrow.0);
}

#[test]
fn colours_are_shown_when_asked_for_and_differing_cells_are_underlined() {
    let scratch = board();
    let colour = |args: &[&str], variable: &str| {
        let args = [&["check", "spec.yaml", "board.py"], args].concat();
        let mut command = scratch.command(&args);
        if !variable.is_empty() {
            command.env(variable, "1");
        }
        super::scratch::ended(&mut command).stdout
    };
    let coloured = colour(&["--color", "always"], "");
    assert!(coloured.contains("\x1b[1m\x1b[4m\x1b[32mO\x1b[0m"), "{coloured:?}");
    assert_eq!(coloured, colour(&[], "CLICOLOR_FORCE"));
    let plain = colour(&[], "");
    assert!(!plain.contains('\x1b'));
    assert_eq!(plain, colour(&[], "NO_COLOR"));
    assert_eq!(plain, colour(&["--color", "never"], "CLICOLOR_FORCE"));
}

#[test]
fn one_below_the_other_each_differing_cell_is_marked_and_no_other() {
    // Both sides of the middle cell differ, so that all between them would be marked as one.
    let wrong = ROUNDS.replace(
        "grid[3][column] = 'XO'[turn % 2]",
        "grid[3][column] = 'XO'[turn % 2]\n    if turn == 2: grid[3][0] = grid[3][2] = 'O'",
    );
    let scratch = board().write("board.py", wrong);
    let mut command = scratch.command(&["check", "spec.yaml", "board.py", "--color", "always"]);
    let page = super::scratch::ended(command.env("COLUMNS", "80")).stdout;
    let rows: Vec<&str> = page.lines().filter(|line| line.contains("\x1b[4m")).collect();
    let (green, red) = ("\x1b[32m", "\x1b[31m");
    let cell = |colour: &str, text: &str| format!("\x1b[1m\x1b[4m{colour}{text}\x1b[0m");
    let plain = |colour: &str, text: &str| format!("{colour}{text}\x1b[0m");
    let row = |colour: &str, sign: &str, piece: &str| {
        let (sign, kept, rest) = (plain(colour, sign), plain(colour, "O"), plain(colour, ".."));
        format!("  {sign} {}{kept}{}{rest}", cell(colour, piece), cell(colour, piece))
    };
    assert_eq!(rows, [row(green, "-", "X"), row(red, "+", "O")]);
}

#[test]
fn hidden_details_are_in_no_page_of_any_width() {
    let hidden = BOARD.replace("points: 1\n", "points: 1\n    hidden: details\n");
    let scratch = board().write("spec.yaml", hidden);
    let page = page(&scratch, "150");
    assert!(page.contains("What is tested here is hidden.") && !page.contains("Column?"), "{page}");
    scratch.command(&["check", "spec.yaml", "board.py", "--format", "html=page.html"]).assert().code(1);
    assert!(!scratch.read("page.html").contains("Column?"));
}

/// What the program prints on a terminal of so many columns.
fn on_terminal(scratch: &Scratch, columns: u16, args: &[&str]) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("yardstick"));
    command.args(args).current_dir(scratch.path(".")).env_remove("COLUMNS").env_remove("NO_COLOR");
    command.env("TERM", "xterm-256color").env("PAGER", "false").stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = command.stdout(theirs).spawn().unwrap();
    drop(command);
    let mut printed = Vec::new();
    // The terminal fails when nobody has its other end any more.
    let _ = File::from(ours).read_to_end(&mut printed);
    child.wait().unwrap();
    String::from_utf8(printed).unwrap()
}

#[test]
fn a_terminal_tells_its_width_and_gets_colours_and_no_pager() {
    let scratch = board();
    let wide = on_terminal(&scratch, 140, &["check", "spec.yaml", "board.py"]);
    assert!(
        wide.contains("printed by the program") && wide.contains("≠") && wide.contains("\x1b["),
        "{wide}"
    );
    let narrow = on_terminal(&scratch, 80, &["check", "spec.yaml", "board.py"]);
    assert!(narrow.contains("- expected   + printed"), "{narrow}");
    let plain = on_terminal(&scratch, 80, &["check", "spec.yaml", "board.py", "--color", "never"]);
    assert!(!plain.contains("\x1b["), "{plain}");
}

#[test]
fn characters_that_cannot_be_seen_are_shown_on_both_sides() {
    let scratch = Scratch::greeting()
        .write("solution.py", SOLUTION)
        .write("hello.py", WITHOUT_COMMA.replace("!", "\\t"));
    let mut command = scratch.command(&["check", "spec.yaml", "hello.py", "--only", "one name"]);
    let page = super::scratch::ended(command.env("COLUMNS", "120")).stdout;
    assert!(page.contains("≠  Hello Ada→"), "{page}");
}
