//! The messages between the grader and a launcher: JSON in packets, with descriptors.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::files::Listing;
use super::level::{Isolation, Level};
use super::users::UserIds;
use super::{Goal, Limits, WarmSettings};
use crate::resource::Resource;

/// The largest packet, in bytes; the kernel's default for a socket is a little more (socket(7), wmem_default).
const LONGEST: usize = 200_000;

/// The largest number of descriptors in one packet.
const MOST_DESCRIPTORS: usize = 12;

/// The first message to a launcher. A file to enter its control group comes with it, if there is a group.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    pub(super) level: Level,
    /// Folders outside the system folders that programs need.
    pub(super) tools: Vec<PathBuf>,
    /// The range from which a launcher of root takes a user id.
    pub(super) users: UserIds,
}

/// The launcher's reply to the first message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum SetupReply {
    /// The launcher is ready, with these walls, and with this user id if it has its own.
    Ready { isolation: Isolation, user: Option<u32> },
    /// The launcher cannot isolate itself: the action that was refused, and its error number.
    Refused { what: String, errno: i32 },
}

/// The command line of a program, with its environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CommandLine {
    /// An absolute path, or a path relative to the folder.
    pub(super) program: Vec<u8>,
    /// The arguments after the program's name.
    pub(super) args: Vec<Vec<u8>>,
    /// The environment, as `NAME=value`.
    pub(super) env: Vec<Vec<u8>>,
    /// The settings for a warm interpreter, if one may run the program.
    pub(super) settings: Option<WarmSettings>,
}

/// A command line as it is sent to a launcher, which remembers command lines that are used again.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum CommandMessage {
    /// A command line that is used only once.
    Once(CommandLine),
    /// A command line to remember under the next number; the first number is 0.
    First(CommandLine),
    /// The number of a command line that the launcher knows.
    Again(usize),
}

/// The request to run a program. `launcher::Descriptors` describes the descriptors that come with it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) command_line: CommandMessage,
    /// The folder that the grader made, if the program has no file system of its own.
    pub(super) folder: Option<PathBuf>,
    /// The place of the file list in the image, if the program has its own file system.
    pub(super) files: Option<Listing>,
    /// The grader itself watches the limits on wall time and on output.
    pub(super) limits: Limits,
    /// Whether the launcher sends back a descriptor of the folder, to be read after the run.
    pub(super) keep: bool,
    pub(super) channel: bool,
    /// Whether the program may reserve any number of addresses.
    pub(super) reserves: bool,
    /// Whether a warm interpreter checks the program or runs it.
    pub(super) goal: Goal,
    /// The processor on which the program starts, if it should share that of the grader's thread.
    pub(super) processor: Option<usize>,
    /// Whether to only start a warm interpreter for a later run. No descriptors come with such a request.
    pub(super) ahead: bool,
    /// The canaries to run instead of a program.
    pub(super) canaries: Vec<Canary>,
}

/// An attempt to escape.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Canary {
    Read(PathBuf),
    Write(PathBuf),
    /// Connects to this TCP port on the loopback interface.
    Connect(u16),
    /// Connects to the abstract socket with this name (unix(7)).
    ConnectAbstract(String),
    /// Signals the process with this id.
    Signal(i32),
    /// Leaves a process with this name behind.
    LeaveDaemon(String),
    /// Fills this number of bytes of memory.
    FillMemory(u64),
    /// Fills the buffers of sockets with up to this number of bytes.
    FillSockets(u64),
    /// Not an attempt to escape but a need of programs. It counts as escaped if it is not met.
    Need(Need),
}

/// Something that every program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Need {
    /// Its lines of input, one by one.
    Lines,
    /// A pipe with the usual capacity before anybody reads from it.
    Pipe,
    /// A descriptor that is sent through a pair of sockets.
    Descriptors,
    /// A thread and a child process.
    Tasks,
    /// Events, with epoll(7).
    Events,
    /// Changes in a folder, with inotify(7).
    Notices,
    /// A timer and a queued signal.
    Signals,
}

/// A report of the supervisor: the end of the run, or an event before it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The program had been idle for a while at this time of the machine's clock, in microseconds.
    Idle { at_micros: u64 },
    /// The program was ready to run and got no processor, for this many microseconds in total.
    Delayed { micros: u64 },
    /// The time of the program is up, and it was seen at this address of its executable, relative to the entry point; the
    /// other addresses were passed again and again, those of outer functions first.
    Seen { at: i64, around: Vec<i64> },
    /// The program was not started: the action that failed, and its error number.
    NotStarted { what: String, errno: i32 },
    /// The program has ended, and none of its processes is left.
    Ended {
        /// The exit status, encoded as by wait(2).
        status: i32,
        /// The processor time of all known processes of the program, in microseconds.
        cpu_micros: u64,
        /// The peak memory, as far as it is known, in bytes.
        memory: u64,
        /// The limit that the program exceeded, if the supervisor ended it for that.
        exceeded: Option<Resource>,
        /// The resource that the folder shows to be used up.
        ran_out: Option<Resource>,
        /// How long the program waited for a processor, in microseconds.
        delay_micros: u64,
    },
}

/// Sends one message as one packet.
pub(super) fn send(socket: BorrowedFd, message: &impl Serialize, fds: &[BorrowedFd]) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > LONGEST {
        return Err(io::Error::new(io::ErrorKind::ArgumentListTooLong, "the command line is too long"));
    }
    send_bytes(socket, &bytes, fds)
}

/// Sends bytes and descriptors.
pub(super) fn send_bytes(socket: BorrowedFd, bytes: &[u8], fds: &[BorrowedFd]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !fds.is_empty() {
        ancillary.push(SendAncillaryMessage::ScmRights(fds));
    }
    rustix::io::retry_on_intr(|| {
        sendmsg(socket, &[IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL)
    })?;
    Ok(())
}

/// Returns a buffer for one packet, which can be used again.
pub(super) fn room() -> Vec<u8> {
    vec![0; LONGEST + 1]
}

/// Receives one message; `None` if the other side has closed the socket.
pub(super) fn receive<T: DeserializeOwned>(
    socket: impl AsFd,
    buffer: &mut [u8],
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let (length, fds) = receive_bytes(socket, buffer)?;
    if length == 0 {
        return Ok(None);
    }
    Ok(Some((serde_json::from_slice(&buffer[..length])?, fds)))
}

/// Receives bytes and descriptors: all descriptors that were sent, or an error.
pub(super) fn receive_bytes(socket: impl AsFd, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = rustix::io::retry_on_intr(|| {
        recvmsg(&socket, &mut [IoSliceMut::new(buffer)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)
    })?;
    if received.flags.contains(ReturnFlags::CTRUNC) {
        // unix(7): descriptors above the limit of this process are closed without an error.
        return Err(io::Error::from_raw_os_error(libc::EMFILE));
    }
    let mut fds = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            fds.extend(rights);
        }
    }
    Ok((received.bytes, fds))
}
