//! The limits of a process.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::resource::Resource;

/// The largest size of one file, in bytes.
pub(super) const FILE_SIZE: u64 = 64 << 20;

/// The largest number of files and folders.
pub(super) const NAMES: u64 = 8192;

/// The largest number of open descriptors. It is one more than a power of two: the kernel doubles the descriptor table
/// of a process when it is full, never shrinks it, and shows its size (proc(5), FDSize). So a table with more slots
/// than this number shows that the last descriptor was once in use.
pub(super) const DESCRIPTORS: u64 = 257;

/// The stack of the first thread, in bytes: the usual default.
#[cfg(unix)]
pub(super) const STACK: u64 = 8 << 20;

/// The address space that a program may reserve beyond its memory limit, in bytes: interpreters reserve much, and the
/// memory in use is measured from outside. This limit only slows down a sudden growth.
pub(super) const RESERVED: u64 = 512 << 20;

/// The most that is read of the channel of our own drivers, in bytes.
pub(super) const CHANNEL: usize = 64 << 20;

/// The limits that a spec can set. The limits on the size of a file, the number of files and the number of descriptors
/// are the same for all programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time of the whole process tree.
    pub cpu: Duration,
    /// Time on the clock, without the time in which the program waited for a processor. It stops programs that use no
    /// processor time.
    pub wall: Duration,
    /// Resident memory of the whole process tree, in bytes.
    pub memory: u64,
    /// Bytes on standard output, and the same number on standard error.
    pub output: u64,
    /// Processes at the same time.
    pub processes: usize,
    /// Bytes in all files of the program together.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(10),
            memory: 256 << 20,
            output: 1 << 20,
            processes: 32,
            disk: 64 << 20,
        }
    }
}

/// An amount of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
    /// Time on processors or on the clock.
    Time(Duration),
    /// Bytes of memory, of output or in files.
    Bytes(u64),
    /// A number of processes, files or descriptors.
    Count(u64),
}

/// An amount of a resource, to be changed.
#[derive(Debug)]
pub enum AmountMut<'a> {
    /// Time on processors or on the clock.
    Time(&'a mut Duration),
    /// Bytes of memory, of output or in files.
    Bytes(&'a mut u64),
    /// A number of processes.
    Count(&'a mut usize),
}

impl Limits {
    /// Returns the limits of compilers and similar tools, which need more than the programs that they build.
    pub fn for_tools() -> Self {
        Self {
            cpu: Duration::from_secs(30),
            wall: Duration::from_secs(120),
            memory: 2 << 30,
            output: 4 << 20,
            processes: 64,
            disk: 512 << 20,
        }
    }

    /// Returns the limits of an instructor's checkers. They do not depend on a spec, so what a checker says about an output does
    /// not change with the limits of submissions.
    pub fn for_checkers() -> Self {
        Self {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(60),
            memory: 1 << 30,
            output: 1 << 20,
            processes: 32,
            disk: 256 << 20,
        }
    }

    /// Returns the limit on a resource.
    pub fn of(&self, resource: Resource) -> Amount {
        match resource {
            Resource::Cpu => Amount::Time(self.cpu),
            Resource::Wall => Amount::Time(self.wall),
            Resource::Memory => Amount::Bytes(self.memory),
            Resource::Output => Amount::Bytes(self.output),
            Resource::Processes => Amount::Count(self.processes as u64),
            Resource::FileSize => Amount::Bytes(FILE_SIZE),
            Resource::Disk => Amount::Bytes(self.disk),
            Resource::Files => Amount::Count(NAMES),
            Resource::Descriptors => Amount::Count(DESCRIPTORS),
        }
    }

    /// Returns the limit on a resource to be changed; `None` if it is the same for all programs.
    pub fn amount_mut(&mut self, resource: Resource) -> Option<AmountMut<'_>> {
        Some(match resource {
            Resource::Cpu => AmountMut::Time(&mut self.cpu),
            Resource::Wall => AmountMut::Time(&mut self.wall),
            Resource::Memory => AmountMut::Bytes(&mut self.memory),
            Resource::Output => AmountMut::Bytes(&mut self.output),
            Resource::Processes => AmountMut::Count(&mut self.processes),
            Resource::Disk => AmountMut::Bytes(&mut self.disk),
            Resource::FileSize | Resource::Files | Resource::Descriptors => return None,
        })
    }
}

/// Writes the amount for people: `2 s`, `256 MiB`, `32`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const KIB: u64 = 1 << 10;
        const MIB: u64 = 1 << 20;
        match *self {
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Self::Bytes(bytes) if bytes >= MIB && bytes.is_multiple_of(MIB) => {
                write!(f, "{} MiB", bytes / MIB)
            }
            Self::Bytes(bytes) if bytes >= KIB && bytes.is_multiple_of(KIB) => {
                write!(f, "{} KiB", bytes / KIB)
            }
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
            Self::Count(count) => write!(f, "{count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_that_a_spec_can_contain_can_be_set() {
        for resource in Resource::ALL {
            let is_settable = resource.facts().setting.is_some();
            assert_eq!(Limits::default().amount_mut(resource).is_some(), is_settable, "{resource:?}");
        }
    }

    #[test]
    fn a_set_limit_is_the_one_that_is_returned() {
        for resource in Resource::settable() {
            let mut limits = Limits::default();
            let set = match limits.amount_mut(resource).unwrap() {
                AmountMut::Time(time) => {
                    *time = Duration::from_millis(1500);
                    "1.5 s"
                }
                AmountMut::Bytes(bytes) => {
                    *bytes = 3 << 10;
                    "3 KiB"
                }
                AmountMut::Count(count) => {
                    *count = 7;
                    "7"
                }
            };
            assert_eq!(limits.of(resource).to_string(), set, "{resource:?}");
            for other in Resource::ALL.into_iter().filter(|other| *other != resource) {
                assert_eq!(limits.of(other), Limits::default().of(other), "{other:?}");
            }
        }
    }

    #[test]
    fn sizes_are_written_in_the_largest_unit_without_a_fraction() {
        let told = |bytes| Amount::Bytes(bytes).to_string();
        assert_eq!(
            [1000, 1024, 1 << 20, (1 << 20) + 1024].map(told),
            ["1000 bytes", "1 KiB", "1 MiB", "1025 KiB"]
        );
    }
}
