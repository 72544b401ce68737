//! `yardstick explore` and `suggest`: generated scenarios, and how well they find bugs.

use yardstick::testing::audit::with_bugs;
use yardstick::testing::compare;
use yardstick::testing::explore::{Generated, GenerationContext, OpenInput, generate};
use yardstick::testing::spec::Spec;
use yardstick_reference::{Bug, Bugs, Reference};

use super::night;
use super::scratch::Scratch;

/// The game with one thing wrong: the search for rising lines stops early.
fn fixture(name: &str) -> String {
    format!("{}/fixtures/byu-connect-four/submissions/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn byu() -> &'static dyn Reference {
    yardstick_reference::find("byu-connect-four").unwrap()
}

/// Whether a generated scenario shows a bug.
fn shows(context: &GenerationContext, bug: &Bug, generated: &Generated) -> bool {
    let task = context.task(generated);
    let expected = context.expected(&task).unwrap();
    let recorded = with_bugs(context.reference, Bugs::NONE.with(bug), &expected).unwrap();
    !compare::accepts(&expected, &recorded, &context.spec.limits)
}

#[test]
fn five_hundred_games_find_every_bug_for_nineteen_of_twenty_seeds() {
    let spec = Spec::load("byu-connect-four").unwrap();
    let context = GenerationContext::new(&spec, byu());
    let mut needed = Vec::new();
    let seeds: Vec<u64> = (1..=20).collect();
    for &seed in night::some(&seeds, 6) {
        let mut hidden: Vec<&Bug> = byu().noticeable();
        let games = generate(byu(), seed, 500, OpenInput::Generated);
        let last = games.iter().position(|game| {
            hidden.retain(|bug| !shows(&context, bug, game));
            hidden.is_empty()
        });
        needed.push(last.map(|last| last + 1));
        if last.is_none() {
            println!("seed {seed} misses {:?}", hidden.iter().map(|bug| bug.id).collect::<Vec<_>>());
        }
    }
    needed.sort_unstable_by_key(|games| games.unwrap_or(usize::MAX));
    println!("games until every bug is found, by seed: {needed:?}");
    assert!(needed.iter().flatten().count() + 1 >= needed.len(), "{needed:?}");
}

/// A program that reads by `sys.stdin.readline()`, which shows nothing of what was printed before; at the end of the
/// input it gets an empty line, again and again.
fn reading_lines(fixture: &str, at_the_end: &str) -> String {
    let program = std::fs::read_to_string(self::fixture(fixture) + "/connect.py").unwrap();
    format!(
        "import sys\ndef input(prompt=''):\n    print(prompt, end='')\n    line = sys.stdin.readline()\n    \
         {at_the_end}\n    return line.rstrip('\\n')\n{program}"
    )
}

#[test]
fn a_right_program_that_shows_late_what_it_prints_is_not_accused() {
    for at_the_end in night::some(&["pass", "if not line: sys.exit()", "if not line: raise EOFError"], 1) {
        let program = reading_lines("accepted-functions", at_the_end);
        let scratch = Scratch::greeting().write("connect.py", program);
        let explored = scratch.run(&["explore", "byu-connect-four", "connect.py", "--count", "20"]);
        assert_eq!(explored.code, 0, "{at_the_end}: {}{}", explored.stdout, explored.stderr);
        assert!(
            explored.stdout.contains("20 generated scenarios, seed 1: none differs"),
            "{}",
            explored.stdout
        );
    }
}

#[test]
fn a_wrong_program_that_shows_late_what_it_prints_is_found_out() {
    let program = reading_lines("full-column-overwritten", "if not line: sys.exit()");
    let scratch = Scratch::greeting().write("connect.py", program);
    let explore = ["explore", "byu-connect-four", "connect.py", "--count", "30", "--most", "1"];
    let explored = scratch.run(&explore);
    assert_eq!(explored.code, 1, "{}{}", explored.stdout, explored.stderr);
    assert!(explored.stdout.contains("Invalid move."), "{}", explored.stdout);
}

#[test]
fn a_wrong_program_is_found_out_with_the_shortest_input() {
    let scratch = Scratch::greeting();
    let path = fixture("full-column-overwritten");
    let explored =
        scratch.run(&["explore", "byu-connect-four", &path, "--count", "60", "--save", "more.yaml"]);
    assert_eq!(explored.code, 1, "{}", explored.stderr);
    assert!(explored.stdout.contains("Input: 0 0 0 0 0 0\n"), "{}", explored.stdout);
    assert!(explored.stdout.contains("- Invalid move. Enter a column number (0-7)."), "{}", explored.stdout);
    let saved = Spec::load(scratch.path("more.yaml").to_str().unwrap()).unwrap();
    let shipped = Spec::load("byu-connect-four").unwrap();
    let scenarios = |spec: &Spec| spec.groups.iter().map(|group| group.scenarios.len()).sum::<usize>();
    assert!(scenarios(&saved) > scenarios(&shipped));
    let points =
        |spec: &Spec| spec.groups.iter().map(yardstick::testing::spec::Group::points).collect::<Vec<_>>();
    assert_eq!(points(&saved), points(&shipped));
    let again = scratch.run(&["explore", "byu-connect-four", &path, "--count", "60"]);
    assert!(explored.stdout.starts_with(&again.stdout), "the same seed gave another answer");
}

#[test]
fn a_scenario_cannot_be_added_to_a_list_in_brackets() {
    let spec = "assignment: small\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\n\
                final_newline: false\nscenarios: [{ name: first, points: 1, stdin: [0] }]\n";
    let scratch = Scratch::new(spec);
    let args = ["--count", "30", "--save", "more.yaml"];
    let path = fixture("full-column-overwritten");
    let explored = scratch.run(&[&["explore", "spec.yaml", &path], &args[..]].concat());
    assert_eq!(explored.code, 2);
    insta::assert_snapshot!(explored.stderr, @"
    error: nothing can be added to the scenarios: the last scenario there does not begin on a line of its own
     --> spec.yaml:5
    help: begin each scenario on a line of its own, with `- name:`, instead of listing them in brackets
    ");
    assert!(!scratch.path("more.yaml").exists());
}

#[test]
fn no_disagreement_is_found_in_a_right_program() {
    let scratch = Scratch::greeting();
    for name in night::some(&["accepted-full-stop", "accepted-classes", "accepted-strips-blanks"], 1) {
        let explored = scratch.run(&["explore", "byu-connect-four", &fixture(name), "--count", "60"]);
        assert_eq!((explored.code, explored.stderr.as_str()), (0, ""), "{name}: {}", explored.stdout);
        assert!(
            explored.stdout.starts_with("60 generated scenarios, seed 1: none differs"),
            "{}",
            explored.stdout
        );
    }
}

/// A fixture of an assignment.
fn fixture_of(assignment: &str, name: &str) -> String {
    format!("{}/fixtures/{assignment}/submissions/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn functions_and_classes_are_explored_too() {
    let scratch = Scratch::greeting();
    for assignment in night::some(&["umass-connect4", "michigan-connect-n", "uq-connect4ish"], 1) {
        let entries = std::fs::read_dir(fixture_of(assignment, "")).unwrap();
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let accepted = names.find(|name| name.starts_with("accepted")).unwrap();
        let path = fixture_of(assignment, &accepted);
        let right = scratch.run(&["explore", assignment, &path, "--count", "90"]);
        assert_eq!(right.code, 0, "{accepted}\n{}\n{}", right.stdout, right.stderr);
    }
}

/// Assignments, wrong submissions, what is wrong with them, and a call that shows it.
const WRONG_CALLS: [(&str, &str, &str, &str); 4] = [
    ("michigan-connect-n", "score-shared-by-the-players", "Player", "getScore()"),
    ("michigan-connect-n", "argument-of-play-board-ignored", "Game, turn by turn", "_Game__playBoard("),
    ("michigan-connect-n", "point-to-the-wrong-player", "Game, round by round", "playRound()"),
    ("uq-connect4ish", "two-messages-for-one-command", "check_input", "check_input("),
];

#[test]
fn a_wrong_method_and_a_wrong_function_are_found_out_by_calls_one_after_another() {
    let scratch = Scratch::greeting();
    for &(assignment, wrong, subject, call) in night::some(&WRONG_CALLS, 1) {
        let path = fixture_of(assignment, wrong);
        let explored = scratch.run(&["explore", assignment, &path, "--count", "200", "--most", "40"]);
        assert_eq!(explored.code, 1, "{}", explored.stderr);
        let told = explored.stdout.split("✗ ").find(|told| told.starts_with(subject));
        let told = told.unwrap_or_else(|| panic!("no {subject} in {}", explored.stdout));
        assert!(told.contains(call), "{told}");
    }
}

#[test]
#[ignore = "takes ten seconds; sessions of an instructor's own reference are always suggested"]
fn sessions_are_suggested_with_what_they_read() {
    let scratch = Scratch::new(
        "assignment: small\nsubmission: { files: [connectN.py] }\nreference: michigan-connect-n\ngroups:\n  \
         - name: Game\n    points: 10\n    compare: { printed: ignored }\n    scenarios:\n      - name: begins\n        \
         session: |\n          >>> game = Game(4, 5, 3, 2, \"Ann\", \"Bob\")\n          >>> game._Game__curPlayer.getName()\n",
    );
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    let text = scratch.read("spec.yaml");
    assert!(text.contains("# Catches other-player-scores: "), "{text}");
    let audited = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
    let audit: serde_json::Value = serde_json::from_str(&audited.stdout).unwrap();
    let scenarios = audit["scenarios"].as_array().unwrap();
    let catches =
        |id: &str| scenarios.iter().any(|one| one["catches"].as_array().unwrap().contains(&id.into()));
    assert!(catches("other-player-scores") && catches("argument-ignored"), "{audit:#}");
    assert!(audit["reference_refused"].as_array().unwrap().is_empty());
    let with_input =
        Spec::load(scratch.path("spec.yaml").to_str().unwrap()).unwrap().groups.remove(0).scenarios;
    assert!(with_input.iter().any(|one| {
        matches!(&one.task, yardstick::testing::spec::Task::Session(task) if !task.stdin.is_empty())
    }));
}

#[test]
#[ignore = "takes seven seconds; what survives is always caught for an own reference"]
fn every_survivor_is_caught_by_a_suggested_scenario() {
    // One group with one game: the cheap half of what is missed is enough to see that it works.
    let spec = "assignment: small\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\n\
                final_newline: false\nreadings: [full-stop]\ngroups:\n  - name: Games\n    points: 10\n    scenarios:\n";
    let shipped =
        yardstick::testing::spec::shipped().iter().find(|one| one.key == "byu-connect-four").unwrap();
    let scenarios = shipped.text.split("- name: the handout's sample game").nth(1).unwrap();
    let lines: Vec<&str> = scenarios.lines().filter(|line| line.trim().starts_with("stdin: [")).collect();
    let body: String = lines
        .iter()
        .filter(|line| !line.contains(", 8, 0, ") && !line.contains(", 8, 4, "))
        .enumerate()
        .map(|(number, line)| format!("      - name: game {number}\n{line}\n"))
        .collect();
    let scratch = Scratch::new(&format!("{spec}{body}"));
    let caught = |scratch: &Scratch| {
        let audited = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
        let audit: serde_json::Value = serde_json::from_str(&audited.stdout).unwrap();
        audit["caught"].as_u64().unwrap() as usize
    };
    let before = caught(&scratch);
    let suggested = scratch.run(&["suggest", "spec.yaml", "--write"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    assert!(
        suggested.stdout.contains("weight: 0") && suggested.stdout.contains("# Catches "),
        "{}",
        suggested.stdout
    );
    assert!(suggested.stdout.contains("strips-blanks shows only on input that the handout leaves open"));
    // All but the one that shows only on input that the handout leaves open.
    let bugs = byu().noticeable().len();
    let all = bugs - 1;
    assert!(before < all && caught(&scratch) == all, "{before} before");
    let again = scratch.run(&["suggest", "spec.yaml"]).stdout;
    assert!(again.contains(&format!("{all} → {all} of {bugs} with 0 more")), "{again}");
}
