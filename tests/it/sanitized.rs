//! Programs in C and C++ under sanitizers: what these find, and who is told.

use super::scratch::{Scratch, ended, named};
use super::{night, optional};

const SPEC: &str = r#"
assignment: cells
submission: { files: [cells.c] }
runtime: sanitized
limits: { cpu: 10s }
scenarios:
  - { name: prints, points: 1, stdin: ["3"], expect: { stdout: "ok\n", exit: any } }
"#;

/// A program with these lines in its `main`, in which `n` is 3. It prints `ok` before them.
fn program(lines: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstruct node {{ int value; struct node *next; }};\n\
         int *lost(int n) {{ int local[4] = {{n}}; int *volatile gone = local; return gone; }}\n\
         int main(void) {{\n  int n = 0;\n  if (scanf(\"%d\", &n) != 1) return 7;\n  printf(\"ok\\n\");\n{lines}\n}}\n"
    )
}

#[test]
fn each_misuse_is_told_in_a_sentence_with_its_line() {
    let cases = [
        (
            "block",
            "int *a = malloc(12);\na[n] = 1;\nfree(a);",
            "It writes 4 bytes in line 11 of `cells.c`, directly behind the end of the block of 12 bytes that was asked for in line 10 of `cells.c`.",
        ),
        (
            "before",
            "int *a = malloc(12);\nint sum = a[n - 4];\nfree(a);\nreturn sum;",
            "It reads 4 bytes in line 11 of `cells.c`, 4 bytes before the beginning of the block of 12 bytes",
        ),
        (
            "local",
            "int a[3] = {1, 2, 3};\nint *volatile first = a;\nprintf(\"%d\\n\", first[n]);",
            "It reads 4 bytes in line 12 of `cells.c`, directly behind the end of `a`, which has 12 bytes.",
        ),
        (
            "index",
            "int a[3] = {1, 2, 3};\nreturn a[n];",
            "It uses an index that is outside of its array in line 11 of `cells.c`: Index 3 out of bounds for type 'int [3]'.",
        ),
        (
            "text",
            "char *copy = malloc(3);\nstrcpy(copy, \"abc\");\nfree(copy);",
            "It writes memory in line 11 of `cells.c`, directly behind the end of the block of 3 bytes",
        ),
        (
            "freed",
            "int *a = calloc(n, 4);\nfree(a);\nprintf(\"%d\\n\", a[0]);",
            "It reads memory in line 12 of `cells.c` that was freed in line 11 of `cells.c`.",
        ),
        (
            "twice",
            "int *a = malloc(n);\nfree(a);\nfree(a);",
            "It frees the same memory a second time in line 12 of `cells.c` after it was freed in line 11 of `cells.c`.",
        ),
        (
            "inside",
            "int *a = malloc(12);\nfree(a + 1);",
            "It frees something that was not given by `malloc`, or not in the way in which it was given in line 11 of `cells.c`.",
        ),
        (
            "returned",
            "int *a = lost(n);\nprintf(\"%d\\n\", a[0]);",
            "It reads the variable `local` in line 11 of `cells.c`, whose function or block has ended.",
        ),
        (
            "null",
            "struct node *none = NULL;\nif (n == 3) printf(\"%d\\n\", none->value);",
            "It follows a pointer that is `NULL` in line 11 of `cells.c`.",
        ),
        (
            "unset",
            "struct node *one = malloc(sizeof *one);\nprintf(\"%d\\n\", one->next->value);",
            "It follows a pointer that was never set in line 11 of `cells.c`.",
        ),
        (
            "overflow",
            "int most = 2147483645;\nprintf(\"%d\\n\", most + n);",
            "A number becomes too large for its type in line 11 of `cells.c`: Signed integer overflow: ",
        ),
        ("zero", "printf(\"%d\\n\", 7 / (n - 3));", "It divides a number by 0 in line 10 of `cells.c`."),
        (
            "leak",
            "for (int i = 0; i < n; i++) malloc(10);",
            "It ends and has not freed 30 bytes of memory in 3 blocks. The most were asked for in line 10 of `cells.c`.",
        ),
        (
            "file",
            "FILE *file = fopen(\"/dev/null\", \"r\");\nreturn file == NULL;",
            "It ends and has not freed ",
        ),
    ];
    let right = [
        ("right", "int *a = malloc(4 * n);\na[2] = 1;\nfree(a);"),
        // What a program writes is its own, wherever it writes it.
        (
            "says-so",
            "fprintf(stderr, \"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\\nREAD of size 4\\n\");",
        ),
        ("leaves", "malloc(10);\nfprintf(stderr, \"no\\n\");\nexit(1);"),
    ];
    // Each is compiled with all that sanitizers add, so half of them wait for another day.
    let cases = night::spread(cases.to_vec(), 2);
    let mut scratch = Scratch::new(SPEC);
    for (name, lines) in cases
        .iter()
        .map(|(name, lines, _)| (name, lines))
        .chain(right.iter().map(|(name, lines)| (name, lines)))
    {
        scratch = scratch.write(&format!("class/{name}/cells.c"), program(lines));
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--repeat", "2"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    let mut wrong = Vec::new();
    for &(name, lines, says) in &cases {
        let scenario = &named(&results, name)["scenarios"][0];
        let reason = scenario["reasons"][0].as_str().unwrap_or_default();
        let is_told =
            scenario["verdict"] == "runtime error" && reason.starts_with(says) && scenario["flaky"] == false;
        let is_placed = name == "file" || scenario["annotations"][0]["origin"] == "sanitizer";
        if !is_told || !is_placed {
            wrong.push(format!("{name}: {lines}\n  expected {says}\n  got {scenario:#}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (name, lines) in right {
        assert_eq!(named(&results, name)["points"], "1", "{name}: {lines}: {:#}", named(&results, name));
    }
    let page = scratch.read(&format!("yardstick-results/feedback/{}.txt", cases[0].0));
    assert!(page.contains("  ▸ 11  ") && page.contains("Do this: "), "{page}");
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn no_submission_is_looked_at_less_for_what_it_says_itself() {
    let index = "int a[3] = {1, 2, 3};\nint *volatile first = a;\nprintf(\"%d\\n\", first[n]);";
    let pasted = format!(
        "#define GLUE(one, other) one##other\n__attribute__((GLUE(no_san, itize)(\"address\")))\n{}",
        program("").replace("int main", "int wrong(int n) {\n  int a[3] = {n};\n  int *volatile first = a;\n  return first[n];\n}\nint main")
            .replace("return 7;", "return 7; n = wrong(n);")
    );
    // The attribute stands in front of the function that follows.
    let pasted = pasted.replacen("#include", "int unused(void);\n#include", 1);
    let quick =
        |end: &str| program(&format!("char *lost = malloc(n);\nlost[0] = 1;\nfflush(stdout);\n{end}"));
    let before = |more: &str| {
        program("int *a = malloc(8);\na[1] = 2;\nfree(a);\nreturn a[0] * 0;")
            .replace("int main", &format!("{more}\nint main"))
    };
    let unistd = |program: String| format!("#include <unistd.h>\n#include <sys/syscall.h>\n{program}");
    let forking = |child: &str| {
        let program = program(&format!("fflush(stdout);\nif (fork() == 0) {{ {child} }}\nwait(NULL);"));
        format!("#include <sys/wait.h>\n{}", unistd(program))
    };
    let attribute = |words: &str| program(index).replace("int main", &format!("{words}\nint main"));
    let invalid = [
        (
            "attribute",
            attribute("__attribute__((no_sanitize(\"address\")))"),
            "`cells.c` says `no_sanitize…`",
        ),
        ("undefines", format!("#undef no_san\\\nitize\n{}", program(index)), "`cells.c` says `no_sanitize…`"),
        (
            "options",
            before("const char *__asan_default_options(void) { return \"\"; }"),
            "`cells.c` says `__asan_…`",
        ),
        ("own-free", before("void free(void *block) { (void)block; }"), "your program defines `free`"),
        ("own-getpid", before("int getpid(void) { return 1; }"), "your program defines `getpid`"),
        (
            "own-malloc",
            before("void *malloc(size_t size) { static char room[999]; return size < 999 ? room : NULL; }"),
            "your program defines `malloc`",
        ),
    ];
    let wrong = [
        ("pasted", pasted, "It reads 4 bytes in line "),
        ("quick", unistd(quick("_exit(0);")), "It ends and has not freed 3 bytes of memory."),
        ("quicker", quick("_Exit(0);"), "It ends and has not freed 3 bytes of memory."),
        ("quickest", quick("quick_exit(0);"), "It ends and has not freed 3 bytes of memory."),
        (
            "child",
            forking("char *a = malloc(n); a[n] = 1; free(a); _exit(0);"),
            "It writes 1 byte in line 14 of `cells.c`, directly behind the end of the block of 3 bytes",
        ),
        ("system", unistd(quick("syscall(SYS_exit_group, 0);")), "It ends in a way in which nobody can see"),
        (
            "early",
            unistd(quick("")).replace(
                "int main",
                "__attribute__((constructor(101))) static void first(void) { for (int n = 3; n < 999; n++) close(n); }\nint main",
            ),
            "It ends ",
        ),
    ];
    let right = [
        ("exits", unistd(program("fflush(stdout);\n_exit(0);"))),
        ("freed", program("free(malloc(n));\nfflush(stdout);\nquick_exit(0);")),
        ("forks", unistd(program("fflush(stdout);\nif (fork() == 0) _exit(0);"))),
        ("waits", forking("char *a = malloc(n); a[n - 1] = 1; free(a); _exit(4);")),
        ("gives-up", unistd(quick("_exit(3);"))),
        ("replaced", unistd(program("fflush(stdout);\nexecl(\"/bin/true\", \"true\", NULL);"))),
        // Its own function may have any name that is none of the allocator.
        ("named", program("").replace("int main", "int close(int door) { return door; }\nint main")),
    ];
    let mut scratch = Scratch::new(SPEC);
    let all = invalid.iter().chain(&wrong).map(|(name, text, _)| (name, text));
    for (name, text) in all.chain(right.iter().map(|(name, text)| (name, text))) {
        scratch = scratch.write(&format!("class/{name}/cells.c"), text);
    }
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    for (name, _, says) in &invalid {
        let said = named(&results, name).to_string();
        assert!(said.contains("invalid submission") && said.contains(says), "{name}: {said}");
    }
    for (name, text, says) in &wrong {
        let scenario = &named(&results, name)["scenarios"][0];
        let reason = scenario["reasons"][0].as_str().unwrap_or_default();
        assert!(
            scenario["verdict"] == "runtime error" && reason.starts_with(says),
            "{name}: {scenario:#}\n{text}"
        );
    }
    for (name, text) in &right {
        assert_eq!(named(&results, name)["points"], "1", "{name}: {:#}\n{text}", named(&results, name));
    }
}

#[test]
fn memory_that_is_used_counts_and_memory_that_is_reserved_does_not() {
    let fills = "char *much = malloc(300u << 20);\nif (much) memset(much, n, 300u << 20);\nfree(much);";
    let scratch = Scratch::new(SPEC).write("Ada/cells.c", program(fills));
    let page = scratch.run(&["check", "spec.yaml", "Ada"]).stdout;
    assert!(page.contains("memory limit") && page.contains("256 MiB"), "{page}");
}

#[test]
fn a_program_in_cpp_is_sanitized_too() {
    if optional::found("g++").is_none() {
        return;
    }
    let program = |lines: &str| {
        format!(
            "#include <iostream>\n#include <string>\n#include <vector>\nint main() {{\n  int n;\n  std::cin >> n;\n  std::cout << \"ok\" << std::endl;\n{lines}\n}}\n"
        )
    };
    let vector = "std::vector<std::string> words(n, std::string(50, 'x'));\nstatic std::vector<int> kept(n);\nreturn (int) words.size() - n;";
    let scratch = Scratch::new(&SPEC.replace("cells.c", "cells.cpp"))
        .write("class/right/cells.cpp", program(vector))
        .write("class/mixes/cells.cpp", program("int *a = new int[n];\ndelete a;"))
        .write("class/leaks/cells.cpp", program("int *a = new int[n]();\nreturn a[0];"))
        .write("class/behind/cells.cpp", program("std::vector<int> a(n);\nreturn a[n];"));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "right")["points"], "1", "{:#}", named(&results, "right"));
    for (name, says) in [
        ("mixes", "It frees something that was not given by `malloc`, or not in the way"),
        ("leaks", "It ends and has not freed 12 bytes of memory. It was asked for in line 8 of `cells.cpp`."),
        (
            "behind",
            "It reads 4 bytes in line 9 of `cells.cpp`, directly behind the end of the block of 12 bytes",
        ),
    ] {
        let reason =
            named(&results, name)["scenarios"][0]["reasons"][0].as_str().unwrap_or_default().to_owned();
        assert!(reason.starts_with(says), "{name}: {reason}");
    }
}

#[test]
fn what_cannot_be_sanitized_is_refused_and_a_reference_must_be_clean() {
    let refused = |spec: &str| {
        let scratch = Scratch::new(spec)
            .write("solution.c", program("return malloc(n) == NULL;"))
            .write("cells.h", "int f(int);\n")
            .write("Ada/cells.c", program(""));
        let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
        assert_eq!(ended.code, 2, "{}{}", ended.stdout, ended.stderr);
        ended.stderr
    };
    let python = refused(&SPEC.replace("cells.c", "cells.py"));
    assert!(python.contains("Python has no sanitizers here") && python.contains("spec.yaml:4:"), "{python}");
    let session = SPEC
        .replace("files: [cells.c]", "files: [cells.c], supplied: [cells.h]")
        .split("  - {")
        .next()
        .unwrap()
        .to_owned()
        + "  - name: typed\n    points: 1\n    session: |\n      >>> f(1)\n      1\n";
    assert!(refused(&session).contains("a session cannot be sanitized: only a program that is run can be"));
    let leaks = SPEC
        .replace("runtime:", "reference: { files: [solution.c] }\nruntime:")
        .replace(", expect: { stdout: \"ok\\n\", exit: any }", "");
    let leaks = refused(&leaks);
    assert!(leaks.contains("a sanitizer finds a mistake in the reference on `prints`"), "{leaks}");
    assert!(leaks.contains("memory is never freed in line 10 of `solution.c`"), "{leaks}");
}

#[test]
fn a_machine_without_sanitizers_is_no_students_fault() {
    let compiler = "#!/bin/sh\ncase \"$*\" in\n  *-fsanitize*) echo '/usr/bin/ld: cannot find libasan_preinit.o' >&2; exit 1 ;;\nesac\nexec /usr/bin/gcc \"$@\"\n";
    let scratch = Scratch::new(SPEC).write("bin/gcc", compiler).write("Ada/cells.c", program(""));
    let gcc = scratch.path("bin/gcc");
    std::fs::set_permissions(&gcc, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    let told = ended(scratch.command(&["check", "spec.yaml", "Ada"]).env("PATH", path));
    assert!(told.stdout.contains("install the sanitizers of the compiler"), "{}{}", told.stdout, told.stderr);
    assert!(told.stdout.contains("no points yet"), "{}", told.stdout);
    assert_eq!(told.code, 3);
}

#[test]
fn what_is_handed_in_instead_is_sanitized_too_where_its_language_can_be() {
    if !optional::is_at_hand("g++") {
        return;
    }
    let spec = SPEC.replace("[cells.c] }", "[cells.c], instead: [cells.cpp, cells.py] }");
    let misused = "#include <iostream>\nint main() { char *p = new char[10]; delete[] p; p[0] = 1; std::cout << \"ok\\n\"; }\n";
    let scratch = Scratch::new(&spec)
        .write("class/cpp/cells.cpp", misused)
        .write("class/right/cells.cpp", "#include <iostream>\nint main() { std::cout << \"ok\\n\"; }\n")
        .write("class/python/cells.py", "print('ok')\n");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "cpp")["scenarios"][0]["verdict"], "runtime error");
    assert_eq!([&named(&results, "right")["points"], &named(&results, "python")["points"]], ["1", "1"]);
}

#[test]
fn a_program_that_has_itself_run_again_keeps_the_options_of_its_sanitizers() {
    let again = |option: &str| {
        let lines = format!(
            "fflush(stdout);\nif (getenv(\"AGAIN\")) return 0;\nputenv(\"AGAIN=1\");\nputenv(\"{option}\");"
        );
        let program = program(&format!("{lines}\nexecl(\"/proc/self/exe\", \"s\", NULL);"));
        format!(
            "#include <unistd.h>\n{}",
            program.replace("!= 1) return 7", "!= 1 && !getenv(\"AGAIN\")) return 7")
        )
    };
    let scratch = Scratch::new(&SPEC.replace("\"ok\\n\", exit: any", "\"ok\\nok\\n\""))
        .write("class/same/cells.c", again("OTHER=1"))
        .write("class/other/cells.c", again("UBSAN_OPTIONS=exitcode=0"));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "same")["points"], "1", "{:#}", named(&results, "same"));
    let other = &named(&results, "other")["scenarios"][0];
    assert!(other.to_string().contains("the options of the sanitizers were changed"), "{other:#}");
    assert_eq!(other["points"], "0");
}
