//! More time for students: an extension that somebody decides.

use regex::Regex;
use serde_json::{Value, json};

use super::{RESULTS, graded, publish, review};
use crate::scratch::{GREETING, SOLUTION, Scratch, WITHOUT_COMMA, named};

#[test]
fn who_is_given_more_time_is_late_by_less_and_nobody_else_is() {
    let late = "late: { due: 2026-03-01 12:00 Europe/Berlin, per_day: 10% }\n";
    let class = Scratch::new(&format!("{GREETING}{late}")).write("solution.py", SOLUTION);
    let class = class.write("class/Ada/hello.py", SOLUTION).write("class/Bob/hello.py", SOLUTION);
    let class = class.write("roster.csv", "id,handed_in\nAda,2026-03-03 11:00\nBob,2026-03-03 11:00\n");
    let graded = class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let days = |name: &str| named(&class.results(), name)["late"]["days"].as_u64().unwrap();
    assert_eq!((days("Ada"), days("Bob")), (2, 2));
    let server = review(&class, &["--grader", "cyd"]);
    assert!(server.page("submission/0").contains("Due at 2026-03-01 12:00 +01:00."));
    let more_time = |until: &str| json!({ "place": 0, "until": until });
    for (until, why) in [
        ("2026-03-01T12:00", "after 2026-03-01 12:00 +01:00"),
        ("2026-03-04 12:00 +09:00", "without a time zone"),
        ("tomorrow", "a time is written like"),
    ] {
        let answer = server.post("extension", &more_time(until));
        assert!(
            answer.status == 400 && answer.body.contains(why),
            "{until}: {} {}",
            answer.status,
            answer.body
        );
    }
    server.decide("extension", &more_time("2026-03-02T12:00"));
    publish(&server);
    assert_eq!((days("Ada"), days("Bob")), (1, 2));
    // It is on the clock of the due date, and the whole minute is in time.
    server.decide("extension", &more_time("2026-03-03T11:00"));
    let page = server.page("submission/0");
    assert!(page.contains("cyd gave more time, until 2026-03-03 11:00 +01:00."), "{page}");
    publish(&server);
    assert_eq!((days("Ada"), days("Bob")), (0, 2));
    let log = class.run(&["review", RESULTS, "--log"]).stdout;
    assert!(log.contains("more time for Ada, until 2026-03-03 11:00 +01:00"), "{log}");
    for command in [&["verify", RESULTS][..], &["regrade", "spec.yaml"]] {
        let ended = class.run(command);
        assert_eq!(ended.code, 0, "{command:?}: {}{}", ended.stdout, ended.stderr);
    }
    assert_eq!((days("Ada"), days("Bob")), (0, 2));
    let undo = Regex::new(r#"data-undo="([0-9a-f]+)""#).unwrap();
    let of = undo.captures(&server.page("submission/0")).unwrap()[1].to_owned();
    server.decide("undo", &json!({ "of": of }));
    publish(&server);
    assert_eq!(days("Ada"), 1, "what it stood in the place of holds again");
}

/// More time is a student's: it holds for what she hands in with it, and for nobody who hands in something of that name.
#[test]
fn more_time_holds_for_whatever_its_students_hand_in() {
    let spec = |hand_ins: &str| {
        format!("{GREETING}{hand_ins}late: {{ due: 2026-03-01 12:00 Europe/Berlin, per_day: 10% }}\n")
    };
    let folder = |day: u32| format!("class/1-9 - Al One - Mar {day}, 2026 1050 AM/hello.py");
    let class = Scratch::new(&spec("hand_ins: best\n")).write("solution.py", SOLUTION);
    let class = graded(class.write(&folder(1), WITHOUT_COMMA));
    let more_time = json!({ "place": 0, "until": "2026-03-05T12:00" });
    review(&class, &[]).decide("extension", &more_time);
    let class = graded(class.write(&folder(4), SOLUTION));
    let all = class.results()["submissions"].clone();
    assert_eq!((all[0]["late"]["days"].as_u64(), &all[0]["points"]), (Some(0), &json!("12")), "{all:#}");

    // A group's hand-in is called after whoever handed in last, and its members may change.
    let roster = |group_of_cem: &str| {
        format!(
            "id,group,handed_in\nAnn,x,2026-03-02 11:00\nBen,x,2026-03-03 11:00\nCem,{group_of_cem},2026-03-03 11:00\n"
        )
    };
    let class = Scratch::new(&spec("")).write("solution.py", SOLUTION).write("class/Ann/hello.py", SOLUTION);
    let grade = |class: &Scratch| {
        let graded =
            class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv", "--format", "html"]);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        class.results()["submissions"].clone()
    };
    let class = class.write("roster.csv", roster("y"));
    assert_eq!(grade(&class)[0]["late"]["days"], 1);
    review(&class, &[]).decide("extension", &more_time);
    let class = class.write("class/Ben/hello.py", SOLUTION).write("class/Cem/hello.py", SOLUTION);
    let all = grade(&class);
    assert_eq!((&all[0]["late"]["days"], &all[1]["late"]["days"]), (&json!(0), &json!(2)), "{all:#}");
    let class = class.write("roster.csv", roster("x").replace("Ben,x", "Ben,y"));
    let all = grade(&class);
    let days: Vec<&Value> = all.as_array().unwrap().iter().map(|one| &one["late"]["days"]).collect();
    assert_eq!(days, [&json!(0), &json!(0)], "Ben took his time with him: {all:#}");
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn of_a_group_the_member_whose_mark_changes_is_told() {
    let late = "late: { due: 2026-03-01 12:00 Europe/Berlin, per_day: 10% }\n";
    let class = Scratch::new(&format!("{GREETING}{late}")).write("solution.py", SOLUTION);
    let roster = "id,group,handed_in,due\nBen,x,2026-03-03 10:00,\nCem,x,,2026-03-02 23:59 +01:00\n";
    let class = class.write("class/Ben/hello.py", SOLUTION).write("roster.csv", roster);
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--roster", "roster.csv"]).code, 0);
    let changes = || class.run(&["regrade", "spec.yaml"]).stdout;
    assert!(changes().starts_with("1 unchanged, 0 up, 0 down\n"));
    let server = review(&class, &[]);
    server.decide("extension", &json!({ "place": 0, "until": "2026-03-03T09:00" }));
    let page = server.page("publish");
    assert!(page.contains("1 student of 1 change") && page.contains("Ben: "), "{page}");
    let up = changes();
    assert!(up.starts_with("0 unchanged, 1 up, 0 down\n") && up.contains("    Ben: "), "{up}");
    let undo = Regex::new(r#"data-undo="([0-9a-f]+)""#).unwrap();
    let of = undo.captures(&server.page("submission/0")).unwrap()[1].to_owned();
    server.decide("undo", &json!({ "of": of }));
    let down = changes();
    assert!(down.starts_with("0 unchanged, 0 up, 1 down\n") && down.contains("    Ben: "), "{down}");
}
