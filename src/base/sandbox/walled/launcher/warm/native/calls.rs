//! The system calls by which a fork isolates itself, as the launcher sent them.

use core::ffi::{c_int, c_long};

use super::foreign::*;
use super::wire::{self, ARGS, Arg, BYTES, Call, FILTER, Filter, Head, NUMBER, RULESET};

/// The list of calls as it was received, with places turned into pointers.
#[repr(C, align(16))]
struct Calls([u8; wire::LONGEST]);

static mut CALLS: Calls = Calls([0; wire::LONGEST]);

/// Receives the list; returns whether there was one.
pub(crate) unsafe fn receive(control: c_int) -> bool {
    // SAFETY: the launcher made the list for this file; it is in memory that is never freed.
    unsafe {
        let length = retried(|| recv(control, (&raw mut CALLS).cast(), size_of::<Calls>(), 0));
        if length < size_of::<Head>() as isize {
            return false;
        }
        let (once, each) = lists();
        once.iter_mut().chain(each).for_each(|call| make_pointers(call));
    }
    true
}

/// Returns the calls for all forks, and those for each fork.
///
/// # Safety
///
/// A list must have been received.
pub(crate) unsafe fn lists() -> (&'static mut [Call], &'static mut [Call]) {
    // SAFETY: the launcher tells how many calls there are.
    unsafe {
        let head = (&raw mut CALLS).cast::<Head>();
        let first = head.add(1).cast::<Call>();
        let (once, each) = ((*head).once as usize, (*head).each as usize);
        (core::slice::from_raw_parts_mut(first, once), core::slice::from_raw_parts_mut(first.add(once), each))
    }
}

/// Turns the places in the packet that a call names into pointers.
unsafe fn make_pointers(call: &mut Call) {
    let start = (&raw const CALLS) as u64;
    for Arg { kind, value } in &mut call.args {
        if matches!(*kind, BYTES | FILTER) {
            *value += start;
        }
        if *kind == FILTER {
            // SAFETY: such a structure is at this place, aligned to eight bytes.
            unsafe { (*(*value as *mut Filter)).instructions += start };
        }
        if *kind != RULESET {
            *kind = NUMBER;
        }
    }
}

/// Makes a system call in this process.
pub(crate) unsafe fn perform(call: &Call, ruleset: c_int) -> c_long {
    let mut args = [0; ARGS];
    for (arg, given) in args.iter_mut().zip(&call.args) {
        *arg = if given.kind == RULESET { ruleset as u64 } else { given.value };
    }
    let [a, b, c, d, e] = args;
    // SAFETY: the calls are the launcher's, which read what the pointers point to and write nothing.
    unsafe { syscall(call.number as c_long, a, b, c, d, e) }
}
