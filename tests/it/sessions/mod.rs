//! Sessions: the grader calls functions of a submission, and nothing that the submission forges counts as an answer.

mod c;
mod class;
mod clock;
mod comparisons;
mod cpp;
mod holding;
mod isolation;
mod java;
mod javascript;
mod library;
mod neutral;
mod own_source;

use self::class::Marked;
use super::scratch::{Scratch, ended, named};

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

/// The verdicts of the scenarios of [`SPEC`] for submissions, and the pages that explain them.
fn graded(submissions: &[String]) -> Vec<Marked> {
    class::graded(Scratch::new(SPEC).write("solution.py", SOLUTION), "grid.py", submissions)
}

/// Holds each of these to its verdicts and to what its page says.
fn hold(cases: &[(String, [&str; 6], &str)]) {
    let submissions: Vec<String> = cases.iter().map(|(submission, ..)| submission.clone()).collect();
    class::hold(cases, &graded(&submissions));
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
    let extras = [
        "",
        "print('hello at import')\n",
        "if __name__ == '__main__':\n    input()\n",
        "import threading, time\nthreading.Thread(target=time.sleep, args=[60]).start()\n",
        "import atexit\natexit.register(lambda: print('bye'))\n",
        "import sys\nsys.path.clear()\n",
    ];
    hold(&extras.map(|extra| (format!("{SOLUTION}\n{extra}"), [A; 6], "")));
}

#[test]
fn types_values_and_aliases_are_exact() {
    hold(&[
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
    ]);
}

#[test]
fn an_error_at_import_is_reported_for_every_session() {
    let starts = [
        ("size = input('size? ')\n", [R; 6], "`grid` reads input when it is imported (line 1"),
        ("import sys\nsys.exit()\n", [R; 6], "`grid` ends the program when it is imported"),
        ("1 / 0\n", [R; 6], "`grid` cannot be imported: `ZeroDivisionError: division by zero` (line 1"),
        (
            "import nothing_of_this_name\n",
            [R; 6],
            "`ModuleNotFoundError: No module named 'nothing_of_this_name'`",
        ),
        ("while True: pass\n", [T; 6], ""),
        ("import os\nos._exit(0)\n", [N; 6], ""),
    ];
    hold(&starts.map(|(start, expected, says)| (format!("{start}{SOLUTION}"), expected, says)));
}

#[test]
fn a_session_that_breaks_its_interpreter_costs_only_itself() {
    let shows = |code: &str| with("print(''.join(row))", code);
    let leaves = "ended the program with exit code 0, and gave no answer";
    hold(&[
        (with("return False", "while True: pass"), [A, T, A, A, A, A], ""),
        (shows("import os; os._exit(0)"), [A, A, N, A, A, A], leaves),
        (shows("hoard = [bytearray(1 << 20) for _ in range(1000)]"), [A, A, "memory limit", A, A, A], ""),
        (shows("import os; os.kill(os.getpid(), 9)"), [A, A, R, A, A, A], ""),
    ]);
    let kills_driver = shows("import os; os.kill(os.getppid(), 9); import time; time.sleep(9)");
    assert_eq!(graded(&[kills_driver])[0].0[3..], [A, A, A]);
}

#[test]
fn nothing_forged_is_an_answer() {
    let equal_to_all = "class All(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\n    \
                        def __repr__(self): return 'True'\n";
    let cases = [
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
    ];
    hold(&cases.map(|(submission, expected)| (submission, expected, "")));
}

#[test]
fn an_answer_without_a_value_is_none_to_an_expression() {
    let spec = "assignment: grid\nsubmission: { files: [grid.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - { name: a number, points: 1, session: '>>> make()' }\n";
    let forges = "import os\nos.write(3, b'{\"imported\": true}\\n{\"printed\": \"\"}\\n')\nos._exit(0)\n";
    let scratch = Scratch::new(spec)
        .write("solution.py", "def make():\n    return 6\n")
        .write("class/Eve/grid.py", forges);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let page = scratch.read("yardstick-results/feedback/Eve.txt");
    assert!(
        page.contains("`make()`: it gave something that is no answer.") && page.contains("0 of 1 point"),
        "{page}"
    );
}

#[test]
fn an_object_that_is_made_too_large_to_read_is_not_accepted_for_its_class() {
    let spec = "assignment: account\nsubmission: { files: [account.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - { name: a balance, points: 1, session: '>>> Account()' }\n";
    let account = |body: &str| format!("class Account:\n    def __init__(self):\n        {body}\n");
    let scratch = Scratch::new(spec)
        .write("solution.py", account("self.balance = 3"))
        .write("class/Ada/account.py", account("self.balance = 3; self.log = []"))
        .write("class/Bo/account.py", account("self.balance = 3; self.log = 'x' * (5 << 20)"))
        .write("class/Eve/account.py", account("self.balance = 4; self.log = 'x' * (5 << 20)"))
        .write("class/Ivy/account.py", account("self.balance = [3] * (5 << 20)"));
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    for right in ["Ada", "Bo"] {
        assert!(scratch.read(&format!("yardstick-results/feedback/{right}.txt")).contains("1 of 1 point"));
    }
    let page = scratch.read("yardstick-results/feedback/Eve.txt");
    assert!(page.contains("at .balance, expected `3`, got `4`") && page.contains("0 of 1 point"), "{page}");
    let page = scratch.read("yardstick-results/feedback/Ivy.txt");
    assert!(page.contains("value too large to compare") && page.contains("0 of 1 point"), "{page}");
}

#[test]
fn values_that_say_more_of_themselves_than_a_record_holds_take_no_more_memory_than_one() {
    let spec = "assignment: words\nsubmission: { files: [words.py] }\nlimits: { memory: 600 MiB }\nscenarios:\n  - name: statement\n    points: 1\n    \
                session: |\n      >>> for word in words(): word\n      'a'\n  - name: list\n    points: 1\n    session: |\n      >>> words()\n      ['a']\n";
    let loud = "class Loud:\n    def __repr__(self):\n        return 'loud' * 20_000_000\n\ndef words():\n    return [Loud() for _ in range(12)]\n";
    let scratch = Scratch::new(spec)
        .write("class/Ada/words.py", "def words():\n    return ['a']\n")
        .write("class/Eve/words.py", loud);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    assert_eq!(named(&results, "Ada")["points"], "2");
    let verdicts = named(&results, "Eve")["scenarios"].as_array().unwrap().clone();
    let verdicts: Vec<_> = verdicts.iter().map(|one| one["verdict"].as_str().unwrap().to_owned()).collect();
    assert_eq!(verdicts, ["wrong answer", "wrong answer"]);
}

#[test]
fn a_session_that_forges_answers_leaves_the_others_theirs() {
    let spec = "assignment: two\nsubmission: { files: [two.py] }\nscenarios:\n  - { name: one, points: 1, session: \">>> one()\\n1\" }\n  \
                - { name: two, points: 1, session: \">>> two()\\n2\" }\n";
    let forges = "import os\n\ndef one():\n    for descriptor in range(3, 20):\n        try:\n            os.write(descriptor, b'{}\\n')\n        \
                  except OSError:\n            pass\n    os._exit(0)\n\ndef two():\n    return 2\n";
    let scratch = Scratch::new(spec).write("class/Eve/two.py", forges);
    for as_on_windows in [false, true] {
        let mut command = scratch.command(&["grade", "spec.yaml", "class", "--runner", "plain"]);
        if as_on_windows {
            command.env("YARDSTICK_SIDE_FILES", "1");
        }
        assert_eq!(ended(&mut command).code, 0);
        let page = scratch.read("yardstick-results/feedback/Eve.txt");
        assert!(page.contains("`one()` gave something that is no answer."), "{page}");
        assert!(page.contains("1 of 2 points"), "{page}");
        std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    }
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
      = help: the reference says `False`: write that, or leave the text out
    ");
    let no_prompt = complaint("    verify_move(['....'], 4)\n");
    assert!(no_prompt.contains("write `>>> ` before each line of Python"), "{no_prompt}");
    let unknown = complaint("    >>> 1\n  module: connect5\n");
    assert!(unknown.contains("did you mean `connect4`?"), "{unknown}");
}
