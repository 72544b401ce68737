//! A review that was started, and questions to it as a browser sends them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A review; it ends when it is dropped.
pub(crate) struct Server {
    process: Child,
    port: u16,
    /// The path of everything, with slashes around it.
    base: String,
    token: String,
    cookie: String,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    /// Starts a review of a results folder.
    pub(crate) fn start(results: &Path, options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_yardstick"))
            .arg("review")
            .arg(results)
            .args(options)
            // Beside the spec that was graded by, whose file it may change.
            .current_dir(results.parent().unwrap())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let address = lines.find_map(|line| line.trim().strip_prefix("http://127.0.0.1:").map(str::to_owned));
        let address = address.expect("it prints the address");
        let (port, rest) = address.split_once('/').unwrap();
        let (base, token) = rest.split_once("?token=").unwrap();
        let port = port.parse().unwrap();
        let mut server =
            Self { process, port, base: format!("/{base}"), token: token.to_owned(), cookie: String::new() };
        let welcome = server.ask("GET", &format!("{}?token={}", server.base, server.token), &[], "");
        assert_eq!(welcome.status, 303, "{welcome:?}");
        let cookie = welcome.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        server.cookie = cookie.split(';').next().unwrap().to_owned();
        server
    }

    /// The address that opens it in a browser.
    pub(crate) fn address(&self) -> String {
        format!("{}?token={}", self.root(), self.token)
    }

    /// The address below which everything is.
    pub(crate) fn root(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.base)
    }

    /// What opens it: the token, and what the cookie says.
    pub(crate) fn secrets(&self) -> [&str; 2] {
        [&self.token, self.cookie.split_once('=').unwrap().1]
    }

    /// The seconds of processor time that it has used so far, which say the same on a busy machine.
    pub(crate) fn seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.id())).unwrap();
        // Behind the name, which may hold anything, the fields 14 and 15 are in hundredths of a second (proc(5)).
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// A page.
    pub(crate) fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// Asks for a page as the browser that was let in.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", &format!("{}{path}", self.base), &[("cookie", &self.cookie)], "")
    }

    /// Sends a decision as a page does.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("x-yardstick-token", &self.token),
            ("content-type", "application/json"),
            ("origin", &format!("http://127.0.0.1:{}", self.port)),
        ];
        self.ask("POST", &format!("{}{path}", self.base), &headers, &body.to_string())
    }

    /// Sends a decision that must be taken.
    pub(crate) fn decide(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Sends a question with these headers; `host` takes the place of its own.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let own = format!("127.0.0.1:{}", self.port);
        let host = headers.iter().find(|(name, _)| *name == "host").map_or(&*own, |(_, value)| value);
        let mut question = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        for (name, value) in headers.iter().filter(|(name, _)| *name != "host") {
            question += &format!("{name}: {value}\r\n");
        }
        question += &format!("content-length: {}\r\n\r\n{body}", body.len());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(question.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.replace("\r\n", "\n"), body: body.to_owned() }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
