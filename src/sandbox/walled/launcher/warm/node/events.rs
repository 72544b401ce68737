//! The descriptors by which Node's loops learn of events. A fork shares them with the Node that was forked, and would take its
//! events, so it gets new ones under the same numbers. Two forks that shared a pipe could also write to each other.
//!
//! The numbers stay in use: a thread that only the original has may still name one, and a program's own file must not be
//! found there.

use core::ffi::{c_int, c_uint};
use core::ptr::null_mut;

use super::foreign::*;
use super::interface::*;

/// Node's own descriptors have lower numbers than this.
const MOST: usize = 64;

const EINVAL: c_int = 22;
const F_GETFL: c_int = 3;
const F_GETPIPE_SZ: c_int = 1032;
/// The flags of the end of a pipe that is written to.
const WRITES: c_int = 1;
const O_NONBLOCK: c_int = 0o4000;
const EPOLL_CTL_DEL: c_int = 2;

/// What stands behind a descriptor.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Nothing that has to be renewed.
    Other,
    /// epoll(7).
    Queue,
    /// eventfd(2).
    Counter,
    /// An end of a pipe(7), with the number of the pipe.
    Pipe(u64),
}

/// The descriptors of Node by their numbers.
pub(crate) struct Descriptors([Kind; MOST]);

/// Returns the descriptors of this process that a fork must not share.
pub(crate) unsafe fn descriptors() -> Descriptors {
    let mut kinds = [Kind::Other; MOST];
    for (fd, kind) in (0..).zip(&mut kinds).skip(3) {
        // SAFETY: calls that fail, with the reason that tells what the descriptor is.
        unsafe {
            if is_queue(fd) {
                *kind = Kind::Queue;
            } else if fcntl(fd, F_GETPIPE_SZ) != -1 {
                *kind = Kind::Pipe(number_of(fd));
            } else if is_counter(fd) {
                *kind = Kind::Counter;
            }
        }
    }
    Descriptors(kinds)
}

/// Tells whether a descriptor is a queue of events: nothing else can be asked to forget a descriptor that it does not have.
unsafe fn is_queue(fd: c_int) -> bool {
    const ENOENT: c_int = 2;
    // SAFETY: descriptor 0 is in no queue of Node yet.
    unsafe { epoll_ctl(fd, EPOLL_CTL_DEL, 0, null_mut()) == -1 && *__errno_location() == ENOENT }
}

/// Tells whether a descriptor is a counter: only that refuses to read four bytes before it looks whether there are any, and
/// cannot be asked about.
unsafe fn is_counter(fd: c_int) -> bool {
    // SAFETY: a read that gives nothing, of a descriptor that does not block; a pipe of Node is empty.
    unsafe {
        let flags = fcntl(fd, F_GETFL);
        if flags & O_NONBLOCK == 0 {
            return false;
        }
        let mut four: c_uint = 0;
        read(fd, (&raw mut four).cast(), 4) == -1 && *__errno_location() == EINVAL
    }
}

/// Returns the number of what is behind a descriptor (`st_ino` of fstat(2), the second word on x86-64 and AArch64).
unsafe fn number_of(fd: c_int) -> u64 {
    let mut status = [0_u64; 32];
    // SAFETY: there is more room than the kernel fills.
    unsafe { fstat(fd, (&raw mut status).cast()) };
    status[1]
}

/// Gives an end of a pipe, and the other end with it, a new pipe, unless it has one: the C library tells Node's loop of a fork,
/// which then makes one itself.
unsafe fn renew_pipe(fd: c_int, number: u64, kinds: &[Kind; MOST]) {
    // SAFETY: nobody waits at the old pipe in this process.
    unsafe {
        if number_of(fd) != number {
            return;
        }
        let mut ends = [-1; 2];
        pipe2(ends.as_mut_ptr(), O_CLOEXEC | O_NONBLOCK);
        for (one, kind) in (0..).zip(kinds) {
            if *kind == Kind::Pipe(number) && number_of(one) == number {
                let end = ends[usize::from(fcntl(one, F_GETFL) & WRITES != 0)];
                dup3(end, one, O_CLOEXEC);
            }
        }
        for end in ends {
            close(end);
        }
    }
}

/// Gives this process new ones under the same numbers.
pub(crate) unsafe fn renew(Descriptors(kinds): &Descriptors) {
    for (fd, kind) in (0..).zip(kinds) {
        // SAFETY: the loops of this process hold the numbers, not what is behind them.
        unsafe {
            let new = match kind {
                Kind::Other => continue,
                Kind::Pipe(number) => {
                    renew_pipe(fd, *number, kinds);
                    continue;
                }
                Kind::Queue => epoll_create1(O_CLOEXEC),
                Kind::Counter => eventfd(0, O_CLOEXEC | O_NONBLOCK),
            };
            dup3(new, fd, O_CLOEXEC);
            close(new);
        }
    }
}
