//! What the supervisor tells the grader, in a few bytes on a pipe.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::io::Errno;

/// What the supervisor, or the program that failed to start, says.
pub(super) enum Report {
    /// The program could not be executed.
    NotStarted(io::Error),
    /// The program ended and nothing of it is left.
    Ended {
        /// As wait(2) encodes it.
        status: i32,
        /// Of the program and of every descendant that was reaped.
        cpu: Duration,
        /// The largest resident set of one process, in bytes.
        memory: u64,
    },
}

/// The length of a report in bytes: kind, value, CPU microseconds, memory.
pub(super) const RECORD: usize = 24;
pub(super) const NOT_STARTED: i32 = 0;
pub(super) const ENDED: i32 = 1;

pub(super) fn encode(kind: i32, value: i32, cpu_micros: u64, memory: u64) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..4].copy_from_slice(&kind.to_ne_bytes());
    record[4..8].copy_from_slice(&value.to_ne_bytes());
    record[8..16].copy_from_slice(&cpu_micros.to_ne_bytes());
    record[16..].copy_from_slice(&memory.to_ne_bytes());
    record
}

pub(super) fn decode(record: &[u8; RECORD]) -> Report {
    let word = |at: usize| i32::from_ne_bytes(record[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_ne_bytes(record[at..at + 8].try_into().expect("eight bytes"));
    if word(0) == NOT_STARTED {
        Report::NotStarted(io::Error::from_raw_os_error(word(4)))
    } else {
        Report::Ended { status: word(4), cpu: Duration::from_micros(long(8)), memory: long(16) }
    }
}

/// A record is shorter than PIPE_BUF, so it is written whole (pipe(7)).
pub(super) fn write(fd: BorrowedFd, record: &[u8; RECORD]) -> Result<usize, Errno> {
    rustix::io::retry_on_intr(|| rustix::io::write(fd, record))
}
