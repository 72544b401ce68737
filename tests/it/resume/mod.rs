//! Whatever stops a grader, the next one goes on, and the results are the same as if nothing had stopped it.

mod room;
mod signals;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Stdio};

use super::scratch::{SOLUTION, Scratch, WITHOUT_COMMA, named};
use super::wait::until;

const GRADE: [&str; 4] = ["grade", "spec.yaml", "class", "--jobs=2"];

/// Options for tests about the grader's own files: no program is isolated.
const OPEN: [&str; 2] = ["--sandbox", "none"];

/// Some who are right, some who are not, and one who handed in nothing that runs.
fn class() -> Scratch {
    let class = (0..8).fold(Scratch::greeting(), |class, number| {
        let program = if number % 3 == 0 { WITHOUT_COMMA } else { SOLUTION };
        class.write(&format!("class/student-{number:02}/hello.py"), format!("# {number}\n{program}"))
    });
    class.write("class/student-08/helo.py", "").zip("class/student-09.zip", &[("hello.py", SOLUTION)])
}

/// Every file of the results that follows from traces, and nothing but those and the traces is there.
fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut results = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(below) = folders.pop() {
        for entry in std::fs::read_dir(&below).unwrap() {
            let path = entry.unwrap().path();
            match path.strip_prefix(folder).unwrap().to_str().unwrap() {
                "traces" => {}
                _ if path.is_dir() => folders.push(path),
                name => drop(results.insert(name.to_owned(), std::fs::read(&path).unwrap())),
            }
        }
    }
    results
}

/// What a grader leaves that nothing stops.
fn undisturbed(class: &Scratch, level: &str) -> BTreeMap<String, Vec<u8>> {
    let graded = class.run(&[&GRADE[..], &["--sandbox", level, "--out", "undisturbed"]].concat());
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    results(&class.path("undisturbed"))
}

fn start(class: &Scratch, args: &[&str]) -> Child {
    let mut command = class.process(args);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The records of submissions in all files of traces. A line that a kill cut off is none.
fn records(class: &Scratch) -> usize {
    let files = std::fs::read_dir(class.path("yardstick-results/traces")).into_iter().flatten();
    let texts = files.filter_map(|file| std::fs::read(file.unwrap().path()).ok());
    texts
        .map(|text| {
            text.split_inclusive(|byte| *byte == b'\n')
                .filter(|line| line.ends_with(b"\n") && line.windows(12).any(|part| part == b" submission "))
                .count()
        })
        .sum()
}

/// Kills graders after some records and once more each round, a little later in each.
fn the_next_goes_on_after_a_kill(rounds: Range<usize>) {
    let class = class();
    let expected = undisturbed(&class, "strict");
    let all = 11; // With the reference.
    for round in rounds {
        // As soon as so many records are there: none is written twice, and none is lost.
        for records_before_the_end in [0, 1, 3, 5, 7, 9, 10, 11] {
            let mut grading = start(&class, &GRADE);
            until(|| records(&class) >= records_before_the_end || grading.try_wait().unwrap().is_some());
            (0..round * 40).for_each(|_| std::thread::yield_now());
            let _ = grading.kill();
            grading.wait().unwrap();
            let now = records(&class);
            assert!((records_before_the_end..=all).contains(&now), "{now}");
        }
        let graded = class.run(&GRADE);
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        assert_eq!(results(&class.path("yardstick-results")), expected, "round {round}");
        assert_eq!(records(&class), all);
        assert!(graded.stdout.contains("runs were known from before"), "{}", graded.stdout);
        assert_eq!(class.run(&["verify"]).code, 0);
        std::fs::remove_dir_all(class.path("yardstick-results")).unwrap();
    }
}

#[test]
fn whenever_a_grader_is_killed_the_next_goes_on_and_leaves_the_same_bytes() {
    the_next_goes_on_after_a_kill(0..1);
}

#[test]
#[ignore = "the same with kills at other moments"]
fn whenever_else_a_grader_is_killed_the_next_goes_on_and_leaves_the_same_bytes() {
    the_next_goes_on_after_a_kill(1..6);
}

/// A class of one whose program waits until somebody opens the other end of `fifo`.
fn waiting() -> Scratch {
    let class = Scratch::hello();
    let fifo = class.path("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    let waits = format!("open({:?}).read()\nprint('hello')\n", fifo.to_str().unwrap());
    class.write("class/Ada/hello.py", waits)
}

/// Comes back when the program waits: then its grader is at work for sure.
fn wait_for(class: &Scratch) -> std::fs::File {
    std::fs::OpenOptions::new().write(true).open(class.path("fifo")).unwrap()
}

#[test]
fn results_that_were_never_finished_are_not_called_wrong() {
    let class = waiting();
    let mut grading = start(&class, &[&GRADE[..], &OPEN].concat());
    let pipe = wait_for(&class);
    grading.kill().unwrap();
    grading.wait().unwrap();
    drop(pipe);
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    assert!(verified.stdout.contains("? results      0 of 1 submissions were graded"), "{}", verified.stdout);
    for command in [&["regrade", "--preview"][..], &["merge", "yardstick-results", "--out", "joined"]] {
        assert_eq!(class.run(command).code, 2, "{command:?}");
    }
    for command in [&["bundle", "Ada"][..], &["trace", "Ada", "hello"]] {
        let refused = class.run(command);
        assert_eq!(refused.code, 3, "{command:?}");
        assert!(refused.stderr.contains("`yardstick-results` is not complete"), "{}", refused.stderr);
    }
}

#[test]
fn a_second_grader_says_so_and_stops_and_the_first_is_unharmed() {
    let class = waiting();
    let args = [&GRADE[..], &OPEN].concat();
    let mut command = class.process(&args);
    let first = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pipe = wait_for(&class);

    let second = class.run(&args);
    assert_eq!(second.code, 3, "{}", second.stdout);
    let holder = format!("(process {} on ", first.id());
    let said = format!("error: another yardstick is grading into `yardstick-results` {holder}");
    assert!(second.stderr.starts_with(&said), "{}", second.stderr);
    assert!(
        second.stderr.ends_with("\nhelp: wait until it has ended, or choose another folder with `--out`\n")
    );
    for other in [&["regrade"][..], &["merge", "yardstick-results"]] {
        assert_ne!(class.run(other).code, 0, "{other:?}");
    }

    drop(pipe);
    let first = first.wait_with_output().unwrap();
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(named(&class.results(), "Ada")["points"], "1");
    assert_eq!(class.run(&args).code, 0);
}
