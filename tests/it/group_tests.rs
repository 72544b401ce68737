//! Tests of the instructor inside of groups: several programs of one hand-in, each with tests of its own.

use super::optional;
use super::scratch::{Scratch, named};

const SPEC: &str = r#"
assignment: two-exercises
submission: { files: [sums.py, words.py] }
groups:
  - name: Sums
    entry: sums.py
    points: 4
    tests: { runner: unittest, files: [tests/test_sums.py], each: { TestSums.test_add: { weight: 3 } } }
  - name: Words
    entry: words.py
    pass: all
    hint: Split the text.
    points: 2
    tests: { runner: unittest, files: [tests/test_words.py] }
  - name: Long words
    entry: words.py
    after: [Words]
    points: 1
    tests: { runner: doctest, files: [tests/words.txt] }
"#;

const TEST_SUMS: &str = "import unittest\nimport sums\n\n\nclass TestSums(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(sums.add(1, 2), 3)\n\n    def test_negative(self):\n        self.assertEqual(sums.add(-1, -2), -3)\n";

const TEST_WORDS: &str = "import unittest\nimport words\n\n\nclass TestWords(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(words.count('a b'), 2)\n\n    def test_none(self):\n        self.assertEqual(words.count(''), 0)\n";

const SUMS: &str = "def add(a, b):\n    return a + b\n";
const WORDS: &str = "def count(text):\n    return len(text.split())\n";

fn two_exercises(spec: &str) -> Scratch {
    Scratch::new(spec)
        .write("tests/test_sums.py", TEST_SUMS)
        .write("tests/test_words.py", TEST_WORDS)
        .write("tests/words.txt", ">>> count('a b c')\n3\n")
}

#[test]
fn each_exercise_is_tested_by_its_own_tests() {
    let scratch = two_exercises(SPEC)
        .write("class/right/sums.py", SUMS)
        .write("class/right/words.py", WORDS)
        // What counts as a whole is lost as a whole, and so is what comes after.
        .write("class/one-wrong/sums.py", SUMS.replace("a + b", "abs(a) + abs(b)"))
        .write("class/one-wrong/words.py", WORDS.replace("text.split()", "text.split(' ')"))
        .write("class/one-missing/words.py", WORDS)
        .write("class/one-broken/sums.py", "def add(a, b)\n    return a + b\n")
        .write("class/one-broken/words.py", WORDS);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, points) in [("right", "7"), ("one-wrong", "3"), ("one-missing", "3"), ("one-broken", "3")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    assert!(page("one-missing").contains("sums.py"), "{}", page("one-missing"));
    assert!(page("one-wrong").contains("Split the text."), "{}", page("one-wrong"));
    let verified = scratch.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn the_reference_of_an_exercise_must_pass_the_tests_of_that_exercise() {
    let with_reference =
        SPEC.replace("\ngroups:", "\nreference: { files: [right/sums.py, right/words.py] }\ngroups:");
    let scratch = two_exercises(&with_reference)
        .write("right/sums.py", SUMS)
        .write("right/words.py", WORDS)
        .write("Ada/sums.py", SUMS)
        .write("Ada/words.py", WORDS);
    let ended = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert!(ended.stdout.contains("7 of 7 points"), "{}{}", ended.stdout, ended.stderr);
    let scratch = scratch.write("right/words.py", WORDS.replace("split()", "split(' ')"));
    let refused = scratch.run(&["check", "spec.yaml", "Ada"]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    let said = "the reference fails the test `TestWords.test_none`";
    assert!(refused.stderr.contains(said) && refused.stderr.contains("spec.yaml:15:"), "{}", refused.stderr);
}

#[test]
fn tests_of_programs_in_two_languages_share_a_hand_in() {
    let jar = "/usr/share/java/junit4.jar";
    if optional::found("javac").is_none() {
        return;
    }
    if !std::path::Path::new(jar).is_file() {
        return optional::skipped("junit4");
    }
    let hamcrest = ["/usr/share/java/hamcrest-core.jar", "/usr/share/java/hamcrest.jar"];
    let Some(hamcrest) = hamcrest.into_iter().find(|path| std::path::Path::new(path).is_file()) else {
        return;
    };
    let spec = "assignment: two\nsubmission: { files: [words.py, Sums.java] }\ngroups:\n\
                \x20 - { name: Words, entry: words.py, points: 2, tests: { runner: unittest, files: [tests/test_words.py] } }\n\
                \x20 - { name: Sums, entry: Sums.java, points: 2, tests: { runner: junit, files: [tests/TestSums.java, \"lib/*.jar\"] } }\n";
    let test = "import static org.junit.Assert.*;\nimport org.junit.Test;\npublic class TestSums {\n  @Test public void adds() { assertEquals(3, Sums.add(1, 2)); }\n}\n";
    let sums = "public class Sums {\n  static int add(int a, int b) { return a + b; }\n}\n";
    let scratch = two_exercises(spec)
        .write("tests/TestSums.java", test)
        .write("lib/junit4.jar", std::fs::read(jar).unwrap())
        .write("lib/hamcrest.jar", std::fs::read(hamcrest).unwrap())
        .write("class/right/words.py", WORDS)
        .write("class/right/Sums.java", sums)
        .write("class/no-java/words.py", WORDS)
        .write("class/no-python/Sums.java", sums);
    let ended = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let results = scratch.results();
    for (name, points) in [("right", "4"), ("no-java", "2"), ("no-python", "2")] {
        assert_eq!(named(&results, name)["points"], points, "{name}: {:#}", named(&results, name));
    }
}

#[test]
fn a_test_that_counts_in_several_groups_is_run_once_for_a_submission() {
    let group = |at: usize| {
        format!(
            "  - {{ name: G{at}, points: 1, tests: {{ runner: unittest, files: [tests/test_sums.py], without: [TestSums.test_negative] }} }}\n"
        )
    };
    let groups: String = (0..8).map(group).collect();
    let scratch =
        two_exercises(&format!("assignment: x\nsubmission: {{ files: [sums.py] }}\ngroups:\n{groups}"))
            .write("Ada/sums.py", "import os\ndef add(a, b): return 3 if os.urandom(1)[0] < 128 else 4\n");
    let page = scratch.run(&["check", "spec.yaml", "Ada"]).stdout;
    assert!(page.contains("0 of 8 points") || page.contains("8 of 8 points"), "{page}");
}

#[test]
fn what_belongs_to_the_group_is_not_said_by_its_tests() {
    let spec = |tests: &str, group: &str| {
        format!(
            "assignment: x\nsubmission: {{ files: [sums.py] }}\ngroups:\n  - name: Sums\n    points: 2\n{group}    tests: {{ runner: unittest, files: [tests/test_sums.py]{tests} }}\n"
        )
    };
    for (tests, key) in [
        (", points: 3", "points"),
        (", name: Others", "name"),
        (", bonus: true", "bonus"),
        (", pass: all", "pass"),
        (", after: [Sums]", "after"),
        (", hidden: true", "hidden"),
        (", hint: Look", "hint"),
    ] {
        let scratch = two_exercises(&spec(tests, ""));
        scratch.refuses(&format!("tests in a group have no `{key}` of their own"));
        assert!(scratch.run(&["check", "spec.yaml", "."]).stderr.contains("spec.yaml:6:"));
    }
    two_exercises(&spec("", "    scenarios: [{ name: s, expect: { stdout: x } }]\n"))
        .refuses("the group `Sums` has `scenarios` and `tests`");
    Scratch::new("assignment: x\nsubmission: { files: [a.py] }\ngroups: [{ name: Sums, points: 1 }]\n")
        .refuses("the group `Sums` has no scenarios");
    let java = spec("", "    entry: A.java\n").replace("[sums.py]", "[sums.py, A.java]");
    two_exercises(&java).refuses("`unittest` tests Python, and `A.java` is Java");
}
