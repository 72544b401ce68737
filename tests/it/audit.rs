//! `yardstick audit`: which wrong programs the scenarios of a spec catch.

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use yardstick::testing::audit::with_bugs;
use yardstick::testing::compare::{self, Verdict};
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::resource::Resource;
use yardstick::testing::sandbox::Exit;
use yardstick::testing::spec::{self, Spec};
use yardstick::testing::trace::{Recorded, Store, Trace};
use yardstick_reference::Bugs;

use super::scratch::Scratch;
use super::{night, optional};

fn audit(spec: &str) -> Value {
    let output = Scratch::greeting().run(&["audit", spec, "--format", "json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    serde_json::from_str(&output.stdout).unwrap()
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect()
}

#[test]
fn an_audit_tells_what_each_scenario_catches_and_what_survives() {
    let scratch = Scratch::greeting();
    let bugs = yardstick_reference::find("byu-connect-four").unwrap().noticeable().len();
    scratch.command(&["audit", "byu-connect-four"]).assert().success().stdout(
        contains(format!("of {bugs} bugs"))
            .and(contains("only this one"))
            .and(contains("would catch the same")),
    );
}

#[test]
fn a_bug_that_only_one_scenario_catches_is_caught_by_no_other() {
    let audit = audit("byu-connect-four");
    let scenarios = audit["scenarios"].as_array().unwrap();
    for scenario in scenarios {
        for id in ids(&scenario["only_this_one"]) {
            let catchers = scenarios.iter().filter(|one| ids(&one["catches"]).contains(&id)).count();
            assert_eq!(catchers, 1, "{id}");
        }
    }
}

#[test]
fn the_smallest_subset_catches_what_all_catch() {
    let audit = audit("byu-connect-four");
    let chosen = ids(&audit["smallest"]["scenarios"]);
    let scenarios = audit["scenarios"].as_array().unwrap();
    let of_chosen = scenarios.iter().filter(|one| chosen.contains(&one["name"].as_str().unwrap()));
    let caught: std::collections::BTreeSet<&str> = of_chosen.flat_map(|one| ids(&one["catches"])).collect();
    assert_eq!(caught.len() as u64, audit["caught"].as_u64().unwrap());
    assert_eq!(audit["smallest"]["certain"], true);
    assert!(chosen.len() < scenarios.len());
}

/// What was recorded, and the same if the program had ended otherwise or earlier, or had complained.
fn otherwise_ended(recorded: Recorded) -> Vec<Recorded> {
    let Recorded::Run(trace) = &recorded else { return vec![recorded] };
    let mut all = vec![recorded.clone()];
    let exits = [Exit::Code(1), Exit::Signal(11), Exit::Endless, Exit::Exceeded(Resource::Wall)];
    all.extend(exits.map(|exit| Recorded::Run(Trace { exit, ..trace.clone() })));
    let half = trace.stdout[..trace.stdout.len() / 2].to_vec();
    for exit in [Exit::Code(0), Exit::Code(1)] {
        let stderr = b"Traceback (most recent call last):\nEOFError: end of file\n".to_vec();
        all.push(Recorded::Run(Trace {
            exit,
            stdout: half.clone(),
            stderr,
            dialogue: None,
            ..trace.clone()
        }));
    }
    all
}

#[test]
fn a_job_is_accepted_exactly_when_its_verdict_says_so() {
    for shipped in spec::shipped().iter().filter(|shipped| shipped.key != "uq-connect4ish") {
        let spec = Spec::load(shipped.key).unwrap();
        let store = Store::empty();
        let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
        let reference = yardstick_reference::find(shipped.key).unwrap();
        // Judging the rest would take long and show nothing new.
        for bug in reference.bugs().iter().step_by(21) {
            for job in &plan.jobs {
                let Some(recorded) = with_bugs(reference, Bugs::NONE.with(bug), &job.expected) else {
                    continue;
                };
                for recorded in otherwise_ended(recorded) {
                    let verdict = compare::judge(&job.expected, &recorded, &spec.limits).verdict;
                    let brief = compare::judge_briefly(&job.expected, &recorded, &spec.limits).verdict;
                    let accepted = compare::accepts(&job.expected, &recorded, &spec.limits);
                    let case = || format!("{} in {}: {recorded:?}", bug.id, job.scenario.name);
                    assert_eq!(brief, verdict, "{}", case());
                    assert_eq!(accepted, verdict == Verdict::Accepted, "{}", case());
                }
            }
        }
    }
}

#[test]
fn a_spec_that_says_what_survives_is_held_to_it() {
    let spec = |survives: &str| {
        let shipped = spec::shipped().iter().find(|one| one.key == "byu-connect-four").unwrap();
        let (before, rest) = shipped.text.split_once("audit:\n").unwrap();
        let (_, after) = rest.split_once("\n\n").unwrap();
        Scratch::new(&format!("{before}audit: {{ survives: {{ {survives} }} }}\n\n{after}"))
    };
    let right = spec("strips-blanks: why not").run(&["audit", "spec.yaml"]);
    assert_eq!((right.code, right.stderr.as_str()), (0, ""));
    let silent = spec("").run(&["audit", "spec.yaml"]);
    assert_eq!(silent.code, 1);
    assert!(silent.stderr.starts_with("spec.yaml: `strips-blanks` survives"), "{}", silent.stderr);
    let wrong = spec("strips-blanks: why, no-vertical: no").run(&["audit", "spec.yaml"]);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.stderr.starts_with("spec.yaml: the spec says that `no-vertical` survives, but it is caught"),
        "{}",
        wrong.stderr
    );
    let unknown = spec("strip-blanks: why").run(&["audit", "spec.yaml"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("the reference has no bug `strip-blanks`"), "{}", unknown.stderr);
}

#[test]
fn a_bug_that_is_caught_and_costs_no_points_is_reported() {
    let spec = |audit: &str| {
        let shipped = spec::shipped().iter().find(|one| one.key == "byu-connect-four").unwrap();
        let free = |name: &str| (format!("- name: {name}\n"), format!("- name: {name}\n        weight: 0\n"));
        let (counted, not) = free("a full column after a number that is none");
        let text = shipped.text.replace(&counted, &not).replace("audit:\n", &format!("audit:\n{audit}"));
        Scratch::new(&text)
    };
    let silent = spec("").run(&["audit", "spec.yaml"]);
    assert_eq!(silent.code, 1);
    let complaint = "spec.yaml: `full-unchecked-after-bad` is caught, and costs no points: ";
    assert!(
        silent.stderr.starts_with(complaint) && silent.stderr.matches("help: ").count() == 1,
        "{}",
        silent.stderr
    );
    assert!(silent.stdout.contains("1 bug is caught, and not charged"), "{}", silent.stdout);
    let page = spec("").run(&["audit", "spec.yaml", "--format", "html"]);
    assert!(page.stdout.contains("<h2>Caught, and not charged</h2>"), "{}", page.stdout);
    let json = spec("").run(&["audit", "spec.yaml", "--format", "json"]);
    let audit: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(audit["charged"].as_u64().unwrap() + 1, audit["caught"].as_u64().unwrap());
    let named = spec("  uncharged: { full-unchecked-after-bad: an example }\n").run(&["audit", "spec.yaml"]);
    assert_eq!((named.code, named.stderr.as_str()), (0, ""));
    let wrong = "  uncharged: { full-unchecked-after-bad: an example, no-vertical: no }\n";
    let wrong = spec(wrong).run(&["audit", "spec.yaml"]);
    assert!(
        wrong.stderr.contains("the spec says that `no-vertical` is caught and costs no points"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn in_a_shipped_spec_what_catches_something_alone_costs_points() {
    let audited = Scratch::greeting().run(&["audit", "byu-connect-four", "--format", "json"]);
    let audit: Value = serde_json::from_str(&audited.stdout).unwrap();
    for scenario in audit["scenarios"].as_array().unwrap() {
        let alone = !scenario["only_this_one"].as_array().unwrap().is_empty();
        assert!(!alone || scenario["points"] != "0", "{scenario:#}");
    }
}

#[test]
fn mutants_are_made_of_what_students_write_and_not_of_what_is_supplied() {
    let spec = "assignment: a\nsubmission: { files: [double.py], supplied: [main.py], entry: main.py }\n\
                reference: { files: [main.py, double.py] }\nscenarios:\n  - { name: s, points: 1, stdin: [4] }\n";
    let scratch = Scratch::new(spec)
        .write("main.py", "from double import double\nprint(double(int(input())) + 0)\n")
        .write("double.py", "def double(n):\n    return n * 2\ndef never(n):\n    return n - 1\n");
    let audited = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
    assert_eq!(audited.code, 0, "{}", audited.stderr);
    let audit: Value = serde_json::from_str(&audited.stdout).unwrap();
    let targets = audit["targets"].as_array().unwrap();
    assert!(targets.iter().all(|it| it["id"].as_str().unwrap().starts_with("double.py:")), "{audit:#}");
    assert!(targets.iter().any(|it| it["caught"] == true) && targets.iter().any(|it| it["caught"] == false));
    assert_eq!(audit["features"][0]["never"], serde_json::json!(["never"]));
}

#[test]
fn every_shipped_spec_catches_every_bug_that_it_does_not_name() {
    let audited = spec::shipped().iter().filter(|shipped| shipped.text.contains("\naudit:"));
    let mut keys: Vec<&str> = audited.map(|shipped| shipped.key).collect();
    // The quick ones first.
    keys.sort_by_key(|key| ["umass-connect4", "carleton-connect4", "michigan-connect-n"].contains(key));
    for key in night::some(&keys, 3) {
        let audited = Scratch::greeting().run(&["audit", key]);
        assert_eq!((audited.code, audited.stderr.as_str()), (0, ""), "{key}");
    }
}

#[test]
fn a_page_for_a_browser_shows_what_survives() {
    let page = Scratch::greeting().run(&["audit", "byu-connect-four", "--format", "html"]);
    assert_eq!(page.code, 0);
    assert!(page.stdout.starts_with("<!doctype html>") && page.stdout.ends_with("</html>\n"));
    assert!(page.stdout.contains("<td><code>strips-blanks</code></td>"), "{}", page.stdout);
}

#[test]
fn a_program_is_audited_by_its_mutants() {
    let audited = Scratch::greeting().run(&["audit", "spec.yaml", "--format", "json"]);
    assert_eq!(audited.code, 0, "{}", audited.stderr);
    let audit: Value = serde_json::from_str(&audited.stdout).unwrap();
    assert_eq!(audit["what"], "mutant");
    let targets = audit["targets"].as_array().unwrap();
    assert!(!targets.is_empty() && targets.iter().any(|target| target["caught"] == true), "{audit:#}");
    let table = Scratch::greeting().run(&["audit", "spec.yaml"]);
    assert!(table.stdout.contains("Mutants flatter a suite"), "{}", table.stdout);
}

#[test]
fn programs_in_c_java_and_javascript_are_audited_by_their_mutants() {
    let programs = [
        (
            "gcc",
            "twice.c",
            "#include <stdio.h>\nint twice(int n) {\n    return n * 2;\n}\nint never(void) {\n    return 1;\n}\n\
             int main(void) {\n    int n = 0;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", twice(n));\n}\n",
            "never",
        ),
        (
            "javac",
            "Twice.java",
            "class Twice {\n    static String never() {\n        return \"\" + 1;\n    }\n    \
             public static void main(String[] args) {\n        \
             System.out.println(new java.util.Scanner(System.in).nextInt() * 2);\n    }\n}\n",
            "Twice.never",
        ),
        (
            "node",
            "twice.js",
            "const never = () => 1;\nfunction twice(n) {\n    return n * 2;\n}\n\
             console.log(twice(Number(require('fs').readFileSync(0))));\n",
            "never",
        ),
    ];
    for (tool, file, text, never) in night::spread(programs.to_vec(), programs.len()) {
        if optional::found(tool).is_none() {
            continue;
        }
        let spec = format!(
            "assignment: a\nsubmission: {{ files: [{file}] }}\nreference: {{ files: [solution/{file}] }}\nscenarios:\n  \
             - {{ name: s, points: 1, stdin: [3] }}\n"
        );
        let scratch = Scratch::new(&spec).write(&format!("solution/{file}"), text);
        let audited = scratch.run(&["audit", "spec.yaml", "--format", "json"]);
        assert_eq!(audited.code, 0, "{}", audited.stderr);
        let audit: Value = serde_json::from_str(&audited.stdout).unwrap();
        let targets = audit["targets"].as_array().unwrap();
        let is = |from: &str, caught: bool| {
            targets.iter().any(|it| it["id"].as_str().unwrap().contains(from) && it["caught"] == caught)
        };
        assert!(is("* → +", true) && is("2 → 3", true) && is("1 → 2", false), "{audit:#}");
        assert_eq!(audit["features"][0]["never"], serde_json::json!([never]), "{file}");
        assert_eq!(audit["reference_refused"].as_array().unwrap().len(), 0, "{file}");
        // A text less something is no number.
        assert_eq!(audit["not_built"].as_u64().unwrap() > 0, file.ends_with("java"), "{audit:#}");
    }
}

#[test]
fn a_program_without_mutants_is_told_in_one_sentence() {
    let spec = "assignment: a\nsubmission: { files: [a.rs] }\nreference: { files: [a.rs] }\nscenarios:\n  \
                - { name: s, points: 1, stdin: [3] }\n";
    let scratch = Scratch::new(spec).write("a.rs", "fn main() {}\n");
    let refused = scratch.run(&["audit", "spec.yaml"]);
    assert_eq!(refused.code, 2);
    let said = "the reference `a.rs` cannot be mutated\nhelp: mutants are made of programs in Python, C, C++, Java, JavaScript\n";
    assert!(refused.stderr.ends_with(said), "{}", refused.stderr);
}

#[test]
fn bugs_that_no_input_shows_are_told_apart_with_the_reason() {
    let reference = yardstick_reference::find("byu-connect-four").unwrap();
    let audit = audit("byu-connect-four");
    let equivalents = audit["equivalents"].as_array().unwrap();
    let told: Vec<&str> = equivalents.iter().map(|one| one["id"].as_str().unwrap()).collect();
    let known: Vec<&str> = reference.equivalents().iter().map(|one| one.bug.id).collect();
    assert!(!known.is_empty() && told == known, "{told:?}");
    assert_eq!(audit["of"], reference.bugs().len() - known.len());
    let table = Scratch::greeting().run(&["audit", "byu-connect-four"]).stdout;
    assert!(table.contains(&format!("{} bugs are equivalent: no input shows", known.len())), "{table}");
    let page = Scratch::greeting().run(&["audit", "byu-connect-four", "--format", "html"]).stdout;
    for one in reference.equivalents() {
        assert!(table.contains(one.reason), "{table}");
        assert!(
            page.contains(&format!("<td><code>{}</code></td><td>{}</td>", one.bug.id, one.reason)),
            "{page}"
        );
    }
}

/// The spec of the greeting, with a folder of fixtures, of which `expected.yaml` says this.
fn with_fixtures(expected: &str) -> Scratch {
    Scratch::greeting()
        .write("fixtures/submissions/right/hello.py", super::scratch::SOLUTION)
        .write("fixtures/submissions/comma/hello.py", super::scratch::WITHOUT_COMMA)
        .write("fixtures/submissions/letters/hello.py", super::scratch::FOUR_LETTERS)
        .write("fixtures/expected.yaml", expected)
}

const EXPECTED: &str = "\
everyone:
  about: What all lose.
  points: 0
  loses: {}
right: { about: As it should be., points: 12 }
comma:
  about: Forgets the comma.
  points: 0
  loses:
    Greets: { one name: wrong answer, two words: wrong answer, nobody: wrong answer }
    Loud: { capitals: wrong answer }
    Practice: { digits: wrong answer }
letters:
  about: Needs four letters.
  points: 3.33
  loses:
    Greets: { one name: runtime error, nobody: runtime error }
    Loud: { capitals: runtime error }
    Practice: { digits: runtime error }
";

#[test]
fn fixtures_that_earn_what_is_expected_are_not_mentioned() {
    let audited =
        with_fixtures(EXPECTED).run(&["audit", "spec.yaml", "--mutants", "2", "--fixtures", "fixtures"]);
    assert_eq!((audited.code, audited.stderr.as_str()), (0, ""));
}

#[test]
fn fixtures_that_get_something_else_are_named() {
    for (right, wrong, complaints) in [
        // A spec that has become too strict for a right program.
        (
            "right: { about: As it should be., points: 12 }",
            "right: { about: As it should be., points: 12, loses: { Loud: { capitals: wrong answer } } }",
            &["spec.yaml: `right` gets `accepted` in `Loud / capitals`, and must get `wrong answer`"][..],
        ),
        // A wrong program that is not found out where it should be.
        ("points: 3.33", "points: 12", &["spec.yaml: `letters` gets 3.33, and must get 12"]),
        (
            "nobody: runtime error",
            "no-one: runtime error",
            &[
                "spec.yaml: `letters` gets `runtime error` in `Greets / nobody`, and must get `accepted`",
                "spec.yaml: `letters` must lose `no-one` of `Greets`, but the spec has no such scenario",
            ],
        ),
        (
            "right: {",
            "left: {",
            &[
                "spec.yaml: `expected.yaml` does not say what `right` must get",
                "spec.yaml: `left` is in `expected.yaml`, but there is no such submission",
            ],
        ),
    ] {
        assert!(EXPECTED.contains(right));
        let scratch = with_fixtures(&EXPECTED.replace(right, wrong));
        let audited = scratch.run(&["audit", "spec.yaml", "--mutants", "2", "--fixtures", "fixtures"]);
        assert_eq!(audited.code, 1, "{}", audited.stderr);
        assert_eq!(audited.stderr.lines().collect::<Vec<_>>(), complaints);
    }
}

#[test]
fn a_folder_of_fixtures_that_says_nothing_is_refused() {
    let scratch = Scratch::greeting();
    let refused = scratch.run(&["audit", "spec.yaml", "--mutants", "2", "--fixtures", "nowhere"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("a folder of fixtures has `submissions/` and `expected.yaml`"));
}

#[test]
fn a_reference_that_loses_points_itself_is_named() {
    let wrong = "      - { name: says more, stdin: [Eve], expect: { stdout: \"Name? Good day\\n\" } }\n";
    let built_in = "assignment: small\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\ngroups:\n  \
                    - name: Games\n    points: 1\n    scenarios:\n";
    let of_program =
        super::scratch::GREETING.replace("  - name: Loud\n", &format!("{wrong}  - name: Loud\n"));
    for (spec, name) in
        [(format!("{built_in}{wrong}"), "Games / says more"), (of_program, "Greets / says more")]
    {
        let scratch = Scratch::new(&spec).write("solution.py", super::scratch::SOLUTION);
        let audited = scratch.run(&["audit", "spec.yaml", "--mutants", "2"]);
        assert_eq!(audited.code, 1);
        let complaint = format!("spec.yaml: the reference is not accepted in `{name}`");
        assert!(audited.stderr.starts_with(&complaint), "{}", audited.stderr);
    }
}

#[test]
fn a_spec_without_a_reference_cannot_be_audited() {
    let none = Scratch::hello().run(&["audit", "spec.yaml"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.starts_with("error: the spec of `hello` names no reference\n"), "{}", none.stderr);
}
