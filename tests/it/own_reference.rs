//! `yardstick explore` and `suggest` with a reference of the instructor's own, in every language.

use super::optional::is_at_hand;
use super::scratch::Scratch;
use crate::night;

/// Sums numbers until the input ends, and tells how many were above a bound.
const SUM: &str = r#"
#include <stdio.h>
int main(void) {
    int bound, number, sum = 0, above = 0;
    if (scanf("%d", &bound) != 1) return 0;
    while (scanf("%d", &number) == 1) {
        sum += number;
        if (number > bound) above++;
    }
    printf("%d %d\n", sum, above);
    return 0;
}
"#;

const SUM_SPEC: &str = "\
assignment: sum
submission: { files: [sum.c] }
reference: { files: [solution.c] }
groups:
  - name: Sums
    points: 2
    scenarios:
      - { name: three, stdin: [10, 4, 20, 3] }
      - name: none
        stdin: [5]
";

#[test]
fn a_program_in_c_that_reads_until_its_input_ends_is_explored() {
    let wrong = SUM.replace("number > bound", "number >= bound");
    let scratch = Scratch::new(SUM_SPEC).write("solution.c", SUM).write("wrong/sum.c", wrong);
    let scratch = scratch.write("right/sum.c", SUM.replace("above++", "above += 1"));
    let explored = scratch.run(&["explore", "spec.yaml", "wrong", "--count", "60", "--save", "more.yaml"]);
    assert_eq!((explored.code, explored.stderr.as_str()), (1, ""));
    // The bound itself is a number that no scenario types behind it.
    assert!(explored.stdout.contains("\n  Input: 5 5\n"), "{}", explored.stdout);
    assert!(
        explored.stdout.contains("A number differs: expected `5 0`, printed `5 1`."),
        "{}",
        explored.stdout
    );
    assert!(scratch.read("more.yaml").contains("# Found by playing: a submission differs here."));
    let graded = scratch.run(&["grade", "more.yaml", "right"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let explored = scratch.run(&["explore", "spec.yaml", "right", "--count", "60"]);
    assert_eq!(explored.code, 0, "{}", explored.stdout);
    assert!(
        explored.stdout.ends_with("60 generated scenarios, seed 1: none differs\n"),
        "{}",
        explored.stdout
    );
}

#[test]
fn a_difference_that_only_the_files_of_an_earlier_scenario_show_is_found() {
    let spec = "\
assignment: words
submission: { files: [words.py] }
reference: { files: [solution.py] }
scenarios:
  - { name: an empty list, stdin: [at], points: 1, files: { words.txt: \"\" } }
  - { name: two words, stdin: [to, at], points: 1, files: { words.txt: \"at\\nto\\n\" } }
";
    let right = "\
import sys
words = open('words.txt').read().split()
for word in sys.stdin.read().split():
    print(word, words.count(word) if words or word != 'to' else 0)
";
    let scratch = Scratch::new(spec).write("solution.py", right);
    let scratch = scratch.write("words.py", right.replace("else 0", "else 'none'"));
    // The first scenario alone has no words, and the second one alone types this one.
    let explored = scratch.run(&["explore", "spec.yaml", "words.py", "--count", "40", "--save", "more.yaml"]);
    assert_eq!((explored.code, explored.stderr.as_str()), (1, ""), "{}", explored.stdout);
    let saved = scratch.read("more.yaml");
    assert!(saved.contains("Found by playing"), "{saved}");
    assert_eq!(saved.matches("words.txt: \"\"").count(), 2, "{saved}");
}

#[test]
fn a_difference_on_lines_that_no_scenario_types_is_told_as_not_certain() {
    let careful = SUM.replace(
        "if (scanf(\"%d\", &bound) != 1) return 0;",
        "if (scanf(\"%d\", &bound) != 1) { puts(\"no bound\"); return 0; }",
    );
    let scratch = Scratch::new(SUM_SPEC).write("solution.c", SUM).write("careful/sum.c", careful);
    let explored = scratch.run(&["explore", "spec.yaml", "careful", "--count", "60", "--most", "1"]);
    assert_eq!((explored.code, explored.stderr.as_str()), (0, ""), "{}", explored.stdout);
    let told = "  Not certain: every scenario of the spec types something, so the handout may leave open what then happens.\n";
    assert!(explored.stdout.contains(told), "{}", explored.stdout);
    assert!(explored.stdout.contains("of them on lines of a kind that no scenario of the spec types"));
}

#[test]
fn what_survives_in_c_is_caught_by_what_is_suggested() {
    let scratch = Scratch::new(SUM_SPEC).write("solution.c", SUM);
    let most = if night::is_night() { "30" } else { "8" };
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write", "--mutants", most]);
    assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""), "{}", suggested.stdout);
    let added = &scratch.read("spec.yaml")[SUM_SPEC.len()..];
    assert!(added.contains("of `solution.c` has `>=` in the place of `>`."), "{added}");
    let again = scratch.run(&["audit", "spec.yaml", "--mutants", most]);
    assert!(again.stdout.contains("Nothing survives."), "{}", again.stdout);
}

/// A function, with one mistake that values of the spec do not show.
fn clamp(language: &str) -> [String; 3] {
    let (body, wrong) = ("value < least ? -least : value", "value <= least ? -least : value");
    let (solution, typed) = match language {
        "js" => (format!("function clamp(value, least) {{\n  return {body};\n}}\n"), "clamp(5, 2)"),
        "java" => (
            format!("class Clamp {{\n    static int clamp(int value, int least) {{ return {body}; }}\n}}\n"),
            "Clamp.clamp(5, 2)",
        ),
        _ => (format!("int clamp(int value, int least) {{ return {body}; }}\n"), "clamp(5, 2)"),
    };
    let name = if language == "java" { "Clamp" } else { "clamp" };
    let header = if language.starts_with('c') { "header: clamp.h\n" } else { "" };
    let supplied = if header.is_empty() { "" } else { ", supplied: [clamp.h]" };
    let spec = format!(
        "assignment: clamp\nsubmission: {{ files: [{name}.{language}]{supplied} }}\nreference: {{ files: [solution/{name}.{language}] \
         }}\n{header}groups:\n  - name: clamp\n    points: 1\n    scenarios:\n      - name: inside\n        session: |\n          \
         >>> {typed}\n"
    );
    [spec, solution.replace(body, wrong), solution]
}

#[test]
fn sessions_in_every_language_are_explored_with_values_of_that_language() {
    let all = [("js", "node"), ("c", "gcc"), ("cpp", "g++"), ("java", "javac")];
    for (language, tool) in night::spread(all.to_vec(), 4) {
        // A virtual machine for each session takes long.
        if !is_at_hand(tool) || language == "java" && !night::is_night() {
            continue;
        }
        let [spec, wrong, solution] = clamp(language);
        let name = if language == "java" { "Clamp" } else { "clamp" };
        let scratch = Scratch::new(&spec)
            .write(&format!("solution/{name}.{language}"), solution)
            .write("clamp.h", "int clamp(int value, int least);\n")
            .write(&format!("wrong/{name}.{language}"), wrong);
        let explored = scratch.run(&["explore", "spec.yaml", "wrong", "--count", "16"]);
        assert_eq!((explored.code, explored.stderr.as_str()), (1, ""), "{language}: {}", explored.stdout);
        let call = if language == "java" { ">>> Clamp.clamp(" } else { ">>> clamp(" };
        assert!(explored.stdout.contains(call), "{language}: {}", explored.stdout);
        let suggested = scratch.run(&["suggest", "spec.yaml", "--write", "--mutants", "12"]);
        assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""), "{language}: {}", suggested.stdout);
        let added = scratch.read("spec.yaml")[spec.len()..].to_owned();
        assert!(added.contains(call) && added.contains("weight: 0"), "{language}: {added}");
        let graded = scratch.run(&["check", "spec.yaml", "solution"]);
        assert_eq!(graded.code, 0, "{language}: {}{}", graded.stdout, graded.stderr);
    }
}

#[test]
fn a_submission_in_another_language_is_explored_in_the_neutral_form() {
    let spec = "\
assignment: clamp
submission: { files: [clamp.js], instead: [clamp.py] }
reference: { files: [solution.py] }
interface:
  functions:
    clamp: { takes: [int, int], gives: int }
scenarios:
  - name: inside
    points: 1
    session: |
      >>> clamp(5, 2)
";
    if !is_at_hand("node") {
        return;
    }
    let scratch = Scratch::new(spec)
        .write("solution.py", "def clamp(value, least):\n    return max(value, least)\n")
        .write("wrong/clamp.js", "const clamp = (value, least) => (value < 1 ? least : value);\n")
        .write("right/clamp.js", "const clamp = (value, least) => Math.max(value, least);\n");
    let explored = scratch.run(&["explore", "spec.yaml", "wrong", "--count", "20"]);
    assert_eq!((explored.code, explored.stderr.as_str()), (1, ""), "{}", explored.stdout);
    assert!(explored.stdout.contains(">>> clamp("), "{}", explored.stdout);
    let explored = scratch.run(&["explore", "spec.yaml", "right", "--count", "20"]);
    assert_eq!((explored.code, explored.stderr.as_str()), (0, ""), "{}", explored.stdout);
}

#[test]
fn what_nothing_can_be_generated_from_is_told_in_a_sentence() {
    let spec = "\
assignment: lines
submission: { files: [lines.py] }
reference: { files: [solution.py] }
scenarios:
  - { name: a line, points: 1, stdin: [a], compare: { checker: check.py } }
";
    let scratch =
        Scratch::new(spec).write("solution.py", "print(input())\n").write("check.py", "print('ok')\n");
    let explored = scratch.run(&["explore", "spec.yaml", "solution.py"]);
    assert_eq!(explored.code, 2);
    insta::assert_snapshot!(explored.stderr, @"
    error: nothing can be generated for `lines`: its scenarios are runs with a checker
    help: scenarios are generated of lines that a program reads, and of sessions; `yardstick audit` shows what survives
    ");
    let nothing = Scratch::new(
        "assignment: none\nsubmission: { files: [a.py] }\nscenarios:\n  - { name: a, points: 1, expect: { stdout: a } }\n",
    );
    let explored = nothing.write("a.py", "print('a')\n").run(&["explore", "spec.yaml", "a.py"]);
    assert_eq!(explored.code, 2);
    insta::assert_snapshot!(explored.stderr, @"
    error: nothing is expected of a program in `none`: the spec names no reference
    help: name a built-in reference, or a program of your own, under `reference:`
    ");
}
