//! A library that the dynamic linker loads into a program before all others, so that its clock begins at a given instant.
//!
//! It is no part of the crate: `build.rs` compiles it, without the standard library. It takes the place of the functions of
//! the C library that tell the time of day. The monotonic clock, the clocks of processor time and the times of files stay
//! as they are.

#![cfg_attr(not(clippy), no_std)]

use core::ffi::{CStr, c_char, c_int, c_long, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicI64, AtomicPtr, Ordering};

/// The variable of the environment with the instant, in nanoseconds since 1970.
const INSTANT: &CStr = c"YARDSTICK_CLOCK";
/// The variable with which the dynamic linker was told to load this library.
const PRELOAD: &CStr = c"LD_PRELOAD";
/// The path of this library in the folder of a run.
const PATH: &CStr = c"./.yardstick-clock.so";

// Constants of the kernel's interface, which are the same on every machine (its header time.h), and of C11.
const CLOCK_REALTIME: c_int = 0;
const CLOCK_REALTIME_COARSE: c_int = 5;
const CLOCK_TAI: c_int = 11;
const TIMER_ABSTIME: c_int = 1;
const TIME_UTC: c_int = 1;

const SECOND: i64 = 1_000_000_000;

/// `struct timespec` of 64-bit machines.
#[repr(C)]
#[derive(Clone, Copy)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

/// `struct timeval` of 64-bit machines.
#[repr(C)]
struct Timeval {
    seconds: i64,
    microseconds: i64,
}

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
    fn unsetenv(name: *const c_char) -> c_int;
    fn unlink(path: *const c_char) -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
}

/// The next library that has a function (dlsym(3)).
const RTLD_NEXT: *mut c_void = usize::MAX as *mut c_void;

#[cfg(target_arch = "x86_64")]
const SYS_CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "aarch64")]
const SYS_CLOCK_GETTIME: c_long = 113;

/// How far the clock of this program is ahead of the true one, in nanoseconds.
static AHEAD: AtomicI64 = AtomicI64::new(0);
static GETTIME: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
static NANOSLEEP: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

type Gettime = unsafe extern "C" fn(c_int, *mut Timespec) -> c_int;
type Nanosleep = unsafe extern "C" fn(c_int, c_int, *const Timespec, *mut Timespec) -> c_int;

#[cfg(not(clippy))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// A symbol that parts of `core` need which were compiled to unwind; nothing here unwinds.
#[cfg(not(clippy))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// What the dynamic linker calls when it has loaded this library, before the program begins.
#[used]
#[cfg_attr(not(clippy), unsafe(link_section = ".init_array"))]
static BEGIN: extern "C" fn() = begin;

/// Sets the clock, and leaves no trace: programs that this one starts have the true time.
extern "C" fn begin() {
    // SAFETY: the C library is initialized before this, the names end with NUL, and there is one thread yet.
    unsafe {
        let Some(instant) = number(getenv(INSTANT.as_ptr())) else { return };
        let mut now = Timespec { seconds: 0, nanoseconds: 0 };
        if true_time(CLOCK_REALTIME, &raw mut now) == 0 {
            AHEAD.store(instant.wrapping_sub(nanoseconds(now)), Ordering::Relaxed);
        }
        unsetenv(INSTANT.as_ptr());
        unsetenv(PRELOAD.as_ptr());
        unlink(PATH.as_ptr());
    }
}

/// Reads a whole number.
unsafe fn number(text: *const c_char) -> Option<i64> {
    if text.is_null() {
        return None;
    }
    // SAFETY: a variable of the environment ends with NUL.
    unsafe { CStr::from_ptr(text) }.to_str().ok()?.parse().ok()
}

fn nanoseconds(time: Timespec) -> i64 {
    time.seconds.wrapping_mul(SECOND).wrapping_add(time.nanoseconds)
}

fn timespec(nanoseconds: i64) -> Timespec {
    Timespec { seconds: nanoseconds.div_euclid(SECOND), nanoseconds: nanoseconds.rem_euclid(SECOND) }
}

/// Asks the C library for a time; the kernel, where that is not found.
unsafe fn true_time(clock: c_int, time: *mut Timespec) -> c_int {
    let mut function = GETTIME.load(Ordering::Relaxed);
    // SAFETY: the function of this name has this type; so has the system call.
    unsafe {
        if function.is_null() {
            function = dlsym(RTLD_NEXT, c"clock_gettime".as_ptr());
            GETTIME.store(function, Ordering::Relaxed);
        }
        if function.is_null() {
            return syscall(SYS_CLOCK_GETTIME, clock as c_long, time) as c_int;
        }
        transmute::<*mut c_void, Gettime>(function)(clock, time)
    }
}

fn is_of_day(clock: c_int) -> bool {
    matches!(clock, CLOCK_REALTIME | CLOCK_REALTIME_COARSE | CLOCK_TAI)
}

fn now() -> i64 {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the structure can be written.
    unsafe { true_time(CLOCK_REALTIME, &raw mut now) };
    nanoseconds(now).wrapping_add(AHEAD.load(Ordering::Relaxed))
}

/// clock_gettime(3)
///
/// # Safety
///
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int {
    // SAFETY: the caller's structure, which was written if the call succeeded.
    unsafe {
        let result = true_time(clock, time);
        if result == 0 && is_of_day(clock) {
            *time = timespec(nanoseconds(*time).wrapping_add(AHEAD.load(Ordering::Relaxed)));
        }
        result
    }
}

/// gettimeofday(2), whose time zone nobody uses
///
/// # Safety
///
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn gettimeofday(time: *mut Timeval, _zone: *mut c_void) -> c_int {
    let now = timespec(now());
    if !time.is_null() {
        // SAFETY: the caller's structure.
        unsafe { *time = Timeval { seconds: now.seconds, microseconds: now.nanoseconds / 1000 } };
    }
    0
}

/// time(2)
///
/// # Safety
///
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn time(time: *mut i64) -> i64 {
    let now = timespec(now()).seconds;
    if !time.is_null() {
        // SAFETY: the caller's number.
        unsafe { *time = now };
    }
    now
}

/// timespec_get(3)
///
/// # Safety
///
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn timespec_get(time: *mut Timespec, base: c_int) -> c_int {
    if base != TIME_UTC {
        return 0;
    }
    // SAFETY: the caller's structure.
    unsafe { *time = timespec(now()) };
    base
}

/// clock_nanosleep(2): until a time of this clock
///
/// # Safety
///
/// As in C.
#[unsafe(no_mangle)]
unsafe extern "C" fn clock_nanosleep(
    clock: c_int,
    flags: c_int,
    request: *const Timespec,
    rest: *mut Timespec,
) -> c_int {
    const ENOSYS: c_int = 38;
    // SAFETY: the function of this name has this type; the structures are the caller's.
    unsafe {
        let mut function = NANOSLEEP.load(Ordering::Relaxed);
        if function.is_null() {
            function = dlsym(RTLD_NEXT, c"clock_nanosleep".as_ptr());
            NANOSLEEP.store(function, Ordering::Relaxed);
        }
        if function.is_null() {
            return ENOSYS;
        }
        let sleep = transmute::<*mut c_void, Nanosleep>(function);
        if flags & TIMER_ABSTIME == 0 || !is_of_day(clock) || request.is_null() {
            return sleep(clock, flags, request, rest);
        }
        let until = timespec(nanoseconds(*request).wrapping_sub(AHEAD.load(Ordering::Relaxed)));
        sleep(clock, flags, &raw const until, rest)
    }
}
