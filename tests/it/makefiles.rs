//! Programs that `make` builds, by a Makefile of the student or of the instructor.

use super::optional;
use super::scratch::{Scratch, named};

/// What is handed in comes with a Makefile.
const SPEC: &str = r#"
assignment: sum
submission: { files: [sum.c, Makefile], entry: sum.c }
reference: { files: [sum.c, add.c, Makefile] }
build: { make: all, program: sum }
groups:
  - name: sums
    points: 4
    scenarios:
      - { name: two numbers, stdin: ["1 2"] }
      - { name: others, stdin: ["3 4"] }
"#;

const MAKEFILE: &str = "CFLAGS = -Wall -g\nall: sum\nsum: sum.o add.o\n\t$(CC) -o $@ $^\n.PHONY: all\n";

const SUM: &str = "#include <stdio.h>\nint add(int, int);\nint main(void) {\n  int a, b;\n  if (scanf(\"%d %d\", &a, &b) != 2) return 1;\n  printf(\"%d\\n\", add(a, b));\n}\n";

const ADD: &str = "int add(int a, int b) { return a + b; }\n";

fn spec() -> Scratch {
    Scratch::new(SPEC).write("sum.c", SUM).write("add.c", ADD).write("Makefile", MAKEFILE)
}

/// Adds a hand-in: what is right, but for the Makefile.
fn handed_in(scratch: Scratch, name: &str, makefile: &str) -> Scratch {
    let file = |file: &str| format!("class/{name}/{file}");
    scratch.write(&file("sum.c"), SUM).write(&file("add.c"), ADD).write(&file("Makefile"), makefile)
}

/// The right program as an object.
fn compiled() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (source, object) = (folder.path().join("all.c"), folder.path().join("all.o"));
    std::fs::write(&source, format!("{ADD}{}", SUM.replace("int add(int, int);\n", ""))).unwrap();
    assert!(
        std::process::Command::new("gcc")
            .args(["-c", "-o"])
            .args([&object, &source])
            .status()
            .unwrap()
            .success()
    );
    std::fs::read(object).unwrap()
}

#[test]
fn a_hand_in_is_built_by_its_own_makefile_and_told_what_keeps_it_from_being_built() {
    if optional::found("make").is_none() {
        return;
    }
    let stale = "#!/bin/sh\necho 3\n";
    let mut scratch = spec();
    for name in ["right", "does-not-compile", "wrong", "stale"] {
        scratch = handed_in(scratch, name, MAKEFILE);
    }
    let scratch = handed_in(scratch, "no-rule", "all: sum\nsum: nowhere.o\n\tcc -o $@ $^\n");
    let scratch = handed_in(scratch, "makes-nothing", "all:\n\t@true\n")
        .write("class/does-not-compile/sum.c", SUM.replace("int a, b;", "int a, b"))
        .write("class/wrong/add.c", ADD.replace("a + b", "3"))
        // They are newer than what they were made of, or not, as it happens.
        .write("class/stale/sum", stale)
        .write("class/stale/sum.o", stale)
        .write("class/stale/add.o", compiled())
        // It would be linked as it is: no rule makes it.
        .write("class/compiled/sum.c", "int main(void) { return 1; }\n")
        .write("class/compiled/Makefile", "all:\n\t$(CC) -o sum right.o\n")
        .write("class/compiled/right.o", compiled())
        .write("class/another/sum.c", SUM)
        .write("class/another/add.c", ADD)
        .write("class/another/Makefile", "all:\n\t$(CC) -o sums sum.c add.c\n");
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, points) in [
        ("right", "4"),
        ("wrong", "2"),
        ("stale", "4"),
        ("does-not-compile", "0"),
        ("no-rule", "0"),
        ("compiled", "0"),
        ("another", "0"),
        ("makes-nothing", "0"),
    ] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    for (name, told) in [
        ("does-not-compile", "sum.c:5:"),
        ("does-not-compile", "expected"),
        ("no-rule", "No rule to make target 'nowhere.o', needed by 'sum'"),
        ("no-rule", "`make` cannot build it: make: *** No rule"),
        ("makes-nothing", "`make` cannot build it: `make all` ended well, and made no file `sum`"),
        ("another", "`make all` ended well, and made no file `sum`, but `sums`"),
        ("compiled", "`make` cannot build it: /usr/bin/ld: cannot find right.o: No such file"),
        ("compiled", "Left out, because it was compiled before it was handed in: right.o"),
        ("stale", "it was compiled before it was handed in"),
    ] {
        assert!(page(name).contains(told), "{name}: {}", page(name));
    }
    // One line is told once.
    let no_rule = page("no-rule");
    assert_eq!(no_rule.matches("No rule to make target").count(), 1, "{no_rule}");
    let versions = scratch.run(&["verify"]);
    assert_eq!(versions.code, 0, "{}{}", versions.stdout, versions.stderr);
}

#[test]
fn a_hand_in_without_a_makefile_is_told_that_it_is_missing() {
    let scratch = spec().write("Ada/sum.c", SUM).write("Ada/add.c", ADD);
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert!(ended.code == 1 && ended.stdout.contains("`Makefile`"), "{}{}", ended.stdout, ended.stderr);
}

/// The instructor's Makefile compiles a source of the instructor's with the submission, and shows neither to the program.
const HARNESSED: &str = r#"
assignment: add
submission: { files: [add.c] }
build: { make: add-test, files: [tests/Makefile, tests/harness.c], warnings: 1 }
groups:
  - name: adds
    points: 2
    scenarios:
      - { name: sums, stdin: ["1 2"], expect: { stdout: "3\n" } }
  - name: by itself
    build: { make: alone }
    points: 2
    scenarios:
      - { name: greets, expect: { stdout: "alone\n" } }
"#;

const HARNESS: &str = "#include <stdio.h>\nint add(int, int);\nint main(void) {\n  int a, b;\n  if (fopen(\"harness.c\", \"r\") || fopen(\"Makefile\", \"r\")) return 9;\n  return scanf(\"%d %d\", &a, &b) != 2 || printf(\"%d\\n\", add(a, b)) < 0;\n}\n";

const OF_INSTRUCTOR: &str = "add-test: harness.c add.c\n\tcc -Wall -Dmain=students_main -c add.c\n\tcc -o $@ harness.c add.o\nalone: add.c\n\tcc -o $@ add.c\n";

const WITH_MAIN: &str = "#include <stdio.h>\nint add(int a, int b) { return a + b; }\nint main(void) { puts(\"alone\"); return 0; }\n";

#[test]
fn the_makefile_of_the_instructor_counts_more_than_any_that_is_handed_in() {
    if optional::found("make").is_none() {
        return;
    }
    let cheat = "add-test alone:\n\tprintf '#!/bin/sh\\necho 3\\n' > $@\n\tchmod +x $@\n";
    let scratch = Scratch::new(HARNESSED)
        .write("tests/Makefile", OF_INSTRUCTOR)
        .write("tests/harness.c", HARNESS)
        .write("class/right/add.c", WITH_MAIN)
        .write("class/warned/add.c", WITH_MAIN.replace("return a + b", "int unused; return a + b"))
        .write("class/cheats/add.c", WITH_MAIN.replace("a + b", "0"))
        .write("class/cheats/GNUmakefile", cheat)
        .write("class/cheats/Makefile", cheat);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, points) in [("right", "5"), ("warned", "4"), ("cheats", "3")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
}

#[test]
fn a_makefile_of_the_instructor_that_cannot_be_read_is_no_students_fault() {
    if optional::found("make").is_none() {
        return;
    }
    let scratch = Scratch::new(HARNESSED)
        .write("tests/Makefile", OF_INSTRUCTOR.replace('\t', "    "))
        .write("tests/harness.c", HARNESS)
        .write("Ada/add.c", WITH_MAIN);
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    let all = format!("{}{}", ended.stdout, ended.stderr);
    assert_eq!(ended.code, 3, "{all}");
    assert!(all.contains("Makefile:2: *** missing separator") && all.contains("no points yet"), "{all}");
    assert!(all.contains("correct this file: `make` cannot read it"), "{all}");
}

/// What a Makefile can try while it is built, and what its author gets: none of it harms the honest ones that are graded beside it.
const HOSTILE: [(&str, &str, &str); 6] = [
    // Each line of a recipe is a shell of its own; what it prints has an end.
    (
        "floods",
        "all:\n\t@while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n",
        "0",
    ),
    (
        "forks",
        "all: sum\n\t@for i in $$(seq 500); do sleep 20 & done; wait\nsum: sum.o add.o\n\t$(CC) -o $@ $^\n",
        "0",
    ),
    (
        "writes-outside",
        "all: sum\n\t@! touch OUTSIDE/marker 2> refused\n\t@! touch /usr/bin/marker 2> refused\nsum: sum.o add.o\n\t$(CC) -o $@ $^\n",
        "4",
    ),
    // The grader follows no link that a recipe leaves.
    ("links-to-the-reference", "all:\n\tln -s OUTSIDE/answer.c sum\n", "0"),
    // Root may read it all the same; whoever may not, says whose fault it is.
    (
        "takes-rights-away",
        "all: sum\n\tmkdir hidden\n\tchmod 0 hidden sum.o\nsum: sum.o add.o\n\t$(CC) -o $@ $^\n",
        "graded",
    ),
    (
        "reads-the-reference",
        "all:\n\t@cat OUTSIDE/spec.yaml OUTSIDE/answer.c > found 2> refused; test ! -s found\n\t@! grep -rl 'the secret of the reference' /tmp /root /home /proc/1/root/tmp --include=answer.c 2> refused\n\t$(CC) -o sum sum.c add.c\n",
        "4",
    ),
];

#[test]
fn a_hostile_makefile_gets_nothing_and_costs_no_honest_program_a_point() {
    if optional::found("make").is_none() {
        return;
    }
    let mut scratch = Scratch::new(&SPEC.replace("[sum.c, add.c, Makefile]", "[answer.c, Makefile]"))
        .write("answer.c", format!("{SUM}{ADD}/* the secret of the reference */"))
        .write("Makefile", "all:\n\t$(CC) -o sum sum.c\n");
    let outside = scratch.path(".").display().to_string();
    for (number, (name, makefile, _)) in HOSTILE.iter().enumerate() {
        scratch = handed_in(scratch, &format!("{number}-{name}"), &makefile.replace("OUTSIDE", &outside));
        scratch = handed_in(scratch, &format!("{number}-an-honest-one"), MAKEFILE);
    }
    let ended = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let told = scratch.read("yardstick-results/feedback/1-forks.txt");
    assert!(told.contains("checking or building it ended with"), "{told}");
    let results = scratch.results();
    for (number, (name, _, points)) in HOSTILE.iter().enumerate() {
        let honest = named(&results, &format!("{number}-an-honest-one"));
        assert_eq!(honest["points"], "4", "beside {name}: {honest:#}");
        let hostile = named(&results, &format!("{number}-{name}"));
        assert_eq!(hostile["status"], "graded", "{name}: {hostile:#}");
        assert!(*points == "graded" || hostile["points"] == *points, "{name}: {hostile:#}");
    }
    assert!(!scratch.path("marker").exists());
}

#[test]
#[ignore = "takes as long as a compiler may, twice"]
fn a_makefile_that_never_ends_is_stopped_and_costs_no_honest_program_a_point() {
    if optional::found("make").is_none() {
        return;
    }
    let scratch = handed_in(spec(), "endless", "all:\n\t@while :; do :; done\n");
    let scratch = handed_in(scratch, "honest", MAKEFILE);
    let ended = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "2"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "honest")["points"], "4");
    assert_eq!(named(&results, "endless")["points"], "0", "{:#}", named(&results, "endless"));
}

#[test]
fn a_machine_without_make_is_told_so_by_doctor_and_costs_nobody_a_point() {
    let bin = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/usr/bin/gcc", bin.path().join("gcc")).unwrap();
    let told =
        "`make` is needed to run Makefiles and is not on the search path: install it (`apt-get install make`";
    let scratch = handed_in(spec(), "Ada", MAKEFILE);
    let run = |args: &[&str]| {
        let output = scratch.process(args).env("PATH", bin.path()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (_, doctor) = run(&["doctor"]);
    assert!(doctor.contains(&format!("✗ Makefiles: {told}")), "{doctor}");
    let (code, graded) = run(&["grade", "spec.yaml", "class"]);
    assert!(code == Some(3) && graded.contains(told), "{graded}");
}

#[test]
fn a_spec_that_asks_make_for_nonsense_is_refused() {
    for (file, build, says) in [
        ("a.py", "{ make: a }", "a program in Python is not built"),
        ("A.java", "{ make: a }", "no program in Java is built by `make`"),
        ("a.c", "{ make: all }", "`make all` makes no file `all` that could be run"),
        ("a.c", "{ program: a }", "`program` says what `make` makes, and nothing is made"),
        ("a.c", "{ make: a.c }", "`a.c` is handed in, and `make` is to make it"),
        ("a.c", "{ make: -n }", "`-n` is not a target of a Makefile"),
        ("a.c", "{ make: CC=evil }", "`CC=evil` is not a target of a Makefile"),
        ("a.c", "{ make: a b }", "`a b` is not a target of a Makefile"),
        ("a.c", "{ make: all, program: ../a }", "`../a` is not a path inside the folder"),
        ("a.c", "{ make: a, flags: [-O2] }", "`flags` has no effect on what `make` builds"),
        ("a.c", "{ make: a, libraries: [m] }", "`libraries` has no effect on what `make` builds"),
        ("a.c", "{ make: a, define: { N: 1 } }", "`define` has no effect on what `make` builds"),
    ] {
        let spec = format!(
            "assignment: x\nsubmission: {{ files: [{file}] }}\nbuild: {build}\nscenarios: [{{ name: s, points: 1, expect: {{ stdout: x }} }}]\n"
        );
        let scratch = Scratch::new(&spec);
        scratch.refuses(says);
        let refused = scratch.run(&["check", "spec.yaml", "."]).stderr;
        assert!(refused.contains("spec.yaml:3:") && refused.contains('^'), "{refused}");
    }
    let with =
        |rest: &str| format!("assignment: x\nsubmission: {{ files: [a.c] }}\nbuild: {{ make: a }}\n{rest}");
    Scratch::new(&with("runtime: sanitized\nscenarios: [{ name: s, points: 1, expect: { stdout: x } }]\n"))
        .refuses("`runtime: sanitized` has no effect on what `make` builds");
    Scratch::new(&with("scenarios: [{ name: s, points: 1, session: \"> f(1)\\n3\" }]\n"))
        .refuses("a session cannot be built by `make`");
}
