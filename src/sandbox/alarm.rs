//! Stops the runs of one sandbox at once, and lets it go on after: somebody knows that their results are out of date.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

/// While it is raised, runs of the sandboxes that heed it are stopped.
#[derive(Debug)]
pub struct Alarm(OwnedFd);

impl Alarm {
    /// One that is quiet.
    ///
    /// # Errors
    ///
    /// When there are no descriptors left.
    pub fn new() -> io::Result<Self> {
        Ok(Self(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?))
    }

    /// Stops what runs, and what is started from now on.
    pub fn raise(&self) {
        // Only a counter that is full refuses, and then it is raised already.
        let _ = rustix::io::write(&self.0, &1_u64.to_ne_bytes());
    }

    /// Lets programs run again.
    pub fn silence(&self) {
        // One that was not raised has nothing to read.
        let _ = rustix::io::read(&self.0, &mut [0; 8]);
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
        matches!(poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1))
    }

    /// Readable while it is raised.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
