//! The functions of Node, its libraries and the C library that the native half of a warm Node uses.

use core::ffi::{CStr, c_char, c_int, c_uint, c_ulong, c_void};

/// The state of Node, and a value of JavaScript. Both are opaque here.
pub(crate) type Env = *mut c_void;
pub(crate) type Value = *mut c_void;

/// The function of a thread.
pub(crate) type Start = extern "C" fn(*mut c_void) -> *mut c_void;

unsafe extern "C" {
    pub(crate) fn napi_create_function(
        env: Env,
        name: *const c_char,
        length: usize,
        function: extern "C" fn(Env, *mut c_void) -> Value,
        data: *mut c_void,
        result: *mut Value,
    ) -> c_int;
    pub(crate) fn napi_create_int32(env: Env, number: c_int, result: *mut Value) -> c_int;
    pub(crate) fn napi_get_uv_event_loop(env: Env, result: *mut *mut c_void) -> c_int;
    pub(crate) fn napi_set_named_property(
        env: Env,
        object: Value,
        name: *const c_char,
        value: Value,
    ) -> c_int;
    pub(crate) fn uv_loop_fork(event_loop: *mut c_void) -> c_int;
    pub(crate) fn uv_update_time(event_loop: *mut c_void);
    pub(crate) fn RAND_poll() -> c_int;

    pub(crate) fn dup3(from: c_int, to: c_int, flags: c_int) -> c_int;
    pub(crate) fn epoll_create1(flags: c_int) -> c_int;
    pub(crate) fn eventfd(count: c_uint, flags: c_int) -> c_int;
    pub(crate) fn readlink(path: *const c_char, target: *mut c_char, length: usize) -> isize;
    pub(crate) fn abort() -> !;
    pub(crate) fn getenv(name: *const c_char) -> *const c_char;
    pub(crate) fn fstat(fd: c_int, status: *mut c_void) -> c_int;
    pub(crate) fn pipe2(ends: *mut c_int, flags: c_int) -> c_int;
    pub(crate) fn getpid() -> c_int;
    pub(crate) fn getrandom(bytes: *mut c_void, length: usize, flags: c_uint) -> isize;
    pub(crate) fn usleep(micros: c_uint) -> c_int;
    pub(crate) fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;

    pub(crate) fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    pub(crate) fn dlvsym(library: *mut c_void, name: *const c_char, version: *const c_char) -> *mut c_void;
    pub(crate) fn mmap(
        at: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        fd: c_int,
        place: i64,
    ) -> *mut c_void;
    pub(crate) fn getcontext(context: *mut c_void) -> c_int;
    pub(crate) fn makecontext(context: *mut c_void, function: extern "C" fn(c_int), count: c_int, ...);
    pub(crate) fn swapcontext(from: *mut c_void, to: *const c_void) -> c_int;
    pub(crate) fn pthread_key_create(key: *mut c_uint, destructor: *const c_void) -> c_int;
    pub(crate) fn pthread_getspecific(key: c_uint) -> *mut c_void;
    pub(crate) fn pthread_setspecific(key: c_uint, value: *const c_void) -> c_int;
    pub(crate) fn pthread_attr_init(attributes: *mut c_void) -> c_int;
    pub(crate) fn pthread_attr_setstacksize(attributes: *mut c_void, size: usize) -> c_int;
    pub(crate) fn pthread_attr_setstack(attributes: *mut c_void, at: *mut c_void, size: usize) -> c_int;
    pub(crate) fn pthread_condattr_init(attributes: *mut c_void) -> c_int;
    pub(crate) fn pthread_condattr_setclock(attributes: *mut c_void, clock: c_int) -> c_int;
    pub(crate) fn pthread_mutex_init(mutex: *mut c_void, attributes: *const c_void) -> c_int;
    pub(crate) fn pthread_mutex_lock(mutex: *mut c_void) -> c_int;
}

/// The number of a thread (`pthread_t`).
pub(crate) type Thread = c_ulong;

/// Returns a small number that the launcher has put into the environment, or -1.
pub(crate) unsafe fn number_in_environment(name: &CStr) -> c_int {
    // SAFETY: both end with a zero.
    let text = unsafe {
        let text = getenv(name.as_ptr());
        if text.is_null() {
            return -1;
        }
        CStr::from_ptr(text)
    };
    text.to_bytes().iter().fold(0, |number, digit| number * 10 + c_int::from(digit.wrapping_sub(b'0')))
}
