//! Submissions and surroundings that are wrong: nothing panics, the batch goes on, and nobody loses points
//! through a fault of ours.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::scratch::{Scratch, ended, named};
use super::wait::within;

const HELLO: &str = "print('hello')\n";

#[test]
fn submissions_that_are_not_there_are_named() {
    let scratch = Scratch::hello().write("empty/.DS_Store", "");
    for command in ["grade", "check"] {
        let missing = scratch.run(&[command, "spec.yaml", "nowhere"]);
        assert_eq!(missing.code, 2);
        let expected = "error: no submissions at `nowhere`: there is no such file or folder\nhelp: name the zip file of a \
                        download, a folder of submissions, or one submission\n";
        assert_eq!(missing.stderr, expected);
    }
    let empty = scratch.run(&["grade", "spec.yaml", "empty"]);
    assert_eq!(empty.code, 2);
    assert_eq!(empty.stderr, "error: no submissions in `empty`: the folder is empty\n");
    assert!(!scratch.path("yardstick-results").exists());
}

#[test]
fn how_many_programs_run_at_once_is_a_number_wherever_it_is_said() {
    let scratch = Scratch::hello().write("hello.py", HELLO);
    for (command, said, code) in
        [("check", "0", 2), ("check", "two", 2), ("check", "2", 0), ("grade", "-1", 2), ("grade", "1", 0)]
    {
        let ran = scratch
            .process(&[command, "spec.yaml", "hello.py"])
            .env("YARDSTICK_JOBS", said)
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(code), "{command} {said}");
        let told = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(
            told.contains(&format!("error: `YARDSTICK_JOBS` in the environment is `{said}`\n")),
            code == 2,
            "{told}"
        );
    }
    let ran = scratch
        .process(&["grade", "spec.yaml", "hello.py", "--jobs", "2"])
        .env("YARDSTICK_JOBS", "two")
        .status();
    assert_eq!(ran.unwrap().code(), Some(0), "an option counts more");
}

#[test]
fn an_invalid_submission_earns_nothing_and_the_reason_is_told() {
    let scratch = Scratch::hello()
        .write("class/folder/hello.py/readme", "the file is one level below")
        .write("class/misspelt/helo.py", HELLO)
        .write("class/essay/essay.docx", "")
        .write("class/empty/.DS_Store", "")
        .write("class/twice/old/hello.py", HELLO)
        .write("class/twice/new/hello.py", HELLO)
        .write("class/broken.zip", "PK, but not for long")
        .write("class/renamed.zip", b"Rar!\x1a\x07\x01\x00")
        .write("class/syntax.py", "print('hello'\n")
        .write("class/not text.py", b"print('\xff')\n")
        .write("class/right.py", HELLO)
        .zip("class/slip.zip", &[("../hello.py", HELLO)]);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "right")["points"], "1");
    for (name, says) in [
        ("folder", "`hello.py` is a folder, not a file"),
        ("misspelt", "`hello.py` is missing; `helo.py` is there: is the name misspelled?"),
        ("essay", "`hello.py` is missing; what was handed in: `essay.docx`"),
        ("empty", "`hello.py` is missing; nothing was handed in"),
        ("twice", "`hello.py` lies in more than one folder: `new`, `old`"),
        ("broken", "the zip file cannot be read: "),
        ("renamed", "it is a rar file; make it with the system's own zip program"),
        ("slip", "`../hello.py` cannot be the name of a file"),
        (
            "syntax",
            "Python does not accept it: SyntaxError: '(' was never closed\n  File \"hello.py\", line 1\n",
        ),
        ("not text", "Python does not accept it: SyntaxError: "),
    ] {
        let submission = named(&results, name);
        assert_eq!((&submission["points"], &submission["status"]), (&"0".into(), &"graded".into()), "{name}");
        assert_eq!(submission["scenarios"][0]["verdict"], "invalid submission", "{name}");
        let problem = submission["problem"].as_str().unwrap();
        assert!(problem.contains(says), "{name}: {problem}");
        let feedback = scratch.read(&format!("yardstick-results/feedback/{name}.txt"));
        let says = match name {
            "misspelt" => "There is no `hello.py`, but there is `helo.py`.",
            "syntax" => "Python cannot read `hello.py`: the `(` in line 1 is never closed.",
            "not text" => "SyntaxError: ",
            _ => says,
        };
        assert!(feedback.contains(says), "{feedback}");
    }
    assert!(!scratch.path("hello.py").exists());
}

#[test]
fn a_submission_that_may_not_be_read_is_not_graded() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", HELLO).write("class/Bob/hello.py", HELLO);
    let closed = scratch.path("class/Ada");
    let permit = |mode| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode)).unwrap();
    permit(0o000);
    let is_root = std::fs::read_dir(&closed).is_ok();
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    permit(0o755);
    if !is_root {
        assert_eq!(graded.code, 3, "{}", graded.stderr);
        let results = scratch.results();
        assert_eq!(named(&results, "Ada")["status"], "not graded");
        assert_eq!(named(&results, "Bob")["points"], "1");
    }
}

#[test]
fn nothing_that_a_submission_prints_reaches_the_terminal_as_it_is() {
    let scratch = Scratch::hello()
        .write("class/bytes.py", "import sys; sys.stdout.buffer.write(b'hell\\xff\\xfe\\n')")
        .write("class/nul.py", "print('hel\\0lo')")
        .write("class/escape.py", "import sys; print('\\33]0;owned\\7\\33[2Jhello'); sys.exit('\\33[31mred')")
        .write("class/turned.py", "print('hel\\u202elo')")
        .write("class/nothing.py", "")
        .write("class/\x1b[31mname/hello.py", HELLO)
        .write("class/=1+1/hello.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--verbose"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let pages = scratch.run(&["grade", "spec.yaml", "class", "--format", "feedback"]).stdout;
    let json = scratch.read("yardstick-results/results.json");
    let grades = scratch.read("yardstick-results/grades.csv");
    for text in [&graded.stdout, &pages, &json, &grades] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text:?}");
    }
    for shown in [
        "Expected `hello`, printed `hell\\xff\\xfe`.",
        "Expected `hello`, printed `hel␀lo`.",
        "It ended with exit code 1: `␛[31mred`.",
        "Expected `hello`, printed `␛]0;owned␇␛[2Jhello`.",
        "Expected `hello`, printed `hel\\u{202e}lo`.",
        "The line `hello` is missing.",
    ] {
        assert!(graded.stdout.contains(shown), "{}", graded.stdout);
        assert!(pages.contains(shown), "{pages}");
        assert!(json.contains(&shown.replace('\\', "\\\\")), "{json}");
    }
    assert!(graded.stdout.starts_with("␛[31mname  "), "{}", graded.stdout);
    assert!(grades.contains("\n'=1+1,graded,1,1,1\n"), "{grades}");
}

#[test]
fn a_gigabyte_of_output_is_cut_off() {
    let flood = "import sys\nfor _ in range(1 << 10): sys.stdout.write('x' * 1023 * 1024 + '\\n')\n";
    let scratch = Scratch::hello().write("class/flood.py", flood).write("class/right.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    let results = scratch.results();
    assert_eq!(named(&results, "flood")["scenarios"][0]["verdict"], "output limit");
    assert_eq!(named(&results, "right")["points"], "1");
    assert!(scratch.read("yardstick-results/results.json").len() < 10_000);
}

#[test]
fn without_an_interpreter_nobody_gets_a_zero() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", HELLO).write("bin/.keep", "");
    let mut command = scratch.command(&["grade", "spec.yaml", "class"]);
    let graded = ended(command.env("PATH", scratch.path("bin")));
    assert_eq!(graded.code, 3, "{}", graded.stderr);
    assert!(graded.stdout.contains("Ada  –/1  `python3` is needed to run Python"), "{}", graded.stdout);
    assert!(graded.stdout.contains("1 not graded: that is no fault of theirs"), "{}", graded.stdout);
    let results = scratch.results();
    let ada = named(&results, "Ada");
    assert!(ada["points"].is_null() && ada["scenarios"][0]["points"].is_null(), "{ada:#}");
    assert_eq!(ada["status"], "not graded");
    assert!(scratch.read("yardstick-results/grades.csv").ends_with("\nAda,not graded,,1,\n"));
    let reference = Scratch::greeting().write("class/Ada/hello.py", HELLO);
    let mut command = reference.command(&["grade", "spec.yaml", "class"]);
    let graded = ended(command.env("PATH", scratch.path("bin")));
    assert_eq!(graded.code, 3);
    assert!(
        graded.stderr.starts_with("error: cannot run the reference: `python3` is needed"),
        "{}",
        graded.stderr
    );
}

#[test]
fn results_that_cannot_be_written_are_noticed_before_anything_is_run() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", HELLO).write("marks", "a file");
    for out in ["marks", "marks/monday"] {
        let graded = scratch.run(&["grade", "spec.yaml", "class", "--out", out]);
        assert_eq!((graded.code, graded.stdout.as_str()), (2, ""));
        assert!(graded.stderr.starts_with(&format!("error: cannot write to `{out}`: ")), "{}", graded.stderr);
        assert!(graded.stderr.ends_with("help: choose another folder with `--out`\n"), "{}", graded.stderr);
    }
    assert_eq!(scratch.read("marks"), "a file");
}

#[test]
fn a_submission_that_kills_its_parent_does_not_stop_the_batch() {
    let killer = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nprint('hello')\n";
    let scratch = Scratch::hello()
        .write("class/Ada.py", HELLO)
        .write("class/Eve.py", killer)
        .write("class/Fay.py", HELLO);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--jobs", "1"]);
    let results = scratch.results();
    assert_eq!(named(&results, "Ada")["points"], "1");
    assert_eq!(named(&results, "Fay")["points"], "1");
    let eve = named(&results, "Eve")["scenarios"][0]["verdict"].as_str().unwrap();
    assert!(["not graded", "runtime error", "accepted"].contains(&eve), "{eve}");
    assert_eq!(graded.code, if eve == "not graded" { 3 } else { 0 });
}

#[test]
fn an_interrupt_keeps_what_is_done_and_leaves_no_process() {
    // Two tests at the same time do not sleep equally long.
    let length = format!("60.{}", std::process::id());
    let sleeper = format!("import os\nos.execv('/bin/sleep', ['sleep', '{length}'])\n");
    let scratch = Scratch::hello()
        .write("class/Ada.py", HELLO)
        .write("class/Bob.py", sleeper)
        .write("class/Cyd.py", HELLO);
    let mut command = Command::new(env!("CARGO_BIN_EXE_yardstick"));
    command.args(["grade", "spec.yaml", "class", "--jobs", "1"]).current_dir(scratch.path(""));
    let mut grading = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(within(Duration::from_secs(30), || is_asleep(&length)), "the submission never started");
    let pid = rustix::process::Pid::from_child(&grading);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(grading.wait().unwrap().code(), Some(130));
    assert!(!is_asleep(&length));
    let results = scratch.results();
    assert_eq!(named(&results, "Ada")["points"], "1");
    for name in ["Bob", "Cyd"] {
        assert_eq!(named(&results, name)["status"], "not graded", "{name}");
        assert!(named(&results, name)["points"].is_null(), "{name}");
    }
}

/// Whether a `sleep` of this length is running.
fn is_asleep(length: &str) -> bool {
    let command_line = format!("sleep\0{length}\0");
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|process| std::fs::read(process.path().join("cmdline")).ok())
        .any(|found| found == command_line.as_bytes())
}

#[test]
fn a_file_or_folder_that_is_not_there_is_named_with_what_to_do() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", HELLO).write("empty/x", "");
    let grade = ["grade", "spec.yaml", "class"];
    for (args, said) in [
        (&["diff", "nowhere", "class"][..], "`nowhere` holds no results: there is no such folder"),
        (&["diff", "empty", "class"], "`empty` holds no results: there is no `results.json` in it"),
        (&["regrade", "-r", "nowhere"], "`nowhere` holds no results: there is no such folder"),
        (
            &[&grade[..], &["--marks", "no.csv"]].concat(),
            "cannot use the marks in `no.csv`: there is no such file",
        ),
        (
            &[&grade[..], &["--roster", "no.csv"]].concat(),
            "cannot use the roster `no.csv`: there is no such file",
        ),
        (&[&grade[..], &["--gradebook", "no.csv"]].concat(), "the gradebook `no.csv`: there is no such file"),
        (
            &[&grade[..], &["--marks", "class"]].concat(),
            "cannot use the marks in `class`: it is a folder, not a file",
        ),
    ] {
        let ended = scratch.run(args);
        assert_eq!(ended.code, 2, "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains("\nhelp: "), "{args:?}: {}", ended.stderr);
        assert!(!ended.stderr.contains("os error"), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn the_results_folder_has_the_same_options_in_every_command() {
    let scratch = Scratch::hello().write("class/Ada/hello.py", HELLO);
    for option in ["-r", "-o", "--results", "--out"] {
        for args in
            [&["grade", "spec.yaml", "class"][..], &["regrade"], &["verify"], &["trace", "Ada", "says hello"]]
        {
            let ended = scratch.run(&[args, &[option, "monday"]].concat());
            assert_eq!(ended.code, 0, "{args:?} {option}: {}", ended.stderr);
        }
        let merged = scratch.run(&["merge", "monday", option, "merged"]);
        assert!(!merged.stderr.contains("unexpected argument"), "{option}: {}", merged.stderr);
    }
    assert!(!scratch.path("yardstick-results").exists());
}
