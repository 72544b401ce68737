//! A page on a web server: it is there without the server too, once it was opened.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::{fs, thread};

use super::Page;
use crate::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

/// A server of the files below a folder, until it is dropped.
struct Server {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    serving: Option<JoinHandle<()>>,
}

impl Server {
    fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let asked_to_end = Arc::clone(&is_over);
        let serving = thread::spawn(move || {
            for stream in listener.incoming() {
                if asked_to_end.load(Ordering::SeqCst) {
                    break;
                }
                let folder = folder.clone();
                thread::spawn(move || answer(&stream.unwrap(), &folder));
            }
        });
        Self { address, is_over, serving: Some(serving) }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Whoever waits for the next visitor gets one.
        let _ = TcpStream::connect(self.address);
        let _ = self.serving.take().unwrap().join();
    }
}

/// Sends the file that is asked for. The browser is not to keep it by itself.
fn answer(mut stream: &TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let asked = lines.next().unwrap_or_default();
    let path = asked.split(' ').nth(1).unwrap_or_default().trim_start_matches('/').to_owned();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
    let kind = match Path::new(&path).extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        _ => "text/javascript",
    };
    let (status, content) = match fs::read(folder.join(&path)) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = content.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n"
    );
    // A browser that goes away is none of our business.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
}

impl Page {
    /// Waits until the browser has kept the page.
    fn wait_until_kept(&mut self) {
        self.value(
            "navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => { \
             const look = () => active.state === 'activated' && done(); active.onstatechange = look; look(); }))",
        );
    }
}

#[test]
fn a_page_works_without_its_server_after_the_first_visit() {
    let Some(mut page) = Page::pack(Scratch::greeting(), "spec.yaml") else { return };
    let server = Server::start(page.scratch.path("page"));
    let address = server.url("");
    page.browser.visit(&address);
    page.wait_until_kept();
    drop(server);
    page.browser.visit(&address);
    let right = page.check(SOLUTION);
    assert!(right.ends_with("are right"), "{right}");
    let wrong = page.check(WITHOUT_COMMA);
    assert!(wrong.ends_with("not right yet"), "{wrong}");
}

#[test]
fn two_pages_of_one_server_are_both_kept() {
    let Some(mut page) = Page::pack(Scratch::greeting(), "spec.yaml") else { return };
    fs::create_dir(page.scratch.path("site")).unwrap();
    fs::rename(page.scratch.path("page"), page.scratch.path("site/one")).unwrap();
    let kit = super::kit().unwrap();
    let kit = kit.to_str().unwrap();
    let ended = page.scratch.run(&["pack", "web", "byu-connect-four", "--out", "site/other", "--kit", kit]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let server = Server::start(page.scratch.path("site"));
    let addresses = ["one/", "other/"].map(|path| server.url(path));
    for address in &addresses {
        page.browser.visit(address);
        page.wait_until_kept();
    }
    drop(server);
    for address in &addresses {
        page.browser.visit(address);
        assert_eq!(page.value("document.querySelector('h1').textContent"), "Check before you hand it in");
    }
}

#[test]
fn a_page_that_was_packed_again_is_what_a_visitor_sees() {
    let Some(mut page) = Page::pack(Scratch::greeting(), "spec.yaml") else { return };
    let server = Server::start(page.scratch.path("page"));
    page.browser.visit(&server.url(""));
    page.wait_until_kept();
    fs::remove_dir_all(page.scratch.path("page")).unwrap();
    let spec = page.scratch.read("spec.yaml").replace("title: Greeting", "title: Another greeting");
    fs::write(page.scratch.path("spec.yaml"), spec).unwrap();
    let kit = super::kit().unwrap();
    let ended =
        page.scratch.run(&["pack", "web", "spec.yaml", "--out", "page", "--kit", kit.to_str().unwrap()]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    // The browser looks for a new version while the old one is shown, and shows it from then on.
    page.value(
        "navigator.serviceWorker.ready.then(async (kept) => { await kept.update(); const next = kept.installing ?? kept.waiting; \
         if (next) await new Promise((done) => { next.onstatechange = () => next.state === 'activated' && done(); \
         if (next.state === 'activated') done(); }); })",
    );
    page.browser.visit(&server.url(""));
    assert_eq!(page.value("document.querySelector('.over').textContent"), "Another greeting");
}
