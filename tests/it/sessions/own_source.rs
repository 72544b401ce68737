//! Sessions in C with a source that takes the place of a header, and what the source and `build` say about their lines.

use crate::scratch::Scratch;

/// A spec without a declaration: the source itself stands in the place of a header.
const OWN_SOURCE: &str = r#"
assignment: tally
submission: { files: [tally.c], supplied: [step.c] }
header: tally.c
groups:
  - name: calls
    points: 4
    scenarios:
      - name: a number
        session: |
          >>> twice(3)
          6
          >>> LIMIT
          10
      - name: a structure
        session: |
          >>> struct pair p = swapped(1, 2)
          >>> p
          {.a = 2, .b = 1}
      - name: a root
        session: |
          >>> root(16.0)
          4.0
      - name: the program
        expect: { stdout: "8\n" }
"#;

#[test]
fn a_source_can_take_the_place_of_a_header() {
    let right = "#include <math.h>\n#include <stdio.h>\n#include \"step.c\"\n#define LIMIT 10\nstruct pair { int a, b; };\n\
                 int twice(int n) { return n + step(n); }\nstruct pair swapped(int a, int b) { return (struct pair){b, a}; }\n\
                 double root(double x) { return sqrt(x); }\nint main(void) { printf(\"%d\\n\", twice(4)); }\n";
    let scratch = Scratch::new(OWN_SOURCE)
        .write("step.c", "int step(int n) { return n; }\n")
        .write("right.c", right)
        .write("wrong.c", right.replace("{b, a}", "{a, b}"))
        .write("less.c", right.replace("int twice", "int double_of").replace("twice(4)", "8"))
        .write("crash.c", right.replace("return n + step(n)", "*(int *)0 = n; return n"));
    for (program, points, told) in [
        ("right.c", 4, "a root"),
        ("wrong.c", 3, "{.a = 1, .b = 2}"),
        ("less.c", 3, "twice"),
        ("crash.c", 2, "twice(3)"),
    ] {
        let ended = scratch.run(&["check", "spec.yaml", program]);
        assert!(
            ended.stdout.contains(&format!("{points} of 4 points")),
            "{program}: {}{}",
            ended.stdout,
            ended.stderr
        );
        assert!(ended.stdout.contains(told), "{program}: {}", ended.stdout);
    }
}

#[test]
fn only_a_source_without_others_takes_the_place_of_a_header() {
    let scratch = Scratch::new(&OWN_SOURCE.replace("files: [tally.c]", "files: [tally.c, other.c]"))
        .write("step.c", "");
    let refused = scratch.run(&["check", "spec.yaml", "."]);
    let told = "only the one source that is handed in can take the place of a header";
    assert!(refused.code == 2 && refused.stderr.contains(told), "{}", refused.stderr);
}

const LIGHT: &str = "\
#include <stdio.h>
enum color { RED, GREEN, AMBER, LAST = 2 };
typedef enum { OFF, ON } mode;
struct lamp { enum color color; mode mode; unsigned count; };
enum color next(enum color color) { return color + 1; }
struct lamp now(void) { return (struct lamp){AMBER, ON, 1}; }
int limit(void) { return LIMIT; }
int step(void) { return STEP; }
int main(void) { return 0; }
";

const OF_LIGHT: &str = r#"
assignment: light
submission: { files: [light.c] }
reference: { files: [right/light.c] }
build: { flags: [-DLIMIT=8, -std=c11, -Wall], define: { STEP: 2, main: students_main } }
scenarios:
  - name: colors
    header: light.c
    points: 1
    session: |
      >>> next(RED)
      GREEN
      >>> next(GREEN)
      2
      >>> next(AMBER)
      3
      >>> enum color both[2] = {RED, GREEN}
      >>> both
      {RED, 1}
      >>> now()
      {.color = AMBER, .mode = ON, .count = 1u}
  - name: flags
    header: light.c
    points: 1
    session: |
      >>> limit() + LIMIT
      16
      >>> step()
      2
      >>> __STDC_VERSION__
      201112L
"#;

#[test]
fn an_enumeration_is_shown_by_its_enumerator_and_flags_of_the_build_hold_for_lines() {
    let scratch = Scratch::new(OF_LIGHT)
        .write("right/light.c", LIGHT)
        .write("wrong/light.c", LIGHT.replace("return color + 1", "return color + 2"))
        .write("other/light.c", LIGHT.replace("AMBER, ON", "GREEN, OFF"));
    let right = scratch.run(&["check", "spec.yaml", "right/light.c"]);
    assert!(right.stdout.contains("2 of 2 points"), "{}{}", right.stdout, right.stderr);
    for (program, told) in [
        ("wrong/light.c", "`next(RED)`: expected `GREEN`, got `AMBER`"),
        ("other/light.c", "at .color, expected `AMBER`, got `GREEN`"),
    ] {
        let ended = scratch.run(&["check", "spec.yaml", program]);
        assert!(ended.stdout.contains("1 of 2 points"), "{program}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(told), "{program}: {}", ended.stdout);
    }
}

#[test]
fn a_macro_of_the_submission_is_none_in_lines_and_a_wrong_number_is_refused_by_its_name() {
    for (from, to, told) in [
        ("step()\n      2", "STEP\n      2", "STEP"),
        ("next(GREEN)\n      2", "next(GREEN)\n      1", "AMBER"),
    ] {
        let scratch = Scratch::new(&OF_LIGHT.replace(from, to)).write("right/light.c", LIGHT);
        let refused = scratch.run(&["check", "spec.yaml", "right/light.c"]);
        assert!(refused.code == 2 && refused.stderr.contains(told), "{}{}", refused.stdout, refused.stderr);
    }
}

#[test]
fn without_a_reference_an_enumerator_is_written_under_the_prompt() {
    let spec = OF_LIGHT.replace("reference: { files: [right/light.c] }\n", "");
    let scratch = Scratch::new(&spec)
        .write("right/light.c", LIGHT)
        .write("wrong/light.c", LIGHT.replace("return color + 1", "return color"))
        .write("other/light.c", LIGHT.replace("AMBER, ON", "AMBER, OFF"));
    for (program, points) in [("right/light.c", 2), ("wrong/light.c", 1), ("other/light.c", 1)] {
        let ended = scratch.run(&["check", "spec.yaml", program]);
        assert!(
            ended.stdout.contains(&format!("{points} of 2 points")),
            "{program}: {}{}",
            ended.stdout,
            ended.stderr
        );
    }
}
