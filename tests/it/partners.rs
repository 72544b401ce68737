//! Partners: programs of the instructor that talk with a submission and judge it.

use super::scratch::{Scratch, named};
use super::user::User;

/// A number is guessed; the partner knows it.
const SPEC: &str = "
assignment: guess
title: Guess
submission: { files: [guess.py] }
reference: { files: [solution.py] }
compare: { partner: judge.py }
groups:
  - name: Guesses
    points: 10
    scenarios:
      - { name: small, stdin: [7] }
      - { name: large, stdin: [500] }
";

const SOLUTION: &str = "low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == 'right': break
    if answer == 'lower': high = middle - 1
    else: low = middle + 1
";

const JUDGE: &str = "
import sys
secret = int(open(sys.argv[1]).read())
def end(code, message):
    open(sys.argv[3] + 'teammessage.txt', 'w').write(message)
    sys.exit(code)
for _ in range(10):
    line = sys.stdin.buffer.readline(100).strip()
    if not line.isdigit() or len(line) > 9: end(43, 'that is no number')
    guess = int(line)
    if guess == secret:
        print('right', flush=True)
        sys.exit(42)
    print('lower' if guess > secret else 'higher', flush=True)
end(43, 'that were too many guesses')
";

fn guess() -> Scratch {
    guess_with(JUDGE)
}

fn guess_with(judge: &str) -> Scratch {
    Scratch::new(SPEC).write("solution.py", SOLUTION).write("judge.py", judge)
}

fn check(scratch: Scratch, program: &str) -> (i32, String) {
    let checked = scratch.write("work/guess.py", program).run(&["check", "spec.yaml", "work"]);
    (checked.code, checked.stdout + &checked.stderr)
}

/// Grades programs, and asserts that each loses everything and is told why. Beside them, the solution earns it.
fn assert_lost(scratch: Scratch, programs: &[(&str, &str)]) {
    let mut class = scratch.write("class/right/guess.py", SOLUTION);
    for (number, (program, _)) in programs.iter().enumerate() {
        class = class.write(&format!("class/{number}/guess.py"), program);
    }
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    assert_eq!(named(&class.results(), "right")["points"], "10");
    for (number, (program, told)) in programs.iter().enumerate() {
        let page = class.read(&format!("yardstick-results/feedback/{number}.txt"));
        assert!(page.contains("0 of 10 points") && page.contains(told), "{program}: {page}");
    }
}

#[test]
fn a_program_that_talks_well_earns_the_points() {
    let other = SOLUTION.replace("(low + high) // 2", "(low + high + 1) // 2");
    for program in [SOLUTION, other.as_str()] {
        let (code, page) = check(guess(), program);
        assert!(code == 0 && page.contains("10 of 10 points"), "{page}");
    }
}

#[test]
fn a_lost_conversation_is_shown_turn_by_turn_and_what_the_partner_knows_is_not() {
    let program = SOLUTION
        .replace("print(middle", "print('my guess:', middle")
        .replace("low, high = 1, 1000", "low, high = 1, 1000\nprint(500, flush=True)\ninput()");
    let (_, page) = check(guess(), &program);
    insta::assert_snapshot!(page, @"
    Guess: work

    ✗ The partner says: that is no number
      Guesses / small: wrong answer (0/5)

        500
        lower
        my guess: 500

    ! It ended with exit code 1: `EOFError: EOF when reading a line` (line 7 of `guess.py`).
      Guesses / large: runtime error (0/5)
      ▸ 7      answer = input()
      Do this: The input has ended: read only as many lines as the assignment asks for.

        500
        right
        my guess: 500

    typed   · blank   ⏎ Enter

    0 of 10 points
      ✗     5  The partner says: that is no number
      !     5  It ended with exit code 1: `EOFError: EOF when reading a line` (line… (line 7 of guess.py)
    ");
}

#[test]
fn who_guesses_too_often_is_told_so_however_the_program_ends() {
    let program =
        "for number in range(1, 1000):\n    print(number, flush=True)\n    if input() == 'right': break\n";
    let (_, page) = check(guess(), program);
    assert!(page.contains("The partner says: that were too many guesses"), "{page}");
    assert!(page.contains("5 of 10 points") && !page.contains("EOFError"), "{page}");
}

#[test]
fn results_are_known_the_second_time_and_can_be_verified() {
    let scratch = guess()
        .write("class/Ada/guess.py", SOLUTION)
        .write("class/Bob/guess.py", "print('hello', flush=True)\n")
        .write("class/Eve/guess.py", "print(7, flush=True)\n");
    let grade = ["grade", "spec.yaml", "class", "--jobs", "2"];
    let graded = scratch.run(&grade);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let points = ["Ada", "Bob", "Eve"].map(|name| named(&scratch.results(), name)["points"].clone());
    assert_eq!(points, ["10", "0", "5"]);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    assert!(scratch.run(&grade).stdout.contains("6 of 6 runs were known"));
    let trace = scratch.run(&["trace", "Ada", "small"]).stdout;
    assert!(trace.contains("500\n⟨lower⟩\n250\n⟨lower⟩") && trace.contains("partner: right"), "{trace}");
    let again = scratch.run(&["grade", "spec.yaml", "class", "--repeat", "3", "--out", "again"]);
    assert!(again.code == 0 && !again.stdout.contains("flaky"), "{}", again.stdout);
}

#[test]
fn who_hangs_is_told() {
    let spec = SPEC.replace("compare:", "limits: { wall: 1s, cpu: 500ms }\ncompare:");
    // The program waits for an answer to nothing, sleeps, or runs for ever.
    let programs = [
        ("input()\n", "was still there after 1 s"),
        ("import time\ntime.sleep(1000)\n", "was still there after 1 s"),
        // What it keeps back comes when its time is up, too late for an answer.
        (
            "import sys\nsys.stdout.write('1\\n')\nsys.stdin.readline()\n",
            "only when it is flushed: in Python `print(…, flush=True)`",
        ),
        ("print(1, flush=True)\ninput()\nwhile True: pass\n", ""),
        ("print(1, flush=True)\ninput()\nraise ValueError\n", "ValueError"),
    ];
    assert_lost(Scratch::new(&spec).write("solution.py", SOLUTION).write("judge.py", JUDGE), &programs);
    // The partner sleeps, or fails, when something else than the first guess of the reference is asked.
    for (deed, told) in [
        (
            "import time; time.sleep(3)",
            "the partner `judge.py` neither answered the program nor waited for it",
        ),
        ("raise ValueError('secret')", "the partner `judge.py` ended with exit code 1"),
        ("sys.exit(0)", "the partner `judge.py` ended with exit code 0"),
    ] {
        let judge = JUDGE.replace(
            "    guess = int(line)\n",
            &format!("    guess = int(line)\n    if guess == 400:\n        {deed}\n"),
        );
        let scratch = Scratch::new(&spec).write("solution.py", SOLUTION).write("judge.py", &judge);
        let (code, page) = check(scratch, "print(400, flush=True)\ninput()\n");
        assert!(code == 3 && page.contains(told) && !page.contains("secret"), "{deed}: {page}");
    }
}

#[test]
fn a_partner_that_rejects_the_reference_is_refused() {
    guess_with(&JUDGE.replace("range(10)", "range(2)"))
        .write("guess.py", "")
        .refuses("the partner `judge.py` does not accept");
    guess_with("import sys\nsys.exit(1)\n")
        .write("guess.py", "")
        .refuses("the partner `judge.py` ended with exit code 1");
    let both = SPEC.replace("judge.py }", "judge.py, checker: judge.py }");
    let refused =
        Scratch::new(&both).write("solution.py", SOLUTION).write("judge.py", JUDGE).write("guess.py", "");
    assert_eq!(refused.run(&["check", "spec.yaml", "."]).code, 2);
}

/// Programs that are meant to harm the partner or the grader.
const HOSTILE: [(&str, &str); 5] = [
    ("flood", "print('9' * (256 << 10), flush=True)\n"),
    ("binary", "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 512)\nsys.stdout.flush()\ninput()\n"),
    ("endless", "while True: print(1, flush=True)\n"),
    ("closed", "import os\nos.close(0)\nos.close(1)\n"),
    ("nothing", ""),
];

#[test]
fn beside_hostile_programs_honest_conversations_earn_their_points() {
    for user in [User::Same, User::ordinary()] {
        let mut class = guess();
        for (index, (name, program)) in HOSTILE.iter().enumerate() {
            class = class
                .write(&format!("class/{index} honest/guess.py"), SOLUTION)
                .write(&format!("class/{index} {name}/guess.py"), program);
        }
        let folder = class.path(".");
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap());
        let graded = user
            .yardstick(&folder)
            .current_dir(&folder)
            .env("PATH", path)
            .args(["grade", "spec.yaml", "class", "--jobs", "2", "--sandbox", "strict"])
            .output()
            .unwrap();
        assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
        for one in class.results()["submissions"].as_array().unwrap() {
            let is_honest = one["name"].as_str().unwrap().ends_with("honest");
            assert_eq!(one["points"], if is_honest { "10" } else { "0" }, "{one}");
        }
    }
}

/// Partners that read text, and what each does at bytes that are none.
const READS_TEXT: [&str; 2] = [
    // The decoder fails.
    "line = sys.stdin.buffer.readline(100).decode().strip()",
    // What was read cannot be written.
    "line = sys.stdin.readline(100).strip()\n    if not line.isdigit(): end(43, f'`{line}` is no number')",
];

#[test]
fn bytes_that_are_no_text_are_the_submission_s_also_where_the_partner_fails_at_them() {
    for reads in READS_TEXT {
        let judge = JUDGE.replace("line = sys.stdin.buffer.readline(100).strip()", reads);
        assert_ne!(judge, JUDGE);
        let odd = "import sys\nsys.stdout.buffer.write(b'5\\xff\\n')\nsys.stdout.flush()\ninput()\n";
        let class = guess_with(&judge)
            .write("class/right/guess.py", SOLUTION)
            .write("class/odd/guess.py", odd)
            .write("class/quits/guess.py", odd.replace("input()\n", ""));
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 0, "{reads}: {}{}", graded.stdout, graded.stderr);
        let results = class.results();
        for (name, points) in [("right", "10"), ("odd", "0"), ("quits", "0")] {
            assert_eq!(named(&results, name)["points"], points, "{reads} {name}");
        }
        let reason = &named(&results, "odd")["scenarios"][0]["reasons"][0];
        assert!(reason.as_str().unwrap().contains("no number"), "{reads}: {reason}");
    }
}

#[test]
fn a_partner_that_fails_at_text_too_is_nobodys_loss() {
    let judge = JUDGE
        .replace("if not line.isdigit()", "if not line.isascii(): sys.exit(1)\n    if not line.isdigit()");
    let odd = "import sys\nsys.stdout.buffer.write(b'5\\xff\\n')\nsys.stdout.flush()\ninput()\n";
    let class = guess_with(&judge).write("class/odd/guess.py", odd);
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 3, "{}{}", graded.stdout, graded.stderr);
    assert_eq!(named(&class.results(), "odd")["scenarios"][0]["verdict"], "not graded");
}

#[test]
fn a_partner_that_can_make_no_number_of_a_line_of_the_program_rejects_it() {
    let naive = "import sys\nsecret = int(open(sys.argv[1]).read())\nfor _ in range(10):\n    guess = int(input())\n    \
                 if guess == secret:\n        print('right', flush=True)\n        sys.exit(42)\n    \
                 print('lower' if guess > secret else 'higher', flush=True)\nsys.exit(43)\n";
    let lines = naive.replace("int(input())", "float(sys.stdin.readline())");
    let bytes = naive.replace("int(input())", "int(sys.stdin.buffer.readline())");
    let own = naive.replace("guess = int(input())", "int('secret' if input() == '400' else '1'); guess = 7");
    let odd = "import sys\nsys.stdout.buffer.write(b'5\\xff\\n')\nsys.stdout.flush()\ninput()\n";
    let said = "print('my guess: 500', flush=True)\ninput()\n";
    let whole = [
        (said, "it reads a whole number, and `my guess: 500` is none"),
        ("print('it''s \\\\ é', flush=True)\ninput()\n", "`its \\ é` is none"),
        ("print('\\n', flush=True)\ninput()\n", "an empty line is none"),
        ("print('9' * 5000, flush=True)\ninput()\n", "more than 4300 digits"),
        (odd, "`5\u{fffd}` is none"),
        ("", "it waits for another line, and the program has ended"),
        ("print(1, flush=True)\n", "it waits for another line, and the program has ended"),
    ];
    let float = [(said, "it reads a number, and `my guess: 500` is none"), ("", "it waits for another line")];
    let of_bytes = [(said, "`my guess: 500` is none"), (odd, "`5\u{fffd}` is none")];
    for (judge, programs) in [(naive, &whole[..]), (&lines, &float), (&bytes, &of_bytes)] {
        assert_lost(guess_with(judge), programs);
    }
    // What it cannot read came from itself.
    let small = SPEC.replace("      - { name: large, stdin: [500] }\n", "");
    let with =
        |spec: &str, judge: &str| Scratch::new(spec).write("solution.py", SOLUTION).write("judge.py", judge);
    let (code, page) = check(with(&small, &own), "print(400, flush=True)\ninput()\n");
    assert!(code == 3 && page.contains("not graded"), "{page}");
    // Nothing shows that it is right.
    let alone = small.replace("reference: { files: [solution.py] }\n", "");
    let (code, page) = check(with(&alone, naive), said);
    assert!(code == 3 && page.contains("not graded"), "{page}");
}
