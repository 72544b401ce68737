//! The grader's ends of one run's pipes.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};

use super::launcher::{FOLDER, TEMPORARY};
use super::message::{Canary, Report, Request, Wanted};
use super::pool::Launcher;
use super::terminal::Terminal;
use super::{Command, Error, Goal, Limits};

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// What the program does.
    Run,
    /// And the folder as it left it.
    Keep,
    /// What a process of our own can do in its place.
    Try(&'a [Canary]),
}

/// Where a run takes place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place<'a> {
    /// The folder that the grader made for it, where it has no file system of its own.
    pub(super) folder: Option<&'a Path>,
    /// The processor on which it begins, if that matters.
    pub(super) processor: Option<usize>,
}

/// What a launcher is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// What is run.
    pub(super) command: &'a Command,
    pub(super) place: Place<'a>,
    pub(super) limits: &'a Limits,
    pub(super) purpose: Purpose<'a>,
}

/// A running program, as the grader holds it. Dropping it kills what still runs.
pub(super) struct Process {
    pub(super) stdin: Option<OwnedFd>,
    /// What /proc calls that pipe: `pipe:[4711]`.
    pub(super) input_name: Option<String>,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// The other end of descriptor 3, if the program has one.
    pub(super) channel: Option<OwnedFd>,
    /// Where the supervisor reports.
    pub(super) reports: Reports,
    /// Where the program hands over the listener of its filter.
    pub(super) handover: OwnedFd,
    lifeline: Option<OwnedFd>,
    /// What stands in the place of the pipes of standard input and output, if something does.
    pub(super) terminal: Option<Terminal>,
}

impl Process {
    /// Asks a launcher to run a program, on a terminal or on pipes.
    pub(super) fn start(launcher: &Launcher, asked: &Asked, terminal: bool) -> Result<Self, Error> {
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
        let channel = asked.command.channel.then(pipe).transpose()?;
        let handover = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
            .map_err(Error::system("make a socket pair"))?;
        if launcher.user.is_some() {
            // Its own streams must be its own: a program may open /dev/stdin.
            for end in [&stdin.0, &stdout.1, &stderr.1] {
                let everybody = rustix::fs::Mode::from_raw_mode(0o666); // Who sees them at all.
                rustix::fs::fchmod(end, everybody).map_err(Error::system("give a pipe away"))?;
            }
        }
        // In the order of `launcher::Descriptors`.
        let mut theirs: Vec<BorrowedFd> =
            [&stdin.0, &stdout.1, &stderr.1, &report.1, &lifeline.0, &handover.1].map(AsFd::as_fd).into();
        theirs.push(asked.command.files.image());
        theirs.extend(channel.as_ref().map(|channel| channel.1.as_fd()));
        let request = request(launcher, asked);
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

    /// Tells the supervisor to kill the program and everything it started.
    pub(super) fn kill(&mut self) {
        self.lifeline = None;
    }
}

/// What a supervisor reports, as it comes.
pub(super) struct Reports {
    pipe: File,
    /// What it wrote of a line.
    unread: Vec<u8>,
}

impl AsFd for Reports {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

impl Reports {
    /// All that has come: what is left in here would wake nobody again, and be old when it is read.
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

/// Asks a launcher to start the warm interpreter of a program.
pub(super) fn ask_ahead(launcher: &Launcher, command: &Command) -> Result<(), Error> {
    let (place, limits) = (Place::default(), Limits::default());
    let request = request(launcher, &Asked { command, place, limits: &limits, purpose: Purpose::Run });
    let ahead = Request { ahead: true, files: None, ..request };
    launcher.ask(&ahead, &[]).map_err(|source| Error::System { what: "ask for an interpreter", source })
}

fn request(launcher: &Launcher, asked: &Asked) -> Request {
    let Asked { command, place: Place { folder, processor }, limits, purpose } = *asked;
    let bytes = |text: &std::ffi::OsString| text.as_bytes().to_vec();
    let variable = |name: &[u8], value: &[u8]| [name, b"=", value].concat();
    let home = folder.unwrap_or(Path::new(FOLDER)).as_os_str().as_bytes();
    let temporary = folder.unwrap_or(Path::new(TEMPORARY)).as_os_str().as_bytes();
    let mut env = vec![variable(b"HOME", home), variable(b"TMPDIR", temporary)];
    env.extend(command.env.iter().map(|(name, value)| variable(name.as_bytes(), value.as_bytes())));
    let wanted = Wanted {
        program: command.program.as_os_str().as_bytes().to_vec(),
        args: command.args.iter().map(bytes).collect(),
        env,
        settings: command.warm.as_ref().map(|warm| warm.settings.clone()),
    };
    Request {
        wanted: launcher.tell(wanted),
        folder: folder.map(Path::to_path_buf),
        files: folder.is_none().then(|| command.files.listing()),
        limits: limits.clone(),
        keep: matches!(purpose, Purpose::Keep),
        channel: command.channel,
        goal: command.warm.as_ref().map_or(Goal::Run, |warm| warm.goal),
        processor,
        ahead: false,
        canaries: match purpose {
            Purpose::Try(canaries) => canaries.to_vec(),
            Purpose::Run | Purpose::Keep => Vec::new(),
        },
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
