//! Waits for the next event of a run.

use std::os::fd::AsFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::super::filter::Listener;
use super::super::{Error, interrupt};
use super::Dialogue;

/// The events that ended the wait.
pub(super) struct Ready {
    pub(super) report: bool,
    pub(super) output: bool,
    pub(super) held: bool,
    /// The last process that could be held has ended.
    pub(super) unheld: bool,
    pub(super) stdin: bool,
    /// The other program of a conversation has said something.
    pub(super) said: bool,
    pub(super) interrupted: bool,
}

impl Dialogue<'_> {
    /// Waits until an event happens, or until this moment.
    pub(super) fn wait(&mut self, until: Instant) -> Result<Ready, Error> {
        let timeout = until.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: 0, tv_nsec: timeout.as_nanos() as _ };
        // A descriptor that must not be watched is replaced by the report descriptor with no events.
        let report = self.process.reports.as_fd();
        let held = self.listener.as_ref().map(Listener::fd);
        let stdin = self.process.stdin.as_ref().filter(|_| !self.pending.is_empty());
        let interrupt = interrupt::descriptor().filter(|_| self.stopped.is_none());
        let alarm = self.alarm.map(|alarm| alarm.0.as_fd()).filter(|_| self.stopped.is_none());
        let watch_output = held.is_none() || self.floods || self.side.is_some();
        let said = self.side.as_ref().filter(|_| self.hears).map(|side| side.bell().as_fd());
        let input_of = |fd: Option<_>| match fd {
            Some(fd) => PollFd::from_borrowed_fd(fd, PollFlags::IN),
            None => PollFd::from_borrowed_fd(report, PollFlags::empty()),
        };
        let mut watched = [
            PollFd::from_borrowed_fd(report, PollFlags::IN),
            input_of((watch_output && !self.printed.stdout.ended).then(|| self.process.stdout.as_fd())),
            input_of((watch_output && !self.printed.stderr.ended).then(|| self.process.stderr.as_fd())),
            input_of(self.process.channel.as_ref().filter(|_| !self.printed.channel.ended).map(AsFd::as_fd)),
            input_of(held),
            stdin.map_or(input_of(None), |stdin| PollFd::new(stdin, PollFlags::OUT)),
            input_of(interrupt),
            input_of(alarm),
            input_of(said),
        ];
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(Error::system("wait for the program")(errno)),
        }
        let happened = |index: usize| !watched[index].revents().is_empty();
        Ok(Ready {
            report: happened(0),
            output: (1..=3).any(happened),
            held: held.is_some() && watched[4].revents().contains(PollFlags::IN),
            unheld: held.is_some() && watched[4].revents().contains(PollFlags::HUP),
            stdin: stdin.is_some() && happened(5),
            said: said.is_some() && happened(8),
            interrupted: interrupt.is_some() && happened(6) || alarm.is_some() && happened(7),
        })
    }
}
