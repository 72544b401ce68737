//! Brightspace: folders with the time in their names, and so what lateness costs.

use super::{BYE, HELLO, points, same_in_any_wrapping};
use crate::scratch::{Scratch, named};

#[test]
fn brightspace_is_recognised_and_the_latest_attempt_counts() {
    same_in_any_wrapping(
        &[
            ("index.html", "<html></html>"),
            ("152711-351765 - John Doe - May 18, 2025 1224 PM/hello.py", BYE),
            ("152711-351799 - John Doe - May 19, 2025 905 AM/hello.py", HELLO),
            ("152712-351766 - Ann Lee - May 18, 2025 1224 PM/hello.py", BYE),
        ],
        "note: Brightspace download `{}`: 2 students, 1 handed in more than once: the latest counts\n",
        &[("Ann Lee-152712", "0"), ("John Doe-152711", "1")],
    );
}

/// Hello, with something off for lateness.
fn late(policy: &str) -> Scratch {
    let spec = "assignment: hello\nsubmission: { files: [hello.py] }\nlimits: { wall: 60s }\nscenarios:\n  \
        - { name: says hello, points: 8, expect: { stdout: \"hello\\n\" } }\n  \
        - { name: says it again, points: 2, expect: { stdout: \"hello\\nhello\\n\" } }\n";
    let at = |day, time| format!("1{day}-2 - Student {day} - Mar {day}, 2026 {time}/hello.py");
    let scratch = Scratch::new(&format!("{spec}{policy}\n"));
    let scratch = scratch.write(&format!("class/{}", at(1, "1159 PM")), HELLO);
    let scratch = scratch.write(&format!("class/{}", at(2, "1214 AM")), HELLO);
    scratch
        .write(&format!("class/{}", at(4, "1200 AM")), HELLO)
        .write(&format!("class/{}", at(9, "800 AM")), BYE)
}

#[test]
fn lateness_costs_what_the_spec_says_and_is_a_line_of_its_own() {
    let scratch =
        late("late: { due: 2026-03-01 23:59 +01:00, per_day: 12.5%, of: max, grace: 15min, cap: 50% }");
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    insta::assert_snapshot!(graded.stdout, @"
    Student 1-11     8/10  ✓✗
    Student 2-12     8/10  ✓✗
    Student 4-14  4.25/10  ✓✗
        Handed in at 2026-03-04 00:00 +01:00, 3 days late: 37.5% of 10 points: 3.75 points are deducted.
    Student 9-19     0/10  ✗✗
        Handed in at 2026-03-09 08:00 +01:00, 8 days late: 50% of 10 points, but no more than was earned: 0 points are deducted.

    hello: 4 submissions
      mean 5.06, median 6.13 of 10 points
      lost most often: says it again (4 of 4)
                       says hello (1 of 4)
      ✓ accepted   ✗ wrong answer
      results and feedback are in `yardstick-results`
    ");
    insta::assert_snapshot!(scratch.read("yardstick-results/grades.csv"), @"
    name,student,id,status,points,max_points,handed_in,days_late,deducted,says hello,says it again
    Student 1-11,Student 1,11,graded,8,10,2026-03-01 23:59 +01:00,0,0,8,0
    Student 2-12,Student 2,12,graded,8,10,2026-03-02 00:14 +01:00,0,0,8,0
    Student 4-14,Student 4,14,graded,4.25,10,2026-03-04 00:00 +01:00,3,3.75,8,0
    Student 9-19,Student 9,19,graded,0,10,2026-03-09 08:00 +01:00,8,0,0,0
    ");
    let page = scratch.read("yardstick-results/feedback/Student 4-14.txt");
    let (_, end) = page.split_once("Enter\n\n").unwrap();
    insta::assert_snapshot!(end, @"
    Handed in at 2026-03-04 00:00 +01:00, 3 days late: 37.5% of 10 points: 3.75 points are deducted.
    4.25 of 10 points: 8, less 3.75 for lateness
    ");
    let late = named(&scratch.results(), "Student 4-14")["late"].clone();
    assert_eq!(late["deducted"], "3.75");
    assert_eq!(late["days"], 3);
    assert_eq!(late["due"], "2026-03-01 23:59 +01:00");
}

#[test]
fn a_share_of_what_was_earned_can_be_taken_off() {
    let scratch = late("late: { per_day: 10%, of: earned }");
    scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 Europe/Berlin"]);
    let expected =
        [("Student 1-11", "8"), ("Student 2-12", "7.2"), ("Student 4-14", "5.6"), ("Student 9-19", "0")];
    assert_eq!(points(&scratch.results()), expected);
}

#[test]
fn a_due_date_alone_takes_nothing_off() {
    let scratch = late("");
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59 +01:00"]);
    assert!(graded.stdout.contains("3 days late: nothing is deducted."), "{}", graded.stdout);
    assert_eq!(points(&scratch.results())[2], ("Student 4-14", "8"));
    let wrong = scratch.run(&["grade", "spec.yaml", "class", "--due", "2026-03-01 23:59"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("it has no time zone"), "{}", wrong.stderr);
}

#[test]
fn a_roster_tells_groups_times_and_dates_of_their_own() {
    let scratch = late("late: { due: 2026-03-01 23:59 +01:00, per_day: 10% }").write(
        "roster.csv",
        "id,name,group,handed_in,due,school\n14,Fay Four,,,2026-03-05 23:59 +01:00,0044\n12,,pair,,,\n20,Ten Ten,pair,,,0050\n",
    );
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "Student 4-14")["points"], "8");
    assert_eq!(named(&results, "Student 4-14")["students"][0]["name"], "Fay Four");
    let pair: Vec<&str> = named(&results, "Student 2-12")["students"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(pair, ["Student 2", "Ten Ten"]);
    for (roster, complaint) in [
        ("name\nx\n", "it has no column `id`"),
        ("id,due\n14,tomorrow\n", "line 2, column `due`: a time is written like"),
        ("id,group\n14,a\n14,b\n", "`14` stands in it twice"),
        ("id,group\n14,a\n12,a\n", ""),
    ] {
        std::fs::write(scratch.path("roster.csv"), roster).unwrap();
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
        assert_eq!(graded.code, if complaint.is_empty() { 0 } else { 2 }, "{}", graded.stderr);
        assert!(graded.stderr.contains(complaint), "{}", graded.stderr);
    }
    // Of a group of two that both handed in, the latest counts.
    assert_eq!(points(&scratch.results()).len(), 3);
}

#[test]
fn brightspace_is_recognised_in_any_language_and_the_latest_attempt_counts() {
    for (earlier, later) in [
        ("18. Mai 2025 1224", "19. Mai 2025 905"),
        ("31 juil. 2025 23 h 59", "1 août 2025 0 h 05"),
        ("18 de mayo de 2025 1159 p. m.", "19 de mayo de 2025 1201 a. m."),
        ("18 de maio de 2025 1224", "19 de maio de 2025 905"),
        ("2025年5月18日 1224", "2025年5月19日 905"),
        ("١٨ مايو ٢٠٢٥ ١١٥٩ ص", "١٨ مايو ٢٠٢٥ ١٢٠٥ م"),
    ] {
        same_in_any_wrapping(
            &[
                ("index.html", "<html></html>"),
                (&format!("152711-351765 - Jürgen Weiß - {earlier}/hello.py"), BYE),
                (&format!("152711-351765 - Jürgen Weiß - {later}/hello.py"), HELLO),
                (&format!("152712-351765 - 山田 太郎 - {earlier}/hello.py"), BYE),
            ],
            "note: Brightspace download `{}`: 2 students, 1 handed in more than once: the latest counts\n",
            &[("Jürgen Weiß-152711", "1"), ("山田 太郎-152712", "0")],
        );
    }
}

#[test]
fn attempts_whose_order_nobody_can_tell_are_an_error_and_a_single_one_is_graded() {
    let one = "1-2 - Ann Lee - 18 พฤษภาคม 2568 1224";
    let scratch = Scratch::hello().write(&format!("class/{one}/hello.py"), HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert_eq!(points(&scratch.results()), [("Ann Lee-1", "1")]);
    let scratch = scratch.write("class/1-2 - Ann Lee - 19 พฤษภาคม 2568 905/hello.py", BYE);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 2);
    insta::assert_snapshot!(graded.stderr, @"
    error: `class` cannot be read as a download: nothing tells which of `1-2 - Ann Lee - 18 พฤษภาคม 2568 1224` and `1-2 - Ann Lee - 19 พฤษภาคม 2568 905` was handed in last: their dates are in no language that is known; with `hand_ins: best` in the spec, no dates are needed
    help: download it again
    ");
}
