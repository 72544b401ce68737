//! How long grading takes: a folder of submissions beside a shell loop, and a diff of two long outputs.
//!
//! `cargo bench` runs it. Both sides of a comparison take turns in one run, because machines are noisy:
//! believe the ratios, not the milliseconds.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use yardstick::testing::compare::judge_run;
use yardstick::testing::plan::{ExpectedOutput, ExpectedRun};
use yardstick::testing::sandbox::Limits;
use yardstick::testing::spec::{Comparison, ExpectedExit, ExpectedStderr, Relaxation, Tolerance};
use yardstick::testing::trace::Trace;

/// How many submissions the folder holds; each is run on the eight scenarios of the spec below.
const SUBMISSIONS: usize = 32;

/// How often each side is measured.
const ROUNDS: usize = 5;

fn main() {
    folder();
    long_diff();
}

/// A folder of submissions, three quarters of them right, against `python3 connect.py < input | diff`.
fn folder() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let submissions = temp.path().join("submissions");
    for index in 0..SUBMISSIONS {
        let fixture = if index % 4 == 3 { "no-falling-diagonal" } else { "accepted-functions" };
        let from =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions").join(fixture);
        let to = submissions.join(format!("student-{index:02}"));
        fs::create_dir_all(&to).expect("a folder");
        fs::copy(from.join("connect.py"), to.join("connect.py")).expect("a fixture");
    }
    let spec = temp.path().join("spec.yaml");
    fs::write(&spec, eight_scenarios()).expect("a spec");
    fs::write(temp.path().join("loop.sh"), shell_loop()).expect("a script");

    let results = temp.path().join("results");
    let grade = |jobs: &str| {
        // What is known from before is not run.
        let _ = fs::remove_dir_all(&results);
        time(
            Command::new(env!("CARGO_BIN_EXE_yardstick"))
                .args(["grade", "--quiet", "--jobs", jobs, "--out"])
                .arg(&results)
                .args([&spec, &submissions]),
        )
    };
    let shell = || time(Command::new("sh").arg("loop.sh").arg(python()).current_dir(temp.path()));
    let bare = || bare_forks(temp.path());
    shell(); // Writes the inputs.
    let (mut one, mut two, mut looped, mut forked) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(grade("1"));
        two.push(grade("2"));
        looped.push(shell());
        forked.push(bare());
    }
    let runs = (SUBMISSIONS * 8) as u32;
    println!("folder: {SUBMISSIONS} submissions, 8 scenarios each, median of {ROUNDS} rounds");
    for (name, times) in [
        ("yardstick --jobs 1", &one),
        ("yardstick --jobs 2", &two),
        ("shell loop", &looped),
        ("bare forks", &forked),
    ] {
        let median = median(times);
        println!(
            "  {name:<20} {:>8.0} ms {:>8.2} ms a run",
            milliseconds(median),
            milliseconds(median / runs)
        );
    }
    let ratio = |times: &[Duration]| median(&looped).as_secs_f64() / median(times).as_secs_f64();
    println!("  shell loop / yardstick: {:.2} with one job, {:.2} with two", ratio(&one), ratio(&two));
    let bare = median(&one).as_secs_f64() / median(&forked).as_secs_f64();
    println!("  yardstick with one job / bare forks of one interpreter: {bare:.2}");
}

/// All runs as forks of one interpreter with nothing around them.
fn bare_forks(folder: &Path) -> Duration {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bare_forks.py");
    let inputs = (0..SUBMISSIONS).flat_map(|_| (0..8).map(|game| format!("in.{game}")));
    let output = Command::new(python())
        .arg(script)
        .arg("submissions/student-00/connect.py")
        .args(inputs)
        .current_dir(folder)
        .output()
        .expect("an interpreter");
    let each: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    Duration::from_secs_f64(each / 1000.0) * (SUBMISSIONS * 8) as u32
}

/// Judging an output of 100,000 lines in which every second line differs.
fn long_diff() {
    let lines = |stranger: &str| -> Vec<u8> {
        (0..100_000)
            .flat_map(|n| format!("line {n} {}\n", if n % 2 == 1 { stranger } else { "" }).into_bytes())
            .collect()
    };
    let (expected, actual) = (lines("expected"), lines("printed"));
    println!("diff: two outputs of 100,000 lines ({} KiB), half of the lines differ", actual.len() >> 10);
    let relaxed =
        vec![Relaxation::TrailingBlanks, Relaxation::Case, Relaxation::Numbers(Tolerance::of(1e-6))];
    for (name, comparison, printed) in [
        ("equal, exact", Comparison::Text(Vec::new()), &expected),
        ("different, exact", Comparison::Text(Vec::new()), &actual),
        ("different, three relaxations", Comparison::Text(relaxed), &actual),
    ] {
        let expected = ExpectedRun {
            files: Vec::new(),
            outputs: vec![ExpectedOutput::Trace {
                trace: Trace::of_output(expected.clone()),
                reading: None,
                decisive: Vec::new(),
            }],
            exit: ExpectedExit::Code(0),
            stderr: ExpectedStderr::Ignored,
        };
        let actual = Trace::of_output(printed.clone());
        let times: Vec<Duration> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(judge_run(&expected, &comparison, &actual, &Limits::default()));
                start.elapsed()
            })
            .collect();
        println!("  {name:<30} {:>8.2} ms", milliseconds(median(&times)));
    }
}

fn eight_scenarios() -> String {
    let mut spec = "assignment: bench\nsubmission: { files: [connect.py] }\nreference: byu-connect-four\n\
                    groups:\n- name: games\n  points: 8\n  scenarios:\n"
        .to_owned();
    for (index, moves) in GAMES.iter().enumerate() {
        spec += &format!("  - {{ name: game {index}, stdin: [{}] }}\n", moves.replace(' ', ", "));
    }
    spec
}

/// What an instructor without a grader would run.
fn shell_loop() -> String {
    let mut script = "python=$1\n: >expected\n".to_owned();
    for (index, moves) in GAMES.iter().enumerate() {
        script += &format!("printf '{}' >in.{index}\n", moves.replace(' ', "\\n"));
        script += &format!("\"$python\" submissions/student-00/connect.py <in.{index} >expected.{index}\n");
    }
    script
        + "for student in submissions/*; do for n in 0 1 2 3 4 5 6 7; do\n\
           \"$python\" $student/connect.py <in.$n 2>/dev/null | diff - expected.$n >/dev/null\ndone; done\nexit 0\n"
}

const GAMES: [&str; 8] = [
    "0 7 0 6 0 5 0",
    "3 3 4 4 5 5 6",
    "0 1 1 2 2 3 2 3 3 7 3",
    "5 4 3 2 4 3 2 2 3 1 2",
    "8 a 0 -1 1 0 1 0 1 0",
    "0 0 0 0 0 0 0 1 0 7 1 7 1 7 1",
    "7 0 7 0 6 0 6 0",
    "0 5 7 7 6 1 0 4 5 0 7 2 2 7 3 7 1 2 0 0 2 2 5 3 6 1 5 6 3 5 6 4 4 3 3 6 1 4 4 1",
];

/// The interpreter itself, so that the loop does not pay for a version manager either.
fn python() -> String {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable, end='')"]).output();
    String::from_utf8(output.expect("python3 runs").stdout).expect("a path")
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success(), "{command:?} failed");
    start.elapsed()
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
