//! A program that never ends is run twice, or once if that is proved, and not for every input that leads into the loop.

use super::scratch::{Scratch, named};

const SPEC: &str = "assignment: loops\ntitle: Loops\nsubmission: { files: [echo.py] }\n\
                    limits: { cpu: 100ms, wall: 10s }\nscenarios:\n\
                    - { name: one, points: 1, stdin: [a, b, c], expect: { stdout: \"a\\nb\\nc\\n\" } }\n\
                    - { name: two, points: 1, stdin: [a, x], expect: { stdout: \"a\\nx\\n\" } }\n\
                    - { name: three, points: 1, stdin: [a, b], expect: { stdout: \"a\\nb\\n\" } }\n\
                    - { name: four, points: 1, stdin: [a, b, d], expect: { stdout: \"a\\nb\\nd\\n\" } }\n\
                    - { name: five, points: 1, stdin: [a, b, e], args: [-v], expect: { stdout: \"a\\nb\\ne\\n\" } }\n";

/// Repeats what it reads, up to this line, where it never ends.
fn echo_until(last: &str) -> String {
    format!(
        "import sys\nturns = 0\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n    \
         while line.strip() == '{last}': turns += 1\n"
    )
}

/// The verdict of each scenario, and how many times it was run.
fn verdicts(class: &Scratch, name: &str) -> Vec<(String, u64)> {
    let results = class.results();
    let scenarios = named(&results, name)["scenarios"].as_array().unwrap();
    let of =
        |one: &serde_json::Value| (one["verdict"].as_str().unwrap().into(), one["runs"].as_u64().unwrap());
    scenarios.iter().map(of).collect()
}

fn class() -> Scratch {
    Scratch::new(SPEC)
        .write("class/first/echo.py", "turns = 0\nwhile True: turns += 1\n")
        .write("class/third/echo.py", echo_until("b"))
        .write("class/fourth/echo.py", echo_until("c"))
}

fn words(all: &[(&str, u64)]) -> Vec<(String, u64)> {
    all.iter().map(|(verdict, runs)| ((*verdict).to_owned(), *runs)).collect()
}

#[test]
fn a_loop_is_run_twice_and_not_for_every_input_that_leads_to_it() {
    let class = class();
    let graded = class.run(&["grade", "spec.yaml", "class", "--jobs", "2"]);
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let [accepted, run, inferred] = [("accepted", 1), ("time limit", 1), ("time limit", 0)];
    assert_eq!(verdicts(&class, "first"), words(&[run, run, inferred, inferred, run]), "other arguments");
    assert_eq!(verdicts(&class, "third"), words(&[run, accepted, run, inferred, run]), "other lines");
    assert_eq!(verdicts(&class, "fourth"), words(&[run, accepted, accepted, accepted, accepted]));
    let told = class.results()["submissions"].to_string();
    assert!(
        told.contains("was stopped in the same way in other scenarios that begin with the same lines"),
        "{told}"
    );
    assert_eq!(class.run(&["verify"]).code, 0);

    // What was inferred is known from then on, for any number of programs at a time.
    let again = class.run(&["grade", "spec.yaml", "class", "--jobs", "1"]);
    assert!(again.stdout.contains("15 of 15 runs were known"), "{}", again.stdout);
}

#[test]
fn a_program_that_was_proved_to_be_endless_is_run_once() {
    let echo = "turns = 0\nwhile True:\n    line = input()\n    print(line)\n    while line == 'b':\n        turns = 1\n";
    let class = Scratch::new(&SPEC.replace("100ms", "2s")).write("class/second/echo.py", echo);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let [run, inferred] = [("endless loop", 1), ("endless loop", 0)];
    let after_x = ("wrong answer", 1); // There is no third line.
    assert_eq!(verdicts(&class, "second"), words(&[run, after_x, inferred, inferred, run]));
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn a_program_that_prints_too_much_is_run_once() {
    let flood = "line = input()\nwhile True: print(line * 99)\n";
    let class =
        Scratch::new(&SPEC.replace("100ms", "9s, output: 9 KiB")).write("class/second/echo.py", flood);
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let [run, inferred] = [("output limit", 1), ("output limit", 0)];
    assert_eq!(verdicts(&class, "second"), words(&[run, inferred, inferred, inferred, run]));
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn the_results_are_the_same_in_whatever_order_scenarios_run() {
    let results = ["1", "2"].map(|jobs| {
        let class = class();
        assert_eq!(class.run(&["grade", "spec.yaml", "class", "--jobs", jobs]).code, 0);
        // What a program can tell of its loop in the moment that it has may be less on a busy machine.
        ["first", "third", "fourth"].map(|name| verdicts(&class, name))
    });
    assert_eq!(results[0], results[1]);
}

#[test]
#[ignore = "takes ten seconds; what is inferred is always tried"]
fn with_repeat_everything_is_run_and_comes_out_the_same() {
    let class = class();
    assert_eq!(class.run(&["grade", "spec.yaml", "class"]).code, 0);
    let names = ["first", "third", "fourth"];
    let inferred = names.map(|name| verdicts(&class, name));
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--repeat", "2"]).code, 0);
    for (name, inferred) in names.iter().zip(inferred) {
        let run = verdicts(&class, name);
        assert!(run.iter().all(|(_, runs)| *runs == 2), "{run:?}");
        let alone = |all: Vec<(String, u64)>| all.into_iter().map(|(verdict, _)| verdict).collect::<Vec<_>>();
        assert_eq!(alone(run), alone(inferred), "{name}");
    }
}

#[test]
fn a_hidden_scenario_does_not_tell_that_it_begins_like_others() {
    let hide = |spec: &str| spec.replace("name: four,", "name: four, hidden: details,");
    let class = Scratch::new(&hide(SPEC)).write("first/echo.py", "turns = 0\nwhile True: turns += 1\n");
    let checked = class.run(&["check", "spec.yaml", "first"]);
    assert_eq!(checked.stdout.matches("with the same lines").count(), 1, "{}", checked.stdout);
    assert!(checked.stdout.contains("What is tested here is hidden."), "{}", checked.stdout);
}
