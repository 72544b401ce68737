//! A mistake is told once, with all that it costs.

use std::collections::BTreeSet;

use yardstick::testing::audit::with_bugs;
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::report::graded;
use yardstick::testing::spec::Spec;
use yardstick::testing::trace::Store;
use yardstick_reference::{Bug, Bugs};

use super::night;
use super::scratch::{FOUR_LETTERS, Scratch, WITHOUT_COMMA, named};

/// What `check` prints of a program.
fn checked(spec: &str, program: &str, more: &[&str]) -> String {
    let scratch =
        Scratch::new(spec).write("solution.py", super::scratch::SOLUTION).write("work/hello.py", program);
    let checked = scratch.run(&[&["check", "spec.yaml", "work"], more].concat());
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    checked.stdout
}

fn check(program: &str) -> String {
    checked(super::scratch::GREETING, program, &[])
}

#[test]
fn scenarios_that_were_lost_for_one_mistake_are_one_block_that_says_what_mending_it_brings() {
    insta::assert_snapshot!(check(WITHOUT_COMMA), @"
    Greeting: work

    ✗ After line 1 of the input, `Ada`: punctuation differs: expected `Hello, Ada!`, printed `Hello Ada!`.
      5 scenarios were lost for this, 10 points together; the shortest is shown.
      ▸ 2  print(f'Hello {name}!')
      Do this: Write `Hello, ` instead of `Hello `, in line 2 of `hello.py`.
      If only this were mended: 10 of 10 points.

      Greets / one name: wrong answer (0/3⅓)
      Only punctuation marks differ.
      Input: Ada

        Name? Ada
      - Hello, Ada!
      + Hello Ada!

      Also: two words; nobody; Loud / capitals; Practice / digits.

    - expected   + printed by the program   typed   · blank   ⏎ Enter

    0 of 10 points and 0 of 2 bonus points
    ");
}

#[test]
fn with_all_every_lost_scenario_stands_by_itself() {
    let all = checked(super::scratch::GREETING, WITHOUT_COMMA, &["--all"]);
    assert_eq!(all.matches(": wrong answer (").count(), 5, "{all}");
    assert!(!all.contains("for this"), "{all}");
}

#[test]
fn an_error_at_one_line_is_one_block_and_nothing_is_said_that_cannot_be_computed() {
    let page = check(FOUR_LETTERS);
    assert_eq!(page.matches(": runtime error (").count(), 1, "{page}");
    assert!(page.contains("Also: ") && !page.contains("If only this were mended"), "{page}");
}

#[test]
fn different_mistakes_are_different_blocks() {
    let page = check(
        "name = input('Name? ')\nif not name: print(1 / 0)\nif name.isdigit(): name = 'you'\nprint(f'Hello, {name}.')\n",
    );
    assert_eq!(page.matches(": wrong answer (").count(), 2, "{page}");
    assert_eq!(page.matches(": runtime error (").count(), 1, "{page}");
}

#[test]
fn what_mending_brings_is_what_the_mended_program_gets() {
    for slip in [
        "print('Hello,', name + '! ')",
        "print('hello, ' + name + '!')",
        "print('DEBUG', len(name))\nprint(f'Hello, {name}!')",
        "print(f'Helo, {name}!')",
        "print(f'Hello, {name}?')",
        "print(f'Hello, {name}', '!', sep='\\n')",
    ] {
        let page = check(&format!("name = input('Name? ')\n{slip}\n"));
        assert_eq!(
            page.contains("If only this were mended: 10 of 10 points."),
            !slip.contains("sep"),
            "{slip}\n{page}"
        );
    }
    let asks = check("print('Name?')\nname = input()\nprint(f'Hello, {name}!')\n");
    assert!(asks.contains("If only this were mended: 10 of 10 points."), "{asks}");
    // One of two mistakes is in every scenario, the other one only without a name.
    let two = check("name = input('Name? ')\nprint(f'Hello {name}!' if name else 'Who?')\n");
    assert!(two.contains("If only this were mended: 6.67 of 10 points."), "{two}");
}

#[test]
fn an_error_that_follows_from_a_wrong_answer_is_no_runtime_error() {
    let spec = "assignment: count\ntitle: Count\nsubmission: { files: [hello.py] }\nscenarios:\n\
                - { name: two, points: 1, stdin: [a, b], expect: { stdout: \"a\\nb\\ndone\\n\" } }\n";
    for (program, first) in [
        // It misses the end, and then finds no more lines.
        (
            "while True: print(input())\n",
            "✗ Your program asked for another line of input, where it should have printed `done`.",
        ),
        // It prints something else, and breaks later.
        ("print(input().upper())\nprint(int(input()))\n", "Upper and lower case differ"),
    ] {
        let page = checked(spec, program, &[]);
        assert!(page.contains("  two: wrong answer"), "{page}");
        let (told, error) = (page.find(first), page.find("It ended with exit code 1"));
        assert!(told.is_some() && told < error, "{page}");
    }
    // What it printed until then is right.
    let page = checked(spec, "print(input())\nprint(int(input()))\n", &[]);
    assert!(page.contains("  two: runtime error"), "{page}");
}

#[test]
fn who_reads_all_input_is_not_told_that_it_was_too_much() {
    let spec = "assignment: sum\ntitle: Sum\nsubmission: { files: [hello.py] }\nscenarios:\n\
                - { name: two, points: 1, stdin: ['1', '2'], expect: { stdout: \"3\\n\" } }\n";
    let page = checked(spec, "import sys\nprint(sum(map(int, sys.stdin)) / 0)\n", &[]);
    assert!(page.contains("  two: runtime error") && !page.contains("asked for another line"), "{page}");
    let page = checked(spec, "import sys\nprint(len(sys.stdin.read()))\n", &[]);
    assert!(page.contains("  two: wrong answer") && !page.contains("asked for another line"), "{page}");
    let page = checked(spec, "print(int(input()) + int(input()) + int(input()))\n", &[]);
    assert!(page.contains("asked for another line"), "{page}");
}

#[test]
fn a_hidden_scenario_is_told_with_no_other() {
    let spec = super::scratch::GREETING.replace("name: two words,", "name: two words, hidden: details,");
    let page = checked(&spec, WITHOUT_COMMA, &[]);
    assert!(page.contains("✗ Greets / two words: wrong answer"), "{page}");
    assert!(
        !page.contains("If only this were mended") && page.contains("4 scenarios were lost for this"),
        "{page}"
    );
}

#[test]
fn every_page_tells_a_cause_once() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let (_, pages) = scratch.check_in("work", &["markdown", "html"]);
    for page in pages {
        assert_eq!(page.matches("5 scenarios were lost for this").count(), 1, "{page}");
        assert_eq!(page.matches("If only this were mended: 10 of 10 points.").count(), 1, "{page}");
    }
}

#[test]
fn results_say_nothing_new_of_causes() {
    let scratch = Scratch::greeting().write("class/Ada/hello.py", WITHOUT_COMMA);
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let results = scratch.results();
    assert_eq!(named(&results, "Ada")["scenarios"].as_array().unwrap().len(), 5);
    assert!(scratch.read("yardstick-results/feedback/Ada.txt").contains("5 scenarios were lost for this"));
}

/// How many causes are told of each bug of a reference that costs anything, the reference with it in the place of a
/// submission; and how many are if nobody knows the bugs of the reference. One of so many is tried.
fn causes_of_single_bugs(key: &str, few: usize) -> [Vec<usize>; 2] {
    let spec = Spec::load(key).unwrap();
    let unknowing = Spec { reference: None, ..Spec::load(key).unwrap() };
    let reference = yardstick_reference::find(key).unwrap();
    let store = Store::empty();
    let mut plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
    let (first, others): (Vec<_>, Vec<_>) =
        reference.noticeable().into_iter().enumerate().partition(|(place, _)| place % few == 0);
    let bugs: Vec<&Bug> = first.iter().chain(&others).map(|(_, bug)| *bug).collect();
    [&spec, &unknowing].map(|spec| {
        plan.spec = spec;
        let counted = night::some(&bugs, first.len()).iter().map(|bug| {
            let bugs = Bugs::NONE.with(bug);
            let graded = graded(&plan, |expected| with_bugs(reference, bugs, expected));
            graded.scenarios.iter().filter_map(|scenario| scenario.cause).collect::<BTreeSet<_>>().len()
        });
        counted.filter(|count| *count > 0).collect()
    })
}

#[test]
fn a_bug_is_told_in_one_block_and_mostly_in_few_where_nobody_knows_it() {
    // The most blocks of a bug that nobody knows, in the median and for 95 of 100.
    for (key, most) in [
        ("byu-connect-four", [1, 2]),
        ("michigan-connect-n", [4, 12]),
        ("umass-connect4", [2, 4]),
        ("uq-connect4ish", [3, 6]),
        ("carleton-connect4", [2, 4]),
    ] {
        let [known, unknown] = causes_of_single_bugs(key, 14);
        for (mut counts, whose, most) in [(known, "known", [1, 2]), (unknown, "unknown", most)] {
            counts.sort_unstable();
            let at = |share: usize| counts[(counts.len() - 1) * share / 100];
            let (median, nearly_all) = (at(50), at(95));
            let number = counts.len();
            println!(
                "{key}: {number} {whose} bugs, {median} blocks in the median, {nearly_all} for 95 of 100"
            );
            assert!(median <= most[0] && nearly_all <= most[1], "{key}, {whose}: {counts:?}");
        }
    }
}
