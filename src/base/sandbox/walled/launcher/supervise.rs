//! The supervisor of a run: it measures the program, and ends all its processes.
//!
//! With a process namespace, the supervisor is its first process, and when it ends the kernel kills all other processes
//! of the namespace (pid_namespaces(7)). Without one, it is a child subreaper (prctl(2)): orphans of the program become
//! its children, in whatever session they are.
//!
//! A pipe, the *lifeline*, tells it to stop: it reads the end of the pipe when the grader closes the other side or
//! dies. A byte before that says that the time on the clock is up.

use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait, waitpid};

use super::super::hearing::{Hearing, Moment};
use super::super::message::Report;
use super::super::{Limits, clock};
use super::delay::Delay;
use super::idle::{Idleness, Sample};
use super::tree::{Census, Scope};
use super::warm::wire::{self, End};
use super::{process, room, trail};
use crate::resource::Resource;

/// The period in which processes and memory are measured.
const PERIOD: Duration = Duration::from_millis(5);

/// The period in which a folder on disk is searched.
const FOLDER_PERIOD: Duration = Duration::from_millis(100);

/// What the grader writes before it closes the lifeline, if the time on the clock is up.
pub(in crate::sandbox) const TIME_IS_UP: &[u8] = b"w";

/// A started program.
pub(super) enum Main {
    /// A child, and a descriptor that is ready when the child has ended.
    Child(Pid, OwnedFd),
    /// A fork of a warm interpreter, and a pipe on which its end is reported.
    Injected(OwnedFd),
}

impl Main {
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        match self {
            Self::Child(_, fd) | Self::Injected(fd) => fd.as_fd(),
        }
    }
}

/// Writes a report as one line.
pub(super) fn tell(report: &OwnedFd, message: &Report) {
    if let Ok(mut line) = serde_json::to_vec(message) {
        line.push(b'\n');
        // Shorter than PIPE_BUF, so it is written in one piece (pipe(7)).
        let _ = rustix::io::retry_on_intr(|| rustix::io::write(report, &line));
    }
}

/// A program and its measurements.
pub(super) struct Supervision {
    main: Main,
    scope: Scope,
    /// The folder of the program.
    folder: PathBuf,
    census: Census,
    delay: Delay,
    /// The delay until the program's time was up. Where it is looked at after that, it stands still again and again, and waits for
    /// us.
    delay_until_up: Option<Duration>,
    /// Peak memory, in bytes.
    peak: u64,
}

impl Supervision {
    pub(super) fn new(main: Main, scope: Scope, folder: PathBuf) -> Self {
        let (census, delay) = (Census::new(scope), Delay::new(scope));
        Self { main, scope, folder, census, delay, delay_until_up: None, peak: 0 }
    }

    /// Watches the program until it ends, and reports the end.
    pub(super) fn conduct(mut self, limits: &Limits, lifeline: &OwnedFd, report: &OwnedFd) {
        let exceeded = self.watch(limits, lifeline, report);
        let ended = self.finish(exceeded, limits);
        tell(report, &ended);
    }

    /// Waits until the program ends, the lifeline ends, or a limit is exceeded.
    fn watch(&mut self, limits: &Limits, lifeline: &OwnedFd, report: &OwnedFd) -> Option<Resource> {
        let mut idleness = Idleness::new(clock::now());
        let mut looked = Instant::now();
        let period = Timespec { tv_sec: 0, tv_nsec: PERIOD.as_nanos() as _ };
        loop {
            let ended = PollFd::from_borrowed_fd(self.main.descriptor(), PollFlags::IN);
            let mut watched = [PollFd::new(lifeline, PollFlags::IN), ended];
            let ready = poll(&mut watched, Some(&period));
            self.census.take();
            if matches!(ready, Ok(count) if count > 0) {
                let exceeded = (self.census.processes > limits.processes).then_some(Resource::Processes);
                if exceeded.is_none() && is_time_up(lifeline) {
                    self.hear(limits, &[], report);
                }
                return exceeded;
            }
            if let Some(exceeded) = self.measured(limits) {
                return Some(exceeded);
            }
            if let Some(delay) = self.delay.grown() {
                tell(report, &Report::Delayed { micros: delay.as_micros() as u64 });
            }
            let cpu = self.census.cpu();
            if cpu > limits.cpu {
                self.hear(limits, &[lifeline], report);
                return Some(Resource::Cpu);
            }
            if looked.elapsed() > FOLDER_PERIOD {
                if let Some(exceeded) = self.room_exceeded(limits) {
                    return Some(exceeded);
                }
                looked = Instant::now();
            }
            let at = clock::now();
            let sample = Sample { at, cpu, delay: self.delay.so_far(), runnable: self.census.runnable };
            if idleness.is_due(sample) {
                tell(report, &Report::Idle { at_micros: at.as_micros() as u64 });
            }
        }
    }

    /// Returns the limit that the last measurement of memory and processes exceeds.
    fn measured(&mut self, limits: &Limits) -> Option<Resource> {
        self.peak = self.peak.max(self.census.held.min(limits.memory));
        if self.census.held > limits.memory {
            // Forks share pages, and the census counts such a page for each of them.
            let memory = self.census.proportional_memory(limits.memory);
            self.peak = self.peak.max(memory);
            if memory > limits.memory {
                return Some(Resource::Memory);
            }
        }
        (self.census.processes > limits.processes).then_some(Resource::Processes)
    }

    /// Asks the program, whose time is up, where it is, and waits until it has answered and ended, has had its time for
    /// that, or exceeds another limit; or until the lifeline ends, if that has not ended yet. Of a program that cannot be
    /// asked it is reported where it was seen.
    fn hear(&mut self, limits: &Limits, lifeline: &[&OwnedFd], report: &OwnedFd) {
        self.delay_until_up = Some(self.delay.total());
        let processes = self.census.busiest();
        let Some(mut hearing) = Hearing::begin(&processes, self.moment()) else {
            if let Some(seen) = trail::follow(&processes, &self.folder) {
                tell(report, &seen);
            }
            return;
        };
        let period = Timespec { tv_sec: 0, tv_nsec: PERIOD.as_nanos() as _ };
        loop {
            let descriptors = lifeline.iter().map(AsFd::as_fd).chain([self.main.descriptor()]);
            let mut watched: Vec<PollFd> =
                descriptors.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
            let ready = poll(&mut watched, Some(&period));
            self.census.take();
            let has_ended = matches!(ready, Ok(count) if count > 0);
            if has_ended || self.measured(limits).is_some() || hearing.is_over(self.moment()) {
                return;
            }
        }
    }

    fn moment(&mut self) -> Moment {
        let _ = self.delay.grown();
        Moment { at: Instant::now(), cpu: self.census.cpu(), delay: self.delay.so_far() }
    }

    /// Returns the limit that the contents of the folder exceed, where no file system limits them.
    fn room_exceeded(&self, limits: &Limits) -> Option<Resource> {
        match self.scope {
            Scope::Namespace => None,
            Scope::Descendants => room::Contents::of(&self.folder).exceeds(limits.disk),
        }
    }

    /// Kills all processes that are left, and adds up the measurements.
    fn finish(mut self, exceeded: Option<Resource>, limits: &Limits) -> Report {
        let mut status = None;
        if let Main::Child(child, _) = &self.main
            && let Ok(Some((_, ended))) = waitpid(Some(*child), WaitOptions::NOHANG)
        {
            status = Some(ended.as_raw());
        }
        let full = if matches!(self.scope, Scope::Namespace) { room::full() } else { None };
        let delay = self.delay_until_up.unwrap_or_else(|| self.delay.total());
        let delay_micros = delay.as_micros() as u64;
        let of_killed = self.kill_everything();
        let exceeded = exceeded.or_else(|| self.room_exceeded(limits));
        let (mut cpu, mut memory) = process::usage_of_children();
        match self.main {
            Main::Child(child, _) => {
                status = status
                    .or_else(|| of_killed.iter().find(|(pid, _)| *pid == child).map(|(_, status)| *status));
            }
            Main::Injected(ended) => match read_end(ended) {
                Ok(end) => {
                    status = Some(end.status as i32);
                    cpu += end.cpu_micros;
                    memory = memory.max(end.memory);
                }
                Err(problem) => return problem,
            },
        }
        let Some(status) = status else {
            return Report::NotStarted { what: "wait for the program".into(), errno: libc::ECHILD };
        };
        let cpu_micros = cpu.max(self.census.cpu().as_micros() as u64);
        // The kernel counts a page of a file for each place where it is mapped, so this number is cut at the limit.
        let memory = self.peak.max(memory.min(limits.memory));
        let largest =
            || (status != 0 && room::Contents::of(&self.folder).largest).then_some(Resource::FileSize);
        let ran_out = full.or_else(largest);
        Report::Ended { status, cpu_micros, memory, exceeded, ran_out, delay_micros }
    }

    /// Kills processes until none is left; returns the children that ended meanwhile, with their statuses.
    fn kill_everything(&mut self) -> Vec<(Pid, i32)> {
        let mut ended = Vec::new();
        loop {
            let options = if rustix::process::getpid() == Pid::INIT {
                kill_everybody();
                WaitOptions::empty()
            } else {
                let members = self.scope.members();
                for pid in members.iter().filter_map(|pid| Pid::from_raw(*pid)) {
                    let _ = kill_process(pid, Signal::KILL);
                }
                if members.is_empty() { WaitOptions::NOHANG } else { WaitOptions::empty() }
            };
            match wait(options) {
                Ok(Some((pid, status))) => ended.push((pid, status.as_raw())),
                Err(rustix::io::Errno::INTR) => {}
                Ok(None) | Err(_) => return ended,
            }
        }
    }
}

/// Tells whether the lifeline has ended because the time on the clock is up.
fn is_time_up(lifeline: &OwnedFd) -> bool {
    let mut watched = [PollFd::new(lifeline, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let has_ended = matches!(poll(&mut watched, Some(&now)), Ok(1));
    has_ended && matches!(rustix::io::read(lifeline, &mut [0]), Ok(1))
}

/// Sends SIGKILL to every process of the namespace except this one, which is its first (kill(2)).
fn kill_everybody() {
    if rustix::process::getpid() == Pid::INIT {
        // SAFETY: the call only sends signals, and only inside the namespace of the run.
        unsafe { libc::kill(-1, libc::SIGKILL) };
    }
}

/// Reads the interpreter's report on its fork.
fn read_end(ended: OwnedFd) -> Result<End, Report> {
    let mut bytes = Vec::new();
    let _ = std::fs::File::from(ended).read_to_end(&mut bytes);
    end_of(&bytes)
}

/// Parses the bytes of the interpreter's report on its fork.
pub(in crate::sandbox) fn end_of(bytes: &[u8]) -> Result<End, Report> {
    let not_started = |what: &str, errno| Err(Report::NotStarted { what: what.into(), errno });
    let mut words = bytes
        .chunks_exact(size_of::<u64>())
        .map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()));
    let mut next = || words.next().unwrap_or_default();
    let end = End { failed: next(), errno: next(), status: next(), cpu_micros: next(), memory: next() };
    // A fork that failed reports that first, and then the interpreter reports the end of the fork.
    if bytes.len() < size_of::<End>() {
        return not_started("hear from the interpreter", libc::EPIPE);
    }
    let errno = end.errno as i32;
    match end.failed {
        0 => Ok(end),
        wire::AT_FORK => not_started("fork the interpreter", errno),
        wire::AT_STEPPING_IN => not_started("step into the namespaces of the run", errno),
        wire::AT_SHUTTING_IN => not_started("shut the program in", errno),
        wire::AT_HANDING_OVER => not_started("hand over the listener", errno),
        _ => not_started("wait for the program", errno),
    }
}
