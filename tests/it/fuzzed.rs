//! The targets of `fuzz/` on their seeds and on what becomes of those by chance: always a result or an error.
//!
//! The ordinary tests try the same few thousand inputs every time. Each target runs for a minute, from another place each
//! night, with `cargo test --test it -- --ignored each_target`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::scratch::{FOUR_LETTERS, SOLUTION, Scratch, WITHOUT_COMMA};

#[path = "../../fuzz/targets.rs"]
mod targets;

/// What is put into the place of something else.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1e999",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "\"\u{1b}[2J\"",
    "\u{0}",
    "\u{10ffff}",
    "é",
    "\n",
    " ",
    ": ",
    "- ",
    "5e18s",
    "2026-02-30",
];

struct Target {
    name: &'static str,
    run: fn(&[u8]),
    seeds: Vec<Vec<u8>>,
    /// How many inputs the ordinary tests try.
    few: usize,
}

/// The files of a folder of seeds.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// The examples of the pages about specs.
fn examples() -> Vec<Vec<u8>> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/spec.md")).unwrap();
    let blocks = page.split("\n```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix("yaml\n")).map(|block| block.as_bytes().to_vec()).collect()
}

/// What a graded class leaves behind.
fn graded() -> Vec<Vec<u8>> {
    let scratch = Scratch::greeting()
        .write("class/Ada/hello.py", SOLUTION)
        .write("class/Bob.py", WITHOUT_COMMA)
        .zip("class/Cyd.zip", &[("hello.py", FOUR_LETTERS)])
        .write("class/Eve/helo.py", SOLUTION)
        .write("class/Gus/hello.py", "print(");
    assert_eq!(scratch.run(&["grade", "spec.yaml", "class"]).code, 0);
    let traces = std::fs::read_dir(scratch.path("yardstick-results/traces")).unwrap();
    let mut traces = traces.map(|entry| entry.unwrap().path());
    let traces = traces.find(|path| path.extension().is_some_and(|ending| ending == "traces")).unwrap();
    let traces = targets::unpacked(&std::fs::read_to_string(traces).unwrap());
    assert!(traces.contains("behaviour ") && traces.contains("submission "), "{traces}");
    let manifest = scratch.read("yardstick-results/grading.json");
    vec![format!("{manifest}{}{traces}", targets::TRACES).into_bytes()]
}

fn archive() -> Vec<u8> {
    let scratch =
        Scratch::hello().zip("a.zip", &[("hello.py", "print('hello')"), ("a/b.txt", "x"), ("a/c/", "")]);
    std::fs::read(scratch.path("a.zip")).unwrap()
}

fn all() -> Vec<Target> {
    vec![
        Target { name: "spec_parser", run: targets::spec_parser, seeds: examples(), few: 600 },
        Target {
            name: "value_decoder",
            run: targets::value_decoder,
            seeds: kept("value_decoder"),
            few: 2_000,
        },
        Target { name: "zip_reader", run: targets::zip_reader, seeds: vec![archive()], few: 2_000 },
        Target { name: "messages", run: targets::messages, seeds: kept("messages"), few: 2_000 },
        Target { name: "results", run: targets::results, seeds: graded(), few: 60 },
    ]
}

/// Numbers that look drawn, the same for the same start (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % most.max(1) as u64) as usize
    }
}

impl Target {
    /// One of the seeds, changed in a few places.
    fn input(&self, dice: &mut Dice) -> Vec<u8> {
        let mut input = self.seeds[dice.below(self.seeds.len())].clone();
        for _ in 0..=dice.below(4) {
            let (at, length) = (dice.below(input.len()), dice.below(12));
            let end = (at + length).min(input.len());
            match dice.below(6) {
                0 if at < input.len() => input[at] ^= 1 << dice.below(8),
                1 => drop(input.drain(at..end)),
                2 => {
                    let again = input[at..end].to_vec();
                    input.splice(at..at, again);
                }
                3 => {
                    let other = &self.seeds[dice.below(self.seeds.len())];
                    let from = dice.below(other.len());
                    let piece = other[from..(from + 40).min(other.len())].to_vec();
                    input.splice(at..end, piece);
                }
                // A number or a word, all of it.
                _ => {
                    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.';
                    let start = at + input[at..].iter().take_while(|byte| !belongs(byte)).count();
                    let end = start + input[start..].iter().take_while(|byte| belongs(byte)).count();
                    input.splice(start..end, WORDS[dice.below(WORDS.len())].bytes());
                }
            }
        }
        input
    }

    /// Tries an input; one that makes it panic is kept for whoever mends that.
    fn attempt(&self, input: &[u8]) {
        if catch_unwind(AssertUnwindSafe(|| (self.run)(input))).is_err() {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-panics", self.name));
            std::fs::write(&file, input).unwrap();
            panic!("`{}` panics on `{}`", self.name, file.display());
        }
    }
}

#[test]
fn nothing_that_others_wrote_makes_a_reader_panic() {
    for target in all() {
        target.seeds.iter().for_each(|seed| target.attempt(seed));
        let mut dice = Dice(7);
        (0..target.few).for_each(|_| target.attempt(&target.input(&mut dice)));
    }
}

#[test]
#[ignore = "each target runs for a minute"]
fn each_target_runs_for_a_minute() {
    let seconds = std::env::var("YARDSTICK_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64;
    for target in all() {
        let (mut dice, since, mut count) = (Dice(start), Instant::now(), 0_u64);
        while since.elapsed() < time {
            target.attempt(&target.input(&mut dice));
            count += 1;
        }
        println!("{}: {count} inputs from {start}", target.name);
    }
}
