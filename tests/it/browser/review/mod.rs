//! The pages of a review in a browser, by a person who has keys and eyes.

mod evening;
mod everybody;
mod hostile;
mod other_site;
mod sitting;

use serde_json::{Value, json};

use super::chromium::Browser;
use crate::html::hostile_class;
use crate::review::{GRADED, RESULTS, Server, graded};

/// What a page of a review may complain about: nothing.
fn complaints(browser: &Browser, server: &Server) -> Vec<String> {
    let own = server.address();
    let base = own.split_once("?token=").unwrap().0;
    browser.complaints(&own).into_iter().filter(|one| !one.contains(&format!("\"url\":\"{base}"))).collect()
}

#[test]
fn a_group_is_decided_with_keys_alone() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = GRADED.copy();
    let server = Server::start(&class.path(RESULTS), &["--grader", "ada"]);
    browser.visit(&server.address());
    assert_eq!(browser.value("location.search"), "", "the token does not stay in the address");
    let title = "document.querySelector('.walk strong').textContent";
    assert_eq!(browser.value(title), "Student 2");
    browser.press_and_load("j");
    assert_eq!(browser.value(title), "Student 5");
    browser.press("x");
    assert_eq!(browser.value("document.querySelector('#count').value"), "1");
    browser.press_and_load("k");
    assert_eq!(browser.value("document.querySelector('#count').value"), "1", "who is out stays out");
    browser.press("c");
    browser.ask("Input.insertText", &json!({ "text": "Mind the comma." }));
    browser.press("Escape");
    browser.press("p");
    browser.ask("Input.insertText", &json!({ "text": "6" }));
    browser.press("Escape");
    let first = browser.value("location.pathname");
    browser.press_and_load("Enter");
    let told = browser.value("document.querySelector('#told').textContent");
    assert!(told.as_str().unwrap().starts_with("✓ saved"), "{told}");
    assert_ne!(browser.value("location.pathname"), first, "the next group follows");
    let log = class.run(&["review", "--log"]).stdout;
    assert!(log.contains("ada") && log.contains("worth 6 of 12, 1 submissions"), "{log}");
    assert!(log.contains("comment for 1 submissions: Mind the comma."), "{log}");

    // An earlier comment has a key.
    browser.press("1");
    assert_eq!(browser.value("document.querySelector('#comment').value"), "Mind the comma.");
    browser.press("Escape");
    browser.press_and_load("u");
    assert!(class.run(&["review", "--log"]).stdout.contains("✗"));
    browser.press("?");
    assert_eq!(browser.value("document.querySelector('#keys').open"), true);
    assert_eq!(complaints(&browser, &server), Vec::<String>::new());
}

#[test]
fn nothing_that_a_submission_prints_runs_on_any_page_of_a_review() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = graded(hostile_class());
    let server = Server::start(&class.path(RESULTS), &["--names"]);
    browser.visit(&server.address());
    let count = class.results()["submissions"].as_array().unwrap().len();
    let cards = "[...document.querySelectorAll('.groups .card')].map(card => card.href)";
    let mut pages: Vec<Value> = browser.value(cards).as_array().unwrap().clone();
    let base = browser.value("document.baseURI").as_str().unwrap().to_owned();
    pages.extend((0..count).map(|place| json!(format!("{base}submission/{place}"))));
    pages.extend(
        ["class", "marks", "requests", "history", "publish"].map(|page| json!(format!("{base}{page}"))),
    );
    for page in pages {
        let page = page.as_str().unwrap();
        browser.visit(page);
        assert_eq!(complaints(&browser, &server), Vec::<String>::new(), "{page}");
        let own = if page.ends_with("/class") { 2 } else { 1 };
        assert_eq!(browser.value("document.scripts.length"), own, "{page}");
        assert_eq!(browser.value("document.querySelectorAll('main').length"), 1, "{page}");
    }
}

#[test]
fn a_review_fits_a_tablet_and_shows_dark_colours() {
    let Some(mut browser) = Browser::open_page() else { return };
    let class = GRADED.copy();
    let server = Server::start(&class.path(RESULTS), &[]);
    browser.visit(&server.address());
    let light = browser.value("getComputedStyle(document.documentElement).backgroundColor");
    for width in [375, 768, 1280] {
        let screen = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        browser.ask("Emulation.setDeviceMetricsOverride", &screen);
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true, "{width}");
    }
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.ask("Emulation.setEmulatedMedia", &dark);
    assert_ne!(browser.value("getComputedStyle(document.documentElement).backgroundColor"), light);
    browser.ask("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    assert_eq!(browser.value("document.querySelector('.evidence').checkVisibility()"), true);
    assert_eq!(browser.value("document.querySelector('#decide').checkVisibility()"), false);
}
