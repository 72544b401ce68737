//! A review is for everybody: for keys alone, for narrow, enlarged and dark screens, on paper, and for whoever has it read aloud.

use std::fs;

use serde_json::json;

use super::sitting::Sitting;
use crate::review::{LARGE, WITH_STYLE};
use crate::scratch::Scratch;

/// Opens a review in which something of every kind was decided, and lists its pages: each that there is, some more than once.
fn decided(class: Scratch) -> Option<(Sitting, Vec<String>)> {
    let mut sitting = Sitting::of(class, &["--grader", "ada"])?;
    let scenario = sitting.class.results()["submissions"][0]["scenarios"].as_array().unwrap().len() - 1;
    let cards = "[...document.querySelectorAll('.card')].map((card) => card.getAttribute('href'))";
    let groups = sitting.browser.value(cards);
    let groups: Vec<String> =
        groups.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect();
    let key = |group: &str| group.trim_start_matches("group/").to_owned();
    let last = groups.last().unwrap();
    let server = &sitting.server;
    server.decide(
        "decide",
        &json!({ "group": key(last), "ruling": "worth", "points": "1", "comment": "Look again." }),
    );
    server.decide(
        "comment",
        &json!({ "place": 0, "file": sitting_file(&sitting), "line": "1", "text": "Why?" }),
    );
    server.decide("item", &json!({ "scenario": scenario, "sentence": "Names say what", "points": "3" }));
    server.decide("mark", &json!({ "place": 0, "scenario": scenario, "points": "3" }));
    server.decide("request", &json!({ "place": 1, "words": "Please?", "answer": "No." }));
    let name = sitting.class.results()["submissions"][1]["name"].as_str().unwrap().to_owned();
    let mut pages: Vec<String> = groups.iter().take(3).cloned().collect();
    pages.extend(groups.iter().take(3).map(|group| format!("also-right/{}", key(group))));
    pages.extend([last.clone(), format!("requests?name={name}")]);
    let others = [
        "",
        "submission/0",
        "submission/1",
        "submission/2",
        "compare?one=1&other=2",
        "class",
        "marks",
        "marks?who=1",
        "requests",
        "history",
        "publish",
    ];
    pages.extend(others.map(str::to_owned));
    Some((sitting, pages))
}

/// The file that is handed in.
fn sitting_file(sitting: &Sitting) -> String {
    let page = sitting.server.page("submission/0");
    page.split("<option>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

impl Sitting {
    /// Changes the screen: its width in pixels of the page, how many of the screen each of them takes, and the colours.
    fn screen(&mut self, width: u32, scale: u32, colours: &str) {
        let screen = json!({ "width": width, "height": 800, "deviceScaleFactor": scale, "mobile": false });
        self.browser.ask("Emulation.setDeviceMetricsOverride", &screen);
        let features = json!([{ "name": "prefers-color-scheme", "value": colours }]);
        self.browser.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Opens whatever can be opened in the page.
    fn unfold(&mut self) {
        self.browser.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    }
}

#[test]
fn axe_finds_nothing_on_any_page_in_any_colours_at_any_width() {
    let Some(axe) = std::env::var_os("YARDSTICK_AXE") else {
        eprintln!("skipped for want of axe-core: `.ci/portable web` fetches it");
        return;
    };
    let axe = format!("{}; true", fs::read_to_string(axe).unwrap());
    let Some((mut sitting, pages)) = decided(WITH_STYLE.copy()) else { return };
    let mut found = Vec::new();
    for page in pages {
        sitting.visit(&page);
        sitting.browser.value(&axe);
        sitting.unfold();
        // The last is a screen of 1280 pixels at 200 %.
        for (colours, width, scale) in
            [("light", 1280, 1), ("dark", 1280, 1), ("light", 768, 1), ("dark", 640, 2)]
        {
            sitting.screen(width, scale, colours);
            let violations = sitting.browser.value(
                "axe.run().then(({ violations, passes }) => ({ passes: passes.length, violations: \
                 violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`) }))",
            );
            assert!(violations["passes"].as_u64() > Some(15), "{violations}");
            let violations = violations["violations"].as_array().unwrap();
            found.extend(violations.iter().map(|one| format!("`{page}`, {colours}, {width} px: {one}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_page_is_wider_than_a_tablet_or_an_enlarged_screen() {
    let Some((mut sitting, pages)) = decided(LARGE.copy()) else { return };
    // What is too wide may be scrolled by itself.
    let wide = "(() => { const scrolls = (one) => one && (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement)); \
                return document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *, header *')]\
                .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth && !scrolls(one))\
                .map((one) => one.outerHTML.slice(0, 200)).concat('the page'); })()";
    for page in pages {
        sitting.visit(&page);
        sitting.unfold();
        for (width, scale) in [(1280, 1), (768, 1), (640, 2), (375, 1)] {
            sitting.screen(width, scale, "light");
            let found = sitting.browser.value(wide);
            assert_eq!(found, json!([]), "`{page}`, {width} px");
        }
    }
}

#[test]
fn whatever_can_be_clicked_can_be_reached_with_the_tab_key() {
    let Some((mut sitting, pages)) = decided(WITH_STYLE.copy()) else { return };
    // Of the buttons of one name that choose, Tab reaches one, and arrows the others. The number of a line is a short cut to the form
    // that has a field for it.
    let reachable = "[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]\
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== 'hidden' && \
                         !one.matches('[data-line], :disabled'))";
    for page in pages {
        sitting.visit(&page);
        let browser = &mut sitting.browser;
        browser.value(&format!("window.missed = new Set({reachable}); document.body.focus(); missed.size"));
        let most = browser.value("missed.size").as_u64().unwrap() + 20;
        for _ in 0..most {
            browser.press_tab();
            browser.value(
                "(() => { const at = document.activeElement; missed.delete(at); if (at.type === 'radio') \
                 [...missed].filter((one) => one.name === at.name).forEach((one) => missed.delete(one)); \
                 const seen = getComputedStyle(at); if (at !== document.body && seen.outlineStyle === 'none' && seen.boxShadow === 'none') \
                 (window.unseen ??= []).push(at.outerHTML.slice(0, 200)); })()",
            );
        }
        let missed = browser.value("[...missed].map((one) => one.outerHTML.slice(0, 200))");
        assert_eq!(missed, json!([]), "`{page}`");
        assert_eq!(browser.value("window.unseen ?? []"), json!([]), "`{page}`: where one is cannot be seen");
    }
}

#[test]
fn on_paper_there_is_what_was_found_and_nothing_to_press() {
    let Some((mut sitting, pages)) = decided(WITH_STYLE.copy()) else { return };
    let shown = |selector: &str| {
        format!(
            "[...document.querySelectorAll({selector:?})].filter((one) => one.checkVisibility())\
             .map((one) => one.outerHTML.slice(0, 200))"
        )
    };
    for page in &pages {
        sitting.visit(page);
        sitting.browser.ask("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
        // The heads of a table that sort it are its heads on paper, too.
        let pressed = shown(
            "button:not(th button), .button, input, select, textarea, .pages, #told:not(:empty), dialog",
        );
        assert_eq!(sitting.browser.value(&pressed), json!([]), "`{page}`");
        assert_eq!(sitting.browser.value("document.querySelector('h1').checkVisibility()"), true, "`{page}`");
        assert_eq!(sitting.browser.value("getComputedStyle(document.documentElement).colorScheme"), "light");
        let needed: &[&str] = match page.split(['/', '?']).next().unwrap() {
            "" | "group" => &[".evidence"],
            "submission" => &[".code", "#comments"],
            "compare" => &[".beside .code"],
            "class" => &["#matrix tbody tr"],
            "marks" => &[".code", "#mark"],
            "requests" => &[".log li"],
            "history" => &[".log li"],
            "publish" => &[".obstacle", ".changes tbody tr"],
            "also-right" => &["#headline"],
            other => panic!("what of `{other}` is needed on paper?"),
        };
        for one in needed {
            assert_ne!(sitting.browser.value(&shown(one)), json!([]), "`{page}`: {one}");
        }
    }
}
