//! The memory of a process, as /proc shows it.

use std::fs;

/// The memory of a process, in bytes (proc_pid_status(5)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Memory {
    /// The resident pages. A page that processes share counts for each of them.
    pub(super) resident: u64,
    /// The part of the resident pages that belongs to shared mappings without a file, or to files in memory.
    pub(super) resident_shared: u64,
    /// Memory of this process alone that is not among its resident pages: huge pages and page tables, which may be
    /// large where hardly any page is.
    pub(super) beside: u64,
    /// Memory that was moved to swap.
    pub(super) swapped: u64,
    /// Address space that is neither private and writable, nor stack, nor code. Shared mappings are among it.
    pub(super) other_addresses: u64,
}

impl Memory {
    /// Reads the memory of a process; `None` if the process has ended.
    pub(super) fn of(pid: i32) -> Option<Self> {
        of_a_living_thread(pid, |folder| Self::read(&fs::read_to_string(format!("{folder}/status")).ok()?))
    }

    /// Reads the text of `/proc/PID/status`.
    fn read(status: &str) -> Option<Self> {
        let of = |name| kibibytes(status, name).unwrap_or(0);
        let known = of("VmData:") + of("VmStk:") + of("VmExe:") + of("VmLib:");
        Some(Self {
            resident: kibibytes(status, "VmRSS:")?,
            resident_shared: of("RssShmem:"),
            beside: of("VmPTE:") + of("HugetlbPages:"),
            swapped: of("VmSwap:"),
            other_addresses: of("VmSize:").saturating_sub(known),
        })
    }
}

/// The memory of a process with its share of each shared page, in bytes (smaps_rollup in proc(5)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Proportional {
    /// Pages that are resident or in swap.
    pub(super) pages: u64,
    /// The part of the resident pages that belongs to shared mappings without a file, or to files in memory.
    pub(super) shared: u64,
}

impl Proportional {
    /// Reads the memory of a process that still exists. Much slower than [`Memory::of`].
    pub(super) fn of(pid: i32) -> Option<Self> {
        of_a_living_thread(pid, |folder| {
            Self::read(&fs::read_to_string(format!("{folder}/smaps_rollup")).ok()?)
        })
    }

    fn read(rollup: &str) -> Option<Self> {
        let of = |name| kibibytes(rollup, name);
        Some(Self { pages: of("Pss:")? + of("SwapPss:").unwrap_or(0), shared: of("Pss_Shmem:").unwrap_or(0) })
    }
}

/// Returns the number in the line that begins with `name`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Asks in the folder of a process in /proc, and then in those of its threads: a first thread that has ended shows
/// nothing of the memory that the other threads hold.
pub(super) fn of_a_living_thread<T>(pid: i32, mut ask: impl FnMut(&str) -> Option<T>) -> Option<T> {
    ask(&format!("/proc/{pid}")).or_else(|| {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        threads.flatten().find_map(|thread| ask(thread.path().to_str()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of a program that maps much memory and uses little.
    const STATUS: &str = "Name:\tpython3\nState:\tR (running)\nVmPeak:\t 229472 kB\nVmSize:\t 229000 kB\n\
        VmRSS:\t  14176 kB\nRssAnon:\t    5000 kB\nRssFile:\t    9000 kB\nRssShmem:\t     176 kB\n\
        VmData:\t   8000 kB\nVmStk:\t    136 kB\nVmExe:\t   3000 kB\nVmLib:\t   4864 kB\nVmPTE:\t 204800 kB\n\
        VmSwap:\t     12 kB\nHugetlbPages:\t    2048 kB\nThreads:\t1\n";

    #[test]
    fn page_tables_huge_pages_and_swap_count_too() {
        let kib = |kib: u64| kib * 1024;
        let expected = Memory {
            resident: kib(14_176),
            resident_shared: kib(176),
            beside: kib(204_800 + 2048),
            swapped: kib(12),
            other_addresses: kib(229_000 - 8000 - 136 - 3000 - 4864),
        };
        assert_eq!(Memory::read(STATUS), Some(expected));
    }

    #[test]
    fn an_ended_process_has_no_memory() {
        assert_eq!(Memory::read("Name:\tpython3\nState:\tZ (zombie)\nThreads:\t1\n"), None);
    }

    #[test]
    fn swapped_pages_count_in_proportion() {
        let rollup = "00400000-7fff000 ---p 00000000 00:00 0    [rollup]\nRss:     900 kB\nPss:     300 kB\n\
            Pss_Anon:  100 kB\nPss_File:   80 kB\nPss_Shmem:  120 kB\nSwap:     64 kB\nSwapPss:    32 kB\n";
        let expected = Proportional { pages: 332 * 1024, shared: 120 * 1024 };
        assert_eq!(Proportional::read(rollup), Some(expected));
    }
}
