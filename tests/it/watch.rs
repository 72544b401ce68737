//! `yardstick check --watch`: a saved file is checked again, until Ctrl-C.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::scratch::{SOLUTION, Scratch, WITHOUT_COMMA};

/// The program while it watches.
struct Watching {
    child: Child,
    printed: String,
}

impl Watching {
    fn start(scratch: &Scratch, args: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("yardstick"));
        command.args(["check", "--watch", "--only", "one name"]).args(args).current_dir(scratch.path("."));
        command.env_remove("COLUMNS").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { child: command.spawn().unwrap(), printed: String::new() }
    }

    /// What it prints until it waits.
    fn round(&mut self) -> String {
        let mut bytes = Vec::new();
        let out = self.child.stdout.as_mut().unwrap();
        while !bytes.ends_with(b"; Ctrl-C ends\n") {
            let mut byte = [0];
            assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&bytes));
            bytes.push(byte[0]);
        }
        self.printed = String::from_utf8(bytes).unwrap();
        self.printed.clone()
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
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py"]);
    let first = watching.round();
    assert!(first.contains("✗ Greets / one name: wrong answer"), "{first}");
    assert!(first.ends_with("\nwatching work/hello.py; Ctrl-C ends\n"), "{first}");
    assert!(!first.contains('\x1b'), "a pipe is not cleared: {first}");
    fs::write(scratch.path("work/hello.py"), SOLUTION).unwrap();
    assert!(watching.round().contains("✓ Greets / one name"));
    assert_eq!(watching.stop(), (Some(130), String::new()));
}

#[test]
fn an_editor_may_put_a_new_file_in_the_place_of_the_old_one() {
    let scratch = Scratch::greeting().write("work/hello.py", WITHOUT_COMMA);
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work"]);
    assert!(watching.round().contains("✗ Greets / one name"));
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
    let mut watching = Watching::start(&scratch, &["spec.yaml", "work/hello.py"]);
    assert!(watching.round().contains("(3.34/3.34)"));
    fs::write(scratch.path("spec.yaml"), spec.replace("points: 10", "points: ten")).unwrap();
    while watching.round().contains("(3.34/3.34)") {}
    fs::write(scratch.path("spec.yaml"), spec.replace("points: 10", "points: 30")).unwrap();
    while !watching.round().contains("(10/10)") {}
    let (code, said) = watching.stop();
    assert_eq!(code, Some(130));
    assert!(said.contains("points: ten"), "{said}");
}

#[test]
fn what_is_watched_is_printed_and_not_written_to_files() {
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
