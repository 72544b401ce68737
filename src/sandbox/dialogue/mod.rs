//! The grader's side of a run: hand over lines when they are asked for, read what is printed, watch the limits.

mod ending;
mod typing;
mod wait;

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::alarm::Alarm;
use super::capture::Captures;
use super::clock;
use super::filter::Listener;
use super::launcher::{FOLDER, UNWATCHED, WATCHED};
use super::level::Isolation;
use super::message::{Report, receive_bytes};
use super::pool::Launcher;
use super::process::{Asked, Process, Purpose};
use super::{Asks, Command, Error, Execution, Input, Limits, Usage};
use crate::resource::Resource;
use ending::{Ended, Stopped};

/// How often the clock is looked at, and what was printed is read.
const TICK: Duration = Duration::from_millis(20);

/// A program that printed so much since the last tick, in bytes, is read from at once from then on: before
/// that it would only wake us twice a turn, once for what it prints and once when it is held.
const FLOOD: usize = 16 << 10;

/// How long the supervisor may take to kill everything.
const KILLING: Duration = Duration::from_secs(10);

/// One run, under way.
pub(super) struct Dialogue<'a> {
    process: Process,
    launcher: &'a Launcher,
    program: &'a Command,
    listener: Option<Listener>,
    /// Whether it handed over its listener, or said that there can be none.
    began: bool,
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
    /// When the program was last heard, by the clock of the machine.
    sign_of_life: Duration,
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

impl<'a> Dialogue<'a> {
    pub(super) fn start(
        launcher: &'a Launcher,
        asked: &Asked<'a>,
        input: &'a Input,
        alarm: Option<&'a Alarm>,
    ) -> Result<Self, Error> {
        let process = Process::start(launcher, asked, input.terminal)?;
        let Asked { command: program, place, limits, purpose } = *asked;
        let now = Instant::now();
        Ok(Self {
            process,
            launcher,
            program,
            listener: None,
            began: false,
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
            sign_of_life: clock::now(),
            floods: false,
            folder: place.folder.unwrap_or(Path::new(FOLDER)).to_path_buf(),
            kept: None,
            keep: matches!(purpose, Purpose::Keep),
            alarm,
        })
    }

    /// Talks to the program until it has ended and nothing of it is left; gives what it did and, if it is to be
    /// kept, a descriptor of its folder.
    pub(super) fn conduct(mut self) -> Result<(Execution, Option<OwnedFd>), Error> {
        let ended = match self.talk() {
            // With the program, its memory may have cost one of our processes.
            Err(Error::SupervisorLost | Error::Step { .. }) if self.is_out_of_memory() => {
                self.process.kill();
                Ended::out_of_memory(self.limits)
            }
            ended => ended?,
        };
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

    fn talk(&mut self) -> Result<Ended, Error> {
        self.receive_listener()?;
        self.started = Instant::now();
        self.sign_of_life = clock::now();
        let mut next_tick = self.started + TICK;
        let mut given_up = None;
        loop {
            let ready = self.wait(next_tick)?;
            let reports = if ready.report { self.process.reports.read()? } else { Vec::new() };
            for report in reports {
                match report {
                    // What is held is seen: on a busy machine it was we who came late.
                    Report::Idle { .. } if ready.held => {}
                    Report::Idle { at_micros } => self.give_up_watching(Duration::from_micros(at_micros)),
                    Report::NotStarted { what, errno } => {
                        let source = std::io::Error::from_raw_os_error(errno);
                        return Err(match what.as_str() {
                            "execute" => Error::Start { program: self.program.program.clone(), source },
                            _ => Error::Step { what, source },
                        });
                    }
                    Report::Delayed { micros } => self.delay = Duration::from_micros(micros),
                    Report::Ended { status, cpu_micros, memory, exceeded, ran_out, delay_micros } => {
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
                    self.stop(Stopped::By(Resource::Wall));
                }
                next_tick = now + TICK;
            }
            if self.stopped.is_some() && now > *given_up.get_or_insert(now + KILLING) {
                return Err(Error::SupervisorLost);
            }
        }
    }

    /// Before it begins, the program hands over its listener, or says that there can be none; before that, its folder.
    /// A program that ends without either was never watched: it is not believed.
    fn receive_listener(&mut self) -> Result<(), Error> {
        if self.keep {
            self.kept = self.receive_handover()?.1;
        }
        let (byte, listener) = self.receive_handover()?;
        match (byte, listener) {
            (Some(WATCHED), Some(listener)) => self.listener = Some(Listener::new(listener)),
            (Some(UNWATCHED), None) => self.hand_over_everything(),
            _ => return Ok(()), // The report will say why.
        }
        self.began = true;
        if self.input.lines.is_empty() && self.listener.is_none() {
            self.end_input();
        }
        Ok(())
    }

    /// The first byte of the next packet, unless the other side is gone, with the descriptor that came along.
    fn receive_handover(&mut self) -> Result<(Option<u8>, Option<OwnedFd>), Error> {
        let most = Timespec { tv_sec: KILLING.as_secs() as _, tv_nsec: 0 };
        let mut handover = [PollFd::new(&self.process.handover, PollFlags::IN)];
        // Also woken by the end of the other side, when the program dies before it comes to this.
        match rustix::io::retry_on_intr(|| poll(&mut handover, Some(&most))) {
            Ok(0) => return Err(Error::SupervisorLost),
            Ok(_) => {}
            Err(errno) => return Err(Error::system("wait for the program")(errno)),
        }
        let mut bytes = [0; 8];
        let (length, fds) = receive_bytes(&self.process.handover, &mut bytes)
            .map_err(|source| Error::System { what: "receive the listener", source })?;
        Ok((bytes[..length].first().copied(), fds.into_iter().next()))
    }

    fn read_output(&mut self) {
        let before = self.printed.length();
        self.printed.read(&self.process, self.limits);
        let more = self.printed.length() - before;
        self.floods |= more > FLOOD;
        if more > 0 {
            self.sign_of_life = clock::now();
        }
        if self.printed.overflowed() {
            self.stop(Stopped::By(Resource::Output));
        }
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert((why, self.started.elapsed()));
        self.process.kill();
    }
}
