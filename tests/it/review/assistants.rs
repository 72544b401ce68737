//! Three assistants share the work on a large class: each has a copy of the results, and a part of the groups and marks.

use std::collections::BTreeSet;
use std::thread;

use regex::Regex;
use serde_json::{Value, json};

use super::{LARGE, RESULTS, Server, decision, groups, publish, student, students, take_along};
use crate::scratch::named;

const ASSISTANTS: [&str; 3] = ["ada", "ben", "cyd"];

/// What an assistant did.
struct Done {
    /// The groups that were decided.
    groups: Vec<String>,
    /// The places of the submissions that were marked.
    marked: Vec<usize>,
}

/// Decides the own groups, and marks the own submissions, until nothing is open in this part.
fn work(server: &Server, scenario: usize) -> Done {
    let page = server.page("");
    let own = page.split("<h3>Of others").next().unwrap();
    let own: Vec<String> = groups(own).into_iter().map(|(key, _)| key).collect();
    for (number, key) in own.iter().enumerate() {
        let mut decided = decision(key, ["as-graded", "worth", "by-hand"][number % 3]);
        decided["points"] = json!("0.5");
        decided["comment"] = json!(if number == 0 { "Play it by hand first." } else { "" });
        server.decide("decide", &decided);
    }
    let place = Regex::new(r#"id="mark" data-place="(\d+)""#).unwrap();
    let told = Regex::new(r"(\d+) of (\d+) marked").unwrap();
    let mut marked = Vec::new();
    loop {
        let page = server.page("marks");
        let told = told.captures(&page).unwrap();
        if told[1] == told[2] {
            return Done { groups: own, marked };
        }
        let place: usize = place.captures(&page).unwrap()[1].parse().unwrap();
        let mark = json!({ "place": place, "scenario": scenario, "points": points(place) });
        server.decide("mark", &mark);
        marked.push(place);
    }
}

/// What a submission gets by hand.
fn points(place: usize) -> String {
    (place % 11).to_string()
}

#[test]
fn three_assistants_share_a_class_and_nothing_is_lost() {
    let class = LARGE.copy();
    let before = class.results();
    let scenario = before["submissions"][0]["scenarios"].as_array().unwrap().len() - 1;
    for name in ASSISTANTS {
        take_along(&class, RESULTS, name);
    }
    let done: Vec<Done> = thread::scope(|scope| {
        let start = |(number, name): (usize, &'static str)| {
            let results = class.path(name);
            scope.spawn(move || {
                let part = format!("{}/3", number + 1);
                work(&Server::start(&results, &["--grader", name, "--part", &part]), scenario)
            })
        };
        let working: Vec<_> = ASSISTANTS.into_iter().enumerate().map(start).collect();
        working.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let own: Vec<&String> = done.iter().flat_map(|one| &one.groups).collect();
    let all: BTreeSet<&String> = own.iter().copied().collect();
    assert_eq!(own.len(), all.len(), "a group is one assistant's");

    // Two of them also decide about one group of the third, and do not agree.
    let contested = &done[2].groups[0];
    for (name, points) in [("ada", "0"), ("ben", "0.25")] {
        let mut worth = decision(contested, "worth");
        worth["points"] = json!(points);
        Server::start(&class.path(name), &["--grader", name]).decide("decide", &worth);
    }

    let merged = class.run(&["merge", "ada", "ben", "cyd", "--out", "all"]);
    assert_eq!(merged.code, 0, "{}{}", merged.stdout, merged.stderr);
    let log = class.run(&["review", "all", "--log"]).stdout;
    let count = |what: &str| log.matches(what).count();
    assert!(
        log.contains("≠ student-") && log.contains("decided in 3 ways, of which the last counts"),
        "{log}"
    );
    let marked: BTreeSet<usize> = done.iter().flat_map(|one| one.marked.iter().copied()).collect();
    assert_eq!(
        marked.len(),
        done.iter().map(|one| one.marked.len()).sum::<usize>(),
        "nobody is marked twice"
    );
    assert_eq!(count("Style / names: "), marked.len(), "{log}");
    assert_eq!(count("Play it by hand first."), 3, "{log}");

    let server = Server::start(&class.path("all"), &["--grader", "dan"]);
    let page = server.page("");
    assert!(!page.contains(">Open, dearest first<"), "no group is open");
    for (key, card) in groups(&page) {
        assert!(card.contains('✓'), "{key}: {card}");
    }
    assert!(server.page("history").contains("Decided in two ways"));
    let mut worth = decision(contested, "worth");
    worth["points"] = json!("0.75");
    server.decide("decide", &worth);
    assert!(!server.page("history").contains("Decided in two ways"));
    publish(&server);

    let results = class.results_in("all");
    assert_eq!(results["submissions"].as_array().unwrap().len(), students());
    for place in 0..students() {
        let names =
            |results: &Value| named(results, &student(place))["scenarios"][scenario]["points"].clone();
        if marked.contains(&place) {
            assert_eq!(names(&results), points(place), "{place}");
        } else {
            assert_eq!(names(&results), names(&before), "{place}: there was nothing to mark");
        }
    }
    let verified = class.run(&["verify", "all"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("✓ decisions"), "{}", verified.stdout);
}
