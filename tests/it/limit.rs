//! How long a test may wait: a program that hangs is the end of its test, which says what it waited for, and not of the gate.

use std::collections::HashMap;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use super::night;

/// The program. A browser may be there for many tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_yardstick");

/// The time that it may take: some ten times what it takes at most between two busy loops.
fn limit() -> Duration {
    Duration::from_secs(if night::is_night() { 3600 } else { 600 })
}

/// From now on, a program that a test started and has waited for too long is named and killed.
pub(crate) fn begin() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        thread::spawn(|| {
            let mut since = HashMap::new();
            loop {
                let running = children().into_iter().filter(|(_, command)| command.starts_with(PROGRAM));
                for (id, command) in late(&mut since, running.collect(), limit()) {
                    eprintln!("a test has waited {} s for `{command}`, which is killed", limit().as_secs());
                    kill(id);
                }
                thread::sleep(Duration::from_secs(10));
            }
        });
    });
}

/// Which of these processes have been among them for longer than a limit; `since` keeps when each was seen first.
fn late(
    since: &mut HashMap<i32, Instant>,
    running: HashMap<i32, String>,
    limit: Duration,
) -> Vec<(i32, String)> {
    since.retain(|id, _| running.contains_key(id));
    let mut is_late = |id: &i32| since.entry(*id).or_insert_with(Instant::now).elapsed() >= limit;
    running.into_iter().filter(|(id, _)| is_late(id)).collect()
}

fn kill(process: i32) {
    let _ = std::process::Command::new("kill").args(["-KILL", &process.to_string()]).status();
}

/// The processes that this one has started and that run, with their commands. Where there is no `/proc`, there are none.
fn children() -> HashMap<i32, String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let child = |process: std::fs::DirEntry| {
        let id = process.file_name().to_str()?.parse().ok()?;
        // Behind the name of the program, which may have any characters, stand its state and its parent (proc(5)).
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?;
        let words =
            (parent == std::process::id().to_string()).then(|| std::fs::read(process.path().join("cmdline")));
        // One that has ended and that nobody asked for has none.
        let words = String::from_utf8_lossy(&words?.ok()?).trim_end_matches('\0').replace('\0', " ");
        (!words.is_empty()).then_some((id, words))
    };
    processes.filter_map(child).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_test_waits_for_too_long_is_named_and_killed() {
    let mut waits = std::process::Command::new("sleep").arg("1234567").spawn().unwrap();
    let id = waits.id().cast_signed();
    let mut since = HashMap::new();
    // The other children are those of other tests.
    let own = || children().into_iter().filter(|(child, _)| *child == id).collect::<HashMap<_, _>>();
    // While a process begins, it has no command for a moment.
    while own().is_empty() {
        thread::yield_now();
    }
    assert_eq!(late(&mut since, own(), limit()), []);
    assert_eq!(late(&mut since, own(), Duration::ZERO), [(id, "sleep 1234567".to_owned())]);
    kill(id);
    assert_eq!(waits.wait().unwrap().code(), None);
    assert_eq!(late(&mut since, own(), Duration::ZERO), []);
    assert!(since.is_empty());
}
