//! How long a student waits for `check --watch`: from the moment a file is saved to the first scenario that was lost
//! before, and to the last line.
//!
//! `cargo bench --bench watch` runs it. Nothing of the program is asked: it is looked at from outside, as a student does.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a file is saved.
const SAVES: usize = 21;

fn main() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let work = temp.path().join("connect.py");
    let fixture = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions");
        fs::read_to_string(folder.join(name).join("connect.py")).expect("a fixture")
    };
    let wrong = fixture("no-falling-diagonal");
    fs::write(&work, &wrong).expect("a submission");
    let mut watching = Watching::start(&work);
    watching.read_until("; Ctrl-C ends\n");
    let (mut first, mut all) = (Vec::new(), Vec::new());
    for save in 0..SAVES {
        let saved = Instant::now();
        fs::write(&work, format!("{wrong}# {save}\n")).expect("a submission");
        watching.read_until("(0/");
        first.push(saved.elapsed());
        watching.read_until("; Ctrl-C ends\n");
        all.push(saved.elapsed());
    }
    println!("watch: byu-connect-four, {SAVES} saves of a program with a bug, median and slowest");
    for (name, times) in [("first scenario lost before", &mut first), ("everything", &mut all)] {
        times.sort();
        let (median, slowest) = (times[SAVES / 2], times[SAVES - 1]);
        println!("  {name:<28} {:>8.0} ms {:>8.0} ms", milliseconds(median), milliseconds(slowest));
    }
}

/// The program while it watches; ended when it is dropped.
struct Watching(Child);

impl Watching {
    fn start(work: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
        command.args(["check", "byu-connect-four"]).arg(work).arg("--watch");
        Self(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts"))
    }

    fn read_until(&mut self, words: &str) {
        let out = self.0.stdout.as_mut().expect("a pipe");
        let mut read = Vec::new();
        while !read.ends_with(words.as_bytes()) {
            let mut byte = [0];
            assert_eq!(out.read(&mut byte).expect("a pipe"), 1, "it goes on watching");
            read.push(byte[0]);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
