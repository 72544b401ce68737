//! How a run ended, from what the supervisor says and what we did.

use std::time::Duration;

use super::super::message::{Exceeded, RanOut};
use super::super::{Error, Exit};
use super::Dialogue;

/// How many times its limit on the clock a program is waited for when it gets no processor.
const PATIENCE: u32 = 5;

/// Why we ended a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    By(Exit),
    Interrupted,
}

/// How the supervisor says that a program ended.
pub(super) struct Ended {
    pub(super) status: i32,
    pub(super) cpu: Duration,
    pub(super) memory: u64,
    pub(super) exceeded: Option<Exceeded>,
    pub(super) ran_out: Option<RanOut>,
}

impl Dialogue<'_> {
    /// Whether so long after its start a program has had its time on the clock; what it waited for a processor is
    /// not counted.
    pub(super) fn time_is_up(&self, after: Duration) -> bool {
        after > self.limits.wall + self.delay
    }

    /// Whether it waited for a processor longer than we wait for it.
    pub(super) fn is_starved(&self) -> bool {
        self.delay > self.limits.wall * PATIENCE
    }

    pub(super) fn exit(&self, ended: &Ended) -> Result<Exit, Error> {
        let own = match ended.status {
            status if libc::WIFSIGNALED(status) => Exit::Signal(libc::WTERMSIG(status)),
            status => Exit::Code(libc::WEXITSTATUS(status)),
        };
        let exceeded = ended.exceeded.map(|limit| match limit {
            Exceeded::Cpu => Exit::CpuExceeded,
            Exceeded::Memory => Exit::MemoryExceeded,
            Exceeded::Processes => Exit::ProcessesExceeded,
            Exceeded::Disk => Exit::DiskExceeded,
            Exceeded::Files => Exit::FilesExceeded,
        });
        Ok(match self.stopped {
            Some((Stopped::Interrupted, _)) => return Err(Error::Interrupted),
            _ if exceeded.is_some() => exceeded.unwrap_or(own),
            _ if !self.began => return Err(Error::NeverWatched { exit: own }),
            Some((Stopped::By(Exit::WallExceeded), _)) if ended.cpu > self.limits.cpu => Exit::CpuExceeded,
            // What the supervisor told at the end may be news.
            Some((Stopped::By(Exit::WallExceeded), after))
                if self.is_starved() || !self.time_is_up(after) =>
            {
                return Err(Error::Starved { waited: self.delay });
            }
            Some((Stopped::By(exit), _)) => exit,
            None if self.printed.overflowed() => Exit::OutputExceeded,
            None if ended.cpu > self.limits.cpu || own == Exit::Signal(libc::SIGXCPU) => Exit::CpuExceeded,
            None if own == Exit::Signal(libc::SIGXFSZ) => Exit::FileSizeExceeded,
            None if own == Exit::Code(0) => own,
            None => match ended.ran_out {
                Some(RanOut::Bytes) => Exit::DiskExceeded,
                Some(RanOut::Names) => Exit::FilesExceeded,
                Some(RanOut::FileSize) => Exit::FileSizeExceeded,
                None if self.out_of_descriptors && matches!(own, Exit::Code(_)) => Exit::DescriptorsExceeded,
                None => own,
            },
        })
    }
}
