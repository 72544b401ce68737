//! The memory of shared mappings whose pages no process has mapped.
//!
//! A page of a shared mapping without a file (mmap(2), `MAP_SHARED | MAP_ANONYMOUS`) is kept until no process maps any
//! part of the mapping. It may be mapped by nobody: after `MADV_DONTNEED`, after all but the first page were unmapped,
//! or after the child that wrote it has ended. /proc does not show the number of such pages. Two numbers bound it: the
//! size of the mapping, and the number of first accesses to pages. The second number keeps programs from being ended
//! that reserve much and use little.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::memory::{Memory, of_a_living_thread};

/// If a run has less address space than this for such mappings, in bytes, they are not searched: interpreters and
/// libraries have as much.
const FEW: u64 = 16 << 20;

/// The largest number of mappings that are read at a time. A program with more could keep us busy.
const MOST: usize = 4096;

/// A search may take one part in this number of the time.
const SHARE: u32 = 100;

/// The shared mappings of a run that have no file.
#[derive(Debug, Default)]
pub(super) struct SharedMappings {
    /// The largest observed size of each mapping, in bytes, by its inode number.
    reach: HashMap<u64, u64>,
    /// The address space of processes with more mappings than are read.
    unlisted: u64,
    next_look: Option<Instant>,
}

impl SharedMappings {
    /// Returns the known size of all mappings together, in bytes.
    pub(super) fn reach(&mut self, members: &[(i32, Memory)]) -> u64 {
        let addresses: u64 = members.iter().map(|(_, memory)| memory.other_addresses).sum();
        let begun = Instant::now();
        let is_due = self.next_look.is_none_or(|due| begun >= due);
        if is_due && (addresses > FEW || self.unlisted > 0 || !self.reach.is_empty()) {
            self.look(members);
            self.next_look = Some(begun + Duration::from_millis(1).max(begun.elapsed() * SHARE));
        }
        self.reach.values().sum::<u64>() + self.unlisted
    }

    fn look(&mut self, members: &[(i32, Memory)]) {
        let mut now = HashMap::new();
        let mut left = MOST;
        self.unlisted = 0;
        for (pid, memory) in members {
            let listed = of_a_living_thread(*pid, |folder| {
                let maps = BufReader::new(File::open(format!("{folder}/maps")).ok()?);
                add_all(maps, &mut left, &mut now)
            });
            if listed == Some(Listed::InPart) {
                self.unlisted += memory.other_addresses;
            }
        }
        for (number, reach) in &mut now {
            // Pages that were unmapped are still kept.
            *reach = (*reach).max(self.reach.get(number).copied().unwrap_or(0));
        }
        self.reach = now;
    }
}

/// Tells whether one page fault may bring more than one page of such a mapping. The answer is from the first call,
/// which must happen while the kernel's settings can be read.
pub(super) fn pages_may_be_large() -> bool {
    static LARGE: OnceLock<bool> = OnceLock::new();
    *LARGE.get_or_init(|| {
        let folder = Path::new("/sys/kernel/mm/transparent_hugepage");
        let sizes = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut settings = sizes
            .chain([folder.to_path_buf()])
            .filter_map(|size| fs::read_to_string(size.join("shmem_enabled")).ok());
        settings.any(|setting| allows_large(&setting))
    })
}

/// Tells whether a setting allows large pages: the word in brackets is the active one.
fn allows_large(setting: &str) -> bool {
    let chosen = setting.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    chosen.is_some_and(|(chosen, _)| !["never", "deny", "inherit"].contains(&chosen))
}

/// How much of a list was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    Whole,
    InPart,
}

/// Adds the shared mappings of a list, of which at most `left` lines are read; `None` if the list is empty.
fn add_all(maps: impl BufRead, left: &mut usize, found: &mut HashMap<u64, u64>) -> Option<Listed> {
    let mut is_empty = true;
    for line in maps.split(b'\n').map_while(Result::ok) {
        if *left == 0 {
            return Some(Listed::InPart);
        }
        *left -= 1;
        is_empty = false;
        if let Some((number, reach)) = std::str::from_utf8(&line).ok().and_then(shared_mapping) {
            let known = found.entry(number).or_default();
            *known = reach.max(*known);
        }
    }
    (!is_empty).then_some(Listed::Whole)
}

/// Reads a line of `/proc/PID/maps` (proc_pid_maps(5)): the inode number of a shared mapping without a file, and the
/// end of this part in the mapping. A program may give names to its mappings (PR_SET_VMA(2const)).
fn shared_mapping(line: &str) -> Option<(u64, u64)> {
    let mut words = line.splitn(6, ' ');
    let (range, access, offset) = (words.next()?, words.next()?, words.next()?);
    let (_device, number, name) = (words.next()?, words.next()?.parse().ok()?, words.next()?.trim_start());
    if !access.ends_with('s') || !(name == "/dev/zero (deleted)" || name.starts_with("[anon_shmem:")) {
        return None;
    }
    let hex = |text| u64::from_str_radix(text, 16).ok();
    let (start, end) = range.split_once('-')?;
    let length = hex(end)?.checked_sub(hex(start)?)?;
    Some((number, hex(offset)? + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: &str = "\
5581c000-5581d000 r--p 00000000 fe:00 1234                               /usr/bin/python3.11
7f17b0000000-7f17b0100000 rw-s 00000000 00:01 11007                      /dev/zero (deleted)
7f17b5ec5000-7f17b5ec6000 rw-s 00600000 00:01 11007                      /dev/zero (deleted)
7f17b6000000-7f17b6200000 rw-s 00000000 00:01 11008                      /dev/zero (deleted)
7f17b6400000-7f17b6700000 rw-s 00000000 00:01 11009                      [anon_shmem:a name]
7f17b7000000-7f17b8000000 rw-s 00000000 00:2c 7                          /box/student/a /dev/zero (deleted)
7f17b9000000-7f17ba000000 rw-p 00000000 00:00 0 
";

    #[test]
    fn only_shared_mappings_without_a_file_are_found_with_their_largest_end() {
        let mut found = HashMap::new();
        assert_eq!(add_all(MAPS.as_bytes(), &mut 100, &mut found), Some(Listed::Whole));
        assert_eq!(found, HashMap::from([(11007, 0x60_1000), (11008, 0x20_0000), (11009, 0x30_0000)]));
    }

    #[test]
    fn large_pages_are_assumed_unless_the_setting_forbids_them() {
        assert!(!allows_large("always within_size advise [never] deny force\n"));
        assert!(!allows_large("always [inherit] within_size advise never\n"));
        assert!(allows_large("always within_size [advise] never deny force\n"));
    }

    #[test]
    fn a_long_list_is_read_in_part_and_an_empty_one_is_no_list() {
        let mut found = HashMap::new();
        assert_eq!(add_all(MAPS.as_bytes(), &mut 2, &mut found), Some(Listed::InPart));
        assert_eq!(found, HashMap::from([(11007, 0x10_0000)]));
        assert_eq!(add_all(&b""[..], &mut 2, &mut found), None);
    }
}
