//! The output of a program, kept up to a limit.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::Limits;
use super::limits::CHANNEL;
use super::process::Process;

/// The output of one program, by stream.
#[derive(Default)]
pub(super) struct Captures {
    pub(super) stdout: Capture,
    pub(super) stderr: Capture,
    /// The output on descriptor 3.
    pub(super) channel: Capture,
}

/// The bytes of one stream, up to a limit.
#[derive(Default)]
pub(super) struct Capture {
    pub(super) bytes: Vec<u8>,
    overflowed: bool,
    /// Whether the end of the stream was reached.
    pub(super) ended: bool,
}

impl Captures {
    /// Reads the available output without waiting.
    pub(super) fn read(&mut self, process: &Process, limits: &Limits) {
        self.stdout.read(&process.stdout, limits.output as usize);
        self.stderr.read(&process.stderr, limits.output as usize);
        if let Some(channel) = &process.channel {
            self.channel.read(channel, CHANNEL);
        }
    }

    /// Returns the number of bytes that were read so far, in all streams.
    pub(super) fn length(&self) -> usize {
        self.stdout.bytes.len() + self.stderr.bytes.len() + self.channel.bytes.len()
    }

    /// Tells whether a stream has exceeded its limit.
    pub(super) fn overflowed(&self) -> bool {
        self.stdout.overflowed || self.stderr.overflowed || self.channel.overflowed
    }
}

impl Capture {
    /// Reads the available bytes without waiting, up to `limit` bytes in total.
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
