//! The functions and types of C and Python that the native half of a warm interpreter uses.

use core::ffi::{c_char, c_int, c_long, c_uint, c_void};

/// The usual page size, in bytes. On machines with another size, some optimizations are skipped.
pub(crate) const PAGE: usize = 4 << 10;

/// A Python object, which is opaque here.
pub(crate) type Object = *mut c_void;

// Constants of the kernel's interface, which are the same on every machine (its headers socket.h, sched.h and fcntl.h).
pub(crate) const SOL_SOCKET: c_int = 1;
pub(crate) const SCM_RIGHTS: c_int = 1;
pub(crate) const MSG_PEEK: c_int = 2;
pub(crate) const MSG_TRUNC: c_int = 0x20;
pub(crate) const MSG_NOSIGNAL: c_int = 0x4000;
pub(crate) const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
pub(crate) const CLONE_NEWNS: c_int = 0x0002_0000;
pub(crate) const CLONE_NEWPID: c_int = 0x2000_0000;
pub(crate) const F_DUPFD_CLOEXEC: c_int = 1030;
pub(crate) const SYS_CLOSE_RANGE: c_long = 436;
pub(crate) const O_RDONLY: c_int = 0;
pub(crate) const O_WRONLY: c_int = 1;
pub(crate) const O_TRUNC: c_int = 0o1000;
pub(crate) const O_CLOEXEC: c_int = 0o200_0000;
pub(crate) const EINTR: c_int = 4;
pub(crate) const EPROTO: c_int = 71;

/// `struct iovec`.
#[repr(C)]
pub(crate) struct Bytes {
    pub(crate) at: *mut c_void,
    pub(crate) length: usize,
}

/// `struct msghdr` of 64-bit machines, as the kernel reads it.
#[repr(C)]
pub(crate) struct Message {
    pub(crate) name: *mut c_void,
    pub(crate) name_length: u64,
    pub(crate) bytes: *mut Bytes,
    pub(crate) count: usize,
    pub(crate) control: *mut c_void,
    pub(crate) control_length: usize,
    pub(crate) flags: u64,
}

/// `struct cmsghdr` of 64-bit machines with descriptors behind it.
#[repr(C)]
pub(crate) struct Rights<const N: usize> {
    pub(crate) length: usize,
    pub(crate) level: c_int,
    pub(crate) kind: c_int,
    pub(crate) descriptors: [c_int; N],
}

/// `struct rusage`.
#[repr(C)]
pub(crate) struct Usage {
    pub(crate) user: [c_long; 2],
    pub(crate) system: [c_long; 2],
    pub(crate) peak_kib: c_long,
    pub(crate) rest: [c_long; 13],
}

/// `PyMethodDef`.
#[repr(C)]
pub(crate) struct Method {
    pub(crate) name: *const c_char,
    pub(crate) function: Option<extern "C" fn(Object, Object) -> Object>,
    pub(crate) flags: c_int,
    pub(crate) doc: *const c_char,
}

/// `PyModuleDef`, with the head of an object.
#[repr(C)]
pub(crate) struct Module {
    pub(crate) references: isize,
    pub(crate) kind: Object,
    pub(crate) init: *const c_void,
    pub(crate) index: isize,
    pub(crate) copy: Object,
    pub(crate) name: *const c_char,
    pub(crate) doc: *const c_char,
    pub(crate) size: isize,
    pub(crate) methods: *mut Method,
    pub(crate) rest: [*const c_void; 4],
}

unsafe extern "C" {
    pub(crate) fn PyModule_Create2(module: *mut Module, version: c_int) -> Object;
    pub(crate) fn PyBytes_FromStringAndSize(bytes: *const c_char, length: isize) -> Object;
    pub(crate) fn PyBytes_AsString(bytes: Object) -> *mut c_char;
    pub(crate) fn PyLong_AsLong(number: Object) -> c_long;
    pub(crate) fn PyLong_FromLong(number: c_long) -> Object;
    pub(crate) fn PyErr_SetFromErrno(kind: Object) -> Object;
    pub(crate) fn PyArg_ParseTuple(tuple: Object, format: *const c_char, ...) -> c_int;
    pub(crate) fn PyDict_GetItemString(dictionary: Object, key: *const c_char) -> Object;
    pub(crate) fn PyDict_SetItemString(dictionary: Object, key: *const c_char, value: Object) -> c_int;
    pub(crate) fn PyErr_Clear();
    pub(crate) fn PyErr_Print();
    pub(crate) fn PyImport_AddModule(name: *const c_char) -> Object;
    pub(crate) fn PyModule_GetDict(module: Object) -> Object;
    pub(crate) fn PyObject_CallFunctionObjArgs(callable: Object, ...) -> Object;
    pub(crate) fn PyObject_CallMethod(
        object: Object,
        name: *const c_char,
        format: *const c_char,
        ...
    ) -> Object;
    pub(crate) fn PyObject_Free(object: *mut c_void);
    pub(crate) fn PyObject_Malloc(size: usize) -> *mut c_void;
    pub(crate) fn PySequence_DelItem(sequence: Object, index: isize) -> c_int;
    pub(crate) fn PySys_GetObject(name: *const c_char) -> Object;
    pub(crate) fn PyUnicode_CompareWithASCIIString(text: Object, other: *const c_char) -> c_int;
    pub(crate) fn PyObject_GC_Track(object: Object);
    pub(crate) fn PyObject_GC_UnTrack(object: Object);
    pub(crate) fn Py_Exit(code: c_int) -> !;
    pub(crate) fn Py_DecRef(object: Object);
    pub(crate) fn Py_IncRef(object: Object);
    pub(crate) fn PyOS_BeforeFork();
    pub(crate) fn PyOS_AfterFork_Parent();
    pub(crate) fn PyOS_AfterFork_Child();
    pub(crate) static PyExc_OSError: Object;

    pub(crate) fn __errno_location() -> *mut c_int;
    pub(crate) fn _exit(code: c_int) -> !;
    pub(crate) fn chdir(path: *const c_char) -> c_int;
    pub(crate) fn close(fd: c_int) -> c_int;
    pub(crate) fn copy_file_range(
        from: c_int,
        from_place: *mut i64,
        to: c_int,
        to_place: *mut i64,
        length: usize,
        flags: c_uint,
    ) -> isize;
    pub(crate) fn dup2(from: c_int, to: c_int) -> c_int;
    pub(crate) fn fcntl(fd: c_int, command: c_int, ...) -> c_int;
    pub(crate) fn fork() -> c_int;
    pub(crate) fn free(memory: *mut c_void);
    pub(crate) fn malloc(size: usize) -> *mut c_void;
    pub(crate) fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    pub(crate) fn recv(socket: c_int, bytes: *mut c_void, length: usize, flags: c_int) -> isize;
    pub(crate) fn recvmsg(socket: c_int, message: *mut Message, flags: c_int) -> isize;
    pub(crate) fn sendmsg(socket: c_int, message: *const Message, flags: c_int) -> isize;
    pub(crate) fn rename(from: *const c_char, to: *const c_char) -> c_int;
    pub(crate) fn setns(fd: c_int, kind: c_int) -> c_int;
    /// The two numbers of a `struct rlimit`.
    pub(crate) fn setrlimit(resource: c_int, limit: *const u64) -> c_int;
    pub(crate) fn setsid() -> c_int;
    pub(crate) fn syscall(number: c_long, ...) -> c_long;
    pub(crate) fn unlink(path: *const c_char) -> c_int;
    pub(crate) fn wait4(process: c_int, status: *mut c_int, options: c_int, usage: *mut Usage) -> c_int;
    pub(crate) fn write(fd: c_int, bytes: *const c_void, length: usize) -> isize;
}

/// Calls a system call again while it is interrupted.
pub(crate) fn retried(mut call: impl FnMut() -> isize) -> isize {
    loop {
        let result = call();
        // SAFETY: the C library's own variable of this thread.
        if result != -1 || unsafe { *__errno_location() } != EINTR {
            return result;
        }
    }
}

/// Returns a value for a function without a result.
pub(crate) fn nothing() -> Object {
    // SAFETY: a small number, of which Python has one.
    unsafe { PyLong_FromLong(0) }
}

/// Raises Python's exception for the last system call that failed.
pub(crate) fn system_error() -> Object {
    // SAFETY: it only reads the number of the error.
    unsafe { PyErr_SetFromErrno(PyExc_OSError) }
}
