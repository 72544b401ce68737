//! Learns what Python is about to do, by an audit hook (PEP 578).
//!
//! The interpreter forks when it is about to start the program: everything before that is the same for all forks. Until
//! then an empty file is in the program's place.
//!
//! A compiled program is stored under the name of its source. Python recognizes compiled code by the first bytes of a
//! file, whatever its name. The source is put back when the file has been opened and is about to be read.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::{null, null_mut};

use super::foreign::*;
use super::wire::{CHECK, PLAINLY};

/// The Python objects that the hook needs.
struct PythonObjects {
    /// The list of audit hooks, and the index of this hook.
    hooks: Object,
    place: isize,
    /// The class that loads a program from its source.
    loader: Object,
    /// `gc.collect` and `gc.freeze`.
    collect: Object,
    freeze: Object,
    /// `atexit.register`, and the function to register.
    register: Object,
    leave: Object,
    /// The function that checks the program instead of running it, if there is one.
    check: Object,
    /// The places of the standard streams. A reference would keep Python from flushing them at its end.
    stdout: Object,
    stderr: Object,
    /// The waiting source of a compiled program, and its own path; null if the program is not compiled.
    source: *const c_char,
    path: *const c_char,
    /// Whether a module needs to be told of forks.
    notify_python: c_int,
}

static mut OBJECTS: PythonObjects = PythonObjects {
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
    notify_python: 0,
};

/// Returns the Python objects, after they are known.
unsafe fn known() -> &'static PythonObjects {
    let known = &raw const OBJECTS;
    // SAFETY: it is written once, before anything else here is called.
    unsafe { &*known }
}

/// Takes the Python objects, in the order of the fields of the structure.
pub(crate) extern "C" fn know(_: Object, args: Object) -> Object {
    // SAFETY: Python checks that there are as many arguments as places for them, of the kinds of their letters.
    unsafe {
        Py_IncRef(args); // For good, and with it everything that it contains.
        let known = &raw mut OBJECTS;
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
            &raw mut (*known).notify_python,
        );
        if parsed == 0 { null_mut() } else { nothing() }
    }
}

/// The audit hook itself.
pub(crate) extern "C" fn hear(_: Object, args: Object) -> Object {
    // SAFETY: Python passes the name of an event and its arguments.
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

/// Removes the hook: it costs a level of recursion, can be interrupted, and would appear in tracebacks.
unsafe fn stop_hearing() {
    // SAFETY: the list is Python's own, and the index is known.
    unsafe { PySequence_DelItem(known().hooks, known().place) };
}

/// Forks for every run. Returns only in the forks.
pub(crate) extern "C" fn wait_for_runs(_: Object, _: Object) -> Object {
    // SAFETY: functions of Python, and objects that are never freed.
    unsafe {
        let known = known();
        let no_more: Object = null_mut();
        PyObject_CallFunctionObjArgs(known.collect, no_more);
        // Frozen objects are never collected. Everything that a program leaves is reachable from the dictionary of its
        // functions, and would not be finalized at its end.
        let main = PyImport_AddModule(c"__main__".as_ptr());
        let set_apart = [main, PyModule_GetDict(main)];
        set_apart.iter().for_each(|one| PyObject_GC_UnTrack(*one));
        PyObject_CallFunctionObjArgs(known.freeze, no_more);
        let run = super::fork_for_every_run(known.notify_python != 0);
        set_apart.iter().for_each(|one| PyObject_GC_Track(*one));
        if run.has(CHECK) {
            stop_hearing();
            PyObject_CallFunctionObjArgs(known.check, no_more);
            PyErr_Print(); // It returns only on an error, which Python may report in other words.
            Py_Exit(1)
        }
        super::wake::begin_to_wake(null_mut(), null_mut());
        if run.has(PLAINLY) && !cfg!(without = "leave") {
            return PyObject_CallFunctionObjArgs(known.register, known.leave, no_more);
        }
    }
    nothing()
}

/// Puts the source back in the place of the compiled program.
unsafe fn put_back(is_read: bool) -> Object {
    // SAFETY: paths that end with a zero, and objects that are never freed.
    unsafe {
        let known = known();
        let main = PyModule_GetDict(PyImport_AddModule(c"__main__".as_ptr()));
        let file = PyDict_GetItemString(main, c"__file__".as_ptr());
        if file.is_null() {
            return nothing(); // Another file is read before the program.
        }
        // Into the same file: a renamed file has another place in the listing of the folder.
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

/// Moves the content of the source into the program's file, which exists already, and removes the other file.
unsafe fn move_content(known: &PythonObjects) -> bool {
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

/// Ends the process at once if the end of the program does nothing that can be observed.
///
/// Destroying every object would take twice as long as everything else.
pub(crate) extern "C" fn leave(_: Object, _: Object) -> Object {
    // SAFETY: questions to Python about its own objects.
    unsafe {
        let known = known();
        let main = PyModule_GetDict(PyImport_AddModule(c"__main__".as_ptr()));
        // The last instruction of a plain program (`compile.py`). Without it the program has exited before, with any code.
        let has_ended = !PyDict_GetItemString(main, c"__yardstick_ended__".as_ptr()).is_null();
        let of_system = |name: &CStr| PySys_GetObject(name.as_ptr());
        if !has_ended
            || !of_system(c"last_type").is_null()
            || of_system(c"stdout") != known.stdout
            || of_system(c"stderr") != known.stderr
        {
            return nothing();
        }
        for stream in [known.stdout, known.stderr] {
            if PyObject_CallMethod(stream, c"flush".as_ptr(), null()).is_null() {
                PyErr_Clear(); // Python itself will report the error.
                return nothing();
            }
        }
        _exit(0)
    }
}
