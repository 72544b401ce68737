//! Programs that print far more than anybody reads: a page of them is short, and takes little memory.

use super::night;
use super::scratch::{Scratch, ended};

/// The most memory that a grader needs for a program that prints one MiB, in KiB.
const MOST: u64 = 80 << 10;

/// Runs the program in Python, and gives back its memory in KiB and what it printed.
fn measured(scratch: &Scratch, args: &[&str]) -> (u64, String) {
    let measure = "import resource, subprocess, sys\nran = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)\n\
                   print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n\
                   sys.stdout.flush()\nsys.stdout.buffer.write(ran.stdout)\n";
    let output = std::process::Command::new("python3")
        .args(["-c", measure, env!("CARGO_BIN_EXE_yardstick")])
        .args(args)
        .current_dir(scratch.path("."))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (memory, printed) = text.split_once('\n').unwrap();
    (memory.parse().unwrap(), printed.to_owned())
}

/// What a program prints, and a spec.
fn assert_small(spec: &str, flood: &str) {
    let scratch = Scratch::new(spec).write("class/hello.py", flood);
    let (memory, page) = measured(&scratch, &["check", "spec.yaml", "class/hello.py"]);
    assert!(memory < MOST, "{flood}: {memory} KiB");
    assert!(page.contains("0 of 1 point"), "{flood}: {page}");
    assert!(page.len() < 30_000 && page.lines().count() < 100, "{flood}: {} bytes", page.len());
    let (memory, _) = measured(&scratch, &["grade", "spec.yaml", "class", "--format", "html"]);
    assert!(memory < MOST, "{flood}, as a page: {memory} KiB");
}

fn spec(scenario: &str, more: &str) -> String {
    format!(
        "assignment: hello\ntitle: Hello\nsubmission: {{ files: [hello.py] }}\nlimits: {{ wall: 60s, output: 4 MiB }}\n\
         {more}scenarios:\n  - name: says hello\n    points: 1\n    {scenario}\n"
    )
}

#[test]
fn a_mebibyte_of_anything_takes_little_memory_to_compare() {
    let text = spec("expect: { stdout: \"hello\\n\" }", "");
    let floods = [
        r"b'\n' * 2**20",
        "b'x' * 2**20",
        r"b'x\n' * 2**19",
        r"b'\0\n' * 2**19",
        r"(b'x' * 9999 + b'\n') * 105",
        r"b'\xff' * 2**20",
    ];
    for flood in night::spread(floods.to_vec(), floods.len()) {
        assert_small(&text, &format!("import sys\nsys.stdout.buffer.write({flood})\n"));
    }
    assert_small(
        &spec("stdin: [a]\n    expect: { stdout: \"hello\\n\" }", ""),
        "import sys\nsys.stdout.write('hello\\n' * 2**17)\ninput()\nsys.stdout.write('x\\n' * 2**19)\n",
    );
}

#[test]
fn a_flood_of_events_takes_little_memory_to_compare() {
    let events = "compare:\n  events:\n    x: { line: x }\n    greeting: { lines: h, compare: text }\n    word: { line: hello }\n";
    let text = spec("expect: { stdout: \"hello\\n\" }", events);
    let floods = vec!["'x\\n' * 2**18", "'hello\\n' * 2**16", "'\\n' * 2**18"];
    for flood in night::spread(floods, 3) {
        assert_small(&text, &format!("import sys\nsys.stdout.write({flood})\n"));
    }
}

#[test]
fn a_flood_under_a_prompt_takes_little_memory_to_compare() {
    let text = spec("session: |\n      >>> f()\n      1", "");
    let bodies = vec![
        "print('x\\n' * 2**18)\n    return 1",
        "return 'x\\n' * 2**18",
        "raise ValueError('x\\n' * 2**18)",
    ];
    for body in night::spread(bodies, 3) {
        assert_small(&text, &format!("def f():\n    {body}\n"));
    }
}

#[test]
fn a_function_that_prints_without_end_is_told_so_however_fast_the_machine_is() {
    let line = "session: |\n      >>> f()\n      1";
    let alone = spec(line, "");
    let one_of_two = format!("{alone}  - name: says it again\n    points: 1\n    {line}\n");
    let as_on_windows = ["--runner", "plain"];
    let ways = [(&alone, [].as_slice()), (&one_of_two, &[]), (&alone, &as_on_windows)];
    // Letter by letter, a busy machine may need all of the time for so much output.
    let said = ["'again ' * 10000", "'x' * 30"];
    let all = said.iter().flat_map(|said| ways.iter().map(move |way| (*way, *said))).collect();
    for ((spec, options), said) in night::spread(all, 2) {
        let scratch = Scratch::new(spec)
            .write("class/hello.py", format!("def f():\n    while True:\n        print({said})\n"));
        let mut command = scratch.command(&["check", "spec.yaml", "class/hello.py"]);
        if !options.is_empty() {
            command.args(options).env("YARDSTICK_SIDE_FILES", "1");
        }
        let page = ended(&mut command).stdout;
        assert!(page.contains("says hello: output limit"), "{page}");
        let told = "it prints without end (line 3 of `hello.py`): probably a loop that never ends.";
        assert!(page.contains(told), "{page}");
    }
}
