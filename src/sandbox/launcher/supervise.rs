//! The supervisor of a run: it counts what the program uses, and leaves nothing of it.
//!
//! At the levels that have one it is the first process of the program's pid namespace, and when it ends
//! the kernel kills whatever is left there (pid_namespaces(7)). Elsewhere it is a child subreaper
//! (prctl(2)): orphans of the program become its children, whatever session they fled to.
//!
//! A pipe, the *lifeline*, tells it to stop: when the grader closes its end, or dies, it reads the end.

use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait, waitpid};

use super::super::message::Report;
use super::super::{Limits, clock};
use super::delay::Delay;
use super::idle::{Idleness, Look};
use super::tree::{Census, Scope};
use super::warm::wire::{self, End};
use super::{process, room};
use crate::resource::Resource;

/// How often processes and memory are counted.
const PERIOD: Duration = Duration::from_millis(5);

/// How often the folder of a program is looked through that has no file system of its own.
const LOOK: Duration = Duration::from_millis(100);

/// How much longer than it may a program may run before the supervisor ends it: the kernel's own limit
/// counts whole seconds for each process, this one counts all of them together.
const GRACE: Duration = Duration::from_secs(1);

/// A started program.
pub(super) enum Main {
    /// A child, and a descriptor that is ready when it has ended.
    Child(Pid, OwnedFd),
    /// A fork of a warm interpreter, which tells here how it ended.
    Injected(OwnedFd),
}

impl Main {
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        match self {
            Self::Child(_, fd) | Self::Injected(fd) => fd.as_fd(),
        }
    }
}

/// Writes a report, in one line.
pub(super) fn tell(report: &OwnedFd, message: &Report) {
    if let Ok(mut line) = serde_json::to_vec(message) {
        line.push(b'\n');
        // Shorter than PIPE_BUF, so that it is written whole (pipe(7)).
        let _ = rustix::io::retry_on_intr(|| rustix::io::write(report, &line));
    }
}

/// A program and what is counted of it.
pub(super) struct Supervision {
    main: Main,
    scope: Scope,
    /// Its folder.
    folder: PathBuf,
    census: Census,
    delay: Delay,
    /// In bytes.
    peak: u64,
}

impl Supervision {
    pub(super) fn new(main: Main, scope: Scope, folder: PathBuf) -> Self {
        Self { main, scope, folder, census: Census::new(scope), delay: Delay::new(scope), peak: 0 }
    }

    /// Watches the program to its end and reports.
    pub(super) fn conduct(mut self, limits: &Limits, lifeline: &OwnedFd, report: &OwnedFd) {
        let exceeded = self.watch(limits, lifeline, report);
        let ended = self.finish(exceeded, limits);
        tell(report, &ended);
    }

    /// Until the program ends, the lifeline does, or a limit is exceeded.
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
                return (self.census.processes > limits.processes).then_some(Resource::Processes);
            }
            self.peak = self.peak.max(self.census.held.min(limits.memory));
            if self.census.held > limits.memory {
                // Forks share pages, which the census counted for each of them.
                let memory = self.census.proportional_memory(limits.memory);
                self.peak = self.peak.max(memory);
                if memory > limits.memory {
                    return Some(Resource::Memory);
                }
            }
            if self.census.processes > limits.processes {
                return Some(Resource::Processes);
            }
            if let Some(delay) = self.delay.grown() {
                tell(report, &Report::Delayed { micros: delay.as_micros() as u64 });
            }
            let cpu = self.census.cpu();
            if cpu > limits.cpu.saturating_add(GRACE) {
                return Some(Resource::Cpu);
            }
            if looked.elapsed() > LOOK {
                if let Some(exceeded) = self.room_exceeded(limits) {
                    return Some(exceeded);
                }
                looked = Instant::now();
            }
            let at = clock::now();
            let look = Look { at, cpu, delay: self.delay.so_far(), runnable: self.census.runnable };
            if idleness.is_told(look) {
                tell(report, &Report::Idle { at_micros: at.as_micros() as u64 });
            }
        }
    }

    /// What the folder of the program holds too much of, where nothing else limits that.
    fn room_exceeded(&self, limits: &Limits) -> Option<Resource> {
        match self.scope {
            Scope::Namespace => None,
            Scope::Descendants => room::Contents::of(&self.folder).exceeds(limits.disk),
        }
    }

    /// Kills what is left and adds up.
    fn finish(mut self, exceeded: Option<Resource>, limits: &Limits) -> Report {
        let mut status = None;
        if let Main::Child(child, _) = &self.main
            && let Ok(Some((_, ended))) = waitpid(Some(*child), WaitOptions::NOHANG)
        {
            status = Some(ended.as_raw());
        }
        let full = if matches!(self.scope, Scope::Namespace) { room::full() } else { None };
        let delay_micros = self.delay.total().as_micros() as u64;
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
        // What the kernel says counts a page of a file for every place where it is mapped, so it is told only
        // as far as it can be true.
        let memory = self.peak.max(memory.min(limits.memory));
        let largest =
            || (status != 0 && room::Contents::of(&self.folder).largest).then_some(Resource::FileSize);
        let ran_out = full.or_else(largest);
        Report::Ended { status, cpu_micros, memory, exceeded, ran_out, delay_micros }
    }

    /// Until no process is left; the children that were waited for meanwhile, with their statuses.
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

/// SIGKILL to every process of the namespace but this one, which is its first (kill(2)).
fn kill_everybody() {
    if rustix::process::getpid() == Pid::INIT {
        // SAFETY: the call only sends signals, and to nobody outside of the namespace of the run.
        unsafe { libc::kill(-1, libc::SIGKILL) };
    }
}

/// What an interpreter tells about its fork.
fn read_end(ended: OwnedFd) -> Result<End, Report> {
    let mut bytes = Vec::new();
    let _ = std::fs::File::from(ended).read_to_end(&mut bytes);
    end_of(&bytes)
}

/// What the bytes of an interpreter say about its fork.
pub(in crate::sandbox) fn end_of(bytes: &[u8]) -> Result<End, Report> {
    let not_started = |what: &str, errno| Err(Report::NotStarted { what: what.into(), errno });
    let mut words = bytes
        .chunks_exact(size_of::<u64>())
        .map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()));
    let mut next = || words.next().unwrap_or_default();
    let end = End { failed: next(), errno: next(), status: next(), cpu_micros: next(), memory: next() };
    // A fork that failed says so first, and the interpreter says how it ended after that.
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
