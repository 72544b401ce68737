//! The native half of `warm.py`: a module for Python that forks it and shuts the forks in.
//!
//! It is no part of the crate: `build.rs` compiles it, without the standard library, into a shared object that
//! every CPython from 3.7 on can import (its stable interface). What Python does for a run takes longer than
//! what a small program does: whatever it touches, if only to count a reference, is a page to be copied, once
//! in the fork and once in the interpreter.
//!
//! There is one thread, and Python's lock is held: nothing here runs twice at the same time.

#![cfg_attr(not(clippy), no_std)]

#[cfg(not(clippy))]
#[path = "foreign.rs"]
mod foreign;
#[cfg(not(clippy))]
#[path = "huge.rs"]
mod huge;
#[cfg(not(clippy))]
#[path = "wire.rs"]
mod wire;
#[cfg(clippy)] // Which looks at this file as a part of the crate.
use super::{foreign, huge, wire};

use core::ffi::{c_int, c_long, c_uint, c_void};
use core::mem::{size_of, zeroed};
use core::ptr::{null, null_mut};

use foreign::*;
use wire::{
    ARGS, AT_FORK, AT_SHUTTING_IN, AT_STEPPING_IN, AT_WAITING, Arg, BYTES, Call, End, FILTER, Filter, Head,
    MOST_DESCRIPTORS, NUMBER, RULESET, WITH_CHANNEL, WITH_RULESET,
};

/// The lowest number of a descriptor of ours: programs are given lower ones.
const OUT_OF_THE_WAY: c_int = 64;

/// Of the three standard ones, and the way back.
const MOST_GIVEN: usize = 4;

/// After how many forks it is worth while to make the next ones cheaper.
const WORTH_IT: usize = 4;

/// A list of calls as it was received, its places made pointers.
#[repr(C, align(16))]
struct Calls([u8; wire::LONGEST]);

static mut CALLS: Calls = Calls([0; wire::LONGEST]);

/// Where runs are asked for.
static mut CONTROL: c_int = -1;

#[cfg(not(clippy))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: _exit(2) ends the process.
    unsafe { _exit(127) }
}

/// Makes the module; called by Python's import.
#[unsafe(no_mangle)]
extern "C" fn PyInit__yardstick() -> Object {
    const METH_NOARGS: c_int = 4;
    const METH_O: c_int = 8;
    const STABLE_INTERFACE: c_int = 3; // PYTHON_ABI_VERSION
    const fn method(
        name: &'static core::ffi::CStr,
        function: extern "C" fn(Object, Object) -> Object,
        flags: c_int,
    ) -> Method {
        Method { name: name.as_ptr(), function: Some(function), flags, doc: null() }
    }
    const METH_VARARGS: c_int = 1;
    static mut METHODS: [Method; 8] = [
        method(c"begin", begin, METH_O),
        method(c"shut_in", shut_in, METH_NOARGS),
        method(c"fork_for_every_run", fork_for_every_run, METH_NOARGS),
        method(c"hide_from_collector", hide, METH_O),
        method(c"show_to_collector", show, METH_O),
        method(c"never_free", never_free, METH_O),
        method(c"move_content", move_content, METH_VARARGS),
        Method { name: null(), function: None, flags: 0, doc: null() },
    ];
    static mut MODULE: Module = Module {
        references: 1,
        kind: null_mut(),
        init: null(),
        index: 0,
        copy: null_mut(),
        name: c"_yardstick".as_ptr(),
        doc: null(),
        size: -1,
        methods: (&raw mut METHODS).cast(),
        rest: [null(); 4],
    };
    // SAFETY: Python keeps what it is given, and both last as long as the process.
    unsafe { PyModule_Create2(&raw mut MODULE, STABLE_INTERFACE) }
}

/// Takes the descriptor where runs are asked for out of the way, and gives the first packet, as bytes.
extern "C" fn begin(_: Object, control: Object) -> Object {
    // SAFETY: calls of Python's and the kernel's interfaces, with buffers as long as they are told.
    unsafe {
        let control = PyLong_AsLong(control) as c_int;
        CONTROL = fcntl(control, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
        close(control);
        let length = retried(|| recv(CONTROL, null_mut(), 0, MSG_PEEK | MSG_TRUNC));
        if CONTROL == -1 || length < 0 {
            return PyErr_SetFromErrno(PyExc_OSError);
        }
        let packet = PyBytes_FromStringAndSize(null(), length);
        if !packet.is_null() {
            retried(|| recv(CONTROL, PyBytes_AsString(packet).cast(), length as usize, 0));
        }
        packet
    }
}

/// Receives the list of calls, and carries out those that are for all forks at once.
extern "C" fn shut_in(_: Object, _: Object) -> Object {
    // SAFETY: the list is the launcher's, made for this file; it lies in memory that lasts.
    unsafe {
        let length = retried(|| recv(CONTROL, (&raw mut CALLS).cast(), size_of::<Calls>(), 0));
        if length < size_of::<Head>() as isize {
            *__errno_location() = EPROTO;
            return PyErr_SetFromErrno(PyExc_OSError);
        }
        let (once, each) = calls();
        for call in once.iter_mut().chain(each) {
            make_pointers(call);
        }
        for call in calls().0 {
            if perform(call, -1) == -1 {
                return PyErr_SetFromErrno(PyExc_OSError);
            }
        }
    }
    nothing()
}

/// Forks for every run that is asked for. Comes back in the forks alone.
extern "C" fn fork_for_every_run(_: Object, _: Object) -> Object {
    for count in 1.. {
        // SAFETY: the descriptors of a run are used by nobody else; Python is told of the fork, before and after,
        // as `os.fork` tells it.
        unsafe {
            let Some(run) = Run::receive() else { _exit(0) };
            if setns(run.processes, CLONE_NEWPID) == -1 {
                run.fail(AT_STEPPING_IN);
                run.close();
                continue;
            }
            PyOS_BeforeFork();
            let process = fork();
            if process == 0 {
                PyOS_AfterFork_Child();
                run.become_the_program();
                return nothing();
            }
            if process == -1 {
                run.fail(AT_FORK);
            } else {
                run.wait_for(process);
            }
            PyOS_AfterFork_Parent(); // Not before: whatever is written while there is a fork has to be copied.
            run.close();
            if count == WORTH_IT {
                huge::settle();
            }
        }
    }
    nothing()
}

/// Takes an object out of the collector's lists.
extern "C" fn hide(_: Object, object: Object) -> Object {
    // SAFETY: it is a module or a dictionary, which the collector knows.
    unsafe { PyObject_GC_UnTrack(object) };
    nothing()
}

/// Puts an object back that was taken out.
extern "C" fn show(_: Object, object: Object) -> Object {
    // SAFETY: as above.
    unsafe { PyObject_GC_Track(object) };
    nothing()
}

/// Keeps an object for good: what no fork needs is not to be taken apart in every one of them.
extern "C" fn never_free(_: Object, object: Object) -> Object {
    // SAFETY: a reference more than there are users only keeps an object.
    unsafe { Py_IncRef(object) };
    nothing()
}

/// Puts what a file holds into another one, which is there already, and removes it.
extern "C" fn move_content(_: Object, places: Object) -> Object {
    // SAFETY: two paths as bytes, which Python ends with a zero.
    unsafe {
        let [from, to] = [0, 1].map(|index| PyBytes_AsString(PyTuple_GetItem(places, index)).cast_const());
        let (source, target) = (open(from, O_RDONLY | O_CLOEXEC), open(to, O_WRONLY | O_TRUNC | O_CLOEXEC));
        let copied = loop {
            let copied = retried(|| copy_file_range(source, null_mut(), target, null_mut(), 1 << 30, 0));
            if copied <= 0 {
                break copied;
            }
        };
        if copied == -1 || close(source) == -1 || close(target) == -1 || unlink(from) == -1 {
            return PyErr_SetFromErrno(PyExc_OSError);
        }
    }
    nothing()
}

/// A value for a function that gives none.
fn nothing() -> Object {
    // SAFETY: a small number, of which Python has one.
    unsafe { PyLong_FromLong(0) }
}

/// A system call, again while it is interrupted.
fn retried(mut call: impl FnMut() -> isize) -> isize {
    loop {
        let result = call();
        // SAFETY: the C library's own variable of this thread.
        if result != -1 || unsafe { *__errno_location() } != EINTR {
            return result;
        }
    }
}

/// The calls for all forks, and those for each.
///
/// # Safety
///
/// A list must have been received.
unsafe fn calls() -> (&'static mut [Call], &'static mut [Call]) {
    // SAFETY: the launcher tells how many there are.
    unsafe {
        let head = (&raw mut CALLS).cast::<Head>();
        let first = head.add(1).cast::<Call>();
        let (once, each) = ((*head).once as usize, (*head).each as usize);
        (core::slice::from_raw_parts_mut(first, once), core::slice::from_raw_parts_mut(first.add(once), each))
    }
}

/// Makes pointers of the places in the packet that a call names.
unsafe fn make_pointers(call: &mut Call) {
    let start = (&raw const CALLS) as u64;
    for Arg { kind, value } in &mut call.args {
        if matches!(*kind, BYTES | FILTER) {
            *value += start;
        }
        if *kind == FILTER {
            // SAFETY: such a structure stands there, eight bytes aligned.
            unsafe { (*(*value as *mut Filter)).instructions += start };
        }
        if *kind != RULESET {
            *kind = NUMBER;
        }
    }
}

/// Carries a call out on this process.
unsafe fn perform(call: &Call, ruleset: c_int) -> c_long {
    let mut args = [0; ARGS];
    for (arg, given) in args.iter_mut().zip(&call.args) {
        *arg = if given.kind == RULESET { ruleset as u64 } else { given.value };
    }
    let [a, b, c, d, e] = args;
    // SAFETY: the calls are the launcher's, which read what the pointers point to and write nothing.
    unsafe { syscall(call.number as c_long, a, b, c, d, e) }
}

/// The descriptors of a run.
struct Run {
    processes: c_int,
    mounts: c_int,
    ended: c_int,
    handover: c_int,
    standard: [c_int; MOST_GIVEN],
    given: usize,
    /// -1 if there is none.
    ruleset: c_int,
}

impl Run {
    /// Waits for the next; `None` when nobody asks any more.
    unsafe fn receive() -> Option<Self> {
        let mut flags = 0_u8;
        let mut bytes = Bytes { at: (&raw mut flags).cast(), length: 1 };
        // SAFETY: all zeros are a value of it.
        let mut rights: Rights<MOST_DESCRIPTORS> = unsafe { zeroed() };
        let mut message = message(&mut bytes, (&raw mut rights).cast(), size_of_val(&rights));
        // SAFETY: the message names buffers that live here, with their lengths.
        let length = retried(|| unsafe { recvmsg(CONTROL, &raw mut message, MSG_CMSG_CLOEXEC) });
        if length <= 0 {
            return None;
        }
        let mut fds = rights.descriptors;
        for fd in &mut fds {
            // None may be overwritten when a program is given its own.
            if (1..=MOST_GIVEN as c_int).contains(fd) {
                let low = *fd;
                // SAFETY: the descriptor has just come.
                unsafe {
                    *fd = fcntl(low, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
                    close(low);
                }
            }
        }
        let [processes, mounts, ended, handover, stdin, stdout, stderr, next, last] = fds;
        let has_channel = flags & WITH_CHANNEL != 0;
        let ruleset = match (flags & WITH_RULESET != 0, has_channel) {
            (false, _) => -1,
            (true, false) => next,
            (true, true) => last,
        };
        let given = if has_channel { 4 } else { 3 };
        let standard = [stdin, stdout, stderr, if has_channel { next } else { -1 }];
        Some(Self { processes, mounts, ended, handover, standard, given, ruleset })
    }

    /// Steps into the cell and shuts this process in; from here on it is the program's.
    unsafe fn become_the_program(&self) {
        // SAFETY: calls that change this process, which is to be changed; the buffers live here.
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
            for call in &*calls().1 {
                let result = perform(call, self.ruleset);
                if call.listener != 0 {
                    listener = result as c_int; // There may be none: then all input is given at once.
                } else if result == -1 {
                    self.fail(AT_SHUTTING_IN);
                    _exit(127);
                }
            }
            self.hand_over(listener);
            syscall(SYS_CLOSE_RANGE, self.given as c_uint, c_uint::MAX, 0);
        }
    }

    /// Says that the program begins, with the listener if there is one.
    unsafe fn hand_over(&self, listener: c_int) {
        let mut byte = b'!';
        let mut bytes = Bytes { at: (&raw mut byte).cast(), length: 1 };
        let length = size_of::<usize>() + 3 * size_of::<c_int>();
        let mut rights = Rights { length, level: SOL_SOCKET, kind: SCM_RIGHTS, descriptors: [listener, 0] };
        let space = if listener == -1 { 0 } else { size_of_val(&rights) };
        let message = message(&mut bytes, (&raw mut rights).cast(), space);
        // SAFETY: the message names buffers that live here, with their lengths.
        retried(|| unsafe { sendmsg(self.handover, &raw const message, MSG_NOSIGNAL) });
    }

    /// Until the program has ended, which is told.
    unsafe fn wait_for(&self, process: c_int) {
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

    unsafe fn fail(&self, failed: u64) {
        // SAFETY: the C library's own variable of this thread; the descriptor is open.
        unsafe {
            let errno = *__errno_location() as u64;
            self.tell(&End { failed, errno, ..End::default() });
        }
    }

    unsafe fn tell(&self, end: &End) {
        // SAFETY: a structure of numbers without gaps. Nobody reads where the run was given up.
        retried(|| unsafe { write(self.ended, (&raw const *end).cast(), size_of::<End>()) });
    }

    unsafe fn close(&self) {
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
