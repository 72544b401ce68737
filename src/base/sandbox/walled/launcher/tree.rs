//! Measures the processes of a run and their memory, from /proc.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use super::memory::{Memory, Proportional};
use super::shared::SharedMappings;
use super::{process, shared};

/// The memory that a process may have touched after its last measurement, in bytes: about a millisecond's worth.
const TOUCHED_UNSEEN: u64 = 4 << 20;

/// How often too much memory is measured until it is believed, if processes come and go.
const MEASURED: usize = 5;

/// The processes that belong to a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// All processes in /proc except this one, which is the first of its namespace.
    Namespace,
    /// The descendants of this process, whose id in /proc may differ from its own.
    Descendants,
}

/// The measurements of all processes of a run, also of those that have ended.
#[derive(Debug)]
pub(super) struct Census {
    scope: Scope,
    /// The use of each process at its last measurement.
    used: HashMap<i32, Used>,
    /// The memory of each process.
    memories: Vec<(i32, Memory)>,
    mappings: SharedMappings,
    /// The memory that shared mappings may hold, mapped or not, in bytes.
    shared: u64,
    /// The number of processes at the last measurement.
    pub(super) processes: usize,
    /// The largest possible memory of the run, in bytes; pages that processes share count for each of them.
    pub(super) held: u64,
    /// Whether a process is ready to run. On a busy machine it may still have to wait for a processor.
    pub(super) runnable: bool,
}

impl Census {
    pub(super) fn new(scope: Scope) -> Self {
        Self {
            scope,
            used: HashMap::new(),
            memories: Vec::new(),
            mappings: SharedMappings::default(),
            shared: 0,
            processes: 0,
            held: 0,
            runnable: false,
        }
    }

    /// Measures all processes again.
    pub(super) fn take(&mut self) {
        let members = self.scope.members();
        self.processes = 0;
        self.runnable = false;
        self.memories.clear();
        for pid in members {
            let (state, used) = stat(pid);
            self.processes += usize::from(!matches!(state, None | Some('Z' | 'X')));
            self.runnable |= matches!(state, Some('R' | 'D'));
            self.memories.extend(Memory::of(pid).map(|memory| (pid, memory)));
            if state.is_some() {
                self.used.insert(pid, used); // A process that has just ended keeps its last measurement.
            }
        }
        let reach = self.mappings.reach(&self.memories);
        self.shared = if reach == 0 { 0 } else { reach.min(self.touched()) };
        let mapped = self.memories.iter().map(|(_, memory)| memory.resident_shared).max().unwrap_or(0);
        let each = |memory: &Memory| memory.resident + memory.beside + memory.swapped;
        self.held = self.memories.iter().map(|(_, memory)| each(memory)).sum::<u64>()
            + self.shared.saturating_sub(mapped);
    }

    /// Returns the memory of the run in bytes, with each shared page counted once. Much slower than the measurement of all
    /// processes, which it repeats if the result is above `limit`; that is not exact.
    ///
    /// One process is read after the other. If one ends meanwhile, what it shared with the others counts twice: with it,
    /// and in the larger shares of those that are read after it. So too much is believed if nobody came or went, and
    /// otherwise the least of a few results.
    pub(super) fn proportional_memory(&mut self, limit: u64) -> u64 {
        let mut least = u64::MAX;
        for _ in 0..MEASURED {
            least = least.min(self.proportions(limit));
            if least <= limit {
                break;
            }
            let before = self.pids();
            self.take();
            if self.pids() == before {
                break;
            }
        }
        least
    }

    /// Returns the processes that had memory at the last measurement.
    fn pids(&self) -> Vec<i32> {
        self.memories.iter().map(|(pid, _)| *pid).collect()
    }

    /// Returns the memory of the processes of the last measurement, each with its share of every shared page, as it is
    /// when it is read.
    fn proportions(&self, limit: u64) -> u64 {
        let beside = self.memories.iter().map(|(_, memory)| memory.beside).sum();
        if beside > limit {
            return beside; // Reading page tables of that size would take long.
        }
        let (mut pages, mut shared) = (0, 0);
        for (pid, memory) in &self.memories {
            match Proportional::of(*pid) {
                Some(process) => {
                    pages += process.pages;
                    shared += process.shared;
                }
                // The process does not let us read this, so its shared pages count in full; or it has just ended.
                None if Memory::of(*pid).is_some() => pages += memory.resident,
                None => {}
            }
        }
        pages + beside + self.shared.saturating_sub(shared)
    }

    /// Returns the memory that the run can have touched, in bytes: each new page takes a page fault. Pages that were
    /// touched, given back and touched again count each time.
    fn touched(&self) -> u64 {
        if shared::pages_may_be_large() {
            return u64::MAX;
        }
        let is_there = |pid: &i32| self.memories.iter().any(|(there, _)| there == pid);
        let (mut own, mut of_gone, mut of_waited_for) = (0, 0, 0);
        for (pid, used) in &self.used {
            if is_there(pid) {
                own += used.faults;
                of_waited_for += used.faults_of_children;
            } else {
                of_gone += used.faults;
            }
        }
        // The use of an ended process is counted exactly if its parent waited for it, and otherwise by its last
        // measurement.
        let faults = own + of_waited_for.max(of_gone);
        let begun = self.scope.begun().unwrap_or(0).max(self.used.len());
        let gone = begun.saturating_sub(self.memories.len()) as u64;
        faults * rustix::param::page_size() as u64 + gone * TOUCHED_UNSEEN
    }

    /// Returns the processor time of every process that was ever measured. A program can hide its children from wait(2)
    /// by ignoring SIGCHLD, but not from this.
    pub(super) fn cpu(&self) -> Duration {
        let ticks: u64 = self.used.values().map(|used| used.ticks).sum();
        Duration::from_micros(ticks * 1_000_000 / rustix::param::clock_ticks_per_second())
    }

    /// Returns the processes by their ids in /proc, the one that has used most processor time first.
    pub(super) fn busiest(&self) -> Vec<i32> {
        let mut processes: Vec<(&i32, &Used)> = self.used.iter().collect();
        processes.sort_unstable_by_key(|(pid, used)| (Reverse(used.ticks), **pid));
        processes.into_iter().map(|(pid, _)| *pid).collect()
    }
}

impl Scope {
    pub(super) fn members(self) -> Vec<i32> {
        match self {
            // Searching /proc takes longer than asking whether another process exists.
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

    /// Returns how many processes and threads were ever started in a namespace: its ids are given in order.
    fn begun(self) -> Option<usize> {
        match self {
            Self::Namespace => {
                let load = fs::read_to_string("/proc/loadavg").ok()?;
                Some(load.split_whitespace().last()?.parse::<usize>().ok()?.saturating_sub(1))
            }
            Self::Descendants => None,
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
    // Every thread may fork, and the kernel lists a child under the thread that forked.
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// The use of a process.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    /// Its own user and system time, in clock ticks.
    ticks: u64,
    /// Its page faults.
    faults: u64,
    /// The page faults of the children for which it has waited, and of theirs.
    faults_of_children: u64,
}

/// Returns the state of a process, as proc(5) names it, and its use.
fn stat(pid: i32) -> (Option<char>, Used) {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may contain anything; the numbers follow the last parenthesis (proc(5)).
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let mut numbers = numbers.split_whitespace();
    let state = numbers.next().and_then(|state| state.chars().next());
    let mut next = |skipped| numbers.nth(skipped).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
    let [minor, minor_of_children, major, major_of_children] = [next(6), next(0), next(0), next(0)];
    let (faults, faults_of_children) = (minor + major, minor_of_children + major_of_children);
    (state, Used { ticks: next(0) + next(0), faults, faults_of_children })
}
