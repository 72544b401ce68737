//! The plain runner, which every system has: what it sees is what the sandbox sees.
//!
//! The fixtures of the assignments are held to what is expected of them in `fixtures.rs`, the courses in `courses.rs`.

use std::time::{Duration, Instant};

use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

const PLAIN: [&str; 2] = ["--runner", "plain"];

fn check(scratch: &Scratch, options: &[&str]) -> (i32, String) {
    let checked = scratch.run(&[&["check", "spec.yaml", "work"], options].concat());
    assert_eq!(checked.stderr, "", "{}", checked.stdout);
    (checked.code, checked.stdout)
}

/// What a program that must say hello gets under these limits.
fn verdict(limits: &str, program: &str) -> String {
    let spec = format!(
        "assignment: hello\nsubmission: {{ files: [hello.py] }}\nlimits: {limits}\nscenarios:\n  - name: says hello\n    \
         points: 1\n    expect: {{ stdout: \"hello\\n\" }}\n"
    );
    let scratch = Scratch::new(&spec).write("work/hello.py", program);
    let checked = scratch.run(&[&["check", "spec.yaml", "work", "--format", "json"], &PLAIN[..]].concat());
    let results: serde_json::Value = serde_json::from_str(&checked.stdout).unwrap();
    results["submissions"][0]["scenarios"][0]["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn turns_are_seen_as_in_the_sandbox() {
    for program in [SOLUTION, WITHOUT_COMMA, FOUR_LETTERS, "print('Hello')\nprint(input())\nprint(input())\n"]
    {
        let scratch = Scratch::greeting().write("work/hello.py", program);
        assert_eq!(check(&scratch, &PLAIN), check(&scratch, &[]), "{program}");
    }
}

#[test]
fn ways_to_read_and_print_do_the_same_as_in_the_sandbox() {
    for program in [
        "import sys\nname = sys.stdin.readline().strip()\nsys.stdout.write('Name? Hello, ' + name + '!\\n')\n",
        "import sys\nfor line in sys.stdin:\n    print('Name? Hello, ' + line.rstrip() + '!')\n",
        "import sys\nname = sys.stdin.buffer.readline().strip()\nsys.stdout.buffer.write(b'Name? Hello, ' + name + b'!\\n')\n",
        "import os\nname = os.read(0, 100).strip()\nos.write(1, b'Name? Hello, ' + name + b'!\\n')\n",
        "print('Name? Hello, ' + open(0).readline().strip() + '!')\n",
        "import sys\nprint(sys.stdin.name, sys.stdin.encoding, sys.stdin.mode, sys.stdin.isatty(), sys.stdin.fileno())\n",
        "import sys\nprint(sys.stdout.name, sys.stdout.encoding, sys.stdout.mode, sys.stdout.line_buffering, sys.stdout.errors)\n",
        "import os, sys\nprint(sorted(os.environ), sys.path[1:], sorted(os.listdir()))\n",
        "print('Name? ', end='')\nraise SystemExit('bye')\n",
    ] {
        let scratch = Scratch::greeting().write("work/hello.py", program);
        assert_eq!(check(&scratch, &PLAIN), check(&scratch, &[]), "{program}");
    }
}

#[test]
fn limits_hold_as_far_as_they_are_seen_from_outside() {
    for (limits, program, expected) in [
        ("{}", "print('hello')\n", "accepted"),
        ("{ cpu: 300ms }", "n = 0\nwhile True: n += 1\n", "time limit"),
        ("{ wall: 500ms }", "import time\ntime.sleep(60)\n", "idle limit"),
        ("{ output: 1 KiB }", "while True: print('hello')\n", "output limit"),
        ("{ memory: 64 MiB }", "import time\nblock = bytearray(100 << 20)\ntime.sleep(5)\n", "memory limit"),
        ("{}", "raise ValueError\n", "runtime error"),
        ("{}", "import os\nos.kill(os.getpid(), 11)\n", "runtime error"),
    ] {
        assert_eq!(verdict(limits, program), expected, "{program}");
    }
}

#[test]
fn a_program_whose_time_is_up_tells_where_it_is_as_in_the_sandbox() {
    for (program, told) in [
        (
            "import random\ninput()\nn = 0.5\nwhile n < 1:\n    n = random.random() / 2\n",
            "in lines 4 and 5 of `hello.py`, which run again and again",
        ),
        ("input()\nwhile True:\n    import time\n    time.sleep(9)\n", "in line 4 of `hello.py`"),
    ] {
        let spec = "assignment: loop\nsubmission: { files: [hello.py] }\nlimits: { cpu: 300ms, wall: 600ms }\nscenarios:\n  \
                    - name: ends\n    points: 1\n    stdin: [Ada]\n    expect: { stdout: \"x\\n\" }\n";
        let scratch = Scratch::new(spec).write("work/hello.py", program);
        let (code, page) = check(&scratch, &PLAIN);
        assert_eq!((code, page.contains(told)), (1, true), "{page}");
        assert_eq!(page, check(&scratch, &[]).1, "{program}");
    }
}

#[test]
fn a_child_that_was_left_behind_ends_with_its_program_and_nobody_waits_for_it() {
    let program = "import subprocess\nchild = subprocess.Popen(['sleep', '60'])\nprint('hello')\n";
    let before = Instant::now();
    assert_eq!(verdict("{}", program), "accepted");
    assert!(before.elapsed() < Duration::from_secs(30), "it waited for `sleep 60`");
}

#[test]
fn results_say_that_nothing_was_shut_in() {
    let scratch = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
    let graded = scratch.run(&[&["grade", "spec.yaml", "class"], &PLAIN[..]].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(
        graded.stdout.contains("the plain runner ran the programs, which were NOT shut in"),
        "{}",
        graded.stdout
    );
    let results: serde_json::Value =
        serde_json::from_str(&scratch.read("yardstick-results/results.json")).unwrap();
    assert_eq!(results["isolation"], "plain");
    let page =
        scratch.run(&[&["grade", "spec.yaml", "class", "--format", "html"], &PLAIN[..]].concat()).stdout;
    assert!(page.contains("which were NOT shut in"), "{page}");
    let verified = scratch.run(&["verify", "yardstick-results"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn walls_and_the_plain_runner_exclude_each_other() {
    let scratch = Scratch::greeting().write("work/hello.py", SOLUTION);
    for level in ["strict", "standard"] {
        let refused =
            scratch.run(&[&["check", "spec.yaml", "work", "--sandbox", level], &PLAIN[..]].concat());
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("the plain runner shuts nothing in"), "{}", refused.stderr);
    }
}

#[test]
fn a_terminal_is_not_there_and_that_is_nobody_s_fault() {
    let scratch = Scratch::new(
        "assignment: hello\nsubmission: { files: [hello.py] }\nterminal: true\nscenarios:\n  - name: says hello\n    points: 1\n    \
         stdin: [Ada]\n    expect: { stdout: \"hello\\n\" }\n",
    )
    .write("work/hello.py", "import os\nos.write(1, b'hello\\n')\n");
    let checked = scratch.run(&[&["check", "spec.yaml", "work"], &PLAIN[..]].concat());
    let said = checked.stdout + &checked.stderr;
    assert!(
        !said.contains("wrong answer") && (said.contains("has no terminal") || checked.code == 0),
        "{said}"
    );
}

#[test]
fn sessions_files_and_partners_work_without_walls() {
    let session = "assignment: sums\nsubmission: { files: [sums.py] }\nreference: { files: [solution.py] }\nscenarios:\n  \
                   - name: adds\n    points: 1\n    session: |\n      >>> import sums\n      >>> sums.add(1, 2)\n";
    let scratch = Scratch::new(session)
        .write("solution.py", "def add(a, b):\n    return a + b\n")
        .write("work/sums.py", "def add(a, b):\n    return a - b\n");
    let (code, told) = check(&scratch, &PLAIN);
    assert_eq!((code, told.contains("`-1`")), (1, true), "{told}");

    let files = "assignment: copy\nsubmission: { files: [copy.py] }\nscenarios:\n  - name: copies\n    points: 1\n    files: { in.txt: \"Ada\\n\" }\n    \
                 expect: { stdout: \"\", files: { out.txt: \"Ada\\n\" } }\n";
    let scratch =
        Scratch::new(files).write("work/copy.py", "open('out.txt', 'w').write(open('in.txt').read())\n");
    assert_eq!(check(&scratch, &PLAIN).0, 0);

    let partner = "assignment: twice\nsubmission: { files: [twice.py] }\ncompare: { partner: judge.py }\nscenarios:\n  - name: doubles\n    \
                   points: 1\n    stdin: [7]\n";
    let judge = "import sys\nprint(21, flush=True)\nanswer = sys.stdin.readline().strip()\nsys.exit(42 if answer == '42' else 43)\n";
    for (program, code) in [("print(2 * int(input()))\n", 0), ("print(input())\n", 1)] {
        let scratch = Scratch::new(partner).write("judge.py", judge).write("work/twice.py", program);
        assert_eq!(check(&scratch, &PLAIN).0, code, "{program}");
    }
}
