//! Sessions cannot read, stop or outlive each other.

use super::{A, SOLUTION, SPEC, graded, with};
use crate::night;
use crate::scratch::{Ended, Scratch, ended, named};

/// Hidden sessions between visible ones.
const HIDDEN_SPEC: &str = r#"
assignment: secrets
submission: { files: [secrets_of.py] }
limits: { cpu: 2s, wall: 10s }
groups:
  - name: G
    points: 4
    scenarios:
      - { name: first, session: ">>> note('ada-text')" }
      - { name: covert, hidden: details, session: ">>> note('bob-text')" }
      - { name: looks, session: ">>> look()\n[]" }
      - { name: covert too, hidden: everything, session: ">>> note('cat-text')" }
"#;

/// Looks for what others were asked wherever it can, and tells what it finds in its own session.
const LOOKS: &str = r#"
import gc, os, sys

def note(text):
    pass

# Moved by one, so that the words themselves are not here to be found.
SHIFT = bytes((byte + 1) % 256 for byte in range(256))
WORDS = {b"beb.ufyu": "first", b"cpc.ufyu": "covert", b"dbu.ufyu": "covert too"}

def search(content, where, found):
    moved = content.translate(SHIFT)
    found.update(where + ": " + WORDS[word] for word in WORDS if word in moved)

def memory(process, found):
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "r+b", 0) as all_of_it:
        for line in maps:
            start, end = (int(place, 16) for place in line.split()[0].split("-"))
            if "rw" in line and "[v" not in line:
                all_of_it.seek(start)
                search(all_of_it.read(end - start), f"memory of {process}", found)
        if process != "self":
            found.add(f"memory of {process}: opened")

def look():
    found, frame = set(), sys._getframe()
    while frame is not None:
        search((repr(frame.f_locals) + repr(frame.f_globals)).encode(), "frames", found)
        frame = frame.f_back
    for one in gc.get_objects():
        for part in [one, *gc.get_referents(one)]:
            if type(part) in (str, bytes, bytearray):
                search(bytes(part, "utf-8", "replace") if type(part) is str else bytes(part), "objects", found)
    parent = os.getppid()
    for process in {"self", parent} - {0}:
        try:
            memory(process, found)
        except OSError:
            pass
    for descriptor in range(64):
        for flags in (os.O_RDONLY | os.O_NONBLOCK, os.O_WRONLY | os.O_NONBLOCK):
            try:
                opened = os.open(f"/proc/{parent}/fd/{descriptor}", flags)
                found.add(f"descriptor {descriptor} of the parent: opened")
                os.write(opened, b"+99999999\n")
            except OSError:
                pass
    return sorted(found)
"#;

/// At `standard` an interpreter must be used that anybody may read: the system's own.
fn graded_somehow(scratch: &Scratch, args: &[&str]) -> Ended {
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    ended(scratch.command(args).env("PATH", path))
}

#[test]
fn no_session_finds_the_lines_of_another() {
    let scratch = Scratch::new(HIDDEN_SPEC).write("class/Eve/secrets_of.py", LOOKS);
    let ways =
        [["--runner", "fork"], ["--runner", "spawn"], ["--sandbox", "standard"], ["--sandbox", "none"]];
    // Without isolation nothing keeps root out, but for Landlock where it is new enough.
    let ways = if rustix::process::geteuid().is_root() { &ways[..3] } else { &ways };
    for args in ways {
        let out = args[1].to_owned();
        let ended = graded_somehow(
            &scratch,
            &[&["grade", "spec.yaml", "class", "--out", &out][..], &args[..]].concat(),
        );
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        let page = scratch.read(&format!("{out}/feedback/Eve.txt"));
        assert_eq!(named(&scratch.results_in(&out), "Eve")["points"], "4", "{args:?}\n{page}");
    }
}

#[test]
fn a_module_that_stops_or_kills_its_parent_gets_its_own_verdicts() {
    for signal in night::some(&["SIGSTOP", "SIGKILL"], 1) {
        let attack = format!(
            "import os, signal\ndef attack():\n    if os.getppid() > 1:\n        try: os.kill(os.getppid(), signal.{signal})\n        \
             except PermissionError: pass\n{}",
            SOLUTION.replace("def make(rows, columns):\n", "def make(rows, columns):\n    attack()\n")
        );
        let scratch = Scratch::new(&SPEC.replace("wall: 5s", "wall: 1s"))
            .write("solution.py", SOLUTION)
            .write("class/Eve/grid.py", attack);
        let ways = [&["--runner", "fork"][..], &["--runner", "spawn"], &["--sandbox", "standard"]];
        for args in night::some(&ways, 1) {
            let out = args[1].to_owned();
            let ended = graded_somehow(
                &scratch,
                &[&["grade", "spec.yaml", "class", "--out", &out][..], *args].concat(),
            );
            assert_eq!(ended.code, 0, "{}", ended.stderr);
            let page = scratch.read(&format!("{out}/feedback/Eve.txt"));
            assert_eq!(named(&scratch.results_in(&out), "Eve")["points"], "6", "{signal} {args:?}\n{page}");
        }
        // Without Landlock nothing keeps the signal from the driver.
        let host = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hosts/without.py");
        let mut command = std::process::Command::new("python3");
        command.args([host, "landlock_create_ruleset=ENOSYS", "--", env!("CARGO_BIN_EXE_yardstick")]);
        command.args(["grade", "spec.yaml", "class", "--out", "without"]).current_dir(scratch.path("."));
        let ended = command.output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        let page = scratch.read("without/feedback/Eve.txt");
        assert_eq!(named(&scratch.results_in("without"), "Eve")["points"], "6", "{signal}\n{page}");
    }
}

#[test]
fn processes_that_a_session_leaves_are_gone_before_the_next_begins() {
    let leaves = "
import os, time

def leave():
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.write(theirs, b'!')
        time.sleep(20)
    os.read(ours, 1)

def others():
    own = [os.getpid(), os.getppid(), 1]
    return [pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in own]
";
    let solution = with("for row in grid:", "leave()\n    for row in grid:")
        .replace("answer = input('column? ')", "answer = input('column? ')\n        assert not others()");
    let (verdicts, page) = &graded(&[format!("{leaves}{solution}")])[0];
    assert_eq!(*verdicts, [A; 6], "{page}");
}

#[test]
fn modules_of_the_library_are_loaded_as_the_submission_alone_would_load_them() {
    let spec = r#"
assignment: dice
submission: { files: [dice.py], optional: [bisect.py] }
groups:
  - name: G
    points: 2
    scenarios:
      - { name: first, session: ">>> roll()\n[]" }
      - { name: second, session: ">>> roll()\n[]" }
"#;
    let dice = "
import math, sys
from random import choice, getstate
import enum

PLACES = [math, sys.modules['random'], enum]
SEEN = [place.__name__ for place in PLACES if hasattr(place, 'seen')]

def roll():
    for place in PLACES:
        place.seen = True
    return SEEN
";
    let scratch = Scratch::new(spec)
        .write("class/Ada/dice.py", dice)
        .write("class/Bob/dice.py", dice)
        .write("class/Bob/bisect.py", "def left():\n    pass\n");
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    assert_eq!(
        named(&results, "Ada")["points"],
        "2",
        "{}",
        scratch.read("yardstick-results/feedback/Ada.txt")
    );
    // The library's `random` imports the module `bisect` that lies beside the submission.
    let page = scratch.read("yardstick-results/feedback/Bob.txt");
    assert!(
        named(&results, "Bob")["points"] == "0" && page.contains("cannot import name 'bisect'"),
        "{page}"
    );
}

#[test]
fn a_module_may_keep_standard_input_while_it_is_imported() {
    let spec = r#"
assignment: sums
submission: { files: [sums.py] }
groups:
  - name: G
    points: 2
    scenarios:
      - { name: first, stdin: ["2", "5", "6"], session: ">>> total()\n11" }
      - { name: second, stdin: ["1", "7"], session: ">>> total()\n7" }
"#;
    let mut scratch = Scratch::new(spec);
    let ways = [
        ("import sys\ninput = sys.stdin.buffer.readline\n", "int(input())"),
        ("import sys\ninput = sys.stdin.readline\n", "int(input())"),
        ("import sys\nlines = iter(sys.stdin)\n", "int(next(lines))"),
        ("from sys import stdin\n", "int(stdin.readline())"),
    ];
    for (at, (first, number)) in ways.iter().enumerate() {
        let total = format!("def total():\n    n = {number}\n    return sum({number} for _ in range(n))\n");
        scratch = scratch.write(&format!("class/{at}/sums.py"), format!("{first}\n\n{total}"));
    }
    let read = "import sys\nread = sys.stdin.buffer.read\n\n\ndef total():\n    return sum(map(int, read().split()[1:]))\n";
    let both = "from sys import stdin\n\n\ndef total():\n    n = int(stdin.readline())\n    return sum(int(input()) for _ in range(n))\n";
    let scratch = scratch.write("class/read/sums.py", read).write("class/both/sums.py", both);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for name in ["0", "1", "2", "3", "read", "both"] {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        assert_eq!(named(&results, name)["points"], "2", "{page}");
    }
}
