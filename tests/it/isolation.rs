//! Walls, and what is said where there are none; what is left when somebody is killed.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use yardstick::testing::sandbox::{Level, Sandbox, SandboxOptions};

use crate::scratch::Scratch;
use crate::user::copy_program;
use crate::wait::within;

use super::night;

const YARDSTICK: &str = env!("CARGO_BIN_EXE_yardstick");

fn open(level: Level) -> Sandbox {
    Sandbox::open(level, &SandboxOptions { executable: YARDSTICK.into(), warm: true }).unwrap()
}

#[test]
fn every_wall_holds_at_the_levels_that_have_walls() {
    for level in [Level::Strict, Level::Standard] {
        for trial in open(level).try_walls().unwrap() {
            assert!(trial.held, "{level}: {}", trial.attempt);
        }
    }
}

/// Or the canaries would prove nothing.
#[test]
fn canaries_get_out_where_there_is_no_wall() {
    for trial in open(Level::None).try_walls().unwrap() {
        // Limits and survivors are seen to at every level.
        let always = ["leave a daemon behind", "use more memory than it may"].contains(&trial.attempt);
        assert_eq!(trial.held, always, "{}", trial.attempt);
    }
}

/// `yardstick` on a machine that refuses some system calls.
fn without(refused: &[&str], args: &[&str]) -> (Option<i32>, String, String) {
    on("without.py", refused, Path::new(YARDSTICK), args)
}

/// An executable of `yardstick` on a machine that is like one of `tests/hosts`.
fn on(host: &str, settings: &[&str], yardstick: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts").join(host);
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new("python3")
        .env("PATH", path)
        .arg(script)
        .args(settings)
        .arg("--")
        .arg(yardstick)
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn submission() -> (Scratch, String, String) {
    let scratch = Scratch::hello().write("work/hello.py", "print('hello')\n");
    let path = |name: &str| scratch.path(name).display().to_string();
    let (spec, work) = (path("spec.yaml"), path("work"));
    (scratch, spec, work)
}

#[test]
fn a_level_that_cannot_be_had_is_refused_with_reason_and_remedy() {
    let (scratch, spec, work) = submission();
    let out = scratch.path("out").display().to_string();
    for (refused, level, reason, remedy) in [
        (
            &["unshare=EPERM"][..],
            "strict",
            "cannot make namespaces: Operation not permitted",
            "seccomp=unconfined",
        ),
        (&["unshare=ENOSPC"], "strict", "cannot make namespaces: No space left", "user.max_user_namespaces"),
        (&["mount=EACCES"], "strict", "Permission denied", "apparmor_restrict_unprivileged_userns"),
        (&["landlock_create_ruleset=ENOSYS"], "standard", "cannot use Landlock", "--sandbox none"),
    ] {
        let args = ["grade", &spec, &work, "--out", &out, "--sandbox", level];
        let (code, _, said) = without(refused, &args);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(&format!("isolation level `{level}` cannot be had here")), "{said}");
        assert!(said.contains(reason) && said.contains(remedy), "{said}");
        assert!(!scratch.path("out/results.json").exists(), "nothing was graded");
    }
}

#[test]
fn where_strict_cannot_be_had_the_best_there_is_serves_to_check_and_is_named() {
    let (_scratch, spec, work) = submission();
    for (refused, level) in [
        (&["unshare=EPERM"][..], "standard"),
        (&["mount=EACCES"], "standard"),
        (&["unshare=EPERM", "landlock_create_ruleset=ENOSYS"], "none"),
    ] {
        let (code, page, said) = without(refused, &["check", &spec, &work]);
        assert_eq!(code, Some(0), "{page}{said}");
        assert!(said.starts_with(&format!("isolation: {level}: ")), "{said}");
        let (_, told, _) = without(refused, &["doctor"]);
        assert!(told.contains("✗ strict: cannot "), "{told}");
    }
    let (code, _, said) = without(&[], &["check", &spec, &work]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
}

/// A copy of `yardstick` and a submission that everybody may read, in a folder where everybody may write.
fn for_everybody() -> (Scratch, PathBuf, String, String) {
    let (scratch, spec, work) = submission();
    let yardstick = scratch.path("yardstick");
    copy_program(Path::new(YARDSTICK), &yardstick);
    let folder = scratch.path("spec.yaml").parent().unwrap().to_path_buf();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    (scratch, yardstick, spec, work)
}

#[test]
fn where_proc_is_masked_strict_is_refused_with_reason_and_remedy_and_never_weakened() {
    let (scratch, yardstick, spec, work) = for_everybody();
    let out = scratch.path("out").display().to_string();
    let masked = |args: &[&str]| on("masked.py", &["masked"], &yardstick, args);

    for args in [&["--sandbox", "strict"][..], &[]] {
        let (code, _, said) = masked(&[&["grade", &spec, &work, "--out", &out], args].concat());
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("isolation level `strict` cannot be had here: cannot mount /proc"), "{said}");
        assert!(said.contains("systempaths=unconfined") && said.contains("--sandbox standard"), "{said}");
        assert!(!scratch.path("out/results.json").exists(), "nothing was graded");
    }
    let (code, _, said) = masked(&["check", &spec, &work]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("isolation: standard: ") && said.contains("strict: cannot mount /proc"),
        "{said}"
    );
    let (code, told, _) = masked(&["doctor"]);
    assert_eq!(code, Some(3));
    assert!(told.contains("✗ strict: cannot mount /proc") && told.contains("✓ standard: "), "{told}");
}

#[test]
fn where_proc_is_masked_the_other_levels_hold_what_they_promise() {
    for level in ["standard", "none"] {
        let (scratch, yardstick, spec, work) = for_everybody();
        let out = scratch.path("out").display().to_string();
        let args = ["grade", &spec, &work, "--out", &out, "--sandbox", level];
        let (code, table, said) = on("masked.py", &["masked"], &yardstick, &args);
        // Its canaries have tried the walls, limits and survivors before.
        assert_eq!((code, said.as_str()), (Some(0), ""), "{table}");
        let results = std::fs::read_to_string(scratch.path("out/results.json")).unwrap();
        assert!(results.contains(&format!("\"isolation\": \"{level}\"")), "{results}");
        assert!(results.contains("\"verdict\": \"accepted\""), "{results}");
    }
}

#[test]
fn where_there_is_no_proc_nothing_is_run_and_that_is_said() {
    let (scratch, yardstick, spec, work) = for_everybody();
    let out = scratch.path("out").display().to_string();
    for level in ["strict", "standard", "none"] {
        let args = ["grade", &spec, &work, "--out", &out, "--sandbox", level];
        let (code, _, said) = on("masked.py", &["absent"], &yardstick, &args);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("`/proc/self/exe`") && said.contains("help: /proc must be mounted"), "{said}");
        assert!(!scratch.path("out/results.json").exists(), "nothing was graded");
    }
}

#[test]
fn results_say_that_nothing_was_shut_in() {
    let (scratch, spec, work) = submission();
    let out = scratch.path("out").display().to_string();
    let (code, table, _) = without(&[], &["grade", &spec, &work, "--out", &out, "--sandbox", "none"]);
    assert_eq!(code, Some(0));
    assert!(table.contains("programs were NOT shut in"), "{table}");
    let results = std::fs::read_to_string(scratch.path("out/results.json")).unwrap();
    assert!(results.contains("\"isolation\": \"none\""), "{results}");
}

/// A grader at work on a program that has left four daemons and waits.
struct AtWork {
    scratch: Scratch,
    grader: Child,
    mark: String,
}

fn processes() -> Vec<(i32, String)> {
    std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter_map(|pid| Some((pid, std::fs::read(format!("/proc/{pid}/cmdline")).ok()?)))
        .map(|(pid, line)| (pid, String::from_utf8_lossy(&line).replace('\0', " ")))
        .collect()
}

/// Longer than anything takes that is waited for, and shorter than what must not be waited for.
const PATIENCE: Duration = Duration::from_secs(25);

impl AtWork {
    /// The program waits for so many seconds, and may wait a little longer.
    fn start(level: &str, name: &str, seconds: u32) -> Self {
        let mark = format!("left-by-{}-{name}", std::process::id());
        // Where a supervisor was killed, nothing is heard of the run until this limit is over.
        let wall = seconds + 3;
        let spec = format!(
            "assignment: busy\nsubmission: {{ files: [busy.py] }}\nlimits: {{ cpu: 9s, wall: {wall}s }}\ngroups:\n  \
             - name: Busy\n    points: 1\n    scenarios:\n      - {{ name: ends, expect: {{ stdout: \"done\\n\" }} }}\n"
        );
        let program = format!(
            "import os, sys, time\nfor _ in range(4):\n  if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n      \
             os.execv('/bin/sh', ['/bin/sh', '-c', 'trap \"\" TERM HUP; sleep 60; exit', '{mark}'])\n    os._exit(0)\n\
             time.sleep({seconds})\nprint('done')\n"
        );
        let scratch = Scratch::new(&spec).write("work/busy.py", program);
        let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
        let grader = Command::new(YARDSTICK)
            .env("PATH", path)
            .arg("grade")
            .args([scratch.path("spec.yaml"), scratch.path("work")])
            .args(["--sandbox", level, "--quiet", "--out"])
            .arg(scratch.path("out"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let at_work = Self { scratch, grader, mark };
        assert!(within(PATIENCE, || at_work.left() >= 4), "the daemons did not start");
        at_work
    }

    fn left(&self) -> usize {
        processes().iter().filter(|(_, line)| line.contains(&self.mark)).count()
    }

    /// Launchers and supervisors of this grader.
    fn helpers(&self) -> Vec<i32> {
        let mut family = vec![self.grader.id() as i32];
        let mut next = 0;
        while next < family.len() {
            let tasks =
                std::fs::read_dir(format!("/proc/{}/task", family[next])).into_iter().flatten().flatten();
            for task in tasks {
                let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
                family.extend(children.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
            }
            next += 1;
        }
        let lines = processes();
        let is_ours =
            |pid: &i32| lines.iter().any(|(id, line)| id == pid && line.starts_with("yardstick-launcher"));
        family.into_iter().filter(is_ours).collect()
    }

    fn results(&self) -> PathBuf {
        self.scratch.path("out/results.json")
    }
}

#[test]
fn nothing_outlives_a_grader_that_is_killed() {
    for level in ["strict", "standard", "none"] {
        let mut at_work = AtWork::start(level, level, 30);
        let helpers = at_work.helpers();
        at_work.grader.kill().unwrap();
        at_work.grader.wait().unwrap();
        let gone = || {
            at_work.left() == 0 && helpers.iter().all(|pid| !Path::new(&format!("/proc/{pid}/fd/0")).exists())
        };
        assert!(within(PATIENCE, gone), "{level}: {} left", at_work.left());
    }
}

#[test]
fn a_run_whose_helpers_are_killed_is_run_again_and_blames_nobody() {
    for &victim in night::some(&[0, 1, 2], 1) {
        let mut at_work = AtWork::start("strict", &format!("victim-{victim}"), 1);
        let helpers = at_work.helpers();
        let pid = rustix::process::Pid::from_raw(helpers[victim % helpers.len()]).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        let ended = at_work.grader.wait().unwrap();
        assert_eq!(ended.code(), Some(0));
        let results = std::fs::read_to_string(at_work.results()).unwrap();
        assert!(results.contains("\"verdict\": \"accepted\""), "{results}");
        assert!(within(PATIENCE, || at_work.left() == 0), "{} left", at_work.left());
    }
}

/// Whether a process of ours may raise limits that were lowered for good.
fn may_raise_limits() -> bool {
    const SYS_RESOURCE: u64 = 24; // capabilities(7)
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let effective = status.lines().find_map(|line| line.strip_prefix("CapEff:")).unwrap().trim();
    u64::from_str_radix(effective, 16).unwrap() >> SYS_RESOURCE & 1 == 1
}

#[test]
fn a_limit_of_the_shell_that_is_too_low_is_named_before_anything_is_graded() {
    let class = Scratch::hello().write("class/Ada.py", "print('hello')");
    for level in ["strict", "none"] {
        if level == "none" && may_raise_limits() {
            continue;
        }
        for (lowered, complaint) in [
            ("-f 200", "`ulimit -Hf` of this shell is 100 KiB, and programs are given 65536 KiB\n"),
            ("-n 200", "`ulimit -Hn` of this shell is 200 files, and programs are given 257 files\n"),
        ] {
            let grading = class.process(&["grade", "spec.yaml", "class", "--sandbox", level]);
            let mut command = std::process::Command::new("sh");
            command.args(["-c", &format!("ulimit {lowered}; exec \"$@\""), "sh"]).arg(grading.get_program());
            command.args(grading.get_args()).current_dir(class.path("."));
            let refused = super::scratch::ended(&mut assert_cmd::Command::from_std(command));
            assert_eq!(refused.code, 3, "{}", refused.stderr);
            assert!(refused.stderr.contains(complaint), "{}", refused.stderr);
            assert!(
                refused.stderr.contains("\nhelp: `ulimit -H` cannot be raised again"),
                "{}",
                refused.stderr
            );
            assert!(!class.path("yardstick-results").exists());
        }
    }
}
