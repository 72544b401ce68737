//! What a launcher and the native half of a warm interpreter give each other, as it stands in memory.
//!
//! Both are compiled from this file, for the same machine: numbers go as they are.

use core::ffi::CStr;

/// Where programs run.
pub(crate) const FOLDER: &CStr = c"/box/student";

/// The most bytes that all calls take.
pub(crate) const LONGEST: usize = 1 << 16;

/// The most arguments of a system call.
pub(crate) const ARGS: usize = 5;

/// What a list of calls begins with: how many there are of each kind.
#[repr(C)]
pub(crate) struct Head {
    /// What the interpreter calls once, for all of its forks.
    pub(crate) once: u64,
    /// What each of its forks calls; they follow those.
    pub(crate) each: u64,
}

/// A system call.
#[repr(C)]
pub(crate) struct Call {
    /// Its number.
    pub(crate) number: u64,
    /// When it is called, and what for: one of the three below.
    pub(crate) role: u64,
    /// Its arguments.
    pub(crate) args: [Arg; ARGS],
}

/// The call must succeed.
pub(crate) const MUST_SUCCEED: u64 = 0;
/// The call gives the listener of the filter that holds the program, where the kernel has listeners.
pub(crate) const GIVES_LISTENER: u64 = 1;
/// The call must succeed, and is made only where there is no listener.
pub(crate) const WITHOUT_LISTENER: u64 = 2;

/// The errors by which seccomp(2) says that there can be no listener here: the kernel knows none, or another listener
/// watches already. Any other error is a fault of ours.
pub(crate) const NO_LISTENER: [i32; 3] = [22, 16, 38]; // EINVAL, EBUSY, ENOSYS

/// The byte that a program sends together with its listener before it begins.
pub(crate) const WATCHED: u8 = b'!';
/// The byte that it sends where there can be no listener.
pub(crate) const UNWATCHED: u8 = b'-';

/// An argument of a system call.
#[repr(C)]
pub(crate) struct Arg {
    /// What the value is.
    pub(crate) kind: u64,
    /// The value.
    pub(crate) value: u64,
}

/// The value is the argument.
pub(crate) const NUMBER: u64 = 0;
/// The argument points to bytes, at this place in the packet.
pub(crate) const BYTES: u64 = 1;
/// The argument points to a [`Filter`], at this place in the packet.
pub(crate) const FILTER: u64 = 2;
/// The argument is the descriptor of the rules of Landlock, which every run has others of.
pub(crate) const RULESET: u64 = 3;

/// A filter as seccomp(2) takes it (`struct sock_fprog`).
#[repr(C)]
pub(crate) struct Filter {
    /// The number of instructions.
    pub(crate) length: u64,
    /// Their place in the packet, and then in memory.
    pub(crate) instructions: u64,
}

/// What a run is asked for with.
#[repr(C)]
pub(crate) struct Asked {
    /// Some of the flags below.
    pub(crate) flags: u64,
    /// How many limits there are.
    pub(crate) count: u64,
    /// The limits, and room for more.
    pub(crate) limits: [Limit; MOST_LIMITS],
}

/// A limit of what a process may use of something, as setrlimit(2) takes it.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Limit {
    /// Of what.
    pub(crate) resource: u64,
    /// What holds.
    pub(crate) soft: u64,
    /// What it may be raised to.
    pub(crate) hard: u64,
}

/// The most limits of a run.
pub(crate) const MOST_LIMITS: usize = 12;

/// The flag of a run that has a way back at descriptor 3.
pub(crate) const WITH_CHANNEL: u64 = 1;
/// The flag of a run that has rules of Landlock.
pub(crate) const WITH_RULESET: u64 = 2;
/// The flag of a run whose program does nothing at its end that could be seen.
pub(crate) const PLAINLY: u64 = 4;
/// The flag of a run in which the program is only checked.
pub(crate) const CHECK: u64 = 8;

/// The most descriptors that come with a run.
pub(crate) const MOST_DESCRIPTORS: usize = 9;

/// How a run ended, or what stood in its way.
#[repr(C)]
#[derive(Default)]
pub(crate) struct End {
    /// Nothing, or where it failed.
    pub(crate) failed: u64,
    /// The error there.
    pub(crate) errno: u64,
    /// As wait(2) encodes it.
    pub(crate) status: u64,
    /// Processor time, in microseconds.
    pub(crate) cpu_micros: u64,
    /// The most memory at a time, in bytes.
    pub(crate) memory: u64,
}

/// The interpreter cannot be forked.
pub(crate) const AT_FORK: u64 = 1;
/// A fork cannot step into the namespaces of its run.
pub(crate) const AT_STEPPING_IN: u64 = 2;
/// A fork cannot shut itself in.
pub(crate) const AT_SHUTTING_IN: u64 = 3;
/// A fork cannot hand over its listener.
pub(crate) const AT_HANDING_OVER: u64 = 5;
/// The end of a fork is not told.
pub(crate) const AT_WAITING: u64 = 4;
