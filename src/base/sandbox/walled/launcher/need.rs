//! The actions of a harmless program of our own, to check whether other programs have used up a resource.

use std::io::{self, IoSlice, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::AsFd;

use rustix::event::epoll;
use rustix::fs::inotify;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};

use super::super::message::Need;
use super::process;

/// The bytes that fit into a pipe of the usual size, but not into the small pipe that a user with many pipes gets.
const PIPEFUL: usize = 60_000;

/// Tells whether the need is met. A feature that the machine never offers is not missing.
pub(super) fn is_met(need: Need) -> bool {
    match need {
        Need::Lines => reads_two_lines().unwrap_or(false),
        Need::Pipe => works(fills_a_pipe()),
        Need::Descriptors => works(sends_a_descriptor()),
        Need::Tasks => works(has_a_thread_and_a_child()),
        Need::Events => works(waits_for_events()),
        Need::Notices => works(watches_its_folder()),
        Need::Signals => works(has_signals_wait()),
    }
}

fn works(result: io::Result<bool>) -> bool {
    let is_offered = |error: &io::Error| {
        ![Errno::NOSYS, Errno::PERM, Errno::ACCESS]
            .map(|errno| Some(errno.raw_os_error()))
            .contains(&error.raw_os_error())
    };
    result.unwrap_or_else(|error| !is_offered(&error))
}

fn reads_two_lines() -> io::Result<bool> {
    let mut input = io::stdin().lock();
    let mut line = String::new();
    Ok(io::BufRead::read_line(&mut input, &mut line)? > 0
        && io::BufRead::read_line(&mut input, &mut line)? > 0)
}

fn fills_a_pipe() -> io::Result<bool> {
    let (reads, writes) = pipe_with(PipeFlags::NONBLOCK)?;
    let written = rustix::io::write(&writes, &vec![0; PIPEFUL])?;
    drop(writes);
    Ok(written == PIPEFUL && std::fs::File::from(reads).read_to_end(&mut Vec::new())? == PIPEFUL)
}

fn sends_a_descriptor() -> io::Result<bool> {
    let (one, other) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::empty(), None)?;
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut rights = SendAncillaryBuffer::new(&mut room);
    let fds = [one.as_fd()];
    rights.push(SendAncillaryMessage::ScmRights(&fds));
    sendmsg(&one, &[IoSlice::new(b"x")], &mut rights, SendFlags::empty())?;
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut received = RecvAncillaryBuffer::new(&mut room);
    let bytes = recvmsg(&other, &mut [IoSliceMut::new(&mut [0])], &mut received, RecvFlags::empty())?.bytes;
    Ok(bytes == 1 && received.drain().count() == 1)
}

fn has_a_thread_and_a_child() -> io::Result<bool> {
    let thread = std::thread::Builder::new().spawn(|| true)?.join().unwrap_or(false);
    let Some(child) = process::fork()? else { process::leave(0) };
    Ok(thread && waited_for(child)?)
}

fn waited_for(child: Pid) -> io::Result<bool> {
    Ok(waitpid(Some(child), WaitOptions::empty())?.is_some_and(|(_, status)| status.exit_status() == Some(0)))
}

fn waits_for_events() -> io::Result<bool> {
    let events = epoll::create(epoll::CreateFlags::empty())?;
    let (reads, writes) = pipe_with(PipeFlags::empty())?;
    epoll::add(&events, &reads, epoll::EventData::new_u64(0), epoll::EventFlags::IN)?;
    rustix::io::write(&writes, b"x")?;
    let mut happened = [MaybeUninit::<epoll::Event>::uninit(); 1];
    let (happened, _) = epoll::wait(&events, &mut happened, None)?;
    Ok(happened.len() == 1)
}

fn watches_its_folder() -> io::Result<bool> {
    let watcher = inotify::init(inotify::CreateFlags::empty())?;
    inotify::add_watch(&watcher, ".", inotify::WatchFlags::CREATE)?;
    Ok(true)
}

fn has_signals_wait() -> io::Result<bool> {
    let value = libc::sigval { sival_ptr: std::ptr::null_mut() };
    // SAFETY: plain data of our own, for which all bits zero are a value, and calls that keep no pointer to it.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigaddset(&raw mut set, libc::SIGUSR1);
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGUSR1;
        let mut timer: libc::timer_t = std::mem::zeroed();
        let failed = libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) == -1
            || libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer) == -1
            || libc::sigqueue(libc::getpid(), libc::SIGUSR1, value) == -1;
        if failed { Err(io::Error::last_os_error()) } else { Ok(true) }
    }
}
