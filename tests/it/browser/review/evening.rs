//! What an instructor does in an evening with a class of 300 (by day with one of 40): each test is one thing that a review is for.

use std::fs;

use serde_json::json;

use super::super::chromium::Browser;
use super::sitting::Sitting;
use crate::review::{LARGE, RESULTS, Server, student, students, take_along};
use crate::scratch::named;

/// The place of somebody whose program ends in an error where a line is empty.
fn who_crashes() -> usize {
    let results = LARGE.results();
    let crashes = |(place, one): &(usize, &serde_json::Value)| {
        let scenarios = one["scenarios"].as_array().unwrap();
        let source = LARGE.path("class").join(student(*place)).join("connect.py");
        scenarios.iter().any(|scenario| scenario["verdict"] == "runtime error")
            && fs::read_to_string(source).is_ok_and(|source| source.contains("text[0]"))
    };
    results["submissions"].as_array().unwrap().iter().enumerate().find(crashes).unwrap().0
}

/// The places of those whose names somebody has to mark.
fn to_be_marked() -> impl Iterator<Item = usize> {
    let results = LARGE.results();
    let is_open = |one: &serde_json::Value| {
        one["scenarios"].as_array().unwrap().iter().any(|scenario| scenario["verdict"] == "to be marked")
    };
    let open: Vec<bool> = results["submissions"].as_array().unwrap().iter().map(is_open).collect();
    (0..open.len()).filter(move |place| open[*place])
}

#[test]
fn the_class_is_seen_at_a_glance_and_leads_to_every_submission() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &[]) else { return };
    sitting.turn_to("class");
    let browser = &mut sitting.browser;
    assert_eq!(browser.count("#matrix tbody tr"), students() as u64);
    let page = browser.text("main");
    for told in ["Teach tomorrow", "Needs you", "Strange"] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(browser.count("[aria-labelledby=teach] .excerpt .actual") > 0, "a mistake has an example");
    browser.click_and_load("#matrix tbody tr:nth-child(2) a");
    assert_eq!(browser.text("h1"), "Student 2");
}

#[test]
fn groups_are_answered_one_after_the_other_with_keys_alone() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &["--grader", "ada"]) else { return };
    let browser = &mut sitting.browser;
    let members: u64 = browser.text(".card[aria-current] b").parse().unwrap();
    assert!(members >= 3, "the dearest group is a group");
    browser.press_and_load("j");
    assert!(browser.text(".walk").contains(&format!("2 of {members}")));
    browser.press("x");
    browser.press("c");
    browser.write("Play it by hand.");
    browser.press("Escape");
    browser.press("p");
    browser.write("1");
    browser.press("Escape");
    browser.press_and_load("Enter");
    // The others get the comment that was just written, by its key.
    for key in ["g", "h"] {
        browser.press("1");
        assert_eq!(browser.value("document.activeElement.value"), "Play it by hand.");
        browser.press("Escape");
        browser.press(key);
        browser.press_and_load("Enter");
    }
    assert!(browser.text(".progress").starts_with("2 of "), "who was taken out is still open");
    let log = sitting.log();
    for told in [
        "worth 1 of ".to_owned(),
        format!(", {} submissions", members - 1),
        "as graded".to_owned(),
        "to look at by hand".to_owned(),
    ] {
        assert!(log.contains(&told), "{told}: {log}");
    }
    assert_eq!(log.matches("Play it by hand.").count(), 3, "{log}");
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn also_right_shows_its_price_before_it_is_taken_and_is_taken_back() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &["--grader", "ada"]) else { return };
    let spec = sitting.class.read("spec.yaml");
    let browser = &mut sitting.browser;
    let cards =
        browser.value("[...document.querySelectorAll('.card')].map((card) => card.getAttribute('href'))");
    let mut cards = cards.as_array().unwrap().iter().map(|card| card.as_str().unwrap());
    let is_priced = |card: &&str| {
        let page = sitting.server.page(&card.replace("group/", "also-right/"));
        page.contains("+compare: [") && !page.contains("Accept for 0")
    };
    let priced = cards.find(is_priced).expect("a group that a rule would accept");
    let card = format!(".card[href='{priced}']");
    browser.click_and_load(&card);
    browser.press_and_load("a");
    let gain: usize = browser.text(".price div:nth-child(1) dd").parse().unwrap();
    assert!(gain >= 3);
    assert_eq!(browser.text(".price div:nth-child(2) dd"), "0", "nobody loses");
    assert!(browser.text(".diff").contains("+compare: ["), "{}", browser.text(".diff"));
    assert_eq!(sitting.log(), "", "looking at a price decides nothing");
    assert_eq!(sitting.class.read("spec.yaml"), spec);

    sitting.browser.click_and_load("#also-right .first");
    assert!(sitting.browser.text(&card).contains("also right"));
    assert!(sitting.class.read("spec.yaml").contains("\ncompare: ["));
    sitting.turn_to("publish");
    let promised = format!("{gain} students of {} change", students());
    let page = sitting.browser.text("main");
    assert!(page.contains(&promised), "{promised}: {page}");

    sitting.turn_to("history");
    sitting.browser.click_and_load("[data-undo]");
    sitting.turn_to(".");
    assert!(!sitting.browser.text(&card).contains("also right"));
    sitting.turn_to("publish");
    assert!(sitting.browser.text("main").contains(&format!("0 students of {} change", students())));
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn one_submission_is_read_played_further_and_compared() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &[]) else { return };
    let who = who_crashes();
    sitting.visit(&format!("submission/{who}"));
    let browser = &mut sitting.browser;
    let marked = browser.text("[aria-labelledby=source] .marked");
    assert!(marked.contains("text[0]"), "the line of the traceback is marked: {marked}");

    let played = |browser: &mut Browser| {
        browser.value("document.querySelector('#played').textContent = ''");
        browser.click("#play-on .first");
        browser.wait_until("!['', 'It runs …'].includes(document.querySelector('#played').textContent)");
        browser.text("#played")
    };
    let right = played(browser);
    assert!(right.contains("It does what the reference does."), "{right}");
    let lines = browser.value("document.querySelector('#lines').value");
    browser.fill("#lines", &format!("\n{}", lines.as_str().unwrap()));
    let wrong = played(browser);
    assert!(wrong.contains("runtime error") && wrong.contains("IndexError"), "{wrong}");
    assert_eq!(
        browser.value("document.querySelector('#played .marked code').textContent.includes('[0]')"),
        true
    );

    browser.click_and_load("main a[href^='compare?one=']");
    assert_eq!(browser.text("h1"), format!("Student {} beside Student 1", who + 1));
    assert_eq!(browser.count(".beside > section [data-line='1']"), 2);
    assert_eq!(sitting.log(), "", "looking decides nothing");
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn marks_by_hand_take_one_key_an_item_and_two_people_see_how_far_they_agree() {
    let options = ["--grader", "ada", "--part", "1/2"];
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &options) else { return };
    sitting.turn_to("marks");
    let browser = &mut sitting.browser;
    // Of what cannot be run there is nothing to mark.
    let own: Vec<usize> = to_be_marked().filter(|place| place % 2 == 0).collect();
    let marked = |count: usize| {
        let not_run = students() / 2 - own.len();
        let all = own.len();
        format!("{count} of {all} marked; {not_run} could not be run, so there is nothing to mark")
    };
    assert_eq!(browser.text("main .lead"), marked(0));
    for (sentence, points) in [("Names say what they hold", "6"), ("No name has one letter", "4")] {
        browser.fill("#item [name=sentence]", sentence);
        browser.fill("#item [name=points]", points);
        browser.click_and_load("#item button");
    }
    let places = &own[..3];
    for ((place, next), (keys, points)) in
        own.iter().zip(&own[1..]).zip([("12", "10"), ("1", "6"), ("2", "4")])
    {
        while browser.text(".walk strong") != format!("Student {}", place + 1) {
            browser.press_and_load("j");
        }
        keys.chars().for_each(|key| browser.press(&key.to_string()));
        assert_eq!(browser.value("document.querySelector('#mark [name=points]').value"), points);
        browser.press_and_load("Enter");
        assert_eq!(
            browser.text(".walk strong"),
            format!("Student {}", next + 1),
            "the next one of this part without a mark"
        );
    }
    assert_eq!(browser.text("main .lead"), marked(3));
    browser.click("#mark .item:nth-of-type(1) [data-item]");
    browser.fill("#item [name=sentence]", "Names tell what they are for");
    browser.click_and_load("#item button");
    let rubric = browser.text("#mark");
    assert!(rubric.contains("Names tell what they are for 6 points, used 2 ×"), "{rubric}");
    assert!(!rubric.contains("Names say what they hold") && rubric.contains("used 2 ×"), "{rubric}");

    let scenario: u64 =
        browser.value("Number(document.querySelector('#mark').dataset.scenario)").as_u64().unwrap();
    let ben = Server::start(&sitting.class.path(RESULTS), &["--grader", "ben"]);
    for (place, points) in places.iter().zip(["10", "6", "10"]) {
        ben.decide("mark", &json!({ "place": place, "scenario": scenario, "points": points }));
    }
    // Ada's page hears of it by itself.
    let browser = &mut sitting.browser;
    browser.wait_until("document.querySelector('#told a')");
    browser.click_and_load("#told a");
    // Two of three marks are equal, by chance it would be one.
    browser.wait_until("document.querySelector('main').textContent.includes('both marked 3 times')");
    let agreement = browser.text("main");
    assert!(
        agreement.contains("ada and ben both marked 3 times, 2 of them alike; Cohen’s κ = 0.50"),
        "{agreement}"
    );
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn a_comment_on_a_line_reaches_the_page_of_the_student_markdown_and_the_upload_of_the_lms() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &[]) else { return };
    let who = who_crashes();
    // The upload has a row for whoever is marked.
    let scenario = LARGE.results()["submissions"][who]["scenarios"].as_array().unwrap().len() - 1;
    sitting.server.decide("mark", &json!({ "place": who, "scenario": scenario, "points": "7" }));
    sitting.visit(&format!("submission/{who}"));
    let browser = &mut sitting.browser;
    browser.click("[data-line='3']");
    assert_eq!(browser.value("document.querySelector('#comment-on [name=line]').value"), "3");
    browser.write("What if the line is <empty>?");
    browser.click_and_load("#comment-on .first");
    assert_eq!(browser.text(".code .marked .remark"), "What if the line is <empty>?");
    // The next student gets it by a click.
    sitting.visit(&format!("submission/{}", who + 1));
    sitting.browser.click(".bank [data-comment]");
    sitting.browser.click_and_load("#comment-on .first");
    sitting.publish();

    let class = &sitting.class;
    let [first, next] = [who, who + 1].map(student);
    let read = |path: &str| class.read(&format!("{RESULTS}/{path}"));
    assert!(read(&format!("feedback/{first}.html")).contains("What if the line is &lt;empty&gt;?"));
    assert!(read(&format!("feedback/{next}.html")).contains("What if the line is &lt;empty&gt;?"));
    let told = "connect.py, line 3: What if the line is";
    assert!(read(&format!("feedback/{first}.txt")).contains(told));
    let upload = read("gradebook.csv");
    let row = upload.lines().find(|row| row.contains(&first)).unwrap();
    assert!(row.contains(&format!("{told} &lt;empty&gt;?")), "{row}");
    // The page of one in Markdown, by another grading that finds these decisions.
    std::fs::create_dir(class.path("one")).unwrap();
    take_along(class, &format!("{RESULTS}/decisions"), "one/decisions");
    let handed_in = format!("class/{first}");
    let again = class.run(&["grade", "spec.yaml", &handed_in, "--out", "one", "--format", "markdown=one.md"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let page = class.read("one.md");
    assert!(page.contains("line 3: What if the line is"), "{page}");
}

#[test]
fn a_request_for_another_mark_is_looked_up_answered_and_kept() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &["--grader", "ada"]) else { return };
    let who = who_crashes();
    sitting.turn_to("requests");
    let browser = &mut sitting.browser;
    browser.fill("main [name=name]", &student(who));
    browser.press("Escape");
    browser.click_and_load("form[action=requests] button");
    let points = named(&LARGE.results(), &student(who))["points"].clone();
    assert!(browser.text(".total").starts_with(points.as_str().unwrap()));
    let page = browser.text("main");
    assert!(page.contains(&format!("yardstick bundle '{}'", student(who))), "{page}");
    assert!(browser.count(".of-groups a") > 0, "it leads to the mistakes");
    browser.fill("#words", "My program is right: nobody types an empty line.");
    browser.fill("#answer", "The handout says any input.");
    browser.click_and_load("#request .first");
    let answered = browser.text(".log");
    assert!(
        answered.contains("nobody types an empty line") && answered.contains("The handout says any input.")
    );
    let log = sitting.log();
    assert!(log.contains("ada") && log.contains("The handout says any input."), "{log}");
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn nothing_is_published_before_everything_in_the_way_is_confirmed() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &["--names"]) else { return };
    let browser = &mut sitting.browser;
    let members: usize = browser.text(".card[aria-current] b").parse().unwrap();
    browser.press("p");
    browser.write("1");
    browser.press("Escape");
    browser.press_and_load("Enter");
    sitting.turn_to("publish");
    let page = sitting.browser.text("main");
    for told in [
        format!("{} students are still to be marked by hand", to_be_marked().count()),
        format!("1 student in no row of the gradebook: {}", student(students() - 1)),
        "they go out as graded".to_owned(),
        format!("{members} students of {} change", students()),
    ] {
        assert!(page.contains(&told), "{told}: {page}");
    }
    let changes = sitting.browser.count(".changes tbody tr");
    assert_eq!(changes, members.min(200) as u64);

    // The gradebook has no marks yet of who is still to be marked by hand.
    let files = ["results.json", "grades.csv"].map(|file| format!("{RESULTS}/{file}"));
    let written = |sitting: &Sitting| files.clone().map(|file| sitting.class.read(&file));
    let before = written(&sitting);
    sitting.browser.click("#publish .first");
    assert_eq!(sitting.browser.value("document.querySelector('#publish').checkValidity()"), false);
    assert_eq!((sitting.browser.text("#told").as_str(), written(&sitting)), ("", before.clone()));
    sitting.confirm();
    sitting.browser.click_and_load("#publish .first");
    assert!(sitting.browser.text("main").contains(&format!("0 students of {} change", students())));
    for (file, (before, after)) in files.iter().zip(before.iter().zip(written(&sitting))) {
        assert!(*before != after, "{file}");
    }
    let verified = sitting.class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    assert_eq!(sitting.complaints(), Vec::<String>::new());
}

#[test]
fn what_was_decided_is_undone_done_again_and_joined_and_who_disagrees_is_named() {
    let Some(mut sitting) = Sitting::of(LARGE.copy(), &["--grader", "ada"]) else { return };
    take_along(&sitting.class, RESULTS, "of-ben");
    let browser = &mut sitting.browser;
    let card = browser.value("document.querySelector('.card[aria-current]').getAttribute('href')");
    let group = card.as_str().unwrap().trim_start_matches("group/").to_owned();
    browser.press("g");
    browser.press_and_load("Enter");
    browser.press_and_load("u");
    assert!(sitting.log().contains("✗"), "{}", sitting.log());
    sitting.turn_to("history");
    let again = "#main li:nth-of-type(2) [data-undo]";
    assert_eq!(sitting.browser.text(again), "Redo");
    sitting.browser.click_and_load(again);
    assert!(sitting.browser.text(".log").contains("as graded"));

    let ben = Server::start(&sitting.class.path("of-ben"), &["--grader", "ben"]);
    let by_hand = json!({ "group": group, "ruling": "by-hand" });
    ben.decide("decide", &by_hand);
    drop(ben);
    let Sitting { browser, server, class } = sitting;
    drop((browser, server));
    let merged = class.run(&["merge", RESULTS, "of-ben", "--out", "all"]);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    let log = class.run(&["review", "all", "--log"]).stdout;
    assert!(
        log.contains("≠ student-") && log.contains("decided in 2 ways, of which the last counts"),
        "{log}"
    );

    let Some(mut sitting) = Sitting::of_folder(class, "all", &["--grader", "ada"]) else { return };
    sitting.turn_to("history");
    let conflict = sitting.browser.text("[aria-labelledby=conflicts]");
    for told in ["student-", "ada", "as graded", "ben", "to look at by hand"] {
        assert!(conflict.contains(told), "{told}: {conflict}");
    }
    // Who decides again has seen both.
    sitting.visit(&format!("group/{group}"));
    sitting.browser.press("g");
    sitting.browser.press_and_load("Enter");
    sitting.turn_to("history");
    assert_eq!(sitting.browser.count("[aria-labelledby=conflicts]"), 0);
    assert!(sitting.server.page(&format!("group/{group}")).contains("✓ as graded"));
}
