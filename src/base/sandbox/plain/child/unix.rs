//! A process of a Unix system: it leads a process group of its own, which is ended as a whole.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};

use super::super::super::limits::{DESCRIPTORS, FILE_SIZE, RESERVED, STACK};
use super::super::super::{Command, Error, Exit, Limits};
use super::super::beside::Beside;
use super::super::usage::{Used, Watch};
use super::{Ended, Pipes};
use crate::resource;

/// The descriptor of the channel of our own drivers.
const CHANNEL: RawFd = 3;

/// A running process. Dropping it ends the whole group.
pub(in super::super) struct Child {
    pid: Pid,
    watch: Watch,
    ended: Option<Ended>,
}

impl Child {
    pub(in super::super) fn start(
        command: &Command,
        folder: &Path,
        limits: &Limits,
        beside: &Beside,
    ) -> Result<(Self, Pipes), Error> {
        let failed = |source| Error::System { what: "make a pipe", source };
        let channel = (command.channel && !beside.has_side_file()).then(io::pipe).transpose();
        let channel = channel.map_err(failed)?;
        let mut process = std::process::Command::new(folder.join(&command.program));
        process.arg0(&command.program).args(&command.args).env_clear();
        process.env("HOME", folder).env("TMPDIR", folder);
        process.envs(command.env.iter().map(|(name, value)| (name, value)));
        process.envs(beside.variables());
        process.current_dir(folder).process_group(0);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let given = channel.as_ref().map(|(_, theirs)| theirs.as_raw_fd());
        let bounds = bounds(limits, command.reserves);
        let prepare = move || {
            if let Some(given) = given {
                hand_over(given)?;
            }
            for (resource, soft) in bounds {
                bound(resource, soft)?;
            }
            Ok(())
        };
        // SAFETY: the closure only makes system calls, and allocates nothing.
        unsafe { process.pre_exec(prepare) };
        let mut started =
            process.spawn().map_err(|source| Error::Start { program: command.program.clone(), source })?;
        let pid = Pid::from_child(&started);
        let stream = || Error::System { what: "take a stream", source: io::ErrorKind::NotFound.into() };
        let pipes = Pipes {
            stdin: started.stdin.take().ok_or_else(stream)?,
            stdout: started.stdout.take().ok_or_else(stream)?,
            stderr: started.stderr.take().ok_or_else(stream)?,
            channel: channel.map(|(ours, _)| ours),
        };
        // It is waited for by ourselves, because only that tells what it has used.
        Ok((Self { pid, watch: Watch::of(pid.as_raw_nonzero().get()), ended: None }, pipes))
    }

    /// Returns the id of the process.
    #[cfg(target_os = "linux")]
    pub(in super::super) fn id(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    /// Returns what the program has used so far.
    pub(in super::super) fn used(&mut self) -> Used {
        self.watch.look()
    }

    /// Tells whether the process has ended.
    pub(in super::super) fn has_ended(&mut self) -> Result<bool, Error> {
        if self.ended.is_none() {
            self.ended = self.wait(libc::WNOHANG)?;
        }
        Ok(self.ended.is_some())
    }

    /// Ends the process and everything in its group, and returns how it ended.
    pub(in super::super) fn end(&mut self) -> Result<Ended, Error> {
        let _ = kill_process_group(self.pid, Signal::KILL);
        loop {
            if let Some(ended) = self.ended {
                return Ok(ended);
            }
            self.ended = self.wait(0)?;
        }
    }

    fn wait(&self, options: i32) -> Result<Option<Ended>, Error> {
        let mut status = 0;
        // SAFETY: a structure of numbers, for which zeros are valid.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: the call fills two structures of our own.
        let waited =
            unsafe { libc::wait4(self.pid.as_raw_nonzero().get(), &raw mut status, options, &raw mut usage) };
        match waited {
            0 => Ok(None),
            -1 => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                source => Err(Error::System { what: "wait for the program", source }),
            },
            _ => {
                let time = |time: libc::timeval| {
                    Duration::from_secs(time.tv_sec.unsigned_abs())
                        + Duration::from_micros(time.tv_usec.try_into().unwrap_or(0))
                };
                let cpu = time(usage.ru_utime) + time(usage.ru_stime);
                let used = Used { cpu, ..self.watch.most() };
                Ok(Some(Ended { exit: exit(ExitStatus::from_raw(status)), used }))
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

fn exit(status: ExitStatus) -> Exit {
    match (status.code(), status.signal()) {
        (_, Some(libc::SIGXCPU)) => Exit::Exceeded(resource::Resource::Cpu),
        (_, Some(libc::SIGXFSZ)) => Exit::Exceeded(resource::Resource::FileSize),
        (_, Some(signal)) => Exit::Signal(signal),
        (code, None) => Exit::Code(code.unwrap_or_default()),
    }
}

/// Puts the channel where a program expects it, and lets it through the start of the program.
fn hand_over(descriptor: RawFd) -> io::Result<()> {
    // SAFETY: both calls change descriptors of this process alone, which is about to become the program.
    let done = unsafe {
        match descriptor == CHANNEL {
            true => libc::fcntl(descriptor, libc::F_SETFD, 0),
            false => libc::dup2(descriptor, CHANNEL),
        }
    };
    if done == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Returns the resources that the system itself bounds, with their soft limits.
fn bounds(limits: &Limits, reserves: bool) -> [(Resource, u64); 6] {
    let data = if reserves { u64::MAX } else { limits.memory + RESERVED };
    [
        // Whole seconds. The program is ended sooner, unless nobody can see what it has used.
        (Resource::Cpu, limits.cpu.as_secs() + 2),
        (Resource::Core, 0),
        (Resource::Fsize, FILE_SIZE),
        (Resource::Nofile, DESCRIPTORS),
        (Resource::Stack, STACK),
        (Resource::Data, data),
    ]
}

/// Sets a soft limit, as far as the hard one allows.
fn bound(resource: Resource, soft: u64) -> io::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(resource);
    let current = Some(maximum.map_or(soft, |maximum| soft.min(maximum))).filter(|soft| *soft != u64::MAX);
    Ok(setrlimit(resource, Rlimit { current, maximum })?)
}
