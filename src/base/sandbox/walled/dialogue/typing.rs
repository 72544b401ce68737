//! Hands over lines when the program asks for them.

use std::time::Duration;

use rustix::io::Errno;

use super::super::Asks;
use super::super::Input;
use super::super::clock;
use super::super::filter::{CallKind, Listener};
use super::super::launcher::size_of_pipes;
use super::super::limits::DESCRIPTORS;
use super::super::terminal::END_OF_FILE;
use super::Dialogue;

/// After this time without activity, an idle program that waits where the filter cannot see it (on a copy of descriptor
/// 0, or on `/dev/stdin`) gets all remaining lines.
const SILENCE: Duration = Duration::from_secs(1);

/// The number of bytes that are made pending at once: what a pipe usually holds.
const PIECE: usize = 64 << 10;

impl Dialogue<'_> {
    /// Gives a held program the input that it waits for, and lets it continue.
    pub(super) fn answer(&mut self) {
        let Some(call) = self.listener.as_ref().and_then(Listener::receive) else {
            // The held process was killed.
            return;
        };
        self.sign_of_life = clock::now();
        match call.kind {
            CallKind::Register => self.event_driven = true,
            CallKind::Fail => self.out_of_descriptors |= had_every_descriptor(call.process),
            CallKind::Shrink if is_pipe(call.process, call.first) => {
                if let Some(listener) = &self.listener {
                    listener.feign(call, size_of_pipes());
                }
                return;
            }
            CallKind::Shrink => {} // The kernel says what is wrong.
            CallKind::WaitForEvents if !self.event_driven => {}
            CallKind::Read | CallKind::Wait | CallKind::WaitForEvents => {
                if self.reads_our_input(call.process) && self.has_nothing_to_read() {
                    match self.side.filter(|_| self.hears) {
                        Some(side) => {
                            self.read_output();
                            side.wait();
                        }
                        None => self.hand_over_next_line(call.kind == CallKind::Read),
                    }
                }
            }
        }
        if let Some(listener) = &self.listener {
            listener.go_on(call);
        }
    }

    /// Tells whether descriptor 0 of a held process is the pipe or terminal that we write to: the children of a shell
    /// have pipes of their own there. Looked up once for each process that reads.
    fn reads_our_input(&mut self, process: u32) -> bool {
        if self.reader == Some(process) || self.process.terminal.is_some() {
            return true;
        }
        let theirs = std::fs::read_link(format!("/proc/{process}/fd/0"));
        let ours =
            theirs.map_or(true, |theirs| theirs.as_os_str().to_str() == self.process.input_name.as_deref());
        if ours {
            self.reader = Some(process);
        }
        ours
    }

    fn has_nothing_to_read(&self) -> bool {
        let waiting = match &self.process.terminal {
            Some(terminal) => terminal.unread(),
            None => self.process.stdin.as_ref().map_or(Ok(0), rustix::io::ioctl_fionread),
        };
        self.pending.is_empty() && waiting == Ok(0)
    }

    fn hand_over_next_line(&mut self, reads: bool) {
        self.printed.stdout.read(&self.process.stdout, self.limits.output as usize);
        let printed = self.printed.stdout.bytes.len();
        if self.next_line == self.input.lines.len() {
            if reads {
                self.note_read_at_end(printed);
            }
            self.end_input();
            return;
        }
        if let Asks::Known { at, .. } = &mut self.asks {
            at.push(printed);
        }
        self.pending = self.input.bytes(self.next_line);
        self.next_line += 1;
        self.write_pending();
    }

    fn note_read_at_end(&mut self, printed: usize) {
        // A last line without a newline is complete only after the end was read once.
        let completes_line = self.process.terminal.is_none()
            && !self.input.final_newline
            && !self.input.lines.is_empty()
            && self.process.stdin.is_some();
        if let (Asks::Known { beyond_end, .. }, false) = (&mut self.asks, completes_line) {
            beyond_end.get_or_insert(printed);
        }
    }

    pub(super) fn hand_over_everything(&mut self) {
        if self.hears {
            return; // The rest has not been said yet.
        }
        self.asks = Asks::Unknown;
        self.pending.extend((self.next_line..self.input.lines.len()).flat_map(|line| self.input.bytes(line)));
        self.next_line = self.input.lines.len();
        self.end_input();
    }

    /// Ends the input: no more lines follow.
    pub(super) fn end_input(&mut self) {
        match self.process.terminal {
            Some(_) => self.pending.push(END_OF_FILE),
            None if self.pending.is_empty() && self.bytes.is_empty() => self.process.stdin = None,
            None => {} // It is closed after everything has been written.
        }
        self.write_pending();
    }

    pub(super) fn write_pending(&mut self) {
        self.take_bytes();
        while let (Some(stdin), false) = (&self.process.stdin, self.pending.is_empty()) {
            match rustix::io::write(stdin, &self.pending) {
                Ok(written) => {
                    self.pending.drain(..written);
                    self.take_bytes();
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // The program closed its standard input: it wants no more lines.
                Err(_) => {
                    self.pending.clear();
                    self.bytes = &[];
                    self.process.stdin = None;
                }
            }
        }
        if self.asks == Asks::Unknown && self.process.terminal.is_none() {
            self.process.stdin = None;
        }
    }

    /// Makes the next of many bytes pending. Not all at once: what was written is taken off the front.
    fn take_bytes(&mut self) {
        if self.pending.is_empty() {
            let (next, rest) = self.bytes.split_at(self.bytes.len().min(PIECE));
            self.pending.extend_from_slice(next);
            self.bytes = rest;
        }
    }

    /// Hands over all remaining lines to a program that was idle at `idle_at` and asked for nothing: it waits where the
    /// filter cannot see it.
    pub(super) fn give_up_watching(&mut self, idle_at: Duration) {
        self.read_output(); // It may be waiting for us to read its output.
        if was_silent(self.sign_of_life, idle_at)
            && self.asks != Asks::Unknown
            && self.process.stdin.is_some()
        {
            self.hand_over_everything();
        }
    }
}

impl Input {
    /// Returns the bytes of the line at `index`, with its newline.
    fn bytes(&self, index: usize) -> Vec<u8> {
        let mut bytes = self.lines[index].clone().into_bytes();
        if self.final_newline || index + 1 < self.lines.len() {
            bytes.push(b'\n');
        } else if self.terminal {
            bytes.push(END_OF_FILE); // Otherwise the terminal would not pass the line on.
        }
        bytes
    }
}

/// Tells whether the program had been inactive for long enough when it was idle. An idle report from before the last
/// activity says nothing: on a busy machine it is read late.
fn was_silent(sign_of_life: Duration, idle_at: Duration) -> bool {
    idle_at.saturating_sub(sign_of_life) > SILENCE
}

/// Tells whether a descriptor of a process is a pipe.
fn is_pipe(process: u32, descriptor: u64) -> bool {
    let target = std::fs::read_link(format!("/proc/{process}/fd/{descriptor}"));
    target.is_ok_and(|target| target.as_os_str().as_encoded_bytes().starts_with(b"pipe:["))
}

/// Tells whether a process once had as many descriptors as it may: then its descriptor table is larger than that
/// number.
fn had_every_descriptor(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let slots = status.lines().find_map(|line| line.strip_prefix("FDSize:"));
    slots.and_then(|slots| slots.trim().parse().ok()).is_some_and(|slots: u64| slots > DESCRIPTORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_report_from_before_the_last_activity_does_not_count() {
        let seconds = Duration::from_secs_f64;
        assert!(was_silent(seconds(10.0), seconds(11.1)));
        assert!(!was_silent(seconds(10.0), seconds(10.9)));
        // It was held for more than a second because we were late, and has run since.
        assert!(!was_silent(seconds(12.0), seconds(11.1)));
    }
}
