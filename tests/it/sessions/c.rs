//! Sessions that are typed in C.

use super::class::{self, Marked};
use crate::night;
use crate::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: stats
submission: { files: [stats.c], supplied: [stats.h] }
reference: { files: [solution/stats.c] }
limits: { cpu: 1s, wall: 5s }
groups:
  - name: stats
    points: 5
    scenarios:
      - name: out
        session: |
          >>> int a[] = {4, 9, -2}, lo, hi;
          >>> minmax(a, 3, &lo, &hi)
          1
          >>> lo
          -2
          >>> a @ 2
          {4, 9}
      - name: text
        session: |
          >>> repeat("ab", 2)
          "abab"
          >>> repeat("ab", -1)
          NULL
          >>> repeat("\xff\n", 1)
      - name: values
        session: |
          >>> struct summary s = summarize((int[]){1, 2}, 2)
          >>> s
          {.count = 2, .mean = 1.5, .name = "sum", .next = NULL, .kind = 5}
          >>> total((int[]){1, 2}, 2)
          3
          >>> grade(91)
          'A'
          >>> is_odd(3)
          1
          >>> half(3)
          1.5f
      - name: prints
        session: |
          >>> for (int i = 0; i < 2; i++)
          ...     show(i)
          <0>
          <1>
          >>> show(2)
          <2>
      - name: input
        stdin: ["7", "8"]
        session: |
          >>> read_sum()
          15
"#;

const HEADER: &str = r"
#include <stdbool.h>
struct summary { int count; double mean; char name[8]; struct summary *next; unsigned kind : 3; };
int minmax(const int *a, int n, int *lo, int *hi);
char *repeat(const char *text, int count);
struct summary summarize(const int *a, int n);
long total(const int *a, int n);
char grade(int points);
bool is_odd(int number);
float half(int number);
void show(int number);
int read_sum(void);
";

const SOLUTION: &str = r#"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int minmax(const int *a, int n, int *lo, int *hi) {
    *lo = *hi = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] < *lo) *lo = a[i];
        if (a[i] > *hi) *hi = a[i];
    }
    return 1;
}

char *repeat(const char *text, int count) {
    if (count < 0) return NULL;
    char *all = calloc(strlen(text) * count + 1, 1);
    for (int i = 0; i < count; i++) strcat(all, text);
    return all;
}

long total(const int *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

struct summary summarize(const int *a, int n) {
    struct summary s = {n, (double)total(a, n) / n, "sum", NULL, 5};
    return s;
}

char grade(int points) { return points > 90 ? 'A' : 'B'; }
bool is_odd(int number) { return number % 2; }
float half(int number) { return number / 2.0f; }
void show(int number) { printf("<%d>\n", number); }

int read_sum(void) {
    int one, other;
    if (scanf("%d %d", &one, &other) != 2) return -1;
    return one + other;
}
"#;

const A: &str = "accepted";
const W: &str = "wrong answer";
const R: &str = "runtime error";
const N: &str = "no result";
const T: &str = "time limit";

/// The spec with its files.
fn scratch(spec: &str) -> Scratch {
    Scratch::new(spec).write("stats.h", HEADER).write("solution/stats.c", SOLUTION)
}

/// Grades submissions together; returns for each the verdicts and the page.
fn graded(spec: &str, submissions: &[String]) -> Vec<Marked> {
    class::graded(scratch(spec), "stats.c", submissions)
}

/// The solution with some text replaced.
fn with(from: &str, to: &str) -> String {
    assert!(SOLUTION.contains(from), "{from}");
    SOLUTION.replace(from, to)
}

/// Tries one in three of the cases, at night all.
fn are_as_expected(cases: Vec<(String, [&str; 5], &str)>) {
    let cases = night::spread(cases, 3);
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(&cases, &graded(SPEC, &submissions));
}

#[test]
fn values_output_and_ends_are_compared_line_by_line() {
    are_as_expected(vec![
        (SOLUTION.to_owned(), [A; 5], "5 of 5 points"),
        (with("a[i] < *lo", "a[i] > *lo"), [W, A, A, A, A], "`lo`: expected `-2`, got `9`"),
        (with("return NULL;", "return \"\";"), [A, W, A, A, A], "expected `NULL`, got a text, `\"\"`"),
        (
            with("\"sum\", NULL", "\"some\", NULL"),
            [A, A, W, A, A],
            "`s`: at .name, expected \"sum\", got \"some\"",
        ),
        (with("'A'", "'a'"), [A, A, W, A, A], "`grade(91)`: expected `'A'`, got `'a'`"),
        (with("<%d>\\n", "<%d>"), [A, A, A, W, A], "what it prints differs"),
        (
            with("if (count < 0) return NULL;", "if (count < 0) *(volatile int *)0 = 1;"),
            [A, R, A, A, A],
            "`repeat(\"ab\", -1)` ended with a segmentation fault (signal 11)",
        ),
        (with("long sum = 0;", "long sum = 0; if (n == 2) for (;;);"), [A, A, T, A, A], "took more than 1 s"),
        (
            with("return 1;", "exit(3);"),
            [N, A, A, A, A],
            "`minmax(a, 3, &lo, &hi)` ended the program with exit code 3",
        ),
        (with("int one, other;", "int one, other; abort();"), [A, A, A, A, R], "an abort (signal 6)"),
        // What a program defines counts more than what the library of the system defines.
        (
            with(
                "#include <string.h>",
                "size_t strlen(const char *text) { size_t n = 0; while (text[n]) n++; return n; }\nchar *strcat(char *, const char *);",
            ) + "int main(void) { return 1; }\nint index(int write) { return write; }\nlong read(int a) { return a; }",
            [A; 5],
            "5 of 5 points",
        ),
    ]);
}

#[test]
fn what_is_not_there_costs_its_own_sessions_only() {
    are_as_expected(vec![
        (
            with("char *repeat", "char *Repeat"),
            [A, R, A, A, A],
            "`repeat(\"ab\", 2)`: nothing defines `repeat`; there is `Repeat`.",
        ),
        (
            with("#include \"stats.h\"", "typedef int bool;\nstruct summary { int count; double mean; char name[8]; struct summary *next; unsigned kind : 3; };")
                .replace("float half(int number)", "double half(double number)")
                .replace("bool is_odd", "_Bool is_odd"),
            [A, A, R, A, A],
            "the header declares `half` as `float(int)`, and it is defined as `double(double)`",
        ),
        (
            with("void show(int number) {", "void helper(int);\nvoid show(int number) { helper(number);"),
            [A, A, A, R, A],
            "nothing defines `helper`",
        ),
        (with("return 1;", "return 1"), ["invalid submission"; 5], "C cannot read `stats.c`"),
    ]);
}

#[test]
fn nothing_forged_is_an_answer() {
    are_as_expected(vec![
        (
            with("return 1;", "write(3, \"{}\\n{}\\n{}\\n{}\\n\", 12); _exit(0);")
                .replace("<string.h>", "<string.h>\n#include <unistd.h>"),
            [N, A, A, A, A],
            "gave something that is no answer",
        ),
        (
            with("return 1;", "yardstick_none(); yardstick_none(); yardstick_none(); _exit(0);")
                .replace("<string.h>", "<string.h>\n#include <unistd.h>\nvoid yardstick_none(void);"),
            [W, A, A, A, A],
            "it gave something that is no answer",
        ),
        (
            with("return 1;", "close(3); return 1;").replace("<string.h>", "<string.h>\n#include <unistd.h>"),
            [N, A, A, A, A],
            "`minmax(a, 3, &lo, &hi)`",
        ),
        (with("return 1;", "fclose(stdout); return 1;"), [A; 5], "5 of 5"),
        (
            "void yardstick_session(void) {}\nvoid yardstick_end(void) {}\n".to_owned() + SOLUTION,
            [A; 5],
            "5 of 5",
        ),
    ]);
}

/// Looks for what the other sessions are typed with, in memory and in files.
const LOOKS: &str = r#"
#include "secrets.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>

// Moved by one, so that the words themselves are not here to be found.
static const char *WORDS[] = {"beb.ufyu", "cpc.ufyu", "dbu.ufyu"};
static int found[3];

static void search(const char *bytes, size_t length) {
    for (int word = 0; word < 3; word++)
        for (size_t at = 0; at + 8 <= length; at++) {
            int same = 0;
            while (same < 8 && bytes[at + same] + 1 == WORDS[word][same]) same++;
            if (same == 8) found[word] = 1;
        }
}

void note(const char *text) { (void)text; }

int look(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], mode[8];
    unsigned long from, to;
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) == 3 && mode[0] == 'r' && !strstr(line, "[v"))
            if (to - from < 1 << 23) search((const char *)from, to - from);
    struct dirent *entry;
    for (DIR *folder = opendir("."); (entry = readdir(folder));) {
        static char content[1 << 20];
        FILE *file = fopen(entry->d_name, "r");
        if (file) search(content, fread(content, 1, sizeof content, file));
    }
    return found[0] * 100 + found[1] * 10 + found[2];
}
"#;

#[test]
fn no_line_of_another_session_is_in_memory_or_in_files() {
    let spec = r#"
assignment: secrets
submission: { files: [secrets.c], supplied: [secrets.h] }
groups:
  - name: G
    points: 4
    scenarios:
      - { name: first, session: ">>> note(\"ada-text\")" }
      - { name: covert, hidden: details, session: ">>> note(\"bob-text\")" }
      - { name: looks, session: ">>> look()\n0" }
      - { name: itself, session: ">>> note(\"ada-text\")\n>>> look()\n100" }
      - { name: covert too, hidden: everything, session: ">>> note(\"cat-text\")\n>>> look()\n1" }
"#;
    let scratch = Scratch::new(spec)
        .write("secrets.h", "void note(const char *text);\nint look(void);\n")
        .write("class/s/secrets.c", LOOKS);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    for scenario in named(&scratch.results(), "s")["scenarios"].as_array().unwrap() {
        assert_eq!(scenario["verdict"], "accepted", "{scenario}");
    }
}

#[test]
fn without_a_reference_the_text_under_the_prompt_is_expected() {
    let spec = SPEC.replace("reference: { files: [solution/stats.c] }\n", "");
    let spec = spec.replace("          >>> repeat(\"\\xff\\n\", 1)\n", "");
    let all = graded(&spec, &[SOLUTION.to_owned(), with("sum += a[i]", "sum = a[i]")]);
    assert_eq!(all[0].0, [A; 5], "{}", all[0].1);
    assert_eq!(all[1].0, [A, A, W, A, A], "{}", all[1].1);
}

#[test]
fn memory_that_was_never_set_is_not_right_by_chance() {
    let spec =
        SPEC.replace("          {.count = 2, .mean = 1.5, .name = \"sum\", .next = NULL, .kind = 5}\n", "");
    let is_first = "          >>> struct summary s";
    let is_later = "          >>> total((int[]){1, 2}, 2)\n          3\n          >>> struct summary s";
    // What the first call and the lines before it leave on the stack is not what is found there.
    for spec in [spec.clone(), spec.replacen(is_first, is_later, 1)] {
        let solution = with(
            "struct summary s = {n, (double)total(a, n) / n, \"sum\", NULL, 5};",
            "struct summary s; s.count = n;",
        );
        let scratch = scratch(&spec).write("solution/stats.c", solution).write("stats.c", SOLUTION);
        let ended = scratch.run(&["check", "spec.yaml", "stats.c"]);
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        // The reference is run twice, with other contents of memory.
        assert!(ended.stderr.contains("`stats / values`"), "{}", ended.stderr);
        assert!(ended.stderr.contains("at .mean, expected"), "{}", ended.stderr);
    }
}

#[test]
fn a_spec_that_gets_a_session_wrong_is_refused_with_its_line() {
    let complaint = |from: &str, to: &str| {
        let (spec, _) = SPEC.split_once("      - name: text\n").unwrap();
        assert!(spec.contains(from), "{from}");
        let spec = spec.replacen(from, to, 1);
        let ended = scratch(&spec).write("stats.c", SOLUTION).run(&["check", "spec.yaml", "stats.c"]);
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        ended.stderr
    };
    insta::assert_snapshot!(complaint(">>> lo\n", ">>> lo +\n"), @"
    error: this line cannot be compiled as a line of C
      --> spec.yaml:15:11
       |
    15 |           >>> lo +
       |           ^^^^^^^^ expected expression before `)` token
       |
       = help: write one expression, declaration or statement with what the header declares
    ");
    insta::assert_snapshot!(complaint("minmax(a, 3, &lo, &hi)", "minmacs(a, 3, &lo, &hi)"), @"
    error: this line cannot be compiled as a line of C
      --> spec.yaml:13:11
       |
    13 |           >>> minmacs(a, 3, &lo, &hi)
       |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ implicit declaration of function `minmacs`; did you mean `minmax`?
       |
       = help: write one expression, declaration or statement with what the header declares
    ");
    insta::assert_snapshot!(complaint("minmax(a, 3, &lo, &hi)", "minmax(a, 3, \"lo\", &hi)"), @r#"
    error: this line cannot be compiled as a line of C
      --> spec.yaml:13:11
       |
    13 |           >>> minmax(a, 3, "lo", &hi)
       |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ passing argument 3 of `minmax` from incompatible pointer type
       |
       = help: write one expression, declaration or statement with what the header declares
    "#);
    insta::assert_snapshot!(complaint("          -2\n", "          -3\n"), @"
    error: the spec and the reference disagree on this line
      --> spec.yaml:15:11
       |
    15 |           >>> lo
       |           ^^^^^^ the spec says `-3`
       |
       = help: the reference says `-2`: write that, or leave the text out
    ");
    insta::assert_snapshot!(complaint(">>> lo\n", ">>> return 3;\n"), @"
    error: this line cannot be compiled as a line of C
      --> spec.yaml:15:11
       |
    15 |           >>> return 3;
       |           ^^^^^^^^^^^^^ `return` leaves the session
       |
       = help: write one expression, declaration or statement with what the header declares
    ");
    insta::assert_snapshot!(complaint("assignment: stats", "assignment: stats\nheader: stat.h"), @"
    error: the header `stat.h` is neither supplied nor handed in
     --> spec.yaml:3:9
      |
    3 | header: stat.h
      |         ^^^^^^ not a known header
      |
      = help: did you mean `stats.h`?
    ");
    insta::assert_snapshot!(complaint(", supplied: [stats.h]", ""), @"
    error: a session in C needs a header, which declares what it calls
      --> spec.yaml:10:15
       |
    10 |       - name: out
       |               ^^^ in this scenario
       |
       = help: supply one, `submission: {supplied: [name.h]}`, or say `header: stats.c`: then what the source defines is called
    ");
}

#[test]
fn a_long_double_is_compared_with_all_of_its_digits() {
    const HEADER: &str = "long double factorial(int n);\nlong double part(long double a, long double b);\n";
    const RIGHT: &str = "long double factorial(int n) {\n    long double r = 1;\n    for (int i = 2; i <= n; i++) r *= i;\n    return r;\n}\n\
                         long double part(long double a, long double b) { return a / b; }\n";
    let wrong = [
        ("one-factor-less", "i <= n", "i < n"),
        ("infinite", "return r;", "return n > 100 ? 1 / (long double)0 : r;"),
        ("too-large", "return r;", "return n > 100 ? 1e4000L : r;"),
        ("as-double", "return a / b", "return (double)(a / b)"),
        ("beside", "return a / b", "return a / b + 1e-19L"),
        ("as-a-class-less", "return a / b", "return (float)(a / b)"),
    ];
    for (ending, header) in [("c", "lib.h"), ("cpp", "lib.hpp")] {
        let spec = format!(
            "assignment: long\nsubmission: {{ files: [lib.{ending}], supplied: [{header}] }}\n\
             reference: {{ files: [solution/lib.{ending}] }}\nheader: {header}\nscenarios:\n  \
             - {{ name: large, points: 1, session: \">>> factorial(200)\\n>>> factorial(25)\" }}\n  \
             - {{ name: small, points: 1, session: \">>> part(1, 3)\\n>>> part(1, 4)\\n0.25L\\n>>> part(0, 1)\\n0.0L\" }}\n"
        );
        let right = format!("#include \"{header}\"\n{RIGHT}");
        let class = Scratch::new(&spec)
            .write(header, HEADER)
            .write(&format!("solution/lib.{ending}"), right.as_str());
        let class = wrong.iter().fold(class, |class, (name, from, to)| {
            class.write(&format!("class/{name}/lib.{ending}"), right.replacen(from, to, 1))
        });
        let class = class.write(&format!("class/right/lib.{ending}"), right.replace("r *= i", "r = i * r"));
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let results = class.results();
        for (name, ..) in wrong {
            assert_eq!(named(&results, name)["points"], "1", "{ending} {name}: {:#}", named(&results, name));
        }
        assert_eq!(named(&results, "right")["points"], "2", "{ending}: {:#}", named(&results, "right"));
        let page = class.read("yardstick-results/feedback/beside.txt");
        assert!(page.contains("0.333"), "{page}");
        let page = class.read("yardstick-results/feedback/infinite.txt");
        assert!(page.contains("expected `7.88657867364790503") && page.contains("got `INFINITYL`"), "{page}");
    }
}
