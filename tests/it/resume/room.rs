//! A grader that has no room for its files, or may not write them.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::{GRADE, OPEN, class, results, undisturbed};
use crate::scratch::Scratch;
use crate::user::is_root;
use crate::{night, optional};

/// A grader whose files can have at most this number of blocks of 512 bytes.
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
    for &blocks in night::some(&[180, 220], 1) {
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
