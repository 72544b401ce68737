//! The page that `yardstick pack web` writes, in a browser. It needs a kit: `.ci/portable web` makes one and names it in
//! `YARDSTICK_KIT`; without that these tests are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;

use serde_json::{Value, json};

use super::Browser;
use crate::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

fn kit() -> Option<PathBuf> {
    let kit = std::env::var_os("YARDSTICK_KIT").map(PathBuf::from);
    if kit.is_none() {
        eprintln!("skipped for want of a kit: `.ci/portable web` makes one");
    }
    kit
}

/// A page of an assignment in a browser.
struct Page {
    browser: MutexGuard<'static, Browser>,
    scratch: Scratch,
}

impl Page {
    /// Opens the page of a spec in this folder.
    fn open(scratch: Scratch, spec: &str) -> Option<Self> {
        let kit = kit()?;
        let browser = Browser::open_page()?;
        let ended = scratch.run(&["pack", "web", spec, "--out", "page", "--kit", kit.to_str().unwrap()]);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        let mut page = Self { browser, scratch };
        let index = page.scratch.path("page/index.html");
        page.browser.open(&index);
        page.browser.ask("DOM.enable", &json!({}));
        Some(page)
    }

    fn value(&mut self, expression: &str) -> Value {
        self.browser.value(expression)
    }

    /// Types a program, and waits for what comes of it.
    fn check(&mut self, program: &str) -> String {
        let program = serde_json::to_string(program).unwrap();
        self.value(&format!("document.getElementById('editor').value = {program}"));
        self.value("document.getElementById('check').click()");
        self.wait()
    }

    /// Chooses files, and waits for what comes of them.
    fn choose(&mut self, files: &[PathBuf]) -> String {
        let document = self.browser.ask("DOM.getDocument", &json!({}));
        let root = &document["root"]["nodeId"];
        let found = self.browser.ask("DOM.querySelector", &json!({ "nodeId": root, "selector": "#files" }));
        self.value("document.querySelector('#result').replaceChildren()");
        self.browser.ask("DOM.setFileInputFiles", &json!({ "nodeId": found["nodeId"], "files": files }));
        self.wait()
    }

    /// The headline, as soon as the check is done.
    fn wait(&mut self) -> String {
        // The page itself tells when it changes.
        let done = "new Promise((done) => {\
            const headline = () => document.querySelector('#result h2')?.textContent ?? 'Loading';\
            const look = () => !/Loading|Running/.test(headline()) && done(headline());\
            new MutationObserver(look).observe(document.getElementById('result'), { childList: true, subtree: true });\
            look(); })";
        self.value(done).as_str().unwrap().trim_start_matches(['✗', '✓', '–', '…']).to_owned()
    }

    fn text(&mut self) -> String {
        self.value("document.getElementById('result').innerText").as_str().unwrap().to_owned()
    }
}

#[test]
fn a_page_on_a_disk_tells_what_check_tells() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    let right = page.check(SOLUTION);
    assert!(right.starts_with("All ") && right.ends_with(" scenarios are right"), "{right}");
    let wrong = page.check(WITHOUT_COMMA);
    assert!(wrong.ends_with("scenarios are not right yet"), "{wrong}");
    let told = page.text();
    assert!(told.contains("expected Hello, ") && told.contains("printed Hello "), "{told}");
    // Nothing was asked for but its own files, and nothing was refused.
    let own = page.scratch.path("page");
    let own = super::url(&own);
    let complaints = page.browser.complaints("");
    let is_own = |one: &String| {
        one.contains(&own)
            || one.contains("blob:") && one.contains("requestWillBeSent")
            // The interpreter tries whether this is possible, and does without.
            || one.contains("data:text/javascript,")
    };
    let others: Vec<&String> = complaints.iter().filter(|one| !is_own(one)).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn what_never_ends_is_stopped_and_the_next_check_works() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    page.check("name = input('Name? ')\nwhile True:\n    last = name\n");
    let told = page.text();
    assert!(told.contains("endless loop") && told.contains("while True"), "{told}");
    // Inside of a function of C nobody can be asked, and everything is caught.
    let in_c = "import re\ninput('Name? ')\nre.match('(a+)+$', 'a' * 60 + 'b')\n";
    page.check(in_c);
    assert!(page.text().contains("time limit"), "{}", page.text());
    let catches = "import time\nwhile True:\n    try:\n        while True: time.time()\n    except BaseException:\n        pass\n";
    page.check(catches);
    let told = page.text();
    assert!(told.contains("time limit") || told.contains("endless loop"), "{told}");
    let right = page.check(SOLUTION);
    assert!(right.ends_with("are right"), "{right}");
}

#[test]
fn no_program_leaves_anything_for_the_next_one() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    for leaves in [
        "import builtins\nbuiltins.print = None\n",
        "import sys, os\nos.chdir('/')\nsys.path.clear()\nsys.modules.clear()\n",
        "import os\nfor fd in range(3): os.close(fd)\n",
        "import sys\nsys.setrecursionlimit(50)\nsys.stdout = None\n",
        "import os, random\nrandom.random = len\nos.environ.clear()\nopen('hello.py', 'w').close()\nopen('/tmp/x', 'w').close()\n",
        "import os\nos._exit(3)\n",
        "import sys\nsys.setrecursionlimit(10 ** 8)\ndef f(): f()\nf()\n",
    ] {
        page.check(leaves);
        let right = page.check(SOLUTION);
        assert!(right.ends_with("are right"), "{right} after {leaves}");
    }
}

#[test]
fn what_a_page_cannot_do_counts_against_nobody() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    for (program, told) in [
        ("import threading\nthreading.Thread(target=print).start()\n", "start threads"),
        ("import subprocess\nsubprocess.run(['true'])\n", "start other programs"),
        ("import signal\nsignal.alarm(1)\n", "set alarms"),
    ] {
        let headline = page.check(program);
        assert!(headline.ends_with("cannot be checked here"), "{headline}: {program}");
        assert!(page.text().contains(told), "{}", page.text());
    }
    fs::write(page.scratch.path("Hello.java"), "class Hello {}").unwrap();
    let file = page.scratch.path("Hello.java");
    let headline = page.choose(&[file]);
    assert!(!headline.ends_with("right"), "{headline}");
}

#[test]
fn the_page_is_used_by_keys_alone_and_fits_a_telephone() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    let screen = json!({ "width": 375, "height": 800, "deviceScaleFactor": 1, "mobile": true });
    page.browser.ask("Emulation.setDeviceMetricsOverride", &screen);
    page.value("document.getElementById('editor').focus()");
    page.browser.ask("Input.insertText", &json!({ "text": WITHOUT_COMMA }));
    let keys = json!({ "type": "keyDown", "key": "Enter", "code": "Enter", "modifiers": 2, "windowsVirtualKeyCode": 13 });
    page.browser.ask("Input.dispatchKeyEvent", &keys);
    let headline = page.wait();
    assert!(headline.ends_with("not right yet"), "{headline}");
    page.value("document.activeElement.blur()");
    page.browser.press("j");
    assert_eq!(page.value("document.activeElement.tagName"), "ARTICLE");
    assert_eq!(page.value("document.documentElement.scrollWidth <= innerWidth"), true);
    let dark = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
    page.browser.ask("Emulation.setEmulatedMedia", &json!({ "features": dark }));
    let ground = "getComputedStyle(document.documentElement).backgroundColor";
    assert_eq!(page.value(ground), "rgb(22, 24, 27)");
}

/// What is decided otherwise in a page: submissions by their assignments, each with the reason.
const OTHERWISE: [(&str, &str); 7] = [
    ("byu-connect-four/accepted-in-c", "a page runs only Python"),
    ("byu-connect-four/accepted-in-rust", "a page runs only Python"),
    ("byu-connect-four/accepted-leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/fireworks-never-end", "a page has no threads"),
    ("michigan-connect-n/accepted-leaves-a-thread", "a page has no threads"),
    ("umass-connect4/accepted-leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/floods-after-invalid", "it is proved to be endless before it has printed too much"),
];

/// What is told of each scenario, in order.
fn outcomes(page: &str) -> Vec<String> {
    let page = scraper::Html::parse_document(page);
    let marks = scraper::Selector::parse("header nav a").unwrap();
    page.select(&marks).map(|mark| mark.attr("title").unwrap().to_owned()).collect()
}

#[test]
#[ignore = "takes an hour: `.ci/portable web`"]
fn every_fixture_is_told_what_check_tells() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for key in
        ["byu-connect-four", "carleton-connect4", "michigan-connect-n", "umass-connect4", "uq-connect4ish"]
    {
        let Some(mut page) = Page::open(Scratch::hello(), key) else { return };
        for entry in fs::read_dir(root.join("fixtures").join(key).join("submissions")).unwrap() {
            let submission = entry.unwrap().path();
            let name = format!("{key}/{}", submission.file_name().unwrap().to_str().unwrap());
            if OTHERWISE.iter().any(|(otherwise, _)| *otherwise == name) {
                continue;
            }
            let path = submission.to_str().unwrap();
            let own = page.scratch.run(&["check", key, path, "--format", "html", "--hints", "0"]);
            let files: Vec<PathBuf> = match submission.is_dir() {
                true => fs::read_dir(&submission).unwrap().map(|entry| entry.unwrap().path()).collect(),
                false => vec![submission],
            };
            page.choose(&files);
            let shown =
                page.value("[...document.querySelectorAll('#result nav a')].map((mark) => mark.title)");
            let shown: Vec<String> = serde_json::from_value(shown).unwrap();
            let own = outcomes(&own.stdout);
            // What a page leaves out is not among its scenarios.
            let others: Vec<&String> = shown.iter().filter(|one| !own.contains(one)).collect();
            if !others.is_empty() || shown.is_empty() != own.is_empty() {
                wrong.push(format!("{name}: {others:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
