//! Another site that is open in the same browser: a server on another port, which knows even the path of the review.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use serde_json::json;

use super::sitting::Sitting;
use crate::review::GRADED;

/// Serves one page, whatever is asked for, as long as this process lives.
fn serve(page: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            lines.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
            let _ = write!(stream, "{head}Content-Length: {}\r\n\r\n{page}", page.len());
        }
    });
    address
}

/// Everything that a page can try with another server, and what came of it.
const TRIES: &str = "
const tried = {};
const over = (name, value) => { tried[name] = value; };
const body = JSON.stringify({ of: '0000000000000000' });
const json = { 'content-type': 'application/json', 'x-yardstick-token': '0' };
const fetched = (name, options) => fetch(review + name, { credentials: 'include', ...options })
  .then(async (answer) => over('fetch ' + JSON.stringify(options), answer.type === 'opaque' ? 'opaque' : await answer.text()))
  .catch(() => over('fetch ' + JSON.stringify(options), 'refused'));
const loaded = (tag, key) => new Promise((done) => {
  const one = document.createElement(tag);
  one.onload = () => done(over(tag, 'loaded'));
  one.onerror = () => done(over(tag, 'refused'));
  one[key] = review + 'class';
  if (tag === 'link') one.rel = 'stylesheet';
  document.body.append(one);
});
const listened = new Promise((done) => {
  const source = new EventSource(review + 'changes', { withCredentials: true });
  source.onopen = () => done(over('events', 'opened'));
  source.onerror = () => done(over('events', 'refused'));
});
const sent = new Promise((done) => {
  const frame = document.createElement('iframe');
  frame.name = 'hidden';
  document.body.append(frame);
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: review + 'publish', target: 'hidden', enctype: 'text/plain' });
  const field = document.createElement('input');
  Object.assign(field, { name: '{\"confirmed\":[\"', value: '\"]}' });
  form.append(field);
  document.body.append(form);
  frame.onload = () => {
    let seen = 'refused';
    try { seen = frame.contentDocument?.body.textContent || seen; } catch {}
    done(over('form', seen));
  };
  form.submit();
});
const framed = new Promise((done) => {
  const frame = document.createElement('iframe');
  frame.onload = () => {
    let seen = 'refused';
    try { seen = frame.contentDocument?.body.textContent || seen; } catch {}
    done(over('frame', seen));
  };
  frame.src = review;
  document.body.append(frame);
});
window.all = Promise.all([
  fetched('', {}), fetched('', { mode: 'no-cors' }), fetched('undo', { method: 'POST', headers: json, body }),
  fetched('undo', { method: 'POST', mode: 'no-cors', body }), loaded('img', 'src'), loaded('script', 'src'), loaded('link', 'href'),
  listened, sent, framed,
]).then(() => tried);
";

#[test]
fn another_site_in_the_same_browser_is_refused_whatever_it_tries() {
    let Some(mut sitting) = Sitting::of(GRADED.copy(), &[]) else { return };
    let review = json!(sitting.server.root());
    let page =
        format!("<!doctype html><title>other</title><body><script>const review = {review};{TRIES}</script>");
    let other = serve(page);
    // One is of the same site for a browser, as only the port differs: it sends cookies along. The other is of another one.
    for host in ["127.0.0.1", "localhost"] {
        // What the page before still hears is not counted.
        sitting.browser.visit("about:blank");
        sitting.browser.visit(&format!("http://{host}:{}/", other.port()));
        let tried = sitting.browser.value("window.all");
        let tried = tried.as_object().unwrap();
        assert_eq!(tried.len(), 10, "{tried:?}");
        for (what, came_of_it) in tried {
            assert!(["refused", "opaque"].contains(&came_of_it.as_str().unwrap()), "{what}: {came_of_it}");
        }
        let answers = sitting.browser.answers(&sitting.server.root());
        assert!(answers.len() >= 8, "they were asked: {answers:?}");
        assert!(answers.iter().all(|(_, status)| [403, 421].contains(status)), "{answers:?}");
    }
    assert_eq!(sitting.log(), "");
    // A link is followed by nobody, and a name that somebody else gave to this machine opens nothing.
    sitting.browser.visit(&format!("http://127.0.0.1:{}/", other.port()));
    sitting.browser.value("document.body.innerHTML = `<a href=${review}>look</a>`");
    sitting.browser.click_and_load("a");
    assert_eq!(sitting.browser.text("body"), "Another site asked for this.");
    let rebound = sitting.server.address().replace("127.0.0.1", "evil.localhost");
    sitting.browser.visit(&rebound);
    assert_eq!(sitting.browser.text("body"), "This is the review of another address.");
    // Who was let in still is.
    sitting.visit("");
    assert_eq!(sitting.browser.count("main"), 1);
}
