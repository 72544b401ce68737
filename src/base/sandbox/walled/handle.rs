//! The grader's handle on one launcher process: it starts the launcher, sends it requests and ends it.

use std::cell::RefCell;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::error::OpenError;
use super::group::{Group, Groups};
use super::launcher;
use super::level::{Isolation, Level, Unavailable};
use super::message::{CommandLine, CommandMessage, Request, Setup, SetupReply, receive, room, send};
use super::users::UserIds;

/// The grader's handle on a launcher. Dropping it ends the launcher and its programs.
#[derive(Debug)]
pub(super) struct LauncherHandle {
    level: Level,
    /// The user id of the launcher, if it is not that of the grader.
    pub(super) user: Option<u32>,
    process: Child,
    control: Option<OwnedFd>,
    /// The command lines that the launcher knows, by their numbers.
    known_command_lines: RefCell<Vec<CommandLine>>,
    /// The control group of the launcher and its programs. Dropped after the launcher has ended.
    pub(super) group: Option<Group>,
}

impl LauncherHandle {
    pub(super) fn start(
        level: Level,
        executable: &Path,
        tools: &[PathBuf],
        users: UserIds,
        groups: Option<&Arc<Groups>>,
    ) -> Result<(Self, Isolation), OpenError> {
        let (control, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(io::Error::from)?;
        let process = Command::new(executable)
            .arg0(launcher::NAME)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| OpenError::Start { executable: executable.to_path_buf(), source })?;
        let (group, entrance) = groups.and_then(|groups| groups.new_group().ok()).unzip();
        let mut launcher = Self {
            level,
            user: None,
            process,
            control: Some(control),
            known_command_lines: RefCell::default(),
            group,
        };
        let setup = Setup { level, tools: tools.to_vec(), users };
        let entrance: Vec<_> = entrance.iter().map(AsFd::as_fd).collect();
        send(launcher.control(), &setup, &entrance)?;
        match receive::<SetupReply>(launcher.control(), &mut room())? {
            Some((SetupReply::Ready { isolation, user }, _)) => {
                launcher.user = user;
                Ok((launcher, isolation))
            }
            Some((SetupReply::Refused { what, errno }, _)) => {
                Err(Unavailable::after_refusal(level, &what, errno).into())
            }
            None => Err(io::Error::other("it ended without a word").into()),
        }
    }

    fn control(&self) -> BorrowedFd<'_> {
        self.control.as_ref().expect("it is open until the drop").as_fd()
    }

    /// Returns the message for a command line. At the strict level the same command line is run again and again, so it
    /// is sent only once.
    pub(super) fn message_for(&self, command_line: CommandLine) -> CommandMessage {
        if self.level != Level::Strict {
            return CommandMessage::Once(command_line);
        }
        let mut known_command_lines = self.known_command_lines.borrow_mut();
        if let Some(number) = known_command_lines.iter().position(|one| *one == command_line) {
            return CommandMessage::Again(number);
        }
        known_command_lines.push(command_line.clone());
        CommandMessage::First(command_line)
    }

    /// Tells whether the kernel ended a process of the group during the run because the group reached its memory bound.
    pub(super) fn has_exceeded(&self) -> bool {
        self.group.as_ref().is_some_and(Group::was_exceeded)
    }

    pub(super) fn ask(&self, request: &Request, fds: &[BorrowedFd]) -> io::Result<()> {
        let sent = send(self.control(), request, fds);
        if sent.is_err() && matches!(request.command_line, CommandMessage::First(_)) {
            self.known_command_lines.borrow_mut().pop();
        }
        sent
    }
}

impl Drop for LauncherHandle {
    fn drop(&mut self) {
        self.control = None;
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
