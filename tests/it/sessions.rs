//! Sessions: functions called by the grader, and nothing that a submission does can pass for an answer.

use super::night;
use super::scratch::{Ended, Scratch, ended, named};

/// The functions of a tiny assignment, and one scenario for each way to get them wrong.
const SPEC: &str = r#"
assignment: grid
submission: { files: [grid.py] }
reference: { files: [solution.py] }
limits: { cpu: 1s, wall: 5s, memory: 96 MiB }
groups:
  - name: functions
    points: 6
    scenarios:
      - name: value
        session: |
          >>> make(2, 3)
          [['.', '.', '.'], ['.', '.', '.']]
      - name: in place
        session: |
          >>> grid = make(2, 2)
          >>> put(grid, 1)
          True
          >>> put(grid, 7)
          False
          >>> grid
      - name: printed
        session: |
          >>> show(make(1, 2))
          ..
      - name: raised
        session: |
          >>> make(0, 2)
          Traceback (most recent call last):
          ValueError: no rows
      - name: input
        stdin: [x, "1"]
        session: |
          >>> ask()
          >>> len([ask for _ in range(3)])
          3
      - name: a loop
        session: |
          >>> for column in range(2):
          ...     grid = make(1, 2)
          ...     print(put(grid, column))
          True
          True
"#;

const SOLUTION: &str = "
def make(rows, columns):
    if rows < 1:
        raise ValueError('no rows')
    return [['.'] * columns for _ in range(rows)]

def put(grid, column):
    if not 0 <= column < len(grid[0]):
        return False
    grid[-1][column] = 'X'
    return True

def show(grid):
    for row in grid:
        print(''.join(row))

def ask():
    while True:
        answer = input('column? ')
        if answer.isdigit():
            return int(answer)
        print('a number, please')
";

/// The verdicts of the scenarios of [`SPEC`] for a submission, and the page that explains them.
fn graded(submission: &str) -> (Vec<String>, String) {
    let scratch = Scratch::new(SPEC).write("solution.py", SOLUTION).write("class/Ada/grid.py", submission);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    let scenarios = named(&results, "Ada")["scenarios"].as_array().unwrap().clone();
    let verdicts =
        scenarios.iter().map(|scenario| scenario["verdict"].as_str().unwrap().to_owned()).collect();
    (verdicts, scratch.read("yardstick-results/feedback/Ada.txt"))
}

/// The solution with some text replaced.
fn with(from: &str, to: &str) -> String {
    assert!(SOLUTION.contains(from), "{from}");
    SOLUTION.replace(from, to)
}

const A: &str = "accepted";
const W: &str = "wrong answer";
const R: &str = "runtime error";
const N: &str = "no result";
const T: &str = "time limit";

#[test]
fn a_right_module_is_accepted_whatever_it_does_besides() {
    for extra in [
        "",
        "print('hello at import')\n",
        "if __name__ == '__main__':\n    input()\n",
        "import threading, time\nthreading.Thread(target=time.sleep, args=[60]).start()\n",
        "import atexit\natexit.register(lambda: print('bye'))\n",
        "import sys\nsys.path.clear()\n",
    ] {
        let (verdicts, page) = graded(&format!("{SOLUTION}\n{extra}"));
        assert_eq!(verdicts, [A; 6], "{extra}\n{page}");
    }
}

#[test]
fn types_values_and_aliases_are_exact() {
    for (submission, expected, says) in [
        (with("return True", "return 1"), [A, W, A, A, A, W], "expected a bool, `True`, got an int, `1`"),
        (with("return False", "return None"), [A, W, A, A, A, A], "expected a bool, `False`, got `None`"),
        (
            with("[['.'] * columns for _ in range(rows)]", "[['.'] * columns] * rows"),
            [A, W, A, A, A, A],
            "at [0][1]",
        ),
        (with("print(''.join(row))", "print(' '.join(row))"), [A, A, W, A, A, A], "what it prints differs"),
        (with("raise ValueError('no rows')", "return []"), [A, A, A, W, A, A], "it must raise `ValueError`"),
        (
            with("return int(answer)", "return answer"),
            [A, A, A, A, W, A],
            "expected an int, `1`, got a str, `'1'`",
        ),
        (with("def make(", "def Make("), [R, R, R, W, A, R], "there is no `make` in `grid.py`"),
        (with("grid[-1][column]", "grid[99][column]"), [A, R, A, A, A, R], "it raised `IndexError: "),
    ] {
        let (verdicts, page) = graded(&submission);
        assert_eq!(verdicts, expected, "{page}");
        assert!(page.contains(says), "{says}\n{page}");
    }
}

#[test]
fn what_goes_wrong_at_import_is_told_once_for_all() {
    for (start, says) in [
        ("size = input('size? ')\n", "`grid` reads input when it is imported (line 1"),
        ("import sys\nsys.exit()\n", "`grid` ends the program when it is imported"),
        ("1 / 0\n", "`grid` cannot be imported: `ZeroDivisionError: division by zero` (line 1"),
        ("import nothing_of_this_name\n", "`ModuleNotFoundError: No module named 'nothing_of_this_name'`"),
    ] {
        let (verdicts, page) = graded(&format!("{start}{SOLUTION}"));
        assert_eq!(verdicts, [R; 6], "{page}");
        assert!(page.contains(says), "{says}\n{page}");
    }
    assert_eq!(graded("while True: pass\n").0, [T; 6]);
    assert_eq!(graded("import os\nos._exit(0)\n").0, [N; 6]);
}

#[test]
fn a_session_that_breaks_its_interpreter_costs_only_itself() {
    let loops = with("return False", "while True: pass");
    assert_eq!(graded(&loops).0, [A, T, A, A, A, A]);
    let leaves = with("print(''.join(row))", "import os; os._exit(0)");
    let (verdicts, page) = graded(&leaves);
    assert_eq!(verdicts, [A, A, N, A, A, A]);
    assert!(page.contains("ended the program with exit code 0, and gave no answer"), "{page}");
    let eats = with("print(''.join(row))", "hoard = [bytearray(1 << 20) for _ in range(1000)]");
    assert_eq!(graded(&eats).0, [A, A, "memory limit", A, A, A]);
    let dies = with("print(''.join(row))", "import os; os.kill(os.getpid(), 9)");
    assert_eq!(graded(&dies).0, [A, A, R, A, A, A]);
    let kills_driver =
        with("print(''.join(row))", "import os; os.kill(os.getppid(), 9); import time; time.sleep(9)");
    assert_eq!(graded(&kills_driver).0[3..], [A, A, A]);
}

#[test]
fn nothing_forged_is_an_answer() {
    let equal_to_all = "class All(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\n    \
                        def __repr__(self): return 'True'\n";
    for (submission, expected) in [
        (format!("{equal_to_all}{}", with("return True", "return All(1)")), [A, W, A, A, A, A]),
        (with("return True", "return type('bool', (int,), {})(1)"), [A, W, A, A, A, W]),
        (with("return False", "x = []; x.append(x); return x"), [A, W, A, A, A, A]),
        (with("return False", "return 1 << 40_000_000"), [A, W, A, A, A, A]),
        (
            with("return False", "return type('R', (), {'__repr__': lambda self: 'x' * 10**9})()"),
            [A, W, A, A, A, A],
        ),
        (
            with(
                "return False",
                "import os\n        for fd in range(3, 64):\n            try: os.write(fd, b'{\"printed\": \"\", \"value\": \"false\"}\\n')\n            except OSError: pass\n        return None",
            ),
            [A, N, A, A, A, A],
        ),
        (
            format!(
                "{}\nimport json\njson.dumps = lambda *a, **k: '{{}}'\n",
                with("return False", "return None")
            ),
            [A, W, A, A, A, A],
        ),
        (
            format!("{}\nimport builtins\nbuiltins.print = None\n", with("return False", "return None")),
            [A, W, R, A, R, R],
        ),
    ] {
        let (verdicts, page) = graded(&submission);
        assert_eq!(verdicts, expected, "{submission}\n{page}");
    }
}

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
        for args in [&["--runner", "fork"][..], &["--runner", "spawn"], &["--sandbox", "standard"]] {
            let out = args[1].to_owned();
            let ended = graded_somehow(
                &scratch,
                &[&["grade", "spec.yaml", "class", "--out", &out][..], args].concat(),
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
fn what_a_session_leaves_running_is_gone_before_the_next_begins() {
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
    let (verdicts, page) = graded(&format!("{leaves}{solution}"));
    assert_eq!(verdicts, [A; 6], "{page}");
}

#[test]
fn relaxations_of_values_and_of_what_is_printed_forgive_what_they_say() {
    let spec = |compare: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nreference: {{ files: [solution.py] }}\nscenarios:\n\
             - name: s\n  points: 1\n  compare: {compare}\n  session: |\n    >>> f()\n    >>> g()\n"
        )
    };
    let solution = "def f(): return [1.0, 2]\ndef g(): print('column is full')\n";
    let accepted = |compare: &str, submission: &str| {
        let scratch = Scratch::new(&spec(compare)).write("solution.py", solution).write("a.py", submission);
        let ended = scratch.run(&["check", "spec.yaml", "a.py"]);
        assert!(ended.code < 2, "{}", ended.stderr);
        ended.code == 0
    };
    let f = |value: &str| format!("def f(): return {value}\ndef g(): print('column is full')\n");
    let g = |text: &str| format!("def f(): return [1.0, 2]\ndef g(): print({text:?})\n");
    assert!(accepted("{ values: [] }", &f("[1.0, 2]")));
    assert!(
        !accepted("{ values: [] }", &f("(1.0, 2)")) && accepted("{ values: [any-sequence] }", &f("(1.0, 2)"))
    );
    assert!(
        !accepted("{ values: [] }", &f("[2, 1.0]")) && accepted("{ values: [any-order] }", &f("[2, 1.0]"))
    );
    assert!(
        !accepted("{ values: [] }", &f("[1, 2]"))
            && accepted("{ values: [{ numbers: 1e-6 }] }", &f("[1, 2]"))
    );
    assert!(
        !accepted("exact", &g("Column is FULL!")) && accepted("{ printed: contains }", &g("Column is FULL!"))
    );
    assert!(!accepted("{ printed: contains }", &g("no")) && accepted("{ printed: ignored }", &g("no")));
    assert!(accepted("{ printed: [case, punctuation] }", &g("Column is FULL!")));
}

#[test]
fn a_session_that_the_spec_gets_wrong_is_refused_with_its_line() {
    let complaint = |session: &str| {
        let spec = format!(
            "assignment: umass-connect4\nsubmission: {{ files: [connect4.py] }}\nreference: umass-connect4\nscenarios:\n\
             - name: s\n  points: 1\n  session: |\n{session}"
        );
        let ended = Scratch::new(&spec).write("connect4.py", "").run(&["check", "spec.yaml", "connect4.py"]);
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        ended.stderr
    };
    insta::assert_snapshot!(complaint("    >>> verify_move(['....'], 4)\n    True\n"), @"
    error: the spec and the reference disagree on this line
     --> spec.yaml:8:5
      |
    8 |     >>> verify_move(['....'], 4)
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the spec says `True`
      |
      = help: the reference says `False`
    ");
    let no_prompt = complaint("    verify_move(['....'], 4)\n");
    assert!(no_prompt.contains("write `>>> ` before each line of Python"), "{no_prompt}");
    let unknown = complaint("    >>> 1\n  module: connect5\n");
    assert!(unknown.contains("did you mean `connect4`?"), "{unknown}");
}

/// What is said of a submission; empty where it gets all points.
fn said(spec: &str, solution: Option<&str>, submission: &str) -> String {
    let mut scratch = Scratch::new(spec).write("a.py", submission);
    if let Some(solution) = solution {
        scratch = scratch.write("solution.py", solution);
    }
    let ended = scratch.run(&["check", "spec.yaml", "a.py"]);
    assert!(ended.code < 2, "{}", ended.stderr);
    if ended.code == 0 { String::new() } else { ended.stdout }
}

#[test]
fn objects_of_students_classes_are_told_apart() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - name: s\n  points: 1\n  session: |\n    >>> sorted([Account('A', 3), Account('B', 2)])\n";
    let class = "class Account:\n    def __init__(self, owner, balance):\n        self.owner = owner\n        \
                 self.balance = balance\n";
    let right = format!("{class}    def __lt__(self, other): return self.balance < other.balance\n");
    let wrong = format!("{class}    def __lt__(self, other): return self.balance > other.balance\n");
    let private = right.replace("self.balance = balance", "self._money = balance; self.log = []")
        + "    @property\n    def balance(self): return self._money\n";
    let said = |submission: &str| said(spec, Some(&right), submission);
    assert_eq!(said(&right), "");
    assert_eq!(said(&private), "");
    let sentence = said(&wrong);
    assert!(sentence.contains("at [0].owner, expected 'B', got 'A'"), "{sentence}");
    assert!(sentence.contains("<Account object: owner='B', balance=2>"), "{sentence}");
    let less = said(&right.replace("self.owner = owner", "pass"));
    assert!(less.contains("the attribute `owner` is missing"), "{less}");
    let relaxed = spec.replace("points: 1\n", "points: 1\n  compare: { values: [class-only] }\n");
    assert_eq!(self::said(&relaxed, Some(&right), &wrong), "");
}

#[test]
fn where_the_reference_says_how_an_object_is_shown_that_is_compared() {
    let spec = "assignment: a\nsubmission: { files: [a.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - name: s\n  points: 1\n  session: |\n    >>> Point(1)\n    (1)\n";
    let right =
        "class Point:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return f'({self.x})'\n";
    let said = |submission: &str| said(spec, Some(right), submission);
    assert_eq!(said(&right.replace("self.x", "self.place")), "");
    let wrong = said(&right.replace("({self.x})", "[{self.x}]"));
    assert!(wrong.contains("expected `(1)`, got `[1]`"), "{wrong}");
    let none = said(&right.replace("__repr__", "show"));
    assert!(none.contains("expected `(1)`, and `Point` has no `__repr__` of its own"), "{none}");
}

#[test]
fn without_a_reference_a_text_that_is_a_value_is_compared_as_one() {
    let spec = |compare: &str, session: &str| {
        format!(
            "assignment: a\nsubmission: {{ files: [a.py] }}\nscenarios:\n- name: s\n  points: 1\n  \
             compare: {compare}\n  session: |\n{session}"
        )
    };
    let half = "    >>> half(6)\n    3\n";
    let program = "def half(n):\n    print('Halving')\n    return n / 2\n";
    assert_eq!(said(&spec("{ values: [numbers: 0.5], printed: ignored }", half), None, program), "");
    let strict = said(&spec("{ printed: ignored }", half), None, program);
    assert!(strict.contains("expected an int, `3`, got a float, `3.0`"), "{strict}");
    let printed = "    >>> half(6)\n    HALVING\n    3.0\n";
    assert_eq!(said(&spec("{ printed: [case] }", printed), None, program), "");
    assert!(!said(&spec("exact", printed), None, program).is_empty());
    let sequence = "    >>> both()\n    [1, 'a']\n";
    let both = "def both(): return (1, \"a\")\n";
    assert_eq!(said(&spec("{ values: [any-sequence] }", sequence), None, both), "");
    assert!(said(&spec("exact", sequence), None, both).contains("expected a list"));
}
