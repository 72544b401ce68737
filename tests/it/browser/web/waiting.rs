//! What a student waits for: Python, which starts before anybody asks for it, and the check that was asked for last.

use serde_json::json;

use super::Page;
use crate::scratch::{SOLUTION, Scratch};

/// Never ends, and asks the clock each time round, so that nobody can prove it.
const ENDLESS: &str = "import time\nwhile True:\n    time.time()\n";

/// Keeps the moments at which the page asks for its first large file, and at which a worker of it has started Python.
const WATCH: &str = "window.asked = new Promise((done) => { new MutationObserver((changes) => { \
    const added = changes.flatMap((change) => [...change.addedNodes]); \
    if (added.some((one) => one.src?.endsWith('engine.js'))) done(performance.now()); \
    }).observe(document, { childList: true, subtree: true }); }); \
    window.started = new Promise((done) => { const Own = Worker; \
    window.Worker = class extends Own { constructor(address) { super(address); \
    this.addEventListener('message', ({ data }) => data.what === 'ready' && done(performance.now())); } }; });";

impl Page {
    /// Types a program and asks for a check, and waits until it runs.
    fn begin(&mut self, program: &str) {
        let program = serde_json::to_string(program).unwrap();
        self.value(&format!("document.getElementById('editor').value = {program}"));
        self.value("document.getElementById('check').click()");
        self.value(
            "new Promise((done) => { const look = () => document.querySelector('progress.runs') && done(); look(); \
             new MutationObserver(look).observe(document.getElementById('result'), { childList: true, subtree: true }); })",
        );
    }
}

#[test]
fn python_starts_when_the_page_is_there_and_before_anybody_asks_for_it() {
    let Some(mut page) = Page::pack(Scratch::hello(), "byu-connect-four") else { return };
    page.browser.ask("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": WATCH }));
    let index = page.scratch.path("page/index.html");
    page.browser.open(&index);
    let started = page.value("started").as_f64().unwrap();
    let paint = page.value("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    let asked = page.value("asked");
    assert!(paint.as_f64() < asked.as_f64(), "painted after {paint} ms, and asked for more after {asked} ms");
    // Nothing is shown of it.
    assert_eq!(page.value("document.querySelector('#result h2')"), json!(null));
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/byu-connect-four/submissions/accepted-functions/connect.py"
    );
    page.value("window.since = performance.now()");
    let right = page.choose(&[program.into()]);
    let took = page.value("performance.now() - since").as_f64().unwrap();
    assert!(right.ends_with("are right"), "{right}: {}", page.text());
    eprintln!(
        "first paint after {paint:.0} ms, Python after {started:.0} ms; a check then takes {took:.0} ms"
    );
}

#[test]
fn whoever_asks_twice_gets_one_answer() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    let program = serde_json::to_string(SOLUTION).unwrap();
    page.value(&format!("document.getElementById('editor').value = {program}"));
    let key = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));";
    page.value(&key.repeat(2));
    let right = page.wait();
    assert!(right.ends_with("are right"), "{right}");
    assert_eq!(page.value("document.getElementById('check').disabled"), json!(false));
}

#[test]
fn a_file_that_is_dropped_while_another_program_runs_is_checked() {
    let Some(mut page) = Page::open(Scratch::greeting().write("mine.py", SOLUTION), "spec.yaml") else {
        return;
    };
    page.begin(ENDLESS);
    let file = page.scratch.path("mine.py");
    let right = page.drop(&[file]);
    assert!(right.ends_with("are right"), "{right}");
}

#[test]
fn a_check_that_was_stopped_does_not_end_the_next_one() {
    let Some(mut page) = Page::open(Scratch::greeting(), "spec.yaml") else { return };
    page.begin(ENDLESS);
    page.value("document.getElementById('stop').click()");
    // Its time is up while this one runs, which never ends by itself either.
    page.check(ENDLESS);
    let told = page.text();
    assert!(told.contains("time limit") || told.contains("endless loop"), "{told}");
}
