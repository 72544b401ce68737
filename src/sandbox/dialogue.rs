//! The grader's side of a run: hand over lines when they are asked for, read what is printed, watch the limits.

use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::alarm::Alarm;
use super::capture::Captures;
use super::filter::{Held, Listener};
use super::launcher::{DESCRIPTORS, FOLDER};
use super::level::Isolation;
use super::message::{Exceeded, RanOut, Report, receive_bytes};
use super::pool::Launcher;
use super::process::{Process, Purpose};
use super::terminal::END_OF_FILE;
use super::{Asks, Command, Error, Execution, Exit, Input, Limits, Usage, interrupt};

/// How often the clock is looked at, and what was printed is read.
const TICK: Duration = Duration::from_millis(20);

/// A program that printed so much since the last tick, in bytes, is read from at once from then on: before
/// that it would only wake us twice a turn, once for what it prints and once when it is held.
const FLOOD: usize = 16 << 10;

/// After so long without a sign of life, an idle program that waits where the filter does not see it (a
/// copy of descriptor 0, `/dev/stdin`) is given the rest of its lines.
const SILENCE: Duration = Duration::from_secs(1);

/// How many times its limit on the clock a program is waited for when it gets no processor.
const PATIENCE: u32 = 5;

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
    /// The process that asked for input last.
    reader: Option<u32>,
    /// Whether the program registered descriptor 0 with epoll.
    event_driven: bool,
    printed: Captures,
    /// When the program was about to begin: what it takes us to get there is not its time.
    started: Instant,
    /// How long the program waited for a processor, as far as we were told.
    delay: Duration,
    /// Whether a process of it that failed had opened as many descriptors as it may.
    out_of_descriptors: bool,
    /// Why we ended it and how long it had been there, if we did.
    stopped: Option<(Stopped, Duration)>,
    sign_of_life: Instant,
    /// Whether it prints so much that it would have to wait for us.
    floods: bool,
    /// Its folder, as it sees it.
    folder: PathBuf,
    /// A descriptor of that folder, if it is to be kept.
    kept: Option<OwnedFd>,
    /// Whether it is.
    keep: bool,
    /// What stops it besides Ctrl-C.
    alarm: Option<&'a Alarm>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    By(Exit),
    Interrupted,
}

/// How the supervisor says that a program ended.
struct Ended {
    status: i32,
    cpu: Duration,
    memory: u64,
    exceeded: Option<Exceeded>,
    ran_out: Option<RanOut>,
}

impl<'a> Dialogue<'a> {
    pub(super) fn start(
        launcher: &Launcher,
        program: &'a Command,
        folder: Option<&Path>,
        input: &'a Input,
        limits: &'a Limits,
        purpose: Purpose,
        alarm: Option<&'a Alarm>,
    ) -> Result<Self, Error> {
        let process = Process::start(launcher, program, folder, limits, input.terminal, purpose)?;
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
            reader: None,
            event_driven: false,
            printed: Captures::default(),
            started: now,
            delay: Duration::ZERO,
            out_of_descriptors: false,
            stopped: None,
            sign_of_life: now,
            floods: false,
            folder: folder.unwrap_or(Path::new(FOLDER)).to_path_buf(),
            kept: None,
            keep: matches!(purpose, Purpose::Keep),
            alarm,
        })
    }

    /// Talks to the program until it has ended and nothing of it is left; gives what it did and, if it is to be
    /// kept, a descriptor of its folder.
    pub(super) fn conduct(mut self) -> Result<(Execution, Option<OwnedFd>), Error> {
        let ended = self.talk()?;
        self.printed.read(&self.process, self.limits);
        let usage = Usage { cpu: ended.cpu, wall: self.started.elapsed(), memory: ended.memory };
        let exit = self.exit(&ended)?;
        let execution = Execution {
            exit,
            stdout: self.printed.stdout.bytes,
            stderr: self.printed.stderr.bytes,
            channel: self.printed.channel.bytes,
            asks: self.asks,
            usage,
            folder: self.folder,
            isolation: Isolation::NONE,
        };
        Ok((execution, self.kept))
    }

    /// Whether so long after its start a program has had its time on the clock; what it waited for a processor is
    /// not counted.
    fn time_is_up(&self, after: Duration) -> bool {
        after > self.limits.wall + self.delay
    }

    /// Whether it waited for a processor longer than we wait for it.
    fn is_starved(&self) -> bool {
        self.delay > self.limits.wall * PATIENCE
    }

    fn exit(&self, ended: &Ended) -> Result<Exit, Error> {
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

    fn talk(&mut self) -> Result<Ended, Error> {
        self.receive_listener()?;
        self.started = Instant::now();
        self.sign_of_life = self.started;
        let mut next_tick = self.started + TICK;
        let mut given_up = None;
        loop {
            let ready = self.wait(next_tick)?;
            if ready.report {
                match self.process.read_report()? {
                    None => {}
                    // What is held is seen: on a busy machine it was we who came late.
                    Some(Report::Idle) if ready.held => {}
                    Some(Report::Idle) => self.give_up_watching(),
                    Some(Report::NotStarted { what, errno }) => {
                        let source = std::io::Error::from_raw_os_error(errno);
                        return Err(match what.as_str() {
                            "execute" => Error::Start { program: self.program.program.clone(), source },
                            _ => Error::Step { what, source },
                        });
                    }
                    Some(Report::Delayed { micros }) => self.delay = Duration::from_micros(micros),
                    Some(Report::Ended { status, cpu_micros, memory, exceeded, ran_out, delay_micros }) => {
                        self.delay = Duration::from_micros(delay_micros);
                        let cpu = Duration::from_micros(cpu_micros);
                        return Ok(Ended { status, cpu, memory, exceeded, ran_out });
                    }
                }
            }
            if ready.output {
                self.read_output();
            }
            if ready.held {
                self.answer();
            }
            if ready.unheld {
                self.listener = None;
            }
            if ready.stdin {
                self.write_pending();
            }
            if ready.interrupted {
                self.stop(Stopped::Interrupted);
            }
            let now = Instant::now();
            if now >= next_tick {
                self.read_output();
                if self.time_is_up(now - self.started) || self.is_starved() {
                    self.stop(Stopped::By(Exit::WallExceeded));
                }
                next_tick = now + TICK;
            }
            if self.stopped.is_some() && now > *given_up.get_or_insert(now + KILLING) {
                return Err(Error::SupervisorLost);
            }
        }
    }

    /// The program hands over its listener before it is executed, or an empty hand; before that, its folder.
    fn receive_listener(&mut self) -> Result<(), Error> {
        let mut folder_is_due = self.keep;
        let listener = loop {
            let handover = PollFd::new(&self.process.handover, PollFlags::IN);
            let most = Timespec { tv_sec: KILLING.as_secs() as _, tv_nsec: 0 };
            match poll(&mut [handover], Some(&most)) {
                Ok(0) => return Err(Error::SupervisorLost),
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(Error::system("wait for the program")(errno)),
            }
            // Also woken by the end of the other side, when the program dies before it comes to this.
            let (_, fds) = receive_bytes(&self.process.handover, &mut [0; 8])
                .map_err(|source| Error::System { what: "receive the listener", source })?;
            let fd = fds.into_iter().next();
            if std::mem::take(&mut folder_is_due) {
                self.kept = fd;
            } else {
                break fd;
            }
        };
        match listener {
            Some(fd) => self.listener = Some(Listener::new(fd)),
            None => self.hand_over_everything(),
        }
        if self.input.lines.is_empty() && self.listener.is_none() {
            self.end_input();
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
        let alarm = self.alarm.map(Alarm::descriptor).filter(|_| self.stopped.is_none());
        let watch_output = held.is_none() || self.floods;
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
            interrupted: interrupt.is_some() && happened(6) || alarm.is_some() && happened(7),
        })
    }

    fn read_output(&mut self) {
        let before = self.printed.length();
        self.printed.read(&self.process, self.limits);
        let more = self.printed.length() - before;
        self.floods |= more > FLOOD;
        if more > 0 {
            self.sign_of_life = Instant::now();
        }
        if self.printed.overflowed() {
            self.stop(Stopped::By(Exit::OutputExceeded));
        }
    }

    /// Gives a held program what it waits for, and lets it go on.
    fn answer(&mut self) {
        let Some(hold) = self.listener.as_ref().and_then(Listener::receive) else {
            // The one that was held has been killed.
            return;
        };
        self.sign_of_life = Instant::now();
        match hold.held {
            Held::Register => self.event_driven = true,
            Held::Fail => self.out_of_descriptors |= had_every_descriptor(hold.process),
            Held::WaitForEvents if !self.event_driven => {}
            Held::Read | Held::Wait | Held::WaitForEvents => {
                if self.reads_our_input(hold.process) && self.has_nothing_to_read() {
                    self.hand_over_next_line(hold.held == Held::Read);
                }
            }
        }
        if let Some(listener) = &self.listener {
            listener.go_on(hold);
        }
    }

    /// Whether descriptor 0 of a held process is what we type into: children of a shell have pipes of their own
    /// there. Looked up once for each process that reads.
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
        self.printed.stdout.read(&self.process.stdout, self.limits.output);
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
        // A last line without a newline is only complete when the end has been read once.
        let completes_line = self.process.terminal.is_none()
            && !self.input.final_newline
            && !self.input.lines.is_empty()
            && self.process.stdin.is_some();
        if let (Asks::Known { beyond_end, .. }, false) = (&mut self.asks, completes_line) {
            beyond_end.get_or_insert(printed);
        }
    }

    fn hand_over_everything(&mut self) {
        self.asks = Asks::Unknown;
        self.pending.extend((self.next_line..self.input.lines.len()).flat_map(|line| self.input.bytes(line)));
        self.next_line = self.input.lines.len();
        self.end_input();
    }

    /// Nothing more will be typed.
    fn end_input(&mut self) {
        match self.process.terminal {
            Some(_) => self.pending.push(END_OF_FILE),
            None if self.pending.is_empty() => self.process.stdin = None,
            None => {} // It is closed when everything has been written.
        }
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
        if self.asks == Asks::Unknown && self.process.terminal.is_none() {
            self.process.stdin = None;
        }
    }

    /// An idle program that asks for nothing waits where it is not seen.
    fn give_up_watching(&mut self) {
        let silent = self.sign_of_life.elapsed() > SILENCE;
        if silent && self.asks != Asks::Unknown && self.process.stdin.is_some() {
            self.hand_over_everything();
        }
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert((why, self.started.elapsed()));
        self.process.kill();
    }
}

/// Whether a process had at some time as many descriptors as it may: its table of them has grown beyond that.
fn had_every_descriptor(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let slots = status.lines().find_map(|line| line.strip_prefix("FDSize:"));
    slots.and_then(|slots| slots.trim().parse().ok()).is_some_and(|slots: u64| slots > DESCRIPTORS)
}

/// What [`Dialogue::wait`] woke up for.
struct Ready {
    report: bool,
    output: bool,
    held: bool,
    /// The last process that could be held has ended.
    unheld: bool,
    stdin: bool,
    interrupted: bool,
}
