//! The descriptors by which Node's loops learn of events. A fork shares them with the Node that was forked, and would take its
//! events, so it gets new ones under the same numbers. Two forks that shared a pipe could also write to each other.
//!
//! The numbers stay in use: a thread that only the original has may still name one, and a program's own file must not be
//! found there.

use core::ffi::c_int;

use super::foreign::*;
use super::interface::*;

/// Node's own descriptors have lower numbers than this.
const MOST: usize = 64;

/// The length of the longest link that is told from others.
const LONGEST: usize = 64;

const F_GETFL: c_int = 3;
/// The flags of the end of a pipe that is written to.
const WRITES: c_int = 1;
const O_NONBLOCK: c_int = 0o4000;

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

/// Returns the descriptors of this process that a fork must not share; `None` if there is one that a fork cannot have anew, as
/// another version of Node may have.
pub(crate) unsafe fn descriptors() -> Option<Descriptors> {
    let mut kinds = [Kind::Other; MOST];
    for (fd, kind) in (0..).zip(&mut kinds).skip(3) {
        // SAFETY: it only looks.
        *kind = unsafe { kind_of(fd)? };
    }
    // Without any, /proc tells nothing here.
    kinds.contains(&Kind::Queue).then_some(Descriptors(kinds))
}

/// Returns what is behind a descriptor, as its link in /proc tells (proc(5)); `None` if Node was never seen to have such a thing.
unsafe fn kind_of(fd: c_int) -> Option<Kind> {
    let path = link_of(fd);
    let mut target = [0; LONGEST];
    // SAFETY: the path ends with a zero, and the kernel fills no more than the room.
    let length = unsafe { readlink(path.as_ptr().cast(), target.as_mut_ptr().cast(), LONGEST) };
    match &target[..usize::try_from(length).unwrap_or(0)] {
        b"" => Some(Kind::Other), // It is closed.
        b"anon_inode:[eventpoll]" => Some(Kind::Queue),
        b"anon_inode:[eventfd]" => Some(Kind::Counter),
        [b'/', ..] => Some(Kind::Other),
        [b'p', b'i', b'p', b'e', b':', ..] => {
            // SAFETY: it only looks.
            Some(Kind::Pipe(unsafe { number_of(fd) }))
        }
        _ => None,
    }
}

/// Returns the path of the link to what is behind a descriptor, with a zero at its end.
fn link_of(fd: c_int) -> [u8; 17] {
    let mut path = *b"/proc/self/fd/\0\0\0";
    let digits = [fd / 10, fd % 10];
    let leading = usize::from(fd < 10);
    for (place, digit) in path[14..].iter_mut().zip(&digits[leading..]) {
        *place = b'0' + *digit as u8;
    }
    path
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
