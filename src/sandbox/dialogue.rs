//! The grader's side of a run: hand over lines when they are asked for, read what is printed, watch the limits.

use std::io::IoSliceMut;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use super::filter::{Held, Listener};
use super::process::{Process, own_peak_memory};
use super::record::Report;
use super::{Asks, Command, Error, Execution, Exit, Input, Limits, Usage, interrupt, tree};

/// How often memory and processes are counted.
const CENSUS: Duration = Duration::from_millis(10);

/// After so long without a sign of life, a program that waits where the filter does not see it (a copy
/// of descriptor 0, `/dev/stdin`) is given the rest of its lines.
const SILENCE: Duration = Duration::from_secs(1);

/// The most that is read from descriptor 3, in bytes.
const CHANNEL: usize = 64 << 20;

/// How long the supervisor may take to kill everything.
const KILLING: Duration = Duration::from_secs(10);

/// One run, under way.
pub(super) struct Dialogue<'a> {
    process: Process,
    program: &'a Command,
    listener: Option<Listener>,
    input: &'a Input,
    limits: &'a Limits,
    /// Index of the next line to hand over.
    next_line: usize,
    /// Bytes of lines that were handed over and did not fit into the pipe yet.
    pending: Vec<u8>,
    asks: Asks,
    /// Whether the program registered descriptor 0 with epoll.
    event_driven: bool,
    stdout: Capture,
    stderr: Capture,
    channel: Capture,
    started: Instant,
    /// Why we ended it, if we did.
    stopped: Option<Stopped>,
    /// The largest memory that a census saw, in bytes.
    peak: u64,
    sign_of_life: Instant,
    cpu_then: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    By(Exit),
    Interrupted,
}

/// Bytes of one stream, up to a limit.
#[derive(Default)]
struct Capture {
    bytes: Vec<u8>,
    overflowed: bool,
    ended: bool,
}

impl<'a> Dialogue<'a> {
    pub(super) fn start(program: &'a Command, input: &'a Input, limits: &'a Limits) -> Result<Self, Error> {
        let process = Process::spawn(program, limits)?;
        let now = Instant::now();
        Ok(Self {
            process,
            program,
            listener: None,
            input,
            limits,
            next_line: 0,
            pending: Vec::new(),
            asks: Asks::Known { at: Vec::new(), beyond_end: None },
            event_driven: false,
            stdout: Capture::default(),
            stderr: Capture::default(),
            channel: Capture::default(),
            started: now,
            stopped: None,
            peak: 0,
            sign_of_life: now,
            cpu_then: Duration::ZERO,
        })
    }

    /// Talks to the program until it has ended and nothing of it is left.
    pub(super) fn conduct(mut self) -> Result<Execution, Error> {
        let result = self.talk();
        self.process.reap();
        let (status, cpu, memory) = result?;
        self.read_everything();
        let usage = Usage { cpu, wall: self.started.elapsed(), memory: self.peak.max(memory) };
        let exit = match self.stopped {
            Some(Stopped::Interrupted) => return Err(Error::Interrupted),
            Some(Stopped::By(exit)) => exit,
            None if self.overflowed() => Exit::OutputExceeded,
            None if self.exceeds_memory(memory) => Exit::MemoryExceeded,
            None if cpu > self.limits.cpu => Exit::CpuExceeded,
            None if libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGXCPU => Exit::CpuExceeded,
            None if libc::WIFSIGNALED(status) => Exit::Signal(libc::WTERMSIG(status)),
            None => Exit::Code(libc::WEXITSTATUS(status)),
        };
        Ok(Execution {
            exit,
            stdout: self.stdout.bytes,
            stderr: self.stderr.bytes,
            channel: self.channel.bytes,
            asks: self.asks,
            usage,
        })
    }

    /// The wait status, CPU time and largest resident set that the supervisor reported.
    fn talk(&mut self) -> Result<(i32, Duration, u64), Error> {
        self.receive_listener()?;
        let mut next_census = self.started + CENSUS;
        let mut given_up = None;
        loop {
            let ready = self.wait(next_census)?;
            if ready.report {
                return match self.process.read_report()? {
                    Some(Report::Ended { status, cpu, memory }) => Ok((status, cpu, memory)),
                    Some(Report::NotStarted(source)) => {
                        Err(Error::Start { program: self.program.program.clone(), source })
                    }
                    None => Err(Error::SupervisorLost),
                };
            }
            if ready.output {
                self.sign_of_life = Instant::now();
                self.read_output();
            }
            if ready.held {
                self.answer();
            }
            if ready.stdin {
                self.write_pending();
            }
            if ready.interrupted {
                self.stop(Stopped::Interrupted);
            }
            let now = Instant::now();
            if now >= next_census {
                self.check_limits(now);
                next_census = now + CENSUS;
            }
            if self.stopped.is_some() && now > *given_up.get_or_insert(now + KILLING) {
                rustix::process::kill_process(self.process.supervisor, rustix::process::Signal::KILL)
                    .map_err(Error::system("kill the supervisor"))?;
            }
        }
    }

    /// The program hands over its listener before it is executed, or an empty hand.
    fn receive_listener(&mut self) -> Result<(), Error> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        // Also woken by the end of the other side, when the program dies before it comes to this.
        rustix::io::retry_on_intr(|| {
            recvmsg(
                &self.process.handover,
                &mut [IoSliceMut::new(&mut byte)],
                &mut ancillary,
                RecvFlags::CMSG_CLOEXEC,
            )
        })
        .map_err(Error::system("receive the listener"))?;
        let received: Option<OwnedFd> = ancillary.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut fds) => fds.next(),
            _ => None,
        });
        match received {
            Some(fd) => self.listener = Some(Listener::new(fd)),
            None => self.hand_over_everything(),
        }
        if self.input.lines.is_empty() && self.listener.is_none() {
            self.process.stdin = None;
        }
        Ok(())
    }

    fn wait(&mut self, until: Instant) -> Result<Ready, Error> {
        let timeout = until.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: 0, tv_nsec: timeout.as_nanos() as _ };
        // A descriptor that is not to be watched is left out by asking for nothing of the report's.
        let report = self.process.report.as_fd();
        let held = self.listener.as_ref().map(Listener::fd);
        let stdin = self.process.stdin.as_ref().filter(|_| !self.pending.is_empty());
        let interrupt = interrupt::descriptor().filter(|_| self.stopped.is_none());
        let input_of = |fd: Option<_>| match fd {
            Some(fd) => PollFd::from_borrowed_fd(fd, PollFlags::IN),
            None => PollFd::from_borrowed_fd(report, PollFlags::empty()),
        };
        let mut watched = [
            PollFd::from_borrowed_fd(report, PollFlags::IN),
            input_of((!self.stdout.ended).then(|| self.process.stdout.as_fd())),
            input_of((!self.stderr.ended).then(|| self.process.stderr.as_fd())),
            input_of(self.process.channel.as_ref().filter(|_| !self.channel.ended).map(AsFd::as_fd)),
            input_of(held),
            stdin.map_or(input_of(None), |stdin| PollFd::new(stdin, PollFlags::OUT)),
            input_of(interrupt),
        ];
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(Error::system("wait for the program")(errno)),
        }
        let happened = |index: usize| !watched[index].revents().is_empty();
        Ok(Ready {
            report: happened(0),
            output: (1..=3).any(happened),
            held: held.is_some() && happened(4),
            stdin: stdin.is_some() && happened(5),
            interrupted: interrupt.is_some() && happened(6),
        })
    }

    fn read_output(&mut self) {
        self.read_everything();
        if self.overflowed() {
            self.stop(Stopped::By(Exit::OutputExceeded));
        }
    }

    fn read_everything(&mut self) {
        self.stdout.read(&self.process.stdout, self.limits.output);
        self.stderr.read(&self.process.stderr, self.limits.output);
        if let Some(channel) = &self.process.channel {
            self.channel.read(channel, CHANNEL);
        }
    }

    fn overflowed(&self) -> bool {
        self.stdout.overflowed || self.stderr.overflowed || self.channel.overflowed
    }

    /// Gives a held program what it waits for, and lets it go on.
    fn answer(&mut self) {
        let Some(hold) = self.listener.as_ref().and_then(Listener::receive) else {
            // Its last process has ended (POLLHUP), or the one that was held has been killed.
            return;
        };
        self.sign_of_life = Instant::now();
        match hold.held {
            Held::Register => self.event_driven = true,
            Held::WaitForEvents if !self.event_driven => {}
            Held::Read | Held::Wait | Held::WaitForEvents => {
                if self.has_nothing_to_read() {
                    self.hand_over_next_line(hold.held == Held::Read);
                }
            }
        }
        if let Some(listener) = &self.listener {
            listener.go_on(hold);
        }
    }

    fn has_nothing_to_read(&self) -> bool {
        let in_pipe = self.process.stdin.as_ref().map_or(Ok(0), rustix::io::ioctl_fionread);
        self.pending.is_empty() && in_pipe == Ok(0)
    }

    fn hand_over_next_line(&mut self, reads: bool) {
        self.stdout.read(&self.process.stdout, self.limits.output);
        let printed = self.stdout.bytes.len();
        if self.next_line == self.input.lines.len() {
            if reads {
                self.note_read_at_end(printed);
            }
            self.process.stdin = None;
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
        // A last line without a newline is only complete when the end has been read once.
        let completes_line =
            !self.input.final_newline && !self.input.lines.is_empty() && self.process.stdin.is_some();
        if let (Asks::Known { beyond_end, .. }, false) = (&mut self.asks, completes_line) {
            beyond_end.get_or_insert(printed);
        }
    }

    fn hand_over_everything(&mut self) {
        self.asks = Asks::Unknown;
        self.pending.extend((self.next_line..self.input.lines.len()).flat_map(|line| self.input.bytes(line)));
        self.next_line = self.input.lines.len();
        self.write_pending();
    }

    fn write_pending(&mut self) {
        while let (Some(stdin), false) = (&self.process.stdin, self.pending.is_empty()) {
            match rustix::io::write(stdin, &self.pending) {
                Ok(written) => drop(self.pending.drain(..written)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // It closed its standard input: it wants no more.
                Err(_) => {
                    self.pending.clear();
                    self.process.stdin = None;
                }
            }
        }
        if self.asks == Asks::Unknown {
            self.process.stdin = None;
        }
    }

    fn check_limits(&mut self, now: Instant) {
        if self.stopped.is_some() {
            return;
        }
        let supervisor = self.process.supervisor;
        let census = tree::census(supervisor);
        self.peak = self.peak.max(census.resident.min(self.limits.memory));
        if census.resident > self.limits.memory {
            // Children of a fork share pages, which a census counts for each of them.
            let memory = tree::proportional_memory(supervisor);
            self.peak = self.peak.max(memory);
            if memory > self.limits.memory {
                return self.stop(Stopped::By(Exit::MemoryExceeded));
            }
        }
        if census.processes > self.limits.processes {
            return self.stop(Stopped::By(Exit::ProcessesExceeded));
        }
        if now - self.started > self.limits.wall {
            return self.stop(Stopped::By(Exit::WallExceeded));
        }
        let cpu = tree::cpu(supervisor);
        if cpu > self.limits.cpu + Duration::from_secs(1) {
            return self.stop(Stopped::By(Exit::CpuExceeded));
        }
        if cpu != self.cpu_then {
            self.cpu_then = cpu;
            self.sign_of_life = now;
        }
        if now - self.sign_of_life > SILENCE && self.asks != Asks::Unknown && self.process.stdin.is_some() {
            self.hand_over_everything();
        }
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert(why);
        self.process.kill();
    }

    /// Whether the largest process held more than it may. A fresh child still holds our own pages, which
    /// the kernel counts for it (getrusage(2), ru_maxrss).
    fn exceeds_memory(&self, largest: u64) -> bool {
        largest > self.limits.memory && largest > own_peak_memory()
    }
}

/// What [`Dialogue::wait`] woke up for.
struct Ready {
    report: bool,
    output: bool,
    held: bool,
    stdin: bool,
    interrupted: bool,
}

impl Capture {
    /// Reads what is there without waiting, up to `limit` bytes in all.
    fn read(&mut self, fd: &OwnedFd, limit: usize) {
        let mut buffer = [0; 64 << 10];
        while !self.ended && !self.overflowed {
            match rustix::io::read(fd, &mut buffer) {
                Ok(0) => self.ended = true,
                Ok(length) => {
                    let room = limit - self.bytes.len();
                    self.overflowed = length > room;
                    self.bytes.extend_from_slice(&buffer[..length.min(room)]);
                }
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}
