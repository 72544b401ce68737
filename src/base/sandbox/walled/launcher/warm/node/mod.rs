//! The native half of `node.cjs`: a library that forks a Node that has started, and shuts the forks in.
//!
//! It is no part of the crate: `build.rs` compiles it, without the standard library. Node loads it twice: before anything
//! else (ld.so(8), `LD_PRELOAD`), so that it knows the threads that Node starts (`threads.rs`), and as an addon (Node's
//! stable interface, Node-API).
//!
//! Between two forks only the first thread of Node does anything: it waits here.

#![cfg_attr(not(clippy), no_std)]

#[path = "../native/calls.rs"]
#[expect(clippy::duplicate_mod, reason = "it is compiled into two objects")]
mod calls;
mod events;
#[path = "../native/foreign.rs"]
#[expect(clippy::duplicate_mod, reason = "it is compiled into two objects")]
#[expect(dead_code, reason = "some of it is for Python")]
mod foreign;
mod interface;
#[path = "../native/run.rs"]
#[expect(clippy::duplicate_mod, reason = "it is compiled into two objects")]
#[expect(dead_code, reason = "some of it is for Python")]
mod run;
mod threads;
#[cfg(not(clippy))]
#[path = "../wire.rs"]
#[expect(dead_code, reason = "some of it is for Python or for the launcher")]
mod wire;

#[cfg(clippy)] // Clippy checks this folder as a part of the crate.
use super::wire;
use core::ffi::{c_int, c_void};
use core::mem::size_of;
use core::ptr::{null, null_mut};

use foreign::*;
use interface::*;
use run::Run;
use wire::{AT_FORK, AT_STEPPING_IN, READY, TRIAL_PASSED};

/// For this time, in milliseconds, a trial may go on, and Node's threads may be busy after its start.
const PATIENCE: u32 = 3_000;

const F_SETFD: c_int = 2;
const FD_CLOEXEC: c_int = 1;

#[cfg(not(clippy))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: abort(3) ends the process. A run that ends by a signal does not count.
    unsafe { abort() }
}

/// A symbol that parts of `core` need which were compiled to unwind; nothing here unwinds.
#[cfg(not(clippy))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Adds the two functions to the addon; called by Node.
#[unsafe(no_mangle)]
extern "C" fn napi_register_module_v1(env: Env, exports: Value) -> Value {
    // SAFETY: Node passes both, and keeps what it is given.
    unsafe {
        let mut function: Value = null_mut();
        napi_create_function(env, null(), 0, fork_for_every_run, null_mut(), &raw mut function);
        napi_set_named_property(env, exports, c"forkForEveryRun".as_ptr(), function);
        napi_create_function(env, null(), 0, draw, null_mut(), &raw mut function);
        napi_set_named_property(env, exports, c"draw".as_ptr(), function);
    }
    exports
}

/// Returns a random number that is never 0.
extern "C" fn draw(env: Env, _: *mut c_void) -> Value {
    let mut seed: u32 = 0;
    // SAFETY: the kernel fills the number.
    unsafe { getrandom((&raw mut seed).cast(), size_of::<u32>(), 0) };
    number(env, (seed >> 1) as c_int | 1)
}

/// Forks for every requested run. Returns only in the forks: the number of the process, or 0 in the fork that tries whether
/// forks work.
extern "C" fn fork_for_every_run(env: Env, _: *mut c_void) -> Value {
    // SAFETY: nobody else uses the descriptors of a run; Node's other threads rest.
    unsafe {
        let control = interface::number_in_environment(c"YARDSTICK_CONTROL");
        let mut clock: *mut c_void = null_mut();
        napi_get_uv_event_loop(env, &raw mut clock);
        let is_ready = calls::receive(control)
            && threads::rest(PATIENCE)
            && calls::lists().0.iter().all(|call| calls::perform(call, -1) != -1);
        if !is_ready {
            _exit(1);
        }
        let Some(descriptors) = events::descriptors() else { _exit(1) };
        let trial = fork();
        if trial == 0 {
            close(control);
            go_on(clock, &descriptors);
            return number(env, 0);
        }
        if !passed(trial) || write(control, [READY].as_ptr().cast(), 1) != 1 {
            _exit(1);
        }
        loop {
            let Some(run) = Run::receive(control) else { _exit(0) };
            if setns(run.processes, CLONE_NEWPID) == -1 {
                run.fail(AT_STEPPING_IN);
                run.close();
                continue;
            }
            match fork() {
                0 => {
                    run.become_the_program();
                    for stream in 0..3 {
                        fcntl(stream, F_SETFD, FD_CLOEXEC); // As Node does at its start.
                    }
                    run.close(); // Node has other descriptors, which it needs.
                    close(control);
                    go_on(clock, &descriptors);
                    return number(env, getpid());
                }
                -1 => run.fail(AT_FORK),
                process => run.wait_for(process),
            }
            run.close();
        }
    }
}

/// Gives a fork what fork(2) does not copy.
unsafe fn go_on(clock: *mut c_void, descriptors: &events::Descriptors) {
    // SAFETY: this process has one thread.
    unsafe {
        events::renew(descriptors);
        threads::begin_again();
        uv_loop_fork(clock);
        uv_update_time(clock);
        RAND_poll(); // Otherwise forks with the same number would draw the same random numbers.
    }
}

/// Waits for the end of the trial, and tells whether it passed.
unsafe fn passed(trial: c_int) -> bool {
    const WNOHANG: c_int = 1;
    for _ in 0..PATIENCE {
        let mut status = 0;
        // SAFETY: the kernel fills the status.
        unsafe {
            if waitpid(trial, &raw mut status, WNOHANG) != 0 {
                return status == TRIAL_PASSED << 8;
            }
            usleep(1_000);
        }
    }
    false
}

fn number(env: Env, number: c_int) -> Value {
    let mut value: Value = null_mut();
    // SAFETY: Node makes the value.
    unsafe { napi_create_int32(env, number, &raw mut value) };
    value
}
