//! `yardstick check --watch`: a saved file is checked again, until Ctrl-C.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::scratch::{GREETING, SOLUTION, Scratch, WITHOUT_COMMA};

/// The program while it watches.
struct Watching {
    child: Child,
}

impl Watching {
    fn start(scratch: &Scratch, args: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("yardstick"));
        command.args(["check", "--watch"]).args(args).current_dir(scratch.path("."));
        command.env_remove("COLUMNS").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { child: command.spawn().unwrap() }
    }

    /// What it prints until it waits.
    fn round(&mut self) -> String {
        self.until("; Ctrl-C ends\n")
    }

    /// What it prints until these words, and with them.
    fn until(&mut self, words: &str) -> String {
        let mut bytes = Vec::new();
        let out = self.child.stdout.as_mut().unwrap();
        while !bytes.ends_with(words.as_bytes()) {
            let mut byte = [0];
            assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&bytes));
            bytes.push(byte[0]);
        }
        String::from_utf8(bytes).unwrap()
    }

    /// What comes of Ctrl-C: the exit code, and standard error.
    fn stop(mut self) -> (Option<i32>, String) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

#[test]
fn a_saved_file_is_checked_again_and_ctrl_c_ends_it() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py", "--only", "one name"]);
    let first = watching.round();
    assert!(first.contains("  Greets / one name: wrong answer"), "{first}");
    assert!(first.ends_with("\nwatching work/hello.py; Ctrl-C ends\n"), "{first}");
    assert!(!first.contains('\x1b'), "a pipe is not cleared: {first}");
    fs::write(scratch.path("work/hello.py"), SOLUTION).unwrap();
    assert!(watching.round().contains("✓ Greets / one name"));
    assert_eq!(watching.stop(), (Some(130), String::new()));
}

#[test]
fn an_editor_may_put_a_new_file_in_the_place_of_the_old_one() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work", "--only", "one name"]);
    assert!(watching.round().contains("  Greets / one name: wrong answer"));
    fs::write(scratch.path("new.py"), SOLUTION).unwrap();
    fs::rename(scratch.path("new.py"), scratch.path("work/hello.py")).unwrap();
    // The file beside the spec may have been seen first.
    while !watching.round().contains("✓ Greets / one name") {}
    assert_eq!(watching.stop().0, Some(130));
}

#[test]
fn a_changed_spec_is_read_again_and_a_wrong_one_is_complained_about() {
    let scratch = Scratch::greeting().write("work/hello.py", SOLUTION);
    let spec = scratch.read("spec.yaml");
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py", "--only", "one name"]);
    assert!(watching.round().contains("(3⅓/3⅓)"));
    fs::write(scratch.path("spec.yaml"), spec.replace("points: 10", "points: ten")).unwrap();
    while watching.round().contains("(3⅓/3⅓)") {}
    fs::write(scratch.path("spec.yaml"), spec.replace("points: 10", "points: 30")).unwrap();
    while !watching.round().contains("(10/10)") {}
    let (code, said) = watching.stop();
    assert_eq!(code, Some(130));
    assert!(said.contains("points: ten"), "{said}");
}

/// Is wrong about digits, and asleep in all other scenarios.
const DROWSY: &str =
    "import time\nname = input('Name? ')\nif name != '7':\n    time.sleep(3000)\nprint('Hi!')\n";

#[test]
fn lost_scenarios_run_first_and_a_save_stops_the_current_check() {
    let digits = SOLUTION.replace("{name}", "{name.strip(str(7))}");
    let scratch = Scratch::new(&GREETING.replace("title:", "limits: { wall: 1h }\ntitle:"))
        .write("solution.py", SOLUTION)
        .write("work/hello.py", digits);
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py"]);
    let first = watching.round();
    assert!(first.contains("  Practice / digits"), "{first}");
    assert!(first.contains("✓ Greets / one name"), "{first}");

    fs::write(scratch.path("work/hello.py"), DROWSY).unwrap();
    let printed = watching.until("✗ Practice / digits: wrong answer (not counted)\n");
    assert_eq!(printed, "Greeting: hello\n\n✗ Practice / digits: wrong answer (not counted)\n");
    fs::write(scratch.path("work/hello.py"), SOLUTION).unwrap();
    let last = watching.until("Greeting: hello\n");
    assert!(!last.contains("Greets"), "nobody waits for what is out of date: {last}");
    assert_eq!(
        watching.round(),
        "
✓ Practice / digits (not counted)

✓ Greets / one name (3⅓/3⅓)
✓ Greets / two words (3⅓/3⅓)
✓ Greets / nobody (3⅓/3⅓)
✓ Loud / capitals (2/2 bonus)

10 of 10 points and 2 of 2 bonus points

watching work/hello.py; Ctrl-C ends
"
    );
    assert_eq!(watching.stop(), (Some(130), String::new()));
}

#[test]
fn behind_a_failed_gate_nothing_is_shown_as_if_it_had_been_graded() {
    let gate = "groups:\n  - name: Style\n    points: 0\n    scenarios:\n      \
                - { name: no imports, rule: { imports: [] }, effect: gate }\n";
    let scratch = Scratch::new(&GREETING.replace("groups:\n", gate))
        .write("solution.py", SOLUTION)
        .write("work/hello.py", WITHOUT_COMMA);
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py"]);
    assert!(watching.round().contains("  Greets / one name: wrong answer"));
    fs::write(scratch.path("work/hello.py"), format!("{WITHOUT_COMMA}import math\n")).unwrap();
    let shut = watching.round();
    assert!(shut.contains("Nothing is graded, because `Style / no imports` failed."), "{shut}");
    assert!(!shut.contains("Greets / one name: wrong answer"), "{shut}");
    assert_eq!(watching.stop().0, Some(130));
}

#[test]
fn watch_refuses_formats_in_files_and_paths_that_are_not_there() {
    let scratch = Scratch::greeting().write("hello.py", SOLUTION);
    let refused = scratch.run(&["check", "spec.yaml", "hello.py", "--watch", "--format", "json=out.json"]);
    assert_eq!(refused.code, 2);
    let expected = "error: `--watch` only prints\nhelp: leave `=FILE` away, or check without `--watch`\n";
    assert_eq!(refused.stderr, expected);
    let nowhere = scratch.run(&["check", "spec.yaml", "nowhere.py", "--watch"]);
    assert_eq!(nowhere.code, 2);
    assert!(
        nowhere.stderr.starts_with("error: cannot watch `nowhere.py`: No such file"),
        "{}",
        nowhere.stderr
    );
}

#[test]
fn every_round_asks_a_question_about_a_mistake_that_is_known() {
    let path = "fixtures/byu-connect-four/submissions/start-columns-off-by-one/connect.py";
    let program = fs::read_to_string(path).unwrap();
    let scratch = Scratch::greeting().write("connect.py", &program);
    let mut watching =
        Watching::start(&scratch, &["byu-connect-four", "connect.py", "--only", "Horizontal win"]);
    let question = "Think about this: What is the rightmost column in which four in a row can begin?";
    let first = watching.round();
    assert_eq!(first.matches(question).count(), 1, "{first}");
    fs::write(scratch.path("connect.py"), program + "\n# Saved again.\n").unwrap();
    let second = watching.round();
    assert_eq!(second.matches(question).count(), 1, "{second}");
    assert!(second.find(question) < second.find(" points\n"), "{second}");
    assert_eq!(watching.stop().0, Some(130));
}
