//! The data that a launcher and the native half of a warm interpreter exchange, as it is laid out in memory.
//!
//! Both are compiled from this file for the same machine, so numbers need no conversion.

use core::ffi::CStr;

/// The folder in which programs run.
pub(crate) const FOLDER: &CStr = c"/box/student";

/// The largest size of the list of calls, in bytes.
pub(crate) const LONGEST: usize = 1 << 16;

/// The largest number of arguments of a system call.
pub(crate) const ARGS: usize = 5;

/// The head of a list of calls: the number of calls of each kind.
#[repr(C)]
pub(crate) struct Head {
    /// The calls that the interpreter makes once, for all its forks.
    pub once: u64,
    /// The calls that each fork makes; they follow the others.
    pub each: u64,
}

/// A system call.
#[repr(C)]
pub(crate) struct Call {
    /// The number of the call.
    pub number: u64,
    /// The role of the call: one of the three constants below.
    pub role: u64,
    /// The arguments.
    pub args: [Arg; ARGS],
}

/// The call must succeed.
pub(crate) const MUST_SUCCEED: u64 = 0;
/// The call returns the listener of the filter that holds the program, if the kernel has listeners.
pub(crate) const GIVES_LISTENER: u64 = 1;
/// The call must succeed, and is made only if there is no listener.
pub(crate) const WITHOUT_LISTENER: u64 = 2;

/// The errors of seccomp(2) that mean that there can be no listener: the kernel has none, or another listener exists
/// already. Any other error is our fault.
pub(crate) const NO_LISTENER: [i32; 3] = [22, 16, 38]; // EINVAL, EBUSY, ENOSYS

/// The byte that a program sends with its listener before it starts.
pub(crate) const WATCHED: u8 = b'!';
/// The byte that a program sends if there can be no listener.
pub(crate) const UNWATCHED: u8 = b'-';

/// An argument of a system call.
#[repr(C)]
pub(crate) struct Arg {
    /// The kind of the value: one of the four constants below.
    pub kind: u64,
    /// The value.
    pub value: u64,
}

/// The value is the argument.
pub(crate) const NUMBER: u64 = 0;
/// The argument is a pointer to bytes, which are at this place in the packet.
pub(crate) const BYTES: u64 = 1;
/// The argument is a pointer to a [`Filter`], which is at this place in the packet.
pub(crate) const FILTER: u64 = 2;
/// The argument is the descriptor of the Landlock rules of the run.
pub(crate) const RULESET: u64 = 3;

/// A filter as seccomp(2) takes it (`struct sock_fprog`).
#[repr(C)]
pub(crate) struct Filter {
    /// The number of instructions.
    pub length: u64,
    /// Their place in the packet, and later their address.
    pub instructions: u64,
}

/// The request for a run.
#[repr(C)]
pub(crate) struct RunHeader {
    /// A combination of the flags below.
    pub flags: u64,
    /// The number of limits.
    pub count: u64,
    /// The limits, with space for more.
    pub limits: [Limit; MOST_LIMITS],
}

/// A resource limit, as setrlimit(2) takes it.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Limit {
    /// The resource.
    pub resource: u64,
    /// The soft limit.
    pub soft: u64,
    /// The hard limit.
    pub hard: u64,
}

/// The largest number of limits of a run.
pub(crate) const MOST_LIMITS: usize = 12;

/// The run has descriptor 3.
pub(crate) const WITH_CHANNEL: u64 = 1;
/// The run has Landlock rules.
pub(crate) const WITH_RULESET: u64 = 2;
/// The end of the program does nothing that can be observed.
pub(crate) const PLAINLY: u64 = 4;
/// The program is only checked.
pub(crate) const CHECK: u64 = 8;

/// The largest number of descriptors of a run.
pub(crate) const MOST_DESCRIPTORS: usize = 9;

/// The end of a run, or the reason why it did not start.
#[repr(C)]
#[derive(Default)]
pub(crate) struct End {
    /// The step that failed, or 0.
    pub failed: u64,
    /// The error number of that step.
    pub errno: u64,
    /// The exit status, encoded as by wait(2).
    pub status: u64,
    /// Processor time, in microseconds.
    pub cpu_micros: u64,
    /// Peak memory, in bytes.
    pub memory: u64,
}

/// The byte that a warm Node sends when a fork of it has done what it should.
pub(crate) const READY: u8 = b'.';
/// The exit code of that fork.
pub(crate) const TRIAL_PASSED: i32 = 42;

/// The interpreter cannot be forked.
pub(crate) const AT_FORK: u64 = 1;
/// A fork cannot enter the namespaces of its run.
pub(crate) const AT_STEPPING_IN: u64 = 2;
/// A fork cannot isolate itself.
pub(crate) const AT_SHUTTING_IN: u64 = 3;
/// A fork cannot send its listener.
pub(crate) const AT_HANDING_OVER: u64 = 5;
/// The interpreter cannot wait for its fork.
pub(crate) const AT_WAITING: u64 = 4;
