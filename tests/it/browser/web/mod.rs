//! The page that `yardstick pack web` writes, in a browser. It needs a kit: `.ci/portable web` makes one and names it in
//! `YARDSTICK_KIT`; without that these tests are skipped.

mod everybody;
mod fixtures;
mod handed_in;
mod served;
mod waiting;

use std::fs;
use std::path::PathBuf;
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
    /// Opens the page of a spec in this folder, as it lies there.
    fn open(scratch: Scratch, spec: &str) -> Option<Self> {
        let mut page = Self::pack(scratch, spec)?;
        let index = page.scratch.path("page/index.html");
        page.browser.open(&index);
        Some(page)
    }

    /// Packs the page of a spec in this folder, for a browser with an empty page.
    fn pack(scratch: Scratch, spec: &str) -> Option<Self> {
        let kit = kit()?;
        let browser = Browser::open_page()?;
        let ended = scratch.run(&["pack", "web", spec, "--out", "page", "--kit", kit.to_str().unwrap()]);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        let mut page = Self { browser, scratch };
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

    /// Drops files on the page, and waits for what comes of them.
    fn drop(&mut self, files: &[PathBuf]) -> String {
        self.value("document.querySelector('#result').replaceChildren()");
        let files = json!({ "items": [], "files": files, "dragOperationsMask": 1 });
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({ "type": kind, "x": 100, "y": 300, "data": files });
            self.browser.ask("Input.dispatchDragEvent", &event);
        }
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

    /// The headline, as soon as the check is done, which may take long as long as something is done.
    fn wait(&mut self) -> String {
        // The page itself tells when it changes.
        let done = "new Promise((done) => {\
            const result = document.getElementById('result');\
            const headline = () => result.querySelector('h2')?.textContent ?? 'Loading';\
            const look = () => !/Loading|Running/.test(headline()) && done({ headline: headline() });\
            new MutationObserver(look).observe(result, { childList: true, subtree: true });\
            setTimeout(() => done({ so_far: result.innerText }), 100000);\
            look(); })";
        let mut so_far = Value::Null;
        loop {
            let told = self.value(done);
            if let Some(headline) = told["headline"].as_str() {
                return headline.trim_start_matches(['✗', '✓', '–', '…']).to_owned();
            }
            assert_ne!(told["so_far"], so_far, "nothing is done any more");
            so_far = told["so_far"].clone();
        }
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
        "import os\nfor _ in range(1500): os.open('hello.py', os.O_RDONLY)\n",
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
