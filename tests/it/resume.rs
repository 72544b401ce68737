//! Whatever stops a grader, the next one goes on, and in the end nobody can tell.

use std::collections::BTreeMap;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::Signal;

use super::night;
use super::optional;
use super::scratch::{SOLUTION, Scratch, WITHOUT_COMMA, named};
use super::user::is_root;
use super::wait::until;

const GRADE: [&str; 4] = ["grade", "spec.yaml", "class", "--jobs=2"];

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

#[test]
fn after_ctrl_c_grading_goes_on_and_leaves_the_same_bytes() {
    let class = class();
    let expected = undisturbed(&class, "strict");
    for &signal in night::some(&[Signal::INT, Signal::TERM, Signal::HUP], 1) {
        for count in [1, 4, 8] {
            let mut grading = start(&class, &GRADE);
            until(|| records(&class) >= count || grading.try_wait().unwrap().is_some());
            let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&grading), signal);
            let code = grading.wait().unwrap().code();
            assert!([Some(130), Some(0)].contains(&code), "{code:?}");
        }
        let verified = class.run(&["verify"]);
        assert_eq!(verified.code, 0, "{}", verified.stdout);
        assert_eq!(class.run(&GRADE).code, 0);
        assert_eq!(results(&class.path("yardstick-results")), expected);
        std::fs::remove_dir_all(class.path("yardstick-results")).unwrap();
    }
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

/// Grades where nothing is shut in: what follows is about the grader's own files.
const OPEN: [&str; 2] = ["--sandbox", "none"];

/// A grader that may write files of so many blocks: the next byte finds no room.
fn with_file_size(class: &Scratch, blocks: u32) -> Command {
    let grading = class.process(&[&GRADE[..], &OPEN].concat());
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -S -f \"$1\"; shift; exec \"$@\"", "sh", &blocks.to_string()]);
    like(&grading, &mut command);
    command
}

/// Has a command end with another, to be run as that would be.
fn like(command: &Command, around: &mut Command) {
    around.arg(command.get_program()).args(command.get_args());
    around.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    around.current_dir(command.get_current_dir().unwrap());
}

#[test]
fn when_nothing_more_can_be_written_it_says_so_stops_and_goes_on_later() {
    // Each prints so much, and nothing twice, that one or two submissions fill a file.
    let wordy = "import random\nrandom.seed(input() + __file__ + SALT)\n\
                 for _ in range(100): print(random.getrandbits(240))\n";
    let class = (0..9).fold(Scratch::greeting(), |class, number| {
        let program = wordy.replace("SALT", &format!("'{number}'"));
        class.write(&format!("class/student-{number:02}/hello.py"), program)
    });
    let expected = undisturbed(&class, "none");
    for &blocks in night::some(&[100, 120], 1) {
        let full = with_file_size(&class, blocks).output().unwrap();
        let said = String::from_utf8(full.stderr).unwrap();
        assert_eq!(full.status.code(), Some(3), "{blocks}: {said}");
        assert!(said.contains("error: cannot keep traces in `yardstick-results/traces/"), "{blocks}: {said}");
        let help = "everything that was kept until now is safe";
        assert!(said.contains("File too large") && said.contains(help), "{blocks}: {said}");
        assert!(!class.path("yardstick-results/results.json").exists(), "{blocks}");
    }
    let grade = || class.run(&[&GRADE[..], &OPEN].concat());
    let graded = grade();
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    assert!(graded.stderr.contains("was cut short; what stood there is run again"), "{}", graded.stderr);
    assert!(graded.stdout.contains("runs were known from before"), "{}", graded.stdout);
    assert_eq!(results(&class.path("yardstick-results")), expected);
    assert_eq!(grade().stderr, "", "what was cut short is told once");
    let verified = class.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
}

#[test]
fn on_a_full_disk_it_says_so_stops_and_goes_on_when_there_is_room() {
    let class = class();
    let expected = undisturbed(&class, "none");
    // A small file system of its own, where this machine allows one.
    let script = "mkdir out && mount -t tmpfs -o size=\"$1\" none out && shift && \"$@\" --out out; code=$?; \
                  cp -r out kept; exit $code";
    for size in night::some(&["40k", "12k", "60k"], 1) {
        for left in ["kept", "out"] {
            let _ = std::fs::remove_dir_all(class.path(left));
        }
        let mut unshare = Command::new("unshare");
        unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", size]);
        like(&class.process(&[&GRADE[..], &OPEN].concat()), &mut unshare);
        let full = unshare.output().unwrap();
        let said = String::from_utf8(full.stderr).unwrap();
        if said.contains("unshare: ") || said.contains("mount: ") {
            return optional::skipped("a file system of its own in memory");
        }
        assert!([Some(2), Some(3)].contains(&full.status.code()), "{size}: {:?} {said}", full.status);
        assert!(said.contains("No space left on device") && said.contains("help: "), "{size}: {said}");
        let graded = class.run(&[&GRADE[..], &OPEN, &["--out", "kept"]].concat());
        assert_eq!(graded.code, 0, "{}", graded.stderr);
        assert_eq!(results(&class.path("kept")), expected, "{size}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_to_is_refused_before_anything_is_run() {
    // For root nothing is read-only but what is mounted so.
    let class = class().write("file", "");
    let refused = class.run(&[&GRADE[..], &["--out", "file/out"]].concat());
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.starts_with("error: cannot "), "{}", refused.stderr);
    if is_root() {
        return;
    }
    std::fs::create_dir(class.path("locked")).unwrap();
    std::fs::set_permissions(class.path("locked"), std::fs::Permissions::from_mode(0o555)).unwrap();
    let refused = class.run(&[&GRADE[..], &["--out", "locked"]].concat());
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("cannot write to `locked`: Permission denied"), "{}", refused.stderr);
    std::fs::set_permissions(class.path("locked"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(class.run(&[&GRADE[..], &["--out", "locked"]].concat()).code, 0);
}

#[test]
fn a_check_that_was_stopped_from_outside_is_believed_the_second_time() {
    // An interpreter that is stopped the first time, as by an engine that takes a job down.
    let class = Scratch::hello().write("class/Ada/hello.py", "print('hello')");
    let python =
        Command::new("python3").args(["-c", "import sys; print(sys.executable, end='')"]).output().unwrap();
    let (python, here) = (String::from_utf8(python.stdout).unwrap(), class.path("").display().to_string());
    let asked = format!("#!/bin/sh\n{python} \"$@\" | sed 's|^{python}$|{here}/stopped|'\n");
    let stopped = format!(
        "#!/bin/sh\n[ -e {here}/once ] || {{ : > {here}/once; kill -TERM $$; }}\nexec {python} \"$@\"\n"
    );
    let class = class.write("bin/python3", asked).write("stopped", stopped);
    for script in ["bin/python3", "stopped"] {
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(class.path(script), executable).unwrap();
    }
    let path = format!("{here}/bin:{}", std::env::var("PATH").unwrap());
    let graded = class.process(&[&GRADE[..], &OPEN].concat()).env("PATH", path).output().unwrap();
    assert!(graded.status.success(), "{graded:?}");
    assert!(class.path("once").exists(), "it was never stopped");
    assert_eq!(named(&class.results(), "Ada")["points"], "1", "{}", class.results());
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

/// Starts a command in a process group of its own, as a shell does at a terminal.
fn start_at_a_terminal(class: &Scratch, args: &[&str], path: Option<&str>) -> Child {
    let mut command = class.process(args);
    command.envs(path.map(|path| ("PATH", path)));
    command.process_group(0).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Ctrl-C: the signal is for every process of the group.
fn interrupt(child: &Child, signal: Signal) {
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), signal);
}

#[test]
fn a_signal_while_tools_are_looked_up_is_no_fault() {
    // The interpreter dies of the same signal: it was there, all the same.
    let class = class();
    let here = class.path("").display().to_string();
    let fifo = class.path("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    let class = class.write("bin/python3", format!("#!/bin/sh\n: > {here}/fifo\nexec sleep 60\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(class.path("bin/python3"), executable).unwrap();
    let path = format!("{here}/bin:{}", std::env::var("PATH").unwrap());
    for &signal in night::some(&[Signal::INT, Signal::TERM, Signal::HUP], 1) {
        for command in [&GRADE[..], &["check", "spec.yaml", "class/student-00"]] {
            let child = start_at_a_terminal(&class, command, Some(&path));
            std::fs::File::open(&fifo).unwrap();
            interrupt(&child, signal);
            let ended = child.wait_with_output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(ended.status.code(), Some(130), "{command:?}: {said}");
            assert!(said.contains("stopped"), "{command:?}: {said}");
        }
    }
}

#[test]
fn a_signal_from_the_terminal_while_a_program_runs_ends_every_command_with_130() {
    let class = waiting();
    for &signal in night::some(&[Signal::INT, Signal::TERM, Signal::HUP], 1) {
        for command in
            [&[&GRADE[..], &OPEN].concat()[..], &["check", "spec.yaml", "class/Ada", "--sandbox", "none"]]
        {
            let child = start_at_a_terminal(&class, command, None);
            let pipe = wait_for(&class);
            interrupt(&child, signal);
            let ended = child.wait_with_output().unwrap();
            drop(pipe);
            let said = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(ended.status.code(), Some(130), "{command:?}: {said}");
            let goes_on = said.contains("stopped: the same command goes on where this one stopped");
            assert_eq!(goes_on, command[0] == "grade", "{said}");
        }
    }
}

/// Interrupts graders, each after one record more than the one before; the last of ten is followed by one that finishes.
fn grading_goes_on_after_interrupts(rounds: Range<usize>) {
    let class = class();
    let expected = undisturbed(&class, "strict");
    let folder = class.path("yardstick-results");
    for round in rounds {
        // Before anything is written, or after so many records.
        let mut grading = start_at_a_terminal(&class, &GRADE, None);
        let is_there = |count: usize| match count {
            0 => folder.join("feedback").exists(),
            count => records(&class) >= count,
        };
        until(|| is_there(round % 11) || grading.try_wait().unwrap().is_some());
        (0..round * 20).for_each(|_| std::thread::yield_now());
        interrupt(&grading, Signal::INT);
        let ended = grading.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        match ended.status.code() {
            Some(130) => assert!(said.contains("goes on where this one stopped"), "{round}: {said}"),
            // It had not begun: a shell calls that 130 too.
            None => assert_eq!(ended.status.signal(), Some(libc::SIGINT), "{round}"),
            code => assert_eq!(code, Some(0), "{round}: {said}"),
        }
        if round % 10 == 9 {
            assert_eq!(class.run(&GRADE).code, 0);
            assert_eq!(results(&folder), expected, "{round}");
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
}

#[test]
fn whenever_the_terminal_interrupts_grading_it_ends_with_130_and_goes_on() {
    grading_goes_on_after_interrupts(0..10);
}

#[test]
#[ignore = "the same with interrupts at other moments"]
fn whenever_else_the_terminal_interrupts_grading_it_ends_with_130_and_goes_on() {
    grading_goes_on_after_interrupts(10..40);
}

/// Stops merges at four moments, one after the other.
fn a_stopped_merge_is_given_again(rounds: Range<usize>) {
    let class = class();
    for part in ["0", "1"] {
        let args = ["--shard", &format!("{part}/2"), "--out", &format!("part-{part}")];
        assert_eq!(class.run(&[&GRADE[..], &OPEN, &args].concat()).code, 0);
    }
    let expected = undisturbed(&class, "none");
    let merge = ["merge", "part-0", "part-1"];
    let folder = class.path("yardstick-results");
    for round in rounds {
        let mut merging = start_at_a_terminal(&class, &merge, None);
        let is_there = || match round % 4 {
            0 => folder.join("traces").exists(),
            1 => folder.join("grading.json").exists(),
            2 => folder.join("feedback/student-00.txt").exists(),
            _ => folder.join("results.json").exists(),
        };
        until(|| is_there() || merging.try_wait().unwrap().is_some());
        interrupt(&merging, Signal::INT);
        merging.wait().unwrap();
        assert_eq!(class.run(&merge).code, 0);
        assert_eq!(results(&folder), expected, "{round}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn a_merge_that_is_stopped_is_given_again_and_leaves_the_same_bytes() {
    a_stopped_merge_is_given_again(1..3);
}

#[test]
#[ignore = "the same, again and again, at each moment"]
fn a_merge_that_is_stopped_more_often_is_given_again_and_leaves_the_same_bytes() {
    a_stopped_merge_is_given_again(4..16);
}
