//! One run: its descriptors, how a fork enters it, and how its end is reported.

use core::ffi::{c_int, c_long, c_uint, c_void};
use core::mem::{size_of, zeroed};
use core::ptr::null_mut;

use super::calls;
use super::foreign::*;
use super::wire::{
    self, AT_HANDING_OVER, AT_SHUTTING_IN, AT_STEPPING_IN, AT_WAITING, End, GIVES_LISTENER, MOST_DESCRIPTORS,
    MOST_LIMITS, NO_LISTENER, RunHeader, UNWATCHED, WATCHED, WITH_CHANNEL, WITH_RULESET, WITHOUT_LISTENER,
};

/// The lowest number of our own descriptors; programs get lower ones.
pub(crate) const FIRST_HIGH_FD: c_int = 64;

/// The three standard streams and descriptor 3.
const MOST_GIVEN: usize = 4;

/// The request for a run, with its descriptors.
pub(crate) struct Run {
    header: RunHeader,
    pub(crate) processes: c_int,
    mounts: c_int,
    ended: c_int,
    handover: c_int,
    standard: [c_int; MOST_GIVEN],
    given: usize,
    /// -1 if there are no rules.
    ruleset: c_int,
}

impl Run {
    /// Waits for the next request; `None` when the socket is closed.
    pub(crate) unsafe fn receive(control: c_int) -> Option<Self> {
        // SAFETY: all zeros are a value of both.
        let (mut header, mut rights): (RunHeader, Rights<MOST_DESCRIPTORS>) = unsafe { (zeroed(), zeroed()) };
        let mut bytes = Bytes { at: (&raw mut header).cast(), length: size_of::<RunHeader>() };
        let mut message = message(&mut bytes, (&raw mut rights).cast(), size_of_val(&rights));
        // SAFETY: the message names buffers that live here, with their lengths.
        let length = retried(|| unsafe { recvmsg(control, &raw mut message, MSG_CMSG_CLOEXEC) });
        if length <= 0 {
            return None;
        }
        let mut fds = rights.descriptors;
        for fd in &mut fds {
            // No descriptor may be overwritten when the program gets its own ones.
            if (1..=MOST_GIVEN as c_int).contains(fd) {
                let low = *fd;
                // SAFETY: the descriptor has just been received.
                unsafe {
                    *fd = fcntl(low, F_DUPFD_CLOEXEC, FIRST_HIGH_FD);
                    close(low);
                }
            }
        }
        let [processes, mounts, ended, handover, stdin, stdout, stderr, next, last] = fds;
        let has_channel = header.flags & WITH_CHANNEL != 0;
        let ruleset = match (header.flags & WITH_RULESET != 0, has_channel) {
            (false, _) => -1,
            (true, false) => next,
            (true, true) => last,
        };
        let given = if has_channel { 4 } else { 3 };
        let standard = [stdin, stdout, stderr, if has_channel { next } else { -1 }];
        Some(Self { header, processes, mounts, ended, handover, standard, given, ruleset })
    }

    /// Tells whether the run has this flag.
    pub(crate) fn has(&self, flag: u64) -> bool {
        self.header.flags & flag != 0
    }

    /// Enters the namespaces of the run and isolates this process, which is the program's from here on.
    pub(crate) unsafe fn become_the_program(&self) {
        // SAFETY: calls that change this process, as intended; the buffers live here.
        unsafe {
            setsid();
            if setns(self.mounts, CLONE_NEWNS) == -1 || chdir(wire::FOLDER.as_ptr()) == -1 {
                self.fail(AT_STEPPING_IN);
                _exit(127);
            }
            for (to, from) in (0..).zip(&self.standard[..self.given]) {
                dup2(*from, to);
            }
            let mut listener = -1;
            for call in &*calls::lists().1 {
                if call.role == WITHOUT_LISTENER && listener != -1 {
                    continue;
                }
                let result = calls::perform(call, self.ruleset);
                if call.role == GIVES_LISTENER {
                    listener = result as c_int;
                }
                let may_fail = call.role == GIVES_LISTENER && NO_LISTENER.contains(&*__errno_location());
                if result == -1 && !may_fail {
                    self.fail(AT_SHUTTING_IN);
                    _exit(0); // The filter may hold an end with another code, and nobody would let it continue.
                }
            }
            // Before the limits: the number of descriptors that may be sent depends on the limit of open ones
            // (unix(7)).
            if !self.hand_over(listener) {
                self.fail(AT_HANDING_OVER);
                _exit(0);
            }
            if listener != -1 {
                close(listener); // With it a program could let itself go on.
            }
            for limit in &self.header.limits[..(self.header.count as usize).min(MOST_LIMITS)] {
                if setrlimit(limit.resource as c_int, &raw const limit.soft) == -1 {
                    self.fail(AT_SHUTTING_IN);
                    _exit(0);
                }
            }
        }
    }

    /// Closes every descriptor that is not the program's.
    pub(crate) unsafe fn close_all_others(&self) {
        // SAFETY: nothing here uses them any more.
        unsafe { syscall(SYS_CLOSE_RANGE, self.given as c_uint, c_uint::MAX, 0) };
    }

    /// Sends the message that the program starts, with the listener if there is one; returns whether that worked.
    unsafe fn hand_over(&self, listener: c_int) -> bool {
        let mut byte = if listener == -1 { UNWATCHED } else { WATCHED };
        let mut bytes = Bytes { at: (&raw mut byte).cast(), length: 1 };
        let length = size_of::<usize>() + 3 * size_of::<c_int>();
        let mut rights = Rights { length, level: SOL_SOCKET, kind: SCM_RIGHTS, descriptors: [listener, 0] };
        let space = if listener == -1 { 0 } else { size_of_val(&rights) };
        let message = message(&mut bytes, (&raw mut rights).cast(), space);
        // SAFETY: the message names buffers that live here, with their lengths.
        let sent = retried(|| unsafe { sendmsg(self.handover, &raw const message, MSG_NOSIGNAL) });
        sent == 1
    }

    /// Waits until the program has ended, and reports the end.
    pub(crate) unsafe fn wait_for(&self, process: c_int) {
        let mut status = 0;
        // SAFETY: all zeros are a value of it.
        let mut usage: Usage = unsafe { zeroed() };
        // SAFETY: both are filled by the kernel.
        let waited = retried(|| unsafe { wait4(process, &raw mut status, 0, &raw mut usage) } as isize);
        if waited == -1 {
            // SAFETY: the descriptor is open.
            return unsafe { self.fail(AT_WAITING) };
        }
        let micros = |[seconds, micros]: [c_long; 2]| seconds as u64 * 1_000_000 + micros as u64;
        let cpu_micros = micros(usage.user) + micros(usage.system);
        let memory = usage.peak_kib as u64 * 1024;
        // SAFETY: the descriptor is open.
        unsafe { self.tell(&End { status: status as u64, cpu_micros, memory, ..End::default() }) };
    }

    pub(crate) unsafe fn fail(&self, failed: u64) {
        // SAFETY: the C library's own variable of this thread; the descriptor is open.
        unsafe {
            let errno = *__errno_location() as u64;
            self.tell(&End { failed, errno, ..End::default() });
        }
    }

    unsafe fn tell(&self, end: &End) {
        // SAFETY: a structure of numbers without gaps. If the run was given up, nobody reads it.
        retried(|| unsafe { write(self.ended, (&raw const *end).cast(), size_of::<End>()) });
    }

    pub(crate) unsafe fn close(&self) {
        let own = [self.processes, self.mounts, self.ended, self.handover, self.ruleset];
        for fd in own.into_iter().chain(self.standard) {
            if fd != -1 {
                // SAFETY: they came with the run, and are not used after it.
                unsafe { close(fd) };
            }
        }
    }
}

fn message(bytes: &mut Bytes, control: *mut c_void, control_length: usize) -> Message {
    Message { name: null_mut(), name_length: 0, bytes, count: 1, control, control_length, flags: 0 }
}
