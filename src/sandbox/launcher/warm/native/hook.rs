//! Hears what Python is about to do (PEP 578).
//!
//! Forks begin when it is about to begin the program: all that is before that is the same for all of them. Until then an
//! empty file stands in the program's place.
//!
//! A program that was compiled stands where its source should. Python takes a file for compiled code when it begins like
//! that, whatever its name. The source returns when that has been opened and is about to be read.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::{null, null_mut};

use super::foreign::*;
use super::wire::{CHECK, PLAINLY};

/// What Python has told of itself.
struct Known {
    /// The audit hooks, and which of them this is.
    hooks: Object,
    place: isize,
    /// The class of what loads a program from its source.
    loader: Object,
    /// `gc.collect` and `gc.freeze`.
    collect: Object,
    freeze: Object,
    /// `atexit.register`, and what is to be registered.
    register: Object,
    leave: Object,
    /// What checks the program instead of running it, if it can be checked.
    check: Object,
    /// Where the standard streams are. A reference would keep them from being written out at Python's end.
    stdout: Object,
    stderr: Object,
    /// Where the source of a compiled program waits, and its own place: null if it is not compiled.
    source: *const c_char,
    path: *const c_char,
    /// Whether somebody wants to know of forks.
    told: c_int,
}

static mut KNOWN: Known = Known {
    hooks: null_mut(),
    place: 0,
    loader: null_mut(),
    collect: null_mut(),
    freeze: null_mut(),
    register: null_mut(),
    leave: null_mut(),
    check: null_mut(),
    stdout: null_mut(),
    stderr: null_mut(),
    source: null(),
    path: null(),
    told: 0,
};

/// What is known, once it is.
unsafe fn known() -> &'static Known {
    let known = &raw const KNOWN;
    // SAFETY: it is written once, before anything else here is called.
    unsafe { &*known }
}

/// Is told of everything that a [`Known`] holds, in its order.
pub(crate) extern "C" fn know(_: Object, args: Object) -> Object {
    // SAFETY: Python checks that there are as many arguments as places for them, of the kinds of their letters.
    unsafe {
        Py_IncRef(args); // For good: and with it what it holds.
        let known = &raw mut KNOWN;
        let parsed = PyArg_ParseTuple(
            args,
            c"OnOOOOOOnnzzp".as_ptr(),
            &raw mut (*known).hooks,
            &raw mut (*known).place,
            &raw mut (*known).loader,
            &raw mut (*known).collect,
            &raw mut (*known).freeze,
            &raw mut (*known).register,
            &raw mut (*known).leave,
            &raw mut (*known).check,
            &raw mut (*known).stdout,
            &raw mut (*known).stderr,
            &raw mut (*known).source,
            &raw mut (*known).path,
            &raw mut (*known).told,
        );
        if parsed == 0 { null_mut() } else { nothing() }
    }
}

/// The audit hook itself.
pub(crate) extern "C" fn hear(_: Object, args: Object) -> Object {
    // SAFETY: Python gives the name of an event and what it is about.
    unsafe {
        let (mut event, mut about): (Object, Object) = (null_mut(), null_mut());
        if PyArg_ParseTuple(args, c"OO".as_ptr(), &raw mut event, &raw mut about) == 0 {
            return null_mut();
        }
        let is = |name: &CStr| PyUnicode_CompareWithASCIIString(event, name.as_ptr()) == 0;
        let is_compiled = !known().source.is_null();
        if is(c"cpython.run_file") || is(c"cpython.run_command") || is(c"cpython.run_module") {
            if !is_compiled {
                stop_hearing();
            }
            return wait_for_runs(null_mut(), null_mut());
        }
        if is_compiled && is(c"marshal.loads") {
            return put_back(true);
        }
        if is_compiled && is(c"marshal.load") {
            return put_back(false);
        }
    }
    nothing()
}

/// Takes the hook away: it costs a level of recursion, can be interrupted, and then stands in tracebacks.
unsafe fn stop_hearing() {
    // SAFETY: the list is Python's own, and the place is known.
    unsafe { PySequence_DelItem(known().hooks, known().place) };
}

/// Forks for every run. Comes back in the forks alone.
pub(crate) extern "C" fn wait_for_runs(_: Object, _: Object) -> Object {
    // SAFETY: functions of Python's, and objects that last.
    unsafe {
        let known = known();
        let no_more: Object = null_mut();
        PyObject_CallFunctionObjArgs(known.collect, no_more);
        // What is frozen is never collected. Whatever a program leaves hangs on the dictionary of its functions, and
        // would not be finalized at its end.
        let main = PyImport_AddModule(c"__main__".as_ptr());
        let set_apart = [main, PyModule_GetDict(main)];
        set_apart.iter().for_each(|one| PyObject_GC_UnTrack(*one));
        PyObject_CallFunctionObjArgs(known.freeze, no_more);
        let run = super::fork_for_every_run(known.told != 0);
        set_apart.iter().for_each(|one| PyObject_GC_Track(*one));
        if run.has(CHECK) {
            stop_hearing();
            PyObject_CallFunctionObjArgs(known.check, no_more);
            PyErr_Print(); // It only comes back with what is wrong, which may be said in other words.
            Py_Exit(1)
        }
        if run.has(PLAINLY) && !cfg!(without = "leave") {
            return PyObject_CallFunctionObjArgs(known.register, known.leave, no_more);
        }
    }
    nothing()
}

/// The source, in the place of the compiled program.
unsafe fn put_back(is_read: bool) -> Object {
    // SAFETY: paths that end with a zero, and objects that last.
    unsafe {
        let known = known();
        let main = PyModule_GetDict(PyImport_AddModule(c"__main__".as_ptr()));
        let file = PyDict_GetItemString(main, c"__file__".as_ptr());
        if file.is_null() {
            return nothing(); // Something else is read, before the program.
        }
        // Into the same file: a renamed one has another place in the listing of the folder.
        let is_back = if is_read { move_content(known) } else { rename(known.source, known.path) == 0 };
        if !is_back {
            return system_error();
        }
        let (name, no_more): (_, Object) = (PyDict_GetItemString(main, c"__name__".as_ptr()), null_mut());
        let loader = PyObject_CallFunctionObjArgs(known.loader, name, file, no_more);
        if loader.is_null() || PyDict_SetItemString(main, c"__loader__".as_ptr(), loader) == -1 {
            return null_mut();
        }
        Py_DecRef(loader);
        stop_hearing();
    }
    nothing()
}

/// Puts the source into the file of the program, which is there already, and removes its own.
unsafe fn move_content(known: &Known) -> bool {
    // SAFETY: two paths that end with a zero.
    unsafe {
        let source = open(known.source, O_RDONLY | O_CLOEXEC);
        let target = open(known.path, O_WRONLY | O_TRUNC | O_CLOEXEC);
        let copied = loop {
            let copied = retried(|| copy_file_range(source, null_mut(), target, null_mut(), 1 << 30, 0));
            if copied <= 0 {
                break copied;
            }
        };
        copied == 0 && close(source) == 0 && close(target) == 0 && unlink(known.source) == 0
    }
}

/// What ends a program at once that does nothing at its end that could be seen.
///
/// Taking every object apart would take twice as long as all the rest.
pub(crate) extern "C" fn leave(_: Object, _: Object) -> Object {
    // SAFETY: questions to Python about its own objects.
    unsafe {
        let known = known();
        let main = PyModule_GetDict(PyImport_AddModule(c"__main__".as_ptr()));
        // Python takes `__file__` back at the end of the file, and not when the program exits before.
        let is_early = !PyDict_GetItemString(main, c"__file__".as_ptr()).is_null();
        let of_system = |name: &CStr| PySys_GetObject(name.as_ptr());
        if is_early
            || !of_system(c"last_type").is_null()
            || of_system(c"stdout") != known.stdout
            || of_system(c"stderr") != known.stderr
        {
            return nothing();
        }
        for stream in [known.stdout, known.stderr] {
            if PyObject_CallMethod(stream, c"flush".as_ptr(), null()).is_null() {
                PyErr_Clear(); // Python itself says what is wrong with it.
                return nothing();
            }
        }
        _exit(0)
    }
}
