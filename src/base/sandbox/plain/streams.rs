//! The streams of a program: a thread writes its input, and one thread for each stream reads what it prints.
//!
//! No thread is waited for for ever: a process that a program has left behind may keep a stream open.

use std::io::{Read, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::conversation::Side;
use super::super::limits::CHANNEL;
use super::super::{Given, Limits};
use super::child::Pipes;

/// The streams of one run.
pub(super) struct Streams<'a> {
    /// Standard output, standard error and the channel.
    read: [Reading; 3],
    /// What is still to be written; `None` when that is all.
    to_write: Option<Sender<Vec<u8>>>,
    /// The side of the program, if it talks with another one.
    side: Option<Side<'a>>,
    /// How many bytes of its output the other one was told.
    told: usize,
}

/// What was read of one stream.
struct Reading {
    state: Arc<(Mutex<ReadState>, Condvar)>,
}

#[derive(Default)]
struct ReadState {
    bytes: Vec<u8>,
    has_ended: bool,
    has_overflowed: bool,
}

impl<'a> Streams<'a> {
    /// Begins to write the input and to read the output.
    pub(super) fn begin(pipes: Pipes, given: Given<'a>, limits: &Limits) -> Self {
        let limit = usize::try_from(limits.output).unwrap_or(usize::MAX);
        let read = [
            Reading::begin(Some(pipes.stdout), limit),
            Reading::begin(Some(pipes.stderr), limit),
            Reading::begin(pipes.channel, CHANNEL),
        ];
        let (to_write, written) = channel::<Vec<u8>>();
        let mut stdin = pipes.stdin;
        std::thread::spawn(move || {
            // A program that reads no more has closed its end.
            while let Ok(bytes) = written.recv() {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let side = match given {
            Given::Lines(input) => {
                let _ = to_write.send(input.all_bytes());
                None
            }
            Given::Bytes(bytes) => {
                let _ = to_write.send(bytes.to_vec());
                None
            }
            Given::Other(side) => Some(side),
        };
        let to_write = side.is_some().then_some(to_write);
        Self { read, to_write, side, told: 0 }
    }

    /// Passes on what both sides of a conversation have said.
    pub(super) fn pass_on(&mut self) {
        let Some(side) = self.side else { return };
        let printed = {
            let state = self.read[0].state();
            if state.bytes.len() > self.told {
                side.say(&state.bytes[self.told..]);
            }
            state.bytes.len()
        };
        self.told = printed;
        if side.bell().rings()
            && let Some(to_write) = &self.to_write
        {
            let (bytes, was_all) = side.hear(printed);
            let _ = to_write.send(bytes);
            if was_all {
                self.to_write = None;
            }
        }
    }

    /// Waits for some time, or until the program has closed its output or printed too much.
    pub(super) fn wait(&self, time: Duration) {
        let until =
            Instant::now() + if self.side.is_some() { time.min(Duration::from_millis(1)) } else { time };
        if !self.read[0].wait(until) {
            return;
        }
        // A program that has closed its output usually ends at once.
        if self.read[1].wait(until) {
            std::thread::sleep(
                until.saturating_duration_since(Instant::now()).min(Duration::from_micros(200)),
            );
        }
    }

    /// Waits until all streams have ended, but not longer than this.
    pub(super) fn finish(&mut self, most: Duration) {
        self.to_write = None;
        let until = Instant::now() + most;
        for reading in &self.read {
            reading.wait(until);
        }
        self.pass_on();
    }

    /// Tells whether a stream has exceeded its limit.
    pub(super) fn have_overflowed(&self) -> bool {
        self.read.iter().any(|reading| reading.state().has_overflowed)
    }

    /// Returns the bytes of standard output, standard error and the channel.
    pub(super) fn into_bytes(self) -> [Vec<u8>; 3] {
        self.read.map(|reading| std::mem::take(&mut reading.state().bytes))
    }
}

impl Reading {
    /// Begins to read a stream up to a limit; one that is not there has ended.
    fn begin(stream: Option<impl Read + Send + 'static>, limit: usize) -> Self {
        let state = Arc::new((Mutex::new(ReadState::default()), Condvar::new()));
        match stream {
            None => state.0.lock().unwrap_or_else(PoisonError::into_inner).has_ended = true,
            Some(mut stream) => {
                let state = state.clone();
                std::thread::spawn(move || read(&mut stream, &state, limit));
            }
        }
        Self { state }
    }

    fn state(&self) -> MutexGuard<'_, ReadState> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the stream has ended or overflowed, or until a moment; tells whether it has.
    fn wait(&self, until: Instant) -> bool {
        let is_open = |state: &mut ReadState| !state.has_ended && !state.has_overflowed;
        let time = until.saturating_duration_since(Instant::now());
        let waited = self.state.1.wait_timeout_while(self.state(), time, is_open);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.has_ended || state.has_overflowed
    }
}

fn read(stream: &mut impl Read, (state, changed): &(Mutex<ReadState>, Condvar), limit: usize) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = match stream.read(&mut buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
            Ok(length) => length,
        };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let room = limit - state.bytes.len();
        state.bytes.extend_from_slice(&buffer[..length.min(room)]);
        state.has_ended = length == 0;
        state.has_overflowed = length > room;
        if state.has_ended || state.has_overflowed {
            changed.notify_all();
            return;
        }
    }
}
