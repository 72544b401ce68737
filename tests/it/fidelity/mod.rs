//! An interpreter whose forks do something else than it does when it starts anew is not believed, and costs nobody a point.

use std::process::Command;

use super::scratch::{Scratch, ended, named};

/// An interpreter that forgets its exit code where it is forked.
const LIE: &str = "import sys\n\nFORKED = sys.path[0] == '/.yardstick'\n\ndef lying(code=None):\n    raise SystemExit(None if FORKED else code)\n\n\
    sys.exit = lying\n";

#[cfg(target_os = "linux")]
#[test]
fn an_interpreter_whose_forks_lie_starts_anew_for_each_run_and_marks_are_right() {
    let spec = "assignment: codes\nsubmission: { files: [code.py] }\nscenarios:\n  - { name: code, points: 1, expect: { stdout: \"a\\n\", exit: 3 } }\n";
    let scratch = Scratch::new(spec)
        .write("class/right/code.py", "import sys\nprint('a')\nsys.exit(3)\n")
        .write("class/wrong/code.py", "import sys\nprint('a')\nsys.exit()\n");
    let venv = scratch.path("liar");
    let made =
        Command::new("/usr/bin/python3").args(["-m", "venv", "--without-pip"]).arg(&venv).status().unwrap();
    assert!(made.success());
    let packages =
        std::fs::read_dir(venv.join("lib")).unwrap().next().unwrap().unwrap().path().join("site-packages");
    std::fs::write(packages.join("lie.py"), LIE).unwrap();
    std::fs::write(packages.join("lie.pth"), "import lie\n").unwrap();
    let home = scratch.path("home");
    std::fs::create_dir(&home).unwrap();
    let run = |words: &[&str], path: &str| {
        ended(scratch.command(words).env("PATH", path).env("HOME", &home).env_remove("XDG_CACHE_HOME"))
    };
    let liar = format!("{}:/usr/bin:/bin", venv.join("bin").display());
    for _ in 0..2 {
        let graded = run(&["grade", "spec.yaml", "class"], &liar);
        assert_eq!(graded.code, 0, "{}{}", graded.stdout, graded.stderr);
        let note = "do not do what it does when it starts anew (an exit code and ";
        assert!(
            graded.stderr.contains(note) && graded.stderr.contains("changes no mark"),
            "{}",
            graded.stderr
        );
        let results = scratch.results();
        assert_eq!(named(&results, "right")["points"], "1", "{:#}", named(&results, "right"));
        assert_eq!(named(&results, "wrong")["points"], "0", "{:#}", named(&results, "wrong"));
        std::fs::remove_dir_all(scratch.path("yardstick-results")).unwrap();
    }
    let kept = std::fs::read_to_string(home.join(".cache/yardstick/interpreters.json")).unwrap();
    assert!(kept.contains("\"an exit code\""), "{kept}");
    let honest = run(&["grade", "spec.yaml", "class"], "/usr/bin:/bin");
    assert!(!honest.stderr.contains("starts anew"), "{}", honest.stderr);
    // What cannot be read is found out again.
    std::fs::write(home.join(".cache/yardstick/interpreters.json"), "{").unwrap();
    let doctor = run(&["doctor"], &liar);
    assert!(doctor.stdout.contains("so each run starts one anew"), "{}", doctor.stdout);
    let doctor = run(&["doctor"], "/usr/bin:/bin");
    assert!(
        doctor.stdout.contains("forks of it do what it does when it starts anew, in 37 small programs"),
        "{}",
        doctor.stdout
    );
}
