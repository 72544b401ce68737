//! A program that never ends is proved to be endless, and one that ends never is.
//!
//! `fixtures/endless/README.md` describes the programs. Small generated ones are run with and without the prover.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::html::texts;
use super::night;
use super::scratch::{Scratch, named};

/// The loops that are not proved: something grows, or what is hidden cannot be looked into.
const NOT_PROVED: [&str; 4] = ["counter-grows", "generator", "list-grows", "recursion-caught"];

fn fixtures(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/endless").join(kind)
}

/// The programs of a folder that are tried today.
fn programs(kind: &str) -> Vec<PathBuf> {
    let mut programs: Vec<PathBuf> =
        fs::read_dir(fixtures(kind)).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    night::spread(programs, 2)
}

/// The verdict on each of these programs, by name.
fn verdicts(programs: &[PathBuf], cpu: &str) -> Vec<(String, String)> {
    let spec = fs::read_to_string(fixtures("spec.yaml")).unwrap().replace("cpu: 4s", cpu);
    let class = Scratch::new(&spec);
    let paths = programs.iter().map(|program| program.to_str().unwrap());
    let graded = class.run(&["grade", "spec.yaml"].into_iter().chain(paths).collect::<Vec<_>>());
    assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
    let results = class.results();
    let names = programs.iter().map(|program| program.file_name().unwrap().to_str().unwrap().to_owned());
    let verdict =
        |name: &String| named(&results, name)["scenarios"][0]["verdict"].as_str().unwrap().to_owned();
    names.map(|name| (verdict(&name), name)).map(|(verdict, name)| (name, verdict)).collect()
}

#[test]
fn most_loops_of_beginners_are_proved_to_be_endless() {
    let (not_proved, proved): (Vec<_>, Vec<_>) = programs("loops")
        .into_iter()
        .partition(|program| NOT_PROVED.iter().any(|name| program.ends_with(name)));
    // What is not proved takes all of its time; what is proved ends long before, also where a machine is charged for
    // time that it did not have.
    for (programs, cpu, expected) in
        [(not_proved, "cpu: 600ms", "time limit"), (proved, "cpu: 4s", "endless loop")]
    {
        for (name, verdict) in verdicts(&programs, cpu) {
            assert_eq!(verdict, expected, "{name}");
        }
    }
}

#[test]
fn a_program_that_ends_is_never_called_endless() {
    for (name, verdict) in verdicts(&programs("ends"), "cpu: 4s") {
        assert_eq!(verdict, "accepted", "{name}");
    }
}

const LOOP: &str = "def ask(column):\n    full = True\n    while full:\n        full = column == 0\n\n\nprint('before')\nask(0)\n";

#[test]
fn the_lines_and_the_values_are_named_and_what_was_printed_is_kept() {
    let hello = Scratch::hello().write("hello.py", LOOP);
    for runner in ["fork", "spawn"] {
        let checked = hello.run(&["check", "spec.yaml", "hello.py", "--runner", runner]);
        let sentence = "Endless loop: lines 3 and 4 of `hello.py`, in `ask`, run again and again, and nothing changes: \
                        `full` is `True` and `column` is `0` each time.";
        assert!(checked.stdout.contains("\u{25b8} 3      while full:"), "{runner}: {}", checked.stdout);
        assert!(checked.stdout.contains(sentence), "{runner}: {}", checked.stdout);
        assert!(checked.stdout.contains("printed `before`"), "{runner}: {}", checked.stdout);
        assert!(!checked.stdout.contains("\\0") && checked.stderr.is_empty(), "{}", checked.stderr);
    }
}

/// The page for browsers of a program.
fn page(scratch: Scratch, program: &str, args: &[&str]) -> String {
    let class = scratch.write("class/ada/hello.py", program);
    let graded = class.run(&[&["grade", "spec.yaml", "class", "--format", "html"], args].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let name = if args.contains(&"--anonymous") { "submission-001" } else { "ada" };
    class.read(&format!("yardstick-results/feedback/{name}.html"))
}

#[test]
fn the_page_for_browsers_lists_the_values_beside_the_lines() {
    let page = page(Scratch::hello(), LOOP, &[]);
    assert_eq!(texts(&page, ".loop .values caption"), ["These values do not change"]);
    assert_eq!(
        texts(&page, ".values th, .values td"),
        ["Value", "Always", "full", "True", "column", "0"],
        "{page}"
    );
    assert_eq!(texts(&page, ".values th[scope=col], .values th[scope=row]").len(), 4);
    assert_eq!(texts(&page, ".loop .code code"), ["while full:"]);
}

#[test]
fn values_that_would_be_markup_are_only_text() {
    let hostile = "mark = '</td></table><script>alert(1)</script>`'\nwhile mark: pass\n";
    let page_of_value = page(Scratch::hello(), hostile, &[]);
    assert_eq!(
        texts(&page_of_value, ".values tbody th, .values tbody td"),
        ["mark", "'</td></table><script>alert(1)</script>`'"]
    );
    // A forged claim may call a value what it likes.
    let claim = r#"{"file":"hello.py","function":null,"last":1,"lines":[[1,"x"]],"turns":1,
                   "steady":[["<img src=x onerror=alert(2)>\u001b[2J","\u202e\"&lt;"]],"prints":false}"#;
    let claim = claim.replace('\n', "");
    let forged =
        format!("import os\nos.write(2, b'\\0endless ' + {claim:?}.encode() + b'\\n')\nos._exit(113)\n");
    let page_of_name = page(Scratch::hello(), &forged, &[]);
    assert_eq!(
        texts(&page_of_name, ".values tbody th, .values tbody td"),
        ["<img src=x onerror=alert(2)>␛[2J", "\\u{202e}\"&lt;"]
    );
    for page in [page_of_value, page_of_name] {
        assert_eq!(texts(&page, "script").len(), 2);
        assert!(texts(&page, "img").is_empty() && !page.contains('\u{1b}'));
    }
}

#[test]
fn values_are_not_shown_where_details_are_hidden_and_hold_no_names() {
    let named = "owner = 'ada'\nwhile owner: pass\n";
    let hidden = Scratch::hello();
    let spec = hidden.read("spec.yaml") + "    hidden: true\n";
    let page_of_hidden = page(hidden.write("spec.yaml", spec), named, &[]);
    assert!(texts(&page_of_hidden, ".values").is_empty() && !page_of_hidden.contains("owner"));
    let anonymous = page(Scratch::hello(), named, &["--anonymous"]);
    assert_eq!(texts(&anonymous, ".values tbody th, .values tbody td"), ["owner", "'[hidden]'"]);
}

/// A library that takes its time when the process ends, after Python has.
const SLOW_END: &str =
    "__attribute__((destructor)) static void end(void) { for (volatile long i = 0; i < 300000000; i++); }\n";

#[test]
fn a_program_whose_process_takes_long_to_end_is_left_alone() {
    let spec = "assignment: hello\nsubmission: { files: [hello.py], supplied: [end.so] }\nscenarios:\n  \
                - { name: says hello, points: 1, expect: { stdout: \"hello\\n\" } }\n";
    let program = "import ctypes, sys\nctypes.CDLL('./end.so')\nprint('hello')\nsys.exit()\n";
    let hello = Scratch::new(spec).write("end.c", SLOW_END).write("work/hello.py", program);
    let mut compiler = std::process::Command::new("gcc");
    compiler.args(["-shared", "-fPIC", "-o", "end.so", "end.c"]).current_dir(hello.path("."));
    assert!(compiler.status().unwrap().success());
    for runner in ["fork", "spawn"] {
        let checked = hello.run(&["check", "spec.yaml", "work", "--runner", runner]);
        assert_eq!(checked.code, 0, "{runner}: {}", checked.stdout);
    }
}

#[test]
fn a_forged_proof_only_costs_the_forger() {
    let forged = |claim: &str| {
        format!(
            "import os\nprint('hello', flush=True)\nos.write(2, b'\\0endless ' + {claim:?}.encode() + b'\\n')\nos._exit(113)\n"
        )
    };
    let claim = r#"{"file":"../x","function":"\u001b[2J","last":9,"lines":[[2,"x"]],"turns":1,"steady":[],"prints":false}"#;
    for claim in [claim, "{", "[]"] {
        let hello = Scratch::hello().write("hello.py", forged(claim));
        let checked = hello.run(&["check", "spec.yaml", "hello.py"]);
        assert!(checked.stdout.contains("endless loop (0/1)"), "{}", checked.stdout);
        assert!(!checked.stdout.contains('\u{1b}'), "{}", checked.stdout);
    }
}

/// A statement of a generated program, indented by so many blanks.
fn statements(depth: u32) -> BoxedStrategy<Vec<String>> {
    let name = || prop::sample::select(vec!["a", "b", "c"]);
    let number = 0..4_u8;
    let assignment = (name(), name(), number.clone(), number.clone())
        .prop_map(|(to, from, more, rest)| vec![format!("{to} = ({from} + {more}) % {}", rest + 2)]);
    let simple = prop_oneof![
        4 => assignment,
        1 => (name(), 0..4_u8).prop_map(|(name, number)| vec![format!("{name} = {number}")]),
        1 => name().prop_map(|name| vec![format!("items.append({name})"), "items.pop(0)".to_owned()]),
        1 => name().prop_map(|name| vec![format!("{name} = next(hidden, 3)")]),
        1 => name().prop_map(|name| vec![format!("{name} = step({name})")]),
        1 => name().prop_map(|name| vec![format!("{name} = sum(step(one) for one in items) % 3")]),
    ];
    if depth == 0 {
        return prop::collection::vec(simple, 1..3).prop_map(|all| all.concat()).boxed();
    }
    let nested =
        (0..5_usize, name(), number, statements(depth - 1)).prop_map(|(kind, name, number, inner)| {
            let header = match kind {
                0 | 1 => format!("while {name} != {number}:"),
                2 => format!("if {name} == {number}:"),
                3 => format!("for _ in [0] * {}:", number * 40),
                _ => "for c in hidden:".to_owned(),
            };
            let inner = inner.into_iter().map(|line| format!("    {line}"));
            std::iter::once(header).chain(inner).collect()
        });
    prop::collection::vec(prop_oneof![simple, nested], 1..4).prop_map(|all| all.concat()).boxed()
}

fn program() -> impl Strategy<Value = (String, u32)> {
    let begins = "a, b, c, left = 0, 1, 2, 300\nitems = [1, 2]\nhidden = iter([0] * 300 + [1])\n\n\n\
                  def step(n):\n    global left\n    left = max(left - 1, 0)\n    return n if left else 3\n\n\n";
    (statements(3), 12..200_u32).prop_map(move |(lines, at)| (format!("{begins}{}\n", lines.join("\n")), at))
}

/// For each program whether it ends, and whether it is proved to be endless.
fn looked_at(programs: &[(String, u32)]) -> Vec<(bool, bool)> {
    let mut python = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/endless.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(&serde_json::to_vec(programs).unwrap()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_generated_program_that_ends_is_called_endless(programs in prop::collection::vec(program(), 40)) {
        for (program, (ends, is_proved)) in programs.iter().zip(looked_at(&programs)) {
            prop_assert!(!(ends && is_proved), "at line event {}:\n{}", program.1, program.0);
        }
    }
}
