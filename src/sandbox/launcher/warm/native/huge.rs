//! Puts the code of an interpreter on huge pages.
//!
//! A fork begins without the pages of the files that are mapped, and finds each of them, or a few beside each other, in
//! a fault of its own; at its end it gives back each. What lies on huge pages of memory it shares with its parent as
//! those: one entry for all of 2 MB, and nothing to find.

use core::ffi::{c_int, c_void};
use core::ptr::{copy_nonoverlapping, null_mut};

use super::foreign::*;

/// The length of a huge page, in bytes: of machines with pages of 4 KiB.
const HUGE: usize = 2 << 20;

/// Moves what the executable and the libraries of this process hold to be read and executed, as far as it fills huge
/// pages. Where the kernel has none, nothing is changed.
pub(crate) fn settle() {
    // SAFETY: nothing is loaded meanwhile, in a process with one thread.
    unsafe { dl_iterate_phdr(settle_one, null_mut()) };
}

extern "C" fn settle_one(mapped: *const Mapped, _: usize, _: *mut c_void) -> c_int {
    // SAFETY: what the dynamic linker gives lasts as long as this call.
    let (base, parts) = unsafe {
        let mapped = &*mapped;
        (mapped.base, core::slice::from_raw_parts(mapped.parts, mapped.count.into()))
    };
    let (mut start, mut end) = (0, 0);
    for part in parts.iter().filter(|part| part.kind == PT_LOAD && part.flags & PF_W == 0) {
        let address = base + part.address;
        if address / PAGE * PAGE != end {
            // SAFETY: all of it is mapped to be read, and nobody writes there.
            unsafe { move_to_huge_pages(start, end) };
            start = address;
        }
        end = (address + part.length).next_multiple_of(PAGE);
    }
    // SAFETY: as above.
    unsafe { move_to_huge_pages(start, end) };
    0
}

/// Puts a copy in the place of what is mapped there, as far as whole huge pages go.
unsafe fn move_to_huge_pages(start: usize, end: usize) {
    let start = start.next_multiple_of(HUGE);
    let length = (end / HUGE * HUGE).saturating_sub(start);
    if length == 0 {
        return;
    }
    // SAFETY: new memory of our own, which takes the place of memory that holds the same.
    unsafe {
        let room =
            mmap(null_mut(), length + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if room.addr() == usize::MAX {
            return;
        }
        let copy = room.byte_add(room.align_offset(HUGE));
        madvise(copy, length, MADV_HUGEPAGE);
        copy_nonoverlapping(start as *const u8, copy.cast(), length);
        // Small pages would be more to copy for a fork than there was.
        if madvise(copy, length, MADV_COLLAPSE) == 0 && mprotect(copy, length, PROT_READ | PROT_EXEC) == 0 {
            mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, start as *mut c_void);
        }
        munmap(room, length + HUGE);
    }
}
