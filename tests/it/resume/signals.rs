//! Graders, merges and checks that are stopped by signals.

use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};

use rustix::process::Signal;

use super::{GRADE, OPEN, class, records, results, start, undisturbed, wait_for, waiting};
use crate::night;
use crate::scratch::{Scratch, named};
use crate::wait::until;

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
    let class = class.write("bin/python3", format!("#!/bin/sh\n: > {here}/fifo\nexec sleep 60\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(class.path("bin/python3"), executable).unwrap();
    let path = format!("{here}/bin:{}", std::env::var("PATH").unwrap());
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        for command in [&GRADE[..], &["check", "spec.yaml", "class/student-00"]] {
            // A new one each time: an interpreter that the last command started after the signal may still open the old one.
            let _ = std::fs::remove_file(&fifo);
            rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
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
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
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
