//! The page is for everybody: for keys alone, for narrow and dark screens, and for whoever has it read aloud.

use std::fs;

use serde_json::json;

use super::Page;
use crate::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

/// Asks for a thread, which no page has.
const NEEDS_A_THREAD: &str = "import threading\nthreading.Thread(target=print).start()\n";
/// Ends in an error with a long line, in a source with one.
const LONG: &str = "name = input('Name? ')\nraise ValueError('a long word: ' + 'x' * 300)  # and a comment that goes on and on and on and on\n";

/// What a page shows: nothing yet, and what came of each of these.
const SHOWN: [&str; 5] = [SOLUTION, WITHOUT_COMMA, NEEDS_A_THREAD, LONG, "def"];

impl Page {
    fn colours(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.browser.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    fn width(&mut self, width: u32) {
        let screen = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.browser.ask("Emulation.setDeviceMetricsOverride", &screen);
    }

    /// Presses a key that types nothing.
    fn press(&mut self, key: &str, code: u32, modifiers: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers,
            });
            self.browser.ask("Input.dispatchKeyEvent", &event);
        }
    }

    fn focused(&mut self) -> String {
        self.value("document.activeElement.id || document.activeElement.tagName").as_str().unwrap().to_owned()
    }

    /// Presses Tab until this element is reached.
    fn tab_to(&mut self, id: &str) {
        let mut passed = Vec::new();
        while passed.len() < 30 {
            self.press("Tab", 9, 0);
            let focused = self.focused();
            if focused == id {
                return;
            }
            passed.push(focused);
        }
        panic!("Tab does not lead to `{id}`: {passed:?}");
    }
}

#[test]
fn axe_finds_nothing_in_any_colours_at_any_width() {
    let Some(axe) = std::env::var_os("YARDSTICK_AXE") else {
        eprintln!("skipped for want of axe-core: `.ci/portable web` fetches it");
        return;
    };
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    page.value(&format!("{}; true", fs::read_to_string(axe).unwrap()));
    let mut found = Vec::new();
    let mut look = |page: &mut Page, what: &str| {
        for (scheme, width) in [("light", 1200), ("dark", 1200), ("light", 375), ("dark", 375)] {
            page.colours(scheme);
            page.width(width);
            let violations = page.value(
                "axe.run().then(({ violations, passes }) => ({ passes: passes.length, violations: \
                 violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`) }))",
            );
            assert!(violations["passes"].as_u64() > Some(15), "{violations}");
            let violations = violations["violations"].as_array().unwrap();
            found.extend(violations.iter().map(|one| format!("{what}, {scheme}, {width} px: {one}")));
        }
    };
    look(&mut page, "at first");
    for program in SHOWN {
        page.check(program);
        page.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        look(&mut page, program);
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn nothing_is_wider_than_a_telephone() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    page.width(375);
    let wide = "[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && \
                document.documentElement.scrollWidth > innerWidth && one.getBoundingClientRect().right > innerWidth)\
                .map((one) => one.outerHTML.slice(0, 200))";
    assert_eq!(page.value(wide), json!([]));
    for program in SHOWN {
        page.check(program);
        page.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        assert_eq!(page.value(wide), json!([]), "{program}");
        assert_eq!(page.value("document.documentElement.scrollWidth <= innerWidth"), true, "{program}");
    }
}

#[test]
fn a_dark_page_is_dark() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    let ground = "getComputedStyle(document.documentElement).backgroundColor";
    page.colours("light");
    assert_eq!(page.value(ground), "rgb(251, 250, 247)");
    page.colours("dark");
    assert_eq!(page.value(ground), "rgb(22, 24, 27)");
    page.value("document.getElementById('light').click()");
    assert_eq!(page.value(ground), "rgb(251, 250, 247)");
}

#[test]
fn keys_alone_are_enough() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    page.tab_to("files");
    page.tab_to("editor");
    page.browser.ask("Input.insertText", &json!({ "text": WITHOUT_COMMA }));
    // Whoever is in the editor gets out of it.
    page.tab_to("check");
    let headline = {
        page.browser.press(" ");
        page.wait()
    };
    assert!(headline.ends_with("not right yet"), "{headline}");
    page.browser.press("j");
    assert_eq!(page.value("document.activeElement.tagName"), "ARTICLE");

    // What never ends is stopped.
    page.value("document.getElementById('editor').focus()");
    page.value("document.getElementById('editor').select()");
    page.browser.ask("Input.insertText", &json!({ "text": "import time\nwhile True: time.time()\n" }));
    page.press("Enter", 13, CONTROL);
    page.value(
        "new Promise((done) => { const look = () => document.getElementById('stop') && done(); look(); \
         new MutationObserver(look).observe(document.getElementById('result'), { childList: true, subtree: true }); })",
    );
    page.press("Escape", 27, 0);
    assert_eq!(page.wait(), "Stopped");
    page.value("document.getElementById('editor').select()");
    page.browser.ask("Input.insertText", &json!({ "text": SOLUTION }));
    page.press("Enter", 13, CONTROL);
    let right = page.wait();
    assert!(right.ends_with("are right"), "{right}");
}

/// The number of the key among modifiers.
const CONTROL: u32 = 2;
