//! What it costs to grade on several machines: planning, joining and looking after 100,000 submissions, and what plan, shards
//! and merge add to a class that one machine grades.
//!
//! `cargo bench --bench sharding` makes a class of empty programs and synthetic records of 50 scenarios for each, about 3 GB in
//! a temporary folder; `cargo bench --bench sharding -- 5000` makes fewer. Memory is the largest that was resident, which Linux
//! counts.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use yardstick::testing::digest::Digest;
use yardstick::testing::sandbox::{Exit, Isolation, Limits, Usage};
use yardstick::testing::trace::{Entry, Observed, Preparation, Recorded, Sources, Store, Trace};

/// How many submissions there are, unless it is said.
const SUBMISSIONS: usize = 100_000;

/// How many scenarios the spec has.
const SCENARIOS: usize = 50;

/// How many shards there are.
const SHARDS: usize = 256;

/// How many different things programs do in one scenario.
const KINDS: usize = 40;

/// How many submissions are really graded, to find out what sharding adds.
const GRADED: usize = 64;

/// How often each side of a comparison is measured.
const ROUNDS: usize = 5;

fn main() {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count = asked.unwrap_or(SUBMISSIONS);
    large(count);
    added();
    for (count, slots) in [(5_000, 64), (20_000, 128), (100_000, 512)] {
        predict(count, slots);
    }
}

fn large(count: usize) {
    let room = tempfile::tempdir().expect("a folder");
    write_spec(room.path());
    fs::create_dir(room.path().join("class")).expect("a folder");
    for number in 0..count {
        let program = format!("print({number})\n");
        fs::write(room.path().join(format!("class/student-{number:06}.py")), program).expect("a file");
    }
    println!("{count} submissions, {SCENARIOS} scenarios each");
    let shards = SHARDS.to_string();
    measure(room.path(), "plan", &["plan", "spec.yaml", "class", "--shards", &shards, "--out", "plan"]);
    let bytes = synthetic_shards(room.path());
    println!("  {SHARDS} attempts with {} MB of traces", bytes / 1_000_000);
    measure(room.path(), "status", &["status", "--plan", "plan", "--results", "shards"]);
    let merge = ["merge", "--plan", "plan", "shards", "--out", "joined", "--traces-only"];
    measure(room.path(), "merge --traces-only", &merge);
}

/// Predicts how long a class takes of which most submissions keep one worker for 3 s, 3 in 100 for 13 s because a scenario never
/// ends, and 4 in 1000 for 5 minutes because none does.
fn predict(count: usize, slots: usize) {
    let room = tempfile::tempdir().expect("a folder");
    write_spec(room.path());
    fs::create_dir(room.path().join("class")).expect("a folder");
    let mut timings = String::new();
    for number in 0..count {
        fs::write(room.path().join(format!("class/student-{number:06}.py")), "").expect("a file");
        let milliseconds = match number % 1000 {
            0..4 => 300_000,
            4..30 => 13_000,
            _ => 3_000,
        };
        timings += &format!("{{\"name\": \"student-{number:06}\", \"milliseconds\": {milliseconds}}}\n");
    }
    fs::write(room.path().join("timings.jsonl"), timings).expect("a file");
    let (shards, slots) = ((4 * slots).to_string(), slots.to_string());
    let asked = [
        "plan",
        "spec.yaml",
        "class",
        "--timings",
        "timings.jsonl",
        "--simulate",
        "--slots",
        &slots,
        "--shards",
        &shards,
    ];
    let status = Command::new(env!("CARGO_BIN_EXE_yardstick")).args(asked).current_dir(room.path()).status();
    assert!(status.expect("it starts").success(), "{asked:?} failed");
}

/// Runs the program, and prints how long it took and how much memory it had.
fn measure(room: &Path, name: &str, args: &[&str]) -> Duration {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
    let mut child = command.args(args).current_dir(room).stdout(Stdio::null()).spawn().expect("it starts");
    let mut most = 0;
    let status = loop {
        most = most.max(resident(child.id()));
        match child.try_wait().expect("it is our child") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    assert!(status.success(), "{args:?} failed");
    let took = start.elapsed();
    println!("  {name:<24} {:>8.2} s {:>6} MB", took.as_secs_f64(), most / 1000);
    took
}

/// The most memory that a process had so far, in kilobytes; 0 if the system does not count it.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}

fn write_spec(room: &Path) {
    let mut spec = "assignment: sums\ntitle: Sums\nsubmission: { files: [sums.py] }\nscenarios:\n".to_owned();
    for number in 0..SCENARIOS {
        spec += &format!(
            "  - {{ name: scenario {number}, points: 1, stdin: [{number}], expect: {{ stdout: \"{number}\\n\" }} }}\n"
        );
    }
    fs::write(room.join("spec.yaml"), spec).expect("a file");
}

/// Writes what the attempts at all shards would leave if each submission did one of a few things in each scenario.
fn synthetic_shards(room: &Path) -> u64 {
    let plan: Value = serde_json::from_slice(&fs::read(room.join("plan/plan.json")).unwrap()).unwrap();
    let work_plan: Digest = plan["plan"].as_str().unwrap().parse().unwrap();
    let lines = fs::read_to_string(room.join("plan/submissions.jsonl")).expect("a plan");
    let mut of_shards: Vec<Vec<(usize, String, Digest)>> = vec![Vec::new(); SHARDS];
    for (number, line) in lines.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let shard = usize::try_from(line["shard"].as_u64().unwrap()).unwrap();
        let text = |name: &str| line["submission"][name].as_str().unwrap().to_owned();
        of_shards[shard].push((number, text("name"), text("files").parse().unwrap()));
    }
    let observed: Vec<Vec<Observed>> =
        (0..KINDS).map(|kind| (0..SCENARIOS).map(|scenario| observed(kind, scenario)).collect()).collect();
    let tools = plan["tools"].as_object().unwrap();
    let tools =
        tools.iter().map(|(name, version)| (name.clone(), version.as_str().unwrap().to_owned())).collect();
    let preparation = Preparation { key: Digest::of(b"key"), languages: vec!["python".to_owned()], tools };
    fs::create_dir_all(room.join("shards/attempts")).expect("a folder");
    let mut bytes = 0;
    for (shard, submissions) in of_shards.iter().enumerate() {
        let stem = format!("shard-{shard:05}.node.{shard:010}");
        let mut store = Store::empty();
        let traces = room.join("shards/traces");
        store.write_beside_others(&traces, format!("{stem}.traces"), work_plan).expect("a folder");
        let attempt = fs::File::create(room.join(format!("shards/attempts/{stem}.jsonl"))).expect("a file");
        let mut attempt = BufWriter::new(attempt);
        let begin = serde_json::json!({"begin": {
            "plan": plan["plan"], "layout": plan["layout"], "shard": shard, "host": "node", "process": 1
        }});
        writeln!(attempt, "{begin}\n\"stopped\"").unwrap();
        for (number, name, files) in submissions {
            let jobs: Vec<(Digest, &Observed)> = (0..SCENARIOS)
                .map(|scenario| {
                    (
                        Digest::of(format!("{number} {scenario}").as_bytes()),
                        &observed[number % KINDS][scenario],
                    )
                })
                .collect();
            let submission = name.as_str().into();
            let entry = Entry {
                submission: Some(&submission),
                files: *files,
                preparation: &preparation,
                sources: &Sources::default(),
                outcome: Ok(&jobs),
            };
            store.keep(&entry).expect("room");
            let written = store.written();
            let done = serde_json::json!({"submission": number, "name": name, "milliseconds": 3000, "written": written});
            writeln!(attempt, "{{\"start\":{number}}}\n{{\"done\":{done}}}").unwrap();
        }
        store.finish().expect("room");
        bytes += store.written();
    }
    bytes
}

fn observed(kind: usize, scenario: usize) -> Observed {
    let trace = Trace {
        exit: Exit::Code(0),
        stdout: format!("{}\n", if kind.is_multiple_of(3) { scenario } else { kind }).into_bytes(),
        stderr: Vec::new(),
        dialogue: None,
        endless: None,
        heard: None,
        misuse: None,
        left: Default::default(),
        checked: None,
        pass_ends: Vec::new(),
        usage: Usage {
            cpu: Duration::from_micros(23_456),
            wall: Duration::from_micros(34_567),
            memory: 8_123_456,
        },
        isolation: Some(Isolation::NONE),
    };
    Observed::from(Recorded::Run(trace)).under(Some(&Limits::default()))
}

/// What plan, shards and merge add to grading a class, in shards one after the other.
fn added() {
    let room = tempfile::tempdir().expect("a folder");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/byu-connect-four/submissions");
    for number in 0..GRADED {
        let fixture = if number % 4 == 3 { "no-falling-diagonal" } else { "accepted-functions" };
        let to = room.path().join(format!("class/student-{number:02}"));
        fs::create_dir_all(&to).expect("a folder");
        // No two of them the same, or one would be known from the other.
        let program = fs::read_to_string(fixtures.join(fixture).join("connect.py")).expect("a fixture");
        fs::write(to.join("connect.py"), format!("{program}\n# {number}\n")).expect("a file");
    }
    println!("{GRADED} submissions of Connect Four, in {ROUNDS} rounds in turn");
    let quiet = |args: &[&str]| {
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
        let status = command.args(args).current_dir(room.path()).stdout(Stdio::null()).status();
        assert!(status.expect("it starts").success(), "{args:?} failed");
        start.elapsed()
    };
    let (mut plain, mut sharded) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        plain.push(quiet(&["grade", "byu-connect-four", "class", "--quiet", "--out", "alone"]));
        let all = quiet(&["plan", "byu-connect-four", "class", "--shards", "2", "--out", "plan"])
            + quiet(&["grade", "--plan", "plan", "--shard", "0", "--out", "shards", "--quiet"])
            + quiet(&["grade", "--plan", "plan", "--shard", "1", "--out", "shards", "--quiet"])
            + quiet(&["merge", "--plan", "plan", "shards", "--out", "joined"]);
        sharded.push(all);
        for folder in ["alone", "plan", "shards", "joined"] {
            fs::remove_dir_all(room.path().join(folder)).expect("it is there");
        }
    }
    let (plain, sharded) = (median(plain), median(sharded));
    println!("  one machine              {:>8.2} s", plain.as_secs_f64());
    println!("  plan, 2 shards and merge {:>8.2} s", sharded.as_secs_f64());
    println!(
        "  more                     {:>8.1} %",
        100.0 * (sharded.as_secs_f64() / plain.as_secs_f64() - 1.0)
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
