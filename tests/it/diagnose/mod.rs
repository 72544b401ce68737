//! `yardstick diagnose`: the mistakes of a submission by their names, and hints about them.

mod figures;

use super::night;
use super::scratch::{Scratch, named};

fn fixture(assignment: &str, name: &str) -> String {
    format!("{}/fixtures/{assignment}/submissions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What `diagnose` prints of a fixture.
fn diagnosed(assignment: &str, name: &str, more: &[&str]) -> (i32, String) {
    let path = fixture(assignment, name);
    let ended = Scratch::greeting().run(&[&["diagnose", assignment, &path], more].concat());
    assert_eq!(ended.stderr, "", "{name}");
    (ended.code, ended.stdout)
}

#[test]
fn a_mistake_is_named_with_its_scenarios_its_hints_and_the_shortest_input() {
    let (code, told) = diagnosed("byu-connect-four", "full-column-overwritten", &[]);
    assert_eq!(code, 1);
    insta::assert_snapshot!(told, @"
    It lets a marker overwrite the bottom one of a full column. (sure)
      Scenarios: Harder invalid moves / a full column; Harder invalid moves / a full column after a number that is none; Harder invalid moves / a number that is none after a full column; Tie / full columns are tried before the end
      Hint 1: What happens to the sixth marker in a column?
      Hint 2: The search for the lowest open cell.
      Hint 3: It ends at row -1, which is the bottom row for Python; the move is invalid.
      Shortest input: 0 0 0 0 0 0

    This explains all 4 lost scenarios, and what the program did in 120 generated scenarios was predicted.
    ");
}

#[test]
fn so_many_hints_are_shown_as_were_asked_for() {
    let (_, told) = diagnosed("byu-connect-four", "prompt-with-newline", &["--hints", "1"]);
    assert!(told.contains("Hint 1: Where does the cursor stand") && !told.contains("Hint 2: "), "{told}");
}

#[test]
fn nothing_is_told_of_a_right_program() {
    let (code, told) = diagnosed("byu-connect-four", "accepted-functions", &[]);
    assert_eq!((code, told.as_str()), (0, "nothing is wrong that scenarios or generated scenarios show\n"));
}

/// Assignments, wrong submissions, and what must be told about them.
const TOLD: [(&str, &str, &str); 5] = [
    ("byu-connect-four", "prompt-with-newline", "It ends the line after the prompt. (sure)"),
    (
        "umass-connect4",
        "rows-become-lists",
        "It leaves the changed row behind as a list of characters. (sure)",
    ),
    ("byu-connect-four", "last-marker-must-be-an-end", "These explain all 9 lost scenarios"),
    ("byu-connect-four", "crashes-at-the-edge", "No mistake that is known explains all 32 lost scenarios."),
    ("umass-connect4", "gap-counted-as-connected", "also when there is something between them. (sure)"),
];

#[test]
fn programs_of_students_are_diagnosed_by_what_they_do() {
    for (assignment, name, sentence) in night::some(&TOLD, 1) {
        let (code, told) = diagnosed(assignment, name, &[]);
        assert_eq!(code, 1);
        assert!(told.contains(sentence), "{name}: {told}");
    }
}

#[test]
fn a_program_that_does_not_always_do_the_same_is_not_diagnosed() {
    let program =
        std::fs::read_to_string(fixture("byu-connect-four", "accepted-functions") + "/connect.py").unwrap();
    let program = program.replace("Invalid move.", "Invalid move. {os.urandom(8).hex()}");
    let lines = program.lines().map(|line| match line.contains("os.urandom") {
        true => line.replace("print(\"", "print(f\"").replace("print('", "print(f'"),
        false => line.to_owned(),
    });
    let program = lines.collect::<Vec<_>>().join("\n");
    let scratch = Scratch::greeting().write("connect.py", format!("import os\n{program}\n"));
    let told = scratch.run(&["diagnose", "byu-connect-four", "connect.py"]).stdout;
    assert!(!told.contains("(sure)") && !told.contains("(likely)"), "{told}");
}

#[test]
fn check_asks_a_question_about_a_mistake_that_is_known_and_gives_nothing_away() {
    let path = fixture("byu-connect-four", "start-columns-off-by-one");
    let scratch = Scratch::greeting();
    let check = |hints: &[&str]| scratch.run(&[&["check", "byu-connect-four", &path], hints].concat()).stdout;
    let question = "What is the rightmost column in which four in a row can begin?";
    let one = check(&[]);
    assert_eq!(one.matches("Think about this: ").count(), 1, "{one}");
    assert!(one.contains(question) && !one.contains("overlooks"), "{one}");
    assert_eq!(check(&["--hints", "0"]).matches("Think about this: ").count(), 0);
    assert_eq!(check(&["--hints", "3"]).matches("Think about this: ").count(), 3);
}

#[test]
fn no_hint_is_given_about_what_only_hidden_scenarios_show() {
    let spec = |hidden: &str| {
        format!(
            "assignment: small\nsubmission: {{ files: [connect.py] }}\nreference: byu-connect-four\n\
             final_newline: false\nscenarios:\n  - {{ name: first, points: 1, stdin: [0, 1, 0, 1, 0, 1, 0] }}\n  \
             - {{ name: second, points: 1, {hidden}stdin: [4, 0, 5, 0, 6, 0, 7] }}\n"
        )
    };
    let path = fixture("byu-connect-four", "start-columns-off-by-one");
    for (hidden, hints) in
        [("", 1), ("hidden: details, ", 0), ("hidden: result, ", 0), ("hidden: everything, ", 0)]
    {
        let page = Scratch::new(&spec(hidden)).run(&["check", "spec.yaml", &path]).stdout;
        assert_eq!(page.matches("Think about this: ").count(), hints, "{hidden}\n{page}");
    }
}

#[test]
fn a_class_is_diagnosed_from_its_traces_and_the_results_follow_from_them() {
    let program = |name: &str| std::fs::read(fixture("byu-connect-four", name) + "/connect.py").unwrap();
    let scratch = Scratch::greeting()
        .write("class/Ada/connect.py", program("accepted-functions"))
        .write("class/Bob/connect.py", program("start-columns-off-by-one"));
    let graded =
        scratch.run(&["grade", "byu-connect-four", "class", "--diagnose", "--hints", "2", "--quiet"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    let of = |name: &str| named(&results, name)["mistakes"].clone();
    assert!(of("Ada").is_null());
    let found = of("Bob");
    assert_eq!(found["confidence"], "likely", "{found}");
    assert_eq!(found["known"].as_array().unwrap().len(), 1, "{found}");
    assert!(found["known"][0]["sentence"].as_str().unwrap().starts_with("Likely: it overlooks "), "{found}");
    assert_eq!(found["known"][0]["hints"].as_array().unwrap().len(), 3, "{found}");
    let page = |name: &str| scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
    assert_eq!(page("Bob").matches("Think about this: ").count(), 2, "{}", page("Bob"));
    assert!(!page("Bob").contains("overlooks") && !page("Ada").contains("Think about this: "));
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let regraded = scratch.run(&["regrade"]);
    assert_eq!((regraded.code, scratch.results() == results), (0, true), "{}", regraded.stderr);
}

#[test]
fn the_mistake_of_a_submission_is_looked_for_among_the_mutants_of_a_reference() {
    let spec = "assignment: count\nsubmission: { files: [count.py] }\nreference: { files: [solution.py] }\nscenarios:\n\
                - { name: three, points: 1, stdin: [3] }\n- { name: none, points: 1, stdin: [0] }\n";
    let solution = "n = int(input())\nfor i in range(1, n + 1):\n    print(i)\nprint('done')\n";
    let own = |range: &str| format!("limit = int(input())\nprint(*{range}, 'done', sep='\\n')\n");
    let scratch = Scratch::new(spec)
        .write("solution.py", solution)
        .write("right/count.py", own("range(1, limit + 1)"))
        .write("wrong/count.py", own("range(2, limit + 1)"))
        .write("other/count.py", own("range(7, limit + 99)"));
    let diagnose = |name: &str| scratch.run(&["diagnose", "spec.yaml", name]);
    assert_eq!(diagnose("right").stdout, "nothing is wrong that scenarios show\n");
    let wrong = diagnose("wrong");
    assert_eq!(wrong.code, 1, "{}", wrong.stderr);
    assert!(
        wrong.stdout.contains("Line 2 of `solution.py` has `2` in the place of `1`."),
        "{}",
        wrong.stdout
    );
    assert_eq!(diagnose("other").stdout, "no small change of the reference explains what it does\n");
    let graded = scratch.run(&["grade", "spec.yaml", "wrong", "--diagnose"]);
    assert_eq!(graded.code, 2, "{}", graded.stdout);
    let hints = scratch.run(&["check", "spec.yaml", "wrong"]);
    assert!(!hints.stdout.contains("Think about this"), "{}", hints.stdout);
}
