//! How a spec has programs built: flags, libraries, macros, the instructor's sources, and what the compiler warns of.

use super::optional;
use super::scratch::{Scratch, named};

/// The functions of a submission are called by a program of the instructor, which has the `main`.
const SPEC: &str = r#"
assignment: plurality
submission: { files: [plurality.c] }
reference: { files: [plurality.c] }
build:
  flags: [-Wall]
  libraries: [m]
  define: { main: students_main, LIMIT: 3 }
  files: [tests/harness.c]
groups:
  - name: vote
    points: 4
    scenarios:
      - { name: a candidate, stdin: [vote 1] }
      - { name: nobody, stdin: [vote 9] }
"#;

/// Its own `main` is there, and so would be a limit of the instructor's.
const HARNESS: &str = r#"
#include <stdbool.h>
#include <stdio.h>
#ifdef LIMIT
#error "this is for the submission alone"
#endif
extern int votes[];
bool vote(const char *name);
int main(void) {
  int n;
  if (scanf("vote %d", &n) != 1) return 2;
  printf("%d\n", vote(n == 1 ? "Bob" : "Nobody"));
  printf("%d %d %d\n", votes[0], votes[1], votes[2]);
}
"#;

const PLURALITY: &str = r#"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
char *candidates[LIMIT] = {"Ann", "Bob", "Cy"};
int votes[LIMIT];
bool vote(const char *name) {
  for (int i = 0; i < LIMIT; i++) if (!strcmp(candidates[i], name)) { votes[i] += (int) floor(1.5); return true; }
  return false;
}
int main(int argc, char **argv) { puts("the main of the students"); return 0; }
"#;

fn class() -> Scratch {
    Scratch::new(SPEC).write("plurality.c", PLURALITY).write("tests/harness.c", HARNESS)
}

#[test]
fn a_program_in_c_is_compiled_as_students_compile_it() {
    // Strict C17 would make `|` and `]` of the question marks, and knows no `typeof`.
    let program =
        "#include <stdio.h>\nint main(void) { typeof(1) n = 2; printf(\"Really??! (y/n??) %d\\n\", n); }\n";
    let spec = "assignment: asking\nsubmission: { files: [ask.c] }\nscenarios:\n  - name: s\n    points: 1\n    \
                expect: { stdout: \"Really??! (y/n??) 2\\n\" }\n";
    let scratch = Scratch::new(spec).write("ask.c", program);
    let checked = scratch.run(&["check", "spec.yaml", "ask.c"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
}

#[test]
fn a_harness_of_the_instructor_calls_the_functions_of_a_program_that_has_a_main() {
    let replaced = "#include <stdio.h>\nint main(void) { puts(\"1\\n0 1 0\"); }\n";
    let scratch = class()
        .write("class/right/plurality.c", PLURALITY)
        .write("class/no-main/plurality.c", PLURALITY.split("int main").next().unwrap())
        .write("class/counts-nothing/plurality.c", PLURALITY.replace("votes[i] += (int) floor(1.5);", ""))
        .write("class/other-name/plurality.c", PLURALITY.replace("bool vote", "bool Vote"))
        .write("class/replaces/plurality.c", PLURALITY.replace("votes[i] +=", "votes[0] +="))
        .write("class/replaces/harness.c", replaced)
        .write("class/warned/plurality.c", PLURALITY.replace("bool vote", "static int unused;\nbool vote"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, points) in [
        ("right", "4"),
        ("no-main", "4"),
        ("counts-nothing", "2"),
        ("other-name", "0"),
        ("replaces", "2"),
        ("warned", "4"),
    ] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    let told = page("other-name");
    let says = "Nothing defines `vote`, which is called by the tests (`harness.c`); there is `Vote`.";
    assert!(told.contains(says) && !told.contains(".yardstick-own"), "{told}");
    // A warning is told in every format, belongs to no scenario, and costs nothing.
    let warning = &named(&results, "warned")["warnings"][0];
    assert_eq!((&warning["file"], &warning["line"]), (&"plurality.c".into(), &8.into()), "{warning:#}");
    assert!(page("warned").contains(
        "The compiler warns, which costs no points:\n  plurality.c:8: ‘unused’ defined but not used\n"
    ));
    assert!(named(&results, "right").get("warnings").is_none());
    let known = scratch.run(&["grade", "spec.yaml", "class", "--format", "sarif=all.sarif"]);
    assert_eq!(known.code, 0, "{}{}", known.stdout, known.stderr);
    assert!(scratch.read("all.sarif").contains("compiler-warning"));
    for format in ["markdown", "html", "plain", "gradescope"] {
        let page = scratch.run(&["check", "spec.yaml", "class/warned", "--format", format]).stdout;
        assert!(page.contains("unused’ defined but not used"), "{format}: {page}");
    }
    assert_eq!(scratch.results(), results, "what the store knows is told as before");
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn warnings_have_a_price_if_the_spec_says_so() {
    let scratch = class()
        .write("spec.yaml", SPEC.replace("build:", "build:\n  warnings: 2"))
        .write("right/plurality.c", PLURALITY)
        .write("warned/plurality.c", PLURALITY.replace("bool vote", "static int unused;\nbool vote"));
    let right = scratch.run(&["check", "spec.yaml", "right"]);
    assert!(right.stdout.contains("6 of 6 points"), "{}{}", right.stdout, right.stderr);
    let warned = scratch.run(&["check", "spec.yaml", "warned"]).stdout;
    assert!(warned.contains("4 of 6 points"), "{warned}");
    assert!(
        warned.contains("no compiler warnings") && warned.contains("‘unused’ defined but not used"),
        "{warned}"
    );
    assert!(!warned.contains("which costs no points"), "{warned}");
}

#[test]
fn a_program_can_be_built_in_two_ways() {
    let spec = "assignment: level\nsubmission: { files: [level.c] }\ngroups:\n\
                \x20 - { name: plain, points: 1, scenarios: [{ name: runs, expect: { stdout: \"0\\n\" } }] }\n\
                \x20 - name: debug\n    build: { define: { LEVEL: 2 } }\n    points: 1\n    scenarios:\n\
                \x20     - { name: runs, expect: { stdout: \"2\\n\" } }\n";
    let program = "#include <stdio.h>\n#ifndef LEVEL\n#define LEVEL 0\n#endif\nint main(void) { printf(\"%d\\n\", LEVEL); }\n";
    let ended = Scratch::new(spec).write("Ada/level.c", program).run(&["check", "spec.yaml", "Ada"]);
    assert!(ended.stdout.contains("2 of 2 points"), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn a_library_or_a_flag_that_nobody_can_build_with_is_no_students_fault() {
    let hello = Scratch::hello().read("spec.yaml").replace("hello.py", "hello.c");
    for (build, said, help) in [
        ("{ libraries: [nowhere42] }", "cannot find -lnowhere42", "install the library `nowhere42`"),
        ("{ flags: [-Wnowhere42] }", "-Wnowhere42", "correct `build` in the spec"),
    ] {
        let scratch = Scratch::new(&format!("{hello}build: {build}\n"))
            .write("Ada/hello.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); }\n");
        let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
        let all = format!("{}{}", ended.stdout, ended.stderr);
        assert_eq!(ended.code, 3, "{all}");
        assert!(all.contains(said) && all.contains(help) && all.contains("no points yet"), "{all}");
    }
}

#[test]
fn a_harness_that_does_not_compile_is_no_students_fault() {
    let spec = SPEC
        .replace("reference: { files: [plurality.c] }\n", "")
        .replace("stdin: [vote 1]", "stdin: [vote 1], expect: { stdout: x }")
        .replace("stdin: [vote 9]", "stdin: [vote 9], expect: { stdout: x }");
    let scratch = Scratch::new(&spec)
        .write("tests/harness.c", HARNESS.replace("int n;", "int n"))
        .write("Ada/plurality.c", PLURALITY);
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert_eq!(ended.code, 3, "{}{}", ended.stdout, ended.stderr);
    assert!(
        ended.stdout.contains("harness.c:11:") && ended.stdout.contains("correct this file"),
        "{}",
        ended.stdout
    );
}

#[test]
fn the_flags_of_a_compiler_reach_it_in_other_languages_too() {
    let hello = Scratch::hello().read("spec.yaml");
    for (tool, file, flags, program, warning) in [
        (
            "g++",
            "hello.cpp",
            "-Wall, -std=c++17",
            "#include <iostream>\nint main() { int y; std::cout << (__cplusplus == 201703L ? \"hello\\n\" : \"no\"); }\n",
            "hello.cpp:2: unused variable ‘y’",
        ),
        (
            "javac",
            "Hello.java",
            "-Xlint:rawtypes",
            "class Hello {\n  public static void main(String[] a) {\n    java.util.List l = null;\n    System.out.println(\"hello\");\n  }\n}\n",
            "Hello.java:3: [rawtypes] found raw type",
        ),
        (
            "rustc",
            "hello.rs",
            "-Copt-level=2",
            "fn main() {\n    let y = 1;\n    println!(\"hello\");\n}\n",
            "hello.rs:2: unused variable: `y`",
        ),
    ] {
        if optional::found(tool).is_none() {
            continue;
        }
        let spec = format!("{}build: {{ flags: [{flags}] }}\n", hello.replace("hello.py", file));
        let ended =
            Scratch::new(&spec).write(&format!("Ada/{file}"), program).run(&["check", "spec.yaml", "Ada"]);
        assert!(ended.stdout.contains("1 of 1 point"), "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(warning), "{}", ended.stdout);
    }
}

#[test]
fn what_a_language_does_not_take_or_a_compiler_must_not_be_told_is_refused() {
    let spec = |file: &str, build: &str| {
        format!(
            "assignment: x\nsubmission: {{ files: [{file}] }}\nbuild: {build}\nscenarios: [{{ name: s, points: 1, expect: {{ stdout: x }} }}]\n"
        )
    };
    for (file, build, says) in [
        ("a.py", "{ flags: [-O2] }", "a program in Python is not built"),
        ("A.java", "{ libraries: [m] }", "no program in Java is linked with libraries of the system"),
        ("A.java", "{ define: { N: 1 } }", "no program in Java has macros"),
        ("a.rs", "{ files: [tests/harness.c] }", "no program in Rust is compiled with files of `build`"),
        (
            "a.c",
            "{ flags: [-o, x] }",
            "the flag `-o` is refused: the program has a name and a place of its own",
        ),
        ("a.c", "{ flags: [\"@flags\"] }", "it reads flags from a file, which a submission may contain"),
        ("a.c", "{ flags: [-fplugin=./x.so] }", "it runs code in the compiler"),
        ("a.c", "{ flags: [-lm] }", "a library stands under `libraries`"),
        ("a.c", "{ flags: [-fsanitize=address] }", "say `runtime: sanitized`"),
        ("a.c", "{ flags: [\"-Wall -O2\"] }", "`-Wall -O2` is not one flag"),
        ("a.c", "{ flags: [Wall] }", "`Wall` is not a flag of a compiler"),
        ("A.java", "{ flags: [-processorpath] }", "it runs code in the compiler"),
        ("a.c", "{ libraries: [-lm] }", "`-lm` is not the name of a library"),
        ("a.c", "{ define: { 9x: 1 } }", "`9x` is not the name of a macro"),
        ("a.c", "{ files: [nowhere.c] }", "cannot read `nowhere.c`"),
        ("harness.c", "{ files: [tests/harness.c] }", "`harness.c` is handed in"),
        ("a.c", "{ files: [tests/harness.c, harness.c] }", "two files of `build` are called `harness.c`"),
        ("a.c", "{ warnings: many }", "`many` is not a number of points"),
        ("a.c", "{ flag: [-O2] }", "flag"),
    ] {
        let scratch =
            Scratch::new(&spec(file, build)).write("tests/harness.c", HARNESS).write("harness.c", "");
        let ended = scratch.run(&["check", "spec.yaml", "."]);
        assert!(ended.code == 2 && ended.stderr.contains(says), "{build}: {}", ended.stderr);
        assert!(ended.stderr.contains("spec.yaml:3:"), "{}", ended.stderr);
    }
}

#[test]
fn functions_of_mathematics_are_found_with_their_header_and_without() {
    let spec = "assignment: root\nsubmission: { files: [root.c] }\nscenarios: [{ name: nine, points: 1, stdin: [9], expect: { stdout: \"3\\n\" } }]\n";
    let program = |declared: &str| {
        format!(
            "{declared}\n#include <stdio.h>\nint main(void) {{ double n; scanf(\"%lf\", &n); printf(\"%g\\n\", sqrt(n)); }}\n"
        )
    };
    let scratch = Scratch::new(spec)
        .write("class/header/root.c", program("#include <math.h>"))
        .write("class/header-of-its-own/root.c", program("#include \"mine.h\""))
        .write("class/header-of-its-own/mine.h", "#include <math.h>\n")
        .write("class/by-hand/root.c", program("double sqrt(double);"))
        .write("class/own-function/root.c", program("static double sqrt(double n) { return n / 3; }"));
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    for one in scratch.results()["submissions"].as_array().unwrap() {
        assert_eq!(one["points"], "1", "{one}");
    }
}

/// Functions that the tests call, right or wrong, with `more` in front of them.
fn sums(right: bool, more: &str) -> String {
    let sum = if right { "one + other" } else { "one - other" };
    format!(
        "#include \"sums.h\"\n{more}\nint sum(int one, int other) {{ return {sum}; }}\n\
         int first(const int *all) {{ return all[0]; }}\n"
    )
}

#[test]
fn what_tests_need_of_the_library_no_submission_takes_from_them() {
    let harness = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n#include \"sums.h\"\n\n\
        int main(void) {\n  int all[2] = {sum(2, 3), 1}, right[2] = {5, 1};\n  assert(sum(1, 1) == 2);\n  \
        if (memcmp(all, right, sizeof all)) puts(\"wrong\");\n  assert(first(right) == 5);\n  puts(\"right\");\n  return 0;\n}\n";
    let header = "int sum(int one, int other);\nint first(const int *all);\n";
    let spec = "assignment: sums\nsubmission: { files: [sums.c, sums.h], entry: sums.c }\nreference: { files: [solution/sums.c, solution/sums.h] }\n\
        build: { files: [tests/harness.c] }\nscenarios:\n  - { name: sums, points: 1, expect: { stdout: \"right\\n\" } }\n";
    let assertion = "void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { (void)a; (void)b; (void)c; (void)d; }";
    let compares =
        "int memcmp(const void *a, const void *b, unsigned long n) { (void)a; (void)b; (void)n; return 0; }";
    let refused = [
        ("assertion", sums(false, &format!("{assertion}\n{compares}")), header.to_owned(), "`__assert_fail`"),
        ("compares", sums(true, compares), header.to_owned(), "`memcmp`"),
        (
            "assembler",
            sums(false, "__asm__(\".globl __assert_fail\\n__assert_fail: ret\");"),
            header.to_owned(),
            "`__assert_fail`",
        ),
        (
            "weak",
            sums(false, &format!("__attribute__((weak)) {assertion}")),
            header.to_owned(),
            "`__assert_fail`",
        ),
        ("macro", sums(false, ""), format!("{header}#define memcmp(one, other, size) 0\n"), "`memcmp`"),
        ("word", sums(false, ""), format!("{header}#def\\\nine if(it) if (1) ; else if (it)\n"), "`if`"),
        (
            "inline",
            sums(false, ""),
            format!(
                "static int memcmp(const void *a, const void *b, unsigned long n) {{ return !a + !b + n * 0; }}\n{header}"
            ),
            "memcmp",
        ),
        ("no-asserts", sums(false, ""), format!("#define NDEBUG\n{header}"), "`NDEBUG`"),
        (
            "called",
            sums(false, "#undef sum"),
            format!("{header}#define sum(one, other) ((one) + (other))\n"),
            "`sum`",
        ),
        (
            "label",
            sums(false, "int other_one(const void *a) { return 0; }"),
            format!(
                "{header}int memcmp(const void *, const void *, unsigned long) __asm__(\"other_one\");\n"
            ),
            "for the linker",
        ),
    ];
    let right = [
        ("plain", sums(true, ""), header.to_owned()),
        // Names that the tests do not use are the program's own.
        (
            "named",
            sums(
                true,
                "int index(int n) { return n; }\nchar *strfry(char *text) { return text; }\nint max(int a, int b) { return a > b ? a : b; }\nvoid close(void) {}\n",
            ),
            format!("#define MOST 10\n#define max_of(a, b) ((a) > (b) ? (a) : (b))\n{header}"),
        ),
        (
            "hides",
            sums(
                true,
                "static int memcmp(const char *a) { return !a; }\nint use(void) { return memcmp(\"\"); }",
            ),
            header.to_owned(),
        ),
    ];
    let mut scratch = Scratch::new(spec)
        .write("tests/harness.c", harness)
        .write("solution/sums.c", sums(true, ""))
        .write("solution/sums.h", header);
    let all = refused.iter().map(|(name, source, header, _)| (name, source, header));
    for (name, source, header) in all.chain(right.iter().map(|(name, source, header)| (name, source, header)))
    {
        scratch = scratch
            .write(&format!("class/{name}/sums.c"), source)
            .write(&format!("class/{name}/sums.h"), header);
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, source, header, says) in &refused {
        let submission = named(&results, name);
        let problem = submission["problem"].as_str().unwrap_or_default();
        assert!(problem.contains(says), "{name}: {submission:#}\n{source}\n{header}");
        assert_eq!(submission["points"], "0", "{name}");
    }
    for (name, source, header) in &right {
        assert_eq!(
            named(&results, name)["points"],
            "1",
            "{name}: {:#}\n{source}\n{header}",
            named(&results, name)
        );
    }
}

#[test]
fn a_function_that_an_assignment_asks_for_may_have_a_name_of_the_library() {
    let harness = "#include <stdio.h>\nunsigned long strlen(const char *text);\nchar *strrchr(const char *text, int sign);\n\n\
        int main(void) {\n  char text[9] = \"\";\n  if (!fgets(text, 9, stdin)) return 1;\n  \
        printf(\"%lu %s\", strlen(text), strrchr(text, 'b'));\n  return 0;\n}\n";
    let solution = "unsigned long strlen(const char *text) {\n  unsigned long n = 0;\n  while (text[n]) n++;\n  return n;\n}\n\
        char *strrchr(const char *text, int sign) {\n  char *last = 0;\n  for (; *text; text++)\n    if (*text == sign) last = (char *)text;\n  return last;\n}\n";
    for (names, harness) in [
        (
            "reference: { files: [text.c] }\n",
            harness
                .lines()
                .filter(|line| !line.starts_with("char") && !line.starts_with("unsigned"))
                .collect::<Vec<_>>()
                .join("\n")
                .replace("stdio.h>", "stdio.h>\n#include <string.h>"),
        ),
        ("", harness.to_owned()),
    ] {
        let spec = format!(
            "assignment: text\nsubmission: {{ files: [text.c] }}\n{names}build: {{ flags: [-fno-builtin], files: [tests/harness.c] }}\nscenarios:\n  \
             - {{ name: text, points: 1, stdin: [abc]{} }}\n",
            if names.is_empty() { ", expect: { stdout: \"4 bc\\n\" }" } else { "" }
        );
        let scratch = Scratch::new(&spec)
            .write("tests/harness.c", &harness)
            .write("text.c", solution)
            .write("class/right/text.c", solution)
            .write("class/told/text.c", format!("{solution}char *strtok(char *in, const char *at) {{ return 0; }}\nstatic int abs(int n) {{ return n; }}\nint f(void) {{ return abs(1); }}\n"))
            .write("class/claims/text.c", format!("{solution}#include <stdio.h>\nchar *fgets(char *to, int n, FILE *from) {{ return to; }}\n"));
        let graded = scratch.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let results = scratch.results();
        assert_eq!(named(&results, "right")["points"], "1", "{:#}", named(&results, "right"));
        let said = named(&results, "claims")["problem"].as_str().unwrap_or_default().to_owned();
        assert!(
            said.contains("your program defines `fgets`, a name of the C library that the tests use"),
            "{said}"
        );
        let told = named(&results, "told");
        assert_eq!(told["points"], "1", "{told:#}");
        let warnings = told["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1, "{told:#}");
        let message = "the C library has a `strtok` too, and may call yours: rename it, or make it `static`";
        assert_eq!(
            (&warnings[0]["message"], &warnings[0]["line"]),
            (&message.into(), &12.into()),
            "{told:#}"
        );
        let said = scratch.run(&["check", "spec.yaml", "class/told/text.c"]).stdout;
        assert!(said.contains("A remark, which costs no points:"), "{said}");
    }
}
