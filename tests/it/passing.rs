//! Groups that count only as a whole, or only after others.

use super::scratch::{Scratch, named};

/// A program gets a number for each scenario, and must print it.
fn spec(small: &str, large: &str) -> String {
    let scenario = |name: &str| {
        format!("      - {{ name: {name}, args: [{name}], expect: {{ stdout: \"{name}\\n\" }} }}\n")
    };
    format!(
        "assignment: s\ntitle: S\nsubmission: {{ files: [a.py] }}\ngroups:\n  - name: Small\n    {small}\n    scenarios:\n{}{}  - name: Large\n    {large}\n    scenarios:\n{}{}",
        scenario("one"),
        scenario("two"),
        scenario("ten"),
        scenario("twenty")
    )
}

/// Prints its argument, but for some.
fn but_for(wrong: &[&str]) -> String {
    format!("import sys\nword = sys.argv[1]\nprint('?' if word in {wrong:?} else word)\n")
}

/// The points for each scenario, and the whole page.
fn graded(small: &str, large: &str, wrong: &[&str]) -> (Vec<String>, String) {
    let scratch = Scratch::new(&spec(small, large)).write("class/Ada/a.py", but_for(wrong));
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let results = scratch.results();
    let ada = named(&results, "Ada");
    let points = |one: &serde_json::Value| one["points"].as_str().unwrap().to_owned();
    let each = ada["scenarios"].as_array().unwrap().iter().map(points).collect();
    (each, scratch.read("yardstick-results/feedback/Ada.txt"))
}

#[test]
fn a_group_that_counts_as_a_whole_earns_all_or_nothing() {
    let graded = |wrong: &[&str]| graded("points: 4\n    pass: all", "points: 6", wrong);
    assert_eq!(graded(&[]).0, ["2", "2", "3", "3"]);
    assert_eq!(graded(&["ten"]).0, ["2", "2", "0", "3"]);
    let (points, page) = graded(&["two"]);
    assert_eq!(points, ["0", "0", "3", "3"]);
    assert!(
        page.contains("Nothing is earned here: `Small` counts only as a whole, and `two` was lost."),
        "{page}"
    );
    assert!(page.contains("6 of 10 points"), "{page}");
}

#[test]
fn a_group_counts_only_after_others_also_if_those_are_worth_nothing() {
    for small in ["points: 4", "points: 0"] {
        let graded = |wrong: &[&str]| graded(small, "points: 6\n    after: [Small]", wrong);
        assert_eq!(graded(&[]).0[2..], ["3", "3"]);
        assert_eq!(graded(&["ten"]).0[2..], ["0", "3"]);
        let (points, page) = graded(&["one"]);
        assert_eq!(points[2..], ["0", "0"]);
        let told = "Nothing is earned here: `Large` counts only after `Small`, and `one` was lost there.";
        assert_eq!(page.matches(told).count(), 1, "{page}");
    }
}

#[test]
fn of_a_group_the_best_scenarios_count() {
    let graded = |wrong: &[&str]| graded("points: 4\n    best_of: 1", "points: 6\n    after: [Small]", wrong);
    assert_eq!(graded(&[]).0, ["4", "0", "3", "3"]);
    // One of two is enough for the group that comes after it.
    let (points, page) = graded(&["one"]);
    assert_eq!(points, ["0", "4", "3", "3"]);
    assert!(page.contains("10 of 10 points"), "{page}");
    let told = "Not counted: of the 2 scenarios of `Small`, the best one counts.";
    assert!(page.contains(told) && page.contains("(not counted)"), "{page}");
    let (points, page) = graded(&["one", "two"]);
    assert_eq!(points, ["0", "0", "0", "0"]);
    assert!(page.contains("0 of 10 points"), "{page}");
}

#[test]
fn every_format_and_every_recomputation_agrees_about_the_best() {
    let spec = spec("points: 4\n    best_of: 1", "points: 6").replace("title: S", "title: S\nscoring: both");
    let scratch = Scratch::new(&spec)
        .write("class/Ada/a.py", but_for(&["one"]))
        .write("class/Bob/a.py", but_for(&["ten"]));
    let graded =
        scratch.run(&["grade", "spec.yaml", "class", "--format", "junit", "--format", "ctrf=out.json"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(scratch.run(&["verify"]).code, 0);
    let results = scratch.results();
    assert_eq!(results["max_points"], "10");
    let of = |name: &str| named(&results, name).clone();
    assert_eq!((&of("Ada")["points"], &of("Bob")["points"]), (&"10".into(), &"7".into()));
    let worth = |name: &str| -> Vec<String> {
        let scenarios = of(name)["scenarios"].as_array().unwrap().clone();
        scenarios.iter().map(|one| one["max_points"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(worth("Ada"), ["0", "4", "3", "3"]);
    assert_eq!(worth("Bob"), ["4", "0", "3", "3"]);
    // Not two of them: what Ada lost counts, and each is worth half.
    let scratch = scratch.write("all.yaml", spec.replace("    best_of: 1\n", ""));
    let again = scratch.run(&["regrade", "--preview", "all.yaml"]);
    assert!(again.stdout.contains("↓ Ada  10 → 8"), "{}{}", again.stdout, again.stderr);
}

#[test]
fn a_hidden_scenario_is_not_named_as_the_reason() {
    let (points, page) = graded("points: 4\n    hidden: true", "points: 6\n    after: [Small]", &["one"]);
    assert_eq!(points[2..], ["0", "0"]);
    assert!(page.contains("and another scenario was lost there"), "{page}");
}

#[test]
fn what_mending_brings_takes_the_group_into_account() {
    // Both mistakes are one, a missing full stop.
    let spec = "assignment: s\ntitle: S\nsubmission: { files: [a.py] }\ngroups:\n- name: G\n  points: 4\n  pass: all\n  \
                scenarios:\n  - { name: a, expect: { stdout: \"Done.\\n\" } }\n  - { name: b, args: [x], expect: { stdout: \"x\\n\" } }\n";
    let program = "import sys\nprint(sys.argv[1] if len(sys.argv) > 1 else 'Done')\n";
    let checked = Scratch::new(spec).write("w/a.py", program).run(&["check", "spec.yaml", "w"]);
    assert!(checked.stdout.contains("0 of 4 points"), "{}", checked.stdout);
    assert!(checked.stdout.contains("If only this were mended: 4 of 4 points."), "{}", checked.stdout);
}

#[test]
fn a_group_counts_after_groups_that_stand_before_it() {
    for after in ["Large", "Smalls"] {
        let scratch = Scratch::new(&spec("points: 4", &format!("points: 6\n    after: [{after}]")));
        scratch.write("a.py", "").refuses(&format!("no group before this one is called `{after}`"));
    }
}

#[test]
fn what_a_group_earns_reveals_no_hidden_result() {
    let spec = |small, large| Scratch::new(&spec(small, large)).write("a.py", "");
    let after = "points: 6\n    after: [Small]";
    spec("points: 4\n    hidden: result", after).refuses("what `Large` earns would reveal a hidden result");
    let whole = "points: 4\n    pass: all\n    hidden: result";
    let open = spec(whole, "points: 6").read("spec.yaml").replace("one, args", "one, hidden: false, args");
    Scratch::new(&open).write("a.py", "").refuses("what `Small` earns would reveal a hidden result");
    for (small, large) in [
        (whole, "points: 6"),
        ("points: 4\n    hidden: true", after),
        ("points: 4\n    hidden: result", "points: 6\n    hidden: result\n    after: [Small]"),
        ("points: 4\n    hidden: result", "points: 0\n    after: [Small]"),
    ] {
        let checked = spec(small, large).run(&["check", "spec.yaml", "."]);
        assert!(checked.code < 2, "{}", checked.stderr);
    }
}
