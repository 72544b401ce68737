//! Counts the processes of a run and what they hold, from /proc.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use super::process;

/// What belongs to a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// Everything in /proc but this process, which is the first of its namespace.
    Namespace,
    /// The descendants of this process, whose id in /proc may be another than it knows itself by.
    Descendants,
}

/// What is known of the processes of a run, of those that are gone too.
#[derive(Debug)]
pub(super) struct Census {
    scope: Scope,
    /// Processor time in clock ticks, by process, as it was last seen.
    ticks: HashMap<i32, u64>,
    /// How many processes there were the last time.
    pub(super) processes: usize,
    /// The sum of their resident sets, in bytes; pages that they share are counted for each.
    pub(super) resident: u64,
    /// Whether one of them could go on at once: on a busy machine it may have to wait for a processor all the same.
    pub(super) runnable: bool,
}

impl Census {
    pub(super) fn new(scope: Scope) -> Self {
        Self { scope, ticks: HashMap::new(), processes: 0, resident: 0, runnable: false }
    }

    /// Counts anew.
    pub(super) fn take(&mut self) {
        let members = self.scope.members();
        self.processes = 0;
        self.resident = 0;
        self.runnable = false;
        for pid in members {
            let (state, ticks) = stat(pid);
            self.processes += usize::from(!matches!(state, None | Some('Z' | 'X')));
            self.runnable |= matches!(state, Some('R' | 'D'));
            self.resident += resident(pid);
            self.ticks.insert(pid, ticks);
        }
    }

    /// The memory of the run in bytes, with each shared page counted once: the sum of proportional set
    /// sizes (proc(5), smaps_rollup); nothing if a process is no longer there. Much slower than a census.
    pub(super) fn proportional_memory(&self) -> Option<u64> {
        self.scope.members().into_iter().filter(|pid| resident(*pid) > 0).map(proportional).sum()
    }

    /// Processor time of every process that was ever counted. A program can hide what its children used
    /// from wait(2) by ignoring SIGCHLD, but not from this.
    pub(super) fn cpu(&self) -> Duration {
        let ticks: u64 = self.ticks.values().sum();
        Duration::from_micros(ticks * 1_000_000 / rustix::param::clock_ticks_per_second())
    }
}

impl Scope {
    pub(super) fn members(self) -> Vec<i32> {
        match self {
            // To look through /proc takes longer than to ask whether somebody is there.
            Self::Namespace if process::is_alone() => Vec::new(),
            Self::Namespace => fs::read_dir("/proc")
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
                .filter(|pid| *pid != 1)
                .collect(),
            Self::Descendants => descendants(),
        }
    }
}

fn descendants() -> Vec<i32> {
    let own = fs::read_link("/proc/self").ok().and_then(|pid| pid.to_str()?.parse().ok());
    let mut found = own.map(children).unwrap_or_default();
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
    let pages = |folder: &str| {
        let statm = fs::read_to_string(format!("{folder}/statm")).ok()?;
        statm.split_whitespace().nth(1)?.parse::<u64>().ok().filter(|pages| *pages > 0)
    };
    of_a_living_thread(pid, pages).unwrap_or(0) * rustix::param::page_size() as u64
}

fn proportional(pid: i32) -> Option<u64> {
    of_a_living_thread(pid, |folder| {
        let rollup = fs::read_to_string(format!("{folder}/smaps_rollup")).ok()?;
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    })
}

/// What the folder of a process in /proc says, or that of one of its threads: a first thread that has ended
/// knows nothing of the memory that the others hold.
fn of_a_living_thread<T>(pid: i32, ask: impl Fn(&str) -> Option<T>) -> Option<T> {
    ask(&format!("/proc/{pid}")).or_else(|| {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        threads.flatten().find_map(|thread| ask(thread.path().to_str()?))
    })
}

/// The state of a process as proc(5) names it, and its own user and system time in clock ticks.
fn stat(pid: i32) -> (Option<char>, u64) {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may hold anything; the numbers follow the last parenthesis (proc(5)).
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let mut numbers = numbers.split_whitespace();
    let state = numbers.next().and_then(|state| state.chars().next());
    (state, numbers.skip(10).take(2).filter_map(|number| number.parse::<u64>().ok()).sum())
}
