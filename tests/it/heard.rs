//! A program whose time is up tells where it is before it is killed, and what it printed is kept.

use serde_json::Value;

use super::html::texts;
use super::night;
use super::scratch::{Scratch, named};

const SPEC: &str = "assignment: hello\ntitle: Hello\nsubmission: { files: [hello.py] }\n\
                    limits: { cpu: 250ms, wall: 60s, output: 100 KiB }\nscenarios:\n  - name: says hello\n    \
                    points: 1\n    expect: { stdout: \"hello\\n\" }\n";

/// Two counters, which nobody can prove to be endless.
const COUNTS: &str = "print('one')\nprint('two')\n\n\ndef find(column):\n    tries = row = 0\n    while column != 8:\n        \
                      tries += 1\n        row = (row + 1) % 5\n\n\nfind(7)\n";

/// What changes is held by an object, which must not be asked for it.
const CLASS: &str = "class Game:\n    def __init__(self):\n        self.turn = self.row = 0\n\n    @property\n    def over(self):\n        \
                     return False\n\n    def play(self):\n        while not self.over:\n            self.turn += 1\n            \
                     self.row = (self.row + 1) % 6\n\n\nprint('one')\nGame().play()\n";

/// All its calls are under way most of the time, so that it has none left for an answer.
const DEEP: &str = "def down(n):\n    try:\n        down(n + 1)\n    except RecursionError:\n        down(n)\n\n\n\
                    print('one')\nwhile True:\n    try:\n        down(0)\n    except RecursionError:\n        pass\n";

const THREADS: &str = "import threading\n\n\ndef work():\n    n = 0\n    while True: n += 1\n\n\nprint('one')\n\
                       thread = threading.Thread(target=work)\nthread.start()\nthread.join()\n";

/// One thread is inside of C and never gives Python's lock to the others, which ask for it.
const THREAD_IN_C: &str = "import threading\n\n\ndef work():\n    return sum(range(10**11))\n\n\nprint('one')\n\
                           thread = threading.Thread(target=work)\nthread.start()\nthread.join()\n";

/// The same, and it is the first thread.
const BESIDE_A_THREAD: &str = "import threading\nimport time\n\n\ndef work():\n    while True: time.sleep(0.01)\n\n\nprint('one')\n\
                               threading.Thread(target=work).start()\nsum(range(10**11))\n";

const CHILD: &str =
    "import os\nif os.fork() == 0:\n    print('one')\n    n = 0\n    while True: n += 1\nos.wait()\n";

const COUNTS_ALONE: &str = "n = 0\nwhile True: n += 1\n";

/// Programs, and what is told of each. They print `one` before.
const TOLD: [(&str, &str, &str); 9] = [
    (
        "counts",
        COUNTS,
        "was stopped in lines 7 to 9 of `hello.py`, in `find`, which run again and again: `column` stays `7`, `tries` \
         grows and `row` changes. Line 7 is `while column != 8:`.",
    ),
    (
        "calls",
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\n\nprint('one')\nprint(fib(60))\n",
        "was stopped in `fib`, which begins in line 1 of `hello.py` and is called again and again.",
    ),
    (
        "class",
        CLASS,
        "was stopped in lines 10 to 12 of `hello.py`, in `play`, which run again and again: `self.turn` grows and `self.row` \
         changes. Line 10 is `while not self.over:`.",
    ),
    (
        "deep",
        DEEP,
        "was stopped in `down`, which begins in line 1 of `hello.py` and is called again and again.",
    ),
    (
        "inside-of-c",
        "print('one')\ntotal = sum(range(10**11))\n",
        "was stopped in line 2 of `hello.py`. Line 2 is `total = sum(range(10**11))`.",
    ),
    ("threads", THREADS, "was stopped in line 6 of `hello.py`, in `work`. Line 6 is `while True: n += 1`."),
    (
        "thread-in-c",
        THREAD_IN_C,
        "was stopped in line 5 of `hello.py`, in `work`. Line 5 is `return sum(range(10**11))`.",
    ),
    (
        "beside-a-thread",
        BESIDE_A_THREAD,
        "was stopped in line 11 of `hello.py`. Line 11 is `sum(range(10**11))`.",
    ),
    ("child", CHILD, "was stopped in line 5 of `hello.py`, which runs again and again: `n` grows."),
];

/// Grades programs; returns their scenarios in the same order.
fn graded(programs: &[(String, String)], args: &[&str]) -> Vec<Value> {
    let write = |class: Scratch, (name, program): &(String, String)| {
        class.write(&format!("class/{name}/hello.py"), program)
    };
    let class = programs.iter().fold(Scratch::new(SPEC), write);
    let graded = class.run(&[&["grade", "spec.yaml", "class"], args].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    programs.iter().map(|(name, _)| named(&results, name)["scenarios"][0].clone()).collect()
}

/// Returns what is told of programs, each of which used up its time.
fn told(programs: &[(String, String)], args: &[&str]) -> Vec<String> {
    let told = |scenario: Value| {
        assert_eq!(scenario["verdict"], "time limit", "{scenario}");
        scenario["reasons"].to_string()
    };
    graded(programs, args).into_iter().map(told).collect()
}

#[test]
fn at_every_level_a_program_tells_where_it_is_and_what_it_printed_is_kept() {
    let programs = TOLD.map(|(name, program, _)| (name.to_owned(), program.to_owned()));
    let ways = [
        ("strict", "fork"),
        ("standard", "spawn"),
        ("none", "fork"),
        ("strict", "spawn"),
        ("standard", "fork"),
        ("none", "spawn"),
    ];
    for (level, runner) in night::spread(ways.to_vec(), 6) {
        let told = told(&programs, &["--sandbox", level, "--runner", runner]);
        for ((name, _, expected), told) in TOLD.iter().zip(told) {
            assert!(told.contains(expected), "{level}, {runner}, {name}: {told}");
            assert!(told.contains("printed `one`"), "{level}, {runner}, {name}: {told}");
        }
    }
}

#[test]
fn a_program_that_waits_tells_where() {
    let sleeps = "import time\nprint('one')\n\n\ndef rest():\n    time.sleep(1000)\n\n\nrest()\n";
    let spec = SPEC.replace("wall: 60s", "wall: 500ms");
    for runner in ["fork", "spawn"] {
        let hello = Scratch::new(&spec).write("hello.py", sleeps);
        let said =
            hello.run(&["check", "spec.yaml", "hello.py", "--runner", runner]).stdout.replace("\n  ", " ");
        let expected = "It was still there after 0.5 s and was stopped in line 6 of `hello.py`, in `rest`.";
        assert!(said.contains("idle limit (0/1)") && said.contains(expected), "{runner}: {said}");
        assert!(said.contains("printed `one`"), "{runner}: {said}");
    }
}

/// A compiled program, and what is told of it: of a loop that calls a library, of one that stays in
/// it, of one that does not, of calls, of waiting, of a function that the compiler puts into the place of its call, of a
/// virtual machine.
const COMPILED: [(&str, &str, &str); 9] = [
    (
        "library.c",
        "#include <stdio.h>\n#include <string.h>\nstatic char text[99];\nvoid fill(int n) {\n    snprintf(text, 99, \"%f\", n * \
         0.3);\n}\nint main(void) {\n    int n = 0;\n    while (strlen(text) < 98) {\n        fill(n);\n        n = n + \
         1;\n    }\n}\n",
        "in lines 9 to 11 of `library.c`, in `main`, which run again and again.",
    ),
    (
        "fills.c",
        "#include <string.h>\nstatic char big[8 << 20];\nint main(void) {\n    for (int n = 0; n >= 0;\n         n = (n + \
         1) % 100)\n        memset(big, n, sizeof big);\n}\n",
        "of `fills.c`, in `main`, which run again and again.",
    ),
    (
        "counts.cpp",
        "#include <iostream>\nint find(int column) {\n    volatile int tries = 0;\n    while (column != 8) {\n        tries = \
         tries + 1;\n    }\n    return tries;\n}\nint main() { std::cout << find(7); }\n",
        "in line 5 of `counts.cpp`, in `find`, which runs again and again.",
    ),
    (
        "calls.c",
        "#include <stdio.h>\nlong fib(int n) {\n    return n < 2 ? n : fib(n - 1) + fib(n - 2);\n}\nint main(void) { \
         printf(\"%ld\", fib(60)); }\n",
        "in lines 2 to 4 of `calls.c`, in `fib`, which run again and again.",
    ),
    (
        "sleeps.c",
        "#include <unistd.h>\nint main(void) {\n    sleep(1000);\n}\n",
        "in line 3 of `sleeps.c`, in `main`.",
    ),
    (
        "rust.rs",
        "fn find(column: i32) -> i32 {\n    let mut tries = 0;\n    while column != std::hint::black_box(8) {\n        \
         tries += 1;\n    }\n    tries\n}\nfn main() {\n    println!(\"{}\", find(7));\n}\n",
        "of `rust.rs`, in `find`, which run",
    ),
    (
        "Java.java",
        "class Java {\n    static void find(int column) {\n        while (column != 8) {}\n    }\n    public static void \
         main(String[] args) {\n        find(7);\n    }\n}\n",
        "in line 3 of `Java.java`, in `find`.",
    ),
    (
        "loops.js",
        "function find(column) {\n    while (column !== 8) {}\n}\nconsole.log('begins');\nfind(7);\n",
        "in line 2 of `loops.js`, in `find`.",
    ),
    (
        "loops.mjs",
        "import { readFileSync } from 'node:fs';\nconst find = (column) => {\n    while (column !== 8) {}\n};\nfind(7);\n",
        "in line 3 of `loops.mjs`, in `find`.",
    ),
];

/// How often a compiled program is looked at, at most.
const CROWDED: usize = 3;

#[test]
fn a_compiled_program_is_shown_with_the_lines_in_which_it_was() {
    for level in night::some(&["strict", "standard", "none"], 1) {
        for (file, program, expected) in night::some(&COMPILED, 3) {
            // Root's own toolchain can only be read where launchers are root.
            if *file == "rust.rs" && *level != "strict" {
                continue;
            }
            let spec =
                SPEC.replace("hello.py", file).replace("wall: 60s", "wall: 5s").replace("250ms", "900ms");
            let hello = Scratch::new(&spec).write(file, program);
            let said =
                || hello.run(&["check", "spec.yaml", file, "--sandbox", level]).stdout.replace("\n  ", " ");
            // On a crowded machine the time to follow it may be up before anything was seen.
            assert!((0..CROWDED).any(|_| said().contains(expected)), "{level}, {file}: {}", said());
        }
    }
}

#[test]
fn a_compiled_program_that_goes_on_when_it_is_looked_at_was_idle_all_the_same() {
    // Looking at it ends the call in which it waits. The loop then stands still at each instruction, and that is none of the time for
    // which it waited for a processor.
    let program = "#include <unistd.h>\nint main(void) {\n    pause();\n    while (1) {}\n}\n";
    let spec = SPEC.replace("hello.py", "waits.c").replace("wall: 60s", "wall: 1s").replace("250ms", "5s");
    let waits = Scratch::new(&spec).write("waits.c", program);
    let said = waits.run(&["check", "spec.yaml", "waits.c"]).stdout;
    assert!(said.contains("idle limit (0/1)") && !said.contains("again and again"), "{said}");
}

#[test]
fn what_a_program_did_to_its_streams_harms_nobody() {
    let streams = [
        "sys.stdout = io.StringIO()",
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer)",
        "sys.stdout.close()",
        "sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None",
        "class Never(io.TextIOWrapper):\n    def flush(self):\n        while True: pass\nsys.stdout = Never(io.BytesIO())",
    ];
    let program = |streams: &str| format!("import io, sys\nprint('one')\n{streams}\n{COUNTS_ALONE}");
    let programs: Vec<_> =
        streams.iter().enumerate().map(|(index, one)| (format!("s{index}"), program(one))).collect();
    for ((_, program), told) in programs.iter().zip(told(&programs, &[])) {
        assert!(told.contains("which runs again and again: `n` grows."), "{program}: {told}");
        assert!(told.contains("printed `one`"), "{program}: {told}");
    }
}

#[test]
fn a_program_that_is_not_heard_is_killed_all_the_same() {
    let programs = [
        // Nobody would find the claim among what was printed.
        ("no-error", "import os\nprint('one')\nos.dup2(1, 2)\n"),
        ("refuses", "import signal\nsignal.signal(60, signal.SIG_IGN)\n"),
        ("never", "import signal\n\n\ndef never(*_):\n    while True: pass\n\n\nsignal.signal(60, never)\n"),
    ];
    let programs = programs.map(|(name, begin)| (name.to_owned(), format!("{begin}{COUNTS_ALONE}")));
    for told in told(&programs, &[]) {
        assert!(told.contains("was stopped: probably a loop that never ends."), "{told}");
        assert!(!told.contains("heard"), "{told}");
    }
}

#[test]
fn whoever_forges_a_claim_gains_nothing() {
    let forge = |claim: &str| {
        let begin = "import os, signal\nsignal.signal(60, signal.SIG_IGN)\n";
        format!("{begin}os.write(2, b'\\0heard ' + {claim:?}.encode() + b'\\n')\n")
    };
    let claims = [
        r#"{"stack":[{"file":"../x","line":3,"function":"\u001b[2J"}],"text":"x","depth":1,"called":null,"around":null}"#,
        "{",
        "[]",
    ];
    for claim in night::some(&claims, 2) {
        let programs =
            [COUNTS_ALONE, "print('hello')\n"].map(|end| (format!("p{}", end.len()), forge(claim) + end));
        let scenarios = graded(&programs, &[]);
        assert_eq!(
            [&scenarios[0]["verdict"], &scenarios[1]["verdict"]],
            ["time limit", "accepted"],
            "{claim}"
        );
        assert_eq!(scenarios[0]["annotations"], Value::Array(Vec::new()), "{claim}");
        assert!(!scenarios[0].to_string().contains("u001b"), "{}", scenarios[0]);
    }
}

#[test]
fn how_often_a_loop_went_round_is_no_part_of_what_a_program_does() {
    let class = Scratch::new(SPEC).write("class/ada/hello.py", COUNTS);
    let graded = class.run(&["grade", "spec.yaml", "class", "--repeat", "3"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    let scenario = &results["submissions"][0]["scenarios"][0];
    assert_eq!((&scenario["flaky"], &scenario["runs"]), (&false.into(), &3.into()), "{scenario}");
    assert_eq!(scenario["annotations"][0]["line"], 7);
    assert_eq!(scenario["annotations"][0]["origin"], "time-limit");
    // What was heard is kept, and the report follows from it.
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn the_page_for_browsers_lists_what_becomes_of_the_values_beside_the_lines() {
    let hostile = COUNTS
        .replace("tries = row = 0", "tries = row = 0; mark = '<script>`\\x1b'")
        .replace("column != 8", "column != 8 and mark");
    let class = Scratch::new(SPEC).write("class/ada/hello.py", hostile);
    let graded = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let page = class.read("yardstick-results/feedback/ada.html");
    assert_eq!(texts(&page, ".loop .values caption"), ["What becomes of these values"]);
    let cells = ["Value", "Change", "mark", "stays '<script>`\\x1b'", "column", "stays 7"];
    let cells = [&cells[..], &["tries", "grows", "row", "changes"]].concat();
    assert_eq!(texts(&page, ".values th, .values td"), cells, "{page}");
    assert_eq!(texts(&page, ".values th[scope=col], .values th[scope=row]").len(), 6);
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    // The page is the same when it is made again from what was kept.
    assert_eq!(class.run(&["regrade"]).code, 0);
    assert_eq!(class.read("yardstick-results/feedback/ada.html"), page);
}
