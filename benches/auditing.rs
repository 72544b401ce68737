//! How long the audit of a spec takes, 500 generated games on one submission, each in a cell of its own, and naming the
//! mistakes of one.
//!
//! `cargo bench --bench auditing` runs all through the program, start-up included. A bare interpreter that plays as
//! many games tells how busy the machine is: believe the ratio.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each is measured.
const ROUNDS: usize = 7;

/// Submissions with one mistake, with two, with one in every line, and with one that nobody knows; and functions.
const DIAGNOSED: [(&str, &str); 5] = [
    ("byu-connect-four", "full-column-overwritten"),
    ("byu-connect-four", "last-marker-must-be-an-end"),
    ("byu-connect-four", "prompt-with-newline"),
    ("byu-connect-four", "crashes-at-the-edge"),
    ("umass-connect4", "gap-counted-as-connected"),
];

fn main() {
    println!("medians of {ROUNDS} rounds, with the fastest and the slowest");
    measure("audit byu-connect-four", || time(&["audit", "byu-connect-four"]));
    let bare = measure("500 games, bare python3, one after another", || bare_games(500));
    for name in ["accepted-functions", "no-rising-diagonal", "turn-switched-after-invalid"] {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions");
        let submission = fixtures.join(name).display().to_string();
        let explored = measure(&format!("explore, 500 games, {name}"), || {
            time(&["explore", "byu-connect-four", &submission, "--count", "500"])
        });
        println!("    bare python3 / explore: {:.2}", bare.as_secs_f64() / explored.as_secs_f64());
    }
    for (key, name) in DIAGNOSED {
        let submission = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(key).join("submissions");
        let submission = submission.join(name).display().to_string();
        measure(&format!("diagnose, {name}"), || time(&["diagnose", key, &submission]));
        let [hints, none] = ["1", "0"].map(|hints| {
            let told = format!("check --hints {hints}, {name}");
            measure(&told, || time(&["check", key, &submission, "--hints", hints]))
        });
        println!("    for hints: {:.0} ms", (hints.as_secs_f64() - none.as_secs_f64()) * 1000.0);
    }
}

/// Prints the median, and gives it back.
fn measure(name: &str, once: impl Fn() -> Duration) -> Duration {
    once(); // Files are read from memory after that.
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| once()).collect();
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "  {name:<58} {:>6.0} ms  ({:.0} to {:.0})",
        milliseconds(times[ROUNDS / 2]),
        milliseconds(times[0]),
        milliseconds(times[ROUNDS - 1])
    );
    times[ROUNDS / 2]
}

/// So many short games of a submission without a grader; a tenth of them are played, which is enough to know.
fn bare_games(count: u32) -> Duration {
    let submission = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/byu-connect-four/submissions/accepted-functions/connect.py");
    let interpreter = python();
    let start = Instant::now();
    for _ in 0..count / 10 {
        let mut python = Command::new(&interpreter)
            .arg(&submission)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("python3 starts");
        let mut input = python.stdin.take().expect("a pipe");
        input.write_all(b"0\n1\n0\n1\n0\n1\n0\n").expect("it reads");
        drop(input);
        assert!(python.wait().expect("it ends").success());
    }
    start.elapsed() * 10
}

/// Where programs are searched for: first the system's own interpreter, which starts faster than one with a version
/// manager's additions.
fn search_path() -> String {
    format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default())
}

/// The interpreter itself.
fn python() -> String {
    let output = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable, end='')"])
        .env("PATH", search_path())
        .output();
    String::from_utf8(output.expect("python3 runs").stdout).expect("a path")
}

/// Runs the program; exploring ends with 1 when it finds something.
fn time(args: &[&str]) -> Duration {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(args)
        .env("PATH", search_path())
        .stdout(Stdio::null())
        .status();
    let elapsed = start.elapsed();
    let code = status.expect("it starts").code();
    assert!(matches!(code, Some(0 | 1)), "{args:?} ended with {code:?}");
    elapsed
}
