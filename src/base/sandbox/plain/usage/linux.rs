//! What /proc tells about a process and its descendants (proc(5)).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Used;

/// The most processes that are looked at.
const MOST: usize = 512;

/// A look at one process and its descendants, again and again.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Watch {
    pid: i32,
    most: Used,
}

impl Watch {
    pub(in super::super) fn of(pid: i32) -> Self {
        Self { pid, most: Used::default() }
    }

    /// Returns what is used now.
    pub(in super::super) fn look(&mut self) -> Used {
        let mut used = Used::default();
        let mut waiting = vec![self.pid];
        while let Some(pid) = waiting.pop() {
            let folder = PathBuf::from(format!("/proc/{pid}"));
            let Some((cpu, memory)) =
                fs::read_to_string(folder.join("stat")).ok().and_then(|stat| stat_of(&stat))
            else {
                continue;
            };
            used.cpu += cpu;
            used.memory += memory;
            used.processes += 1;
            for thread in fs::read_dir(folder.join("task")).into_iter().flatten().flatten() {
                used.delay += delay_of(&thread.path());
                let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
                waiting.extend(children.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
            }
            if used.processes == MOST {
                break;
            }
        }
        self.most.cpu = self.most.cpu.max(used.cpu);
        self.most.memory = self.most.memory.max(used.memory);
        self.most.delay = self.most.delay.max(used.delay);
        Used { cpu: self.most.cpu, delay: self.most.delay, ..used }
    }

    /// Returns the most that was seen.
    pub(in super::super) fn most(&self) -> Used {
        self.most
    }
}

/// Reads the processor time of a process with the children that it waited for, and its resident memory.
fn stat_of(stat: &str) -> Option<(Duration, u64)> {
    // The name may contain blanks and brackets; it ends at the last one.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    // utime, stime, cutime, cstime and rss are the fields 14 to 17 and 24; the state is the third.
    let ticks = number(11)? + number(12)? + number(13)? + number(14)?;
    let (tick, page) = (rustix::param::clock_ticks_per_second(), rustix::param::page_size() as u64);
    Some((Duration::from_secs_f64(ticks as f64 / tick as f64), number(21)? * page))
}

/// Reads how long a thread was ready to run and got no processor.
fn delay_of(thread: &Path) -> Duration {
    let text = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().nth(1).and_then(|delay| delay.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_is_no_field() {
        let numbers = "1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 1 0 5 1000 7 18446744073709551615";
        let (cpu, memory) = stat_of(&format!("4711 (a) b) (c) R {numbers}\n")).unwrap();
        let tick = rustix::param::clock_ticks_per_second() as f64;
        assert_eq!(cpu, Duration::from_secs_f64(200.0 / tick));
        assert_eq!(memory, 7 * rustix::param::page_size() as u64);
    }

    #[test]
    fn this_process_has_used_something() {
        let used = Watch::of(std::process::id() as i32).look();
        assert!(used.memory > 0 && used.processes >= 1, "{used:?}");
    }
}
