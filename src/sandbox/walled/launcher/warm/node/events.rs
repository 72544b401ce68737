//! The descriptors by which Node's loops learn of events. A fork shares them with the Node that was forked, and would take its
//! events, so it gets new ones under the same numbers.
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

/// Gives this process new ones under the same numbers.
pub(crate) unsafe fn renew(Descriptors(kinds): &Descriptors) {
    for (fd, kind) in (0..).zip(kinds) {
        // SAFETY: the loops of this process hold the numbers, not what is behind them.
        unsafe {
            let new = match kind {
                Kind::Other => continue,
                Kind::Queue => epoll_create1(O_CLOEXEC),
                Kind::Counter => eventfd(0, O_CLOEXEC | O_NONBLOCK),
            };
            dup3(new, fd, O_CLOEXEC);
            close(new);
        }
    }
}
