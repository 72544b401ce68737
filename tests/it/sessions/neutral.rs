//! Sessions in the neutral form, which submissions in several languages answer. `fixtures/courses/tally` has one with classes.

use super::class;
use crate::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: stats
submission: { files: [stats.c], instead: [stats.py, stats.cpp, stats.js], supplied: [stats.h] }
reference: { files: [solution.py] }
limits: { cpu: 4s, wall: 20s }
interface:
  functions:
    total: { takes: [array int], gives: int }
    is_even: { takes: [int], gives: bool }
    shout: { takes: [text, real], gives: text? }
scenarios:
  - name: total
    points: 1
    session: |
      >>> some = [4, -4, 2]
      >>> total(some)
      2
      >>> some
      >>> none = []
      >>> total(none)
      >>> none
  - name: even
    points: 1
    session: |
      >>> is_even(4)
      True
      >>> is_even(3)
  - name: shout
    points: 1
    session: |
      >>> shout("a\"b", 2)
      'a"b 2.0!'
      >>> shout("", 1.5)
"#;

const SOLUTION: &str = "def total(numbers):\n    return sum(numbers)\n\n\ndef is_even(number):\n    return number % 2 == 0\n\n\ndef \
                        shout(text, number):\n    return f'{text} {number:.1f}!' if text else None\n";

const HEADER: &str = r"
#ifdef __cplusplus
#include <optional>
#include <string>
#include <vector>
int total(const std::vector<int> &numbers);
bool is_even(int number);
std::optional<std::string> shout(const std::string &text, double number);
#else
int total(const int *numbers, int count);
int is_even(int number);
char *shout(const char *text, double number);
#endif
";

const C: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "stats.h"
int total(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += numbers[i];
    return sum;
}
int is_even(int number) { return number % 2 == 0; }
char *shout(const char *text, double number) {
    if (*text == 0) return NULL;
    char *loud = malloc(99);
    sprintf(loud, "%s %.1f!", text, number);
    return loud;
}
"#;

const CPP: &str = r#"
#include <cstdio>
#include "stats.h"
int total(const std::vector<int> &numbers) { int sum = 0; for (int one : numbers) sum += one; return sum; }
bool is_even(int number) { return number % 2 == 0; }
std::optional<std::string> shout(const std::string &text, double number) {
    if (text.empty()) return std::nullopt;
    char end[32];
    std::snprintf(end, sizeof end, " %.1f!", number);
    return text + end;
}
"#;

const JAVASCRIPT: &str = "const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);\nconst isEven = (number) => number % 2 \
                          === 0;\nconst shout = (text, number) => (text ? `${text} ${number.toFixed(1)}!` : null);\n";

fn assignment() -> Scratch {
    Scratch::new(SPEC).write("solution.py", SOLUTION).write("stats.h", HEADER)
}

#[test]
fn the_same_sessions_are_answered_in_each_language_by_its_habits() {
    let cases = [
        ("c", "c", C.to_owned(), ["accepted"; 3], ""),
        ("cpp", "cpp", CPP.to_owned(), ["accepted"; 3], ""),
        ("javascript", "js", JAVASCRIPT.to_owned(), ["accepted"; 3], ""),
        ("python", "py", SOLUTION.to_owned(), ["accepted"; 3], ""),
        (
            "no-truth",
            "c",
            C.replace("number % 2 == 0", "4 * (number % 2 == 0)"),
            ["accepted", "wrong answer", "accepted"],
            "expected a bool, `True`, got an int, `4`",
        ),
        (
            "by-its-habits",
            "js",
            JAVASCRIPT.replace("isEven", "is_even"),
            ["accepted", "runtime error", "accepted"],
            "`stats.js` has no `isEven`, or does not export it",
        ),
        (
            "changes-its-argument",
            "py",
            SOLUTION.replace("    return sum", "    numbers.sort()\n    return sum"),
            ["wrong answer", "accepted", "accepted"],
            "`some`: at [0], expected `4`, got `-4`.",
        ),
        (
            "other-arguments",
            "cpp",
            CPP.replace("bool is_even(int number) {", "bool is_even(int number, int) {"),
            ["accepted", "runtime error", "accepted"],
            "is_even",
        ),
    ];
    let scratch = cases.iter().fold(assignment(), |scratch, (name, ending, program, ..)| {
        scratch.write(&format!("class/{name}/stats.{ending}"), program)
    });
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let results = scratch.results();
    for (name, _, _, expected, says) in cases {
        let scenarios = named(&results, name)["scenarios"].as_array().unwrap().clone();
        let verdicts: Vec<&str> = scenarios.iter().map(|one| one["verdict"].as_str().unwrap()).collect();
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert_eq!(verdicts, expected, "{page}");
        assert!(page.contains(says), "{says}: {page}");
    }
}

#[test]
fn a_literal_under_a_prompt_is_a_value_without_a_reference_too() {
    let spec = "assignment: tally\nsubmission: { files: [tally.py] }\ninterface:\n  functions:\n    \
                total: { takes: [list int], gives: int }\n    first: { takes: [list int], gives: int? }\n    \
                show: { takes: [int] }\nscenarios:\n  \
                - { name: total, points: 1, session: \">>> total([1, 2])\\n3\" }\n  \
                - { name: first, points: 1, session: \">>> first([])\\nNone\" }\n  \
                - { name: show, points: 1, session: \">>> show(3)\\n3\" }\n";
    let source = |total: &str, first: &str| {
        format!("def total(xs): {total}\ndef first(xs): {first}\ndef show(n): print(n)\n")
    };
    let submissions = [
        source("return sum(xs)", "return None"),
        source("print(sum(xs))", "print(None)"),
        source("raise type('3', (Exception,), {})", "raise type('None', (Exception,), {})"),
    ];
    let graded = class::graded(Scratch::new(spec), "tally.py", &submissions);
    let verdicts: Vec<&[String]> = graded.iter().map(|(verdicts, _)| verdicts.as_slice()).collect();
    assert_eq!(verdicts[0], ["accepted"; 3], "{}", graded[0].1);
    assert_eq!(verdicts[1], ["wrong answer", "wrong answer", "accepted"], "{}", graded[1].1);
    assert_eq!(verdicts[2], ["runtime error", "runtime error", "accepted"], "{}", graded[2].1);
}

#[test]
fn a_line_that_is_not_neutral_or_does_not_fit_is_refused_with_its_place() {
    for (instead_of, written, told) in [
        ("is_even(4)\n      True", "is_even(4) == 1", "`== 1` is not neutral"),
        ("is_even(4)\n      True", "is_odd(4)", "the interface has no `is_odd`"),
        ("is_even(4)\n      True", "is_even('4')", "`int` is needed here"),
        ("is_even(4)\n      True", "is_even(4)\n      False", "the spec and the reference disagree"),
        ("gives: bool", "gives: boolean", "`boolean` is no type"),
        ("[array int]", "[list int]", "C has no `list int`, and the submission may be in C"),
        ("stats.cpp,", "stats.rs,", "no session can be typed at `stats.rs`: there are none for Rust"),
        (", supplied: [stats.h]", "", "needs a header, which declares what sessions call"),
        ("    is_even: {", "    is-even: {", "cannot be the name of a function in every language"),
    ] {
        let spec = SPEC.replace(instead_of, written);
        assert_ne!(spec, SPEC, "{instead_of}");
        let scratch = assignment().write("spec.yaml", spec).write("class/a/stats.c", C);
        let refused = scratch.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(refused.code, 2, "{written}: {}", refused.stdout);
        assert!(refused.stderr.contains(told), "{written}: {}", refused.stderr);
        assert!(refused.stderr.contains("help: "), "{written}: {}", refused.stderr);
    }
}
