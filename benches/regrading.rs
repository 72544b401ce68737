//! How long it takes to compute a graded folder again: a second grading with nothing to run, `verify`, and reading all
//! files, which is the least that both must do.
//!
//! `cargo bench --bench regrading -- 3000` grades so many submissions first, which takes much longer than what is measured.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many submissions there are, unless it is said.
const SUBMISSIONS: usize = 300;

/// How often each is measured.
const ROUNDS: usize = 3;

fn main() {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count = asked.unwrap_or(SUBMISSIONS);
    println!("{count} submissions, 8 scenarios each");
    measure(count, false);
    println!("the same, but one in 20 prints without end, and one in 20 prints 100 kB too much");
    measure(count, true);
}

fn measure(count: usize, with_floods: bool) {
    let room = tempfile::tempdir().expect("a folder");
    class(room.path(), count, with_floods);
    let run = |args: &[&str]| {
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
        let status = command.args(args).current_dir(room.path()).stdout(Stdio::null()).status();
        assert!(status.expect("it starts").success(), "{args:?} failed");
        start.elapsed()
    };
    let grade = ["grade", "spec.yaml", "class", "--quiet"];
    println!("  graded the first time    {:>8.2} s", run(&grade).as_secs_f64());
    let (mut again, mut verified, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        again.push(run(&grade));
        verified.push(run(&["verify"]));
        let start = Instant::now();
        let bytes = bytes_below(room.path());
        read.push(start.elapsed());
        std::hint::black_box(bytes);
    }
    for (name, times) in [("graded again", again), ("verify", verified), ("all files, read", read)] {
        println!("  {name:<24} {:>8.2} s", median(times).as_secs_f64());
    }
}

/// Submissions that add numbers up: a third prints something else, no two of them the same; with floods, some print much.
fn class(room: &Path, count: usize, with_floods: bool) {
    for number in 0..count {
        let end = if number % 3 == 1 { format!("Sum by {number}:") } else { "Sum:".to_owned() };
        let more = match number % 20 {
            _ if !with_floods => String::new(),
            0 => format!("n = 0\nwhile True:\n    print('flood {number}', n)\n    n += 1\n"),
            10 => format!("for n in range(6000):\n    print('line {number}', n)\n"),
            _ => String::new(),
        };
        let folder = room.join(format!("class/student-{number:04}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("sums.py"), format!("{}{more}", program(&end))).expect("a file");
    }
    fs::write(room.join("solution.py"), program("Sum:")).expect("a file");
    let mut spec =
        "assignment: sums\nsubmission: { files: [sums.py] }\nreference: { files: [solution.py] }\n\
                    groups:\n- name: sums\n  points: 8\n  scenarios:\n"
            .to_owned();
    for scenario in 0..8 {
        let numbers: Vec<String> = (0..3 + 4 * scenario).map(|at| (at * 37 % 101).to_string()).collect();
        spec +=
            &format!("  - {{ name: sum {scenario}, stdin: [{}, {}] }}\n", numbers.len(), numbers.join(", "));
    }
    fs::write(room.join("spec.yaml"), spec).expect("a spec");
}

fn program(end: &str) -> String {
    format!(
        "total = 0\nfor n in range(int(input('How many? '))):\n    total += int(input(f'Number {{n}}: '))\n    \
         print('So far:', total)\nprint('{end}', total)\n"
    )
}

fn bytes_below(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(
            |path| {
                if path.is_dir() { bytes_below(&path) } else { fs::read(&path).map_or(0, |read| read.len()) }
            },
        )
        .sum()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
