//! Counts the processes of a run and the memory they hold, from /proc.

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// What the descendants of a supervisor hold at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Census {
    /// How many there are.
    pub(super) processes: usize,
    /// The sum of their resident sets, in bytes; pages that they share are counted for each.
    pub(super) resident: u64,
}

/// Counts the descendants of a process.
pub(super) fn census(root: Pid) -> Census {
    descendants(root).into_iter().fold(Census::default(), |census, pid| Census {
        processes: census.processes + 1,
        resident: census.resident + resident(pid),
    })
}

/// The memory of the descendants of a process in bytes, with each shared page counted once: the sum of
/// their proportional set sizes (proc(5), smaps_rollup). Much slower than a census.
pub(super) fn proportional_memory(root: Pid) -> u64 {
    descendants(root).into_iter().map(|pid| proportional(pid).unwrap_or_else(|| resident(pid))).sum()
}

/// The processor time of the living descendants of a process.
pub(super) fn cpu(root: Pid) -> Duration {
    let ticks: u64 = descendants(root).into_iter().map(ticks).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

fn descendants(root: Pid) -> Vec<i32> {
    let mut found = children(root.as_raw_nonzero().get());
    let mut next = 0;
    while next < found.len() {
        let more = children(found[next]);
        found.extend(more);
        next += 1;
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    // Every thread may fork, and the kernel lists a child under the thread that did.
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

fn resident(pid: i32) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{pid}/statm"))
        .ok()
        .and_then(|statm| statm.split_whitespace().nth(1)?.parse().ok());
    pages.unwrap_or(0_u64) * rustix::param::page_size() as u64
}

fn proportional(pid: i32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// User and system time in clock ticks, of the process and of the children it waited for.
fn ticks(pid: i32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may hold anything; the numbers follow the last parenthesis (proc(5)).
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    numbers.split_whitespace().skip(11).take(4).filter_map(|number| number.parse::<u64>().ok()).sum()
}
