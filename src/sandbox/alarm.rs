//! An alarm that stops the runs of one sandbox while it is raised, because their results would be out of date.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

/// An alarm for the sandboxes that are made with it: while it is raised, their runs are stopped.
#[derive(Debug)]
pub struct Alarm(OwnedFd);

impl Alarm {
    /// Creates a silent alarm.
    ///
    /// # Errors
    ///
    /// When there are no descriptors left.
    pub fn new() -> io::Result<Self> {
        Ok(Self(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?))
    }

    /// Stops the current runs, and every run that starts before the alarm is silenced.
    pub fn raise(&self) {
        // The write fails only if the counter is full, and then the alarm is raised already.
        let _ = rustix::io::write(&self.0, &1_u64.to_ne_bytes());
    }

    /// Lets programs run again.
    pub fn silence(&self) {
        // The read fails if the alarm was not raised, and then there is nothing to do.
        let _ = rustix::io::read(&self.0, &mut [0; 8]);
    }

    /// Tells whether the alarm is raised.
    pub fn is_raised(&self) -> bool {
        let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
        matches!(poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1))
    }

    /// Returns the descriptor, which is readable while the alarm is raised.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
