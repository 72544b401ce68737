//! When submissions are due, for whom, and who said so.

use super::scratch::Scratch;

const RIGHT: &str = "print('hello')\n";

const ROSTER: &str = "id,handed_in\nann,2026-03-01 10:00 +01:00\nbob,2026-03-03 10:00 +01:00\n";

/// A class of two, of whom Bob comes two days after the first of March.
fn class(late: &str) -> Scratch {
    spec(Scratch::hello(), late)
        .write("class/ann/hello.py", RIGHT)
        .write("class/bob/hello.py", RIGHT)
        .write("roster.csv", ROSTER)
}

/// The same class with another rule about lateness.
fn spec(class: Scratch, late: &str) -> Scratch {
    let spec = class.read("spec.yaml");
    let scenarios = &spec[spec.find("scenarios:").unwrap()..];
    let late = if late.is_empty() { String::new() } else { format!("late: {late}\n") };
    let spec = format!(
        "assignment: hello\ntitle: Hello\nsubmission: {{ files: [hello.py] }}\n\
         limits: {{ wall: 60s, output: 10 KiB }}\n{late}{}",
        scenarios.replace("points: 1\n", "points: 10\n")
    );
    class.write("spec.yaml", spec)
}

fn grade(class: &Scratch, more: &[&str]) -> String {
    let args = [&["grade", "spec.yaml", "class", "--roster", "roster.csv"], more].concat();
    let graded = class.run(&args);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    graded.stdout
}

/// The points of each row of `grades.csv`.
fn points(class: &Scratch, folder: &str) -> Vec<String> {
    let table = class.read(&format!("{folder}/grades.csv"));
    let mut rows = table.lines();
    let column = rows.next().unwrap().split(',').position(|name| name == "points").unwrap();
    rows.map(|row| row.split(',').nth(column).unwrap().to_owned()).collect()
}

/// Regrades, and makes sure that what is written follows from what was kept.
fn regrade(class: &Scratch) -> String {
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    regraded.stderr
}

#[test]
fn regrading_heeds_another_due_date_of_the_spec_and_every_other_rule_about_lateness() {
    let mut class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["10", "6"]);
    for (late, expected) in [
        ("{ due: 2026-03-02 23:59 +01:00, per_day: 20% }", "8"),
        ("{ due: 2026-03-04 23:59 +01:00, per_day: 20% }", "10"),
        ("{ due: 2026-03-02 23:59 +01:00, per_day: 50% }", "5"),
        ("{ due: 2026-03-01 23:59 +01:00, per_day: 50%, cap: 30% }", "7"),
        ("{ due: 2026-03-02 23:59 +01:00, per_day: 50%, grace: 11h }", "10"),
        ("{ per_day: 50% }", "10"),
        ("", "10"),
        ("{ due: 2026-03-01 23:59 +01:00, per_day: 20% }", "6"),
    ] {
        class = spec(class, late);
        let said = regrade(&class);
        assert_eq!(points(&class, "yardstick-results"), ["10", expected], "{late}");
        assert!(!said.contains("--due"), "{said}");
        grade(&class, &["--out", "anew"]);
        assert_eq!(class.read("anew/results.json"), class.read("yardstick-results/results.json"), "{late}");
    }
}

#[test]
fn a_due_date_of_the_command_line_goes_before_that_of_the_spec_and_it_is_said() {
    let said = "submissions are due at 2026-03-02 23:59 +01:00, because `--due` said so; \
                the 2026-03-01 23:59 +01:00 of the spec counts once they are graded without `--due`";
    let class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    let due = ["--due", "2026-03-02 23:59 +01:00"];
    let graded = grade(&class, &[&due[..], &["--format", "html"]].concat());
    assert!(graded.contains(&format!("  {said}\n")), "{graded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    assert!(
        class.read("yardstick-results/report.html").contains(said),
        "the page does not say which date counts"
    );

    // It still does when the spec says a third date, and when it says none.
    let class = spec(class, "{ due: 2026-03-09 23:59 +01:00, per_day: 20% }");
    let regraded = regrade(&class);
    assert!(regraded.contains(&said.replace("03-01", "03-09")), "{regraded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    let class = spec(class, "{ per_day: 20% }");
    let regraded = regrade(&class);
    assert!(!regraded.contains("--due"), "{regraded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);

    // Where both say the same, nothing needs to be said.
    let class = spec(class, "{ due: 2026-03-02 23:59 +01:00, per_day: 20% }");
    assert!(!grade(&class, &due).contains("--due"));
    // Without it the spec's counts again, and nothing is run anew.
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    let graded = grade(&class, &[]);
    assert!(graded.contains("2 of 2 runs were known") && !graded.contains("--due"), "{graded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "6"]);
}

#[test]
fn joined_parts_and_a_changed_roster_have_the_dates_that_hold_now() {
    let class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    for (due, expected) in [(&[][..], "6"), (&["--due", "2026-03-02 23:59 +01:00"], "8")] {
        grade(&class, &[&["--shard", "0/2", "--out", "zero"], due].concat());
        grade(&class, &[&["--shard", "1/2", "--out", "one"], due].concat());
        let merged = class.run(&["merge", "zero", "one"]);
        assert_eq!(merged.code, 0, "{}", merged.stderr);
        assert_eq!(points(&class, "yardstick-results"), ["10", expected]);
        assert_eq!(class.run(&["verify"]).code, 0);
    }
    let class = spec(class, "{ due: 2026-03-09 23:59 +01:00, per_day: 20% }");
    assert!(regrade(&class).contains("because `--due` said so"));
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);

    let roster = "id,handed_in,due\nann,2026-03-01 10:00 +01:00,\n\
                  bob,2026-03-12 10:00 +01:00,2026-03-11 23:59 +01:00\n";
    let class = class.write("roster.csv", roster);
    let graded = grade(&class, &[]);
    assert!(graded.contains("2 of 2 runs were known"), "{graded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    let class = spec(class, "{ due: 2026-03-09 23:59 +01:00, per_day: 50% }");
    regrade(&class);
    assert_eq!(points(&class, "yardstick-results"), ["10", "5"]);
}

/// A group of two who handed in one day late: one of them has an extension.
fn group(more: &str) -> Scratch {
    let roster = format!(
        "id,name,group,handed_in,due\nbob,Bob B,red,2026-03-02 10:00 +01:00,\ncyd,Cyd C,red,,2026-03-05 23:59 +01:00\n{more}"
    );
    let class = spec(Scratch::hello(), "{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    class.write("class/bob/hello.py", RIGHT).write("roster.csv", roster)
}

#[test]
fn what_a_group_hands_in_is_late_for_each_member_by_her_own_date() {
    let gradebook = "Student,ID,SIS User ID,SIS Login ID,Section,Hello (1)\n    Points Possible,,,,,10\n\
                     \"B, Bob\",2,bob,bob,S,\n\"C, Cyd\",3,cyd,cyd,S,\n";
    let class = group("").write("from-canvas.csv", gradebook);
    let graded = grade(&class, &["--gradebook", "from-canvas.csv"]);
    assert_eq!(points(&class, "yardstick-results"), ["8", "10"]);
    let late =
        "Bob B: Handed in at 2026-03-02 10:00 +01:00, 1 day late: 20% of 10 points: 2 points are deducted.";
    let in_time = "Cyd C: Handed in at 2026-03-02 10:00 +01:00, in time.";
    assert!(graded.contains(&format!("    {late}\n    {in_time}\n")), "{graded}");
    let page = class.read("yardstick-results/feedback/bob.txt");
    let said = format!("{late}\n{in_time}\n8 of 10 points for Bob B\n10 of 10 points for Cyd C\n");
    assert!(page.contains(&said), "{page}");
    let filled = class.read("yardstick-results/gradebook.csv");
    assert!(filled.contains("\"B, Bob\",2,bob,bob,S,8\n\"C, Cyd\",3,cyd,cyd,S,10\n"), "{filled}");
    let students = &class.results()["submissions"][0]["students"];
    assert_eq!((&students[0]["points"], &students[1]["points"]), (&"8".into(), &"10".into()));
    assert_eq!(class.run(&["verify"]).code, 0);

    // What changes for one of them is told.
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 30% }");
    let regraded = class.run(&["regrade", "--preview"]);
    assert!(regraded.stdout.starts_with("0 unchanged, 0 up, 1 down\n"), "{}", regraded.stdout);
    assert!(
        regraded.stdout.contains("    Bob B: 8 → 7. Handed in at")
            && regraded.stdout.contains("3 points are deducted"),
        "{}",
        regraded.stdout
    );
    regrade(&class);
    assert_eq!(points(&class, "yardstick-results"), ["7", "10"]);
    let class = spec(class, "{ due: 2026-03-02 23:59 +01:00, per_day: 30% }");
    regrade(&class);
    assert_eq!(points(&class, "yardstick-results"), ["10", "10"]);
    // Pseudonyms tell nobody apart, and nobody loses by that.
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 30% }");
    grade(&class, &["--anonymous", "--out", "anonymous"]);
    assert_eq!(points(&class, "anonymous"), ["10"]);
}

#[test]
fn every_page_has_the_points_that_are_left_and_none_that_tell_what_is_hidden() {
    let class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    grade(&class, &["--format", "html"]);
    let page =
        |class: &Scratch, ending: &str| class.read(&format!("yardstick-results/feedback/bob.{ending}"));
    assert!(
        page(&class, "txt").contains("6 of 10 points: 10, less 4 for lateness\n"),
        "{}",
        page(&class, "txt")
    );
    assert!(page(&class, "html").contains("<b>6</b> of 10 points: 10, less 4 for lateness</p>"));
    let hidden = class.read("spec.yaml")
        + "  - { name: hidden, hidden: result, points: 10, expect: { stdout: \"hello\\n\" } }\n";
    let class = class.write("spec.yaml", hidden);
    grade(&class, &["--format", "html"]);
    assert!(
        page(&class, "txt").ends_with("2 days late: 40% is deducted from the mark.\n10 of 10 points\n"),
        "{}",
        page(&class, "txt")
    );
    assert!(page(&class, "html").contains("<b>10</b> of 10 points</p>"));
}

#[test]
fn without_a_date_for_all_a_group_is_late_for_whom_a_date_was_told() {
    let class = spec(group("").write("roster.csv", "id,name,group,handed_in,due\nbob,Bob B,red,2026-03-02 10:00 +01:00,\ncyd,Cyd C,red,,2026-03-01 23:59 +01:00\n"), "{ per_day: 20% }");
    grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn a_date_of_ones_own_takes_no_time_away_and_one_that_is_earlier_is_told() {
    let class = class("{ due: 2026-03-04 23:59 +01:00, per_day: 20% }");
    let roster = "id,handed_in,due\nann,2026-03-01 10:00 +01:00,\nbob,2026-03-03 10:00 +01:00,2026-03-02 23:59 +01:00\n";
    let class = class.write("roster.csv", roster);
    let graded = grade(&class, &[]);
    let said =
        "  these have a due date of their own that lies before the one for all, and does not count: bob\n";
    assert!(graded.contains(said), "{graded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "10"]);
    // It counts as soon as it is the later one, whoever says so.
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    assert_eq!(regrade(&class), "");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    let graded = grade(&class, &["--due", "2026-03-05 23:59 +01:00"]);
    assert!(graded.contains(said), "{graded}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "10"]);
}

#[test]
fn the_due_date_of_a_section_stands_in_the_place_of_the_one_for_everybody() {
    let roster = |more: &str| {
        format!(
            "id,section,handed_in,due\n,evening,,2026-03-02 23:59 +01:00\nann,Morning,2026-03-01 10:00 +01:00,\n\
             bob,evening,2026-03-03 10:00 +01:00,\n{more}"
        )
    };
    let of_morning = ",morning,,2026-02-27 23:59 +01:00\n";
    let class =
        class("{ due: 2026-03-09 23:59 +01:00, per_day: 20% }").write("roster.csv", roster(of_morning));
    let graded = grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["6", "8"], "{graded}");
    assert!(!graded.contains("does not count"), "{graded}");
    assert_eq!(class.run(&["verify"]).code, 0);
    let class = spec(class, "{ due: 2026-03-19 23:59 +01:00, per_day: 30% }");
    regrade(&class);
    assert_eq!(points(&class, "yardstick-results"), ["4", "7"]);
    grade(&class, &["--anonymous", "--out", "anonymous"]);
    let mut anonymous = points(&class, "anonymous");
    anonymous.sort();
    assert_eq!(anonymous, ["4", "7"]);
    // Whose section has no date of its own has that of everybody.
    let class = class.write("roster.csv", roster(",morning,,\n"));
    grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["10", "7"]);
    for (more, said) in [
        (
            "",
            "`ann` is in the section `Morning`, which has no row of its own\nhelp: add one without `id`, with",
        ),
        (",EVENING,,\n", "`EVENING` stands in it twice\nhelp: keep one of the rows"),
        (",morning,,tomorrow\n", "line 5, column `due`: a time is written like"),
    ] {
        let class = class.copy().write("roster.csv", roster(more));
        let refused = class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
}

#[test]
fn every_case_of_the_table_of_dates_is_as_it_says() {
    let page = include_str!("../../docs/lms.md");
    let (_, table) = page.split_once("| days late | taken off |\n|---|---|---|---|---|---|\n").unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map_while(|row| row.strip_prefix('|')?.strip_suffix('|'))
        .map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert!(rows.len() >= 20, "{}", rows.len());
    for row in rows {
        let [more, handed_in, own, section, days, taken_off] = row[..] else { panic!("{row:?}") };
        let due = if more.contains("due:") { "" } else { "due: 2026-03-01 23:59 Europe/Berlin, " };
        let late = format!("{{ {due}per_day: 20%, {more} }}").replace(", }", " }").replace(",  }", " }");
        let sections = if section.is_empty() { String::new() } else { format!(",,{section},red\n") };
        let roster = format!("id,handed_in,due,section\nann,{handed_in},{own},red\n{sections}");
        let class =
            spec(Scratch::hello(), &late).write("class/ann/hello.py", RIGHT).write("roster.csv", roster);
        grade(&class, &[]);
        let late = &class.results()["submissions"][0]["late"];
        let found = (late["days"].to_string(), late["deducted"].as_str().unwrap());
        assert_eq!(found, (days.to_owned(), taken_off), "{row:?}: {late}");
        assert_eq!(class.run(&["verify"]).code, 0);
    }
}

#[test]
fn rules_about_lateness_that_cannot_be_meant_are_refused_where_they_stand() {
    for (late, said) in [
        ("cut_off: soon", "`soon` is not a duration"),
        ("cut_off: 1h, grace: 2h", "nothing counts before the grace has ended"),
        ("free_days: [Christmas]", "`Christmas` is not a date"),
        ("free_days: [2026-12-24..2026-12-01]", "ends before it begins"),
        ("free_days: [2026-01-01..2036-12-31]", "366 days are the most"),
        ("free_days: [2026-02-30]", "`2026-02-30` is not a date"),
        ("budget: 1.5 days", "`1.5 days` is not a number of days"),
        ("budget: 5", "`5` is not a number of days"),
        ("days_from: now", "unknown word `now`"),
    ] {
        let class = class(&format!("{{ due: 2026-03-01 23:59 +01:00, per_day: 20%, {late} }}"));
        let refused = class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]);
        assert_eq!(refused.code, 2, "{late}");
        assert!(
            refused.stderr.contains(said) && refused.stderr.contains("spec.yaml:5:"),
            "{late}: {}",
            refused.stderr
        );
    }
}

#[test]
fn the_days_of_a_course_are_taken_in_the_order_of_due_dates_and_never_more_than_there_are() {
    let late =
        |due: &str| format!("{{ due: {due} 23:59 +01:00, per_day: 20%, cut_off: 9 days, budget: 3 days }}");
    let lab = |class: Scratch, number: &str, due: &str, roster: &str| {
        let class = spec(class, &late(due)).write("roster.csv", roster);
        let text = class.read("spec.yaml").replace("assignment: hello", &format!("assignment: lab{number}"));
        let class = class.write("spec.yaml", text);
        let out = format!("course/lab{number}");
        let graded = grade(&class, &["--course", "course", "--out", &out]);
        assert_eq!(class.run(&["verify", &out]).code, 0);
        (points(&class, &out), graded, class)
    };
    let class = Scratch::hello()
        .write("class/ann/hello.py", RIGHT)
        .write("class/bob/hello.py", RIGHT)
        .write("course/notes.txt", "");
    let roster = |ann: &str, bob: &str| {
        format!("id,name,school,handed_in\nann,Ann A,7,{ann} +01:00\nbob,Bob B,8,{bob} +01:00\n")
    };
    // Two of three days are taken, and none by what comes too late.
    let (earned, graded, class) =
        lab(class, "1", "2026-03-01", &roster("2026-03-03 10:00", "2026-03-20 10:00"));
    assert_eq!(earned, ["10", "0"]);
    let said = "2 days late: the budget of the course covers that, and has 1 day left.";
    assert!(graded.contains(said), "{graded}");
    // In a group each has her own.
    let group = "id,name,school,group,handed_in\nann,Ann A,7,red,2026-03-10 10:00 +01:00\nbob,Bob B,8,red,2026-03-10 09:00 +01:00\n";
    let (earned, _, _) = lab(class.copy(), "2", "2026-03-08", group);
    assert_eq!(earned, ["8", "10"]);
    // The last one covers a part, and then there is nothing left.
    let second = roster("2026-03-10 10:00", "2026-03-11 10:00");
    let (earned, graded, class) = lab(class, "2", "2026-03-08", &second);
    assert_eq!(earned, ["8", "10"]);
    let said = "2 days late, of which the budget of the course covers 1: 20% of 10 points";
    assert!(graded.contains(said), "{graded}");
    let (earned, graded, class) =
        lab(class, "3", "2026-03-15", &roster("2026-03-16 10:00", "2026-03-16 10:00"));
    assert_eq!(earned, ["8", "8"]);
    let said = "1 day late, and nothing is left of the budget of the course: 20% of 10 points";
    assert!(graded.contains(said), "{graded}");
    let budget = |class: &Scratch, lab: &str| {
        let text = class.read(&format!("course/{lab}/results.json"));
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        [0, 1].map(|at| results["submissions"][at]["late"]["budget"].clone())
    };
    let of = |taken: u32, left: u32| serde_json::json!({ "taken": taken, "left": left });
    assert_eq!(budget(&class, "lab2"), [of(1, 0), of(3, 0)]);
    assert_eq!(budget(&class, "lab3"), [of(0, 0), of(0, 0)]);
    // An assignment takes nothing from one that was due before it, however often it is graded; regrading knows what was taken.
    let again = class.read("course/lab2/results.json");
    let (_, _, class) = lab(class, "2", "2026-03-08", &second);
    assert_eq!(class.read("course/lab2/results.json"), again);
    assert_eq!(class.run(&["regrade", "--results", "course/lab2"]).code, 0);
    assert_eq!(class.read("course/lab2/results.json"), again);
}

#[test]
fn nobody_pays_with_days_that_a_namesake_took_or_that_stand_there_twice() {
    let late = |due: &str| format!("{{ due: {due} 23:59 +01:00, per_day: 20%, budget: 3 days }}");
    let lab = |class: Scratch, number: &str, due: &str, roster: &str| {
        let class = spec(class, &late(due)).write("roster.csv", roster);
        let text = class.read("spec.yaml").replace("assignment: hello", &format!("assignment: lab{number}"));
        class.write("spec.yaml", text)
    };
    let graded = |class: &Scratch, out: &str| {
        let args =
            ["grade", "spec.yaml", "class", "--roster", "roster.csv", "--course", "course", "--out", out];
        class.run(&args)
    };
    let class = Scratch::hello().write("class/one/hello.py", RIGHT).write("class/two/hello.py", RIGHT);
    let class = class.write("course/notes.txt", "");
    // Two of one name, of whom one is late; in the next assignment they are called and found otherwise.
    let first = "id,name,school,handed_in\none,Jane Doe,7,2026-03-04 10:00 +01:00\ntwo,Jane Doe,8,2026-03-01 10:00 +01:00\n";
    let class = lab(class, "1", "2026-03-01", first);
    assert_eq!(graded(&class, "course/lab1").code, 0);
    for (ids, expected) in [("school", ["8", "10"]), ("login", ["10", "10"])] {
        let next = format!(
            "id,name,{ids},handed_in\none,Doe Jane,7,2026-03-09 10:00 +01:00\ntwo,Jane Doe,8,2026-03-09 10:00 +01:00\n"
        );
        // It is due at the same time as another one, whose key comes first.
        let class = lab(class.copy(), "2", "2026-03-08", &next);
        assert_eq!(graded(&class, "out").code, 0);
        assert_eq!(points(&class, "out"), expected, "{ids}");
        let same = lab(class, "3", "2026-03-01", &next.replace("-09", "-02"));
        assert_eq!(graded(&same, "out").code, 0);
        assert_eq!(points(&same, "out"), expected, "{ids}");
        let before = lab(same, "0", "2026-03-01", &next.replace("-09", "-02"));
        assert_eq!(graded(&before, "out").code, 0);
        assert_eq!(points(&before, "out"), ["10", "10"], "{ids}");
    }
    let twice = lab(class.copy(), "1", "2026-03-01", first);
    assert_eq!(graded(&twice, "course/again").code, 0);
    let refused = graded(&lab(twice, "2", "2026-03-08", first), "out");
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("both hold results of the assignment `lab1`\nhelp: leave only one"),
        "{}",
        refused.stderr
    );
}

#[test]
fn what_is_not_known_of_a_budget_is_said() {
    let class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 20%, budget: 1 day }");
    let note = |class: &Scratch, more: &[&str]| {
        let args = [&["grade", "spec.yaml", "class", "--roster", "roster.csv"], more].concat();
        class.run(&args).stderr
    };
    let said = note(&class, &[]);
    assert!(said.contains("`--course` names the folder of their results"), "{said}");
    assert_eq!(points(&class, "yardstick-results"), ["10", "8"]);
    let said = note(&class, &["--course", "class"]);
    assert!(said.contains("`class` holds no results of assignments that were due before this one"), "{said}");
    let said = note(&class, &["--course", "nowhere"]);
    assert!(said.contains("error: cannot read `nowhere`"), "{said}");
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 20% }");
    let said = note(&class, &["--course", "class"]);
    assert!(said.contains("`--course` changes nothing"), "{said}");
}

#[test]
fn what_comes_after_the_end_is_told_and_earns_nothing_not_even_a_bonus() {
    let class = class("{ due: 2026-03-01 23:59 +01:00, per_day: 0%, cap: 10%, cut_off: 1 day }");
    let graded = grade(&class, &[]);
    assert_eq!(points(&class, "yardstick-results"), ["10", "0"]);
    let said =
        "Handed in at 2026-03-03 10:00 +01:00, after 2026-03-02 23:59 +01:00: nothing counts any more.";
    assert!(graded.contains(said), "{graded}");
    let page = class.read("yardstick-results/feedback/bob.txt");
    assert!(page.contains(said) && page.contains("0 of 10 points: 10, less 10 for lateness"), "{page}");
    let class = spec(class, "{ due: 2026-03-01 23:59 +01:00, per_day: 0%, cut_off: 2 days }");
    regrade(&class);
    assert_eq!(points(&class, "yardstick-results"), ["10", "10"]);
}

#[test]
fn what_is_deducted_tells_nobody_what_hidden_scenarios_earned() {
    for (of, per_day) in [("max", "20%"), ("earned", "20%"), ("max", "90%"), ("earned", "90%")] {
        for hidden in ["result", "everything"] {
            let spec = format!(
                "assignment: hello\nsubmission: {{ files: [hello.py] }}\nlate: {{ due: 2026-03-01 23:59 +01:00, per_day: {per_day}, of: {of} }}\n\
                 scenarios:\n- {{ name: shown, points: 3, expect: {{ stdout: \"hello\\n\" }} }}\n\
                 - {{ name: secret, points: 8, stdin: [x], expect: {{ stdout: \"hello x\\n\" }}, hidden: {hidden} }}\n"
            );
            let pages =
                [RIGHT, "try: print('hello ' + input())\nexcept EOFError: print('hello')\n"].map(|program| {
                    let class =
                        Scratch::new(&spec).write("class/bob/hello.py", program).write("roster.csv", ROSTER);
                    grade(&class, &["--format", "html"]);
                    assert_eq!(class.run(&["verify"]).code, 0);
                    ["txt", "html"].map(|kind| class.read(&format!("yardstick-results/feedback/bob.{kind}")))
                });
            assert!(
                pages[0][0].contains("2 days late: ") && pages[0][0].contains(" is deducted from the mark."),
                "{}",
                pages[0][0]
            );
            for (one, other) in pages[0].iter().zip(&pages[1]) {
                assert_eq!(one, other, "{of}, {hidden}");
            }
        }
    }
}
