//! Has everything that forks allocate come from pages that nothing else lies on.
//!
//! What is free between the objects of an interpreter lies scattered over all of its memory. A fork that puts something
//! there has to copy a page for it. So what is free is used up, once, and never given back.

use super::foreign::*;

/// The largest object that Python allocates by itself, and by what sizes differ, in bytes (Objects/obmalloc.c).
const LARGEST_SMALL: usize = 512;
const STEP: usize = 16;

/// How far into a page the first object of a pool may begin, in bytes.
const HEAD: usize = 64;

/// More objects than a pool has, of any size.
const MOST_IN_A_POOL: usize = 1 << 10;

/// What no free piece is as large as, or hardly ever, and what is still taken from the same memory, in bytes.
const LARGE: usize = 64 << 10;

/// The largest piece of which some are kept apart for the next one who wants that size, and what each has of a step for
/// its own head, in bytes (malloc(3), glibc's tunables for `tcache`).
const LARGEST_KEPT: usize = 1040;
const KEPT_HEAD: usize = 8;

/// The most pieces that are used up: more would take longer than they save.
const MOST_PIECES: usize = 1 << 14;

/// Uses up what is free.
pub(crate) fn use_up() {
    // SAFETY: memory that is never touched and never freed, but for what is freed here.
    unsafe {
        pools();
        pieces();
    }
}

/// Of Python's pools, those that are partly used.
unsafe fn pools() {
    for size in (STEP..=LARGEST_SMALL).step_by(STEP) {
        for _ in 0..MOST_IN_A_POOL {
            // SAFETY: see above.
            let object = unsafe { PyObject_Malloc(size) };
            if object.addr() % PAGE < HEAD {
                // The first of a new pool.
                // SAFETY: it was allocated here.
                unsafe { PyObject_Free(object) };
                break;
            }
        }
    }
}

/// Of the C library's pieces, all that lie below the end of its memory.
unsafe fn pieces() {
    // SAFETY: see above.
    unsafe {
        let end = malloc(LARGE);
        free(end);
        let halves = (0..).map(|times| LARGE >> times).take_while(|size| *size > LARGEST_KEPT);
        let mut left = MOST_PIECES;
        // From large to small: what is left of a large one goes for smaller ones.
        for size in halves.chain((1..=LARGEST_KEPT / STEP).rev().map(|times| times * STEP - KEPT_HEAD)) {
            while left > 0 {
                left -= 1;
                let piece = malloc(size);
                if piece >= end {
                    if size > LARGEST_KEPT {
                        free(piece); // It becomes one with the end again. A smaller one would be kept apart.
                    }
                    break;
                }
            }
        }
    }
}
