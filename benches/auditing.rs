//! How long the audit of a spec takes, and 500 generated games on one submission, each in a cell of its own.
//!
//! `cargo bench --bench auditing` runs both through the program, start-up included.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each is measured.
const ROUNDS: usize = 7;

fn main() {
    println!("medians of {ROUNDS} rounds, with the fastest and the slowest");
    measure("audit byu-connect-four", || time(&["audit", "byu-connect-four"]));
    for name in ["accepted-functions", "no-rising-diagonal", "turn-switched-after-invalid"] {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions");
        let submission = fixtures.join(name).display().to_string();
        measure(&format!("explore, 500 games, {name}"), || {
            time(&["explore", "byu-connect-four", &submission, "--count", "500"])
        });
    }
}

fn measure(name: &str, once: impl Fn() -> Duration) {
    once(); // Files are read from memory after that.
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| once()).collect();
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "  {name:<50} {:>6.0} ms  ({:.0} to {:.0})",
        milliseconds(times[ROUNDS / 2]),
        milliseconds(times[0]),
        milliseconds(times[ROUNDS - 1])
    );
}

/// Runs the program; exploring ends with 1 when it finds something.
fn time(args: &[&str]) -> Duration {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_yardstick")).args(args).stdout(Stdio::null()).status();
    let elapsed = start.elapsed();
    let code = status.expect("it starts").code();
    assert!(matches!(code, Some(0 | 1)), "{args:?} ended with {code:?}");
    elapsed
}
