//! What programs that never end add to the time of a class.
//!
//! `cargo bench --bench looping` grades 64 submissions of `byu-connect-four`, 32 scenarios each, with four that never end and
//! with four right ones in their place. Both take turns, because machines are noisy: believe the ratio.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SUBMISSIONS: usize = 64;
const ROUNDS: usize = 5;

/// Programs that never end: before any input, after a line that is no move, on a full column, and while they print.
const LOOPERS: [(&str, &str); 4] = [
    ("accepted-functions", "ready = False\nwhile not ready:\n    pass\n"),
    (
        "accepted-functions",
        "import builtins\n_read = builtins.input\ndef input(prompt=''):\n    line = _read(prompt)\n    while not line.isdigit():\n        pass\n    return line\n",
    ),
    ("loops-on-full-column", ""),
    ("accepted-functions", "while True:\n    print('Welcome')\n"),
];

fn main() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let [with, without] = ["with", "without"].map(|name| class(&temp.path().join(name), name == "with"));
    let (mut looping, mut right) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        looping.push(grade(&with, temp.path()));
        right.push(grade(&without, temp.path()));
    }
    let [looping, right] = [median(looping), median(right)];
    println!("{SUBMISSIONS} submissions, 32 scenarios each, median of {ROUNDS} rounds");
    println!("  four never end    {:>7.2} s", looping.as_secs_f64());
    println!("  all are right     {:>7.2} s", right.as_secs_f64());
    println!("  with ÷ without    {:>7.2}", looping.as_secs_f64() / right.as_secs_f64());
}

/// Lays out a class. No two programs are the same: what is known is not run again.
fn class(folder: &Path, loops: bool) -> PathBuf {
    for number in 0..SUBMISSIONS {
        let (fixture, before) = match LOOPERS.get(number / 16).filter(|_| loops && number % 16 == 0) {
            Some((fixture, before)) => (*fixture, *before),
            None => ("accepted-functions", ""),
        };
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions");
        let program = fs::read_to_string(from.join(fixture).join("connect.py")).expect("a fixture");
        let to = folder.join(format!("student-{number:02}"));
        fs::create_dir_all(&to).expect("a folder");
        fs::write(to.join("connect.py"), format!("# {number}\n{before}{program}")).expect("a program");
    }
    folder.to_path_buf()
}

/// How long it takes to grade a class of which nothing is known.
fn grade(class: &Path, temp: &Path) -> Duration {
    let results = temp.join("results");
    let _ = fs::remove_dir_all(&results);
    let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
    command.args(["grade", "byu-connect-four", "--quiet", "--out"]).arg(&results).arg(class);
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status().expect("yardstick starts");
    assert!(status.success(), "{status}");
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
