//! `hand_ins`: which hand-in counts, if a student or a group handed in several times.

use serde_json::{Value, json};

use crate::review::{Server, publish};
use crate::scratch::{Ended, Scratch};

/// Prints all that is asked for: 10 points.
const ALL: &str = "print('hello')\n";
/// Prints one half: 5 points.
const HALF: &str = "import sys\nprint('hello' if len(sys.argv) < 2 else '')\n";
/// Prints nothing that is asked for.
const NOTHING: &str = "print('bye')\n";

const RULES: [&str; 5] = ["latest", "best", "best-after-deductions", "latest-in-time", "first"];

/// A spec of two scenarios for five points each, due at the end of the second of March.
fn spec(rule: &str) -> String {
    format!(
        "assignment: hello\ntitle: Hello\nsubmission: {{ files: [hello.py] }}\nhand_ins: {rule}\n\
         late: {{ due: 2026-03-02 23:59 +01:00, per_day: 30% }}\nscenarios:\n  \
         - {{ name: one, points: 5, expect: {{ stdout: \"hello\\n\" }} }}\n  \
         - {{ name: two, points: 5, args: [x], expect: {{ stdout: \"hello\\n\" }} }}\n"
    )
}

/// A system that gives out every hand-in.
#[derive(Clone, Copy, Debug)]
enum System {
    Brightspace,
    Blackboard,
}

impl System {
    /// The path of a program that was handed in at ten o'clock on this day of March.
    fn path(self, id: &str, name: &str, day: u32) -> String {
        match self {
            Self::Brightspace => format!("class/{id}-5 - {name} - Mar {day}, 2026 1000 AM/hello.py"),
            Self::Blackboard => format!("class/Hello_{id}_attempt_2026-03-{day:02}-10-00-00_hello.py"),
        }
    }
}

/// A class in which these programs of students were handed in on these days.
fn class(system: System, handed_in: &[(&str, &str, u32, &str)]) -> Scratch {
    let scratch = Scratch::new(&spec("latest"));
    let write = |scratch: Scratch, (id, name, day, program): &(&str, &str, u32, &str)| {
        scratch.write(&system.path(id, name, *day), program)
    };
    handed_in.iter().fold(scratch, write)
}

fn grade(class: &Scratch, more: &[&str]) -> Ended {
    let graded = class.run(&[&["grade", "spec.yaml", "class"], more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    graded
}

fn verify(class: &Scratch) {
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
}

/// The name of the first submission, and its points.
fn first(results: &Value) -> (String, String) {
    let first = &results["submissions"][0];
    let text = |key: &str| first[key].as_str().unwrap().to_owned();
    (text("name"), text("points"))
}

/// What is told about the hand-ins of the first submission.
fn sentence(results: &Value) -> String {
    results["submissions"][0]["hand_ins"]["sentence"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn each_rule_chooses_its_hand_in_whatever_system_gives_them_out() {
    // On the third of March a third of the points is lost, on the fourth nearly all.
    for (programs, expected) in [
        // Better, but late.
        (&[(1, NOTHING), (2, HALF), (3, ALL)][..], [(3, "7"), (3, "7"), (3, "7"), (2, "5"), (1, "0")]),
        // So late that less is left.
        (&[(1, HALF), (2, NOTHING), (4, ALL)], [(3, "4"), (3, "4"), (1, "5"), (2, "0"), (1, "5")]),
        // Of equals the latest counts, before deductions and after them.
        (&[(1, HALF), (2, HALF), (3, HALF)], [(3, "2"), (3, "2"), (2, "5"), (2, "5"), (1, "5")]),
        // None is in time.
        (&[(3, HALF), (4, NOTHING)], [(2, "0"), (1, "2"), (1, "2"), (2, "0"), (1, "2")]),
    ] {
        for system in [System::Brightspace, System::Blackboard] {
            let handed_in: Vec<_> =
                programs.iter().map(|(day, program)| ("11", "Jane Doe", *day, *program)).collect();
            let mut class = class(system, &handed_in);
            for (rule, (number, points)) in RULES.into_iter().zip(expected) {
                class = class.write("spec.yaml", spec(rule));
                grade(&class, &[]);
                let (name, earned) = first(&class.results());
                assert_eq!(earned, points, "{rule}, {system:?}, {programs:?}");
                let ending = format!(" hand-in {number}");
                assert_eq!(name.ends_with(&ending), rule != "latest", "{name}: {rule}, {programs:?}");
                verify(&class);
            }
        }
    }
}

/// Three hand-ins of Jane, of which the second is the best, and one of Rick.
fn janes(rule: &str) -> Scratch {
    let handed_in = [
        ("11", "Jane Doe", 1, HALF),
        ("11", "Jane Doe", 2, ALL),
        ("11", "Jane Doe", 3, HALF),
        ("12", "Rick Roe", 3, ALL),
    ];
    class(System::Brightspace, &handed_in).write("spec.yaml", spec(rule))
}

/// The time of Jane's second hand-in.
const SECOND: &str = "2026-03-02 10:00 +01:00";

#[test]
fn everybody_is_told_which_one_counts_and_nothing_else_counts_anywhere() {
    let class = janes("best")
        .write(
            "gradebook.csv",
            "Username,OrgDefinedId,Hello Points Grade,End-of-Line Indicator\n#jane,#11,,#\n#rick,#12,,#\n",
        )
        .write("roster.csv", "id,login\n11,jane\n12,rick\n");
    let more = ["--roster", "roster.csv", "--gradebook", "gradebook.csv", "--format", "html"];
    let graded = grade(&class, &more);
    let said = format!("3 hand-ins: the best counts, which is the second, of {SECOND}.");
    assert!(
        graded.stderr.contains("2 students, 1 handed in more than once: the best counts\n"),
        "{}",
        graded.stderr
    );
    let again = grade(&class, &more[..4]);
    assert!(again.stdout.contains(&format!("    {said}\n")), "{}", again.stdout);
    assert!(
        again.stdout.contains("Hello: 2 submissions\n  mean 8.5, median 8.5 of 10 points\n"),
        "{}",
        again.stdout
    );

    let results = class.results();
    assert_eq!(results["summary"]["graded"], 2);
    let schema = serde_json::from_str(include_str!("../../docs/results.schema.json")).unwrap();
    assert!(jsonschema::is_valid(&schema, &results), "{results}");
    assert_eq!(sentence(&results), said);
    let all = results["submissions"][0]["hand_ins"]["all"].as_array().unwrap();
    let told: Vec<_> = all
        .iter()
        .map(|one| {
            (one["handed_in"].as_str().unwrap(), one["points"].as_str().unwrap(), one["counts"] == true)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("2026-03-01 10:00 +01:00", "5", false),
            (SECOND, "10", true),
            ("2026-03-03 10:00 +01:00", "2", false)
        ]
    );
    let others = results["other_hand_ins"].as_array().unwrap().iter();
    let others: Vec<_> = others.map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(others, ["Jane Doe-11 hand-in 1", "Jane Doe-11 hand-in 3"]);
    assert_eq!(results["other_hand_ins"][0]["scenarios"][1]["verdict"], "wrong answer");

    let table = class.read("yardstick-results/grades.csv");
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.lines().nth(1).unwrap().contains(&format!("\"{said}\"")), "{table}");
    for page in [
        "feedback/Jane Doe-11 hand-in 2.txt",
        "feedback-lms/11-5 - Jane Doe - Mar 2, 2026 1000 AM/feedback.txt",
    ] {
        assert!(class.read(&format!("yardstick-results/{page}")).contains(&said), "{page}");
    }
    for (folder, count) in [("feedback", 2), ("feedback-lms", 2)] {
        let there = std::fs::read_dir(class.path(format!("yardstick-results/{folder}"))).unwrap();
        assert_eq!(there.count(), count, "{folder}");
    }
    let gradebook = class.read("yardstick-results/gradebook.csv");
    assert!(gradebook.contains("#jane,#11,10,#") && gradebook.contains("#rick,#12,7,#"), "{gradebook}");
    verify(&class);
    grade(&class, &more);
    assert!(class.read("yardstick-results/feedback/Jane Doe-11 hand-in 2.html").contains(&said));
    assert_eq!(class.read("yardstick-results/report.html").matches("Jane Doe-11 hand-in").count() % 2, 1);
    verify(&class);
}

#[test]
fn another_rule_is_a_matter_of_regrading_and_runs_nothing() {
    let mut class = janes("best");
    grade(&class, &[]);
    for (rule, expected) in RULES.into_iter().zip(["2", "10", "10", "10", "5"]) {
        class = class.write("spec.yaml", spec(rule));
        let regraded = class.run(&["regrade"]);
        assert_eq!(regraded.code, 0, "{}", regraded.stderr);
        assert_eq!(first(&class.results()).1, expected, "{rule}");
        verify(&class);
        if rule == "first" {
            let changed = "    another hand-in counts: `Jane Doe-11 hand-in 2` → `Jane Doe-11 hand-in 1`\n";
            assert!(regraded.stdout.contains(changed), "{}", regraded.stdout);
        }
        // With every rule but `latest`, it is what grading anew leaves.
        let graded = grade(&class, &["--out", "anew"]);
        assert!(!graded.stdout.contains("known from before") || rule != "latest", "{}", graded.stdout);
        if rule != "latest" {
            assert_eq!(
                class.read("anew/results.json"),
                class.read("yardstick-results/results.json"),
                "{rule}"
            );
        }
    }
    // Another due date changes what is in time.
    let later = spec("latest-in-time").replace("2026-03-02 23:59", "2026-03-03 23:59");
    let class = class.write("spec.yaml", later);
    assert_eq!(class.run(&["regrade"]).code, 0);
    let said =
        "3 hand-ins: the latest that is in time counts, which is the third, of 2026-03-03 10:00 +01:00.";
    assert_eq!(sentence(&class.results()), said);
}

#[test]
fn what_was_graded_by_the_latest_alone_is_graded_again_where_others_may_count() {
    let class = janes("latest");
    grade(&class, &[]);
    let before = class.read("yardstick-results/results.json");
    assert!(!before.contains("hand_ins"), "{before}");
    let class = class.write("spec.yaml", spec("best"));
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 2);
    for words in ["the latest hand-in of each student alone", "`hand_ins: best`", "grade again"] {
        assert!(regraded.stderr.contains(words), "{}", regraded.stderr);
    }
    assert_eq!(class.read("yardstick-results/results.json"), before);
    let graded = grade(&class, &[]);
    assert!(graded.stdout.contains("8 of 8 runs were known"), "{}", graded.stdout);
    assert_eq!(first(&class.results()), ("Jane Doe-11 hand-in 2".into(), "10".into()));
}

#[test]
fn a_date_of_ones_own_decides_what_is_in_time() {
    for (roster, expected) in [
        ("id,due\n11,2026-03-03 23:59 +01:00\n", ("Jane Doe-11 hand-in 3", "5")),
        ("id,section,due\n11,A,\n,A,2026-03-01 23:59 +01:00\n", ("Jane Doe-11 hand-in 1", "5")),
        ("id,section,due\n11,A,\n,A,\n", ("Jane Doe-11 hand-in 2", "10")),
    ] {
        let class = janes("latest-in-time").write("roster.csv", roster);
        grade(&class, &["--roster", "roster.csv"]);
        let (name, points) = first(&class.results());
        assert_eq!((name.as_str(), points.as_str()), expected, "{roster}");
        verify(&class);
    }
}

#[test]
fn what_comes_after_the_cut_off_is_not_the_best() {
    let spec = spec("best").replace("per_day: 30%", "per_day: 30%, cut_off: 6h");
    let class = janes("best").write("spec.yaml", spec.replace("2026-03-02 23:59", "2026-03-01 23:59"));
    grade(&class, &[]);
    assert_eq!(first(&class.results()), ("Jane Doe-11 hand-in 1".into(), "5".into()));
    verify(&class);
}

#[test]
fn of_a_group_all_hand_ins_of_its_members_stand_together() {
    let roster = "id,group\n11,red\n12,red\n13,red\n";
    for (rule, counts, points) in [
        ("latest", "Rick Roe-12", "7"),
        ("best", "Rick Roe-12 hand-in 3", "7"),
        ("best-after-deductions", "Jane Doe-11 hand-in 2", "10"),
        ("latest-in-time", "Jane Doe-11 hand-in 2", "10"),
        ("first", "Jane Doe-11 hand-in 1", "5"),
    ] {
        let handed_in = [("11", "Jane Doe", 1, HALF), ("11", "Jane Doe", 2, ALL), ("12", "Rick Roe", 3, ALL)];
        let class =
            class(System::Brightspace, &handed_in).write("spec.yaml", spec(rule)).write("roster.csv", roster);
        let graded = grade(&class, &["--roster", "roster.csv"]);
        assert_eq!(graded.stderr.contains("is not graded"), rule == "latest", "{}", graded.stderr);
        let results = class.results();
        assert_eq!(results["submissions"].as_array().unwrap().len(), 1, "{rule}");
        assert_eq!(first(&results), (counts.to_owned(), points.to_owned()), "{rule}");
        assert_eq!(results["submissions"][0]["students"].as_array().unwrap().len(), 3, "{rule}");
        let rows = class.read("yardstick-results/grades.csv");
        assert_eq!(rows.lines().count(), 4, "{rows}");
        verify(&class);
    }
}

#[test]
fn where_times_are_not_known_only_points_can_tell() {
    let day = |day: u32| format!("class/11-5 - Jane Doe - {day} พฤษภาคม 2568 905/hello.py");
    let mut class = Scratch::new("").write(&day(18), ALL).write(&day(19), HALF);
    for rule in ["latest", "latest-in-time", "first"] {
        class = class.write("spec.yaml", spec(rule));
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, 2, "{rule}");
        assert!(
            graded.stderr.contains("nothing tells which of") && graded.stderr.contains("`hand_ins: best`"),
            "{}",
            graded.stderr
        );
    }
    class = class.write("spec.yaml", spec("best"));
    grade(&class, &[]);
    assert_eq!(sentence(&class.results()), "2 hand-ins: the best counts, which is hand-in 1.");
    verify(&class);
    for rule in ["latest", "latest-in-time", "first"] {
        class = class.write("spec.yaml", spec(rule));
        let regraded = class.run(&["regrade"]);
        assert_eq!(regraded.code, 2, "{rule}");
        assert!(regraded.stderr.contains("which hand-in of `Jane Doe-11` came first"), "{}", regraded.stderr);
    }

    // So it is where a group hands in from several folders.
    let roster = "id,group\njane,red\nrick,red\n";
    let mut class = Scratch::new("")
        .write("class/jane/hello.py", ALL)
        .write("class/rick/hello.py", HALF)
        .write("roster.csv", roster);
    for (rule, code) in RULES.into_iter().zip([2, 0, 0, 2, 2]) {
        class = class.write("spec.yaml", spec(rule));
        let graded = class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
        assert_eq!(graded.code, code, "{rule}: {}", graded.stderr);
        assert_eq!(
            graded.stderr.contains("with `hand_ins: best` in the spec"),
            code == 2,
            "{}",
            graded.stderr
        );
    }
    assert_eq!(first(&class.results()), ("jane hand-in 1".into(), "10".into()));
}

#[test]
fn versions_of_teams_are_hand_ins() {
    let version = |number: u32| format!("class/Jane Doe/Greet/Version {number}/hello.py");
    let class = Scratch::new("")
        .write(&version(9), ALL)
        .write(&version(10), HALF)
        .write("class/Rick Roe/Greet/hello.py", HALF);
    for (rule, code, expected) in [
        ("best", 0, ("Jane Doe hand-in 1", "10")),
        ("best-after-deductions", 0, ("Jane Doe hand-in 1", "10")),
        ("latest", 0, ("Jane Doe", "5")),
        // Without times nobody knows what is in time.
        ("latest-in-time", 2, ("Jane Doe", "5")),
    ] {
        let class = class.copy().write("spec.yaml", spec("latest"));
        grade(&class, &[]);
        let class = class.write("spec.yaml", spec(rule));
        let graded = class.run(&["grade", "spec.yaml", "class"]);
        assert_eq!(graded.code, code, "{rule}: {}", graded.stderr);
        let (name, points) = first(&class.results());
        assert_eq!((name.as_str(), points.as_str()), expected, "{rule}");
        assert!(code == 0 || graded.stderr.contains("hand-in of `Jane Doe` came first"), "{}", graded.stderr);
    }
    let class = class.write("spec.yaml", spec("best"));
    grade(&class, &[]);
    verify(&class);
    // What a student calls so is no hand-in where the program lies beside it.
    let class = class.write("class/Jane Doe/Greet/hello.py", NOTHING);
    grade(&class, &[]);
    assert_eq!(first(&class.results()), ("Jane Doe".into(), "0".into()));
}

#[test]
fn parts_are_joined_and_a_plan_is_graded_as_if_one_machine_had_graded_all() {
    let class = janes("best");
    grade(&class, &[]);
    let whole = ["results.json", "grades.csv", "feedback/Jane Doe-11 hand-in 2.txt"];
    let whole = whole.map(|file| (file, class.read(&format!("yardstick-results/{file}"))));
    for part in ["0/2", "1/2"] {
        grade(&class, &["--shard", part, "--out", &format!("part-{}", &part[..1])]);
    }
    let part = class.results_in("part-0");
    let told = "3 hand-ins, of which 2 are graded here: which one counts is told when all are.";
    assert_eq!(sentence(&part), told);
    assert_eq!(class.run(&["merge", "part-0", "part-1", "--out", "merged"]).code, 0);
    let planned = class.run(&["plan", "spec.yaml", "class", "--shards", "2", "--out", "plan"]);
    assert_eq!(planned.code, 0, "{}", planned.stderr);
    let graded = class.run(&["grade", "--plan", "plan", "--shard", "all", "--out", "shards"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let merged = class.run(&["merge", "--plan", "plan", "shards", "--out", "planned"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    for folder in ["merged", "planned"] {
        for (file, content) in &whole {
            assert_eq!(class.read(&format!("{folder}/{file}")), *content, "{folder}/{file}");
        }
        assert_eq!(class.run(&["verify", folder]).code, 0, "{folder}");
    }
}

#[test]
fn a_bundle_has_all_hand_ins_because_the_mark_follows_from_all() {
    let class = janes("best");
    grade(&class, &[]);
    for name in ["Jane Doe-11", "Jane Doe-11 hand-in 3"] {
        let bundled = class.run(&["bundle", name]);
        assert_eq!(bundled.code, 0, "{}", bundled.stderr);
        let verified = class.run(&["verify", "yardstick-bundle.zip"]);
        assert_eq!(verified.code, 0, "{}", verified.stdout);
        assert!(verified.stdout.contains("✓ submissions  3 of 3 are"), "{}", verified.stdout);
        assert!(verified.stdout.contains("every verdict and point of 3 submissions"), "{}", verified.stdout);
    }
    let traced = class.run(&["trace", "Jane Doe-11 hand-in 3", "two"]);
    assert_eq!(traced.code, 0, "{}", traced.stderr);
    // Whoever is found to have been graded otherwise is named.
    let results =
        class.read("yardstick-results/results.json").replacen("\"points\": \"10\"", "\"points\": \"9\"", 1);
    let class = class.write("yardstick-results/results.json", results);
    let bundled = class.run(&["bundle", "Jane Doe-11"]);
    assert!(bundled.code != 0 && bundled.stderr.contains("`Jane Doe-11`"), "{}", bundled.stderr);
}

#[test]
fn pseudonyms_hide_whose_hand_ins_they_are() {
    let class = janes("best");
    let graded = grade(&class, &["--anonymous"]);
    assert!(graded.stdout.contains("the best counts, which is the second"), "{}", graded.stdout);
    let results = class.read("yardstick-results/results.json");
    assert!(!results.contains("Jane") && results.contains("hand-in 2\""), "{results}");
    let results = class.results();
    let mut points: Vec<_> = results["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["points"].as_str().unwrap())
        .collect();
    points.sort_unstable();
    assert_eq!(points, ["10", "7"]);
}

#[test]
fn what_is_still_to_be_marked_may_be_the_best() {
    let manual = "  - { name: style, points: 5, manual: good names }\n";
    let class = janes("best").write("spec.yaml", spec("best") + manual);
    grade(&class, &[]);
    let said = "3 hand-ins: the best counts, but which one that is, is not known: the third, of \
                2026-03-03 10:00 +01:00, is still to be marked by hand.";
    assert_eq!(sentence(&class.results()), said);
    let marks = "name,style\nJane Doe-11 hand-in 1,5\nJane Doe-11 hand-in 2,0\nJane Doe-11 hand-in 3,5\nRick Roe-12,5\n";
    let class = class.write("marks.csv", marks);
    grade(&class, &["--marks", "marks.csv"]);
    let said = "3 hand-ins: the best counts, which is the third, of 2026-03-03 10:00 +01:00.";
    assert_eq!(sentence(&class.results()), said, "of equals, the latest");
    verify(&class);
}

#[test]
fn a_rule_that_is_not_known_is_named_with_those_that_are() {
    let class = janes("worst");
    let graded = class.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 2);
    let mut told = vec!["`worst`", "--> spec.yaml:4:11", "hand_ins"];
    told.extend(RULES);
    for words in told {
        assert!(graded.stderr.contains(words), "{words}: {}", graded.stderr);
    }
}

/// Grades what was handed in once, and then what was handed in after that, beside it.
fn after_earlier(class: &Scratch, later: &str, more: &[&str]) -> Ended {
    let graded = class.run(&[&["grade", "spec.yaml", later, "--earlier", "round-1"], more].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    graded
}

#[test]
fn what_was_handed_in_to_earlier_results_may_count() {
    let class = Scratch::new(&spec("best"))
        .write("class/jane/hello.py", HALF)
        .write("class/poe/hello.py", ALL)
        .write("later/jane/hello.py", NOTHING)
        .write("later/rick/hello.py", HALF);
    grade(&class, &["--out", "round-1"]);
    let graded = after_earlier(&class, "later", &[]);
    assert!(graded.stdout.contains("6 of 8 runs were known"), "{}", graded.stdout);
    let results = class.results();
    let all = results["submissions"].as_array().unwrap().iter();
    let all: Vec<_> =
        all.map(|one| (one["name"].as_str().unwrap(), one["points"].as_str().unwrap())).collect();
    assert_eq!(all, [("jane hand-in 1", "5"), ("poe", "10"), ("rick", "5")]);
    assert_eq!(sentence(&results), "2 hand-ins: the best counts, which is hand-in 1.");
    verify(&class);

    // No times are known, so nothing tells which is the latest.
    for rule in ["latest", "first"] {
        let class = class.copy().write("spec.yaml", spec(rule));
        let graded = class.run(&["grade", "spec.yaml", "later", "--earlier", "round-1"]);
        assert_eq!(graded.code, 2);
        assert!(
            graded.stderr.contains("nothing tells which hand-in of `jane` came first"),
            "{}",
            graded.stderr
        );
    }
}

#[test]
fn what_is_downloaded_once_more_is_the_same_hand_in() {
    for (rule, expected) in RULES.into_iter().zip(["2", "10", "10", "10", "5"]) {
        let class = janes(rule);
        // The first round is without the last hand-in.
        std::fs::rename(class.path("class"), class.path("later")).unwrap();
        let path = |day: u32| System::Brightspace.path("11", "Jane Doe", day);
        let class = class.write(&path(1), HALF).write(&path(2), ALL);
        grade(&class, &["--out", "round-1"]);
        after_earlier(&class, "later", &[]);
        let results = class.results();
        assert_eq!(first(&results).1, expected, "{rule}");
        let told = sentence(&results);
        assert_eq!(told.starts_with("3 hand-ins: "), rule != "latest", "{rule}: {told}");
        verify(&class);

        // What was graded lies elsewhere now.
        std::fs::rename(class.path("class"), class.path("moved")).unwrap();
        let gone = class.run(&["grade", "spec.yaml", "later", "--earlier", "round-1"]);
        assert!(gone.code == 2 && gone.stderr.contains("help: put them back"), "{}", gone.stderr);
    }
}

#[test]
fn marks_that_were_given_by_hand_to_an_earlier_hand_in_hold() {
    let manual = "  - { name: style, points: 5, manual: good names }\n";
    let class = Scratch::new(&(spec("best") + manual))
        .write("class/jane/hello.py", HALF)
        .write("later/jane/hello.py", NOTHING)
        .write("marks.csv", "name,style\njane,4\n")
        .write("more.csv", "name,style\njane hand-in 2,1\n");
    grade(&class, &["--marks", "marks.csv", "--out", "round-1"]);
    after_earlier(&class, "later", &["--marks", "more.csv"]);
    assert_eq!(first(&class.results()), ("jane hand-in 1".into(), "9".into()));
    verify(&class);
    // The same program without a time is the same hand-in, and as good.
    let class = class.write("later/jane/hello.py", HALF);
    after_earlier(&class, "later", &[]);
    assert_eq!(first(&class.results()), ("jane".into(), "9".into()));
}

#[test]
fn earlier_results_that_cannot_be_used_are_named_with_what_to_do() {
    let class = janes("best");
    grade(&class, &[]);
    for (folder, words) in [
        ("yardstick-results", "choose another folder with `--out`"),
        ("nowhere", "there is no such folder"),
        ("class", "holds no results"),
    ] {
        let graded = class.run(&["grade", "spec.yaml", "class", "--earlier", folder]);
        assert_eq!(graded.code, 2, "{folder}");
        assert!(graded.stderr.contains(words), "{folder}: {}", graded.stderr);
    }
    let other = class.write("other.yaml", spec("best").replace("assignment: hello", "assignment: bye"));
    let graded =
        other.run(&["grade", "other.yaml", "class", "--earlier", "yardstick-results", "--out", "new"]);
    assert!(graded.code == 2 && graded.stderr.contains("of the assignment `hello`"), "{}", graded.stderr);
}

#[test]
fn a_review_shows_every_hand_in_and_what_the_others_of_its_student_earned() {
    let manual = "  - { name: style, points: 5, manual: good names }\n";
    let class = janes("best").write("spec.yaml", spec("best") + manual);
    grade(&class, &["--format", "html"]);
    let server = Server::start(&class.path("yardstick-results"), &["--names"]);
    assert!(server.page("marks").contains("0 of 4 marked"));
    for (place, points) in [(0, "5"), (1, "1"), (2, "0"), (3, "5")] {
        server.decide("mark", &json!({ "place": place, "scenario": 2, "points": points, "items": [] }));
    }
    let page = server.page("submission/2");
    for told in [
        "3 hand-ins: the best counts, which is the second, of 2026-03-02 10:00 +01:00.",
        "<a href=\"submission/0\">2026-03-01 10:00 +01:00: 10 points</a>",
        "<a href=\"submission/1\">2026-03-02 10:00 +01:00: 11 points, which counts</a>",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(!server.page("submission/3").contains("hand-ins:"), "Rick handed in once");
    let page = server.page("class");
    assert!(page.contains("submission/1\"") && !page.contains("submission/0\""), "{page}");
    publish(&server);
    assert_eq!(first(&class.results()), ("Jane Doe-11 hand-in 2".into(), "11".into()));
    verify(&class);
}
