//! Checkers that have a program started several times, each time with the input that they left in the pass before.

use super::scratch::Scratch;

/// A program encodes a number, is started again with what it printed, and must give the number back.
const SPEC: &str = "
assignment: twice
submission: { files: [twice.py] }
reference: { files: [solution.py] }
compare: { checker: check.py, passes: 2 }
scenarios:
  - { name: seven, points: 5, stdin: [encode, 7] }
";

const SOLUTION: &str = "
what, number = input(), int(input())
print(number + 100 if what == 'encode' else number - 100)
";

/// Keeps the number in a file of its own from the first pass to the second.
const CHECK: &str = "
import os, sys
feedback = sys.argv[3]
what, number = open(sys.argv[1]).read().split()
assert open(sys.argv[2]).read() == ''
printed = sys.stdin.read().strip()
kept = feedback + 'number.txt'
if what == 'encode':
    assert not os.path.exists(kept)
    if printed == number:
        open(feedback + 'teammessage.txt', 'w').write('that is no code')
        sys.exit(43)
    open(kept, 'w').write(number)
    open(feedback + 'nextpass.in', 'w').write('decode\\n' + printed + '\\n')
    sys.exit(42)
assert not os.path.exists(feedback + 'nextpass.in')
sys.exit(42 if printed == open(kept).read() else 43)
";

fn twice_with(spec: &str, check: &str) -> Scratch {
    Scratch::new(spec).write("solution.py", SOLUTION).write("check.py", check)
}

fn check_with(spec: &str, check: &str, program: &str) -> (i32, String) {
    let scratch = twice_with(spec, check).write("work/twice.py", program);
    let checked = scratch.run(&["check", "spec.yaml", "work"]);
    (checked.code, checked.stdout + &checked.stderr)
}

#[test]
fn a_program_is_started_again_with_what_the_checker_left() {
    let other = SOLUTION.replace("100", "3");
    for program in [SOLUTION, &other] {
        let (code, page) = check_with(SPEC, CHECK, program);
        assert!(code == 0 && page.contains("5 of 5 points"), "{page}");
    }
}

#[test]
fn a_loss_in_a_later_pass_says_in_which() {
    let forgets = "what, number = input(), int(input())\nprint(number + 100)\n";
    let (code, page) = check_with(SPEC, CHECK, forgets);
    assert_eq!(code, 1);
    insta::assert_snapshot!(page, @"
    twice: work

    ✗ The checker does not accept what it printed.
      seven: wrong answer (0/5)

      That was pass 2: the program was started again, with input that follows from what it had printed.
      Input: encode 7

        encode
        7
        107
        ── pass 2: the program was started again ──
        decode
        107
        207

    typed   · blank   ⏎ Enter

    0 of 5 points
    ");
}

#[test]
fn a_divider_shows_where_a_pass_begins_though_the_one_before_ended_in_the_middle_of_a_line() {
    let forgets = "what, number = input(), int(input())\nprint(number + 100, end='')\n";
    let scratch = twice_with(SPEC, CHECK).write("class/Ada/twice.py", forgets);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class", "--format", "html"]).code, 0);
    let trace = scratch.run(&["trace", "Ada", "seven"]).stdout;
    let passes = "⟨encode⟩\n⟨7⟩\n107\n── pass 2: the program was started again ──\n⟨decode⟩\n⟨107⟩\n207\n";
    assert!(trace.contains(passes), "{trace}");
    let page = scratch.read("yardstick-results/feedback/Ada.html");
    let divider = "107\n</span><span class=\"pass\">── pass 2: the program was started again ──</span>\n";
    assert!(page.contains(divider), "{page}");
    // Whoever is started once is not told of passes.
    let (_, page) = check_with(SPEC, CHECK, "what, number = input(), int(input())\nprint(number)\n");
    assert!(!page.contains("──"), "{page}");
}

#[test]
fn a_loss_in_the_first_pass_is_the_last_one() {
    let (code, page) = check_with(SPEC, CHECK, "what, number = input(), int(input())\nprint(number)\n");
    assert!(code == 1 && page.contains("The checker says: that is no code"), "{page}");
    assert!(!page.contains("pass 2"), "{page}");
}

#[test]
fn a_program_keeps_nothing_from_one_pass_to_the_next() {
    let keeps = "
import os
what, number = input(), int(input())
if what == 'encode':
    open('number.txt', 'w').write(str(number))
    print(0)
else:
    print(open('number.txt').read() if os.path.exists('number.txt') else 'forgotten')
";
    let (code, page) = check_with(SPEC, CHECK, keeps);
    assert!(code == 1 && page.contains("wrong answer") && page.contains("forgotten"), "{page}");
}

#[test]
fn a_program_that_fails_is_not_started_again() {
    let fails_after_printing = "what, number = input(), int(input())\nprint(number + 100)\nexit(3)\n";
    let (code, page) = check_with(SPEC, CHECK, fails_after_printing);
    assert!(code == 1 && page.contains("runtime error") && !page.contains("pass 2"), "{page}");
    let fails_later = "what, number = input(), int(input())\nassert what == 'encode'\nprint(number + 100)\n";
    let (code, page) = check_with(SPEC, CHECK, fails_later);
    assert!(code == 1 && page.contains("runtime error") && page.contains("That was pass 2"), "{page}");
}

#[test]
fn a_checker_that_wants_too_much_is_nobodys_loss() {
    let often = "import sys\nopen(sys.argv[3] + 'nextpass.in', 'w').write('a')\nsys.exit(42)\n";
    let spec = SPEC.replace("reference: { files: [solution.py] }\n", "");
    let wrong = often.replace("42", "43");
    let binary = "import sys\nopen(sys.argv[3] + 'nextpass.in', 'wb').write(b'\\xff')\nsys.exit(42)\n";
    let once = spec.replace(", passes: 2", "");
    for (spec, check, told) in [
        (&spec, often, "after all 2 `passes`"),
        (&once, often, "the spec gives it no `passes`"),
        (&spec, &wrong, "and said that the output is wrong"),
        (&spec, binary, "no text in UTF-8"),
    ] {
        let (code, page) = check_with(spec, check, "print(1)\n");
        assert!(code != 1 && page.contains("not graded") && page.contains(told), "{told}: {page}");
    }
}

#[test]
fn a_partner_may_have_a_program_started_again_too() {
    let partner = "
import os, sys
feedback = sys.argv[3]
if os.path.exists(feedback + 'first.txt'):
    print('decode')
    print(open(sys.argv[1]).read(), flush=True)
    sys.exit(42 if input() == open(feedback + 'first.txt').read() else 43)
number = open(sys.argv[1]).read()
print('encode')
print(number, flush=True)
open(feedback + 'nextpass.in', 'w').write(input())
open(feedback + 'first.txt', 'w').write(number.strip())
sys.exit(42)
";
    let spec = SPEC.replace("checker: ", "partner: ").replace("[encode, 7]", "[7]");
    let (code, page) = check_with(&spec, partner, SOLUTION);
    assert!(code == 0 && page.contains("5 of 5 points"), "{page}");
    let (code, page) = check_with(&spec, partner, &SOLUTION.replace("number - 100", "number"));
    assert!(code == 1 && page.contains("That was pass 2"), "{page}");
}

#[test]
fn a_score_is_that_of_the_last_pass() {
    let scores = CHECK.replace(
        "sys.exit(42 if printed",
        "open(feedback + 'score.txt', 'w').write('0.5' if printed == '7' else '1')\nsys.exit(42 if printed",
    );
    let spec = SPEC
        .replace("passes: 2", "passes: 2, score: true")
        .replace("reference: { files: [solution.py] }\n", "");
    let (code, page) = check_with(&spec, &scores, SOLUTION);
    assert!(code == 1 && page.contains("2.5 of 5 points"), "{page}");
}

#[test]
fn what_was_seen_in_all_passes_is_known_the_second_time_and_in_the_trace() {
    let scratch = twice_with(SPEC, CHECK).write("class/Ada/twice.py", SOLUTION);
    let grade = ["grade", "spec.yaml", "class"];
    assert_eq!(scratch.run(&grade).code, 0);
    assert!(scratch.run(&grade).stdout.contains("1 of 1 runs were known"));
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let trace = scratch.run(&["trace", "Ada", "seven"]).stdout;
    assert!(trace.contains("decode") && trace.contains("checker: right"), "{trace}");
    let scratch = scratch.write("spec.yaml", SPEC.replace("passes: 2", "passes: 3"));
    assert!(!scratch.run(&grade).stdout.contains("1 of 1 runs were known"));
}

#[test]
fn nonsense_about_passes_is_refused_with_its_place() {
    for (wrong, told) in [
        ("passes: 1", "`passes` is a number from 2 to 100"),
        ("passes: 101", "`passes` is a number from 2 to 100"),
        ("passes: twice", "spec.yaml:5"),
    ] {
        twice_with(&SPEC.replace("passes: 2", wrong), CHECK).write("twice.py", "").refuses(told);
    }
    let alone = SPEC.replace("{ checker: check.py, passes: 2 }", "{ passes: 2 }");
    twice_with(&alone, CHECK).write("twice.py", "").refuses("missing");
}
