//! Puts the code of an interpreter on huge pages.
//!
//! A fork starts without the pages of mapped files. It gets each of them, or a few neighbours, in a page fault, and
//! gives them back at its end. Code on huge pages is shared with the parent: one entry for 2 MB, and no page faults.

use core::ffi::{c_int, c_void};
use core::ptr::{copy_nonoverlapping, null_mut};

use super::foreign::*;

/// The size of a huge page in bytes, on machines with pages of 4 KiB.
const HUGE: usize = 2 << 20;

/// Moves the executable mappings of this process to huge pages, as far as they fill whole ones. If the kernel has no
/// huge pages, nothing changes.
pub(crate) fn settle() {
    // SAFETY: nothing is loaded meanwhile, in a process with one thread.
    unsafe { dl_iterate_phdr(settle_one, null_mut()) };
}

extern "C" fn settle_one(mapped: *const Mapped, _: usize, _: *mut c_void) -> c_int {
    // SAFETY: what the dynamic linker passes lasts as long as this call.
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

/// Replaces a mapping by a copy on huge pages, as far as it fills whole ones.
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
        // Small pages would give a fork more to copy than before.
        if madvise(copy, length, MADV_COLLAPSE) == 0 && mprotect(copy, length, PROT_READ | PROT_EXEC) == 0 {
            mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, start as *mut c_void);
        }
        munmap(room, length + HUGE);
    }
}
