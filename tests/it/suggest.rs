//! `yardstick suggest` where the reference is a program of the instructor's: its mutants, and what would catch them.

use serde_json::Value;

use super::scratch::Scratch;

/// Tells the size of a number, and of its spec one scenario.
const SIZES: &str = "\
number = int(input('Number? '))
if number < 0:
    print('negative')
elif number <= 10:
    print('small')
else:
    print('large')
";

const SPEC: &str = "\
assignment: sizes
submission: { files: [sizes.py] }
reference: { files: [solution.py] }
groups:
  - name: Sizes
    points: 10
    scenarios:
      - name: small
        stdin: [5]
";

/// What the scenarios of a spec catch, by the places of mutants, and how many mutants there are.
fn caught(scratch: &Scratch) -> (Vec<String>, usize) {
    let audited = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
    assert_eq!(audited.code, 0, "{}", audited.stderr);
    let audit: Value = serde_json::from_str(&audited.stdout).unwrap();
    let targets = audit["targets"].as_array().unwrap();
    let caught = targets.iter().filter(|target| target["caught"] == true);
    (caught.map(|target| target["id"].as_str().unwrap().to_owned()).collect(), targets.len())
}

#[test]
fn a_mutant_that_survives_is_caught_by_what_is_suggested() {
    let scratch = Scratch::new(SPEC).write("solution.py", SIZES);
    let (before, all) = caught(&scratch);
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write"]);
    assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""));
    let (after, _) = caught(&scratch);
    assert!(before.iter().all(|id| after.contains(id)), "{after:?}");
    // What is told of a number below and above the bounds is seen only with such a number.
    assert!(after.len() >= before.len() + 3 && after.len() <= all, "{before:?}\n{after:?}");
    let text = scratch.read("spec.yaml");
    assert!(text.starts_with(SPEC), "{text}");
    assert!(text.contains("# Catches: Line 2 of `solution.py` has `"), "{text}");
    let added = text.matches("- name: \"generated, ").count();
    assert!(added > 0 && text.matches("weight: 0").count() == added, "{text}");
    let told = format!("{} → {} of {all} with {added} more", before.len(), after.len());
    assert!(suggested.stdout.contains(&told), "{told}\n{}", suggested.stdout);
}

#[test]
#[ignore = "takes seconds"]
fn without_write_the_spec_file_is_not_changed() {
    let scratch = Scratch::new(SPEC).write("solution.py", SIZES);
    let suggested = scratch.run(&["suggest", "spec.yaml"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    assert!(suggested.stdout.contains("- name: \"generated, 1\""), "{}", suggested.stdout);
    assert_eq!(scratch.read("spec.yaml"), SPEC);
}

/// A function, and a spec that calls it once.
const CLAMP: &str = "\
def clamp(value, least, most):
    if value < least:
        return least
    if value > most:
        return most
    return value
";

const CLAMP_SPEC: &str = "\
assignment: clamp
submission: { files: [clamp.py] }
reference: { files: [solution.py] }
groups:
  - name: clamp
    points: 10
    scenarios:
      - name: between
        session: |
          >>> least = 2
          >>> clamp(5, least, 9)
";

#[test]
fn a_function_is_called_with_other_values_until_its_mutants_show() {
    let scratch = Scratch::new(CLAMP_SPEC).write("solution.py", CLAMP);
    let (before, all) = caught(&scratch);
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write"]);
    assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""));
    let (after, _) = caught(&scratch);
    assert!(before.len() < all && after.len() > before.len(), "{before:?}\n{after:?}\n{}", suggested.stdout);
    let text = scratch.read("spec.yaml");
    assert!(text.starts_with(CLAMP_SPEC), "{text}");
    let added = &text[CLAMP_SPEC.len()..];
    for part in ["# Catches: Line ", "module: clamp\n", "          >>> clamp(", "weight: 0\n"] {
        assert!(added.contains(part), "no {part:?} in\n{added}");
    }
    // What raises with the reference asks for nothing that a handout says.
    let again = scratch.run(&["audit", "spec.yaml", "--mutants", "1"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
}

/// What is called, and what never is: a function, and a method.
const LIBRARY: &str = "\
def double(n):
    return n * 2

def is_same_backwards(text):
    return text == text[::-1]

class Counter:
    def __init__(self, start=0):
        self.count = start

    def add(self, amount):
        if amount > 0:
            self.count += amount
";

const LIBRARY_SPEC: &str = "\
assignment: library
submission: { files: [library.py] }
reference: { files: [solution.py] }
groups:
  - name: Calls
    points: 10
    scenarios:
      - name: double
        session: |
          >>> double(4)
";

#[test]
#[ignore = "takes a quarter of a minute; what is suggested for one function is always tried"]
fn suggest_makes_lines_for_functions_that_no_scenario_calls() {
    let scratch = Scratch::new(LIBRARY_SPEC).write("solution.py", LIBRARY);
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write", "--weight", "2"]);
    assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""));
    let text = scratch.read("spec.yaml");
    let added = &text[LIBRARY_SPEC.len()..];
    for part in [">>> is_same_backwards('", ">>> counter = Counter(", ">>> counter.add(", "weight: 2\n"] {
        assert!(added.contains(part), "no {part:?} in\n{added}");
    }
    assert_eq!(text.matches("- name: \"generated, ").count(), text.matches("weight: 2").count(), "{text}");
}

#[test]
fn a_function_that_no_scenario_calls_is_reported_as_never_run() {
    let library = "def double(n):\n    return n * 2\n\ndef _hidden(n):\n    return n - 1\n";
    let scratch = Scratch::new(LIBRARY_SPEC).write("solution.py", library);
    let suggested = scratch.run(&["suggest", "spec.yaml"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    let told = "is never run: no scenario comes to `_hidden`";
    assert!(suggested.stdout.contains(told), "{}", suggested.stdout);
}

/// Greets people as the clock and the environment say, and nobody if there is no name.
const GREETER: &str = "\
import datetime, os

def greet(name):
    if name == '':
        return 'nobody'
    late = datetime.datetime.now().hour > 20
    return (os.environ.get('WORD', 'Hello') if late else 'Good day') + ' ' + name
";

const EVENING: &str = "\
assignment: greeter
submission: { files: [greeter.py] }
reference: { files: [solution.py] }
timezone: Europe/Berlin
env: { LANG: C.UTF-8 }
groups:
  - name: Evening
    points: 10
    scenarios:
      - name: late
        clock: 2026-03-01T22:00
        env: { WORD: Servus }
        session: |
          >>> greet('Ada')
          'Servus Ada'
";

#[test]
fn what_is_generated_takes_place_where_and_when_the_sessions_of_the_spec_do() {
    let scratch = Scratch::new(EVENING).write("solution.py", GREETER);
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write", "--mutants", "8"]);
    assert_eq!((suggested.code, suggested.stderr.as_str()), (0, ""));
    let text = scratch.read("spec.yaml");
    // The time zone and the language are those of the whole spec.
    let surroundings = "        env: { WORD: Servus }\n        clock: \"2026-03-01T21:00:00Z\"\n";
    assert!(text.contains("generated, 1") && text.ends_with(surroundings), "{text}");
    // Only late in the evening something is wrong with it.
    let only_late =
        GREETER.replace("'nobody'", "os.environ['WORD'] if datetime.datetime.now().hour == 22 else 'nobody'");
    let scratch = scratch.write("work/greeter.py", &only_late).write("right/greeter.py", GREETER);
    let checked = scratch.run(&["check", "spec.yaml", "right"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    let scratch = scratch.write("spec.yaml", EVENING);
    let explored = scratch.run(&["explore", "spec.yaml", "work", "--count", "20", "--save", "more.yaml"]);
    assert!(
        explored.stdout.contains("expected 'nobody', got 'Servus'"),
        "{}{}",
        explored.stdout,
        explored.stderr
    );
    assert!(scratch.read("more.yaml").ends_with(surroundings), "{}", scratch.read("more.yaml"));
}
