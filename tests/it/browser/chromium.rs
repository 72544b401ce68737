//! A headless Chromium, driven through its debugging protocol.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::optional;

/// Names under which a Chromium is known.
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"];
/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser, with one page at a time.
pub(super) struct Browser {
    commands: File,
    answers: Receiver<Value>,
    /// The page, and how it is spoken to.
    page: Value,
    session: String,
    sent: u64,
    /// What happened in the page, so far.
    events: Vec<Value>,
}

/// A browser that is started when it is first needed.
type Started = LazyLock<Option<Mutex<Browser>>>;

/// The browsers of all tests, which take turns. One keeps less than two processors busy.
static BROWSERS: [Started; 2] = [const { LazyLock::new(started) }; 2];

fn started() -> Option<Mutex<Browser>> {
    program().map(|program| Mutex::new(Browser::start(&program)))
}

impl Browser {
    /// Opens an empty page, if there is a browser. Whoever asks for the same one waits until this one is done with it.
    pub(super) fn open_page() -> Option<MutexGuard<'static, Self>> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % BROWSERS.len();
        let Some(browser) = &*BROWSERS[next] else {
            optional::skipped("Chromium: install one, or name it in YARDSTICK_CHROMIUM");
            return None;
        };
        let mut browser = browser.lock().unwrap_or_else(PoisonError::into_inner);
        browser.turn_to_an_empty_page();
        Some(browser)
    }

    fn start(program: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap().keep();
        let pipes = ["in", "out"].map(|name| folder.join(name));
        for pipe in &pipes {
            assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        }
        // The protocol is spoken on descriptors 3 and 4. When nobody holds the other ends any more, the browser ends.
        let script = "{ \"$0\" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
                      --no-first-run --disable-extensions --remote-debugging-pipe --user-data-dir=\"$1/profile\" \
                      --window-size=1200,900 about:blank 3<\"$1/in\" 4>\"$1/out\"; rm -rf \"$1\"; } &";
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(program).arg(&folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        let commands = File::options().write(true).open(&pipes[0]).unwrap();
        let out = BufReader::new(File::open(&pipes[1]).unwrap());
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            let messages = out.split(0).map_while(Result::ok);
            messages
                .map_while(|message| serde_json::from_slice(&message).ok())
                .try_for_each(|one| sender.send(one))
        });
        Self { commands, answers, page: Value::Null, session: String::new(), sent: 0, events: Vec::new() }
    }

    /// Closes the page, and opens one that knows nothing of it.
    fn turn_to_an_empty_page(&mut self) {
        self.session.clear();
        if !self.page.is_null() {
            self.ask("Target.disposeBrowserContext", &json!({ "browserContextId": self.page }));
        }
        self.events.clear();
        self.page = self.ask("Target.createBrowserContext", &json!({}))["browserContextId"].clone();
        let empty = json!({ "url": "about:blank", "browserContextId": self.page });
        let target = self.ask("Target.createTarget", &empty);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        self.session = self.ask("Target.attachToTarget", &attach)["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.ask(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Sends a command, and waits for its answer.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.commands.write_all(format!("{message}\0").as_bytes()).unwrap();
        let id = json!(self.sent);
        let answer = self.wait(|one| one["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The next message of this kind; all others are kept.
    pub(super) fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.answers.recv_timeout(PATIENCE).expect("the browser answers");
            if is_it(&message) {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Opens a file, and waits until it is loaded.
    pub(super) fn open(&mut self, file: &Path) {
        self.visit(&url(file));
    }

    /// Opens an address, and waits until it is loaded.
    pub(super) fn visit(&mut self, address: &str) {
        self.events.clear();
        self.ask("Page.navigate", &json!({ "url": address }));
        self.loaded();
    }

    /// Waits until the page is loaded that was asked for since the events were looked at.
    pub(super) fn loaded(&mut self) {
        if !self.events.iter().any(|one| one["method"] == "Page.loadEventFired") {
            self.wait(|one| one["method"] == "Page.loadEventFired");
        }
    }

    /// Presses a key that leads to another page, and waits until that is loaded.
    pub(super) fn press_and_load(&mut self, key: &str) {
        self.events.clear();
        self.press(key);
        self.loaded();
    }

    /// Presses the Tab key.
    pub(super) fn press_tab(&mut self) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 });
            self.ask("Input.dispatchKeyEvent", &event);
        }
    }

    /// Clicks what this selector finds first, as a person does: with the mouse, where it is on the screen.
    pub(super) fn click(&mut self, selector: &str) {
        let middle = self.value(&format!(
            "(() => {{ const one = document.querySelector({selector:?}); if (!one) return null; \
             one.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const {{ left, top, width, height }} = one.getClientRects()[0]; \
             return [left + width / 2, top + height / 2]; }})()"
        ));
        assert!(!middle.is_null(), "nothing to click: {selector}");
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({ "type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", &event);
        }
    }

    /// Clicks what leads to another page, or to this one again, and waits until that is loaded.
    pub(super) fn click_and_load(&mut self, selector: &str) {
        self.events.clear();
        self.click(selector);
        self.loaded();
    }

    /// Types a text into what has the focus.
    pub(super) fn write(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({ "text": text }));
    }

    /// Clicks a field, and types a text in the place of what stands there.
    pub(super) fn fill(&mut self, selector: &str, text: &str) {
        self.click(selector);
        self.value(&format!("document.querySelector({selector:?}).select()"));
        self.write(text);
    }

    /// Waits until an expression in the page is true.
    pub(super) fn wait_until(&mut self, expression: &str) {
        self.value(&format!(
            "new Promise((done) => {{ const look = () => {{ if ({expression}) done(true); \
             else requestAnimationFrame(look); }}; look(); }})"
        ));
    }

    /// The text of what this selector finds first, as it is on the screen; empty if there is nothing.
    pub(super) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?})?.innerText ?? ''"));
        text.as_str().unwrap().to_owned()
    }

    /// How many this selector finds.
    pub(super) fn count(&mut self, selector: &str) -> u64 {
        self.value(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    }

    /// The value of an expression in the page.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", &params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub(super) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            // Keys with names, such as Enter, write nothing.
            let text = if kind == "keyDown" && key.chars().count() == 1 { key } else { "" };
            self.ask("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text }));
        }
    }

    /// The processor time that the page has used.
    pub(super) fn seconds(&mut self) -> f64 {
        let metrics = self.ask("Performance.getMetrics", &json!({}));
        let mut metrics = metrics["metrics"].as_array().unwrap().iter();
        metrics.find(|metric| metric["name"] == "TaskDuration").unwrap()["value"].as_f64().unwrap()
    }

    /// What was asked for below this address, each with the status of its answer, whatever the page may see of it.
    pub(super) fn answers(&self, below: &str) -> Vec<(String, u64)> {
        let of = |method: &'static str| {
            let those = self.events.iter().filter(move |event| event["method"] == method);
            those.map(|event| &event["params"])
        };
        let answered = of("Network.responseReceivedExtraInfo").filter_map(|answer| {
            let asked =
                of("Network.requestWillBeSent").find(|asked| asked["requestId"] == answer["requestId"])?;
            let address = asked["request"]["url"].as_str().unwrap().to_owned();
            Some((address, answer["statusCode"].as_u64().unwrap()))
        });
        answered.filter(|(address, _)| address.starts_with(below)).collect()
    }

    /// What went wrong in the page, or left it: messages on the console, errors, dialogs, requests.
    pub(super) fn complaints(&self, own: &str) -> Vec<String> {
        let is_bad = |event: &&Value| match event["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => event["params"]["request"]["url"] != own,
            method => [
                "Runtime.consoleAPICalled",
                "Runtime.exceptionThrown",
                "Log.entryAdded",
                "Page.javascriptDialogOpening",
            ]
            .contains(&method),
        };
        self.events.iter().filter(is_bad).map(Value::to_string).collect()
    }
}

/// A Chromium: the one that is named, or one on the search path, or one that a test tool has installed.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("YARDSTICK_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let known = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    known.into_iter().find(|program| program.is_file()).or_else(|| {
        let installed = PathBuf::from(std::env::var_os("HOME")?).join(".cache/ms-playwright");
        let browsers = fs::read_dir(installed).ok()?.filter_map(Result::ok).map(|one| one.path());
        browsers.map(|browser| browser.join("chrome-linux/chrome")).find(|program| program.is_file())
    })
}

/// Percent signs and the like in a path mean themselves.
pub(super) fn url(file: &Path) -> String {
    let encoded = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    format!("file://{}", file.to_str().unwrap().bytes().map(encoded).collect::<String>())
}
