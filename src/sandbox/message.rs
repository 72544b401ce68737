//! What the grader and a launcher say to each other: JSON in packets, with descriptors.

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

use super::level::{Isolation, Level};
use super::users::UserIds;
use super::{Goal, Limits};
use crate::resource::Resource;

/// The longest packet, in bytes; the kernel's default for a socket is a little more (socket(7), wmem_default).
const LONGEST: usize = 200_000;

/// The most descriptors in one packet.
const MOST_DESCRIPTORS: usize = 12;

/// What a launcher is told first. The entrance of its control group comes along, if it has one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    pub(super) level: Level,
    /// Folders outside of the system's that programs need to run.
    pub(super) tools: Vec<PathBuf>,
    /// The ids of which a launcher of root's takes one.
    pub(super) users: UserIds,
}

/// What it says to that.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Welcome {
    /// Programs can be run, shut in like this, and by this user if the launcher has one of its own.
    Ready { isolation: Isolation, user: Option<u32> },
    /// They cannot: what was refused, and the error number.
    Refused { what: String, errno: i32 },
}

/// What is to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wanted {
    /// Absolute, or relative to the folder.
    pub(super) program: Vec<u8>,
    /// After the program's name.
    pub(super) args: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub(super) env: Vec<Vec<u8>>,
    /// How a warm interpreter for it is prepared, as JSON, if one may run it.
    pub(super) settings: Option<String>,
}

/// What is to be run, as a launcher is told.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Told {
    /// It is never asked for again.
    Once(Wanted),
    /// From now on it has the next number; the first is 0.
    First(Wanted),
    /// What has this number.
    Again(usize),
}

/// A program to be run. The descriptors that come along are told by `launcher::Descriptors`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) wanted: Told,
    /// The folder that was made for it, where it cannot have a file system of its own.
    pub(super) folder: Option<PathBuf>,
    /// Where the image lists what its own file system holds, where it can have one.
    pub(super) files: Option<Listing>,
    /// Those on time on the clock and on output are the grader's to watch.
    pub(super) limits: Limits,
    /// Whether the descriptor of its folder is to be handed over, to be read afterwards.
    pub(super) keep: bool,
    pub(super) channel: bool,
    /// What a warm interpreter is to do with it.
    pub(super) goal: Goal,
    /// The processor where it is to run at first, if it is to stay with the grader's thread.
    pub(super) processor: Option<usize>,
    /// Whether it is not to be run yet: a warm interpreter for it is to be started, and nothing comes along.
    pub(super) ahead: bool,
    /// What is tried instead of running a program.
    pub(super) canaries: Vec<Canary>,
}

/// An attempt to get out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Canary {
    Read(PathBuf),
    Write(PathBuf),
    /// To this TCP port on the loopback interface.
    Connect(u16),
    /// To the abstract socket with this name (unix(7)).
    ConnectAbstract(String),
    /// To the process with this id.
    Signal(i32),
    /// A process with this name.
    LeaveDaemon(String),
    /// So many bytes.
    FillMemory(u64),
    /// So many bytes in the buffers of sockets, as far as they take them.
    FillSockets(u64),
    /// No attempt, but what must work: it counts as having got out if it does not.
    Need(Need),
}

/// Something that every program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Need {
    /// Its lines of input, one by one.
    Lines,
    /// A pipe that takes as much as pipes do before anybody reads from it.
    Pipe,
    /// A descriptor that is sent through a pair of sockets.
    Descriptors,
    /// A thread and a child.
    Tasks,
    /// epoll(7).
    Events,
    /// inotify(7).
    Notices,
    /// A timer that waits, and a signal that does.
    Signals,
}

/// Where an image lists its files, as JSON: a packet would be too small for thousands of them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Listing {
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// One file of an image.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FileEntry {
    /// Relative to the folder. It need not be text.
    pub(super) path: Vec<u8>,
    /// Where its content stands in the image, in bytes.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) executable: bool,
}

/// What the supervisor says when it is over, or what stood in the way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The program had done nothing for a while when the clock of the machine said this, in microseconds.
    Idle { at_micros: u64 },
    /// The program could have gone on and got no processor, for so many microseconds in all.
    Delayed { micros: u64 },
    /// The program was not started.
    NotStarted { what: String, errno: i32 },
    /// The program ended, and nothing of it is left.
    Ended {
        /// As wait(2) encodes it.
        status: i32,
        /// Of every process of it that is known, in microseconds.
        cpu_micros: u64,
        /// The most that was held at a time, as far as it is known, in bytes.
        memory: u64,
        /// What it used too much of, if the supervisor ended it for that.
        exceeded: Option<Resource>,
        /// What its folder shows that it ran out of.
        ran_out: Option<Resource>,
        /// How long it waited for a processor, in microseconds.
        delay_micros: u64,
    },
}

/// Sends one packet.
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

/// Room for one packet, to be used again.
pub(super) fn room() -> Vec<u8> {
    vec![0; LONGEST + 1]
}

/// Receives one packet; `None` when the other side is gone.
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

/// Receives bytes and descriptors: all that were sent, or none.
pub(super) fn receive_bytes(socket: impl AsFd, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = rustix::io::retry_on_intr(|| {
        recvmsg(&socket, &mut [IoSliceMut::new(buffer)], &mut ancillary, RecvFlags::CMSG_CLOEXEC)
    })?;
    if received.flags.contains(ReturnFlags::CTRUNC) {
        // unix(7): what this process may not open any more is closed without a word.
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
