//! The grader's side of a run: it hands over lines when the program asks for them, reads the output, and watches the
//! limits.

mod ending;
mod typing;
mod wait;

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::alarm::Alarm;
use super::capture::Captures;
use super::claim::{self, Claim};
use super::clock;
use super::conversation::Side;
use super::filter::Listener;
use super::handle::LauncherHandle;
use super::launcher::{FOLDER, UNWATCHED, WATCHED};
use super::level::Isolation;
use super::message::{Report, receive_bytes};
use super::parameters::{Purpose, RunParameters};
use super::process::Process;
use super::{Asks, Command, Error, Execution, Exit, Given, Input, Limits, Seen, Usage};
use crate::resource::Resource;
use ending::{Ended, Stopped};

/// The period in which the clock is checked and output is read.
const TICK: Duration = Duration::from_millis(20);

/// If a program prints more than this number of bytes between two ticks, its output is read at once from then on.
/// Before that, it would only wake us twice in a turn: once for the output and once when the program is held.
const FLOOD_BYTES: usize = 16 << 10;

/// The longest time that the supervisor may need to start a program, or to kill everything. One that has died is noticed at once.
const SILENCE: Duration = Duration::from_secs(60);

/// No lines.
static NO_LINES: Input = Input { lines: Vec::new(), final_newline: true, terminal: false };

/// One run in progress.
pub(super) struct Dialogue<'a> {
    process: Process,
    launcher: &'a LauncherHandle,
    program: &'a Command,
    listener: Option<Listener>,
    /// Whether the program has sent its listener, or the message that there is none.
    began: bool,
    input: &'a Input,
    /// Whether bytes are handed over at once, in the place of lines.
    is_at_once: bool,
    /// Those of them that are not pending yet.
    bytes: &'a [u8],
    /// The side of the program, if it talks with another one.
    side: Option<Side<'a>>,
    /// Whether the other one may still say something.
    hears: bool,
    /// How many bytes of its output the other one was told.
    told: usize,
    limits: &'a Limits,
    /// The index of the next line to hand over.
    next_line: usize,
    /// The bytes of handed-over lines that did not fit into the pipe yet.
    pending: Vec<u8>,
    asks: Asks,
    /// The process that asked for input last.
    reader: Option<u32>,
    /// Whether the program registered descriptor 0 with epoll.
    event_driven: bool,
    printed: Captures,
    /// The start of the program: our own preparation before it does not count.
    started: Instant,
    /// How long the program waited for a processor, as far as it was reported.
    delay: Duration,
    /// Whether a process that failed had opened as many descriptors as it may.
    out_of_descriptors: bool,
    /// Where the program was seen when its time was up.
    seen: Option<Seen>,
    /// Why and how long after the start we stopped the run, if we did.
    stopped: Option<(Stopped, Duration)>,
    /// The last activity of the program, on the clock of the machine.
    sign_of_life: Duration,
    /// Whether the program prints so much that it would have to wait for us.
    floods: bool,
    /// The path of its folder, as the program sees it.
    folder: PathBuf,
    /// A descriptor of that folder, if it is to be kept.
    kept: Option<OwnedFd>,
    /// Whether the folder is to be kept.
    keep: bool,
    /// An alarm that stops the run, besides Ctrl-C.
    alarm: Option<&'a Alarm>,
}

impl<'a> Dialogue<'a> {
    pub(super) fn start(
        launcher: &'a LauncherHandle,
        parameters: &RunParameters<'a>,
        given: Given<'a>,
        alarm: Option<&'a Alarm>,
    ) -> Result<Self, Error> {
        let (input, bytes) = match given {
            Given::Lines(input) => (input, [].as_slice()),
            Given::Bytes(bytes) => (&NO_LINES, bytes),
            Given::Other(_) => (&NO_LINES, [].as_slice()),
        };
        let side = match given {
            Given::Lines(_) | Given::Bytes(_) => None,
            Given::Other(side) => Some(side),
        };
        let process = Process::start(launcher, parameters, input.terminal)?;
        let RunParameters { command: program, place, limits, purpose } = *parameters;
        let now = Instant::now();
        Ok(Self {
            process,
            launcher,
            program,
            listener: None,
            began: false,
            input,
            is_at_once: matches!(given, Given::Bytes(_)),
            bytes,
            side,
            hears: side.is_some(),
            told: 0,
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
            seen: None,
            stopped: None,
            sign_of_life: clock::now(),
            floods: false,
            folder: place.folder.unwrap_or(Path::new(FOLDER)).to_path_buf(),
            kept: None,
            keep: matches!(purpose, Purpose::Keep),
            alarm,
        })
    }

    /// Conducts the run until no process of the program is left. Returns the record and, if it is to be kept, a
    /// descriptor of the folder.
    pub(super) fn conduct(mut self) -> Result<(Execution, Option<OwnedFd>), Error> {
        let ended = match self.talk() {
            // When the program used up the memory, the kernel may have ended one of our processes, too.
            Err(Error::SupervisorLost | Error::Step { .. }) if self.is_out_of_memory() => {
                self.process.kill();
                Ended::out_of_memory(self.limits)
            }
            ended => ended?,
        };
        self.printed.read(&self.process, self.limits);
        self.tell();
        let usage = Usage { cpu: ended.cpu, wall: self.started.elapsed(), memory: ended.memory };
        let mut exit = self.exit(&ended)?;
        let claim = self.program.prove.then(|| claim::take(exit, &mut self.printed.stderr.bytes)).flatten();
        if matches!(claim, Some(Claim::Endless(_))) {
            exit = Exit::Endless;
        }
        let execution = Execution {
            exit,
            stdout: self.printed.stdout.bytes,
            stderr: self.printed.stderr.bytes,
            channel: self.printed.channel.bytes,
            claim,
            seen: self.seen,
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
                    // A held program is active: on a busy machine we were late.
                    Report::Idle { .. } if ready.held => {}
                    Report::Idle { at_micros } => self.give_up_watching(Duration::from_micros(at_micros)),
                    Report::NotStarted { what, errno } => {
                        let source = std::io::Error::from_raw_os_error(errno);
                        return Err(match (what.as_str(), errno) {
                            ("execute", _) => Error::Start { program: self.program.program.clone(), source },
                            ("make the namespaces of a run", libc::ENOSPC) => Error::NoNamespaces,
                            _ => Error::Step { what, source },
                        });
                    }
                    Report::Seen { at, around } => self.seen = Some(Seen { at, around }),
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
            if ready.said {
                self.hear();
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
            if self.stopped.is_some() && now > *given_up.get_or_insert(now + SILENCE) {
                return Err(Error::SupervisorSilent { waited: SILENCE });
            }
        }
    }

    /// Receives the folder, if it is to be kept, and then the listener or the message that there is none. A program
    /// that ends before that was never watched, and is not believed.
    fn receive_listener(&mut self) -> Result<(), Error> {
        if self.keep {
            self.kept = self.receive_handover()?.1;
        }
        let (byte, listener) = self.receive_handover()?;
        match (byte, listener) {
            (Some(WATCHED), Some(listener)) => self.listener = Some(Listener::new(listener)),
            (Some(UNWATCHED), None) => self.hand_over_everything(),
            _ => return Ok(()), // The report of the supervisor will tell the reason.
        }
        self.began = true;
        if self.is_at_once {
            self.hand_over_everything();
            return Ok(());
        }
        if self.input.lines.is_empty() && self.listener.is_none() && !self.hears {
            self.end_input();
        }
        Ok(())
    }

    /// Receives the next packet: its first byte (`None` if the other side is closed) and the descriptor that came with
    /// it.
    fn receive_handover(&mut self) -> Result<(Option<u8>, Option<OwnedFd>), Error> {
        let most = Timespec { tv_sec: SILENCE.as_secs() as _, tv_nsec: 0 };
        let mut handover = [PollFd::new(&self.process.handover, PollFlags::IN)];
        // Also woken when the other side is closed, because the program died before it sent this packet.
        match rustix::io::retry_on_intr(|| poll(&mut handover, Some(&most))) {
            Ok(0) => return Err(Error::SupervisorSilent { waited: SILENCE }),
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
        self.tell();
        let more = self.printed.length() - before;
        self.floods |= more > FLOOD_BYTES;
        if more > 0 {
            self.sign_of_life = clock::now();
        }
        if self.printed.overflowed() {
            self.stop(Stopped::By(Resource::Output));
        }
    }

    /// Tells the other program what this one has printed since.
    fn tell(&mut self) {
        if let Some(side) = self.side {
            let printed = &self.printed.stdout.bytes;
            if self.told < printed.len() {
                side.say(&printed[self.told..]);
                self.told = printed.len();
            }
        }
    }

    /// Hands over what the other program has said.
    fn hear(&mut self) {
        self.read_output();
        let Some(side) = self.side else { return };
        let (bytes, was_all) = side.hear(self.printed.stdout.bytes.len());
        self.sign_of_life = clock::now();
        self.pending.extend_from_slice(&bytes);
        self.write_pending();
        if was_all && self.hears {
            self.hears = false;
            self.hand_over_everything();
        }
    }

    fn stop(&mut self, why: Stopped) {
        self.stopped.get_or_insert((why, self.started.elapsed()));
        match why {
            Stopped::By(Resource::Wall) => self.process.hear_and_kill(),
            Stopped::By(_) | Stopped::Interrupted => self.process.kill(),
        }
    }
}
