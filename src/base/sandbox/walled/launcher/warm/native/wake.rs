//! Calls a Python function when a program has used some processor time: `endless.py` looks at the program then. And calls
//! another one when the supervisor asks, because the time of the program is up: `heard.py` answers.
//!
//! A program finds nothing of it: the timer is not one of those that Python knows, is not inherited by a fork and not
//! kept by exec (timer_create(2)); the signal is one that hardly anybody uses, and interrupted calls are restarted.

use core::ffi::{c_int, c_long, c_uint, c_ulong, c_void};
use core::ptr::{null, null_mut};

use super::ask::ASK;
use super::foreign::*;

/// The numbers of the system calls: the C library has had these functions in a library of their own until lately.
#[cfg(target_arch = "x86_64")]
const CALLS: Calls = Calls { timer_create: 222, timer_settime: 223, gettid: 186, clone: 56 };
#[cfg(target_arch = "aarch64")]
const CALLS: Calls = Calls { timer_create: 107, timer_settime: 110, gettid: 178, clone: 220 };

struct Calls {
    timer_create: c_long,
    timer_settime: c_long,
    gettid: c_long,
    clone: c_long,
}

/// A signal near the end of the real-time signals; the one with which the supervisor asks stands before it.
const SIGNAL: c_int = ASK + 1;

const SA_RESTART: c_int = 0x1000_0000;
const SIGEV_THREAD_ID: c_int = 4;
const SIGCHLD: c_long = 17;
const SIGKILL: c_int = 9;
const WNOHANG: c_int = 1;
const CLOCK_PROCESS_CPUTIME_ID: c_long = 2;

/// `struct sigaction` of 64-bit machines.
#[repr(C)]
struct Action {
    handler: extern "C" fn(c_int),
    mask: [c_ulong; 16],
    flags: c_int,
    restorer: *const c_void,
}

/// `struct sigevent`, as the kernel reads it.
#[repr(C)]
struct Event {
    value: u64,
    signal: c_int,
    notify: c_int,
    thread: c_int,
    rest: [c_int; 11],
}

/// `struct itimerspec`: seconds and nanoseconds, first of the period and then of the next time.
#[repr(C)]
struct Times([i64; 4]);

unsafe extern "C" {
    fn sigaction(signal: c_int, new: *const Action, old: *mut Action) -> c_int;
    fn Py_IsInitialized() -> c_int;
    fn Py_AddPendingCall(function: extern "C" fn(*mut c_void) -> c_int, given: *mut c_void) -> c_int;
    fn Py_GetRecursionLimit() -> c_int;
    fn Py_SetRecursionLimit(limit: c_int);
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn usleep(microseconds: c_uint) -> c_int;
    fn PyEval_SetTrace(function: *mut c_void, given: Object);
    fn PyEval_SetProfile(function: *mut c_void, given: Object);
    fn PyGILState_Check() -> c_int;
    fn PyGILState_Ensure() -> c_int;
    fn PyGILState_Release(state: c_int);
    fn PyInterpreterState_Main() -> *mut c_void;
    fn PyInterpreterState_ThreadHead(interpreter: *mut c_void) -> *mut c_void;
    fn PyThreadState_Next(thread: *mut c_void) -> *mut c_void;
}

/// The function to call, and after how much processor time it is called first, in milliseconds.
static mut FUNCTION: Object = null_mut();
static mut FIRST: i64 = 0;

/// The timer; -1 if there is none yet.
static mut TIMER: c_int = -1;

/// The function that answers, and how often the supervisor has asked.
static mut ANSWER: Object = null_mut();
static mut ASKED: c_int = 0;

/// Whether the program is answering.
static mut ANSWERS: bool = false;

/// How many more calls of Python functions may be nested while the program answers: it may have none left.
const MORE_CALLS: c_int = 200;

/// So often the answer is asked for between two instructions of Python.
const BETWEEN: c_int = 2;

/// The time in which a copy has to answer, in milliseconds on the clock: it takes a few, but on a busy machine it waits for a processor.
const PATIENCE: u32 = 150;

/// Takes the function, and the time of the first call.
pub(crate) extern "C" fn wake_with(_: Object, args: Object) -> Object {
    // SAFETY: Python checks that there are as many arguments as places for them, of the kinds of their letters.
    unsafe {
        let (mut function, mut first): (Object, c_long) = (null_mut(), 0);
        if PyArg_ParseTuple(args, c"Ol".as_ptr(), &raw mut function, &raw mut first) == 0 {
            return null_mut();
        }
        Py_IncRef(function);
        FUNCTION = function;
        FIRST = first;
    }
    nothing()
}

/// Takes the function that answers when the time of the program is up.
pub(crate) extern "C" fn answer_with(_: Object, function: Object) -> Object {
    // SAFETY: one reference too many only keeps the function.
    unsafe {
        Py_IncRef(function);
        ANSWER = function;
    }
    nothing()
}

/// Begins to measure: this process is the program's from here on.
pub(crate) extern "C" fn begin_to_wake(_: Object, _: Object) -> Object {
    // SAFETY: the structures are those of the interface, and live here. If the kernel refuses, nobody is called.
    unsafe {
        if !FUNCTION.is_null() {
            let with = |handler| Action { handler, mask: [0; 16], flags: SA_RESTART, restorer: null() };
            let (rings, asks) = (with(ring), with(ask));
            let thread = syscall(CALLS.gettid) as c_int;
            let event = Event { value: 0, signal: SIGNAL, notify: SIGEV_THREAD_ID, thread, rest: [0; 11] };
            sigaction(SIGNAL, &raw const rings, null_mut());
            sigaction(ASK, &raw const asks, null_mut());
            syscall(CALLS.timer_create, CLOCK_PROCESS_CPUTIME_ID, &raw const event, &raw mut TIMER);
            set(FIRST);
        }
    }
    nothing()
}

/// Has the function called once more, after so many more milliseconds.
pub(crate) extern "C" fn wake(_: Object, milliseconds: Object) -> Object {
    // SAFETY: Python converts the number.
    unsafe { set(PyLong_AsLong(milliseconds)) };
    nothing()
}

unsafe fn set(milliseconds: i64) {
    let times = Times([0, 0, milliseconds / 1000, milliseconds % 1000 * 1_000_000]);
    // SAFETY: the structure lives here.
    unsafe {
        if TIMER != -1 {
            let once: *mut c_void = null_mut();
            syscall(CALLS.timer_settime, c_long::from(TIMER), 0 as c_long, &raw const times, once);
        }
    }
}

/// Asks Python for the call as soon as that is possible. At its end Python has nothing left that could keep the request.
extern "C" fn ring(_: c_int) {
    // SAFETY: Python allows it in a handler, as long as it is initialized.
    unsafe {
        if Py_IsInitialized() != 0 {
            Py_AddPendingCall(call, null_mut());
        }
    }
}

extern "C" fn call(_: *mut c_void) -> c_int {
    // SAFETY: Python calls this with its lock held, and the function is never freed.
    unsafe {
        let no_more: Object = null_mut();
        let result = PyObject_CallFunctionObjArgs(FUNCTION, no_more);
        if result.is_null() {
            PyErr_Clear(); // The stack may be too deep for one more call.
        } else {
            Py_DecRef(result);
        }
    }
    0
}

/// The supervisor asks.
///
/// A program that runs answers between two instructions of Python. One that waits has given up Python's lock, and would
/// never come to its next instruction: it answers here. So does one that is inside of a long function of C, which the
/// supervisor asks again. Python does not allow that, but this process is about to be killed. Inside of C much may be half
/// done, and the answer may crash: a copy of the process gives it, and the supervisor asks until one comes.
extern "C" fn ask(_: c_int) {
    // SAFETY: see above.
    unsafe {
        if Py_IsInitialized() == 0 || ANSWER.is_null() {
            return;
        }
        ASKED += 1;
        if PyGILState_Check() == 0 {
            let state = PyGILState_Ensure();
            answer(false);
            PyGILState_Release(state);
        } else if ASKED <= BETWEEN {
            Py_AddPendingCall(answer_between, null_mut());
        } else {
            answer_by_a_copy();
        }
    }
}

/// Answers in a copy of this process, or here if there can be none, and ends this process too if there was an answer. The
/// C library's fork would wait for locks that the interrupted function may hold.
unsafe fn answer_by_a_copy() {
    // SAFETY: without flags the call is a fork (clone(2)); the copy ends in the answer, or here.
    unsafe {
        let none: c_long = 0;
        let copy = syscall(CALLS.clone, SIGCHLD, none, none, none, none) as c_int;
        if copy <= 0 {
            // Another thread that waits for Python's lock has asked for it. The copy has no such thread, and would wait for ever
            // until it takes the lock. What Python does after a fork asks for the lock of imports (since 3.13).
            if copy == 0 && has_threads() {
                let (imports, no_format) = (PyImport_AddModule(c"_imp".as_ptr()), null());
                PyObject_CallMethod(imports, c"acquire_lock".as_ptr(), no_format);
                PyOS_AfterFork_Child();
            }
            answer(false);
            _exit(1);
        }
        for _ in 0..PATIENCE {
            let mut status = -1;
            match wait4(copy, &raw mut status, WNOHANG, null_mut()) {
                0 => drop(usleep(1000)),
                ended if ended == copy && status == 0 => _exit(0),
                _ => return,
            }
        }
        kill(copy, SIGKILL);
        wait4(copy, null_mut(), 0, null_mut());
    }
}

/// Whether there is more than one thread that Python knows.
unsafe fn has_threads() -> bool {
    // SAFETY: Python's lock is held, so the list of the threads is whole.
    unsafe { !PyThreadState_Next(PyInterpreterState_ThreadHead(PyInterpreterState_Main())).is_null() }
}

extern "C" fn answer_between(_: *mut c_void) -> c_int {
    // SAFETY: Python calls this with its lock held.
    unsafe { answer(true) };
    0
}

unsafe fn answer(goes_on: bool) {
    // SAFETY: Python's lock is held, and the function is never freed.
    unsafe {
        // An answer has instructions too, between which Python would answer again.
        if ANSWERS {
            return;
        }
        ANSWERS = true;
        // If one more answer is asked for meanwhile, a function that begins under a tracer never gets to its first
        // instruction (Python 3.11, `DO_TRACING` in `Python/ceval.c`). Nothing need be traced any more.
        PyEval_SetTrace(null_mut(), null_mut());
        PyEval_SetProfile(null_mut(), null_mut());
        Py_SetRecursionLimit(Py_GetRecursionLimit() + MORE_CALLS);
        let (goes_on, no_more): (_, Object) = (PyLong_FromLong(goes_on.into()), null_mut());
        if PyObject_CallFunctionObjArgs(ANSWER, goes_on, no_more).is_null() {
            PyErr_Clear();
        }
        ANSWERS = false;
    }
}
