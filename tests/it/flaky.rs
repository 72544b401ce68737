//! `--repeat`: programs that do not always do the same are told of, and never averaged.

use super::scratch::{SOLUTION, Scratch, named};

/// Prints a number that no other run does.
const RANDOM: &str = "import random\nprint('hello', random.random())\n";
/// Prints what it must, and the time on standard error.
const CLOCK: &str = "import sys, time\nprint('hello')\nprint(time.time_ns(), file=sys.stderr)\n";
/// Prints something else for every hash seed.
const HASH: &str = "print('hello' if hash('a') == hash('a') else 'bye')\nprint(hash('seed'))\n";

fn class() -> Scratch {
    Scratch::hello()
        .write("class/Ada/hello.py", "print('hello')\n")
        .write("class/Bob/hello.py", RANDOM)
        .write("class/Cyd/hello.py", CLOCK)
        .write("class/Dan/hello.py", HASH)
        .write("class/Eve/helo.py", "")
}

#[test]
fn a_program_that_does_not_always_do_the_same_is_called_flaky_and_graded_by_its_first_run() {
    let class = class();
    let graded = class.run(&["grade", "spec.yaml", "class", "--repeat", "4"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(graded.stdout.contains("\n  2 flaky: they did not always do the same\n"), "{}", graded.stdout);
    let results = class.results();
    let scenario = |name: &str| named(&results, name)["scenarios"][0].clone();
    assert_eq!(results["summary"]["flaky"], 2);
    for (name, runs, flaky, verdict) in [
        ("Ada", 4, false, "accepted"),
        ("Bob", 4, true, "wrong answer"),
        ("Cyd", 4, true, "accepted"),
        ("Dan", 4, false, "wrong answer"),
        ("Eve", 0, false, "invalid submission"),
    ] {
        let one = scenario(name);
        assert_eq!((&one["runs"], &one["flaky"]), (&runs.into(), &flaky.into()), "{name}");
        assert_eq!(one["verdict"], verdict, "{name}");
    }
    let said = |name: &str| class.read(&format!("yardstick-results/feedback/{name}.txt"));
    let sentence = "It is flaky: of 4 runs 3 were not like the first, which is graded";
    assert!(said("Bob").contains(&format!("  {sentence}: wrong answer.\n")), "{}", said("Bob"));
    assert!(said("Cyd").contains(&format!("  {sentence}: accepted.\n")), "{}", said("Cyd"));
    for steady in ["Ada", "Dan"] {
        assert!(!said(steady).contains("flaky"), "{}", said(steady));
    }
}

#[test]
fn the_runs_of_a_repeated_grading_are_known_afterwards() {
    let class = class();
    class.run(&["grade", "spec.yaml", "class", "--repeat", "3"]);
    let results = class.read("yardstick-results/results.json");
    for args in [&["--repeat", "3"][..], &["--repeat", "2"], &[]] {
        let again = class.run(&[&["grade", "spec.yaml", "class"], args].concat());
        assert!(again.stdout.contains("  5 of 5 runs were known from before"), "{}", again.stdout);
        assert_eq!(class.read("yardstick-results/results.json"), results, "{args:?}");
    }
    assert_eq!(class.run(&["verify"]).code, 0);
    assert_eq!(class.run(&["regrade"]).stdout, "5 unchanged, 0 up, 0 down\n");
    let more = class.run(&["grade", "spec.yaml", "class", "--repeat", "4"]);
    assert!(more.stdout.contains("  1 of 5 runs were known from before"), "{}", more.stdout);
    assert_eq!(named(&class.results(), "Bob")["scenarios"][0]["runs"], 4);
}

#[test]
fn check_repeats_too() {
    let class = class();
    let checked = class.run(&["check", "spec.yaml", "class/Cyd", "--repeat", "2"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    let sentence = "It is flaky: of 2 runs one was not like the first, which is graded: accepted.";
    assert!(checked.stdout.contains(sentence), "{}", checked.stdout);
}

#[test]
fn a_flaky_session_is_found_and_a_steady_one_with_nan_is_not() {
    let spec = "assignment: pure\ntitle: Pure\nsubmission: { files: [hello.py] }\nreference: { files: [solution.py] }\n\
                scenarios:\n  - { name: two, points: 1, session: '>>> two()' }\n  \
                - { name: nan, points: 1, session: \">>> float('nan')\" }\n";
    let class = Scratch::new(spec)
        .write("solution.py", "def two(): return 2\n")
        .write("class/Ada/hello.py", "import time\ndef two(): return time.time_ns()\n");
    let graded = class.run(&["grade", "spec.yaml", "class", "--repeat", "3"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = class.results();
    let flaky = |index: usize| named(&results, "Ada")["scenarios"][index]["flaky"].as_bool();
    assert_eq!([flaky(0), flaky(1)], [Some(true), Some(false)]);
    assert_eq!(results["summary"]["flaky"], 1);
}

#[test]
fn an_invalid_number_of_runs_is_refused() {
    let class = Scratch::greeting().write("class/Ada/hello.py", SOLUTION);
    for runs in ["0", "-1", "256", "x"] {
        let refused = class.run(&["grade", "spec.yaml", "class", "--repeat", runs]);
        assert_eq!(refused.code, 2, "{runs}");
    }
}
