//! What a program prints, kept up to a limit.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::Limits;
use super::process::Process;

/// The most that is read from descriptor 3, in bytes.
const CHANNEL: usize = 64 << 20;

/// Everything that a program prints, by stream.
#[derive(Default)]
pub(super) struct Captures {
    pub(super) stdout: Capture,
    pub(super) stderr: Capture,
    /// Descriptor 3.
    pub(super) channel: Capture,
}

/// Bytes of one stream, up to a limit.
#[derive(Default)]
pub(super) struct Capture {
    pub(super) bytes: Vec<u8>,
    overflowed: bool,
    /// Whether nothing more will come.
    pub(super) ended: bool,
}

impl Captures {
    /// Reads what is there without waiting.
    pub(super) fn read(&mut self, process: &Process, limits: &Limits) {
        self.stdout.read(&process.stdout, limits.output as usize);
        self.stderr.read(&process.stderr, limits.output as usize);
        if let Some(channel) = &process.channel {
            self.channel.read(channel, CHANNEL);
        }
    }

    /// Bytes that were read so far.
    pub(super) fn length(&self) -> usize {
        self.stdout.bytes.len() + self.stderr.bytes.len() + self.channel.bytes.len()
    }

    /// Whether more was printed than may be.
    pub(super) fn overflowed(&self) -> bool {
        self.stdout.overflowed || self.stderr.overflowed || self.channel.overflowed
    }
}

impl Capture {
    /// Reads what is there without waiting, up to `limit` bytes in all.
    pub(super) fn read(&mut self, fd: &OwnedFd, limit: usize) {
        let mut buffer = [MaybeUninit::uninit(); 64 << 10];
        while !self.ended && !self.overflowed {
            match rustix::io::read(fd, &mut buffer) {
                Ok(([], _)) => self.ended = true,
                Ok((read, _)) => {
                    let room = limit - self.bytes.len();
                    self.overflowed = read.len() > room;
                    self.bytes.extend_from_slice(&read[..read.len().min(room)]);
                }
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}
