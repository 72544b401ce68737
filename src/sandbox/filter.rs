//! A system call filter that holds a program each time it is about to wait for input, or to end with a failure.
//!
//! It answers SECCOMP_RET_USER_NOTIF (seccomp_unotify(2)) to `read` and `readv` on descriptor 0 and to
//! the calls that wait for descriptors to become ready, and to an end with another exit code than 0, because what a
//! process held can only be seen while it is there; everything else is allowed. The program sleeps in the call until
//! the grader, who holds the listener, lets it go on. It only tells *when*, and is no wall, but for what must never happen at any level: `kill(-1, …)`, and calls in disguise.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use libc::sock_filter;

/// `offsetof(struct seccomp_data, nr)` and of its other members.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
/// The lower half of argument `index`; the machines below are little-endian.
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

#[cfg(target_arch = "x86_64")]
const THIS_ARCHITECTURE: u32 = 0xC000_003E; // AUDIT_ARCH_X86_64
#[cfg(target_arch = "aarch64")]
const THIS_ARCHITECTURE: u32 = 0xC000_00B7; // AUDIT_ARCH_AARCH64
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("turns are only known on x86_64 and aarch64: add the AUDIT_ARCH value of this machine");

/// What a held program is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Read descriptor 0.
    Read,
    /// Wait for some descriptors, perhaps for descriptor 0 (poll, select).
    Wait,
    /// Register descriptor 0 for events to come (epoll).
    Register,
    /// Wait for the events that it registered (epoll).
    WaitForEvents,
    /// End with an exit code that is not 0.
    Fail,
}

/// Which argument tells whether the call is to be held.
enum Concern {
    /// This argument is the descriptor itself.
    IsZero(u32),
    /// This argument counts descriptors, or is an exit code.
    NotZero(u32),
    /// Nothing tells.
    Always,
}

/// The calls that are held; there are fewer on architectures without the older ones.
const CALLS: &[(libc::c_long, Held, Concern)] = &[
    (libc::SYS_read, Held::Read, Concern::IsZero(0)),
    (libc::SYS_readv, Held::Read, Concern::IsZero(0)),
    (libc::SYS_ppoll, Held::Wait, Concern::NotZero(1)),
    (libc::SYS_pselect6, Held::Wait, Concern::NotZero(0)),
    (libc::SYS_epoll_ctl, Held::Register, Concern::IsZero(2)),
    (libc::SYS_epoll_pwait, Held::WaitForEvents, Concern::Always),
    (libc::SYS_exit_group, Held::Fail, Concern::NotZero(0)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_poll, Held::Wait, Concern::NotZero(1)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_select, Held::Wait, Concern::NotZero(0)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_epoll_wait, Held::WaitForEvents, Concern::Always),
];

/// Calls that a program which is shut in may not make, though we make them until the last moment: more filters and rules
/// take memory of the kernel that nobody counts, and other programs run on the processors that it might choose. Without
/// rules Landlock takes little, and sessions keep themselves from signalling their driver by it.
const REFUSED: [libc::c_long; 3] =
    [libc::SYS_sched_setaffinity, libc::SYS_seccomp, libc::SYS_landlock_add_rule];

const fn statement(code: u32, value: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k: value }
}

const fn jump_unless_equal(value: u32, over: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16, jt: 0, jf: over, k: value }
}

const fn jump_if_at_least(value: u32, over: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16, jt: over, jf: 0, k: value }
}

const fn load(offset: u32) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset)
}

const fn answer(action: u32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, action)
}

const fn refuse(errno: i32) -> sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | errno as u32)
}

const ALLOW: sock_filter = answer(libc::SECCOMP_RET_ALLOW);
const HOLD: sock_filter = answer(libc::SECCOMP_RET_USER_NOTIF);

/// `clone3` hides its flags in memory, where no filter sees them; without it the C library uses `clone`.
/// The calls of the x32 interface have other numbers, with this bit, that filters on numbers would miss
/// (seccomp(2)); there is none on other architectures, where no call has such a number.
const X32: u32 = 0x4000_0000;

/// The process id with which kill(2) means every process of the user: one slip, and the grader is gone
/// with all else. That call is refused.
const EVERYBODY: u32 = -1_i32 as u32;

/// The instructions, for a process that is about to become a program: one that is shut in or not, and whose calls are
/// held or not, because nobody could let them go on.
pub(super) fn program(is_shut_in: bool, holds: bool) -> Vec<sock_filter> {
    let mut body = vec![load(NUMBER)];
    body.extend(when_argument_is(libc::SYS_kill, 0, EVERYBODY, refuse(libc::EPERM)));
    if is_shut_in {
        for call in REFUSED {
            body.extend([jump_unless_equal(call as u32, 1), refuse(libc::EPERM)]);
        }
        let filter = libc::PR_SET_SECCOMP as u32;
        body.extend(when_argument_is(libc::SYS_prctl, 0, filter, refuse(libc::EPERM)));
    }
    body.extend([
        jump_if_at_least(X32, 1),
        jump_unless_equal(libc::SYS_clone3 as u32, 1),
        refuse(libc::ENOSYS),
    ]);
    for (number, _, concern) in CALLS.iter().filter(|_| holds) {
        match concern {
            Concern::Always => body.extend([jump_unless_equal(*number as u32, 1), HOLD]),
            Concern::IsZero(index) => body.extend(when_argument_is(*number, *index, 0, HOLD)),
            Concern::NotZero(index) => body.extend([
                jump_unless_equal(*number as u32, 4),
                load(argument(*index)),
                jump_unless_equal(0, 1),
                ALLOW,
                HOLD,
            ]),
        }
    }
    body.push(ALLOW);
    // Calls of another architecture have other numbers, and are the business of other filters.
    let all_but_the_last = u8::try_from(body.len() - 1).expect("a program that a jump can cross");
    let mut program = vec![load(ARCHITECTURE), jump_unless_equal(THIS_ARCHITECTURE, all_but_the_last)];
    program.extend(body);
    program
}

/// `if number == call { if argument == value { answer } }`; goes on with the number loaded.
fn when_argument_is(call: libc::c_long, index: u32, value: u32, answer: sock_filter) -> [sock_filter; 5] {
    let call = jump_unless_equal(call as u32, 4);
    [call, load(argument(index)), jump_unless_equal(value, 1), answer, load(NUMBER)]
}

/// The grader's end of the filter.
pub(super) struct Listener {
    fd: OwnedFd,
}

/// One held call, to be let go on.
#[derive(Debug)]
pub(super) struct Hold {
    id: u64,
    /// The process, as /proc here names it.
    pub(super) process: u32,
    /// What the program is about to do.
    pub(super) held: Held,
}

impl Listener {
    /// Takes the listener that installing the filter gave.
    pub(super) fn new(fd: OwnedFd) -> Self {
        // SECCOMP_IOCTL_NOTIF_SET_FLAGS, `_IOW('!', 4, __u64)`, with SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
        // (seccomp_unotify(2), Linux 6.6): whoever wakes the other is about to sleep. An older kernel
        // refuses it, and turns take a little longer.
        const SET_FLAGS: u32 = 0x4008_2104;
        const SYNC_WAKE_UP: libc::c_ulong = 1;
        // SAFETY: the call takes a number.
        unsafe { libc::ioctl(fd.as_raw_fd(), SET_FLAGS as _, SYNC_WAKE_UP) };
        Self { fd }
    }

    /// To be polled: readable when a program is held.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// The next held call, if its program is still there.
    pub(super) fn receive(&self) -> Option<Hold> {
        // SAFETY: seccomp_unotify(2) wants the structure zeroed and fills it; all its members are numbers.
        let notification = unsafe {
            let mut notification: libc::seccomp_notif = std::mem::zeroed();
            let answer =
                libc::ioctl(self.fd.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &raw mut notification);
            (answer == 0).then_some(notification)?
        };
        let number = libc::c_long::from(notification.data.nr);
        let (_, held, _) = CALLS.iter().find(|(call, ..)| *call == number)?;
        Some(Hold { id: notification.id, process: notification.pid, held: *held })
    }

    /// Lets a held call happen. One whose program died meanwhile is forgotten.
    #[expect(clippy::needless_pass_by_value, reason = "a call goes on once")]
    pub(super) fn go_on(&self, hold: Hold) {
        let mut response = libc::seccomp_notif_resp {
            id: hold.id,
            val: 0,
            error: 0,
            flags: libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        };
        // SAFETY: the response is a value of our own that the call only reads.
        unsafe {
            libc::ioctl(self.fd.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &raw mut response);
        }
    }
}
