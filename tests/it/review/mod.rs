//! `yardstick review`: a page on which people decide about results.

mod assistants;
mod killed;
mod large;
mod more_time;
mod neighbour;
mod server;

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use super::html::class;
use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA, named};
pub(crate) use large::{LARGE, student, students, take_along};
pub(crate) use server::Server;

/// A class that was graded, of which each test takes a copy.
pub(crate) static GRADED: LazyLock<Scratch> = LazyLock::new(|| graded(class()));

/// The same with a scenario that is marked by hand.
pub(crate) static WITH_STYLE: LazyLock<Scratch> = LazyLock::new(|| {
    let spec = super::scratch::GREETING.to_owned()
        + "  - name: Style\n    points: 4\n    scenarios:\n      - { name: names, manual: names say what }\n";
    let scratch = Scratch::new(&spec).write("solution.py", SOLUTION);
    let scratch = scratch.write("class/Ada/hello.py", SOLUTION).write("class/Bob/hello.py", WITHOUT_COMMA);
    graded(scratch.write("class/Cyd/hello.py", FOUR_LETTERS))
});

pub(crate) fn graded(class: Scratch) -> Scratch {
    let ended = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert!(ended.code == 0 || ended.code == 3, "{}", ended.stderr);
    class
}

pub(crate) const RESULTS: &str = "yardstick-results";

fn review(scratch: &Scratch, options: &[&str]) -> Server {
    Server::start(&scratch.path(RESULTS), options)
}

/// The names in addresses of the groups on the page, in its order, each with its text.
fn groups(page: &str) -> Vec<(String, String)> {
    let card = Regex::new(r#"(?s)<a href="group/([0-9a-f]+)" class="card".*?</a>"#).unwrap();
    let tags = Regex::new("<[^>]*>").unwrap();
    let found = card.captures_iter(page);
    found.map(|card| (card[1].to_owned(), tags.replace_all(&card[0], "").into_owned())).collect()
}

/// The group with these words in its card.
fn group(server: &Server, words: &str) -> String {
    let page = server.page("");
    let found = groups(&page).into_iter().find(|(_, text)| text.contains(words));
    found.unwrap_or_else(|| panic!("no group with `{words}`: {:?}", groups(&page))).0
}

/// A decision as the page sends it.
fn decision(group: &str, ruling: &str) -> Value {
    json!({ "group": group, "ruling": ruling, "points": "", "without": [], "comment": "" })
}

fn points(scratch: &Scratch, name: &str) -> Value {
    named(&scratch.results(), name)["points"].clone()
}

/// Publishes, and confirms whatever stands in the way.
pub(crate) fn publish(server: &Server) {
    let page = server.page("publish");
    let obstacle = Regex::new(r#"(?s)name="confirmed" required=""><span>(.*?)</span>"#).unwrap();
    let confirmed: Vec<String> = obstacle.captures_iter(&page).map(|found| found[1].to_owned()).collect();
    server.decide("publish", &json!({ "confirmed": confirmed }));
}

#[test]
fn a_group_is_answered_once_and_everybody_in_it_gets_points_and_a_comment() {
    let class = GRADED.copy();
    assert_eq!(points(&class, "Bob"), "0");
    let server = review(&class, &["--grader", "ada"]);
    let group = group(&server, "2After line 1");
    let worth = json!({
        "group": group, "ruling": "worth", "points": "9", "without": [],
        "comment": "A <b>comma</b> is missing.",
    });
    server.decide("decide", &worth);
    assert!(server.page("").contains("✓ worth 9 of 12"), "the card tells what was decided");
    assert_eq!(points(&class, "Bob"), "0", "nothing is written before it is published");
    let page = server.page("publish");
    assert!(page.contains("2 students of 5 change") && !page.contains("Bob"), "nobody is named: {page}");

    publish(&server);
    let results = class.results();
    for name in ["Bob", "Eve"] {
        let one = named(&results, name);
        assert_eq!(one["points"], "9");
        assert_eq!(one["comments"][0]["text"], "A <b>comma</b> is missing.");
        let html = class.read(&format!("{RESULTS}/feedback/{name}.html"));
        assert!(html.contains("A &lt;b&gt;comma&lt;/b&gt; is missing.") && !html.contains("A <b>comma"));
        let text = class.read(&format!("{RESULTS}/feedback/{name}.txt"));
        assert!(text.contains("From your instructors: A <b>comma</b> is missing."), "{text}");
        assert!(text.contains("Somebody looked at this mistake, and gave these points for it."), "{text}");
    }
    assert_eq!(named(&results, "Ada")["comments"], Value::Null);
    let log = class.run(&["review", "--log"]);
    assert!(log.stdout.contains(" ada After line 1"), "{}", log.stdout);
    assert!(log.stdout.contains("worth 9 of 12, 2 submissions"), "{}", log.stdout);
    assert!(log.stdout.contains("published, 2 submissions with other points"), "{}", log.stdout);

    // Everything else that knows results knows decisions.
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    assert!(verified.stdout.contains("all 3 are there that the results follow from"), "{}", verified.stdout);
    let bundled = class.run(&["bundle", "Bob", "--results", RESULTS, "--out", "bob.zip"]);
    assert_eq!(bundled.code, 0, "{}", bundled.stderr);
    let verified = class.run(&["verify", "bob.zip"]);
    assert_eq!(verified.code, 0, "{}{}", verified.stdout, verified.stderr);
    let again = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(points(&class, "Bob"), "9", "a second grading heeds what was decided");
}

#[test]
fn a_member_that_is_taken_out_stays_as_it_is() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let mut decided = decision(&group(&server, "2After line 1"), "worth");
    decided["points"] = json!("12");
    decided["without"] = json!([1]);
    server.decide("decide", &decided);
    assert!(server.page("").contains("1 of 2 decided"));
    publish(&server);
    assert_eq!((points(&class, "Bob"), points(&class, "Eve")), (json!("0"), json!("12")));
}

#[test]
fn whatever_was_decided_can_be_undone_and_done_again() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let group = group(&server, "2After line 1");
    let mut decided = decision(&group, "worth");
    decided["points"] = json!("5");
    server.decide("decide", &decided);
    let button = Regex::new(r#"data-undo="([0-9a-f]{16})">(Undo|Redo)<"#).unwrap();
    let press = |word: &str| {
        let page = server.page("history");
        let found = button.captures_iter(&page).find(|found| &found[2] == word);
        server.decide("undo", &json!({ "of": &found.unwrap_or_else(|| panic!("no {word}"))[1] }));
    };
    press("Undo");
    assert!(!server.page("").contains("✓ worth 5 of 12"));
    press("Redo");
    assert!(server.page("").contains("✓ worth 5 of 12"));
    publish(&server);
    assert_eq!(points(&class, "Bob"), "5");
    press("Undo");
    publish(&server);
    assert_eq!(points(&class, "Bob"), "0");
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn what_was_decided_since_the_results_were_written_is_told_and_regrading_heeds_it() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let mut decided = decision(&group(&server, "2After line 1"), "worth");
    decided["points"] = json!("5");
    server.decide("decide", &decided);
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    assert!(verified.stdout.contains("1 were made since then"), "{}", verified.stdout);
    let regraded = class.run(&["regrade"]);
    assert_eq!(regraded.code, 0, "{}", regraded.stderr);
    assert_eq!(points(&class, "Bob"), "5");
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence_and_nothing_is_kept() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let group = group(&server, "2After line 1");
    let with = |key: &str, value: Value| {
        let mut decided = decision(&group, "worth");
        decided["points"] = json!("5");
        decided[key] = value;
        decided
    };
    for (path, body, says) in [
        ("decide", with("points", json!("13")), "13 is not between 0 and 12 points"),
        ("decide", with("points", json!("many")), "`many` is no number of points"),
        ("decide", with("ruling", json!("lenient")), "`lenient` is no decision"),
        ("decide", with("group", json!("000000000000")), "there is no such group any more"),
        ("decide", with("without", json!([1, 4])), "nobody is left in the group"),
        ("comment", json!({ "place": 0, "text": " " }), "a comment needs a text"),
        ("comment", json!({ "place": 0, "file": "hello.py", "line": "9", "text": "x" }), "`hello.py` has 2"),
        ("comment", json!({ "place": 99, "text": "x" }), "there is no such submission: there are 5"),
        ("undo", json!({ "of": "0000000000000000" }), "there is no such decision"),
        ("undo", json!({ "of": "x" }), "16 hexadecimal digits"),
        ("mark", json!({ "place": 0, "scenario": 0, "points": "1" }), "nothing to mark by hand"),
        ("item", json!({ "scenario": 0, "sentence": "", "points": "1" }), "needs a sentence"),
        ("publish", json!({ "confirmed": [] }), "something stands in the way"),
    ] {
        let answer = server.post(path, &body);
        let status = if says.starts_with("there is no such") { 404 } else { 400 };
        assert_eq!(answer.status, status, "{path} {body}: {answer:?}");
        assert!(answer.body.contains(says), "{path} {body}: {}", answer.body);
    }
    assert_eq!(server.post("decide", &json!({ "group": 7 })).status, 422);
    assert_eq!(class.run(&["review", "--log"]).stdout, "");
}

#[test]
fn what_is_not_there_is_not_found() {
    let class = WITH_STYLE.copy();
    let server = review(&class, &[]);
    let group = group(&server, "After line 1");
    let largest = u64::MAX.to_string();
    for place in ["3", "99", &largest, "18446744073709551616", "-1", "x", "%00", "0x1"] {
        assert_eq!(server.get(&format!("submission/{place}")).status, 404, "{place}");
    }
    for path in [
        "group/000000000000",
        "group/x",
        "also-right/000000000000",
        "nothing",
        "submission",
        "submission/0/1",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for place in ["3", &largest] {
        for path in [
            format!("compare?one={place}"),
            format!("compare?one={place}&other=0"),
            format!("compare?one=0&other={place}"),
            format!("marks?scenario=5&who={place}"),
            format!("also-right/{group}?way={place}"),
        ] {
            assert_eq!(server.get(&path).status, 404, "{path}");
        }
        let number: u64 = place.parse().unwrap();
        for (path, body) in [
            ("comment", json!({ "place": number, "text": "x" })),
            ("mark", json!({ "place": number, "scenario": 5, "points": "1", "items": [] })),
            ("mark", json!({ "place": 0, "scenario": u64::MAX, "points": "1", "items": [] })),
            ("item", json!({ "scenario": u64::MAX, "sentence": "x", "points": "1" })),
            ("request", json!({ "place": number, "words": "x", "answer": "" })),
            ("play", json!({ "place": number, "scenario": 0, "lines": "" })),
            ("play", json!({ "place": 0, "scenario": u64::MAX, "lines": "" })),
            ("explore", json!({ "place": number })),
            ("also-right", json!({ "group": group, "way": number, "write": false })),
        ] {
            let answer = server.post(path, &body);
            assert_eq!(answer.status, 404, "{path} {body}: {answer:?}");
        }
    }
    assert_eq!(class.run(&["review", "--log"]).stdout, "");
    assert_eq!(server.get(&format!("submission/{}", 2)).status, 200);
}

#[test]
fn nobody_but_the_browser_with_the_address_is_answered() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let (base, cookie) = (server.base().to_owned(), server.cookie().to_owned());
    let refused = |method: &str, path: &str, headers: &[(&str, &str)]| {
        let answer = server.ask(method, path, headers, "{}");
        assert!([403, 421].contains(&answer.status), "{method} {path} {headers:?}: {}", answer.status);
        assert!(!answer.body.contains("Hello"), "{}", answer.body);
    };
    let pass = ("cookie", cookie.as_str());
    for path in
        [&*base, &format!("{base}class"), "/", &format!("{base}?token=00000000000000000000000000000000")]
    {
        refused("GET", path, &[]);
        refused("GET", path, &[("host", "evil.example"), pass]);
        refused("GET", path, &[("origin", "http://evil.example"), pass]);
        refused("GET", path, &[("sec-fetch-site", "same-site"), pass]);
    }
    let json = ("content-type", "application/json");
    refused("POST", &format!("{base}undo"), &[pass, json]);
    refused("POST", &format!("{base}undo"), &[pass, json, ("x-yardstick-token", "0")]);
    let answer = server.get("");
    for header in ["content-security-policy: default-src 'none'", "cache-control: no-store", "nosniff"] {
        assert!(answer.head.contains(header), "{}", answer.head);
    }
}

#[test]
fn marks_by_hand_follow_a_rubric_whose_items_are_renamed_everywhere() {
    let class = WITH_STYLE.copy();
    let server = review(&class, &["--names"]);
    let page = server.page("marks");
    assert!(page.contains("0 of 3 marked") && page.contains("Ada"), "{page}");
    let scenario = 5;
    server.decide("item", &json!({ "scenario": scenario, "sentence": "Names say what", "points": "3" }));
    server.decide("item", &json!({ "scenario": scenario, "sentence": "Short", "points": "1" }));
    let item = Regex::new(r#"name="item" value="([0-9a-f]{16})""#).unwrap();
    let page = server.page("marks");
    let items: Vec<&str> = item.captures_iter(&page).map(|found| found.get(1).unwrap().as_str()).collect();
    assert_eq!(items.len(), 2);
    for (place, found, given) in
        [(0, vec![items[0], items[1]], "4"), (1, vec![items[0]], "3"), (2, vec![], "0")]
    {
        server.decide(
            "mark",
            &json!({ "place": place, "scenario": scenario, "points": given, "items": found }),
        );
    }
    server.decide(
        "item",
        &json!({ "scenario": scenario, "item": items[0], "sentence": "Good names", "points": "3" }),
    );
    let page = server.page("marks");
    assert!(page.contains("Good names") && !page.contains("Names say what<"), "{page}");
    assert!(page.contains("used 2 ×") && page.contains("3 of 3 marked"), "{page}");
    publish(&server);
    assert_eq!(
        ["Ada", "Bob", "Cyd"].map(|name| points(&class, name)),
        ["16", "3", "3.33"].map(|text| json!(text))
    );
}

#[test]
fn nobody_is_asked_to_mark_a_submission_that_cannot_be_run() {
    let class = WITH_STYLE.copy().write("class/Abe/readme.txt", "I could not finish.");
    let class = graded(class);
    let server = review(&class, &["--names"]);
    let page = server.page("marks");
    assert!(page.contains("0 of 3 marked; 1 could not be run, so there is nothing to mark"), "{page}");
    assert!(page.contains("<strong>Ada</strong>"), "{page}");
    let scenario = 5;
    let mark = |place: usize, points: &str| {
        server.post("mark", &json!({ "place": place, "scenario": scenario, "points": points, "items": [] }))
    };
    for (place, points, says) in [(0, "1", "nothing to mark by hand"), (1, "99", "99 is not between 0 and")] {
        let refused = mark(place, points);
        assert!(refused.status == 400 && refused.body.contains(says), "{}", refused.body);
    }
    // Abe, Ada, Bob and Cyd: after Bob, Cyd is the next one without a mark, and then Ada.
    for (place, next) in [(2, "who=3"), (3, "who=1")] {
        let marked = mark(place, "1");
        assert!(marked.status == 200 && marked.body.contains(next), "{}", marked.body);
    }
}

#[test]
fn a_comment_on_a_line_is_on_the_page_of_its_author() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let on = json!({ "place": 2, "file": "hello.py", "line": "3", "text": "Who has a short name?" });
    server.decide("comment", &on);
    assert!(server.page("submission/2").contains("Who has a short name?"));
    publish(&server);
    let text = class.read(&format!("{RESULTS}/feedback/Cyd.txt"));
    assert!(text.contains("From your instructors: hello.py, line 3: Who has a short name?"), "{text}");
    let results = class.results();
    assert_eq!(
        named(&results, "Cyd")["comments"][0],
        json!({ "file": "hello.py", "line": 3, "text": "Who has a short name?" })
    );
}

#[test]
fn a_comment_on_what_is_hidden_is_warned_of() {
    let warning = "What it is about is hidden from them";
    for (hidden, is_warned) in [("", false), ("    hidden: result\n", true)] {
        let spec = super::scratch::GREETING.replace("    points: 10\n", &format!("    points: 10\n{hidden}"));
        let class =
            Scratch::new(&spec).write("solution.py", SOLUTION).write("class/Bob/hello.py", WITHOUT_COMMA);
        let server = review(&graded(class), &[]);
        let page = server.page(&format!("group/{}", groups(&server.page(""))[0].0));
        assert_eq!(page.contains(warning), is_warned, "{page}");
    }
}

#[test]
fn a_request_is_answered_and_kept() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let page = server.page("requests?name=bob");
    assert!(page.contains("yardstick bundle") && page.contains("After line 1"), "{page}");
    assert!(server.page("requests?name=nobody").contains("There is nobody of this name."));
    server
        .decide("request", &json!({ "place": 1, "words": "=<script>please", "answer": "The comma counts." }));
    let page = server.page("requests");
    assert!(page.contains("=&lt;script&gt;please") && page.contains("The comma counts."), "{page}");
}

/// A worth of the group that loses everything for a comma.
fn worth(group: &str, points: &str) -> Value {
    let mut decided = decision(group, "worth");
    decided["points"] = json!(points);
    decided
}

/// A class that two people reviewed, each on a copy of the results: they do not agree about one group.
pub(crate) fn shared() -> Scratch {
    let class = GRADED.copy();
    let (own, copy) = (class.path(RESULTS), class.path("of-ben"));
    assert!(std::process::Command::new("cp").arg("-a").arg(&own).arg(&copy).status().unwrap().success());
    let (ada, ben) = (Server::start(&own, &["--grader", "ada"]), Server::start(&copy, &["--grader", "ben"]));
    let group = group(&ada, "2After line 1");
    ada.decide("decide", &worth(&group, "5"));
    ben.decide("decide", &worth(&group, "6"));
    ben.decide("comment", &json!({ "place": 0, "text": "Well done." }));
    class
}

#[test]
fn people_share_the_work_and_their_files_are_joined() {
    let class = shared();
    let merged = class.run(&["merge", RESULTS, "of-ben", "--out", "all"]);
    assert_eq!(merged.code, 0, "{}{}", merged.stdout, merged.stderr);
    let log = class.run(&["review", "all", "--log"]).stdout;
    assert!(log.contains("≠ Bob: Greets / one name: decided in 2 ways"), "{log}");
    let results: Value = serde_json::from_str(&class.read("all/results.json")).unwrap();
    assert_eq!(named(&results, "Bob")["points"], "6", "the last one counts");
    assert_eq!(named(&results, "Ada")["comments"][0]["text"], "Well done.");

    let server = Server::start(&class.path("all"), &["--grader", "ada"]);
    assert!(server.page("history").contains("Decided in two ways"));
    assert!(server.page("publish").contains("contradict each other"));
    server.decide("decide", &worth(&group(&server, "2After line 1"), "5.5"));
    assert!(!server.page("history").contains("Decided in two ways"), "who decides again knows both");
    publish(&server);
    let results: Value = serde_json::from_str(&class.read("all/results.json")).unwrap();
    assert_eq!(named(&results, "Eve")["points"], "5.5");
}

#[test]
fn a_grading_that_goes_on_is_shown_as_far_as_it_is_and_cannot_be_published() {
    let class = GRADED.copy();
    // As it is while a grading goes on: the manifest does not know yet which files were graded.
    let path = format!("{RESULTS}/grading.json");
    let mut manifest: Value = serde_json::from_str(&class.read(&path)).unwrap();
    for submission in manifest["submissions"].as_array_mut().unwrap() {
        submission["files"] = Value::Null;
    }
    manifest.as_object_mut().unwrap().remove("checksum");
    let class = class.write(&path, manifest.to_string());
    let server = review(&class, &[]);
    assert!(server.page("").contains("After line 1"));
    assert!(server.page("class").contains("Teach tomorrow"));
}

#[test]
fn also_right_shows_its_price_becomes_a_change_of_the_spec_and_can_be_undone() {
    let class = GRADED.copy();
    // The folder of the test is another one now, and so is the file of the spec.
    let path = format!("{RESULTS}/grading.json");
    let mut manifest: Value = serde_json::from_str(&class.read(&path)).unwrap();
    manifest["spec"]["name"] = json!(class.path("spec.yaml"));
    manifest.as_object_mut().unwrap().remove("checksum");
    let class = class.write(&path, manifest.to_string());
    let before = class.read("spec.yaml");

    let server = review(&class, &["--names"]);
    let group = group(&server, "2After line 1");
    let page = server.page(&format!("also-right/{group}"));
    for told in [
        "punctuation marks",
        "<dt>go up</dt><dd>2</dd>",
        "<dt>go down</dt><dd>0</dd>",
        "from 0 %: 3 → 1",
        "+compare: [punctuation]</span>\n<span",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert_eq!(class.read("spec.yaml"), before, "looking at a price changes nothing");
    server.decide("also-right", &json!({ "group": group, "way": 0, "write": true }));
    assert!(class.read("spec.yaml").contains("\ncompare: [punctuation]\ngroups:\n"));
    assert!(server.page("").contains("✓ also right"));
    publish(&server);
    assert_eq!(points(&class, "Bob"), "12");
    assert_eq!(class.run(&["verify"]).code, 0);
    let again = class.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(points(&class, "Bob"), "12");

    // Undone, the results are as they were; the file is the instructor's.
    let class = class.write("spec.yaml", before);
    assert_eq!(class.run(&["grade", "spec.yaml", "class", "--format", "html"]).code, 0);
    assert_eq!(points(&class, "Bob"), "12", "the decision holds, whatever the file says");
    let undo = Regex::new(r#"data-undo="([0-9a-f]{16})">Undo<"#).unwrap();
    let page = server.page("history");
    server.decide("undo", &json!({ "of": &undo.captures(&page).unwrap()[1] }));
    publish(&server);
    assert_eq!(points(&class, "Bob"), "0");
    assert_eq!(class.run(&["verify"]).code, 0);
}

#[test]
fn just_what_some_printed_can_be_right_too() {
    let class = GRADED.copy();
    let server = review(&class, &["--names"]);
    let group = group(&server, "2After line 1");
    let page = server.page(&format!("also-right/{group}"));
    let way = Regex::new(r#"\?way=(\d+)"[^>]*>just what Bob and 1 other printed"#).unwrap();
    let way: usize = way.captures(&page).unwrap_or_else(|| panic!("{page}"))[1].parse().unwrap();
    let page = server.page(&format!("also-right/{group}?way={way}"));
    for told in
        ["<dt>go up</dt><dd>2</dd>", "<dt>go down</dt><dd>0</dd>", "+    ", "also: [", "Nothing else."]
    {
        assert!(page.contains(told), "{told}: {page}");
    }
    server.decide("also-right", &json!({ "group": group, "way": way, "write": false }));
    assert!(server.page("").contains("✓ also right"));
    publish(&server);
    assert_eq!((points(&class, "Bob"), points(&class, "Eve")), (json!("12"), json!("12")));
    assert_eq!(points(&class, "Ada"), "12");
    let log = class.run(&["review", "--log"]).stdout;
    assert!(log.contains("also right, one output more in each of"), "{log}");
    assert_eq!(class.run(&["verify"]).code, 0);
    let undo = Regex::new(r#"data-undo="([0-9a-f]{16})">Undo<"#).unwrap();
    server.decide("undo", &json!({ "of": &undo.captures(&server.page("history")).unwrap()[1] }));
    publish(&server);
    assert_eq!(points(&class, "Bob"), "0");
}

#[test]
fn a_submission_is_shown_beside_its_own_earlier_attempt() {
    let draft = GRADED.copy();
    let better = graded(class().write("class/Bob/hello.py", SOLUTION));
    let earlier = draft.path(RESULTS);
    let server = review(&better, &["--names", "--earlier", earlier.to_str().unwrap()]);
    let bob =
        (0..5).find(|place| server.page(&format!("submission/{place}")).contains("<h1>Bob</h1>")).unwrap();
    let link = format!("compare?one={bob}");
    assert!(server.page(&format!("submission/{bob}")).contains(&format!("href=\"{link}\"")));
    let page = server.page(&link);
    assert!(page.contains("0 → <b>12</b>") && page.contains("Right since then"), "{page}");
    assert!(page.contains("the attempt in"), "{page}");
    let refused = better.run(&["review", "--earlier", "no-such-folder"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("`no-such-folder` holds no results"), "{}", refused.stderr);
}

#[test]
fn a_program_is_explored_and_the_shortest_difference_is_shown() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let explored = |place: usize| server.post("explore", &json!({ "place": place })).body;
    let bad = explored(1);
    assert!(bad.contains("It differs from the reference in") && bad.contains("<h3>"), "{bad}");
    assert!(explored(0).contains("It differs from the reference in 0 of"));
    assert_eq!(class.run(&["review", "--log"]).stdout, "");
}

#[test]
fn what_a_program_failed_in_is_marked_in_its_source() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let page = server.page("submission/2");
    let finding =
        Regex::new(r#"(?s)<li class="marked">[^\n]*?raise ValueError.*?<p class="finding">([^<]*)</p>"#)
            .unwrap();
    let found = finding.captures(&page).unwrap_or_else(|| panic!("{page}"));
    assert!(found[1].contains("ValueError"), "{}", &found[1]);
}

#[test]
fn the_sample_is_marked_by_everybody() {
    let class = WITH_STYLE.copy();
    let marked_by = |part: &str| {
        let server = review(&class, &["--names", "--part", part, "--sample", "3"]);
        server.page("marks").contains("<p class=\"lead\">0 of 2 marked</p>")
    };
    // Three submissions: the first one is the sample, and each part has one of its own.
    assert!(marked_by("2/3") && marked_by("3/3"));
}

#[test]
fn a_program_is_played_further_beside_the_reference_and_its_trace_stays_as_it_is() {
    let class = GRADED.copy();
    let server = review(&class, &[]);
    let played = |lines: &str| {
        let answer = server.post("play", &json!({ "place": 2, "scenario": 0, "lines": lines }));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let short = played("Bo");
    assert!(short.contains("runtime error") && short.contains("ValueError: too short"), "{short}");
    assert!(played("<b>Robert</b>").contains("accepted"));
    let answer = server.post("play", &json!({ "place": 2, "scenario": 99, "lines": "" }));
    assert!(answer.body.contains("there is no such scenario"), "{}", answer.body);
    assert_eq!(class.run(&["review", "--log"]).stdout, "");
}

#[test]
fn two_submissions_are_shown_beside_each_other() {
    let class = GRADED.copy();
    let server = review(&class, &["--names"]);
    let page = server.page("compare?one=1&other=2");
    assert!(
        page.contains("Bob beside Cyd") && page.contains("Hello {name}!") && page.contains("too short"),
        "{page}"
    );
    assert!(page.contains("After line 1"), "{page}");
}
