//! A system call filter that holds a program whenever it is about to wait for input, or to end with a failure.
//!
//! The filter answers SECCOMP_RET_USER_NOTIF (seccomp_unotify(2)) to `read` and `readv` on descriptor 0, to the calls
//! that wait for descriptors to become ready, and to an end with an exit code other than 0, because the resources of a
//! process can be seen only while it exists. All other calls are allowed. The program sleeps in the call until the
//! grader, which holds the listener, lets it continue. The filter only tells *when* something happens. It is not a
//! wall, except for two things that must never happen at any level: `kill(-1, …)`, and calls with numbers that other
//! filters do not know.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use libc::sock_filter;

/// The offsets of the members of `struct seccomp_data`, in bytes.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
/// The offset of the lower half of argument `index`; both supported architectures are little-endian.
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

#[cfg(target_arch = "x86_64")]
const THIS_ARCHITECTURE: u32 = 0xC000_003E; // AUDIT_ARCH_X86_64
#[cfg(target_arch = "aarch64")]
const THIS_ARCHITECTURE: u32 = 0xC000_00B7; // AUDIT_ARCH_AARCH64
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("turns are only known on x86_64 and aarch64: add the AUDIT_ARCH value of this machine");

/// The kind of a system call at which a program is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallKind {
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
    /// Make a pipe smaller (fcntl(2), F_SETPIPE_SZ): larger ones are refused by another filter.
    Shrink,
}

/// The condition on an argument under which a call is held.
enum ArgumentTest {
    /// The argument is a descriptor, and it is 0.
    IsZero(u32),
    /// The argument is a number of descriptors or an exit code, and it is not 0.
    NotZero(u32),
    /// The argument is a command, and it is this one.
    Is(u32, u32),
    /// The call is always held.
    Always,
}

/// The command that sets the size of a pipe.
const SET_SIZE: u32 = libc::F_SETPIPE_SZ as u32;

/// The calls that are held. Architectures without the older calls have fewer.
const CALLS: &[(libc::c_long, CallKind, ArgumentTest)] = &[
    (libc::SYS_read, CallKind::Read, ArgumentTest::IsZero(0)),
    (libc::SYS_readv, CallKind::Read, ArgumentTest::IsZero(0)),
    (libc::SYS_ppoll, CallKind::Wait, ArgumentTest::NotZero(1)),
    (libc::SYS_pselect6, CallKind::Wait, ArgumentTest::NotZero(0)),
    (libc::SYS_epoll_ctl, CallKind::Register, ArgumentTest::IsZero(2)),
    (libc::SYS_epoll_pwait, CallKind::WaitForEvents, ArgumentTest::Always),
    (libc::SYS_exit_group, CallKind::Fail, ArgumentTest::NotZero(0)),
    (libc::SYS_fcntl, CallKind::Shrink, ArgumentTest::Is(1, SET_SIZE)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_poll, CallKind::Wait, ArgumentTest::NotZero(1)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_select, CallKind::Wait, ArgumentTest::NotZero(0)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_epoll_wait, CallKind::WaitForEvents, ArgumentTest::Always),
];

/// The calls that an isolated program may not make, although we need them until just before it starts. More filters and
/// Landlock rules would take kernel memory that nobody counts, and a program could choose processors on which other
/// programs run. Landlock without rules takes little memory, and sessions use it so that they cannot signal their
/// driver.
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

/// The bit in the numbers of the x32 calls, which filters on numbers would miss (seccomp(2)); no call of another
/// architecture has such a number. `clone3` is refused together with them: its flags are in memory, where no filter can
/// read them, and without it the C library uses `clone`.
const X32: u32 = 0x4000_0000;

/// The process id with which kill(2) signals every process of the user, also the grader. The call is refused.
const EVERYBODY: u32 = -1_i32 as u32;

/// Returns the instructions for a process that is about to become a program. `is_shut_in`: the process is isolated.
/// `holds`: calls are held; without a listener nobody could let them continue.
pub(super) fn program(is_shut_in: bool, holds: bool) -> Vec<sock_filter> {
    let mut body = vec![load(NUMBER)];
    body.extend(when_argument_is(libc::SYS_kill, 0, EVERYBODY, refuse(libc::EPERM)));
    if is_shut_in {
        for call in REFUSED {
            body.extend([jump_unless_equal(call as u32, 1), refuse(libc::EPERM)]);
        }
        let filter = libc::PR_SET_SECCOMP as u32;
        body.extend(when_argument_is(libc::SYS_prctl, 0, filter, refuse(libc::EPERM)));
        // A smaller pipe only seems to be one. Where nobody holds the call, it returns no size.
        if !holds {
            body.extend(when_argument_is(libc::SYS_fcntl, 1, SET_SIZE, refuse(0)));
        }
    }
    body.extend([
        jump_if_at_least(X32, 1),
        jump_unless_equal(libc::SYS_clone3 as u32, 1),
        refuse(libc::ENOSYS),
    ]);
    let is_held = |kind: CallKind| holds && (is_shut_in || kind != CallKind::Shrink);
    for (number, _, test) in CALLS.iter().filter(|(_, kind, _)| is_held(*kind)) {
        match test {
            ArgumentTest::Is(index, value) => {
                body.extend(when_argument_is(*number, *index, *value, HOLD));
            }
            ArgumentTest::Always => body.extend([jump_unless_equal(*number as u32, 1), HOLD]),
            ArgumentTest::IsZero(index) => body.extend(when_argument_is(*number, *index, 0, HOLD)),
            ArgumentTest::NotZero(index) => body.extend([
                jump_unless_equal(*number as u32, 4),
                load(argument(*index)),
                jump_unless_equal(0, 1),
                ALLOW,
                HOLD,
            ]),
        }
    }
    body.push(ALLOW);
    // The numbers of another architecture mean other calls. Other filters refuse those.
    let all_but_the_last = u8::try_from(body.len() - 1).expect("a program that a jump can cross");
    let mut program = vec![load(ARCHITECTURE), jump_unless_equal(THIS_ARCHITECTURE, all_but_the_last)];
    program.extend(body);
    program
}

/// Builds `if number == call { if argument == value { answer } }`, and loads the number again.
fn when_argument_is(call: libc::c_long, index: u32, value: u32, answer: sock_filter) -> [sock_filter; 5] {
    let call = jump_unless_equal(call as u32, 4);
    [call, load(argument(index)), jump_unless_equal(value, 1), answer, load(NUMBER)]
}

/// The grader's end of the filter.
pub(super) struct Listener {
    fd: OwnedFd,
}

/// One held call, which must be told to continue.
#[derive(Debug)]
pub(super) struct HeldCall {
    id: u64,
    /// The process id, as /proc of the grader shows it.
    pub(super) process: u32,
    /// The kind of the system call.
    pub(super) kind: CallKind,
    /// Its first argument.
    pub(super) first: u64,
}

impl Listener {
    /// Takes the listener that the installation of the filter returned.
    pub(super) fn new(fd: OwnedFd) -> Self {
        // SECCOMP_IOCTL_NOTIF_SET_FLAGS, `_IOW('!', 4, __u64)`, with SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
        // (seccomp_unotify(2), Linux 6.6): the process that wakes the other is about to sleep. An older kernel refuses
        // the flag, and each turn takes a little longer.
        const SET_FLAGS: u32 = 0x4008_2104;
        const SYNC_WAKE_UP: libc::c_ulong = 1;
        // SAFETY: the call takes a number.
        unsafe { libc::ioctl(fd.as_raw_fd(), SET_FLAGS as _, SYNC_WAKE_UP) };
        Self { fd }
    }

    /// Returns the descriptor, which is readable while a program is held.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// Returns the next held call, if its program still exists.
    pub(super) fn receive(&self) -> Option<HeldCall> {
        // SAFETY: seccomp_unotify(2) wants the structure zeroed and fills it; all its members are numbers.
        let notification = unsafe {
            let mut notification: libc::seccomp_notif = std::mem::zeroed();
            let answer =
                libc::ioctl(self.fd.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &raw mut notification);
            (answer == 0).then_some(notification)?
        };
        let number = libc::c_long::from(notification.data.nr);
        let (_, kind, _) = CALLS.iter().find(|(call, ..)| *call == number)?;
        Some(HeldCall {
            id: notification.id,
            process: notification.pid,
            kind: *kind,
            first: notification.data.args[0],
        })
    }

    /// Lets a held call continue. If its program has died, nothing happens.
    pub(super) fn go_on(&self, call: HeldCall) {
        self.respond(call, 0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32);
    }

    /// Returns a value from a held call, which does not happen.
    pub(super) fn feign(&self, call: HeldCall, value: i64) {
        self.respond(call, value, 0);
    }

    #[expect(clippy::needless_pass_by_value, reason = "a call is answered once")]
    fn respond(&self, call: HeldCall, val: i64, flags: u32) {
        let mut response = libc::seccomp_notif_resp { id: call.id, val, error: 0, flags };
        // SAFETY: the response is a value of our own that the call only reads.
        unsafe {
            libc::ioctl(self.fd.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &raw mut response);
        }
    }
}
