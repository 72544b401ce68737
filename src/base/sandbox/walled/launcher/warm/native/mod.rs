//! The native half of `warm.py`: a Python module that forks the interpreter and isolates the forks.
//!
//! It is no part of the crate: `build.rs` compiles it, without the standard library, into a shared object that every
//! CPython from 3.7 on can import (its stable interface). Python itself would take longer for a run than a small
//! program does: every page that it touches, if only to count a reference, must be copied, once in the fork and once in
//! the interpreter.
//!
//! There is one thread, and Python's lock is held, so nothing here runs twice at the same time.

#![cfg_attr(not(clippy), no_std)]

#[cfg(not(clippy))]
#[path = "../../../../inside/ask.rs"]
mod ask;
mod calls;
mod foreign;
mod fresh;
mod hook;
mod run;
mod wake;
#[cfg(not(clippy))]
#[path = "../wire.rs"]
mod wire;

#[cfg(clippy)] // Clippy checks this folder as a part of the crate.
use super::{ask, wire};
use core::ffi::{CStr, c_int};
use core::ptr::{null, null_mut};

use foreign::*;
use run::{FIRST_HIGH_FD, Run};
use wire::{AT_FORK, AT_STEPPING_IN};

/// After this number of forks it is worth while to make the next ones cheaper.
const FORKS_BEFORE_TUNING: usize = 4;

/// The socket on which runs are requested.
static mut CONTROL: c_int = -1;

#[cfg(not(clippy))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: _exit(2) ends the process.
    unsafe { _exit(127) }
}

/// A symbol that parts of `core` need which were compiled to unwind; nothing here unwinds.
#[cfg(not(clippy))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Creates the module; called by Python's import.
#[unsafe(no_mangle)]
extern "C" fn PyInit__yardstick() -> Object {
    const METH_VARARGS: c_int = 1;
    const METH_NOARGS: c_int = 4;
    const METH_O: c_int = 8;
    const STABLE_INTERFACE: c_int = 3; // PYTHON_ABI_VERSION
    const fn method(
        name: &'static CStr,
        function: extern "C" fn(Object, Object) -> Object,
        flags: c_int,
    ) -> Method {
        Method { name: name.as_ptr(), function: Some(function), flags, doc: null() }
    }
    // Without this name no hook is set, as for a Python that has none.
    const HEAR: &CStr = if cfg!(without = "hook") { c"unused" } else { c"hear" };
    static mut METHODS: [Method; 12] = [
        method(c"begin", begin, METH_O),
        method(c"shut_in", shut_in, METH_NOARGS),
        method(c"never_free", never_free, METH_O),
        method(c"know", hook::know, METH_VARARGS),
        method(HEAR, hook::hear, METH_VARARGS),
        method(c"wait_for_runs", hook::wait_for_runs, METH_NOARGS),
        method(c"wake_with", wake::wake_with, METH_VARARGS),
        method(c"answer_with", wake::answer_with, METH_O),
        method(c"begin_to_wake", wake::begin_to_wake, METH_NOARGS),
        method(c"wake", wake::wake, METH_O),
        method(c"leave", hook::leave, METH_NOARGS),
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

/// Moves the request socket to a high descriptor, and returns the first packet as bytes.
extern "C" fn begin(_: Object, control: Object) -> Object {
    // SAFETY: calls of the interfaces of Python and the kernel, with buffers of the lengths that are passed.
    unsafe {
        let control = PyLong_AsLong(control) as c_int;
        CONTROL = fcntl(control, F_DUPFD_CLOEXEC, FIRST_HIGH_FD);
        close(control);
        let length = retried(|| recv(CONTROL, null_mut(), 0, MSG_PEEK | MSG_TRUNC));
        if CONTROL == -1 || length < 0 {
            return system_error();
        }
        let packet = PyBytes_FromStringAndSize(null(), length);
        if !packet.is_null() {
            retried(|| recv(CONTROL, PyBytes_AsString(packet).cast(), length as usize, 0));
        }
        packet
    }
}

/// Receives the list of calls, and makes those that are for all forks at once.
extern "C" fn shut_in(_: Object, _: Object) -> Object {
    // SAFETY: the launcher sends the list after the first packet.
    unsafe {
        if !calls::receive(CONTROL) {
            *__errno_location() = EPROTO;
            return system_error();
        }
        for call in calls::lists().0 {
            if calls::perform(call, -1) == -1 {
                return system_error();
            }
        }
    }
    nothing()
}

/// Keeps an object for good: no fork has to destroy an object that it does not need.
extern "C" fn never_free(_: Object, object: Object) -> Object {
    // SAFETY: one reference too many only keeps an object.
    unsafe { Py_IncRef(object) };
    nothing()
}

/// Forks for every requested run. Returns only in the forks.
///
/// A new process does not know that it is a fork, so Python is not told of the fork unless a module needs that: modules
/// that Python loads at its start may draw random numbers, or have threads.
unsafe fn fork_for_every_run(notify_python: bool) -> Run {
    let mut count = 0;
    loop {
        count += 1;
        // SAFETY: nobody else uses the descriptors of a run; Python is told of the fork, before and after, as `os.fork`
        // does it. There is one thread, and the fork holds what it holds.
        unsafe {
            let Some(run) = Run::receive(CONTROL) else { _exit(0) };
            if setns(run.processes, CLONE_NEWPID) == -1 {
                run.fail(AT_STEPPING_IN);
                run.close();
                continue;
            }
            if notify_python {
                PyOS_BeforeFork();
            }
            let process = fork();
            if process == 0 {
                if notify_python {
                    PyOS_AfterFork_Child();
                }
                run.become_the_program();
                run.close_all_others();
                return run;
            }
            if process == -1 {
                run.fail(AT_FORK);
            } else {
                run.wait_for(process);
            }
            if notify_python {
                PyOS_AfterFork_Parent(); // Not earlier: every page that is written while the fork exists has to be copied.
            }
            run.close();
            if count == FORKS_BEFORE_TUNING && !cfg!(without = "fresh") {
                fresh::use_up();
            }
        }
    }
}
