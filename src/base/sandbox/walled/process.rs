//! The grader's ends of the pipes of one run.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};

use super::Error;
use super::handle::LauncherHandle;
use super::launcher::TIME_IS_UP;
use super::message::Report;
use super::parameters::{RunParameters, request};
use super::terminal::Terminal;

/// The grader's handle on a running program. Dropping it kills the program.
pub(super) struct Process {
    pub(super) stdin: Option<OwnedFd>,
    /// The name of the input pipe in /proc, such as `pipe:[4711]`.
    pub(super) input_name: Option<String>,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// The other end of descriptor 3, if the program has one.
    pub(super) channel: Option<OwnedFd>,
    /// The reports of the supervisor.
    pub(super) reports: Reports,
    /// The socket on which the program sends the listener of its filter.
    pub(super) handover: OwnedFd,
    lifeline: Option<OwnedFd>,
    /// The terminal that replaces the pipes of standard input and output, if there is one.
    pub(super) terminal: Option<Terminal>,
}

impl Process {
    /// Asks a launcher to run a program, on a terminal or on pipes.
    pub(super) fn start(
        launcher: &LauncherHandle,
        parameters: &RunParameters,
        terminal: bool,
    ) -> Result<Self, Error> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(Error::system("make a pipe"));
        let (mut stdin, mut stdout, stderr) = (pipe()?, pipe()?, pipe()?);
        let (report, lifeline) = (pipe()?, pipe()?);
        let opened = terminal.then(Terminal::open).transpose();
        let terminal = opened.map_err(|source| Error::System { what: "open a terminal", source })?;
        if let Some(terminal) = &terminal {
            let copy = |fd: &OwnedFd| {
                fd.try_clone().map_err(|source| Error::System { what: "copy a terminal", source })
            };
            stdin = (copy(&terminal.theirs)?, copy(&terminal.ours)?);
            stdout = (copy(&terminal.ours)?, copy(&terminal.theirs)?);
        }
        let channel = parameters.command.channel.then(pipe).transpose()?;
        let handover = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
            .map_err(Error::system("make a socket pair"))?;
        if launcher.user.is_some() {
            // The launcher's user must own its streams, because a program may open /dev/stdin.
            for end in [&stdin.0, &stdout.1, &stderr.1] {
                let everybody = rustix::fs::Mode::from_raw_mode(0o666); // Only this run sees them.
                rustix::fs::fchmod(end, everybody).map_err(Error::system("give a pipe away"))?;
            }
        }
        // In the order of `launcher::Descriptors`.
        let mut theirs: Vec<BorrowedFd> =
            [&stdin.0, &stdout.1, &stderr.1, &report.1, &lifeline.0, &handover.1].map(AsFd::as_fd).into();
        theirs.push(parameters.command.files.0.descriptor());
        theirs.extend(channel.as_ref().map(|channel| channel.1.as_fd()));
        let request = request(launcher, parameters);
        launcher.ask(&request, &theirs).map_err(|source| match source.kind() {
            io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => Error::SupervisorLost,
            _ => Error::System { what: "ask for a run", source },
        })?;
        let channel = channel.map(|(ours, _)| ours);
        for end in [&stdin.1, &stdout.0, &stderr.0, &report.0].into_iter().chain(&channel) {
            rustix::io::ioctl_fionbio(end, true).map_err(Error::system("unblock a pipe"))?;
        }
        let input_name = rustix::fs::fstat(&stdin.1).ok().map(|stat| format!("pipe:[{}]", stat.st_ino));
        Ok(Self {
            stdin: Some(stdin.1),
            input_name,
            stdout: stdout.0,
            stderr: stderr.0,
            channel,
            reports: Reports { pipe: report.0.into(), unread: Vec::new() },
            handover: handover.0,
            lifeline: Some(lifeline.1),
            terminal,
        })
    }

    /// Tells the supervisor that the time on the clock is up: it asks the program where it is, and then kills it.
    pub(super) fn hear_and_kill(&mut self) {
        if let Some(lifeline) = &self.lifeline {
            let _ = rustix::io::write(lifeline, TIME_IS_UP);
        }
        self.kill();
    }

    /// Tells the supervisor to kill the program and everything that it started.
    pub(super) fn kill(&mut self) {
        self.lifeline = None;
    }
}

/// The reports of a supervisor, as they arrive.
pub(super) struct Reports {
    pipe: File,
    /// The first part of a line that is not complete yet.
    unread: Vec<u8>,
}

impl AsFd for Reports {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

impl Reports {
    /// Reads all reports that have arrived. A report that stayed in the buffer would not wake us again, and would be
    /// read too late.
    pub(super) fn read(&mut self) -> Result<Vec<Report>, Error> {
        let mut buffer = [0; 1024];
        let failed = |source| Error::System { what: "read the supervisor's report", source };
        let has_ended = loop {
            match self.pipe.read(&mut buffer) {
                Ok(0) => break true,
                Ok(length) => self.unread.extend_from_slice(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break false,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(failed(source)),
            }
        };
        let lines = self.unread.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        if lines == 0 && has_ended {
            return Err(Error::SupervisorLost);
        }
        let lines: Vec<u8> = self.unread.drain(..lines).collect();
        let reports = lines.split_inclusive(|byte| *byte == b'\n');
        reports.map(|line| serde_json::from_slice(line).map_err(|error| failed(error.into()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reports_that_have_come_are_read_at_once() {
        let (ours, theirs) = pipe_with(PipeFlags::NONBLOCK).unwrap();
        let mut reports = Reports { pipe: ours.into(), unread: Vec::new() };
        let write = |text: &str| assert_eq!(rustix::io::write(&theirs, text.as_bytes()), Ok(text.len()));
        write("{\"Delayed\":{\"micros\":1}}\n{\"Idle\":{\"at_micros\":2}}\n{\"Idle\":");
        let read = format!("{:?}", reports.read().unwrap());
        assert_eq!(read, "[Delayed { micros: 1 }, Idle { at_micros: 2 }]");
        write("{\"at_micros\":3}}\n");
        drop(theirs);
        assert_eq!(format!("{:?}", reports.read().unwrap()), "[Idle { at_micros: 3 }]");
        assert!(matches!(reports.read(), Err(Error::SupervisorLost)));
    }
}
