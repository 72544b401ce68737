//! What many runs leave behind: no process, no mount, no namespace, no descriptor, and no memory.
//!
//! Two hundred runs by default, ten thousand on demand, with what was measured:
//!
//! ```console
//! $ cargo test --release --test it leaks:: -- --ignored --nocapture
//! ```
//!
//! The runs are made by a process of their own, this executable started anew, because other tests start processes and
//! open files at the same time. It is only allowed a few namespaces (tests/hosts/few_namespaces.py): whatever keeps one
//! alive, a process, a mount or a descriptor, the runs would soon fail for want of another.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use yardstick::testing::sandbox::{self, Exit, Files, Input, Level, Limits, Sandbox, SandboxOptions};

use super::{night, wait::within};

/// What tells the process of its own how many runs it is to make, at which level.
const RUNS: &str = "YARDSTICK_LEAKS_RUNS";
const LEVEL: &str = "YARDSTICK_LEAKS_LEVEL";

/// How many namespaces of a kind there may be at a time: those of the launchers, those of one run, and some that the
/// kernel has not yet taken down.
const NAMESPACES: &str = "16";

/// Memory that may come to more runs after the first part of them, in KiB: what an allocator keeps.
const MEMORY: u64 = 1024;

/// Leaves a daemon that keeps its files open, a file and an open descriptor.
const UNTIDY: &str = "sleep 60 & exec 7> left; read line; echo $line >&7; echo $line";

/// What this process and its family hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Holdings {
    processes: usize,
    namespaces: usize,
    mounts: usize,
    descriptors: usize,
    temporary: usize,
    /// The memory of this process, in KiB.
    memory: u64,
    /// The memory of the launchers, in KiB.
    launchers: u64,
}

impl fmt::Display for Holdings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { processes, namespaces, mounts, descriptors, temporary, memory, launchers } = self;
        write!(
            f,
            "{processes} processes, {namespaces} namespaces, {mounts} mounts, {descriptors} descriptors, {temporary} \
             temporary folders, {memory} KiB here, {launchers} KiB in launchers"
        )
    }
}

impl Holdings {
    /// Once the supervisor of the last run, which has told the end of it, is gone too.
    fn between_runs(idle: usize) -> Self {
        within(Duration::from_secs(10), || family().len() <= idle);
        let family = family();
        let launchers = &family[1..];
        Self {
            processes: family.len(),
            namespaces: family.iter().flat_map(|pid| namespaces(*pid)).collect::<BTreeSet<_>>().len(),
            mounts: family.iter().map(|pid| mounts(*pid)).sum(),
            descriptors: family.iter().map(|pid| entries(format!("/proc/{pid}/fd"))).sum(),
            temporary: entries(std::env::temp_dir()),
            memory: memory(family[0]),
            launchers: launchers.iter().map(|pid| memory(*pid)).sum(),
        }
    }

    /// Everything but memory, which is compared with a margin.
    fn without_memory(&self) -> Self {
        Self { memory: 0, launchers: 0, ..self.clone() }
    }
}

/// This process and all that descend from it.
fn family() -> Vec<u32> {
    let mut family = vec![std::process::id()];
    let mut next = 0;
    while next < family.len() {
        for task in fs::read_dir(format!("/proc/{}/task", family[next])).into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            family.extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
        }
        next += 1;
    }
    family
}

fn entries(folder: impl AsRef<Path>) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

fn namespaces(pid: u32) -> Vec<PathBuf> {
    let names = fs::read_dir(format!("/proc/{pid}/ns")).into_iter().flatten().flatten();
    names.filter_map(|name| fs::read_link(name.path()).ok()).collect()
}

fn mounts(pid: u32) -> usize {
    fs::read_to_string(format!("/proc/{pid}/mountinfo")).map_or(0, |mounts| mounts.lines().count())
}

/// The resident memory of a process in KiB.
fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    resident.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

/// Makes runs, and looks at what is held after a tenth of them and after all.
fn make(runs: usize, level: Level) {
    let opening = SandboxOptions { executable: env!("CARGO_BIN_EXE_yardstick").into(), warm: true };
    let sandbox = Sandbox::open(level, &opening).unwrap();
    let command = sandbox::Command {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), UNTIDY.into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        files: Arc::new(Files::new([(Path::new("data.txt"), b"1 2 3".as_slice(), false)]).unwrap()),
        tools: vec![],
        channel: true,
        reserves: false,
        prove: false,
        warm: None,
    };
    let input = Input { lines: vec!["typed".into()], final_newline: true, terminal: false };
    let started = Instant::now();
    let (idle, mut early) = (family().len(), None);
    for run in 0..runs {
        let execution = sandbox.run(&command, &input, &Limits::default()).unwrap();
        assert_eq!((execution.exit, execution.stdout), (Exit::Code(0), b"typed\n".to_vec()), "run {run}");
        if run + 1 == runs / 10 {
            early = Some(Holdings::between_runs(idle));
        }
    }
    let (early, late) = (early.unwrap(), Holdings::between_runs(idle));
    println!("{level}, after {:>5} runs: {early}", runs / 10);
    println!("{level}, after {runs:>5} runs: {late}; {:.1?} in all", started.elapsed());
    assert_eq!(early.without_memory(), late.without_memory());
    for (before, after) in [(early.memory, late.memory), (early.launchers, late.launchers)] {
        assert!(after <= before + MEMORY, "memory grew from {before} KiB to {after} KiB");
    }
}

#[test]
#[ignore = "it is a part of the other tests, in a process of its own"]
fn runs_that_are_counted() {
    let (Ok(runs), Ok(level)) = (std::env::var(RUNS), std::env::var(LEVEL)) else { return };
    let level = Level::ALL.into_iter().find(|one| one.name() == level).unwrap();
    make(runs.parse().unwrap(), level);
}

/// Has a process of its own, which is allowed a few namespaces, make runs; gives what it measured.
fn counted(namespaces: &str, runs: usize, level: Level) -> Output {
    let place = tempfile::tempdir().unwrap();
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/few_namespaces.py"))
        .args([namespaces, "--"])
        .arg(std::env::current_exe().unwrap())
        .args(["leaks::runs_that_are_counted", "--exact", "--ignored", "--nocapture"])
        .env("PATH", path)
        .env("TMPDIR", place.path())
        .env(RUNS, runs.to_string())
        .env(LEVEL, level.name())
        .output()
        .unwrap()
}

fn leave_nothing(runs: usize) {
    for level in Level::ALL {
        let output = counted(NAMESPACES, runs, level);
        let said = String::from_utf8_lossy(&output.stdout);
        let measured: Vec<&str> = said.lines().filter(|line| line.starts_with(level.name())).collect();
        println!("{}", measured.join("\n"));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && measured.len() == 2, "{level}: {said}{complaint}");
    }
}

#[test]
fn many_runs_leave_nothing() {
    leave_nothing(if night::is_night() { 200 } else { 50 });
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_runs_leave_nothing() {
    leave_nothing(10_000);
}

#[test]
#[ignore = "waits eight seconds for namespaces"]
fn where_no_namespace_is_left_a_run_says_so() {
    let complaint = String::from_utf8(counted("1", 10, Level::Strict).stderr).unwrap();
    assert!(complaint.contains("NoNamespaces"), "{complaint}");
}
